// One batch: how far it is, its tags, writing it, and its sheet of labels.
import { deletion } from "./deletion.js";
import { badge, button, emptyState, gated, make, once } from "./elements.js";
import { text, textOr } from "./language.js";
import { batchBar, states } from "./batches.js";
import { problemNotice } from "./notices.js";
import { ruleList, rulesForm } from "./rules.js";
import { sheetPanel } from "./sheet.js";
import { storeBook } from "./store-book.js";
import { station } from "./station.js";
import { begin, writeOptions } from "./write.js";

const shownAtOnce = 200;

export function showBatch(place) {
  const { main, argument: name } = place;
  const summary = make("div.card.summary"), wrong = make("div"), doubts = make("div"), tags = make("section");
  const filter = make("input", { type: "search", oninput: () => drawTags(), placeholder: text("batch.search"), "aria-label": text("batch.search") });
  const options = writeOptions(), rules = rulesForm(place, name);
  const left = make("p.soft"), ruled = make("div"), actions = make("div.actions");
  // What can be filled in stays where it is when there is news: an element that is put in anew loses the focus.
  const write = make("section.card.panel", make("h2", text("write.title")), left, ruled, options, rules, actions);
  const sheet = sheetPanel(place, name);
  const removal = deletion({ kind: "batch", name, act: () => station.deleteBatch(name), done: () => { location.hash = "#/batches"; } });
  let batch = null, stores = storeBook([]), limit = shownAtOnce;
  main.replaceChildren(make("header.head", make("div", make("a.back", { href: "#/batches" }, text("nav.batches")), place.title(name)), removal),
    summary, wrong, doubts, make("div.panels", write, sheet.element), tags);
  tags.append(make("div.filters", make("h2", text("batch.tags")), filter), make("div.scroll.card"), make("div.more"));

  return place.live(["batch", "tag", "job", "reader"], async () => {
    const [detail, all, jobs, readers] = await Promise.all([station.batch(name), station.batches(), station.jobs(), station.readers()]);
    batch = detail.batch;
    stores = storeBook(detail.stores);
    const job = jobs.find((each) => each.state === "running" && each.batch === name);
    const own = all.find((each) => each.name === name);
    summary.replaceChildren(batchBar(own), make("div.badges", states(own, job?.id)),
      batch.template ? make("p.soft", text("batch.template"), " ", make("code", batch.template)) : "",
      batch.deployment ? make("p.soft", text("deployment.is", { deployment: batch.deployment })) : "");
    doubts.replaceChildren(detail.doubts.length ? make("div.notice", make("b", text("batch.doubts", { count: detail.doubts.length })),
      make("ul", detail.doubts.slice(0, 20).map((doubt) => make("li", `${doubt.tag}: ${doubt.why}`)))) : "");
    drawWrite(own, job, readers);
    const begun = batch.tags.filter((tag) => tag.state !== "planned" || tag.uid).length;
    removal.show(place.why("provision") || (job ? text("why.delete.job") : begun ? text("why.delete.batch", { count: begun }) : ""));
    drawTags();
    await sheet.show(batch.tags.filter((tag) => tag.medium === "qr" && tag.state !== "retired"));
  });

  function drawWrite(own, job, readers) {
    const chips = batch.tags.filter((tag) => tag.medium === "nfc" && tag.state !== "retired");
    write.hidden = !chips.length;
    options.show(readers);
    const count = chips.filter((tag) => tag.state !== "written").length;
    rules.show(own);
    const why = place.why("provision");
    const pause = own.isPaused ? button(text("batch.resume"), () => rest("resume")) : button(text("batch.pause"), () => rest("pause"));
    pause.disabled = Boolean(why);
    actions.replaceChildren(...[
      job ? make("a.button.primary", { href: `#/bench/${job.id}` }, text("bench.look"))
        : gated(button(text("write.start"), () => begin(place, name, options.values, wrong, own.isPaused), "primary"),
          why || (count ? "" : text("write.done"))), pause].flat());
    left.textContent = count ? text("write.left", { count }) : text("write.done");
    ruled.replaceChildren(ruleList(own));
  }
  const rest = once(async (action) => {
    wrong.replaceChildren();
    try { await station.rest(name, action); } catch (error) { wrong.replaceChildren(problemNotice(error)); }
  });

  function drawTags() {
    if (!batch) return;
    const wanted = filter.value.toLowerCase();
    const found = batch.tags.filter((tag) =>
      [tag.id, tag.placement, tag.store, stores.name(tag.store, tag.deployment), tag.url, tag.uid ?? "", tag.state]
        .some((part) => part.toLowerCase().includes(wanted)));
    const [, scroll, more] = tags.children;
    if (!found.length) {
      scroll.replaceChildren(emptyState(text("search.none"), text("search.none.next")));
      more.replaceChildren();
      return;
    }
    const heads = ["tag", "store", "placement", "medium", "state", "url"];
    scroll.replaceChildren(make("table.stacked", make("thead", make("tr", heads.map((key) => make("th", { scope: "col" }, text(`tag.${key}`))))),
      make("tbody", found.slice(0, limit).map((tag) => make("tr",
        make("td.id", make("a.strong", { href: `#/tags/${encodeURIComponent(tag.id)}` }, tag.id), tag.uid && make("small.code", tag.uid)),
        make("td.name", stores.name(tag.store, tag.deployment)),
        make("td.name", tag.placement), make("td", tag.medium.toUpperCase()),
        make("td", badge(tag.state, textOr(`state.${tag.state}`, tag.state))), make("td.url", make("code", tag.url)))))));
    more.replaceChildren(found.length > limit ? button(text("more", { count: found.length - limit }), () => {
      const first = limit;
      limit += 1000;
      drawTags();
      scroll.querySelectorAll("td.id a")[first]?.focus();
    }) : "");
  }
}
