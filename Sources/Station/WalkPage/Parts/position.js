// Where the phone is, as far as it can be believed. Nothing is watched or kept outside of a walk.

/** A fix that is older than this says where the phone was, in milliseconds. */
export const oldest = 15_000;

/** How old a fix is, in milliseconds. */
export const age = (fix, now = performance.now()) => now - fix.came;

/**
 * What is wrong with a fix: "none", "old", "vague" (the phone reports a town, because its precise location is off),
 * "unknown" (an accuracy of 0, which means a surveyed place and is what a phone says that knows nothing); null for a
 * good one.
 */
export function fault(fix, now, worst) {
  if (!fix) return "none";
  if (!(fix.accuracy > 0)) return "unknown";
  if (fix.accuracy > worst) return "vague";
  return age(fix, now) > oldest ? "old" : null;
}

/** A phone that does not move may report nothing: after so many milliseconds it is asked. */
const silence = 4_000;

/** When fixes came first, by their own time: the last ones, over all watches. */
const first = new Map();
const remembered = 64;

/**
 * When a fix came. Its own time may be that of satellites, and the phone's clock fast or slow: the two are not compared. But a
 * system that has nothing newer gives a fix again, with the same time, and it is as old as it is.
 */
function arrival(timestamp, now) {
  if (!first.has(timestamp)) {
    first.set(timestamp, now);
    if (first.size > remembered) first.delete(first.keys().next().value);
  }
  return first.get(timestamp);
}

/** Watches until `signal` ends. `changed` gets a fix, or { denied: true } where the person or the system says no. */
export function watchPosition(changed, signal) {
  const { geolocation } = navigator;
  if (!geolocation) return changed({ denied: true });
  let last = performance.now() - silence, isAsked = false;
  const took = ({ coords, timestamp }) => {
    isAsked = false;
    last = performance.now();
    if (signal.aborted) return;
    const { latitude, longitude, accuracy } = coords;
    changed({ latitude, longitude, accuracy, came: arrival(timestamp, last) });
  };
  const failed = (error) => {
    isAsked = false;
    if (!signal.aborted && error.code === error.PERMISSION_DENIED) changed({ denied: true });
  };
  const wish = { enableHighAccuracy: true, maximumAge: 0 };
  const watch = geolocation.watchPosition(took, failed, { ...wish, timeout: 30_000 });
  const clock = setInterval(() => {
    if (isAsked || performance.now() - last < silence) return;
    isAsked = true;
    geolocation.getCurrentPosition(took, failed, { ...wish, timeout: 10_000 });
  }, 1_000);
  signal.addEventListener("abort", () => {
    clearInterval(clock);
    geolocation.clearWatch(watch);
  });
  return undefined;
}
