// The audit as its page holds it (`raw`): short rows, told apart by their positions. Nothing in it is ever read as markup.
const verdicts = ["inside", "outside", "undecided", "unknown"];
const severities = ["critical", "warning", "notice"];
const stores = raw.stores.map(([id, name, latitude, longitude, radius], index) =>
  ({ index, id, name, latitude, longitude, radius, hasPlace: radius > 0 }));
const tags = raw.tags.map(([label, store, found, verdict, latitude, longitude, sigma, url], index) =>
  ({ index, label, store: stores[store], found: stores[found], verdict, latitude, longitude, sigma, url, findings: [] }));
// Sentences as rows (SentenceRows), or a text that is said as it is.
const sentence = ([shape, ...cells]) => {
  const [key, ...names] = raw.shapes[shape];
  return { key, values: Object.fromEntries(names.map((name, index) => [name, valueOf(cells[index])])) };
};
const valueOf = (cell) => Array.isArray(cell) ? sentence(cell) : cell.list ? cell.list.map(valueOf)
  : cell.series ? { series: cell.series.map(valueOf) } : cell;
const said = (words) => Array.isArray(words) ? say.sentences(words.map(sentence)) : words;
const findings = raw.findings.map(([code, severity, concerned, seen, unseen, message, next, evidence], index) =>
  ({ index, code, severity, stores: concerned.map((store) => stores[store]), tags: seen.map((tag) => tags[tag]), unseen,
    message: said(message), next: said(next), evidence }));
for (const finding of findings) for (const tag of finding.tags) tag.findings.push(finding);

// What the parts of the page tell each other.
const listeners = [];
const state = { selected: null };
// Aborted by whoever has no more use for the map.
const ending = new AbortController();
function select(finding, origin) {
  state.selected = finding;
  for (const listener of listeners) listener(finding, origin);
}

// An element with a class, texts and other elements in it. Text is only ever set as text.
function make(name, className, ...content) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...content.filter((part) => part !== null && part !== undefined));
  return element;
}
const byId = (id) => document.getElementById(id);
