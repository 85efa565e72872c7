// What the report's page gives its parts: the audit, the texts of the reader's language, and what the map says.
const raw = JSON.parse(document.getElementById("audit").textContent);
const language = preferredLanguage();
const wording = new Wording(JSON.parse(document.getElementById("texts").textContent)[language], language);
const text = (key, values) => wording.text(key, values);
const number = (value) => wording.number(value);
const metres = (value) => wording.metres(value);
const kindOf = (finding) => wording.has(`code.${finding.code}`) ? text(`code.${finding.code}`) : finding.code.replaceAll("-", " ");
const severityOf = (finding) => text(`severity.${finding.severity}`);
const say = {
  region: (radius) => text("map.region", { radius }),
  verdict: (verdict) => text(`tip.${verdict}`),
  belongs: (store) => text("map.belongs", { store }),
  found: (store) => text("map.found", { store }),
  tags: (count) => text("tags", { count }),
  sentences: (all) => wording.sentences(all),
  metres,
};
// The page's own words: `data-text` is what an element says, `data-name` what a screen reader calls it.
document.documentElement.lang = language;
document.title = text("title");
for (const element of document.querySelectorAll("[data-text]")) element.append(text(element.dataset.text));
for (const element of document.querySelectorAll("[data-name]")) element.setAttribute("aria-label", text(element.dataset.name));
for (const element of document.querySelectorAll("[data-hint]")) element.placeholder = text(element.dataset.hint);
const languages = document.getElementById("language");
for (const [tag, name] of Object.entries(languageNames)) {
  languages.append(Object.assign(document.createElement("option"), { value: tag, lang: tag, textContent: name, selected: tag === language }));
}
languages.addEventListener("change", () => { keepLanguage(languages.value); location.reload(); });
