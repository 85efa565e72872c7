// A write job as it goes on: its events, and what the operator says to it.
import { agree, bar, button, emptyState, field, make, once } from "./elements.js";
import { number, text } from "./language.js";
import { ending, laneCell, orderWords } from "./bench-lane.js";
import { newBench, take } from "./bench-state.js";
import { listen, onConnection } from "./live.js";
import { problemNotice } from "./notices.js";
import { sound } from "./sound.js";
import { station, NoStation } from "./station.js";
import { storeBook } from "./store-book.js";
import { begin, optionsOf } from "./write.js";

export async function showJob(place, id) {
  const { main, signal } = place;
  let bench = newBench(), source = null, names = storeBook([]), job = null, timer = 0, taken = 0;
  const parts = jobParts(place, { pause: once(pause), skip: once(skip), redo: once(redo), end: once(end), pick });
  signal.addEventListener("abort", () => { source?.close(); clearTimeout(timer); });

  try {
    job = await station.job(id);
  } catch (error) {
    if (signal.aborted) return;
    if (error.status === 404) return void location.replace("#/bench");
    throw error;
  }
  names = await storeNames(job.batch);
  if (signal.aborted) return;
  main.replaceChildren(...parts.elements);
  parts.heading(job.batch);
  parts.picking(job.picking);
  follow();
  listen(["reset"], check, signal);
  onConnection((state) => { if (state === "back") check(); }, signal);

  /// From the job's beginning: what happened before counts, and is not heard.
  function follow() {
    source?.close();
    const before = taken = Math.max(taken, bench.last);
    bench = newBench();
    source = new EventSource(`/v1/jobs/${id}/events`);
    const opened = performance.now();
    for (const kind of ["next", "scan", "nothing-left", "skipped", "redone", "joined", "entered", "left", "presented", "writing",
      "written", "confirmed", "refused", "interrupted", "reader-lost", "reader-back", "waiting", "going-on", "finished", "paused",
      "cancelled", "failed"]) {
      source.addEventListener(kind, (message) => {
        const event = JSON.parse(message.data);
        const at = Number(message.lastEventId.split("-").at(-1)), heard = take(bench, event, at);
        // What was taken before, or is older than the look at it, is history.
        const isNews = at > before && (performance.now() - opened > 400 || Date.now() - Date.parse(event.time) < 2000);
        if (heard && isNews) sound[heard]();
        draw();
        if (bench.ending) source.close();
      });
    }
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED && !bench.ending) timer = setTimeout(check, 1500);
    };
  }
  /// After an interruption: the job goes on, or it ended with the daemon that ran it.
  async function check() {
    if (signal.aborted || bench.ending) return;
    clearTimeout(timer);
    try {
      const now = await station.job(id);
      if (signal.aborted) return;
      // Another daemon's job of this number.
      if (now.batch !== job.batch || now.started !== job.started) return void location.replace("#/bench");
      follow();
    } catch (error) {
      if (signal.aborted) return;
      if (error.status !== 404) {
        // A browser does not come back to a stream that was refused.
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(check, 5000);
        return error instanceof NoStation ? undefined : parts.wrong(error);
      }
      source.close();
      bench.ending = { type: "restarted" };
      sound.failed();
      draw();
    }
  }
  let pending = 0;
  function draw() {
    if (!pending) pending = requestAnimationFrame(() => {
      pending = 0;
      if (!signal.aborted) parts.draw(bench, names, () => begin(place, job.batch, optionsOf(job), parts.trouble,
        bench.ending?.type === "paused"));
    });
  }

  async function attempt(act) {
    parts.trouble.replaceChildren();
    // What is wanted is so already: the job's own events show it. See: docs/api.md, job-ended
    if (bench.ending) return;
    try { await act(); } catch (error) { if (error.code !== "job-ended") parts.wrong(error); }
  }
  function pause() { return attempt(() => station.rest(job.batch, "pause")); }
  function end() {
    return attempt(async () => {
      const { participants } = await station.job(id);
      const others = participants.map(({ actor }) => actor).join(", ");
      // One who only looks on ends the job of another person.
      const isShared = participants.length > 1 || participants.some(({ actor }) => actor !== place.who.actor);
      if (isShared && !await agree(text("bench.end.sure"), text("bench.end.why", { others }), text("bench.end"), text("cancel"))) return;
      await station.endJob(id);
    });
  }
  function skip(tag) { return attempt(() => station.order(id, "skip", tag)); }
  function redo() { return attempt(() => station.order(id, "redo")); }
  function pick(code) { return attempt(() => station.order(id, "pick", code)); }
}

async function storeNames(batch) {
  const { stores } = await station.batch(batch);
  return storeBook(stores);
}

/// The parts of the page that stay, so that neither the focus nor a listener's place is lost when something happens.
function jobParts(place, acts) {
  const title = place.title(text("nav.bench"));
  const count = make("p.count"), progress = make("div.progress");
  const done = make("b", "0"), failed = make("b", "0");
  const tallies = make("dl.tallies", make("div.good", make("dt", text("bench.done")), make("dd", done)),
    make("div.bad", make("dt", text("bench.failed")), make("dd", failed)));
  const lanes = make("div.lanes"), trouble = make("div"), order = make("p.order", { role: "status" });
  const mayWrite = place.can("provision");
  let only = null;
  const loud = button("", toggleSound, "toggle", { "aria-keyshortcuts": "m", "aria-pressed": String(sound.isOn) });
  const wide = button(text("bench.wide"), toggleWide, "toggle", { "aria-keyshortcuts": "f" });
  const big = (key, act, shortcut) => button([text(`bench.${key}`), make("kbd", shortcut.toUpperCase())], act, `big.${key}`,
    { "aria-keyshortcuts": shortcut, disabled: !mayWrite, title: place.why("provision") });
  const controls = [big("pause", acts.pause, "p"), big("skip", () => acts.skip(only?.next?.tag), "s"), big("redo", acts.redo, "r")];
  const end = button(text("bench.end"), acts.end, "quiet", { disabled: !mayWrite, title: place.why("provision") });
  const why = mayWrite ? "" : make("p.why", place.why("provision"));
  const code = make("input", { type: "text", autocomplete: "off", spellcheck: false });
  const picker = make("form.picker", { hidden: true, onsubmit: (event) => {
    event.preventDefault();
    acts.pick(code.value);
    code.value = "";
    code.focus();
  } }, field(text("bench.scan"), code), button(text("bench.choosesign"), () => {}, "primary", { type: "submit" }));
  const bottom = make("div.controls", { role: "group", "aria-label": text("bench.controls") }, controls);
  const head = make("header.head", make("div", title, count), tallies);
  const cells = new Map();
  showLoud();

  place.signal.addEventListener("abort", () => document.body.classList.remove("wide"));
  // Before the console's own keys: a scanner types, and a code must neither pause a job nor lead to another view.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog")) return;
    if (!picker.hidden && event.key.length === 1 && event.key !== " ") {
      code.focus();
      return event.stopPropagation();
    }
    // A key that is held down would leave one sign after another.
    if (event.repeat) return;
    const act = { p: controls[0], s: controls[1], r: controls[2], m: loud, f: wide }[event.key.toLowerCase()];
    if (!act || act.disabled || act.hidden) return;
    event.preventDefault();
    act.click();
  }, { signal: place.signal, capture: true });

  /// Disables a control as long as there is a reason, which it tells.
  function showUse(control, reason) {
    if (!mayWrite) return;
    control.disabled = Boolean(reason);
    control.title = reason || "";
    control.querySelector("small")?.remove();
    if (reason) control.append(make("small", reason));
  }
  function toggleSound() {
    sound.isOn = !sound.isOn;
    showLoud();
  }
  function showLoud() {
    loud.textContent = text(sound.isOn ? "bench.sound.on" : "bench.sound.off");
    loud.setAttribute("aria-pressed", String(sound.isOn));
  }
  function toggleWide() { document.body.classList.toggle("wide"); }

  return {
    elements: [head, progress, picker, trouble, lanes, order, bottom, why, make("div.settings", loud, wide, end)],
    trouble,
    heading(batch) { title.textContent = batch; },
    picking(isPicking) {
      picker.hidden = !isPicking || !mayWrite;
      if (!picker.hidden) code.focus();
    },
    wrong(error) { trouble.replaceChildren(problemNotice(error)); },
    draw(bench, names, again) {
      count.textContent = text("bench.of", { done: bench.done, total: bench.total });
      progress.replaceChildren(bar([["done", bench.done]], bench.total, count.textContent));
      done.textContent = number(bench.done);
      failed.textContent = number(bench.failed);
      tallies.dataset.any = bench.failed > 0;
      only = bench.lanes.size === 1 ? [...bench.lanes.values()][0] : null;
      lanes.dataset.count = bench.ending ? 1 : Math.min(4, bench.lanes.size);
      controls[1].hidden = bench.lanes.size > 1;
      showUse(controls[1], bench.lanes.size === 1 && only.next?.type !== "next" && text("why.skip"));
      showUse(controls[2], !bench.canRedo && text("why.redo"));
      order.textContent = orderWords(bench.order, names);
      if (bench.ending) {
        lanes.replaceChildren(ending(bench, again, place));
        bottom.hidden = end.hidden = picker.hidden = true;
        return;
      }
      if (!bench.lanes.size) {
        lanes.replaceChildren(emptyState(text("bench.waiting"), text("bench.waiting.next")));
        return;
      }
      for (const lane of bench.lanes.values()) {
        if (!cells.has(lane.name)) cells.set(lane.name, laneCell(lane.name, mayWrite && acts.skip));
        cells.get(lane.name).draw(lane, names, bench.lanes.size > 1);
      }
      const wanted = [...bench.lanes.keys()].map((name) => cells.get(name).element);
      if (wanted.length !== lanes.children.length || wanted.some((element, index) => element !== lanes.children[index])) {
        lanes.replaceChildren(...wanted);
      }
    },
  };
}
