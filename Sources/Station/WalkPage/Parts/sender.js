// Sends what waits, in pieces, one at a time over all windows. A scan leaves the queue when the station has said that it
// keeps it, and not before.
import { memory } from "./memory.js";
import { NoStation, Refusal, station } from "./station.js";

/** As many as the station takes at a time. */
const piece = 500;
/** The last scan can be taken back for so long, in milliseconds. */
export const regret = 15_000;

export const row = ({ time, text, latitude, longitude, accuracy }) =>
  ({ time: new Date(time).toISOString(), url: text, latitude, longitude, accuracy });

/**
 * Sends every scan that waits; `all`: also those that may still be taken back. What it came to: "sent", "nothing", "away"
 * (the station was not reached), "unpaired" (the phone was revoked, or its time is over), or a Refusal.
 */
export async function send(all = false) {
  const work = async () => {
    let outcome = "nothing";
    for (;;) {
      const due = (await memory.scans()).filter((scan) =>
        scan.state === "waiting" && (all || Date.now() - scan.time > regret)).slice(0, piece);
      if (due.length === 0) return outcome;
      const { refused } = await station.send(due.map(row));
      const reasons = new Map(refused.map((one) => [one.row, one.reason]));
      await memory.settle(due.map((scan, index) =>
        reasons.has(index) ? { ...scan, state: "refused", reason: reasons.get(index) } : { ...scan, state: "sent" }));
      outcome = "sent";
    }
  };
  try {
    return await (navigator.locks ? navigator.locks.request("waymark-send", work) : work());
  } catch (error) {
    if (error instanceof NoStation) return "away";
    if (error instanceof Refusal) return error.status === 401 || error.status === 403 ? "unpaired" : error;
    throw error;
  }
}
