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

/** Fixes come as late as each other when their lags differ by no more than this, in milliseconds, */
const alike = 3_000;
/** and by no more than this share of the time between them: some that had been kept from before may come all at once. */
const alikeShare = 0.5;
/** So many fixes are remembered: in one watch times of satellites and of the phone's clock may take turns. */
const remembered = 8;

/**
 * How old fixes were when they came. A fix's own time may be that of satellites, and the phone's clock fast or slow: by how much it
 * is ahead shows in the smallest lag behind it. As long as that is not known the clock is taken for right, and a fix whose lag is
 * more than a good one's age does not count, for systems first give what they had kept from before.
 */
class Lags {
  /** The last fixes with different times: { timestamp, lag }. */
  #seen = [];
  /** By how much the clock is ahead of the time of fixes; null: not known yet. */
  #ahead = null;

  /** In milliseconds, for a fix with this time that comes when the phone's clock shows `clock`. */
  ageOf(timestamp, clock) {
    const lag = clock - timestamp;
    // One that is given again says nothing new about clocks, and is as old as it is.
    if (!this.#seen.some((one) => one.timestamp === timestamp)) {
      this.#learn(timestamp, lag);
      this.#seen = [...this.#seen, { timestamp, lag }].slice(-remembered);
    }
    return this.#ahead === null ? Math.abs(lag) : Math.max(0, lag - this.#ahead);
  }

  /** Two fixes that come as late as each other are of now, and the clocks differ: what was kept from before does not. */
  #learn(timestamp, lag) {
    if (this.#ahead !== null && lag < this.#ahead) this.#ahead = lag;
    const others = this.#seen.filter((one) =>
      Math.abs(lag - one.lag) <= Math.min(alike, alikeShare * Math.abs(timestamp - one.timestamp)));
    if (others.length === 0) return;
    const least = Math.min(lag, ...others.map((one) => one.lag));
    // What is known ends with the clock's being set forward: all fixes then come later than good ones could.
    if (this.#ahead === null || least - this.#ahead > oldest) this.#ahead = least;
  }
}

/** Watches until `signal` ends. `changed` gets a fix, or { denied: true } where the person or the system says no. */
export function watchPosition(changed, signal) {
  const { geolocation } = navigator;
  if (!geolocation) return changed({ denied: true });
  // Of this watch alone: in between the phone may sleep, and its clock be set.
  const lags = new Lags();
  let last = performance.now() - silence, isAsked = false;
  const took = ({ coords, timestamp }) => {
    isAsked = false;
    last = performance.now();
    if (signal.aborted) return;
    const { latitude, longitude, accuracy } = coords;
    changed({ latitude, longitude, accuracy, came: last - lags.ageOf(timestamp, Date.now()) });
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
