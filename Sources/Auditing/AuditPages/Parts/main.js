// The head of the page, the tabs and the keys.
function showSummary() {
  const { summary } = raw;
  const worst = severities.find((severity) => findings.some((finding) => finding.severity === severity));
  const figure = (value, name, className = "") =>
    make("div", `figure ${className}`, make("b", "", number(value)), make("span", "", name));
  byId("figures").append(figure(findings.length, text("figure.findings", { count: findings.length }), worst),
    figure(summary.tags, text("figure.tags")), figure(summary.sightings, text("figure.sightings")),
    figure(new Set(findings.flatMap((finding) => finding.stores)).size, text("figure.stores")));
  const known = [["inside", summary.inside], ["outside", summary.outside], ["undecided", summary.undecided],
    ["roaming", summary.roaming], ["unknown", summary.noStore, "no-store"], ["unknown", summary.unregistered, "unregistered"],
    ["unknown", summary.foreign, "foreign"], ["unknown", summary.retired, "retired"]];
  for (const [verdict, count, name = verdict] of known) {
    if (count <= 0) continue;
    const part = make("i", verdict);
    part.style.flexGrow = count;
    byId("bar").append(part);
    byId("legend").append(make("span", "", make("i", verdict), make("b", "", number(count)), ` ${text(`verdict.${name}`)}`));
  }
  const banner = (...content) => byId("banners").append(make("p", "banner", ...content));
  if (raw.bad) banner(text("bad", { count: raw.bad }));
  if (raw.sample) banner(make("b", "", text("sample")), " ", raw.sample);
  if (summary.tags) {
    const known = ["evidence.chips", ...summary.chips < summary.tags ? ["evidence.codes"] : [], "evidence.positions"];
    const counts = { chips: summary.chips, tags: summary.tags };
    byId("banners").append(make("p", "aside", known.map((key) => text(key, counts)).join(" ")));
  }
  if (raw.left) byId("banners").append(make("p", "aside", text("left", { count: raw.left })));
}
const tabs = [...document.querySelectorAll("[role=tab]")];
function showTab(tab) {
  for (const each of tabs) {
    each.setAttribute("aria-selected", each === tab);
    each.tabIndex = each === tab ? 0 : -1;
    byId(each.getAttribute("aria-controls")).hidden = each !== tab;
  }
  if (tab.id === "work-tab") buildWork();
}
tabs.forEach((tab, index) => {
  tab.addEventListener("click", () => showTab(tab));
  tab.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const other = tabs[(index + 1) % tabs.length];
    showTab(other);
    other.focus();
  });
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT)$/.test(event.target.tagName)) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (event.key === "/") byId("search").focus();
  else if (event.key === "j") turnTo(1);
  else if (event.key === "k") turnTo(-1);
  else if (event.key === "Escape") select(null, "key");
  else return;
  event.preventDefault();
});
byId("made").textContent = text("made", { time: wording.moment(raw.made) });
showSummary();
fillFilters();
filterRows();
byId("finding-count").textContent = number(findings.length);
showDetail(null);
resize();
Object.assign(view, everything());
if (findings.length === 1) select(findings[0], "start");
document.documentElement.dataset.ready = "yes";
