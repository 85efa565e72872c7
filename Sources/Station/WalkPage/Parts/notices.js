// What a person has to know of scans that the station has: it stays on the screen until it was read.
import { button, make } from "./elements.js";
import { text } from "./language.js";
import { memory } from "./memory.js";

/** So many scans are named; the list of signs has the others. */
const most = 5;

/** What is to be known now: of the phone's clock, of positions that were not noted, of notes and pictures that were not kept. */
export const notices = (app) => [app.clockAhead ? make("p.notice", clockWords(app.clockAhead)) : null, ...refusals(app)];

/** Scans carry the phone's time, so a clock that is wrong by minutes is said. `ahead`: in seconds. */
export const clockWords = (ahead) =>
  text(ahead > 0 ? "clock.ahead" : "clock.behind", { minutes: Math.round(Math.abs(ahead) / 60) });

const refusals = (app) => [["commissionRefused", "install.refused"], ["remarkRefused", "remark.refused"]].map(([member, key]) => {
  const scans = app.scans.filter((scan) => scan[member]);
  if (scans.length === 0) return null;
  const reasons = scans.slice(0, most).map((scan) => `${scan.tag ?? scan.text}: ${scan[member]}`);
  return make("div.notice", make("p", text(key, { reason: reasons.join("; ") + (scans.length > most ? " …" : "") })),
    button(text("understood"), async () => {
      await memory.acknowledge(member);
      await app.reload();
      app.changed();
    }, "small", { data: { key: member } }));
});
