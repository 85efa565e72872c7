// All batches with their progress, and a form to make another from a file.
import { badge, bar, emptyState, field, make } from "./elements.js";
import { text } from "./language.js";
import { fileForm } from "./imports.js";
import { deploymentFilter } from "./store-book.js";
import { station } from "./station.js";

export function showBatches(place) {
  const { main } = place;
  const list = make("div"), deployment = deploymentFilter(() => draw());
  let batches = [], running = new Map();
  main.replaceChildren(make("header.head", place.title(text("nav.batches"))), make("div.filters", deployment), list, place.can("provision") ? create() : "");
  return place.live(["batch", "tag", "job"], async () => {
    const [all, jobs] = await Promise.all([station.batches(), station.jobs()]);
    batches = all;
    deployment.offer(batches);
    running = new Map(jobs.filter((job) => job.state === "running").map((job) => [job.batch, job.id]));
    draw();
  });
  function draw() {
    if (!batches.length) {
      list.replaceChildren(emptyState(text("batches.none"), text("batches.none.next")));
      return;
    }
    list.replaceChildren(make("div.scroll.card", make("table.stacked",
      make("thead", make("tr", ["batch.name", "batch.progress.head", "batch.state"].map((key) => make("th", { scope: "col" }, text(key))))),
      make("tbody", batches.filter((batch) => deployment.takes(batch.deployment))
        .map((batch) => row(batch, running.get(batch.name)))))));
  }
}

export const finished = (batch) => batch.written + batch.printed;

function row(batch, job) {
  const all = batch.tags - batch.retired;
  const done = finished(batch);
  return make("tr", make("td.name", make("a.strong", { href: `#/batches/${encodeURIComponent(batch.name)}` }, batch.name)),
    make("td", batchBar(batch)),
    make("td", ...states(batch, job), all === 0 ? text("batch.empty") : done === all ? badge("done", text("state.complete")) : ""));
}

export function batchBar(batch) {
  const all = batch.tags - batch.retired;
  const words = text("batch.progress", { done: finished(batch), all });
  return make("div.barred", bar([["done", finished(batch)], ["unfinished", batch.unfinished], ["outdated", batch.outdated]], all, words),
    make("span", words));
}

export const states = (batch, job) => [
  job && make("a", { href: `#/bench/${job}` }, badge("running", text("state.running"))),
  batch.isPaused && badge("paused", text("state.paused")),
  batch.unfinished > 0 && badge("unfinished", text("batch.unfinished", { count: batch.unfinished })),
  batch.outdated > 0 && badge("outdated", text("batch.outdated", { count: batch.outdated })),
].filter(Boolean);

function create() {
  const name = make("input", { required: true, maxLength: 64, autocomplete: "off" });
  const template = make("input", { autocomplete: "off", spellcheck: false, placeholder: "https://example.com/store/{store}{?tag}" });
  return fileForm({
    title: text("batches.create"), hint: text("batches.create.hint"), action: text("batches.create.do"),
    fields: [field(text("batch.name"), name), field(text("batch.template"), template, text("batch.template.hint"))],
    send: (file) => station.createBatch(name.value, file, template.value || undefined),
    done: ({ batch }) => text("batches.created", { name: batch.name, count: batch.tags }),
  });
}
