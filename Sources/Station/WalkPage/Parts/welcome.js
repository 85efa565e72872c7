// The first screen: the phone is paired by the code that the console shows.
import { announce, button, make, show } from "./elements.js";
import { languageChoice, text } from "./language.js";
import { lookChoice } from "./look.js";
import { isUnsent, StorageFault } from "./memory.js";
import { missed } from "./owed.js";
import { pair as useUp } from "./pairing.js";
import { Camera } from "./camera.js";
import { scan } from "./scanner.js";
import { filesOf, handOver } from "./file.js";
import { allowSound, sound } from "./sound.js";
import { NoStation, Refusal } from "./station.js";

const prefix = "waymark-pair:";
/** Of the circle of a phone's accuracy, where no pack says it any more. */
const confidence = 0.68;

export function showWelcome(app, news, signal) {
  const said = make("p.notice", { role: "status", hidden: !news }, news);
  const say = (words) => { said.textContent = words; said.hidden = !words; announce(words); };
  const place = make("div");
  const typed = make("input", { id: "code", name: "code", autocomplete: "off", autocapitalize: "off", spellcheck: false,
    placeholder: `${prefix}…` });
  const form = make("form", { onsubmit: (event) => { event.preventDefault(); pair(typed.value.trim()); } },
    make("label", { for: "code" }, text("pair.type")),
    make("div.row", typed, button(text("pair.go"), () => {}, "", { type: "submit" })));

  /** Uses a code up, and takes the pack. True when the walk is there. */
  async function pair(code) {
    if (!code.startsWith(prefix)) { say(text("pair.other")); return false; }
    try {
      await useUp(code.slice(prefix.length));
    } catch (error) {
      if (!(error instanceof NoStation || error instanceof Refusal || error instanceof StorageFault)) throw error;
      const before = app.pack?.expires;
      // Before it is said: the network may be back at once, and then the page asks what came of the code.
      await app.reload();
      load.hidden = !isOwed();
      const words = error instanceof NoStation ? text("pair.away")
        : error instanceof Refusal ? error.words : text("unstored", { reason: error.message });
      // A code may be refused because this phone has used it up, and the answer was lost.
      if (error instanceof Refusal && app.pairing && await app.load()) {
        if (app.pack.expires !== before) sound.good();
        else {
          // The walk that is there is the one of before.
          app.tell(words);
          app.changed();
          sound.bad();
        }
        return true;
      }
      say(words);
      sound.bad();
      return false;
    }
    sound.good();
    return app.load();
  }

  /** Whether the walk of a code may be there to be loaded. */
  const isOwed = () => Boolean(app.pairing) && !app.pack;

  async function loadNow() {
    // After an answer the page is shown anew, and says itself what is owed.
    if (await app.load() || signal.aborted) return;
    load.hidden = !isOwed();
    say(text(isOwed() ? "pair.away" : "send.unpaired"));
  }

  async function look() {
    allowSound();
    say("");
    const ending = new AbortController();
    signal.addEventListener("abort", () => ending.abort(), { once: true });
    const video = make("video", { muted: true, playsInline: true, "aria-label": text("pair.look") });
    place.replaceChildren(make("div.finder", video, make("p.hint", text("pair.look"))),
      button(text("cancel"), () => ending.abort(), "wide"));
    let camera;
    try {
      camera = await Camera.open(video);
    } catch (error) {
      if (signal.aborted) return;
      place.replaceChildren(start);
      if (!ending.signal.aborted) say(`${text(error.name === "NotAllowedError" ? "camera.denied" : "camera.failed")}. ${text("camera.denied.next")}`);
      return;
    }
    const stop = () => { camera.close(); if (!signal.aborted) place.replaceChildren(start); };
    // It opens as long as a person thinks about whether it may be used, and the screen may be another one by then.
    if (ending.signal.aborted) { stop(); return; }
    ending.signal.addEventListener("abort", stop);
    await scan(camera, { seen() {}, broken() {}, read: async (code) => { if (await pair(code)) ending.abort(); } },
      ending.signal);
    if (ending.signal.aborted) return;
    ending.abort();
    say(`${text("camera.failed")}. ${text("camera.ended.next")}`);
  }
  const start = button(text("pair.scan"), look, "primary.wide");
  const left = [...app.scans, ...app.others].filter(isUnsent);
  const load = button(text("pair.load"), loadNow, "primary.wide", { hidden: !isOwed(), data: { key: "load" } });
  place.append(start);

  show(make("div.screen.welcome",
    make("div.mark", { "aria-hidden": "true" }), make("h1", { tabIndex: -1 }, text("pair.title")),
    make("p.soft", text("pair.why")), said, missed(app), load, place, form, make("p.small.soft", text("pair.install")), languageChoice(), lookChoice(),
    app.pack && button(text("cancel"), () => (app.pack ? app.ready() : app.welcome()), "wide"),
    left.length > 0 && make("section.card", make("p.strong", text("unsent", { count: left.length })),
      button(text("file"), async () => handOver(await filesOf(left, confidence), "walk"), "wide"))));
}
