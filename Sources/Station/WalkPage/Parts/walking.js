// The walk: the camera, where the phone is, the verdict on what was read, and what is left.
import { announce, button, make, show } from "./elements.js";
import { metres, text } from "./language.js";
import { Camera } from "./camera.js";
import { fault, watchPosition } from "./position.js";
import { index, isKept, read } from "./reading.js";
import { regret } from "./sender.js";
import { scan } from "./scanner.js";
import { sound } from "./sound.js";
import { memory } from "./memory.js";
import { frameCodes } from "./finder.js";
import { checklist } from "./checklist.js";
import { verdictCard } from "./verdict.js";

/** A scan waits so long for a position, in milliseconds. */
const longestHold = 20_000;

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
  let walk = index(app.pack);
  let fix = null, denied = false, held = null, last = null, resting = null;

  show(make("div.walk",
    make("h1.unseen", { tabIndex: -1 }, text("title")),
    make("div.finder", video, frame, make("div.over", chip, torch), hint),
    card, make("div.bar", count, undo, button(text("end"), app.ready)), list));
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
      if (held && !wrong()) { const { code } = held; held = null; take(code); }
    }, ending.signal);
    navigator.wakeLock?.request("screen").then((lock) => ending.signal.addEventListener("abort", () => lock.release()))
      .catch(() => null);
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

  async function take(code) {
    hint.textContent = text("scan.near");
    if (wrong()) {
      held = { code, until: Date.now() + longestHold };
      const state = wrong();
      const isClear = state === "denied" || state === "vague";
      verdictCard(card, { kind: "held", title: text(isClear ? `here.${state}` : "kind.held"),
        next: text(isClear ? `here.${state}.next` : "next.held") });
      if (isClear) announce(`${text(`here.${state}`)}. ${text(`here.${state}.next`)}`);
      return;
    }
    const found = read(code, fix, walk);
    if (!found.sign && !isKept(code)) {
      tell(found, { title: text("kind.foreign"), next: text("next.foreign.other") });
      return;
    }
    const { latitude, longitude, accuracy } = fix;
    const one = { id: crypto.randomUUID(), time: Date.now(), text: code, latitude, longitude, accuracy,
      tag: found.sign?.tag ?? null, kind: found.kind, state: "waiting" };
    await memory.keep(one);
    last = one;
    await app.reload();
    tell(found, { title: text(`kind.${found.kind}`), next: nextStep(found, accuracy) });
    drawList();
    drawUndo();
  }

  function tell(found, words) {
    verdictCard(card, { kind: found.kind, ...words,
      sign: found.sign && `${found.store.name} · ${found.sign.placement}`, tag: found.sign?.tag });
    announce(`${words.title}. ${found.sign ? `${found.store.name}, ${found.sign.placement}. ` : ""}${words.next}`);
    (found.kind === "outside" ? sound.bad : found.kind === "inside" || found.kind === "roaming" ? sound.good : sound.unsure)();
  }

  async function takeBack() {
    if (!last) return;
    const now = (await memory.scans()).find((one) => one.id === last.id);
    if (now?.state === "waiting") {
      await memory.remove(last.id);
      await app.reload();
      verdictCard(card, { kind: "held", title: text("undo"), next: text("undone") });
      announce(text("undone"));
    }
    last = null;
    drawList();
    drawUndo();
  }

  function giveUpHeld() {
    if (!held || Date.now() < held.until) return;
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

  function drawUndo() { undo.hidden = !last || Date.now() - last.time > regret; }

  function drawList() {
    count.textContent = app.waiting ? text("waiting", { count: app.waiting })
      : text(app.scans.length ? "waiting.none" : "waiting.never");
    checklist(list, app, fix);
  }
}

function nextStep(found, accuracy) {
  const { kind, store, here } = found;
  if (kind === "outside" && here && here !== store) return text("next.outside.here", { store: store.name, here: here.name });
  if (kind === "outside") return text("next.outside", { store: store.name, metres: metres(found.metres) });
  return text(`next.${kind}`, { metres: metres(accuracy) });
}
