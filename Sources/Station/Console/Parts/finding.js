// The life of a finding, and ending it: a person says why it is to stay as it is.
import { button, field, make, sending } from "./elements.js";
import { moment, text } from "./language.js";
import { problemNotice } from "./notices.js";
import { station } from "./station.js";

export function lifeOf(finding) {
  const facts = [["life.state", text(`life.${finding.state}`)], ["life.since", moment(finding.since)], ["life.last", moment(finding.lastFound)],
    ["life.gone", finding.resolved && moment(finding.resolved)]];
  const { acceptance } = finding;
  return make("div.life", make("dl.facts", facts.filter(([, value]) => value).map(([key, value]) => [make("dt", text(key)), make("dd", value)])),
    acceptance && make("blockquote", make("p", acceptance.reason), make("footer", text("life.by", { person: acceptance.person, time: moment(acceptance.time) }))));
}

export function acceptForm(finding, done) {
  const reason = make("textarea", { required: true, rows: 2, maxLength: 500 });
  const person = make("input", { required: true, maxLength: 200, autocomplete: "name", value: remembered() });
  const wrong = make("div", { "aria-live": "polite" });
  return make("details.accept", make("summary", text("finding.accept")), make("form", { onsubmit: sending(async () => {
    try {
      await station.accept(finding.number, reason.value.trim(), person.value.trim());
    } catch (error) {
      return wrong.replaceChildren(problemNotice(error));
    }
    remember(person.value.trim());
    await done();
  }) }, make("p.soft", text("finding.accept.why")), field(text("finding.reason"), reason), field(text("finding.person"), person), wrong,
  button(text("finding.accept.do"), () => {}, "primary", { type: "submit" })));
}
export function remembered() { try { return localStorage.getItem("person") ?? ""; } catch { return ""; } }
export function remember(name) { try { localStorage.setItem("person", name); } catch { /* A browser may refuse to remember. */ } }

/// The words of a finding, with each identifier of a tag as one piece: a line does not end at a hyphen inside it.
export function wordsOf(finding, words) {
  const known = finding.tags.filter((tag) => words.includes(tag)).sort((one, other) => other.length - one.length);
  if (!known.length) return [words];
  const either = known.map((tag) => tag.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return words.split(new RegExp(`(${either})`)).map((part, index) => index % 2 ? make("span.identifier", part) : part);
}
