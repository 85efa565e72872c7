// The language of the console: its texts (texts-de.json) and those of findings (findings-de.json), one language at a time.
import { keepLanguage, languageNames, preferredLanguage, Wording } from "./wording.js";

let wording = new Wording({}, preferredLanguage());

/// The language that was asked for last: texts of another one that come later are not taken.
let asked = wording.language;

/// Loads the texts of the language that was chosen, or of the browser's.
export async function loadTexts(tag = wording.language) {
  asked = tag;
  const tables = await Promise.all(["texts", "findings"].map(async (name) =>
    (await fetch(`/console/${name}-${tag}.json`)).json()));
  if (asked !== tag) return;
  wording = new Wording(Object.assign({}, ...tables), tag);
  document.documentElement.lang = tag;
}

export const language = {
  get current() { return wording.language; },
  get all() { return Object.entries(languageNames); },
  /// Changes the language, and keeps it.
  async choose(tag) {
    keepLanguage(tag);
    await loadTexts(tag);
  },
};

export const text = (key, values) => wording.text(key, values);

/// What a finding says (`part`: its message or its next step), in the reader's language where the station has given it so.
export const said = (finding, part) => finding.words && wording.language !== "en"
  ? wording.sentences(finding.words[part]) : finding[part];

/// The text of a key that may be missing, such as that of a code which a newer station knows.
export const textOr = (key, other) => wording.has(key) ? text(key) : other;

export const number = (value) => wording.number(value);
export const percent = (share) => wording.percent(share);
export const moment = (iso) => iso ? wording.moment(iso) : "";
export const exactMoment = (iso) => wording.moment(iso, "medium");
export const metres = (value) => wording.metres(value);
