// The readers and their health; adding one, and looking at what a tag says.
import { agree, button, emptyState, field, gated, keeper, light, make, once } from "./elements.js";
import { text, textOr } from "./language.js";
import { problemNotice, success } from "./notices.js";
import { station } from "./station.js";

const fact = (key, value) => [make("dt", text(key)), make("dd", value)];

export function showReaders(place) {
  const { main } = place;
  const list = make("div.cards"), wrong = make("div"), readings = new Map(), readOnce = keeper();
  main.replaceChildren(make("header.head", place.title(text("nav.readers"))), wrong, list, place.can("administer") ? add() : "");
  return place.live(["reader", "reader-removed", "job"], async () => {
    const readers = await station.readers();
    list.replaceChildren(...readers.length ? readers.map(card)
      : [emptyState(text("readers.none"), text(place.can("administer") ? "readers.none.next" : "readers.none.ask"))]);
  });

  function card(reader) {
    const { failure } = reader;
    const reading = readings.get(reader.name) ?? make("div", { "aria-live": "polite" });
    readings.set(reader.name, reading);
    return make("article.card.reader", { data: { state: reader.state } },
      make("header", make("h2", reader.name), light(reader.state, text(`reader.${reader.state}`))),
      make("dl.facts", fact("reader.chip", reader.chip ?? "–"), fact("reader.connection", make("code", reader.connection)),
        fact("reader.restarts", String(reader.restarts))),
      failure && make("div.notice", make("b", failure.message), make("p", failure.why),
        make("p.next", make("span", `${text("next")} `), failure.next)),
      reading,
      make("div.actions", gated(button(text("reader.read"), readOnce(reader.name, () => once(() => read(reader.name, reading)))),
        place.why("provision") || (reader.state === "ready" ? "" : text("why.reader"))),
      place.can("administer") && button(text("reader.remove"), () => remove(reader.name), "quiet")));
  }

  async function read(name, reading) {
    reading.replaceChildren(make("p.soft", text("reader.reading")));
    try {
      const tag = await station.read(name);
      reading.replaceChildren(success(text(`content.${tag.content}`),
        make("dl.facts", fact("tag.chip", `${tag.product} · ${tag.uid}`), tag.url && fact("tag.url", make("code", tag.url)),
          tag.tag && fact("tag.tag", `${tag.tag.id} · ${tag.tag.store} · ${tag.tag.placement} · ${textOr(`state.${tag.tag.state}`, tag.tag.state)}`))));
    } catch (error) {
      reading.replaceChildren(problemNotice(error));
    }
  }
  async function remove(name) {
    wrong.replaceChildren();
    if (!await agree(text("reader.remove.sure", { name }), text("reader.remove.why"), text("reader.remove"), text("cancel"))) return;
    try { await station.removeReader(name); } catch (error) { wrong.replaceChildren(problemNotice(error)); }
  }

  function add() {
    const connection = make("input", { required: true, autocomplete: "off", spellcheck: false, placeholder: "pn532_uart:/dev/ttyUSB0" });
    const name = make("input", { maxLength: 64, autocomplete: "off", placeholder: "bench-1" });
    const outcome = make("div", { "aria-live": "polite" });
    const submit = button(text("reader.add"), () => {}, "primary", { type: "submit" });
    const form = make("form.card.import", { onsubmit: async (event) => {
      event.preventDefault();
      submit.disabled = true;
      outcome.replaceChildren(make("p.soft", text("reader.opening")));
      try {
        const reader = await station.addReader(connection.value.trim(), name.value.trim());
        outcome.replaceChildren(reader.state === "ready" ? success(text("reader.added", { name: reader.name })) : "");
        form.reset();
      } catch (error) {
        outcome.replaceChildren(problemNotice(error));
      }
      submit.disabled = false;
    } }, make("h2", text("reader.add")), make("p.soft", text("reader.add.hint")),
    make("div.row", field(text("reader.connection"), connection), field(text("reader.name"), name), submit), outcome);
    return form;
  }
}
