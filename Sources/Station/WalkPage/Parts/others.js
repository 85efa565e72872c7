// What is left on this phone of walks before. It is another phone's to the station, so a person says what becomes of it.
import { agree, button, make } from "./elements.js";
import { text } from "./language.js";
import { isOnlyHere, memory } from "./memory.js";
import { filesOf, handOver } from "./file.js";

/** Sends, saves or erases scans of another walk; null when there are none. */
export function others(app) {
  const { others: scans, pack } = app;
  if (scans.length === 0) return null;
  const refused = scans.filter(({ state }) => state === "refused");
  const free = scans.filter(isOnlyHere), known = scans.length - free.length - refused.length;
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
    make("p.strong", text("others", { count: scans.length, name: names })),
    refused.length > 0 && make("p.notice", text("refused", { count: refused.length, reason: refused[0].reason })),
    free.length > 0 && make("p.small", text("others.why", { name: pack.name })),
    known > 0 && make("p.small", text("others.known", { count: known, name: pack.name })),
    make("div.actions",
      free.length > 0 && button(text("others.send", { name: pack.name }), send, "", { data: { key: "adopt" } }),
      button(text("file"), async () => handOver(await filesOf(scans, pack.rules.confidence), "walk"), "", { data: { key: "others-file" } }),
      button(text("others.erase"), erase, "danger", { data: { key: "others-erase" } })));
}
