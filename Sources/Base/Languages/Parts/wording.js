// The languages of pages, and the texts of one of them: numbers, plurals and dates are the language's own (Intl).
const languageNames = { en: "English", ko: "한국어", ja: "日本語", es: "Español", de: "Deutsch", fr: "Français" };

/** The language that was chosen in this browser, else the first of the browser's that there is, else English. */
function preferredLanguage() {
  let chosen = null;
  try { chosen = localStorage.getItem("language"); } catch { /* A browser may refuse to remember. */ }
  const wanted = [chosen, ...navigator.languages.map((tag) => tag.split("-")[0])];
  return wanted.find((tag) => tag && Object.hasOwn(languageNames, tag)) ?? "en";
}

function keepLanguage(tag) {
  try { localStorage.setItem("language", tag); } catch { /* As above. */ }
}

/** The texts of one language: a table of keys, and how the language writes the values of their places. */
class Wording {
  constructor(table, language) {
    this.table = table;
    this.language = language;
    this.plural = new Intl.PluralRules(language);
  }

  has(key) { return Object.hasOwn(this.table, key); }

  /** The text of a key, with its {places} filled. A text with a `count` has a form for one, where the language has one. */
  text(key, values = {}) {
    const form = typeof values.count === "number" ? this.table[`${key}.${this.plural.select(values.count)}`] : undefined;
    return (form ?? this.table[key] ?? key).replace(/\{(\w+)\}/g, (place, name) =>
      values[name] === undefined ? place : this.value(values[name]));
  }

  /** The sentences of a finding, one after another. */
  sentences(all) {
    return all.map(({ key, values }) => this.text(key, values)).join(this.table["sentence.join"] ?? " ");
  }

  /** A value as the language writes it: text and numbers; of sentences also lists, days, distances, and sentences. */
  value(value) {
    if (typeof value === "number") return this.number(value);
    if (Array.isArray(value)) return this.list(value.map((each) => this.value(each)));
    if (value === null || typeof value !== "object") return String(value);
    if (value.series) return value.series.map((each) => this.value(each)).join(this.table["list.comma"]);
    if (value.metres !== undefined) return this.metres(value.metres);
    if (value.day) return this.day(value.day);
    return this.text(value.key, value.values);
  }

  /** `A`, `A and B`, `A, B and C`. */
  list(items) {
    if (items.length < 2) return items.join("");
    return items.slice(0, -1).join(this.table["list.comma"]) + this.table["list.last"] + items.at(-1);
  }

  number(value) { return value.toLocaleString(this.language); }
  percent(share) { return share.toLocaleString(this.language, { style: "percent", maximumFractionDigits: 0 }); }

  metres(value) {
    return value < 999.5 ? `${this.number(Math.round(value))} m`
      : `${this.number(Number((value / 1000).toFixed(value < 9950 ? 1 : 0)))} km`;
  }

  /** A day without a time, such as `2026-11-24`. */
  day(iso) {
    return new Date(`${iso}T12:00:00Z`).toLocaleDateString(this.language, { dateStyle: "medium", timeZone: "UTC" });
  }

  moment(iso, timeStyle = "short") {
    return new Date(iso).toLocaleString(this.language, { dateStyle: "medium", timeStyle });
  }
}
