// Photographs that were taken without this page: the station reads the codes on them. It needs the network, and keeps no
// picture.
import { announce, make } from "./elements.js";
import { text } from "./language.js";
import { memory } from "./memory.js";
import { alone, know } from "./pairing.js";
import { NoStation, Refusal, station } from "./station.js";

export function photographs(app) {
  const outcome = make("div", { role: "status" });
  const files = make("input", { type: "file", id: "photographs", multiple: true, accept: "image/jpeg,image/heic,image/heif,.heic,.heif,.zip",
    onchange: async () => {
      files.disabled = true;
      try {
        await sendAll([...files.files], app.pack?.name, (lines) => outcome.replaceChildren(make("ul.small", lines.map((line) => make("li", line)))));
      } finally {
        files.disabled = false;
        files.value = "";
      }
      announce(outcome.textContent);
    } });
  return make("details", make("summary", text("photographs")), make("p.small", text("photographs.why")),
    make("label.file", { for: "photographs" }, text("photographs.choose")), files, outcome);
}

/** `name`: as whose they are sent. */
async function sendAll(files, name, tell) {
  const lines = [];
  for (const [index, file] of files.entries()) {
    tell([...lines, text("photographs.reading", { name: file.name, at: index + 1, all: files.length })]);
    lines.push(await sendOne(file, name));
  }
  tell(lines);
}

async function sendOne(file, name) {
  try {
    const receipt = await alone(async () => {
      // The session may be another phone's by now: they would count as seen by that one.
      await know();
      return (await memory.pack())?.pack.name === name ? station.photograph(file) : null;
    });
    if (!receipt) return `${file.name}: ${text("photographs.other")}`;
    const { sightings, refused } = receipt;
    return [`${file.name}: ${text("photographs.kept", { count: sightings })}`, ...refused.slice(0, 5)].join(" · ");
  } catch (error) {
    if (error instanceof NoStation) return `${file.name}: ${text("send.away")}`;
    if (error instanceof Refusal) return [`${file.name}: ${error.message}`, error.detail, error.next].filter(Boolean).join(". ");
    throw error;
  }
}
