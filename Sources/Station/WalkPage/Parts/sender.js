// Sends what waits, in pieces, one at a time over all windows. A scan leaves the queue when the station has said that it
// keeps it, and not before.
import { isOf, memory } from "./memory.js";
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

/** Of refusals, the reason for each row. */
const reasonsOf = (refusals) => new Map((refusals ?? []).map(({ row, reason }) => [row, reason]));

/** What became of scans, by the station's answer. Why a note, a picture or a position was refused stays with its scan. */
function outcomes(scans, { refused, remarksRefused, commissioningsRefused }) {
  const [rows, remarks, positions] = [refused, remarksRefused, commissioningsRefused].map(reasonsOf);
  return scans.map((scan, index) => {
    if (rows.has(index)) return { ...scan, state: "refused", reason: rows.get(index) };
    return { ...scan, state: "sent", commissions: positions.has(index) ? null : scan.commissions,
      commissionRefused: positions.get(index), remarkRefused: remarks.get(index) };
  });
}

/**
 * Sends every scan of this phone that waits; `all`: also those that may still be taken back. What it came to: "sent", "nothing",
 * "away" (the station was not reached), "unpaired" (the phone was revoked, or its time is over), or a Refusal. `act.say` is called
 * with a text's key and the reason when a scan was kept, and its note, its picture or the position of its tag was refused;
 * `act.compared` with the seconds by which the phone's clock is ahead, 0 where that does not matter.
 */
export async function send(all, act) {
  const work = async () => {
    let outcome = "nothing";
    for (;;) {
      const pack = (await memory.pack())?.pack;
      const due = (await memory.scans()).filter((scan) =>
        scan.state === "waiting" && isOf(scan, pack) && (all || Date.now() - (scan.since ?? scan.time) > regret));
      if (due.length === 0) return outcome;
      const rows = await rowsOf(due);
      const receipt = await station.send(rows);
      act.compared(receipt.clockAhead ?? 0);
      await memory.settle(outcomes(due.slice(0, rows.length), receipt));
      if (receipt.remarksRefused?.length) act.say("remark.refused", receipt.remarksRefused[0].reason);
      if (receipt.commissioningsRefused?.length) act.say("install.refused", receipt.commissioningsRefused[0].reason);
      outcome = "sent";
    }
  };
  try {
    return await (navigator.locks ? navigator.locks.request("waymark-send", work) : work());
  } catch (error) {
    if (error instanceof NoStation) return "away";
    if (error instanceof Refusal) return error.endsPairing ? "unpaired" : error;
    throw error;
  }
}
