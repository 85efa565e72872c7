// The head of the page, the tabs and the keys.
function showSummary() {
  const { summary } = raw;
  const worst = severities.find((severity) => findings.some((finding) => finding.severity === severity));
  const figure = (value, name, className = "") =>
    make("div", `figure ${className}`, make("b", "", value.toLocaleString("en")), make("span", "", name));
  byId("figures").append(figure(findings.length, findings.length === 1 ? "finding" : "findings", worst),
    figure(summary.tags, "tags seen"), figure(summary.sightings, "sightings"),
    figure(new Set(findings.flatMap((finding) => finding.stores)).size, "stores concerned"));
  const known = [["inside", summary.inside, "inside their regions"], ["outside", summary.outside, "outside"],
    ["undecided", summary.undecided, "undecided"], ["roaming", summary.roaming, "roaming"],
    ["unknown", summary.noStore, "without a known store"], ["unknown", summary.unregistered, "unregistered"],
    ["unknown", summary.foreign, "foreign"], ["unknown", summary.retired, "retired"]];
  for (const [verdict, count, text] of known) {
    if (count <= 0) continue;
    const part = make("i", verdict);
    part.style.flexGrow = count;
    byId("bar").append(part);
    byId("legend").append(make("span", "", make("i", verdict), make("b", "", count.toLocaleString("en")), ` ${text}`));
  }
  const banner = (...content) => byId("banners").append(make("p", "banner", ...content));
  if (raw.bad) banner(make("b", "", plural(raw.bad, "bad row")), " left out: the sightings tell less than they should.");
  if (raw.sample) banner(make("b", "", "Sample: "), raw.sample);
  if (raw.left) byId("banners").append(make("p", "aside", `${plural(raw.left, "tag")} that nothing is wrong with are not drawn on the map.`));
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
byId("made").textContent = raw.made.replace(/T(..:..).*/, " $1 UTC");
byId("made").dateTime = raw.made;
showSummary();
fillFilters();
filterRows();
byId("finding-count").textContent = findings.length.toLocaleString("en");
showDetail(null);
resize();
Object.assign(view, everything());
if (findings.length === 1) select(findings[0], "start");
document.documentElement.dataset.ready = "yes";
