// What went wrong, in three lines: what failed, why, what to do.
import { make } from "./elements.js";
import { text } from "./language.js";
import { NoStation } from "./station.js";

export function problemNotice(error, ...actions) {
  const lines = error instanceof NoStation ? [text("connection.none"), "", text("connection.none.next")]
    : isLostFile(error) ? [text("file.lost"), "", text("file.lost.next")] : [error.message, error.detail, error.next];
  const [title, why, next] = lines;
  return make("div.notice", { role: "alert" }, make("b", title), reasons(why),
    next && make("p.next", make("span", `${text("next")} `), next), actions.length ? make("div.actions", actions) : null);
}

/// A file that was changed, moved or removed since it was chosen is not read by a browser.
const isLostFile = ({ name }) => name === "NotReadableError" || name === "NotFoundError";

/// A file's errors come line by line; each one names its place.
function reasons(why) {
  const lines = (why ?? "").split("\n").filter(Boolean);
  if (lines.length < 2) return why ? make("p", why) : null;
  const rows = lines.map((line) => {
    const [, place, reason] = line.match(/^(\S.*?:\d+|\S+): (.*)$/) ?? [null, "", line];
    return make("tr", make("td.place", place), make("td", reason));
  });
  return make("div.scroll", make("table.errors", make("caption", text("import.errors", { count: lines.length })),
    make("tbody", rows)));
}

export const success = (title, ...content) => make("div.notice.good", { role: "status" }, make("b", title), content);
