// One tag: what it is, what the journal says of it, and the two ways to part with its chip or label.
import { badge, button, confirmName, field, gated, keeper, make, once } from "./elements.js";
import { exactMoment, text, textOr } from "./language.js";
import { oneByOne } from "./live.js";
import { problemNotice, success } from "./notices.js";
import { remarksOn } from "./remarks.js";
import { station } from "./station.js";

const fact = (key, value) => value ? [make("dt", text(key)), make("dd", value)] : [];

export function showTag(place) {
  const { main, argument: id } = place;
  const facts = make("div.card.summary"), outcome = make("div", { "aria-live": "polite" }), history = make("section"), remarks = make("div");
  const back = make("a.back", { href: "#/batches" }, text("nav.batches"));
  const parting = make("section.card.panel");
  const kept = keeper(), draw = oneByOne(load);
  // Not made anew with the rest: news of the tag takes away nothing that was typed.
  const reason = make("input", { required: true, maxLength: 500, autocomplete: "off" });
  main.replaceChildren(make("header.head", make("div", back, place.title(id))), outcome, facts, remarks, parting, history);
  return place.live(["tag", "batch", "entry"], draw);

  async function load() {
    const { tag, history: entries } = await station.tag(id);
    back.href = `#/batches/${encodeURIComponent(tag.batch)}`;
    back.textContent = tag.batch;
    facts.replaceChildren(make("dl.facts", fact("tag.state", badge(tag.state, textOr(`state.${tag.state}`, tag.state))),
      fact("tag.store", tag.store), fact("tag.deployment", tag.deployment), fact("tag.placement", tag.placement), fact("tag.medium", tag.medium.toUpperCase()),
      fact("tag.url", make("code", tag.url)), fact("tag.carries", tag.writtenURL && tag.writtenURL !== tag.url && make("code", tag.writtenURL)),
      fact("tag.deployed", tag.deployed && [make("code", `${tag.deployed.position.latitude}, ${tag.deployed.position.longitude}`), ` ± ${tag.deployed.accuracy} m`]),
      fact("tag.chip", tag.uid && [make("code", tag.uid), ` ${tag.product ?? ""}`]),
      fact("tag.protection", tag.protection && text(`rules.protection.${tag.protection}.short`))));
    remarks.replaceChildren(await remarksOn({ tag: id }));
    drawParting(tag);
    history.replaceChildren(make("h2", text("tag.history")), entries.length
      ? make("ol.entries.card", [...entries].reverse().map((entry) => kept(entry.sequence, () => row(entry)))) : make("p.soft", text("tag.history.none")));
  }

  function drawParting(tag) {
    if (parting.contains(document.activeElement)) return;
    parting.hidden = tag.state === "retired";
    const act = (kind) => once(async () => {
      if (!reason.reportValidity()) return;
      if (kind === "retire" && !await confirmName(text("tag.retire.sure", { tag: id }), [text("tag.retire.why")], text("tag.retire.type"), id,
        text("tag.retire"), text("cancel"))) return;
      try {
        await station.release(id, kind, reason.value.trim());
      } catch (error) {
        return outcome.replaceChildren(problemNotice(error));
      }
      document.activeElement?.blur();
      reason.value = "";
      outcome.replaceChildren(success(text(`tag.${kind}.done`, { tag: id }), make("p", parted(tag))));
      // It is done, whatever becomes of the look at it: the next news brings another one.
      await draw().catch(() => {});
    });
    const why = place.why("provision");
    const isUsed = tag.uid || tag.state === "printed" || tag.state === "outdated";
    const retire = button(text("tag.retire"), act("retire"), "danger");
    retire.disabled = Boolean(why);
    parting.replaceChildren(make("h2", text("tag.part")), make("p.soft", text("tag.part.hint")), field(text("tag.reason"), reason),
      make("div.actions", retire, gated(button(text("tag.replace"), act("replace")), why || (isUsed ? "" : text("why.replace")))));
  }
}

/// What is left to do by hand: the chip or the label still carries the URL.
function parted(tag) {
  if (tag.medium === "nfc") {
    return tag.uid ? text("tag.part.chip", { uid: tag.uid, store: tag.store, placement: tag.placement }) : text("tag.part.none");
  }
  return tag.state === "planned" ? text("tag.part.none") : text("tag.part.label", { store: tag.store, placement: tag.placement });
}

function row(entry) {
  let payload = {};
  try { payload = JSON.parse(entry.payload); } catch { /* What is not JSON is shown as it is. */ }
  const gist = [payload.uid, payload.reader, payload.message, payload.reason, payload.stock].filter((part) => typeof part === "string").join(" · ");
  return make("li", make("details", make("summary", make("span.number", `#${entry.sequence}`),
    make("time", { dateTime: entry.time }, exactMoment(entry.time)), make("b", textOr(`kind.${entry.kind}`, entry.kind)),
    make("span.gist", gist), make("span.actor", entry.author.actor)),
  make("pre", Object.keys(payload).length ? JSON.stringify(payload, null, 2) : entry.payload)));
}
