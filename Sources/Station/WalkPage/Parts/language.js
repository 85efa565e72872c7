// The language of the page: that of the phone, or the one that was chosen here.
import { keepLanguage, languageNames, preferredLanguage, Wording } from "./wording.js";
import { make } from "./elements.js";

export const language = preferredLanguage();
document.documentElement.lang = language;
const wording = new Wording(await (await fetch(`texts-${language}.json`)).json(), language);

export const text = (key, values) => wording.text(key, values);
export const metres = (value) => wording.metres(value);

/** The choice of a language; the page then begins again in it. */
export function languageChoice() {
  const choice = make("select", { id: "language", onchange: () => { keepLanguage(choice.value); location.reload(); } },
    Object.entries(languageNames).map(([tag, name]) =>
      make("option", { value: tag, lang: tag, selected: tag === language }, name)));
  return make("div.language", make("label", { for: "language" }, text("language")), choice);
}
