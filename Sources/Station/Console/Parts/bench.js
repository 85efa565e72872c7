// The bench: which batch is written next. Where a job runs already, it is shown.
import { badge, bar, button, emptyState, gated, make } from "./elements.js";
import { text } from "./language.js";
import { showJob } from "./bench-job.js";
import { ruleList } from "./rules.js";
import { station } from "./station.js";
import { begin, writeOptions } from "./write.js";

export async function showBench(place) {
  if (place.argument) return showJob(place, Number(place.argument));
  const running = (await station.jobs()).filter((job) => job.state === "running");
  // Somebody has gone on to another view meanwhile.
  if (place.signal.aborted) return;
  if (running.length === 1) return void location.replace(`#/bench/${running[0].id}`);
  return showChoice(place);
}

function showChoice(place) {
  const { main } = place;
  const heading = place.title(text("nav.bench"));
  const wrong = make("div"), list = make("div.choices");
  const options = writeOptions();
  main.replaceChildren(make("header.head", make("div", heading, make("p.count", text("bench.choose")))), wrong, list, options);
  return place.live(["reader", "reader-removed", "batch", "tag", "job"], async () => {
    const [batches, readers, jobs] = await Promise.all([station.batches(), station.readers(), station.jobs()]);
    const open = batches.filter((batch) => batch.planned + batch.unfinished + batch.outdated > 0);
    const hasChips = await Promise.all(open.map((batch) => station.hasChips(batch.name)));
    const running = new Map(jobs.filter((job) => job.state === "running").map((job) => [job.batch, job]));
    options.show(readers);
    const choices = open.filter((_, index) => hasChips[index]).map((batch) => choice(batch, running.get(batch.name)));
    if (!readers.length) {
      list.replaceChildren(emptyState(text("bench.noreader"), text("bench.noreader.next"),
        make("a.button.primary", { href: "#/readers" }, text("nav.readers"))));
    } else if (!choices.length) {
      list.replaceChildren(emptyState(text("bench.nothing"), text("bench.nothing.next"),
        make("a.button.primary", { href: "#/batches" }, text("nav.batches"))));
    } else {
      list.replaceChildren(...choices);
    }
    options.hidden = !choices.length || !readers.length;
  });

  function choice(batch, job) {
    const all = batch.tags - batch.retired, done = batch.written + batch.printed;
    const start = job ? make("a.button.primary", { href: `#/bench/${job.id}` }, text("bench.look"))
      : gated(button(text("bench.write"), () => begin(place, batch.name, options.values, wrong, batch.isPaused), "primary"),
        place.why("provision"));
    return make("article.card.choice", make("h2", batch.name), batch.isPaused && badge("paused", text("state.paused")),
      make("p.soft", text("batch.left", { count: all - done })), bar([["done", done]], all, text("batch.progress", { done, all })),
      ruleList(batch), make("div.actions", start));
  }
}
