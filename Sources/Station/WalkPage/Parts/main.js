// The page's frame: which screen is shown, and what comes and goes while it is.
import { announce, button, make, show } from "./elements.js";
import { text } from "./language.js";
import { memory } from "./memory.js";
import { readable } from "./chips.js";
import { keepPage } from "./scripts.js";
import { send } from "./sender.js";
import { showReady } from "./ready.js";
import { showWalk } from "./walking.js";
import { showWelcome } from "./welcome.js";
import { NoStation, Refusal, station } from "./station.js";

/** What the screens share: the pack, the scans of this phone, the ways from one screen to another. */
const app = {
  pack: null,
  scans: [],
  /** What the last sending came to, in words; empty when there is nothing to say. */
  news: "",
  /** Whether a picture is kept with each scan. */
  keepsPictures: false,

  /** How many scans wait to be sent. */
  get waiting() { return app.scans.filter((scan) => scan.state === "waiting").length; },
  async reload() {
    app.pack = readable((await memory.pack())?.pack ?? null);
    app.scans = await memory.scans();
    app.keepsPictures = await memory.keepsPictures();
  },
  /** Sends what waits. `changed` then runs, and the screens draw themselves again. */
  async send(all = false) {
    let lost = "";
    const outcome = await send(all, (key, reason) => { lost = text(key, { reason }); });
    app.news = outcome instanceof Refusal ? `${outcome.message}: ${outcome.detail}. ${outcome.next}`
      : outcome === "away" ? text("send.away") : outcome === "unpaired" ? text("send.unpaired") : lost;
    if (outcome === "unpaired") return app.leave();
    await app.reload();
    changes.dispatchEvent(new Event("changed"));
    return undefined;
  },
  /** Calls when something was sent or has come, until `signal` ends. */
  onChange: (act, signal) => changes.addEventListener("changed", act, { signal }),

  /** The station does not know this phone any more: its walk is erased, and what was not sent stays. */
  async leave() {
    await memory.forgetWalk();
    await app.reload();
    app.welcome(text("send.unpaired"));
  },
  welcome: (news = "") => goTo((signal) => showWelcome(app, news, signal)),
  ready: () => goTo((signal) => showReady(app, signal)),
  walk: () => goTo((signal) => showWalk(app, signal)),
};
const changes = new EventTarget();
let leaving = null;

/** Ends a screen, and shows another one. */
async function goTo(screen) {
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
  show(make("div.screen", make("h1", { tabIndex: -1 }, text("error")), make("p", String(error?.message ?? error)),
    button(text("goon"), () => location.reload(), "primary")));
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
    changes.dispatchEvent(new Event("changed"));
  } catch (error) {
    if (error instanceof Refusal && (error.status === 401 || error.status === 403)) await app.leave();
    else if (!(error instanceof NoStation || error instanceof Refusal)) throw error;
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
