// Scans that wait for a position. Each one counts by a fix that comes in time, or is given up, and that is said.

/** A scan waits so long for a position, in milliseconds. */
export const longestHold = 20_000;

export class Held {
  #scans = [];

  /** `accuracy`: in metres, what is waited for, and with nothing better the best fix that came counts; Infinity: any fix will do. */
  constructor(accuracy) {
    this.accuracy = accuracy;
  }

  /** Adds { code, uid, time, best }; `best`: the best fix so far, or null. The same content, read again, waits once. */
  add(scan) {
    this.#scans = this.#scans.filter((one) => one.code !== scan.code || one.uid !== scan.uid);
    this.#scans.push({ ...scan });
  }

  /** The scans that count by this fix, with it or a better one as `best`. They wait no more. */
  settledBy(fix, now) {
    for (const scan of this.#scans.filter((one) => isWaiting(one, now))) {
      if (!scan.best || fix.accuracy < scan.best.accuracy) scan.best = fix;
    }
    return this.#take((scan) => isWaiting(scan, now) && scan.best?.accuracy <= this.accuracy);
  }

  /** The scans that have waited for long enough: those with a `best` count by it, and the others are lost. */
  overdue(now) { return this.#take((scan) => !isWaiting(scan, now)); }

  /** All of them: nothing more will come. */
  takeAll() { return this.#take(() => true); }

  #take(isMeant) {
    const taken = this.#scans.filter(isMeant);
    this.#scans = this.#scans.filter((scan) => !taken.includes(scan));
    return taken;
  }
}

const isWaiting = (scan, now) => now < scan.time + longestHold;
