// The findings: filtered, sorted, and put on the page a hundred at a time as they are scrolled to.
const filter = { text: "", severities: new Set(), code: "", store: "", sort: "severity", descending: false };
const body = byId("rows");
const chunk = 100;
let shown = [], placed = 0;
const rank = (finding) => severities.indexOf(finding.severity);
const storeNames = (finding) => finding.stores.map((store) => store.name).join(", ");
const tagCount = (finding) => finding.tags.length + finding.unseen.length;
const haystacks = findings.map((finding) => [finding.code, kindOf(finding), finding.message, finding.next, storeNames(finding),
  ...finding.stores.map((store) => store.id), ...finding.tags.map((tag) => tag.label), ...finding.unseen]
  .join("\n").toLowerCase());
const keys = {
  severity: rank, code: kindOf, stores: storeNames, tags: tagCount, message: (finding) => finding.message,
  next: (finding) => finding.next,
};
const collator = new Intl.Collator(language, { numeric: true });

function filterRows() {
  const parts = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  shown = findings.filter((finding) =>
    (!filter.severities.size || filter.severities.has(finding.severity)) &&
    (!filter.code || finding.code === filter.code) &&
    (!filter.store || finding.stores.some((store) => store.id === filter.store)) &&
    parts.every((part) => haystacks[finding.index].includes(part)));
  const key = keys[filter.sort], sign = filter.descending ? -1 : 1;
  const values = new Map(shown.map((finding) => [finding, key(finding)]));
  shown.sort((left, right) => {
    const [first, second] = [values.get(left), values.get(right)];
    const order = typeof first === "number" ? first - second : collator.compare(first, second);
    return sign * order || left.index - right.index;
  });
  body.replaceChildren();
  placed = 0;
  placeRows(chunk);
  byId("none").hidden = shown.length > 0;
  byId("none").textContent = text(findings.length ? "findings.unfit" : "findings.none");
  byId("shown").textContent = shown.length === findings.length
    ? text("findings", { count: findings.length })
    : text("findings.of", { shown: shown.length, all: text("findings", { count: findings.length }) });
  for (const head of document.querySelectorAll("#findings th")) {
    const isSorted = head.dataset.key === filter.sort;
    head.setAttribute("aria-sort", isSorted ? (filter.descending ? "descending" : "ascending") : "none");
  }
}
// Its column's name, for a window in which each finding is a card.
function headed(cell, name) {
  cell.dataset.head = text(name);
  return cell;
}
byId("findings").dataset.head = text("head.findings");
function placeRows(count) {
  const rows = shown.slice(placed, placed + count).map((finding) => {
    const row = make("tr", "",
      make("td", "", make("span", `severity ${finding.severity}`, severityOf(finding))), make("td", "", kindOf(finding)),
      make("td", "", storeNames(finding)), headed(make("td", "number", number(tagCount(finding))), "head.tags"),
      make("td", "", finding.message), headed(make("td", "", finding.next), "head.next"));
    row.tabIndex = 0;
    row.dataset.finding = finding.index;
    row.setAttribute("aria-selected", finding === state.selected);
    return row;
  });
  body.append(...rows);
  placed += rows.length;
}
new IntersectionObserver((entries) => {
  if (entries.some((entry) => entry.isIntersecting) && placed < shown.length) placeRows(chunk);
}, { rootMargin: "1200px" }).observe(byId("end"));

body.addEventListener("click", (event) => {
  const row = event.target.closest("tr");
  if (row && !String(getSelection())) select(findings[row.dataset.finding], "table");
});
body.addEventListener("keydown", (event) => {
  const row = event.target.closest("tr");
  const goal = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[event.key];
  if (goal) goal.focus();
  else if (event.key === "Enter" || event.key === " ") select(findings[row.dataset.finding], "table");
  else return;
  event.preventDefault();
});
for (const head of document.querySelectorAll("#findings th")) {
  head.firstElementChild.addEventListener("click", () => {
    filter.descending = filter.sort === head.dataset.key && !filter.descending;
    filter.sort = head.dataset.key;
    filterRows();
  });
}
byId("search").addEventListener("input", (event) => { filter.text = event.target.value; filterRows(); });
function fillFilters() {
  for (const severity of severities) {
    const count = findings.filter((finding) => finding.severity === severity).length;
    if (!count) continue;
    const chip = make("button", "chip", `${text(`severity.${severity}`)} ${number(count)}`);
    chip.type = "button";
    chip.setAttribute("aria-pressed", "false");
    chip.addEventListener("click", () => {
      const isOn = !filter.severities.delete(severity);
      if (isOn) filter.severities.add(severity);
      chip.setAttribute("aria-pressed", isOn);
      filterRows();
    });
    byId("severities").append(chip);
  }
  const option = (value, name) => Object.assign(make("option", "", name), { value });
  const codes = new Map();
  for (const finding of findings) codes.set(finding.code, (codes.get(finding.code) ?? 0) + 1);
  byId("code").append(...[...codes].map(([code, count]) => option(code, `${kindOf({ code })} (${number(count)})`)));
  const concerned = [...new Set(findings.flatMap((finding) => finding.stores))];
  concerned.sort((left, right) => collator.compare(left.name, right.name));
  byId("store").append(...concerned.map((store) => option(store.id, store.name)));
  for (const name of ["code", "store"]) {
    byId(name).addEventListener("change", (event) => { filter[name] = event.target.value; filterRows(); });
  }
}
listeners.push((finding, origin) => {
  for (const row of body.querySelectorAll("tr[aria-selected=true]")) row.setAttribute("aria-selected", "false");
  if (!finding) return;
  const position = shown.indexOf(finding);
  if (position >= placed) placeRows(position - placed + 1);
  const row = body.querySelector(`tr[data-finding="${finding.index}"]`);
  row?.setAttribute("aria-selected", "true");
  if (origin === "key") row?.focus({ preventScroll: true });
  if (origin === "table") byId("stage").scrollIntoView({ block: "nearest" });
});
