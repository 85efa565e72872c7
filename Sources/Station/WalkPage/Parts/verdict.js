// The card under the camera: one glance says how it is, one line what to do.
import { announce, make } from "./elements.js";
import { sound } from "./sound.js";

/** A shape beside each colour, for people who do not see it. */
const shapes = { inside: "✓", outside: "✗", undecided: "?", roaming: "✓", station: "→", foreign: "–", held: "…", copy: "✗" };

/** How much what scans have come to matters, the most urgent first, and how it sounds. */
const weights = { wrong: sound.bad, lost: sound.bad, unsure: sound.unsure, good: sound.good };
const order = Object.keys(weights);

/** Whether a person has to hear of it, also when the walk is over. */
export const isUrgent = ({ weight }) => weight === "wrong" || weight === "lost";

/** How much a kind as in reading.js matters. An installer leaves a sign that is not of the walk as little as one of another store. */
export function weightOf(kind, isInstalling) {
  if (kind === "outside" || kind === "copy" || (kind === "foreign" && isInstalling)) return "wrong";
  return kind === "inside" || kind === "roaming" ? "good" : "unsure";
}

/** `kind` as in reading.js, or "held"; `signs`: each by its store and placement; `more`: what else is said. */
export function verdictCard(card, { kind, title, next, signs = [], tag }, more = []) {
  card.dataset.kind = kind;
  if (tag) card.dataset.tag = tag;
  else delete card.dataset.tag;
  card.replaceChildren(make("div.shape", { "aria-hidden": "true" }, shapes[kind]),
    make("div", make("h2", title), signs.map((names) => make("p.strong", names.join(" · "))), make("p", next),
      more.length > 0 && make("ul.small", more.map((one) => make("li", one)))));
}

/** An outcome, to be heard. */
export const wordsOf = ({ title, signs = [], next }) =>
  [`${title}.`, signs.length > 0 && `${signs.map((names) => names.join(", ")).join("; ")}.`, next].filter(Boolean).join(" ");

/**
 * What several scans have come to, each { kind, weight, title, next, signs, tag }, the most urgent first. Signs of which the same is
 * said are together.
 */
export function arranged(outcomes) {
  const together = new Map();
  for (const one of outcomes.toSorted((one, other) => order.indexOf(one.weight) - order.indexOf(other.weight))) {
    const key = JSON.stringify([one.weight, one.title, one.next]), first = together.get(key);
    together.set(key, first ? { ...first, signs: [...first.signs, ...one.signs] } : one);
  }
  return [...together.values()];
}

/** Shows and says arranged outcomes, in one card and with one sound. */
export function tellOutcomes(card, outcomes) {
  const [first, ...others] = outcomes;
  verdictCard(card, first, others.map(wordsOf));
  announce(outcomes.map(wordsOf).join(" "));
  weights[first.weight]();
}
