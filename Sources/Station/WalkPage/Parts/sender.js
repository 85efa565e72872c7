// Sends what waits, in pieces, one at a time over all windows. A scan leaves the queue when the station has said that it
// keeps it, and not before.
import { memory } from "./memory.js";
import { base64 } from "./jpeg.js";
import { NoStation, Refusal, station } from "./station.js";

/** As many as the station takes at a time. */
const piece = 500;
/** Characters of pictures in a piece, at most and one picture more: the station takes 4 MiB. */
const heaviest = 2_500_000;
/** The last scan can be taken back for so long, in milliseconds. */
export const regret = 15_000;

/** A scan as the station takes it; `picture`: bytes, where there is one. */
export function row({ time, text, latitude, longitude, accuracy, note, edits, commissions, uid }, picture) {
  const one = { time: new Date(time).toISOString(), url: text, latitude, longitude, accuracy };
  if (uid) one.uid = uid;
  if (commissions) one.commissions = commissions;
  // What a person has taken away again is taken away at the station, too.
  if (note || picture || edits) one.remark = { note: note ?? "", picture: picture && base64(picture) };
  return one;
}

/** Scans as rows, as many as go at a time. */
async function rowsOf(scans) {
  const rows = [];
  let size = 0;
  for (const scan of scans) {
    if (rows.length === piece || size > heaviest) break;
    rows.push(row(scan, scan.hasPicture ? await memory.picture(scan.id) : undefined));
    size += rows.at(-1).remark?.picture?.length ?? 0;
  }
  return rows;
}

/**
 * Sends every scan that waits; `all`: also those that may still be taken back. What it came to: "sent", "nothing", "away"
 * (the station was not reached), "unpaired" (the phone was revoked, or its time is over), or a Refusal. `say` is called with
 * a text's key and the reason when a scan was kept, and its note, its picture or the position of its tag was refused.
 */
export async function send(all = false, say = () => {}) {
  const work = async () => {
    let outcome = "nothing";
    for (;;) {
      const due = (await memory.scans()).filter((scan) =>
        scan.state === "waiting" && (all || Date.now() - scan.time > regret));
      if (due.length === 0) return outcome;
      const rows = await rowsOf(due);
      const { refused, remarksRefused, commissioningsRefused } = await station.send(rows);
      if (remarksRefused?.length) say("remark.refused", remarksRefused[0].reason);
      if (commissioningsRefused?.length) say("install.refused", commissioningsRefused[0].reason);
      const notUp = new Set(commissioningsRefused?.map((one) => one.row));
      const reasons = new Map(refused.map((one) => [one.row, one.reason]));
      await memory.settle(due.slice(0, rows.length).map((scan, index) =>
        reasons.has(index) ? { ...scan, state: "refused", reason: reasons.get(index) }
          : { ...scan, state: "sent", commissions: notUp.has(index) ? null : scan.commissions }));
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
