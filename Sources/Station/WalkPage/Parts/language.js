// The language of the page: the texts of texts.js, in the phone's language where there is one, else in English.
import { texts } from "./texts.js";

const languages = ["en", "ko"];
export const language = navigator.languages.map((tag) => tag.split("-")[0]).find((tag) => languages.includes(tag)) ?? "en";
document.documentElement.lang = language;

/** The text of a key, with its {places} filled. A text with a number has a form for one, where the language has one. */
export function text(key, values = {}) {
  const one = values.count === 1 ? texts[`${key}.one`] : undefined;
  const words = (one ?? texts[key])?.[languages.indexOf(language)] ?? key;
  return words.replace(/\{(\w+)\}/g, (place, name) => {
    const value = values[name];
    return typeof value === "number" ? value.toLocaleString(language) : value ?? place;
  });
}

export const metres = (value) => (value < 1000
  ? `${Math.round(value).toLocaleString(language)} m`
  : `${Number((value / 1000).toFixed(value < 10_000 ? 1 : 0)).toLocaleString(language)} km`);
