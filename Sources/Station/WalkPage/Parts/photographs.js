// Photographs that were taken without this page: the station reads the codes on them. It needs the network, and keeps no
// picture.
import { announce, make } from "./elements.js";
import { text } from "./language.js";
import { NoStation, Refusal, station } from "./station.js";

export function photographs() {
  const outcome = make("div", { role: "status" });
  const files = make("input", { type: "file", id: "photographs", multiple: true, accept: "image/jpeg,image/heic,image/heif,.heic,.heif,.zip",
    onchange: async () => {
      files.disabled = true;
      try {
        await sendAll([...files.files], (lines) => outcome.replaceChildren(make("ul.small", lines.map((line) => make("li", line)))));
      } finally {
        files.disabled = false;
        files.value = "";
      }
      announce(outcome.textContent);
    } });
  return make("details", make("summary", text("photographs")), make("p.small", text("photographs.why")),
    make("label.file", { for: "photographs" }, text("photographs.choose")), files, outcome);
}

async function sendAll(files, tell) {
  const lines = [];
  for (const [index, file] of files.entries()) {
    tell([...lines, text("photographs.reading", { name: file.name, at: index + 1, all: files.length })]);
    lines.push(await sendOne(file));
  }
  tell(lines);
}

async function sendOne(file) {
  try {
    const { sightings, refused } = await station.photograph(file);
    return [`${file.name}: ${text("photographs.kept", { count: sightings })}`, ...refused.slice(0, 5)].join(" · ");
  } catch (error) {
    if (error instanceof NoStation) return `${file.name}: ${text("send.away")}`;
    if (error instanceof Refusal) return [`${file.name}: ${error.message}`, error.detail, error.next].filter(Boolean).join(". ");
    throw error;
  }
}
