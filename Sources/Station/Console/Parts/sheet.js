// A batch's sheet of QR labels: looked at first, then made, checked and put on record by the station, and downloaded.
import { button, field, make, option, tick } from "./elements.js";
import { text } from "./language.js";
import { problemNotice, success } from "./notices.js";
import { station } from "./station.js";

const designs = ["label", "counter", "table", "window", "door"], uses = ["counter", "window", "outdoor"];
let stocks = null, lastStock = "22805";

export function sheetPanel(place, batch) {
  const stock = make("select"), start = make("input", { type: "number", min: 1, value: 1, inputMode: "numeric" });
  const design = make("select", designs.map((each) => option(each, text(`sheet.design.${each}`))));
  const use = make("select", uses.map((each) => option(each, text(`sheet.use.${each}`))));
  const call = make("input", { maxLength: 80, autocomplete: "off", placeholder: text("sheet.call.usual") });
  const again = tick(text("sheet.again"));
  const picture = make("img", { alt: text("sheet.preview", { batch }), onload: () => { frame.hidden = false; } });
  const frame = make("figure.paper", { hidden: true }, picture, make("figcaption.soft", text("sheet.preview", { batch })));
  const outcome = make("div", { "aria-live": "polite" });
  const submit = button(text("sheet.make"), () => {}, "primary", { type: "submit" });
  const about = make("p.soft");
  const element = make("form.card.panel.sheet", { onsubmit: produce }, make("div.wishes", make("h2", text("sheet.title")), about,
    make("div.row", field(text("sheet.stock"), stock), field(text("sheet.start"), start, text("sheet.start.hint"))),
    make("div.row", field(text("sheet.design"), design), field(text("sheet.use"), use)),
    field(text("sheet.call"), call, text("sheet.call.hint")), again,
    make("div.actions", submit), outcome), frame);
  let drawn = "", asked = 0;
  for (const control of [stock, start, design, use, call, again.control]) control.addEventListener("change", preview);

  const choice = () => ({ stock: stock.value, start: Number(start.value) || 1, again: again.control.checked,
    design: design.value, use: use.value, callToAction: call.value.trim() || undefined });

  async function preview() {
    lastStock = stock.value;
    const turn = ++asked;
    outcome.replaceChildren();
    try {
      const sheet = await station.makeSheet(batch, { ...choice(), preview: true });
      if (turn === asked) picture.src = station.sheetPicture(sheet.id);
    } catch (error) {
      if (turn !== asked) return;
      frame.hidden = true;
      outcome.replaceChildren(problemNotice(error));
    }
  }

  async function produce(event) {
    event.preventDefault();
    submit.disabled = true;
    // The answer to a look that is still on its way comes too late: it would take the place of the sheet.
    asked += 1;
    outcome.replaceChildren(make("p.soft", text("sheet.making")));
    try {
      const sheet = await station.makeSheet(batch, choice());
      asked += 1;
      const name = `${batch}.pdf`;
      const link = make("a.button.primary", { href: station.sheetFile(sheet.id), download: name }, text("sheet.download", { name }));
      outcome.replaceChildren(success(
        `${text("sheet.made", { count: sheet.cells.length })} · ${text("sheet.pages", { count: sheet.pages })}`,
        make("p", text("sheet.next", { start: sheet.nextStart })),
        sheet.warnings.length ? make("ul", sheet.warnings.map((line) => make("li", line))) : "", link));
      picture.src = station.sheetPicture(sheet.id);
      link.focus();
    } catch (error) {
      outcome.replaceChildren(problemNotice(error));
    }
    submit.disabled = false;
  }

  return {
    element,
    /// The batch's tags that are printed. Draws anew only when they have changed.
    async show(tags) {
      element.hidden = !tags.length || !place.can("provision");
      const state = tags.map((tag) => `${tag.id} ${tag.state}`).join("\n");
      if (element.hidden || state === drawn) return;
      const fresh = tags.filter((tag) => tag.state !== "printed").length;
      about.textContent = fresh ? text("sheet.fresh", { count: fresh }) : text("sheet.allprinted");
      stocks ??= await station.stocks();
      drawn = state;
      if (stock.options.length) return;
      stock.replaceChildren(...stocks.map(({ part, name, labels }) => option(part, `${name} (${labels})`, part === lastStock)));
      if (fresh) preview();
    },
  };
}
