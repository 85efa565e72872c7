// The card under the camera: one glance says how it is, one line what to do.
import { make } from "./elements.js";

/** A shape beside each colour, for people who do not see it. */
const shapes = { inside: "✓", outside: "✗", undecided: "?", roaming: "✓", station: "→", foreign: "–", held: "…", copy: "✗" };

/** `kind` as in reading.js, or "held"; `sign`: its store and placement. */
export function verdictCard(card, { kind, title, next, sign, tag }) {
  card.dataset.kind = kind;
  if (tag) card.dataset.tag = tag;
  else delete card.dataset.tag;
  card.replaceChildren(make("div.shape", { "aria-hidden": "true" }, shapes[kind]),
    make("div", make("h2", title), sign && make("p.strong", sign), make("p", next)));
}
