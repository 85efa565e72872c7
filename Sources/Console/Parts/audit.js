// The audit: where tags were seen, what was found, and the life of each finding.
import { announce, badge, button, emptyState, field, make, option } from "./elements.js";
import { number, text, textOr } from "./language.js";
import { openMap } from "./map.js";
import { mapWords, rowsOf, verdicts } from "./map-rows.js";
import { contents } from "./audit-files.js";
import { acceptForm, lifeOf } from "./finding.js";
import { problemNotice, success } from "./notices.js";
import { warnings } from "./imports.js";
import { station } from "./station.js";

const severities = ["critical", "warning", "notice"];
const groups = { open: "new,still-there", accepted: "accepted", resolved: "resolved" };

export function showAudit(place) {
  const { main, signal } = place;
  let map = null, findings = [], tags = [], shown = [], group = "open";
  const figures = make("div.verdicts"), outcome = make("div", { "aria-live": "polite" });
  const canvas = make("canvas", { id: "map", tabIndex: 0, role: "img", "aria-label": text("map.label") });
  const tip = make("div.tip", { id: "tip", hidden: true });
  const zoom = make("div.zoom", ["nearer:+", "farther:−", "whole:◎"].map((pair) => {
    const [id, sign] = pair.split(":");
    return button(sign, () => {}, "", { id, "aria-label": text(`map.${id}`), title: text(`map.${id}`) });
  }));
  const frame = make("div.map", canvas, zoom, tip);
  const detail = make("aside.detail", { "aria-live": "polite", "aria-label": text("finding.detail") });
  const search = make("input", { type: "search", placeholder: text("audit.search"), "aria-label": text("audit.search"), oninput: () => drawList() });
  const chips = make("div.chips", { role: "group", "aria-label": text("audit.which") }, Object.keys(groups).map((each) =>
    button(text(`group.${each}`), () => choose(each), "chip", { data: { group: each }, "aria-pressed": String(each === group) })));
  const list = make("ol.findings"), count = make("span.soft", { role: "status" });
  const form = place.can("provision") ? auditForm() : null;
  main.replaceChildren(make("header.head", place.title(text("nav.audit"))), form ?? "", outcome, figures,
    make("div.stage.card", frame, detail), make("div.filters", make("h2", text("audit.findings")), chips, search, count), list);
  signal.addEventListener("abort", () => map?.close());
  addEventListener("themechange", () => map?.redraw(), { signal });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog")) return;
    const step = { j: 1, k: -1 }[event.key];
    if (step) turn(step);
    else if (event.key === "Escape") map?.select(null);
  }, { signal });
  return place.live([], load);

  async function load() {
    const [kept, stores, seen] = await Promise.all([station.findings(groups[group]), station.stores(), station.map()]);
    if (signal.aborted) return;
    findings = kept.sort((left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity) || right.number - left.number);
    const chosen = shownNumber();
    tags = seen.features.filter(({ properties }) => properties.kind === "tag");
    if (form && !tags.length) form.open = true;
    drawFigures(stores);
    drawMap(stores);
    drawList();
    const again = findings.findIndex((finding) => finding.number === chosen);
    map.select(again < 0 ? null : map.findings[again]);
  }
  function shownNumber() { return findings[map?.selected()?.index]?.number; }

  function choose(wanted) {
    group = wanted;
    for (const chip of chips.children) chip.setAttribute("aria-pressed", String(chip.dataset.group === group));
    load().catch((error) => outcome.replaceChildren(problemNotice(error)));
  }

  function drawMap(stores) {
    map?.close();
    const fresh = canvas.cloneNode();
    document.getElementById("map").replaceWith(fresh);
    const fit = zoom.cloneNode(true);
    frame.querySelector(".zoom").replaceWith(fit);
    map = openMap(rowsOf(findings, stores, tags), mapWords());
    map.listen((finding) => drawDetail(finding));
    drawDetail(null);
  }

  function drawList() {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    shown = findings.filter((finding) => {
      const words = [finding.code, finding.message, finding.next, ...finding.stores, ...finding.tags].join("\n").toLowerCase();
      return wanted.every((word) => words.includes(word));
    });
    count.textContent = text("audit.count", { count: shown.length });
    if (!shown.length) {
      list.replaceChildren(make("li.none", emptyState(text(findings.length ? "search.none" : `audit.none.${group}`),
        text(findings.length ? "search.none.next" : `audit.none.${group}.next`))));
      return;
    }
    list.replaceChildren(...shown.slice(0, 500).map((finding) => make("li", make("button.card.finding", { type: "button",
      data: { number: String(finding.number) }, "aria-pressed": "false", onclick: () => pick(finding) },
    make("span.line", make("span.severity", { data: { kind: finding.severity } }, text(`severity.${finding.severity}`)),
      make("b", textOr(`finding.${finding.code}`, finding.code)), badge(finding.state, text(`life.${finding.state}`)),
      make("span.soft", `#${finding.number}`)),
    make("span.message", finding.message)))));
  }
  function pick(finding) { map.select(map.findings[findings.indexOf(finding)]); }
  function turn(step) {
    if (!shown.length) return;
    const at = shown.findIndex((finding) => finding.number === shownNumber());
    const goal = shown[at < 0 ? 0 : Math.max(0, Math.min(shown.length - 1, at + step))];
    pick(goal);
    list.querySelector(`[data-number="${goal.number}"]`)?.focus();
  }

  function drawDetail(row) {
    const finding = row && findings[row.index];
    for (const each of list.querySelectorAll("button")) each.setAttribute("aria-pressed", String(each.dataset.number === String(finding?.number)));
    if (!finding) {
      detail.replaceChildren(make("h2", text(findings.length ? "audit.pick" : tags.length ? "audit.calm" : "audit.first.title")),
        make("p.soft", text(findings.length ? "audit.pick.next" : tags.length ? "audit.calm.next" : "audit.first")));
      return;
    }
    const items = [...row.tags.map((tag) => make("li", make("i.dot", { data: { verdict: verdicts[tag.verdict] } }), tag.label,
      tag.found && tag.found !== tag.store ? make("span.soft", ` ${text("finding.at", { store: tag.found.name })}`) : "")),
    ...row.unseen.map((label) => make("li", label))];
    detail.replaceChildren(
      make("div.line", make("span.severity", { data: { kind: finding.severity } }, text(`severity.${finding.severity}`)),
        make("b", textOr(`finding.${finding.code}`, finding.code))),
      make("p.message", finding.message),
      make("div.step", make("b", text("finding.next")), make("p", finding.next)),
      lifeOf(finding),
      finding.state === "new" || finding.state === "still-there"
        ? place.can("provision") ? acceptForm(finding, place.who, load) : "" : "",
      make("h3", text("finding.tags", { count: finding.tags.length })), make("ul", items.slice(0, 200)));
    detail.scrollTop = 0;
  }

  function drawFigures(stores) {
    if (!tags.length) return figures.replaceChildren();
    const regions = new Map(stores.map((store) => [store.id, store.region]));
    const counts = { inside: 0, outside: 0, undecided: 0, roaming: 0, unknown: 0 };
    for (const { properties: { verdict, store } } of tags) {
      counts[verdict ?? (regions.has(store) && !regions.get(store) ? "roaming" : "unknown")] += 1;
    }
    const shares = Object.entries(counts).filter(([, count]) => count);
    const track = make("div.bar", { role: "img", "aria-label": shares.map(([kind, value]) => `${number(value)} ${text(`verdict.${kind}`)}`).join(", ") });
    for (const [kind, value] of shares) {
      const part = make("i", { data: { kind } });
      part.style.flexGrow = value;
      track.append(part);
    }
    figures.replaceChildren(track, make("p.legend", shares.map(([kind, value]) =>
      make("span", make("i.dot", { data: { verdict: kind } }), make("b", number(value)), ` ${text(`verdict.${kind}`)}`)),
    make("span.soft", text("audit.seen", { count: tags.length }))));
  }

  // MARK: Another audit

  function auditForm() {
    const files = make("input", { type: "file", multiple: true, accept: ".csv,text/csv" });
    const since = make("input", { type: "date" });
    const batch = make("select", option("", text("audit.everybatch")));
    station.batches().then((all) => batch.append(...all.map((each) => option(each.name, each.name)))).catch(() => {});
    const submit = button(text("audit.do"), () => {}, "primary", { type: "submit" });
    const form = make("form.import", { onsubmit: async (event) => {
      event.preventDefault();
      submit.disabled = true;
      outcome.replaceChildren(make("p.soft", text("audit.doing")));
      try {
        const answer = await station.audit({ sightings: await contents([...files.files]), confirmations: [], listsTags: false, wantsMap: false,
          batch: batch.value || undefined, since: since.value ? new Date(`${since.value}T00:00`).toISOString() : undefined });
        const bad = answer.report.badRows;
        outcome.replaceChildren(answer.warnings.length ? success(text("audit.done", { count: answer.report.findings.length }), ...warnings(answer.warnings)) : "",
          bad ? make("div.notice", make("b", text("audit.badrows", { count: bad.count })),
            make("ul", bad.problems.map((row) => make("li", `${row.file}${row.line ? `:${row.line}` : ""}: ${row.reason}`)))) : "");
        group = "open";
        form.parentElement.open = false;
        await load();
        announce(text("audit.done", { count: findings.length }));
      } catch (error) {
        outcome.replaceChildren(problemNotice(error));
      }
      submit.disabled = false;
    } }, make("p.soft", text("audit.hint")),
    make("div.row", field(text("audit.files"), files), field(text("audit.since"), since), field(text("audit.batch"), batch), submit));
    return make("details.card.anew", make("summary", text("audit.new")), form);
  }
}
