// The language of the page: one table of texts (texts.json), one column for each language.
const languages = { en: "English", ko: "한국어" };
const memory = (() => { try { return localStorage; } catch { return null; } })();
const preferred = navigator.languages.map((tag) => tag.split("-")[0]).find((tag) => tag in languages);
let table = {};
let current = memory?.getItem("language") ?? preferred ?? "en";
if (!(current in languages)) current = "en";

export async function loadTexts() {
  table = await (await fetch("/console/texts.json")).json();
  document.documentElement.lang = current;
}

export const language = {
  get current() { return current; },
  get all() { return Object.entries(languages); },
  set current(tag) {
    current = tag;
    memory?.setItem("language", tag);
    document.documentElement.lang = tag;
  },
};

/// The text of a key, with its {places} filled. A text with a number has a form for one, where the language has one.
export function text(key, values = {}) {
  const entry = (values.count === 1 && table[`${key}.one`]) || table[key];
  const words = entry?.[current] ?? key;
  return words.replace(/\{(\w+)\}/g, (place, name) => {
    const value = values[name];
    return typeof value === "number" ? number(value) : value ?? place;
  });
}

/// The text of a key that may be missing, such as that of a code which a newer station knows.
export const textOr = (key, other) => key in table ? text(key) : other;

export const number = (value) => value.toLocaleString(current);
export const percent = (share) => share.toLocaleString(current, { style: "percent", maximumFractionDigits: 0 });
export const moment = (iso) => iso
  ? new Date(iso).toLocaleString(current, { dateStyle: "medium", timeStyle: "short" }) : "";
export const exactMoment = (iso) => new Date(iso).toLocaleString(current, { dateStyle: "medium", timeStyle: "medium" });
export const metres = (value) => value < 1000
  ? `${number(Math.round(value))} m` : `${number(Number((value / 1000).toFixed(value < 10000 ? 1 : 0)))} km`;
