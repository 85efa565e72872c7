// What a write job's events add up to: which sign is next at each reader, what became of the last one.
export const newBench = () => ({ lanes: new Map(), shared: null, order: null, done: 0, total: 0, failed: 0,
  ending: null, last: 0, canRedo: false });

const lane = (bench, name) => {
  if (!bench.lanes.has(name)) bench.lanes.set(name, { name, next: bench.shared, state: "waiting", event: null });
  return bench.lanes.get(name);
};
const steps = { presented: "reading", writing: "writing", written: "done", confirmed: "confirmed", refused: "failed",
  interrupted: "interrupted", "reader-lost": "lost", "reader-back": "waiting", joined: "waiting",
  waiting: "held", "going-on": "reading" };

/// Takes an event; `number` is its place in the stream, so that a stream that begins anew counts nothing twice.
/// Gives "done" or "failed" for what should be heard.
export function take(bench, event, number) {
  if (number <= bench.last) return null;
  bench.last = number;
  bench.done = event.done;
  bench.total = event.total;
  const lanes = event.reader ? [lane(bench, event.reader)] : [...bench.lanes.values()];
  switch (event.type) {
    case "next": case "scan": case "nothing-left":
      if (!event.reader) bench.shared = event;
      for (const each of lanes) each.next = event;
      return null;
    case "finished": case "paused": case "cancelled": case "failed":
      bench.ending = event;
      return event.type === "finished" ? "done" : event.type === "failed" ? "failed" : null;
    case "redone": case "skipped":
      // The tag that was written last is to be written again: a second press has nothing to do.
      if (event.type === "redone") bench.canRedo = false;
      bench.order = event;
      return null;
    case "entered": case "left":
      bench.order = event;
      return null;
  }
  if (event.type === "written") bench.canRedo = true;
  const state = steps[event.type];
  // The next chip: what was ordered before is done.
  if (event.type === "presented") bench.order = null;
  if (!state) return null;
  if (event.reader) Object.assign(lanes[0], { state, event });
  // A refused order is no reader's: no chip has failed.
  else bench.order = event;
  const isFailure = event.reader && (state === "failed" || state === "interrupted");
  if (isFailure) bench.failed += 1;
  return isFailure || state === "lost" || state === "held" ? "failed" : state === "done" || state === "confirmed" ? "done" : null;
}
