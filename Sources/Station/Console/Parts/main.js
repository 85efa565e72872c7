// The frame of the console: who is here, which view is shown, whether the station answers.
import { announce, byId, button, make, option } from "./elements.js";
import { keepFocus, watchFocus } from "./focus.js";
import { language, loadTexts, text } from "./language.js";
import { connect, disconnect, listen, onConnection, oneByOne, together } from "./live.js";
import { station, onStranger, NoStation, StationProblem } from "./station.js";
import { problemNotice } from "./notices.js";
import { showLogin } from "./login.js";
import { showBench } from "./bench.js";
import { showBatches } from "./batches.js";
import { showBatch } from "./batch.js";
import { showAudit } from "./audit.js";
import { showStores } from "./stores.js";
import { showPhones } from "./phones.js";
import { showTag } from "./tag.js";
import { showReaders } from "./readers.js";
import { showJournal } from "./journal.js";

const views = {
  bench: showBench, batches: (place) => (place.argument ? showBatch : showBatches)(place), audit: showAudit,
  stores: showStores, readers: showReaders, journal: showJournal,
};
/// Pages of one thing: they are reached from a view, whose name stays marked.
const pages = { tags: showTag, phones: showPhones };
const homes = { tags: "batches", phones: "audit" };
/// Those that the console is for, from the least; others get the login.
const roles = ["read", "provision", "administer"];
const main = byId("main");
let who = null, leaving = null;
watchFocus(main);

/// What a view gets: where it draws, what follows its name in the address, until when it is shown, and who looks.
function place(name, argument) {
  endView();
  const { signal } = leaving;
  return {
    main, name, argument, signal, who,
    can: (role) => roles.indexOf(who?.role) >= roles.indexOf(role),
    /// Why this person may not do what a role is needed for; empty for those who may.
    why: (role) => (roles.indexOf(who?.role) >= roles.indexOf(role) ? "" : text(`why.${role}`)),
    title(words) {
      document.title = `${words} · Waymark`;
      const heading = make("h1", { tabIndex: -1 }, words);
      return heading;
    },
    /// Draws now, after each of these events, and whenever the station is back.
    live(kinds, draw) {
      const failure = make("div");
      const show = oneByOne(async () => {
        if (signal.aborted) return;
        try {
          await draw();
          failure.remove();
        } catch (error) {
          // The banner, or the login, says these.
          if (signal.aborted || error instanceof NoStation || error.status === 401) return;
          note(error);
          // Of what is gone nothing is left. Anything else passes: what is shown and what was typed stay.
          if (error.status === 404) return showFailure(error);
          failure.replaceChildren(problemNotice(error));
          main.prepend(failure);
        }
      });
      listen([...kinds, "reset"], together(async () => {
        await show();
        if (!signal.aborted) keepFocus(main);
      }), signal);
      return show();
    },
  };
}
/// A mistake of this page is for those who mend it, too.
function note(error) {
  if (!(error instanceof StationProblem || error instanceof NoStation)) console.error(error);
}
/// Ends what belongs to the view that is left: what it waits for, listens to, and asks.
function endView() {
  leaving?.abort();
  leaving = new AbortController();
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}
/// Says why a view is not shown, and shows it as soon as the station is back.
function showFailure(error) {
  endView();
  main.ariaBusy = null;
  main.replaceChildren(problemNotice(error, button(text("retry"), route, "primary")));
  listen(["reset"], route, leaving.signal);
}

/// The parts of the address, each as it was before it was encoded; one that nothing has encoded is taken as it is.
const parts = () => location.hash.replace(/^#\/?/, "").split("/").map((part) => {
  try { return decodeURIComponent(part); } catch { return part; }
});
function route() {
  const [name, ...rest] = parts();
  const all = { ...views, ...pages };
  const view = Object.hasOwn(all, name) ? name : "bench";
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.view === (homes[view] ?? view)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  main.className = `view ${view}`;
  main.replaceChildren();
  const here = place(view, rest.join("/"));
  main.ariaBusy = "true";
  open(all[view], here);
}
async function open(view, here) {
  try {
    await view(here);
    if (!here.signal.aborted) main.ariaBusy = null;
  } catch (error) {
    if (here.signal.aborted || error.status === 401) return;
    note(error);
    showFailure(error);
  }
}

function drawTop() {
  const { choice } = waymarkTheme;
  const themes = make("select", { id: "theme", "aria-label": text("top.theme"), onchange: (event) => {
    waymarkTheme.choice = event.target.value;
  } }, ["auto", "light", "dark"].map((name) => option(name, text(`theme.${name}`), name === choice)));
  const languages = make("select", { id: "language", "aria-label": text("top.language"), onchange: async (event) => {
    const hadFocus = document.activeElement === event.target;
    await language.choose(event.target.value);
    drawAll();
    if (hadFocus) byId("language").focus();
  } }, language.all.map(([tag, name]) => option(tag, name, tag === language.current)));
  const nav = make("nav", { "aria-label": text("top.views") }, Object.keys(views).map((name, index) =>
    make("a", { href: `#/${name}`, data: { view: name }, "aria-keyshortcuts": String(index + 1) }, text(`nav.${name}`))));
  byId("jump").textContent = text("top.skip");
  byId("top").replaceChildren(
    make("div.brand", make("img", { src: "/console/icon.svg", alt: "" }), make("b", "Waymark"),
      who?.station && make("span.station", who.station)),
    who ? nav : "",
    make("div.settings", themes, languages,
      who?.actor && button(text("top.leave"), leave, "quiet", { title: text("top.as", { actor: who.actor, role: text(`role.${who.role}`) }) })));
}
function drawAll() {
  drawTop();
  if (who) route(); else drawLogin();
}
function drawLogin() {
  endView();
  main.ariaBusy = null;
  main.className = "view login";
  document.title = `${text("login.title")} · Waymark`;
  showLogin(main, begin);
}

async function begin() {
  const session = await station.session();
  if (!roles.includes(session.role)) return signedOut();
  who = session;
  drawAll();
  connect();
  return undefined;
}
function signedOut() {
  who = null;
  disconnect();
  byId("connection").hidden = true;
  drawAll();
}
/// Shows the login where the token was revoked, or the session has ended, meanwhile.
function askWhoWeAre() {
  station.session().then((session) => { if (who && !roles.includes(session.role)) signedOut(); }).catch(() => {});
}
async function leave() {
  try {
    await station.logOut();
  } catch (error) {
    // Still signed in: nothing draws over that.
    endView();
    main.className = "view";
    main.ariaBusy = null;
    main.replaceChildren(make("h1", { tabIndex: -1 }, text("top.leave")),
      problemNotice(error, button(text("retry"), leave, "primary")));
    main.querySelector("h1").focus();
    return;
  }
  signedOut();
}

const shortcuts = { "/": () => document.querySelector("input[type=search]")?.focus(), "?": showKeys };
Object.keys(views).forEach((name, index) => { shortcuts[index + 1] = () => { location.hash = `#/${name}`; }; });
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !who || event.target.closest("input, select, textarea, dialog")) return;
  const act = shortcuts[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
function showKeys() {
  const keys = [["1 – 6", "keys.views"], ["P", "bench.pause"], ["S", "bench.skip"], ["R", "bench.redo"], ["M", "keys.sound"],
    ["F", "bench.wide"], ["/", "keys.search"], ["J K", "keys.findings"], ["+ − 0", "keys.map"], ["?", "keys.title"]];
  const dialog = make("dialog", { "aria-labelledby": "keys-title" }, make("h2", { id: "keys-title" }, text("keys.title")),
    make("dl.keys", keys.flatMap(([key, words]) => [make("dt", make("kbd", key)), make("dd", text(words))])),
    make("div.actions", button(text("close"), () => dialog.close(), "", { autofocus: true })));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

onConnection((state) => {
  if (state === "refused") return askWhoWeAre();
  const banner = byId("connection");
  banner.dataset.state = state;
  banner.hidden = false;
  banner.textContent = text(`connection.${state}`);
  if (state === "back") {
    setTimeout(() => { if (banner.dataset.state === "back") banner.hidden = true; }, 6000);
    askWhoWeAre();
  }
  return undefined;
});
onStranger(() => { if (who) signedOut(); });
addEventListener("hashchange", () => {
  if (!who) return;
  route();
  const [, view] = main.className.split(" ");
  announce(text(`nav.${homes[view] ?? view}`));
});

await loadTexts();
await begin().catch((error) => {
  drawTop();
  main.replaceChildren(problemNotice(error, button(text("retry"), () => window.location.reload(), "primary")));
});
document.documentElement.dataset.ready = "yes";
