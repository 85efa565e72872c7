// The journal, searched, newest entry first.
import { button, emptyState, keeper, make, option } from "./elements.js";
import { exactMoment, number, text, textOr } from "./language.js";
import { together } from "./live.js";
import { problemNotice } from "./notices.js";
import { station } from "./station.js";

const kinds = ["stores-imported", "experiences-imported", "deployment-loaded", "batch-created", "batch-revised", "batch-paused",
  "batch-resumed", "batch-ruled", "key-rotated", "batch-deleted", "tag-deleted", "tag-commissioned",
  "store-deleted", "experience-deleted", "reader-added", "reader-removed", "write-intended", "protection-intended",
  "write-confirmed", "write-interrupted", "chip-refused", "tag-replaced", "tag-retired", "sheet-made", "sheet-printed",
  "audited", "sightings-imported", "confirmations-imported", "finding-accepted", "finding-assigned",
  "finding-repaired", "evidence-forgotten", "token-created", "token-revoked", "session-opened", "session-ended",
  "registry-restored", "clock-set", "hub-joined", "hub-left", "grant-asked", "grant-taken", "grant-declined", "grant-returned",
  "grant-closed", "era-adopted", "documents-received", "station-invited", "station-enrolled", "grant-given", "station-lost", "era-begun", "plans-renewed", "conflict-settled",
  "registry-handed-over", "registry-adopted", "adoption-ended", "batches-handed-back"];

export function showJournal(place) {
  const { main } = place;
  let entries = [], next = null, asked = 0, searches = 0;
  const search = make("input", { type: "search", oninput: together(() => load(anew), 250),
    placeholder: text("journal.search"), "aria-label": text("journal.search") });
  const kind = make("select", { "aria-label": text("journal.kind"), onchange: () => load(anew) },
    option("", text("journal.every")), kinds.map((each) => option(each, text(`kind.${each}`))));
  const since = make("input", { type: "date", "aria-label": text("journal.since"), onchange: () => load(anew) });
  const kept = keeper();
  const list = make("div"), chain = make("div.notices", { role: "status" });
  main.replaceChildren(
    make("header.head", place.title(text("nav.journal")), button(text("journal.check"), check)), chain,
    make("div.filters", search, kind, make("label.inline", text("journal.since"), " ", since)), list);
  return place.live(["entry"], () => load(news));

  /// Loads a page of entries; `join` says how it changes what is shown.
  async function load(join, cursor) {
    if (join === anew) searches += 1;
    const turn = join === anew ? ++asked : asked, sought = searches;
    try {
      const page = await station.journal({ q: search.value, kind: kind.value,
        since: since.value && new Date(`${since.value}T00:00`).toISOString(), cursor });
      if (join === older) {
        if (sought !== searches) return;
        // News came meanwhile, and the page that was asked for does not follow what is shown any more.
        if (cursor !== next) return next ? load(older, next) : undefined;
      } else if (turn !== asked) {
        return;
      }
      join(page);
    } catch (error) {
      return list.replaceChildren(problemNotice(error));
    }
    if (!entries.length) return list.replaceChildren(emptyState(text("search.none"), text("search.none.next")));
    list.replaceChildren(make("ol.entries.card", entries.map((entry) => kept(entry.sequence, () => row(entry)))),
      next ? make("div.more", button(text("journal.older"), () => load(older, next))) : "");
  }
  function anew(page) { [entries, next] = [page.entries, page.next ?? null]; }
  function older(page) { [entries, next] = [[...entries, ...page.entries], page.next ?? null]; }
  /// New entries come on top; the older ones that were loaded stay, unless entries between them are missing.
  function news(page) {
    const [first, last] = [page.entries.at(0)?.sequence, page.entries.at(-1)?.sequence];
    const newer = entries.filter(({ sequence }) => sequence > first), rest = entries.filter(({ sequence }) => sequence < last);
    if (rest.length && newer.length + rest.length < entries.length) {
      entries = [...newer, ...page.entries, ...rest];
    } else {
      asked += 1;
      anew(page);
    }
  }

  async function check() {
    chain.replaceChildren(make("p.soft", text("journal.checking")));
    try {
      chain.replaceChildren(...found(await station.checkJournal()));
    } catch (error) {
      chain.replaceChildren(problemNotice(error));
    }
  }
}

/// What a check has found: a break, rows that no entry accounts for, or neither; and the rows that are older than the digests.
function found({ entries: count, brokenAt, deviations, unproven }) {
  const differing = deviations ?? [];
  const whole = !brokenAt && !differing.length;
  const title = brokenAt ? text("journal.broken", { entry: brokenAt })
    : whole ? text("journal.whole", { count }) : text("journal.altered");
  return [
    make(`div.notice${whole ? ".good" : ""}`, make("b", title),
      differing.length ? make("ul", differing.map(({ subject, why }) => make("li", `${subject}: ${why}`))) : null,
      whole ? null : make("p.next", make("span", `${text("next")} `), text("journal.altered.next"))),
    unproven?.length ? make("div.notice.doubtful", make("b", text("journal.unproven")), make("ul", unproven.map(unprovenRow)),
      make("p.next", make("span", `${text("next")} `), text("journal.unproven.next"))) : "",
  ];
}

function unprovenRow({ documents, rows: count, since }) {
  const batch = documents.match(/^tags of batch (.*)$/)?.[1];
  const name = batch ? text("documents.tags", { batch }) : textOr(`documents.${documents}`, documents);
  const rows = text("journal.unproven.rows", { documents: name, count });
  return make("li", since ? `${rows} ${text("journal.unproven.since", { entry: since })}` : rows);
}

function row(entry) {
  let payload = {};
  try { payload = JSON.parse(entry.payload); } catch { /* What is not JSON is shown as it is. */ }
  return make("li", make("details",
    make("summary", make("span.number", `#${entry.sequence}`), make("time", { dateTime: entry.time }, exactMoment(entry.time)),
      make("b", textOr(`kind.${entry.kind}`, entry.kind)), make("span.gist", gist(payload)), make("span.actor", entry.author.actor)),
    make("pre", Object.keys(payload).length ? JSON.stringify(payload, null, 2) : entry.payload)));
}

/// The part of an entry that tells it from its neighbours.
function gist(payload) {
  const parts = [payload.tag, payload.batch, payload.name, payload.store, payload.file, payload.uid, payload.reason, payload.finding];
  return parts.filter((part) => ["string", "number"].includes(typeof part)).slice(0, 3).join(" · ");
}
