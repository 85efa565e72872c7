// Whose this phone's session is. A code is used up first, and the pack of the session comes after it: where it does not, or where the
// answer to the code was lost, the station is asked before anything else is done.
import { memory } from "./memory.js";
import { NoStation, Refusal, station } from "./station.js";

/** Milliseconds until a station that was not reached is asked once more for the pack of a pairing. */
const pause = 1_000;

/** Does one thing at a time over all windows: what goes up, and what says as whose it goes up. */
export const alone = (work) => (navigator.locks ? navigator.locks.request("waymark-send", work) : work());

/** Uses a code up. From then on the session may be another phone's, also where no answer comes. */
export const pair = (secret) => alone(async () => {
  const before = await memory.pairing();
  if (!before) await memory.beginPairing();
  try {
    await station.pair(secret);
  } catch (error) {
    // The session is the one of before.
    if (error instanceof Refusal && !before) await memory.endPairing();
    throw error;
  }
  await memory.dropPack();
});

/** Asks for the pack and keeps it, unless it is the one with the entity tag `known`. Whether one came. */
async function take(known) {
  const fresh = await station.pack(known);
  if (fresh) await memory.keepPack(fresh.pack, fresh.tag);
  return Boolean(fresh);
}

/** Takes the pack of a pairing that has none yet; does nothing after another. To be called by what is `alone`. */
export async function know() {
  if (!await memory.pairing()) return;
  try {
    await take(null);
  } catch (error) {
    if (!(error instanceof NoStation)) throw error;
    await new Promise((done) => setTimeout(done, pause));
    await take(null);
  }
}

/** Takes the newest pack of the walk that is here. Whether another one came. */
export const renew = () => alone(async () => {
  const kept = await memory.pack();
  return kept ? take(await memory.pairing() ? null : kept.tag) : false;
});
