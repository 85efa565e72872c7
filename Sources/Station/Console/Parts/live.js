// What happens at the station, as it happens. One stream serves the whole page; when it breaks, the page says so, comes
// back by itself, and shows everything anew.
const listeners = new Map();
const states = new Set();
let source = null, timer = 0, delay = 500, isLost = false, isWanted = false;

/// Calls `act` with the data of each event of a kind (`reader`, `batch`, `job`, `entry`, `reset`, ...) until the signal.
export function listen(kinds, act, signal) {
  for (const kind of kinds) {
    const acts = listeners.get(kind) ?? new Set();
    listeners.set(kind, acts.add(act));
    signal?.addEventListener("abort", () => acts.delete(act));
  }
}

/// Calls `act` with "lost" and "back", and with "refused" when the station answers and does not give the stream, until the
/// signal.
export function onConnection(act, signal) {
  states.add(act);
  signal?.addEventListener("abort", () => states.delete(act));
}

export function connect() {
  isWanted = true;
  if (source || document.hidden) return;
  source = new EventSource("/v1/events");
  source.onopen = () => {
    delay = 500;
    if (isLost) {
      isLost = false;
      for (const act of states) act("back");
    }
  };
  source.onerror = () => {
    if (!isLost) {
      isLost = true;
      for (const act of states) act("lost");
    }
    // A browser comes back by itself unless it was refused, as by a station that is only just starting.
    if (source?.readyState === EventSource.CLOSED) {
      again();
      for (const act of states) act("refused");
    }
  };
  for (const kind of ["reset", "reader", "reader-removed", "tag", "batch", "job", "entry"]) {
    source.addEventListener(kind, (event) => {
      const data = JSON.parse(event.data);
      for (const act of listeners.get(kind) ?? []) act(data, kind);
    });
  }
}
function again() {
  source?.close();
  source = null;
  clearTimeout(timer);
  timer = setTimeout(connect, delay);
  delay = Math.min(5000, delay * 1.6);
}

/// A browser has six connections to a station, for all of its pages: one that is not seen leaves its own to the others. Its
/// next stream begins with `reset`, and so everything is shown anew.
document.addEventListener("visibilitychange", () => {
  if (!isWanted) return;
  if (!document.hidden) return connect();
  clearTimeout(timer);
  source?.close();
  source = null;
});

export function disconnect() {
  isWanted = false;
  clearTimeout(timer);
  source?.close();
  source = null;
  isLost = false;
}

/// Runs `act` one time after another, and once for all who ask while it runs: an older answer never comes over a newer one.
export function oneByOne(act) {
  let running = null, waiting = null;
  const run = () => {
    waiting = null;
    running = act().finally(() => { running = waiting; });
    return running;
  };
  return () => running ? waiting ??= running.then(run, run) : run();
}

/// Calls `act` once for many events that come together, a moment after the first.
export function together(act, pause = 200) {
  let pending = 0;
  return () => {
    if (!pending) pending = setTimeout(() => { pending = 0; act(); }, pause);
  };
}
