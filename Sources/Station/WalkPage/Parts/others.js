// What waits on this phone of walks before. It is another phone's to the station, so a person says what becomes of it.
import { agree, button, make } from "./elements.js";
import { text } from "./language.js";
import { memory } from "./memory.js";
import { filesOf, handOver } from "./file.js";

/** Sends, saves or erases scans of another walk; null when there are none. */
export function others(app) {
  const { others: scans, pack } = app;
  if (scans.length === 0) return null;
  const names = [...new Set(scans.map(({ phone }) => phone ?? "?"))].join(", ");
  const settle = (act) => async () => {
    await act();
    await app.reload();
    app.changed();
  };
  const send = settle(async () => {
    await memory.adopt();
    await app.send(true);
  });
  const erase = async () => {
    if (!await agree(text("others.erase"), text("forget.lost", { count: scans.length }), text("others.erase"), text("cancel"))) return;
    await settle(memory.removeOthers)();
  };
  return make("section.card", { data: { others: scans.length } },
    make("p.strong", text("others", { count: scans.length, name: names })), make("p.small", text("others.why", { name: pack.name })),
    make("div.actions",
      // The station may have the rest: it would be kept twice.
      scans.some((scan) => !scan.wasSent) && button(text("others.send", { name: pack.name }), send, "", { data: { key: "adopt" } }),
      button(text("file"), async () => handOver(await filesOf(scans, pack.rules.confidence), "walk"), "", { data: { key: "others-file" } }),
      button(text("others.erase"), erase, "danger", { data: { key: "others-erase" } })));
}
