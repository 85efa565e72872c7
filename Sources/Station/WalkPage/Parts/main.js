// The page's frame: which screen is shown, and what comes and goes while it is.
import { announce, button, make, show } from "./elements.js";
import { text } from "./language.js";
import { isOf, memory } from "./memory.js";
import { readable } from "./chips.js";
import { keepPage } from "./scripts.js";
import { clockWords } from "./notices.js";
import { send } from "./sender.js";
import { showReady } from "./ready.js";
import { showWalk } from "./walking.js";
import { showWelcome } from "./welcome.js";
import { NoStation, Refusal, station } from "./station.js";

/** So near to its end a pairing that the station does not know any more has ended by its time: clocks differ. */
const margin = 3_600_000;

/** What the screens share: the pack, the scans of this phone, the ways from one screen to another. */
const app = {
  pack: null,
  scans: [],
  /** Scans that wait, and were made on walks of before: the station would take them for this phone's. */
  others: [],
  /** What the last sending came to, in words; empty when there is nothing to say. */
  news: "",
  /** Whether that is no more than that the station was not reached, as on most walks. */
  isAway: false,
  /** Seconds by which the phone's clock was ahead of the station's when it was last compared; 0 where that does not matter. */
  clockAhead: 0,
  /** What came of scans that were held when their walk ended or was not looked at, as far as a person has to know; empty for nothing. */
  lost: "",
  /** What the screen that is shown does before another one comes; null when there is nothing to do. */
  beforeLeave: null,
  /** Whether a picture is kept with each scan. */
  keepsPictures: false,

  /** How many scans wait to be sent. */
  get waiting() { return app.scans.filter((scan) => scan.state === "waiting").length; },
  /** Whether the time of the pairing is over, or as good as over. */
  get isOver() { return Date.now() > Date.parse(app.pack?.expires ?? "") - margin; },
  async reload() {
    const kept = await memory.pack(), scans = await memory.scans();
    app.pack = readable(kept?.pack ?? null);
    app.version = kept?.tag;
    app.scans = scans.filter((scan) => isOf(scan, app.pack));
    app.others = scans.filter((scan) => !isOf(scan, app.pack) && scan.state === "waiting");
    app.keepsPictures = await memory.keepsPictures();
  },
  /** Sends what waits. Where anything has changed, `changed` then runs, and the screens draw themselves again. */
  async send(all = false) {
    const before = state();
    const outcome = await send(all, {
      say: (key, reason) => announce(text(key, { reason })), compared,
    });
    if (outcome === "unpaired" && !app.isOver) return app.leave();
    if (outcome === "away") app.tell(text("send.away"), true);
    else if (outcome === "sent" || app.isAway) app.tell("");
    else if (outcome !== "nothing") app.tell(outcome === "unpaired" ? text("send.over") : outcome.words);
    await app.reload();
    if (state() !== before) app.changed();
    return undefined;
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
    const { lost } = app;
    app.lost = "";
    app.welcome([text("send.unpaired"), lost].filter(Boolean).join(" "));
  },
  welcome: (news = "") => goTo((signal) => showWelcome(app, news, signal)),
  ready: () => goTo((signal) => showReady(app, signal)),
  walk: () => goTo((signal) => showWalk(app, signal)),
};
const changes = new EventTarget();
/** All that the screens draw, to see whether it has changed. */
const state = () => JSON.stringify([app.version, app.scans, app.others, app.news, app.clockAhead]);
let leaving = null;

/** Keeps by how many seconds the phone's clock is ahead, and says it the first time. */
function compared(seconds) {
  if (seconds && !app.clockAhead) announce(clockWords(seconds));
  app.clockAhead = seconds;
}

/** Ends a screen, and shows another one. */
async function goTo(screen) {
  await app.beforeLeave?.();
  leaving?.abort();
  leaving = new AbortController();
  const { signal } = leaving;
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
    app.lost && make("p.notice", app.lost), button(text("goon"), () => location.reload(), "primary")));
  say();
  settled?.then(say, say);
  announce(text("error"));
}

/** Asks the station for the newest pack; without a network the one that is here stays. */
async function refresh() {
  const kept = await memory.pack();
  if (!kept) return;
  try {
    const fresh = await station.pack(kept.tag);
    if (!fresh) return;
    await memory.keepPack(fresh.pack, fresh.tag);
    await app.reload();
    app.changed();
  } catch (error) {
    if (!(error instanceof NoStation || error instanceof Refusal)) throw error;
    if (error instanceof NoStation) return;
    if (error.endsPairing && !app.isOver) { await app.leave(); return; }
    app.tell(error.endsPairing ? text("send.over") : error.words);
    app.changed();
  }
}

addEventListener("unhandledrejection", ({ reason }) => fail(reason));
addEventListener("online", () => { if (app.pack) app.send(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden && app.pack) app.send(); });

keepPage();
// A phone short of space erases what was not asked to be kept.
navigator.storage?.persist?.();
await app.reload();
if (app.pack) {
  await app.ready();
  await refresh();
  if (app.pack) await app.send();
} else {
  await app.welcome();
}
