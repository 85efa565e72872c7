// The audit: where tags were seen, what was found, and the life of each finding.
import { announce, badge, button, emptyState, field, keeper, make, option } from "./elements.js";
import { number, said, text, textOr } from "./language.js";
import { openMap } from "./map.js";
import { oneByOne } from "./live.js";
import { mapWords, rowsOf, storesOf, verdicts } from "./map-rows.js";
import { fileList, importFiles, placeOf } from "./audit-files.js";
import { deploymentFilter, storeBook } from "./store-book.js";
import { acceptForm, lifeOf, wordsOf } from "./finding.js";
import { repairForms, repairOf } from "./repair.js";
import { remarksOn } from "./remarks.js";
import { problemNotice, success } from "./notices.js";
import { warnings } from "./imports.js";
import { station } from "./station.js";

const severities = ["critical", "warning", "notice"];
const groups = { open: "new,still-there", accepted: "accepted", resolved: "resolved" };
const shownAtOnce = 500;

export function showAudit(place) {
  const { main, signal } = place;
  let map = null, findings = [], tags = [], shown = [], group = "open", drawn = group, limit = shownAtOnce, looks = 0, remarks = "", heard = "", stores = [], all = { findings: [], tags: [] };
  const forms = keeper(), load = oneByOne(loadAll);
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
  const deployment = deploymentFilter(() => draw());
  const list = make("ol.findings"), count = make("span.soft", { role: "status" });
  const form = place.can("provision") ? auditForm() : null;
  main.replaceChildren(make("header.head", place.title(text("nav.audit")),
    form && make("a.button", { href: "#/phones" }, text("phones.title"))), form ?? "", outcome, figures,
    make("div.stage.card", frame, detail), make("div.filters", make("h2", text("audit.findings")), chips, deployment, search, count), list);
  signal.addEventListener("abort", () => map?.close());
  addEventListener("themechange", () => map?.redraw(), { signal });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog")) return;
    const step = { j: 1, k: -1 }[event.key];
    if (step) turn(step);
    else if (event.key === "Escape") map?.select(null);
  }, { signal });
  return place.live([], load);

  async function loadAll() {
    const wanted = group;
    const [kept, known, seen] = await Promise.all([station.findings(groups[wanted]), station.stores(), station.map()]);
    // Another group was chosen meanwhile, and is loaded next.
    if (signal.aborted || wanted !== group) return;
    drawn = wanted;
    // A page that is looked at again loads everything: the map's zoom, and what a person is at, stay unless there is news.
    const answer = JSON.stringify([wanted, kept, known, seen]);
    if (answer === heard) return drawRemarks();
    heard = answer;
    stores = known;
    deployment.offer(stores);
    const sorted = kept.sort((left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity) || right.number - left.number);
    all = { findings: sorted, tags: seen.features.filter(({ properties }) => properties.kind === "tag") };
    if (form && !all.tags.length) form.open = true;
    draw();
  }
  /// What belongs to the deployment that is looked at; a finding of no store belongs to each.
  function draw() {
    const chosen = shownNumber(), focused = document.activeElement;
    findings = all.findings.filter((finding) => !finding.stores.length
      || deployment.takes(...storesOf(finding).map(([, owner]) => owner)));
    tags = all.tags.filter(({ properties }) => deployment.takes(properties.deployment));
    const own = stores.filter((store) => deployment.takes(store.deployment));
    drawFigures(own);
    drawMap(own);
    drawList();
    const again = findings.findIndex((finding) => finding.number === chosen);
    map.select(again < 0 ? null : map.findings[again]);
    // The form of a finding was away for a moment only.
    if (detail.contains(focused)) focused.focus({ preventScroll: true });
  }
  function shownNumber() { return findings[map?.selected()?.index]?.number; }

  function choose(wanted) {
    limit = shownAtOnce;
    heard = "";
    mark(wanted);
    return reload();
  }
  function mark(wanted) {
    group = wanted;
    for (const chip of chips.children) chip.setAttribute("aria-pressed", String(chip.dataset.group === group));
  }
  /// Loads after a change that is done: what fails now is not the change. The group that is shown stays marked.
  async function reload() {
    const wanted = group;
    try {
      await load();
    } catch (error) {
      if (signal.aborted || wanted !== group) return;
      outcome.replaceChildren(problemNotice(error));
      mark(drawn);
    }
  }

  function drawMap(own) {
    map?.close();
    const fresh = canvas.cloneNode();
    frame.querySelector("canvas").replaceWith(fresh);
    const fit = zoom.cloneNode(true);
    frame.querySelector(".zoom").replaceWith(fit);
    map = openMap(rowsOf(findings, stores, tags, own), mapWords());
    map.listen((finding) => drawDetail(finding));
    drawDetail(null);
  }

  function drawList() {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    shown = findings.filter((finding) => {
      const words = [finding.code, said(finding, "message"), said(finding, "next"), ...finding.stores, ...finding.tags].join("\n").toLowerCase();
      return wanted.every((word) => words.includes(word));
    });
    count.textContent = text("audit.count", { count: shown.length });
    if (!shown.length) {
      list.replaceChildren(make("li.none", emptyState(text(findings.length ? "search.none" : `audit.none.${group}`),
        text(findings.length ? "search.none.next" : `audit.none.${group}.next`))));
      return;
    }
    const chosen = shownNumber();
    list.replaceChildren(...shown.slice(0, limit).map((finding) => make("li", make("button.card.finding", { type: "button",
      data: { number: String(finding.number) }, "aria-pressed": String(finding.number === chosen), onclick: () => pick(finding) },
    make("span.line", make("span.severity", { data: { kind: finding.severity } }, text(`severity.${finding.severity}`)),
      make("b", textOr(`finding.${finding.code}`, finding.code)), badge(finding.state, text(`life.${finding.state}`)),
      make("span.soft", `#${finding.number}`)),
    make("span.message", wordsOf(finding, said(finding, "message")))))));
    if (shown.length > limit) list.append(make("li.more", button(text("more", { count: shown.length - limit }), () => showTo(2 * limit, limit))));
  }
  /// Shows so many findings, with the focus on one of them.
  function showTo(count, at) {
    limit = count;
    drawList();
    list.querySelectorAll(".finding")[at]?.focus();
  }
  function pick(finding) { map.select(map.findings[findings.indexOf(finding)]); }
  function turn(step) {
    if (!shown.length) return;
    const at = shown.findIndex((finding) => finding.number === shownNumber());
    const next = at < 0 ? 0 : Math.max(0, Math.min(shown.length - 1, at + step)), goal = shown[next];
    if (next >= limit) showTo(Math.max(limit + shownAtOnce, next + 1), next);
    pick(goal);
    list.querySelector(`[data-number="${goal.number}"]`)?.focus();
  }

  function drawDetail(row) {
    const finding = row && findings[row.index];
    looks += 1;
    for (const each of list.querySelectorAll(".finding")) each.setAttribute("aria-pressed", String(each.dataset.number === String(finding?.number)));
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
      make("p.message", wordsOf(finding, said(finding, "message"))),
      make("div.step", make("b", text("finding.next")), make("p", wordsOf(finding, said(finding, "next")))),
      lifeOf(finding), repairOf(finding),
      finding.state === "new" || finding.state === "still-there"
        ? place.can("provision") ? forms(`${finding.number} ${JSON.stringify(finding.repair ?? null)}`,
          () => make("div.forms", repairForms(finding, reload), acceptForm(finding, reload))) : "" : "",
      make("h3", text("finding.tags", { count: finding.tags.length })), make("ul", items.slice(0, 200)));
    drawRemarks(finding.number);
    detail.scrollTop = 0;
  }

  /// Of the finding that is open. They change without it.
  function drawRemarks(finding = shownNumber()) {
    if (finding === undefined) return;
    const look = ++looks;
    const put = (element) => {
      if (look !== looks) return;
      if (remarks) remarks.remove();
      remarks = element || "";
      if (remarks) detail.append(remarks);
    };
    remarksOn({ finding }).then(put, (error) => put(problemNotice(error)));
  }

  function drawFigures(own) {
    if (!tags.length) return figures.replaceChildren();
    const book = storeBook(own);
    const counts = { inside: 0, outside: 0, undecided: 0, roaming: 0, unknown: 0 };
    for (const { properties } of tags) {
      const store = book.find(properties.store, properties.deployment);
      counts[properties.verdict ?? (store && !store.region ? "roaming" : "unknown")] += 1;
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
    const files = make("input", { type: "file", multiple: true, accept: ".csv,.tsv,.txt,.xlsx,.json,.jsonl,.geojson,.gpx,.gz,.jpg,.jpeg,.heic,.heif,.zip,text/csv,image/jpeg,image/heic,image/heif,application/zip" });
    const accuracy = make("input", { type: "number", min: 1, max: 100000, step: 1, inputMode: "numeric" });
    const since = make("input", { type: "date" });
    const batch = make("select", option("", text("audit.everybatch")));
    station.batches().then((all) => batch.append(...all.map((each) => option(each.name, each.name)))).catch(() => {});
    const submit = button(text("audit.do"), () => {}, "primary", { type: "submit" });
    const form = make("form.import", { onsubmit: async (event) => {
      event.preventDefault();
      submit.disabled = true;
      const tell = (words) => outcome.replaceChildren(make("p.soft", words));
      try {
        const request = { listsTags: false, wantsMap: false, batch: batch.value || undefined,
          since: since.value ? new Date(`${since.value}T00:00`).toISOString() : undefined };
        const draft = files.files.length ? await station.openAudit(request) : null;
        const given = await importFiles([...files.files], accuracy.value || undefined, draft?.id, tell);
        if (draft && !given.tables && !given.read.length) {
          outcome.replaceChildren(make("div.notice", { role: "alert" }, make("b", text("audit.files.none")), fileList(given)));
          return;
        }
        tell(text("audit.doing"));
        const answer = await (draft ? station.endAudit(draft.id) : station.audit(request));
        const bad = answer.report.badRows;
        const list = fileList(given);
        outcome.replaceChildren(answer.warnings.length || list.length
          ? success(text("audit.done", { count: answer.report.findings.length }), ...list, ...warnings(answer.warnings)) : "",
          bad ? make("div.notice", make("b", text("audit.badrows", { count: bad.count })),
            make("ul", bad.problems.map((row) => make("li", placeOf(row, given.read))))) : "");
        form.parentElement.open = false;
        await choose("open");
        announce(text("audit.done", { count: findings.length }));
      } catch (error) {
        outcome.replaceChildren(problemNotice(error));
      } finally {
        submit.disabled = false;
      }
    } }, make("p.soft", text("audit.hint")), make("p.soft", text("audit.hint.more")),
    make("div.row", field(text("audit.files"), files), field(text("audit.accuracy"), accuracy, text("audit.accuracy.hint")), field(text("audit.since"), since), field(text("audit.batch"), batch), submit));
    return make("details.card.anew", make("summary", text("audit.new")), form);
  }
}
