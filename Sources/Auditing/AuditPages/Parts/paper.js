// Printing: what the filters show, with boxes to tick. Many findings are counted by kind, and stand in a narrow work list
// in two columns; each of them in a table beside it would be thousands of sheets that nobody reads.
const manyFindings = 40;
function kindTable(list) {
  const kinds = new Map();
  for (const finding of list) {
    const key = `${rank(finding)} ${finding.code}`;
    const kind = kinds.get(key) ?? { finding, count: 0, tags: 0, stores: new Set() };
    kind.count += 1;
    kind.tags += tagCount(finding);
    for (const store of finding.stores) kind.stores.add(store);
    kinds.set(key, kind);
  }
  const cell = (value) => make("td", "number", number(value));
  const head = ["severity", "code", "findings", "stores", "tags"]
    .map((name, index) => make("th", index > 1 ? "number" : "", text(`head.${name}`)));
  const rows = [...kinds].sort(([left], [right]) => left < right ? -1 : 1).map(([, kind]) => make("tr", "",
    make("td", "", make("span", `severity ${kind.finding.severity}`, severityOf(kind.finding))),
    make("td", "", kindOf(kind.finding)), cell(kind.count), cell(kind.stores.size), cell(kind.tags)));
  return make("table", "kinds", make("thead", "", make("tr", "", ...head)), make("tbody", "", ...rows));
}
function paperWork(list) {
  const groups = byStore(list);
  // Whoever hands them out looks for a store by its name.
  groups.sort(([left], [right]) => collator.compare(left?.name ?? "", right?.name ?? ""));
  return make("div", "steps", ...groups.map(([store, tasks]) => make("section", "", storeHead(store, tasks),
    ...tasks.map((finding) => make("p", "step", make("i", "tick"),
      make("b", finding.severity, kindOf(finding)), ` ${finding.next}`)))));
}
let seenBefore = null;
addEventListener("beforeprint", () => {
  seenBefore = { ...view };
  const isLong = shown.length > manyFindings;
  const root = document.documentElement;
  root.classList.add("paper");
  root.classList.toggle("long", isLong);
  if (!isLong) placeRows(shown.length);
  const paper = byId("paper");
  if (shown.length < findings.length) {
    paper.append(make("p", "banner", text("findings.printed", { shown: text("findings", { count: shown.length }), all: findings.length })));
  }
  if (isLong) paper.append(make("h2", "", text("findings.kinds")), kindTable(shown));
  if (shown.length) paper.append(make("h2", "", text("tab.work")), paperWork(shown));
  // The width of A4 without its margins, and the height that the style gives the map, in pixels of CSS.
  Object.assign(view, { width: 700, height: 295 });
  const concerned = shown.flatMap((finding) => [...finding.tags, ...finding.stores.filter((store) => store.hasPlace)]);
  Object.assign(view, concerned.length ? fitting(concerned) : everything());
  const { selected } = state;
  state.selected = null;
  resize(3, { width: 700, height: 295 });
  state.selected = selected;
});
addEventListener("afterprint", () => {
  document.documentElement.classList.remove("paper", "long");
  byId("paper").replaceChildren();
  resize();
  const { x, y, scale } = seenBefore;
  Object.assign(view, { x, y, scale });
  draw();
});
