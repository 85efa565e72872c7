// The walk: the camera, where the phone is, the verdict on what was read, and what is left.
import { announce, button, make, show } from "./elements.js";
import { metres, text } from "./language.js";
import { Camera } from "./camera.js";
import { fault, watchPosition } from "./position.js";
import { index, isKept, isPutUp, kindOfChip, read } from "./reading.js";
import { readChips, readsChips } from "./chips.js";
import { regret } from "./sender.js";
import { scan } from "./scanner.js";
import { sound } from "./sound.js";
import { memory } from "./memory.js";
import { frameCodes } from "./finder.js";
import { checklist } from "./checklist.js";
import { noteOn } from "./note.js";
import { verdictCard } from "./verdict.js";

/** A scan waits so long for a position, in milliseconds. */
const longestHold = 20_000;
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
  const count = make("span.soft");
  const undo = button(text("undo"), takeBack, "", { hidden: true });
  const note = button(text("note"), () => noteLast(last?.id), "", { hidden: true });
  const isInstalling = app.pack.task === "install";
  let walk = index(app.pack);
  let fix = null, denied = false, held = null, last = null, resting = null, isNoting = false;

  show(make("div.walk",
    make("h1.unseen", { tabIndex: -1 }, text("title")),
    make("div.finder", video, frame, make("div.over", chip, torch), hint),
    card, make("div.bar", count, undo, note, button(text("end"), app.ready)), list));
  drawList();
  app.onChange(() => { walk = index(app.pack); drawList(); }, signal);

  // What may be seen and heard ends with the page's being looked at, and begins again with it.
  document.addEventListener("visibilitychange", () => (document.hidden ? pauseAll() : watch()), { signal });
  signal.addEventListener("abort", pauseAll);
  const clock = setInterval(() => { drawPosition(); drawUndo(); giveUpHeld(); }, 1_000);
  const sending = setInterval(() => app.send(), 20_000);
  signal.addEventListener("abort", () => { clearInterval(clock); clearInterval(sending); });
  await watch();

  function pauseAll() {
    resting?.abort();
    resting = null;
  }

  async function watch() {
    if (resting) return;
    const ending = new AbortController();
    resting = ending;
    watchPosition((found) => {
      if (found.denied) denied = true;
      else { denied = false; fix = found; }
      drawPosition();
      if (held && !wrong()) {
        if (!held.best || fix.accuracy < held.best.accuracy) held.best = fix;
        if (!isInstalling || fix.accuracy <= goodEnough) takeHeld();
      }
    }, ending.signal);
    navigator.wakeLock?.request("screen").then((lock) => ending.signal.addEventListener("abort", () => lock.release()))
      .catch(() => null);
    if (readsChips()) {
      readChips({ read: (code, uid) => take(code, () => null, null, uid), failed: () => { hint.textContent = text("chips.failed"); } },
        ending.signal).catch((error) => { hint.textContent = text("chips.off", { reason: error.message }); });
    }
    let camera;
    try {
      camera = await Camera.open(video);
    } catch (error) {
      const isDenied = error.name === "NotAllowedError";
      verdictCard(card, { kind: "held", title: text(isDenied ? "camera.denied" : "camera.failed"),
        next: isDenied ? text("camera.denied.next") : error.message });
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
      broken: () => { hint.textContent = text("scan.broken"); },
      read: take,
    }, ending.signal);
  }

  /** What keeps the position from counting now. */
  function wrong() { return denied ? "denied" : fault(fix, Date.now(), app.pack.rules.worstAccuracy); }

  function takeHeld() {
    const { code, picture, best, uid } = held;
    held = null;
    take(code, () => picture, best, uid);
  }

  /** `cut` makes the picture of the code in view; `best`: the best position of those that were waited for; `uid`: of a chip. */
  async function take(code, cut, best = null, uid = null) {
    // The person looks at a note; the camera is not asked for again after it.
    if (isNoting) return;
    hint.textContent = text("scan.near");
    const isVague = isInstalling && walk.sign(code) && fix?.accuracy > goodEnough;
    if (!best && (wrong() || isVague)) {
      // The picture is of now, and not of when the position comes.
      held = { code, uid, until: Date.now() + longestHold, picture: app.keepsPictures ? await cut() : null,
        best: wrong() ? null : fix };
      const state = wrong();
      const isClear = state === "denied" || state === "vague";
      verdictCard(card, { kind: "held", title: text(isClear ? `here.${state}` : "kind.held"),
        next: text(isClear ? `here.${state}.next` : isVague ? "install.wait" : "next.held") });
      if (isClear) announce(`${text(`here.${state}`)}. ${text(`here.${state}.next`)}`);
      return;
    }
    const at = best ?? fix;
    const found = read(code, at, walk);
    found.kind = kindOfChip(found, uid);
    if (!found.sign && !isKept(code)) {
      tell(found, { title: text("kind.foreign"), next: text("next.foreign.other") });
      return;
    }
    const { latitude, longitude, accuracy } = at;
    const isUp = isInstalling && found.sign && isPutUp(found.sign, app.scans);
    const time = Date.now();
    const picture = app.keepsPictures ? await cut() : null;
    const one = { id: crypto.randomUUID(), time, text: code, uid, latitude, longitude, accuracy,
      tag: found.sign?.tag ?? null, kind: found.kind, state: "waiting", hasPicture: Boolean(picture),
      commissions: isInstalling && found.sign && !isUp && !["outside", "copy"].includes(found.kind) ? found.sign.tag : null };
    await memory.keep(one, picture);
    last = one;
    await app.reload();
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

  function giveUpHeld() {
    if (!held || Date.now() < held.until) return;
    if (held.best) { takeHeld(); return; }
    held = null;
    const state = wrong();
    const words = state === "denied" || state === "vague" ? state : "none";
    verdictCard(card, { kind: "undecided", title: text(words === "none" ? "here.missing" : `here.${words}`),
      next: text(`here.${words}.next`) });
    sound.bad();
  }

  function drawPosition() {
    const state = wrong();
    chip.dataset.state = state ?? "good";
    if (state === "denied" || state === "vague") chip.textContent = text(`here.${state}`);
    else if (state) chip.textContent = text("here.searching");
    else {
      const age = Math.max(0, Math.round((Date.now() - fix.time) / 1_000));
      chip.textContent = `${text("here.accuracy", { metres: metres(fix.accuracy) })} · ${age} s`;
    }
  }

  function drawUndo() {
    undo.hidden = !last || Date.now() - last.time > regret;
    note.hidden = !last;
  }

  function drawList() {
    count.textContent = app.waiting ? text("waiting", { count: app.waiting })
      : text(app.scans.length ? "waiting.none" : "waiting.never");
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
