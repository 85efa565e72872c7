// Phones for walks: pairing one by a code on this screen, those that are paired, and revoking one.
import { agree, button, emptyState, field, make, option, sending } from "./elements.js";
import { moment, text } from "./language.js";
import { problemNotice } from "./notices.js";
import { station } from "./station.js";
import { storeBook } from "./store-book.js";

const quietZone = 4;

export function showPhones(place) {
  const { main } = place;
  const list = make("div.cards"), wrong = make("div"), code = make("div", { "aria-live": "polite" }), guide = make("p.soft"), doubt = make("p.notice.doubtful", { hidden: true }, text("phones.tls"));
  main.replaceChildren(make("header.head", make("div", make("a.back", { href: "#/audit" }, text("nav.audit")), place.title(text("phones.title")))),
    wrong, code, list);
  if (place.can("provision")) code.after(pairing());
  return place.live(["entry"], async () => {
    const { phones, page } = place.can("provision") ? await station.phones() : { phones: [] };
    // The console may be open under another address than the one that phones reach: on this computer, before a proxy.
    const address = page ?? `${location.origin}/walk/`;
    guide.textContent = text("phones.how", { address });
    doubt.hidden = address.startsWith("https:");
    list.replaceChildren(...phones.length ? phones.map(card) : [emptyState(text("phones.none"), text("phones.none.next"))]);
  });

  function card({ name, created, expires, scope }) {
    return make("article.card.panel", make("h2", name),
      make("dl.facts", make("dt", text("phones.task")), make("dd", text(`phones.task.${scope?.for ?? "audit"}`)),
        make("dt", text("phones.stores")), make("dd", (scope?.stores ?? []).map(({ store }) => store).join(", ")),
        make("dt", text("phones.paired")), make("dd", moment(created)), make("dt", text("phones.until")), make("dd", moment(expires))),
      make("div.actions", button(text("phones.revoke"), () => revoke(name), "quiet")));
  }
  async function revoke(name) {
    wrong.replaceChildren();
    if (!await agree(text("phones.revoke.sure", { name }), text("phones.revoke.why"), text("phones.revoke"), text("cancel"))) return;
    try { await station.revokePhone(name); } catch (error) { wrong.replaceChildren(problemNotice(error)); }
  }

  function pairing() {
    const name = make("input", { name: "phone", required: true, maxLength: 64, autocomplete: "off", spellcheck: false, placeholder: "anna" });
    const task = make("select", { name: "task" }, ["audit", "install"].map((one) => option(one, text(`phones.task.${one}`))));
    const choice = make("select", { name: "plan" }, ["all", "random", "longest", "findings"].map((one) => option(one === "all" ? "" : one, text(`phones.plan.${one}`))));
    const perStore = make("input", { name: "per-store", type: "number", min: 1, max: 1000, value: 5 });
    const stores = make("select", { name: "stores", multiple: true, required: true, size: 6 });
    station.stores().then((all) => {
      const book = storeBook(all);
      stores.replaceChildren(...all.map(({ id, deployment }) =>
        option(JSON.stringify({ store: id, deployment }), `${book.name(id, deployment)} · ${id}`)));
    }).catch((error) => wrong.replaceChildren(problemNotice(error)));
    return make("form.card.import", { onsubmit: sending(async (event) => {
      wrong.replaceChildren();
      code.replaceChildren();
      try {
        const wanted = [...stores.selectedOptions].map(({ value }) => JSON.parse(value));
        code.replaceChildren(offer(await station.pairPhone({ name: name.value.trim(), stores: wanted, task: task.value,
          plan: choice.value ? { choice: choice.value, perStore: Number(perStore.value) || undefined } : undefined }), place.signal));
        event.target.reset();
      } catch (error) {
        wrong.replaceChildren(problemNotice(error));
      }
    }) }, make("h2", text("phones.pair")), guide, doubt,
    field(text("phones.name"), name, text("phones.name.hint")), field(text("phones.task"), task, text("phones.task.hint")),
    field(text("phones.stores"), stores, text("phones.stores.hint")), field(text("phones.plan"), choice, text("phones.plan.hint")),
    field(text("phones.plan.store"), perStore),
    make("div.actions", button(text("phones.show"), () => {}, "primary", { type: "submit" })));
  }
}

/** The code as a symbol and as text, until its time is over. */
function offer({ name, text: words, lasts, symbol, drawn, seed, fingerprint }, signal) {
  const left = make("p.strong", { role: "timer" });
  const panel = make("section.card.panel.pairing", make("h2", text("phones.scan", { name })), picture(symbol), left,
    drawn && make("p", text("phones.drawn", { count: drawn })), Number.isInteger(seed) && make("p.soft", text("phones.seed", { seed: String(seed) })),
    make("p.soft", text("phones.once")), make("code", words),
    fingerprint && make("div", make("p.soft", text("phones.fingerprint")), make("code", fingerprint)));
  // By this machine's own clock, and how far it moves: performance.now() does not count while a laptop sleeps.
  const start = Date.now();
  const tick = () => {
    const seconds = Math.max(0, Math.round((lasts - (Date.now() - start)) / 1000));
    left.textContent = text("phones.left", { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` });
    if (seconds > 0) return;
    clearInterval(clock);
    panel.replaceChildren(make("p", text("phones.over")));
  };
  const clock = setInterval(tick, 1000);
  signal.addEventListener("abort", () => clearInterval(clock));
  tick();
  return panel;
}

/** Dark on light whatever the page's colours are. */
function picture(rows) {
  const side = rows.length + 2 * quietZone, scale = 8;
  const canvas = make("canvas", { width: side * scale, height: side * scale, role: "img", "aria-label": text("phones.code") });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#000000";
  rows.forEach((row, y) => [...row].forEach((module, x) => {
    if (module === "1") pen.fillRect((x + quietZone) * scale, (y + quietZone) * scale, scale, scale);
  }));
  return canvas;
}
