// Where the phone is, as far as it can be believed. Nothing is watched or kept outside of a walk.

/** A fix that is older than this says where the phone was, in milliseconds. */
export const oldest = 15_000;

/**
 * What is wrong with a fix: "none", "old", "vague" (the phone reports a town, because its precise location is off),
 * "unknown" (an accuracy of 0, which means a surveyed place and is what a phone says that knows nothing); null for a
 * good one.
 */
export function fault(fix, now, worst) {
  if (!fix) return "none";
  if (!(fix.accuracy > 0)) return "unknown";
  if (fix.accuracy > worst) return "vague";
  return now - fix.time > oldest ? "old" : null;
}

/** A phone that does not move may report nothing: after so many milliseconds it is asked. */
const silence = 4_000;

/** Watches until `signal` ends. `changed` gets a fix, or { denied: true } where the person or the system says no. */
export function watchPosition(changed, signal) {
  const { geolocation } = navigator;
  if (!geolocation) return changed({ denied: true });
  let last = 0, isAsked = false;
  const took = ({ coords, timestamp }) => {
    isAsked = false;
    last = Date.now();
    if (signal.aborted) return;
    changed({
      latitude: coords.latitude, longitude: coords.longitude, accuracy: coords.accuracy,
      // Some systems count from when the browser started.
      time: timestamp > 1e12 ? Math.min(timestamp, last) : last,
    });
  };
  const failed = (error) => {
    isAsked = false;
    if (!signal.aborted && error.code === error.PERMISSION_DENIED) changed({ denied: true });
  };
  const wish = { enableHighAccuracy: true, maximumAge: 0 };
  const watch = geolocation.watchPosition(took, failed, { ...wish, timeout: 30_000 });
  const clock = setInterval(() => {
    if (isAsked || Date.now() - last < silence) return;
    isAsked = true;
    geolocation.getCurrentPosition(took, failed, { ...wish, timeout: 10_000 });
  }, 1_000);
  signal.addEventListener("abort", () => {
    clearInterval(clock);
    geolocation.clearWatch(watch);
  });
}
