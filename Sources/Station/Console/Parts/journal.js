// The journal, searched, newest entry first.
import { button, emptyState, make, option } from "./elements.js";
import { exactMoment, number, text, textOr } from "./language.js";
import { together } from "./live.js";
import { problemNotice } from "./notices.js";
import { station } from "./station.js";

const kinds = ["stores-imported", "experiences-imported", "deployment-loaded", "batch-created", "batch-revised", "batch-paused",
  "batch-resumed", "batch-ruled", "key-rotated", "batch-deleted", "tag-deleted",
  "store-deleted", "experience-deleted", "reader-added", "reader-removed", "write-intended", "protection-intended",
  "write-confirmed", "write-interrupted", "chip-refused", "tag-replaced", "tag-retired", "sheet-made", "sheet-printed",
  "audited", "sightings-imported", "confirmations-imported", "finding-accepted", "evidence-forgotten", "token-created",
  "token-revoked", "registry-restored", "clock-set"];

export function showJournal(place) {
  const { main } = place;
  let entries = [], next = null, asked = 0;
  const search = make("input", { type: "search", oninput: together(() => load(false), 250),
    placeholder: text("journal.search"), "aria-label": text("journal.search") });
  const kind = make("select", { "aria-label": text("journal.kind"), onchange: () => load(false) },
    option("", text("journal.every")), kinds.map((each) => option(each, text(`kind.${each}`))));
  const since = make("input", { type: "date", "aria-label": text("journal.since"), onchange: () => load(false) });
  const list = make("div"), chain = make("div", { role: "status" });
  main.replaceChildren(
    make("header.head", place.title(text("nav.journal")), button(text("journal.check"), check)), chain,
    make("div.filters", search, kind, make("label.inline", text("journal.since"), " ", since)), list);
  return place.live(["entry"], () => load(false));

  async function load(isMore) {
    const turn = ++asked;
    try {
      const page = await station.journal({ q: search.value, kind: kind.value,
        since: since.value && new Date(`${since.value}T00:00`).toISOString(), cursor: isMore ? next : undefined });
      if (turn !== asked) return;
      entries = isMore ? [...entries, ...page.entries] : page.entries;
      next = page.next ?? null;
    } catch (error) {
      return list.replaceChildren(problemNotice(error));
    }
    if (!entries.length) return list.replaceChildren(emptyState(text("search.none"), text("search.none.next")));
    list.replaceChildren(make("ol.entries.card", entries.map(row)),
      next ? make("div.more", button(text("journal.older"), () => load(true))) : "");
  }

  async function check() {
    chain.replaceChildren(make("p.soft", text("journal.checking")));
    try {
      const { entries: count, brokenAt } = await station.checkJournal();
      chain.replaceChildren(make(`div.notice${brokenAt ? "" : ".good"}`,
        make("b", brokenAt ? text("journal.broken", { entry: brokenAt }) : text("journal.whole", { count }))));
    } catch (error) {
      chain.replaceChildren(problemNotice(error));
    }
  }
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
