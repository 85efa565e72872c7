// The page's frame: which screen is shown, and what comes and goes while it is.
import { announce, button, make, show } from "./elements.js";
import { text } from "./language.js";
import { isOf, isUnsent, memory, StorageFault } from "./memory.js";
import { readable } from "./chips.js";
import { keepPage } from "./scripts.js";
import { clockWords } from "./notices.js";
import { allOwed, wordsOfAll } from "./owed.js";
import { alone, know, renew } from "./pairing.js";
import { send } from "./sender.js";
import { showReady } from "./ready.js";
import { showWalk } from "./walking.js";
import { showWelcome } from "./welcome.js";
import { NoStation, Refusal } from "./station.js";

/** So near to its end a pairing that the station does not know any more has ended by its time: clocks differ. */
const margin = 3_600_000;
/** A pack that was asked for so long ago, in milliseconds, is asked for again when the page is looked at or the network is back. */
const freshness = 300_000;

/** What the screens share: the pack, the scans of this phone, the ways from one screen to another. */
const app = {
  pack: null,
  scans: [],
  /** Scans that are not at the station, and were made on walks of before: the station would take them for this phone's. */
  others: [],
  /** What became of a code whose pack did not come yet: see memory.pairing. */
  pairing: undefined,
  /** What the last sending came to, in words; empty when there is nothing to say. */
  news: "",
  /** Whether that is no more than that the station was not reached, as on most walks. */
  isAway: false,
  /** Seconds by which the phone's clock was ahead of the station's when it was last compared; 0 where that does not matter. */
  clockAhead: 0,
  /** What came of scans that were held when their walk ended or was not looked at, as far as a person has yet to read it: see owed.js. */
  owed: [],
  /** What the screen that is shown does before another one comes; null when there is nothing to do. */
  beforeLeave: null,
  /** Whether a picture is kept with each scan. */
  keepsPictures: false,

  /** How many scans wait to be sent. */
  get waiting() { return app.scans.filter((scan) => scan.state === "waiting").length; },
  /** The time by the station's clock, as far as it is known: the phone's may be fast or slow. */
  get now() { return Date.now() - app.clockAhead * 1_000; },
  /** Whether the time of the pairing is over, or as good as over. */
  get isOver() { return app.now > Date.parse(app.pack?.expires ?? "") - margin; },
  async reload() {
    const kept = await memory.pack(), scans = await memory.scans();
    app.pack = readable(kept?.pack ?? null);
    app.version = kept?.tag;
    app.scans = scans.filter((scan) => isOf(scan, app.pack));
    app.others = scans.filter((scan) => !isOf(scan, app.pack) && isUnsent(scan));
    app.pairing = await memory.pairing();
    app.clockAhead = await memory.clockAhead();
    app.keepsPictures = await memory.keepsPictures();
    app.owed = await allOwed();
  },
  /** Sends what waits. Where anything has changed, `changed` then runs, and the screens draw themselves again. */
  async send(all = false) {
    const before = state();
    let isStale = false;
    const outcome = await send(all, {
      say: (key, reason) => {
        // The station knows of a sign what this phone has not heard.
        isStale ||= key === "install.refused";
        announce(text(key, { reason }));
      },
      compared,
    });
    if (outcome === "unpaired" && !app.isOver) return app.leave();
    if (outcome === "away") app.tell(text("send.away"), true);
    else if (outcome === "unpaired") app.tell(text("send.over"));
    else if (outcome instanceof Refusal) app.tell(outcome.words);
    else if (outcome instanceof StorageFault) app.tell(unstored(outcome));
    else if (outcome === "sent" || app.isAway) app.tell("");
    await app.reload();
    if (await follow()) return undefined;
    if (state() !== before) app.changed();
    if (isStale) await refresh();
    return undefined;
  },
  /** Takes the walk of a pairing whose pack did not come yet, and shows it; says so where it is owed. Whether it is there. */
  async load() {
    const isOwed = await memory.pairing() === "used";
    let why = "";
    try {
      await alone(know);
      answered = Date.now();
    } catch (error) {
      if (!isUsual(error)) throw error;
      if (error.endsPairing) await memory.endPairing();
      else why = error instanceof StorageFault ? unstored(error) : error.words ?? "";
    }
    await app.reload();
    app.tell("");
    if (app.pack) await app.ready();
    else if (isOwed) await app.welcome(app.pairing ? [text("pair.unloaded"), why].filter(Boolean).join(" ") : text("send.unpaired"));
    return Boolean(app.pack);
  },
  /** Keeps what is to be said of a sending until there is something else; announced unless it is usual. */
  tell(news, isAway = false) {
    if (news && news !== app.news && !isAway) announce(news);
    app.news = news;
    app.isAway = isAway;
  },
  /** Makes the screens draw themselves again. */
  changed: () => changes.dispatchEvent(new Event("changed")),
  /** Calls when something was sent or has come, until `signal` ends. */
  onChange: (act, signal) => changes.addEventListener("changed", act, { signal }),

  /** The station does not know this phone any more: its walk is erased, and what was not sent stays. */
  async leave() {
    // Scans that are held count, or are said, before their walk is gone.
    await app.beforeLeave?.();
    await memory.forgetWalk();
    await app.reload();
    await app.welcome(text("send.unpaired"));
  },
  welcome: (news = "") => goTo((signal) => showWelcome(app, news, signal)),
  ready: () => goTo((signal) => showReady(app, signal), true),
  walk: () => goTo((signal) => showWalk(app, signal), true),
};
/** What may come of every request, and does not end the page. */
const isUsual = (error) => error instanceof NoStation || error instanceof Refusal || error instanceof StorageFault;
const unstored = ({ message }) => text("unstored", { reason: message });
/** Which walk is here: as whose, and for what. */
const walkHere = () => app.pack && JSON.stringify([app.pack.name, app.pack.task]);
/** The walk that the screen shows; null for a screen that shows none. */
let walkShown = null;
const changes = new EventTarget();
/** All that the screens draw, to see whether it has changed. */
const state = () => JSON.stringify([app.version, app.scans, app.others, app.owed, app.news, app.clockAhead]);
let leaving = null;
/** When the station has last answered for the pack, by the phone's clock. */
let answered = 0;

/** Keeps by how many seconds the phone's clock is ahead, and says it the first time. */
async function compared(seconds) {
  if (seconds && !app.clockAhead) announce(clockWords(seconds));
  app.clockAhead = seconds;
  await memory.keepClockAhead(seconds);
}

/** Leaves a screen whose walk is not here any more: another window, or a late answer, has ended it or brought another. Whether it did. */
async function follow() {
  if (walkShown === null || walkShown === walkHere()) return false;
  await (app.pack ? app.ready() : app.welcome(text(app.pairing === "used" ? "pair.unloaded" : "send.unpaired")));
  return true;
}

/** Ends a screen, and shows another one; `isOfWalk`: which is of the walk that is here. */
async function goTo(screen, isOfWalk = false) {
  await app.beforeLeave?.();
  leaving?.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  walkShown = isOfWalk ? walkHere() : null;
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  try {
    await screen(signal);
  } catch (error) {
    if (!signal.aborted) fail(error);
  }
}

function fail(error) {
  console.error(error);
  // Camera and position end with the screen that has failed, and what it held is said here.
  const settled = app.beforeLeave?.();
  leaving?.abort();
  const say = () => show(make("div.screen", make("h1", { tabIndex: -1 }, text("error")), make("p", String(error?.message ?? error)),
    app.owed.length > 0 && make("p.notice", wordsOfAll(app.owed)), button(text("goon"), () => location.reload(), "primary")));
  say();
  settled?.then(say, say);
  announce(text("error"));
}

/** Asks the station for the newest pack; without a network the one that is here stays. */
async function refresh() {
  try {
    const isNew = await renew();
    answered = Date.now();
    if (!isNew) return;
    await app.reload();
    if (!await follow()) app.changed();
  } catch (error) {
    if (!isUsual(error)) throw error;
    if (error instanceof NoStation) return;
    if (error.endsPairing && !app.isOver) { await app.leave(); return; }
    app.tell(error instanceof StorageFault ? unstored(error) : error.endsPairing ? text("send.over") : error.words);
    app.changed();
  }
}

/** The page is looked at again, or the network is back: an app may have been open for days. */
async function wake() {
  // The clock may have been set meanwhile, forwards or back.
  if (app.pack && Math.abs(Date.now() - answered) > freshness) await refresh();
  if (app.pack) await app.send();
  else if (app.pairing) await app.load();
}

addEventListener("unhandledrejection", ({ reason }) => {
  if (!(reason instanceof StorageFault)) { fail(reason); return; }
  // A full disk ends no walk.
  console.error(reason);
  app.tell(unstored(reason));
  app.changed();
});
addEventListener("online", wake);
document.addEventListener("visibilitychange", () => { if (!document.hidden) wake(); });

keepPage();
// A phone short of space erases what was not asked to be kept.
navigator.storage?.persist?.();
// What was held when the page was ended does not count. A full disk does not keep the page from being opened.
await memory.endHolds().catch((error) => console.error(error));
await app.reload();
if (app.pack) {
  await app.ready();
  await refresh();
} else {
  await app.welcome(app.pairing === "used" ? text("pair.unloaded") : "");
  if (app.pairing) await app.load();
}
if (app.pack) await app.send();
