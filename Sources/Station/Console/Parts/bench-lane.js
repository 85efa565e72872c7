// One reader on the bench, and what is said when a job has ended.
import { announce, button, light, make } from "./elements.js";
import { text, textOr } from "./language.js";

export const orderWords = (event, names) => !event ? ""
  : event.type === "refused" ? `${event.message}: ${event.why}. ${event.next}`
    : event.by ? text(`bench.${event.type}`, { actor: event.by })
      : text(`bench.${event.type}`, { tag: event.tag, place: placeWords(event, names) });
const placeWords = (event, names) =>
  [event.store && names.name(event.store, event.deployment), event.placement].filter(Boolean).join(" · ");

/// About how wide a text is, so that it fills its line: letters of Korean, Chinese and Japanese are twice as wide. What is
/// longer than two thirds of a line of the smallest size is broken into two.
const letters = (words) => Math.max(5, Math.min(22, [...words].reduce((sum, sign) => sum + (sign > "\u1100" ? 1.75 : 1), 0)));

/// One reader: its light, the sign that comes next, and what became of the tag that lies on it.
export function laneCell(name, skip) {
  const lamp = make("div.lamp"), label = make("p.label"), where = make("p.where"), store = make("p.store"), tag = make("p.tag");
  const state = make("b"), advice = make("span"), last = make("small");
  const band = make("div.band", { role: "status" }, state, advice, last);
  let shown = null;
  const leave = skip && button(text("bench.skip"), () => skip(shown?.tag), "quiet");
  const element = make("article.lane", { "aria-label": name }, make("header", lamp, leave), make("div.sign", label, where, store, tag), band);
  return {
    element,
    draw(lane, names, isOneOfMany) {
      shown = lane.next;
      if (leave) leave.hidden = !isOneOfMany || lane.next?.type !== "next";
      element.dataset.state = lane.state;
      lamp.replaceChildren(light(lane.state, `${name}`), make("span.soft", text(`lane.${lane.state}`)));
      const { next, event } = lane;
      const isSign = next?.type === "next";
      label.textContent = isSign ? text("bench.next") : "";
      where.textContent = isSign ? next.placement : next ? text(`bench.${next.type}`) : "…";
      store.textContent = isSign ? names.name(next.store, next.deployment) : next?.why ?? "";
      tag.textContent = isSign ? next.tag : "";
      for (const line of [where, store]) line.style.setProperty("--letters", letters(line.textContent));
      const words = { waiting: ["bench.put"], reading: ["bench.hold"], writing: ["bench.hold"], done: ["bench.off"],
        confirmed: ["bench.right"], held: ["bench.leave"] }[lane.state];
      state.textContent = text(`band.${lane.state}`);
      advice.textContent = words ? text(words[0]) : textOr(`advice.${event.code}`, event.next ?? "");
      last.textContent = ["done", "confirmed"].includes(lane.state) ? placeWords(event, names)
        : ["failed", "interrupted", "lost", "held"].includes(lane.state) ? `${event.message}: ${event.why}` : "";
    },
  };
}

export function ending(bench, again, place) {
  const { type, by } = bench.ending;
  const isGood = type === "finished";
  announce(text(`ending.${type}`));
  return make("article.ending", { data: { state: isGood ? "done" : type } },
    make("h2", text(`ending.${type}`)),
    by && make("p.by", text(`ending.by`, { actor: by })),
    make("p", type === "failed" ? `${bench.ending.message}: ${bench.ending.why}. ${bench.ending.next}` : text(`ending.${type}.next`)),
    make("div.actions",
      !isGood && button(text("bench.goon"), again, "primary", { disabled: !place.can("provision") }),
      make(`a.button${isGood ? ".primary" : ""}`, { href: "#/batches" }, text("nav.batches"))));
}
