// What is done to the chips of a batch beyond their URLs: shown wherever a job can be started, and changed.
import { button, field, gated, make, option } from "./elements.js";
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
  const select = (kind, all) => make("select", all.map((each) => option(each, text(`rules.${kind}.${each}.short`))));
  const protection = select("protection", protections), mirror = select("mirror", mirrors), genuineness = select("genuineness", checks);
  const outcome = make("div", { "aria-live": "polite" });
  const submit = button(text("rules.change"), () => {}, "", { type: "submit" });
  const form = make("form", { onsubmit: async (event) => {
    event.preventDefault();
    try {
      await station.ruleBatch(name, { protection: protection.value, mirror: mirror.value, genuineness: genuineness.value });
      outcome.replaceChildren(success(text("rules.changed")));
    } catch (error) {
      outcome.replaceChildren(problemNotice(error));
    }
  } }, make("div.row", field(text("rules.protection"), protection), field(text("rules.mirror"), mirror),
    field(text("rules.genuineness"), genuineness)), outcome, make("div.actions", gated(submit, place.why("provision"))));
  const element = make("details.options", make("summary", text("rules.title")), form);
  element.show = ({ rules }) => {
    // A choice that is being made is not taken away by news.
    if (element.open && element.contains(document.activeElement)) return;
    protection.value = rules.protection;
    mirror.value = rules.mirror ?? "none";
    genuineness.value = rules.genuineness;
  };
  return element;
}
