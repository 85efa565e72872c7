// Scans that wait for a position. Each one counts by a fix that comes in time, or is given up, and that is said.

/** A scan waits so long for a position, in milliseconds. */
export const longestHold = 20_000;

export class Held {
  #scans = [];

  /** `accuracy`: in metres, what is waited for, and with nothing better the best fix that came counts; Infinity: any fix will do. */
  constructor(accuracy) {
    this.accuracy = accuracy;
  }

  /**
   * Adds { id, code, uid, since, best }; `since`: when its wait begins, by performance.now(), which no change of the phone's clock moves;
   * `best`: the best fix so far, or null. The same content, read again, waits once, from now on, and with the best fix of both.
   * What it waits as: the same scan as before, where there was one.
   */
  add(scan) {
    const [before] = this.#take((one) => isSame(one, scan));
    const isOld = !before?.best || scan.since - before.best.came >= longestHold;
    const waiting = { ...scan, id: before?.id ?? scan.id, best: isOld ? scan.best : better(scan.best, before.best) };
    this.#scans.push(waiting);
    return waiting;
  }

  /** Whether a scan waits. */
  has({ id }) { return this.#scans.some((one) => one.id === id); }

  /**
   * Puts a scan back that was taken, to be taken again. False when it has waited for long enough; one of the same content that came
   * meanwhile stays in its place.
   */
  putBack(scan, now) {
    if (!isWaiting(scan, now)) return false;
    if (!this.#scans.some((one) => isSame(one, scan))) this.#scans.push(scan);
    return true;
  }

  /** The scans that count by this fix, with it or a better one as `best`. They wait no more. */
  settledBy(fix, now) {
    for (const scan of this.#scans.filter((one) => isWaiting(one, now))) scan.best = better(scan.best, fix);
    return this.#take((scan) => isWaiting(scan, now) && scan.best?.accuracy <= this.accuracy);
  }

  /** The scans that have waited for long enough: those with a `best` count by it, and the others are lost. */
  overdue(now) { return this.#take((scan) => !isWaiting(scan, now)); }

  /** All of them: nothing more will come. `isCut`: a better fix was still waited for. */
  takeAll(now) {
    return this.#take(() => true)
      .map((scan) => ({ ...scan, isCut: isWaiting(scan, now) && scan.best?.accuracy > this.accuracy }));
  }

  #take(isMeant) {
    const taken = this.#scans.filter(isMeant);
    this.#scans = this.#scans.filter((scan) => !taken.includes(scan));
    return taken;
  }
}

const isWaiting = (scan, now) => now < scan.since + longestHold;

const isSame = (one, other) => one.code === other.code && one.uid === other.uid;

/** The better of two fixes, of which the first may be missing. */
const better = (one, other) => (one && one.accuracy <= other.accuracy ? one : other);
