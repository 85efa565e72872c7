// What is done to the chips of a batch beyond their URLs: shown wherever a job can be started, and changed.
import { button, field, gated, make, option, sending } from "./elements.js";
import { text } from "./language.js";
import { problemNotice, success } from "./notices.js";
import { station } from "./station.js";

const protections = ["none", "lock", "password"], mirrors = ["none", "uid", "counter", "both"];
const checks = ["unchecked", "recorded", "required"];

/// The rules in words, a line each. What can never be undone comes first and is marked.
export function ruleList(batch) {
  const { protection, mirror, genuineness } = batch.rules;
  return make("ul.rules", make("li", { data: { kind: batch.isPermanent ? "permanent" : protection } }, text(`rules.protection.${protection}`)),
    mirror && make("li", text(`rules.mirror.${mirror}`)),
    genuineness !== "unchecked" && make("li", text(`rules.genuineness.${genuineness}`)));
}

/// Changes the rules. What is changed counts for every chip that is written from then on.
export function rulesForm(place, name) {
  // What was chosen here and is not in force yet: news of the batch does not take it away.
  const chosen = new Set();
  const select = (kind, all) => make("select", { onchange: () => chosen.add(kind) },
    all.map((each) => option(each, text(`rules.${kind}.${each}.short`))));
  const protection = select("protection", protections), mirror = select("mirror", mirrors), genuineness = select("genuineness", checks);
  const outcome = make("div", { "aria-live": "polite" });
  const submit = button(text("rules.change"), () => {}, "", { type: "submit" });
  const selects = { protection, mirror, genuineness };
  const form = make("form", { onsubmit: sending(async () => {
    try {
      // Nothing else is sent: what another person has changed meanwhile stays changed.
      const wanted = [...chosen].map((kind) => [kind, selects[kind].value]);
      await station.ruleBatch(name, Object.fromEntries(wanted));
      for (const [kind, value] of wanted) if (selects[kind].value === value) chosen.delete(kind);
      outcome.replaceChildren(success(text("rules.changed")));
    } catch (error) {
      outcome.replaceChildren(problemNotice(error));
    }
  }) }, make("div.row", field(text("rules.protection"), protection), field(text("rules.mirror"), mirror),
    field(text("rules.genuineness"), genuineness)), outcome, make("div.actions", gated(submit, place.why("provision"))));
  const element = make("details.options", make("summary", text("rules.title")), form);
  element.show = ({ rules }) => {
    const known = { ...rules, mirror: rules.mirror ?? "none" };
    for (const [kind, each] of Object.entries(selects)) if (!chosen.has(kind)) each.value = known[kind];
  };
  return element;
}
