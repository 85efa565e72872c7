// What has come of scans while their page was not looked at. It stays until a person has read it, also where the system ends the page.
import { button, main, make } from "./elements.js";
import { text } from "./language.js";
import { memory, StorageFault } from "./memory.js";
import { arranged, wordsOf } from "./verdict.js";

/** What the disk was too full for, by the scan's id: this page says it at least as long as it is open. */
const unstored = new Map();

/** Keeps what is owed of a scan, in the place of what was: see memory.owed. Nothing more is, where `outcome` is null. */
export async function owe(id, outcome) {
  unstored.delete(id);
  try {
    await memory.owe(id, outcome);
  } catch (error) {
    if (!(error instanceof StorageFault)) throw error;
    console.error(error);
    if (outcome && !outcome.isHeld) unstored.set(id, { ...outcome, id });
  }
}

/** All that is owed now. */
export const allOwed = async () =>
  [...(await memory.owed()).filter(({ id, isHeld }) => !isHeld && !unstored.has(id)), ...unstored.values()];

/** The same in words, the most urgent first. */
export const wordsOfAll = (owed) => arranged(owed).map(wordsOf).join(" ");

/** A notice of it that stays until it is read; null when there is nothing. */
export function missed(app) {
  if (app.owed.length === 0) return null;
  const notice = make("div.notice", make("p", wordsOfAll(app.owed)), button(text("understood"), async () => {
    const ids = app.owed.map(({ id }) => id);
    await memory.readOwed(ids);
    for (const id of ids) unstored.delete(id);
    await app.reload();
    app.changed();
    // A screen that does not draw itself again.
    if (!notice.isConnected) return;
    notice.remove();
    main().querySelector("h1")?.focus({ preventScroll: true });
  }, "small", { data: { key: "lost" } }));
  return notice;
}
