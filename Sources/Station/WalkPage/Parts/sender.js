// Sends what waits, in pieces, one at a time over all windows. A scan leaves the queue when the station has said that it
// keeps it, and not before.
import { isOf, memory, StorageFault } from "./memory.js";
import { base64 } from "./jpeg.js";
import { alone, know } from "./pairing.js";
import { NoStation, Refusal, station } from "./station.js";

/** As many as the station takes at a time. */
const piece = 500;
/** Characters of pictures in a piece, at most and one picture more: the station takes 4 MiB. */
const heaviest = 2_500_000;
/** The share of that which goes at a time: half of it after a piece whose time was over, twice as much after one that was quick. */
let share = 1;
/** Milliseconds of a quick piece: twice as much still goes in time. */
const quick = 10_000;
/** So often a piece is made smaller before the station counts as not reached. */
const halvings = 3;
/** The last scan can be taken back for so long, in milliseconds. */
const regret = 15_000;

/** Whether a scan is so new that a person may take it back. The clock may have been set since, forwards or back. */
export const isNew = (scan) => Math.abs(Date.now() - (scan.since ?? scan.time)) <= regret;

/** A scan as the station takes it; `picture`: bytes, where there is one. */
export function row({ time, text, latitude, longitude, accuracy, note, edits, commissions, isKept, uid }, picture) {
  const one = { time: new Date(time).toISOString(), url: text, latitude, longitude, accuracy };
  if (uid) one.uid = uid;
  // Once: the position may have been changed at the station since.
  if (commissions && !isKept) one.commissions = commissions;
  // What a person has taken away again is taken away at the station, too.
  if (note || picture || edits) one.remark = { note: note ?? "", picture: picture && base64(picture) };
  return one;
}

/** Scans as rows, as many as go at a time. */
async function rowsOf(scans) {
  const rows = [];
  let size = 0;
  for (const scan of scans) {
    if (rows.length > 0 && (rows.length >= piece * share || size > heaviest * share)) break;
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

/** Forgets that scans have been on their way; where the disk refuses that, the station counts as having them. */
async function unmark(ids) {
  try {
    await memory.markUntried(ids);
  } catch (error) {
    if (!(error instanceof StorageFault)) throw error;
    console.error(error);
  }
}

/**
 * Sends the first of scans, as many as go at a time: { receipt, scans }, those that the receipt is for; null where none of them is on
 * this phone any more.
 */
async function sendPiece(due) {
  const all = await rowsOf(due);
  // Without a network nothing has been on its way, and it may still go up as another phone's.
  await station.reach();
  const { here, fresh } = await memory.markTried(due.slice(0, all.length).map(({ id }) => id));
  // One that was taken back meanwhile does not go up.
  const isHere = (_, index) => here.includes(due[index].id);
  const rows = all.filter(isHere), scans = due.slice(0, all.length).filter(isHere);
  if (rows.length === 0) return null;
  const begun = performance.now();
  try {
    const receipt = await station.send(rows);
    if (performance.now() - begun < quick) share = Math.min(1, share * 2);
    return { receipt, scans };
  } catch (error) {
    // What was on its way before may be there all the same.
    if (error.isUntaken) await unmark(fresh);
    if (error.isSlow && rows.length > 1) share /= 2;
    throw error;
  }
}

/** The same, with smaller pieces where the network is slow. */
async function sendPatiently(due) {
  for (let left = halvings; ; left -= 1) {
    const before = share;
    try {
      return await sendPiece(due);
    } catch (error) {
      if (share === before || left === 0) throw error;
    }
  }
}

/**
 * Sends every scan of this phone that waits; `all`: also those that may still be taken back. What it came to: "sent", "nothing",
 * "away" (the station was not reached), "unpaired" (the phone was revoked, or its time is over), a Refusal, or a StorageFault.
 * `act.say` is called
 * with a text's key and the reason when a scan was kept, and its note, its picture or the position of its tag was refused;
 * `act.compared` with the seconds by which the phone's clock is ahead, 0 where that does not matter.
 */
export async function send(all, act) {
  const work = async () => {
    let outcome = "nothing";
    await know();
    for (;;) {
      const pack = (await memory.pack())?.pack;
      const due = (await memory.scans()).filter((scan) =>
        scan.state === "waiting" && isOf(scan, pack) && (all || !isNew(scan)));
      if (due.length === 0) return outcome;
      const sent = await sendPatiently(due);
      if (!sent) continue;
      const { receipt, scans } = sent;
      await memory.settle(outcomes(scans, receipt));
      await act.compared(receipt.clockAhead ?? 0);
      if (receipt.remarksRefused?.length) act.say("remark.refused", receipt.remarksRefused[0].reason);
      if (receipt.commissioningsRefused?.length) act.say("install.refused", receipt.commissioningsRefused[0].reason);
      outcome = "sent";
    }
  };
  try {
    return await alone(work);
  } catch (error) {
    if (error instanceof NoStation) return "away";
    if (error instanceof Refusal) return error.endsPairing ? "unpaired" : error;
    if (error instanceof StorageFault) return error;
    throw error;
  }
}
