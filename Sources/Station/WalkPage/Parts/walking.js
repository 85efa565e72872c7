// The walk: the camera, where the phone is, the verdict on what was read, and what is left.
import { announce, button, make, redraw, show } from "./elements.js";
import { metres, text } from "./language.js";
import { Camera } from "./camera.js";
import { age, fault, watchPosition } from "./position.js";
import { index, isKept, isPutUp, kindOfChip, read } from "./reading.js";
import { readChips, readsChips } from "./chips.js";
import { regret } from "./sender.js";
import { scan } from "./scanner.js";
import { sound } from "./sound.js";
import { memory } from "./memory.js";
import { frameCodes } from "./finder.js";
import { checklist } from "./checklist.js";
import { Held } from "./held.js";
import { noteOn } from "./note.js";
import { notices } from "./notices.js";
import { verdictCard } from "./verdict.js";

/** Where a sign hangs is waited for until it is known so well, in metres: it is noted once. */
const goodEnough = 15;

export async function showWalk(app, signal) {
  const video = make("video", { muted: true, playsInline: true, "aria-label": text("scan.look") });
  const frame = make("canvas", { "aria-hidden": "true" });
  const chip = make("p.chip", { data: { state: "searching" } }, text("here.searching"));
  const hint = make("p.hint", text("scan.look"));
  const torch = button(text("torch"), () => {}, "chip", { hidden: true, "aria-pressed": "false" });
  const card = make("section", { id: "verdict" });
  const list = make("section.list");
  const told = make("div.told");
  const count = make("span.soft");
  const undo = button(text("undo"), takeBack, "", { hidden: true });
  const note = button(text("note"), () => noteLast(last?.id), "", { hidden: true });
  const isInstalling = app.pack.task === "install";
  const held = new Held(isInstalling ? goodEnough : Infinity);
  let walk = index(app.pack);
  let fix = null, denied = false, last = null, resting = null, isNoting = false;

  show(make("div.walk",
    make("h1.unseen", { tabIndex: -1 }, text("title")),
    make("div.finder", video, frame, make("div.over", chip, torch), hint),
    card, make("div.bar", count, undo, note, button(text("end"), end)), told, list));
  drawList();
  app.onChange(() => { if (app.pack) { walk = index(app.pack); drawList(); } }, signal);

  // What may be seen and heard ends with the page's being looked at, and begins again with it.
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : watch()), { signal });
  signal.addEventListener("abort", pauseAll);
  const clock = setInterval(() => { drawPosition(); drawUndo(); settle(held.overdue(Date.now())); }, 1_000);
  const sending = setInterval(() => app.send(), 20_000);
  signal.addEventListener("abort", () => { clearInterval(clock); clearInterval(sending); });
  await watch();

  function pauseAll() {
    resting?.abort();
    resting = null;
    // A phone that sleeps may not count the time, and a fix of before would seem to be of now.
    fix = null;
  }

  /** The page is not looked at any more: no fix comes, and what waits for one is not to count by a later one. */
  function leave() {
    settle(held.takeAll());
    pauseAll();
  }

  async function end() {
    app.lost = await settle(held.takeAll());
    app.ready();
  }

  /** Says what to do, once. */
  function tip(words) {
    if (hint.textContent === words) return;
    hint.textContent = words;
    announce(words);
  }

  async function watch() {
    if (resting) return;
    const ending = new AbortController();
    resting = ending;
    watchPosition((found) => {
      if (found.denied) denied = true;
      else { denied = false; fix = found; }
      drawPosition();
      if (!wrong()) settle(held.settledBy(fix, Date.now()));
    }, ending.signal);
    navigator.wakeLock?.request("screen").then((lock) => ending.signal.addEventListener("abort", () => lock.release()))
      .catch(() => null);
    if (readsChips()) {
      readChips({ read: (code, uid) => take(code, () => null, uid), failed: () => tip(text("chips.failed")) },
        ending.signal).catch((error) => tip(text("chips.off", { reason: error.message })));
    }
    let camera;
    try {
      camera = await Camera.open(video);
    } catch (error) {
      const isDenied = error.name === "NotAllowedError";
      showWords("held", text(isDenied ? "camera.denied" : "camera.failed"), isDenied ? text("camera.denied.next") : error.message);
      return;
    }
    if (ending.signal.aborted) { camera.close(); return; }
    ending.signal.addEventListener("abort", () => camera.close());
    torch.hidden = !camera.hasTorch;
    torch.onclick = async () => {
      const isOn = torch.getAttribute("aria-pressed") !== "true";
      await camera.setTorch(isOn);
      torch.setAttribute("aria-pressed", String(isOn));
    };
    await scan(camera, {
      seen: (codes, size) => frameCodes(frame, video, codes, size),
      broken: () => tip(text("scan.broken")),
      read: (code, cut) => take(code, cut),
    }, ending.signal);
  }

  /** What keeps the position from counting now. */
  function wrong() { return denied ? "denied" : fault(fix, performance.now(), app.pack.rules.worstAccuracy); }

  /** A card of words, which is said as well. */
  function showWords(kind, title, next) {
    verdictCard(card, { kind, title, next });
    announce(`${title}. ${next}`);
  }

  /** `cut` makes the picture of the code in view; `uid`: of a chip. Counts at once, or waits for a position. */
  async function take(code, cut, uid = null) {
    // The person looks at a note; the camera is not asked for again after it.
    if (isNoting) return;
    hint.textContent = text("scan.near");
    const time = Date.now(), state = wrong(), at = fix;
    const isVague = isInstalling && walk.sign(code) && at?.accuracy > goodEnough;
    if (!state && !isVague) {
      await keep({ code, uid, time, cut }, at);
      return;
    }
    // The picture is of now, and not of when the position comes.
    const picture = app.keepsPictures ? cut() : null;
    held.add({ code, uid, time, cut: () => picture, best: state ? null : at });
    const isClear = state === "denied" || state === "vague";
    showWords("held", text(isClear ? `here.${state}` : "kind.held"),
      text(isClear ? `here.${state}.next` : isVague ? "install.wait" : "next.held"));
  }

  /** What held scans have come to: those with a position count, and the others are given up. In words, empty for none of these. */
  async function settle(scans) {
    for (const one of scans.filter(({ best }) => best)) await keep(one, one.best);
    if (scans.every(({ best }) => best)) return "";
    const state = wrong(), why = state === "denied" || state === "vague" ? state : "none";
    const title = text(why === "none" ? "here.missing" : `here.${why}`), next = text(`here.${why}.next`);
    showWords("undecided", title, next);
    sound.bad();
    return `${title}. ${next}`;
  }

  async function keep({ code, uid, time, cut }, at) {
    const found = read(code, at, walk);
    found.kind = kindOfChip(found, uid);
    if (!found.sign && !isKept(code)) {
      tell(found, { title: text("kind.foreign"), next: text("next.foreign.other") });
      return;
    }
    const { latitude, longitude, accuracy } = at;
    const isUp = isInstalling && found.sign && isPutUp(found.sign, app.scans);
    const picture = app.keepsPictures ? await cut() : null;
    const one = { id: crypto.randomUUID(), time, since: Date.now(), text: code, uid, latitude, longitude, accuracy,
      tag: found.sign?.tag ?? null, kind: found.kind, state: "waiting", hasPicture: Boolean(picture),
      commissions: isInstalling && found.sign && !isUp && !["outside", "copy"].includes(found.kind) ? found.sign.tag : null };
    await memory.keep(one, picture);
    last = one;
    await app.reload();
    // The walk may have ended meanwhile.
    if (signal.aborted) app.changed();
    tell(found, { title: text(`kind.${found.kind}`), next: isInstalling ? nextInstall(found, accuracy, isUp) : nextStep(found, accuracy) });
    drawList();
    drawUndo();
  }

  function tell(found, words) {
    verdictCard(card, { kind: found.kind, ...words,
      sign: found.sign && `${found.store.name} · ${found.sign.placement}`, tag: found.sign?.tag });
    announce(`${words.title}. ${found.sign ? `${found.store.name}, ${found.sign.placement}. ` : ""}${words.next}`);
    (found.kind === "outside" || found.kind === "copy" ? sound.bad : found.kind === "inside" || found.kind === "roaming" ? sound.good : sound.unsure)();
  }

  async function takeBack() {
    if (!last) return;
    const now = (await memory.scans()).find((one) => one.id === last.id);
    if (now?.state === "waiting" && !now.wasSent) {
      await memory.remove(last.id);
      await app.reload();
      verdictCard(card, { kind: "held", title: text("undo"), next: text("undone") });
      announce(text("undone"));
    }
    last = null;
    drawList();
    drawUndo();
  }

  /** Asks for a note on a scan, as it is now: the page has sent it meanwhile, perhaps. */
  async function noteLast(id) {
    const scan = app.scans.find((one) => one.id === id);
    if (!scan) return;
    const sign = walk.sign(scan.text);
    const title = sign ? `${app.pack.stores[sign.store].name} · ${sign.placement || sign.tag}` : scan.text;
    isNoting = true;
    const wasKept = await noteOn(scan, title);
    isNoting = false;
    if (!wasKept) return;
    await app.reload();
    announce(text("note.kept"));
    drawList();
  }

  function drawPosition() {
    const state = wrong();
    chip.dataset.state = state ?? "good";
    if (state === "denied" || state === "vague") chip.textContent = text(`here.${state}`);
    else if (state) chip.textContent = text("here.searching");
    else {
      const seconds = Math.max(0, Math.round(age(fix) / 1_000));
      chip.textContent = `${text("here.accuracy", { metres: metres(fix.accuracy) })} · ${seconds} s`;
    }
  }

  function drawUndo() {
    undo.hidden = !last || Date.now() - last.since > regret;
    note.hidden = !last;
  }

  function drawList() {
    count.textContent = app.waiting ? text("waiting", { count: app.waiting })
      : text(app.scans.length ? "waiting.none" : "waiting.never");
    // That the station is not reached is usual on a walk, and no reason to stop.
    redraw(told, app.news && !app.isAway && make("p.notice", app.news), notices(app));
    checklist(list, app, fix, (tag) => noteLast(app.scans.findLast((scan) => scan.tag === tag)?.id));
  }
}

function nextStep(found, accuracy) {
  const { kind, store, here } = found;
  if (kind === "outside" && here && here !== store) return text("next.outside.here", { store: store.name, here: here.name });
  if (kind === "outside") return text("next.outside", { store: store.name, metres: metres(found.metres) });
  return text(`next.${kind}`, { metres: metres(accuracy) });
}

/** What an installer does with a sign before it is fixed to the wall. */
function nextInstall({ kind, store, metres: away }, accuracy, isUp) {
  if (kind === "outside") return text("install.outside", { store: store.name, metres: metres(away) });
  if (kind === "foreign" || kind === "copy") return text(kind === "copy" ? "next.copy" : "install.foreign");
  return text(isUp ? "install.again" : "install.done", { metres: metres(accuracy) });
}
