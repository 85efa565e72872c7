// Stores and experiences: what is registered, importing a file of either, and which of them a URL means.
import { badge, button, emptyState, field, keeper, make, sending } from "./elements.js";
import { metres, text, textOr } from "./language.js";
import { fileForm } from "./imports.js";
import { oneByOne, together } from "./live.js";
import { problemNotice } from "./notices.js";
import { deletion } from "./deletion.js";
import { deploymentFilter } from "./store-book.js";
import { station } from "./station.js";

const shownAtOnce = 2000;

export function showStores(place) {
  const { main } = place;
  const kind = place.argument === "experiences" ? "experiences" : "stores";
  const search = make("input", { type: "search", placeholder: text("stores.search"), "aria-label": text("stores.search"),
    oninput: together(() => find(), 250) });
  const deployment = deploymentFilter(() => show());
  let all = [], limit = shownAtOnce;
  const removal = keeper(), draw = oneByOne(load);
  const list = make("div"), wrong = make("div"), count = make("span.soft", { role: "status" });
  const tabs = make("nav.tabs", { "aria-label": text("nav.stores") }, ["stores", "experiences"].map((each) =>
    make("a", { href: `#/stores/${each}`, "aria-current": each === kind ? "page" : undefined }, text(`stores.${each}`))));
  main.replaceChildren(make("header.head", place.title(text("nav.stores"))), tabs,
    make("div.filters", search, deployment, count), wrong, list, kind === "experiences" ? matcher() : "",
    place.can("administer") ? importer(kind) : "");
  return place.live(["entry"], draw);

  async function load() {
    const query = { q: search.value };
    all = kind === "stores" ? await station.stores(query) : await station.experiences(query);
    if (!query.q) deployment.offer(all);
    wrong.replaceChildren();
    show();
  }
  /// What is shown then is what was found before: that is said.
  async function find() {
    limit = shownAtOnce;
    try { await draw(); } catch (error) { wrong.replaceChildren(problemNotice(error)); }
  }
  function show() {
    const found = all.filter((each) => deployment.takes(each.deployment));
    count.textContent = text(`stores.${kind}.count`, { count: found.length });
    if (!found.length) {
      list.replaceChildren(search.value ? emptyState(text("search.none"), text("search.none.next"))
        : emptyState(text(`stores.${kind}.none`), text(`stores.${kind}.none.next`)));
      return;
    }
    const [heads, row] = kind === "stores"
      ? [["store.name", "store.id", "store.region", "store.address"], (store) => storeRow(store, tools(store.name, storeDeletion, store))]
      : [["experience.url", "experience.card", "experience.store", "experience.status"],
        (experience) => experienceRow(experience, tools(experience.url, experienceDeletion, experience))];
    const focused = document.activeElement;
    list.replaceChildren(make("div.scroll.card", make("table.stacked",
      make("thead", make("tr", heads.map((key) => make("th", { scope: "col" }, text(key))),
        place.can("administer") && make("th", { scope: "col" }, make("span.unseen", text("delete"))))),
      make("tbody", found.slice(0, limit).map(row)))),
    found.length > limit ? make("div.more", button(text("more", { count: found.length - limit }), () => more(limit))) : "");
    if (list.contains(focused)) focused.focus({ preventScroll: true });
  }
  /// Shows more rows, with the focus where they begin.
  function more(first) {
    limit += shownAtOnce;
    show();
    const row = list.querySelectorAll("tbody tr")[first];
    row?.setAttribute("tabindex", "-1");
    row?.focus();
  }
  /// The cell with what can be done to a row.
  function tools(name, remove, thing) {
    if (!place.can("administer")) return null;
    const key = JSON.stringify([thing.deployment, thing.id ?? thing.url, name]);
    return make("td.tools", removal(key, () => remove(thing, find)));
  }
}

const storeDeletion = (store, done) => deletion({ kind: "store", name: store.name, act: () => station.deleteStore(store), done,
  uses: async () => {
    const uses = await station.usesOf(store);
    return uses.tags ? text("why.delete.store.tags") : uses.experiences ? text("why.delete.store.experiences") : "";
  } });
const experienceDeletion = (experience, done) => deletion({ kind: "experience", name: experience.url,
  act: () => station.deleteExperience(experience.url), done });

const storeRow = (store, tools) => make("tr", make("td.name", make("b", store.name)),
  make("td.id", make("code", store.id), store.deployment && make("small.owner", store.deployment)),
  make("td.figures", store.region
    ? [`${store.region.latitude.toFixed(4)}, ${store.region.longitude.toFixed(4)}`, make("small", text("store.radius", { radius: metres(store.region.radius) }))]
    : badge("roaming", text("store.roaming"))),
  make("td.name", store.address ?? ""), tools);

const experienceRow = (experience, tools) => make("tr", make("td.url", make("code", experience.url)),
  make("td.name", make("b", experience.card.title), make("small", experience.card.subtitle)),
  make("td.id", experience.store ?? text("experience.every"), experience.deployment && make("small.owner", experience.deployment)),
  make("td", badge(experience.status, textOr(`status.${experience.status}`, experience.status))), tools);

const importer = (kind) => fileForm({
  title: text(`import.${kind}`), hint: text(`import.${kind}.hint`), action: text("import.do"),
  send: kind === "stores" ? station.importStores : station.importExperiences,
  done: (answer) => text(`import.${kind}.done`, { count: answer.rows }),
});

/// Which experience answers for a URL, and why.
function matcher() {
  const url = make("input", { type: "text", required: true, autocomplete: "off", spellcheck: false, inputMode: "url" });
  const outcome = make("div", { "aria-live": "polite" });
  return make("form.card.import", { onsubmit: sending(async () => {
    try {
      const answer = await station.match(url.value.trim());
      const isGood = answer.outcome === "match";
      outcome.replaceChildren(make(`div.notice${isGood ? ".good" : ""}`, make("b", text(`match.${answer.outcome}`)),
        make("p", answer.explanation), answer.experience && make("p", make("code", answer.experience.url)),
        answer.store.store && make("p", text("match.store", { store: [answer.store.store, answer.store.deployment].filter(Boolean).join(" · ") })),
        answer.reasons.length ? make("ul", answer.reasons.map((other) => make("li", make("code", other.url), ` ${other.why}`))) : ""));
    } catch (error) {
      outcome.replaceChildren(problemNotice(error));
    }
  }) }, make("h2", text("match.title")), make("div.row", field(text("match.url"), url), button(text("match.do"), () => {}, "primary", { type: "submit" })), outcome);
}
