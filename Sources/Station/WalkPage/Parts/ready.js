// Between walks: what this walk is, what waits to be sent, and the ways out.
import { agree, button, main, make, redraw, show } from "./elements.js";
import { language, languageChoice, text } from "./language.js";
import { lookChoice } from "./look.js";
import { isUnsent, memory } from "./memory.js";
import { notices } from "./notices.js";
import { missed } from "./owed.js";
import { others } from "./others.js";
import { alone } from "./pairing.js";
import { photographs } from "./photographs.js";
import { filesOf, handOver } from "./file.js";
import { doneOf } from "./reading.js";
import { allowSound } from "./sound.js";
import { station } from "./station.js";

export function showReady(app, signal) {
  // Made once: what was said of photographs stays when the screen is drawn anew.
  const sent = photographs(app), choices = [languageChoice(), lookChoice()];
  const screen = () => {
    const { pack } = app;
    const done = doneOf(app), seen = done.size, isInstalling = pack.task === "install";
    return make("div.screen",
      make("header", make("p.soft", pack.station), make("h1", { tabIndex: -1 }, text("ready.hello", { name: pack.name }))),
      make("section.card",
        make("div.figures",
          figure(`${seen} / ${pack.signs.length}`, text(isInstalling ? "install.title" : "list.title")),
          figure(String(pack.stores.length), text("ready.stores", { count: pack.stores.length }))),
        progress(seen, pack.signs.length),
        make("ul.stores", pack.stores.map((store, position) => storeLine(store, position, app, done))),
        pack.unreadable > 0 && make("p.small.soft", text("chips.none", { count: pack.unreadable })),
        isInstalling && make("p.small.soft", text("install.how")),
        pack.expires && make("p.small.soft", text("ready.until", {
          day: new Date(pack.expires).toLocaleDateString(language, { dateStyle: "medium" }) }))),
      missed(app),
      button(text(seen > 0 ? "goon" : "begin"), () => { allowSound(); app.walk(); }, "primary.wide.large",
        { data: { key: "begin" } }),
      notices(app), waiting(app), others(app),
      pictures(app), sent, choices,
      make("details", { data: { key: "forget" } }, make("summary", { data: { key: "forget" } }, text("forget")),
        make("p.small", text("forget.why")), button(text("forget"), () => forget(app), "danger", { data: { key: "forget" } })));
  };
  app.onChange(() => { if (app.pack) redraw(main(), screen()); }, signal);
  show(screen());
}

const figure = (number, words) => make("div", make("span.number", number), make("span.soft", words));

export function progress(done, all) {
  const bar = make("progress", { max: Math.max(1, all), value: done, "aria-label": text("list.title") });
  return bar;
}

function storeLine(store, position, app, done) {
  const signs = app.pack.signs.filter((sign) => sign.store === position);
  const left = signs.filter((sign) => !done.has(sign.tag)).length;
  const all = text(app.pack.task === "install" ? "install.all" : "list.done");
  return make("li", make("span", store.name), make("span.soft", left > 0 ? text("list.left", { count: left }) : all));
}

/** What waits, and its two ways out. */
function waiting(app) {
  const rows = app.scans.filter((scan) => scan.state === "waiting");
  const refused = app.scans.filter((scan) => scan.state === "refused");
  let isSending = false;
  // It keeps the focus while it is busy.
  const go = button(text("send"), async () => {
    if (isSending) return;
    isSending = true;
    go.textContent = text("sending");
    await app.send(true);
    isSending = false;
    go.textContent = text("send");
  }, "", { disabled: rows.length === 0, data: { key: "send" } });
  const isPast = app.now > Date.parse(app.pack.expires ?? "");
  const [state, count] = rows.length ? ["waiting", rows.length] : refused.length ? ["unsent", refused.length]
    : [app.scans.length ? "waiting.none" : "waiting.never"];
  return make("section.card", { data: { waiting: rows.length } },
    make("p.strong", { role: "status" }, text(state, { count })),
    (app.news || isPast) && make("p.notice", app.news || text("send.over")),
    refused.length > 0 && make("p.notice", text("refused", { count: refused.length, reason: refused[0].reason })),
    make("div.actions", go, button(text("file"), async () =>
      handOver(await filesOf(app.scans, app.pack.rules.confidence), `walk-${app.pack.name}`), "",
    { disabled: app.scans.length === 0, data: { key: "file" } })),
    app.isOver && button(text("pair.again"), () => app.welcome(), "wide", { data: { key: "pair" } }),
    make("p.small.soft", rows.length ? text("keep.storage") : text("file.why")));
}

/** The switch for pictures, and what it means. */
function pictures(app) {
  const box = make("input", { type: "checkbox", id: "pictures", data: { key: "pictures" }, checked: app.keepsPictures, onchange: async () => {
    await memory.keepPictures(box.checked);
    app.keepsPictures = box.checked;
  } });
  return make("section.card", make("label.switch", { for: "pictures" }, box, make("span.strong", text("pictures"))),
    make("p.small.soft", text("pictures.why", { days: app.pack.keptDays ?? 400 })));
}

async function forget(app) {
  const unsent = app.scans.filter(isUnsent).length + app.others.length;
  const lost = unsent > 0 ? ` ${text("forget.lost", { count: unsent })}` : "";
  if (!await agree(text("forget"), text("forget.why") + lost, text("forget"), text("cancel"))) return;
  // Not while a pack or an answer is on its way, which would be kept after it.
  await alone(async () => {
    // Without a network the station learns nothing of it; the pairing then ends by its time.
    await station.leave().catch(() => null);
    await memory.forgetAll();
  });
  await app.reload();
  app.welcome();
}
