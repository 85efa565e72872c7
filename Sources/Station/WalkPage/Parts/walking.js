// The walk: the camera, where the phone is, the verdict on what was read, and what is left.
import { announce, button, make, redraw, show } from "./elements.js";
import { metres, text } from "./language.js";
import { Camera } from "./camera.js";
import { age, fault, watchPosition } from "./position.js";
import { index, isKept, isPutUp, kindOfChip, read } from "./reading.js";
import { readChips, readsChips } from "./chips.js";
import { isNew } from "./sender.js";
import { scan } from "./scanner.js";
import { isUnsent, memory } from "./memory.js";
import { frameCodes } from "./finder.js";
import { checklist } from "./checklist.js";
import { Held } from "./held.js";
import { noteOn } from "./note.js";
import { notices } from "./notices.js";
import { allOwed, missed, owe } from "./owed.js";
import { arranged, isUrgent, tellOutcomes, verdictCard, weightOf, wordsOf } from "./verdict.js";

/** Where a sign hangs is waited for until it is known so well, in metres: it is noted once. */
const goodEnough = 15;
/** So many characters of a code are shown, where no sign has it. */
const shown = 80;

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
  const phone = app.pack.name, isInstalling = app.pack.task === "install";
  const held = new Held(isInstalling ? goodEnough : Infinity);
  let walk = index(app.pack);
  let fix = null, denied = false, last = null, resting = null, isNoting = false, isOver = false;
  /** The last settlement: they come one after another, so that their words and sounds do not overlap. */
  let settling = Promise.resolve();

  show(make("div.walk",
    make("h1.unseen", { tabIndex: -1 }, text("title")),
    make("div.finder", video, frame, make("div.over", chip, torch), hint),
    card, make("div.bar", count, undo, note, button(text("end"), app.ready)), told, list));
  drawList();
  app.onChange(() => {
    // Another window may have ended this walk, or begun another: then this screen is about to be left.
    if (app.pack?.name === phone) walk = index(app.pack);
    drawList();
  }, signal);

  // What may be seen and heard ends with the page's being looked at, and begins again with it.
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : watch()), { signal });
  signal.addEventListener("abort", pauseAll);
  const clock = setInterval(() => { drawPosition(); drawUndo(); settle(held.overdue(performance.now())); }, 1_000);
  const sending = setInterval(() => app.send(), 20_000);
  signal.addEventListener("abort", () => { clearInterval(clock); clearInterval(sending); });
  app.beforeLeave = end;
  signal.addEventListener("abort", () => { app.beforeLeave = null; });
  await watch();

  function pauseAll() {
    resting?.abort();
    resting = null;
    // A phone that sleeps may not count the time, and a fix of before would seem to be of now.
    fix = null;
  }

  /** The page is not looked at any more: no fix comes, and what waits for one is not to count by a later one. */
  function leave() {
    settle(held.takeAll(performance.now()));
    pauseAll();
  }

  /** The walk is over: nothing is scanned any more, and what waits is settled. */
  async function end() {
    if (!isOver) {
      isOver = true;
      settle(held.takeAll(performance.now()));
    }
    await settling;
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
      else {
        denied = false;
        // A system may give an older one again.
        if (!fix || found.came >= fix.came) fix = found;
      }
      drawPosition();
      if (!wrong()) settle(held.settledBy(fix, performance.now()));
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
      if (ending.signal.aborted) return;
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
    if (ending.signal.aborted) return;
    // Another program has it, or it is not allowed any more: it is asked for again when the page is looked at again.
    camera.close();
    torch.hidden = true;
    showWords("held", text("camera.failed"), text("camera.ended.next"));
  }

  /** What keeps the position from counting now. */
  function wrong() { return denied ? "denied" : fault(fix, performance.now(), walk.pack.rules.worstAccuracy); }

  /** A card of words, which is said as well. */
  function showWords(kind, title, next) {
    verdictCard(card, { kind, title, next });
    announce(`${title}. ${next}`);
  }

  /** `cut` makes the picture of the code in view; `uid`: of a chip. Counts at once, or waits for a position. */
  async function take(code, cut, uid = null) {
    // The person looks at a note, or ends the walk; the camera is not asked for again after it.
    if (isNoting || isOver) return;
    hint.textContent = text("scan.near");
    const state = wrong(), at = fix;
    const one = { id: crypto.randomUUID(), code, uid, time: Date.now(), since: performance.now(), cut, best: state ? null : at };
    const isVague = isInstalling && walk.sign(code) && at?.accuracy > goodEnough;
    if (!state && !isVague) {
      await settle([one]);
      return;
    }
    // The picture is of now, and not of when the position comes.
    const picture = pictureOf(one);
    const waiting = held.add({ ...one, isHeld: true, cut: () => picture });
    // The system may end the page at any time.
    owe(waiting.id, { ...isVague ? short(waiting) : lost(waiting, reasonOf(state)), isHeld: true });
    const isClear = state === "denied" || state === "vague";
    showWords("held", text(isClear ? `here.${state}` : "kind.held"),
      text(isClear ? `here.${state}.next` : isVague ? "install.wait" : "next.held"));
  }

  /** Nothing where none is kept, or the browser makes none. */
  async function pictureOf({ cut }) {
    if (!app.keepsPictures) return null;
    try {
      return await cut();
    } catch (error) {
      console.error(error);
      return null;
    }
  }

  /** Settles scans that wait no more: those with a position count, and the others are given up. All that came of them is said together. */
  function settle(scans) {
    if (scans.length === 0) return settling;
    // Why there is no position is known now, and not when it is the turn of these.
    const why = reasonOf(wrong());
    settling = settling.then(async () => {
      const outcomes = [];
      for (const one of scans) {
        try {
          outcomes.push(one.best ? await keep(one) : lost(one, why));
        } catch (error) {
          outcomes.push(unkept(one, error));
        }
      }
      const all = arranged(outcomes.filter(Boolean));
      if (all.length > 0) tellOutcomes(card, all);
      for (const [index, one] of scans.entries()) {
        const due = owedOf(outcomes[index]);
        if ((due || one.isHeld) && !held.has(one)) await owe(one.id, due);
      }
      app.owed = await allOwed();
      if (signal.aborted) return app.changed();
      drawList();
      drawUndo();
      return undefined;
    });
    return settling;
  }

  /** What is to be read later of an outcome, because the card is not seen any more; null when it is, or is not urgent. */
  function owedOf(outcome) { return outcome && isUrgent(outcome) && (isOver || document.hidden) ? outcome : null; }

  /** Keeps a scan that has its position. What came of it. */
  async function keep(one) {
    const { id, code, uid, time, best: at, isCut } = one;
    const found = read(code, at, walk);
    found.kind = kindOfChip(found, uid);
    const outcome = { kind: found.kind, title: text(`kind.${found.kind}`), ...signOf(code) };
    if (!found.sign && !isKept(code)) return { ...outcome, weight: "unsure", next: text("next.foreign.other") };
    const { latitude, longitude, accuracy } = at;
    const isUp = isInstalling && found.sign && isPutUp(found.sign, app.scans);
    const isToBeNoted = isInstalling && found.sign && !isUp && !["outside", "copy"].includes(found.kind);
    const picture = await pictureOf(one);
    // The walk may have ended in another window: the scan is this one's all the same.
    const row = { id, phone, time, since: Date.now(), text: code, uid, latitude, longitude, accuracy,
      tag: found.sign?.tag ?? null, kind: found.kind, state: "waiting", hasPicture: Boolean(picture),
      commissions: isToBeNoted && !isCut ? found.sign.tag : null };
    const weight = weightOf(found.kind, isInstalling);
    const next = isInstalling ? nextInstall(found, accuracy, isUp) : nextStep(found, accuracy);
    const whole = isToBeNoted && isCut ? short(one) : { ...outcome, weight, next };
    const cameTo = (isWhole) => (isWhole ? whole : { ...whole, next: `${whole.next} ${text("unkept.picture")}`,
      weight: isUrgent(whole) ? whole.weight : "unsure" });
    const isWhole = await memory.keep(row, picture, (isWhole) => owedOf(cameTo(isWhole)));
    last = row;
    await app.reload();
    return cameTo(isWhole);
  }

  /** What is said of a scan whose position is not noted: it is noted once, so a vague one would stay. */
  function short({ code, best }) {
    return { kind: "undecided", weight: "lost", ...signOf(code), title: text("install.short"),
      next: text("install.short.next", { metres: metres(best.accuracy) }) };
  }

  /** What is said of a scan that got no position; `why` as in the texts. */
  function lost({ code }, why) {
    return { kind: "undecided", weight: "lost", ...signOf(code),
      title: text(why === "none" ? "here.missing" : `here.${why}`), next: text(`here.${why}.next`) };
  }

  /** A scan that the phone could not keep is tried again as long as it waits, and that is said once: null for the other times. */
  function unkept(one, error) {
    console.error(error);
    const isTriedAgain = !isOver && held.putBack({ ...one, wasUnkept: true }, performance.now());
    if (isTriedAgain && one.wasUnkept) return null;
    return { kind: "undecided", weight: "lost", ...signOf(one.code), title: text("unkept"),
      next: text(isTriedAgain ? "unkept.again" : "unkept.next", { reason: error.message }) };
  }

  /** The names of a code's sign, and its tag; of another code, what it holds. */
  function signOf(code) {
    const sign = walk.sign(code);
    if (!sign) return { signs: isKept(code) ? [[code.slice(0, shown)]] : [] };
    return { signs: [[walk.pack.stores[sign.store].name, sign.placement || sign.tag]], tag: sign.tag };
  }

  async function takeBack() {
    if (!last) return;
    const { id } = last;
    last = null;
    // What the station may have stays: the phone could not take that back.
    const words = text(await memory.takeBack(id) ? "undone" : "undo.late");
    await app.reload();
    verdictCard(card, { kind: "held", title: text("undo"), next: words });
    announce(words);
    drawList();
    drawUndo();
  }

  /** Asks for a note on a scan, as it is now: the page has sent it meanwhile, perhaps. */
  async function noteLast(id) {
    const scan = app.scans.find((one) => one.id === id);
    if (!scan) return;
    const sign = walk.sign(scan.text);
    const title = sign ? `${walk.pack.stores[sign.store].name} · ${sign.placement || sign.tag}` : scan.text;
    isNoting = true;
    const wasKept = await noteOn(scan, title, signal);
    isNoting = false;
    if (!wasKept) return;
    await app.reload();
    if (signal.aborted) { app.changed(); return; }
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
    undo.hidden = !last || !isNew(last);
    note.hidden = !last;
  }

  function drawList() {
    if (app.pack?.name !== phone) return;
    const unsent = app.scans.filter(isUnsent).length;
    count.textContent = app.waiting ? text("waiting", { count: app.waiting })
      : unsent ? text("unsent", { count: unsent }) : text(app.scans.length ? "waiting.none" : "waiting.never");
    // That the station is not reached is usual on a walk, and no reason to stop.
    redraw(told, app.news && !app.isAway && make("p.notice", app.news), missed(app), notices(app));
    checklist(list, app, fix, (tag) => noteLast(app.scans.findLast((scan) => scan.tag === tag)?.id));
  }
}

/** Why a scan has no position, as in the texts; `state`: what is wrong with it. */
const reasonOf = (state) => (state === "denied" || state === "vague" ? state : "none");

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
