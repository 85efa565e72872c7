// Putting a finding right: the work order as a PDF, who has it in hand, and what was done.
import { button, field, make, option, sending, tick } from "./elements.js";
import { remember, remembered } from "./finding.js";
import { base64, bareJPEG, longest } from "./jpeg.js";
import { language, moment, text } from "./language.js";
import { problemNotice, success } from "./notices.js";
import { station } from "./station.js";

let stocks = null, lastStock = "22805";

/// What is done about a finding so far; nothing without any.
export function repairOf(finding) {
  const { repair } = finding;
  if (!repair) return "";
  const { assignment, work } = repair, all = new Set([...finding.tags, ...repair.proven]).size;
  const facts = [
    ["life.assigned", assignment && text("life.by", { person: assignment.person, time: moment(assignment.time) })],
    ["life.done", work && text("life.by", { person: work.person, time: moment(work.time) })],
    ["life.proven", repair.proven.length > 0 && text("life.proven.count", { proven: repair.proven.length, count: all })],
    ["life.refuted", repair.refuted && moment(repair.refuted)],
  ];
  return make("div.repair", make("dl.facts", facts.filter(([, value]) => value).map(([key, value]) => [make("dt", text(key)), make("dd", value)])),
    work?.note && make("blockquote", make("p", work.note)),
    make("div.sides", ["before", "after"].filter((side) => work?.[side]).map((side) => make("figure",
      make("img", { src: station.findingPicture(finding.number, side), loading: "lazy", alt: text(`life.${side}`) }),
      make("figcaption.soft", text(`life.${side}`))))));
}

export const repairForms = (finding, done) => [orderForm(finding), assignForm(finding, done), workForm(finding, done)];

function orderForm(finding) {
  const numbers = make("input", { value: `${finding.number}`, pattern: "[0-9]+( *, *[0-9]+)*", required: true, inputMode: "numeric", autocomplete: "off" });
  const stock = make("select"), start = make("input", { type: "number", min: 1, value: 1, inputMode: "numeric" });
  const travel = tick(text("repair.travel"));
  const outcome = make("div", { "aria-live": "polite" });
  const submit = button(text("repair.order.do"), () => {}, "primary", { type: "submit" });
  const form = make("form", { onsubmit: async (event) => {
    event.preventDefault();
    submit.disabled = true;
    lastStock = stock.value;
    outcome.replaceChildren(make("p.soft", text("repair.order.doing")));
    try {
      const findings = numbers.value.split(",").map(Number);
      const made = await station.makeRepairOrder({ findings, stock: stock.value, start: Number(start.value) || 1,
        labelsTravel: travel.control.checked, language: language.current });
      const name = `order-${findings.join("-")}.pdf`;
      const link = make("a.button.primary", { href: station.sheetFile(made.id), download: name }, text("sheet.download", { name }));
      outcome.replaceChildren(success(`${text("sheet.made", { count: made.cells.length })} · ${text("sheet.pages", { count: made.pages })}`,
        made.warnings.length ? make("ul", made.warnings.map((line) => make("li", line))) : "",
        make("img.paper", { src: station.sheetPicture(made.id), alt: text("repair.order.picture") }), link));
      link.focus();
    } catch (error) {
      outcome.replaceChildren(problemNotice(error));
    }
    submit.disabled = false;
  } }, make("p.soft", text("repair.order.why")), field(text("repair.findings"), numbers, text("repair.findings.hint")),
  make("div.row", field(text("sheet.stock"), stock), field(text("sheet.start"), start)), travel, submit, outcome);
  return folded("repair.order", form, async () => {
    stocks ??= await station.stocks();
    stock.replaceChildren(...stocks.map(({ part, name, labels }) => option(part, `${name} (${labels})`, part === lastStock)));
  });
}

function assignForm(finding, done) {
  const person = make("input", { required: true, maxLength: 200, autocomplete: "name", value: finding.repair?.assignment?.person ?? "" });
  return folded("repair.assign", asking([field(text("repair.to"), person)], "repair.assign.do", done,
    () => station.assignFinding(finding.number, person.value.trim())));
}

function workForm(finding, done) {
  const person = make("input", { required: true, maxLength: 200, autocomplete: "name", value: remembered() });
  const note = make("textarea", { rows: 2, maxLength: 500 });
  const [before, after] = ["before", "after"].map(() => make("input", { type: "file", accept: "image/*" }));
  return folded("repair.done", asking([make("p.soft", text("repair.done.why")), field(text("repair.by"), person), field(text("repair.note"), note),
    field(text("life.before"), before, text("repair.picture.hint")), field(text("life.after"), after)], "repair.done.do", done, async () => {
    await station.reportRepair(finding.number, { person: person.value.trim(), note: note.value.trim() || undefined,
      before: await small(before.files[0]), after: await small(after.files[0]) });
    remember(person.value.trim());
  }));
}

const folded = (key, form, open = () => {}) => make("details.deed", { ontoggle: (event) => { if (event.target.open) open(); } },
  make("summary", text(key)), form);

function asking(fields, key, done, act) {
  const wrong = make("div", { "aria-live": "polite" });
  return make("form", { onsubmit: sending(async () => {
    try {
      await act();
    } catch (error) {
      return wrong.replaceChildren(error instanceof UnreadablePicture ? make("div.notice", { role: "alert" }, error.message) : problemNotice(error));
    }
    await done();
  }) }, fields, wrong, button(text(key), () => {}, "primary", { type: "submit" }));
}

class UnreadablePicture extends Error {}

/// A photograph as the station keeps it: upright, small, without metadata. It is made so here, so that nothing else of it
/// leaves this machine.
async function small(file) {
  if (!file) return undefined;
  try {
    const picture = await createImageBitmap(file);
    const share = Math.min(1, longest / Math.max(picture.width, picture.height));
    const size = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * share)));
    const canvas = Object.assign(document.createElement("canvas"), { width: size[0], height: size[1] });
    canvas.getContext("2d").drawImage(picture, 0, 0, ...size);
    const bytes = await bareJPEG(canvas);
    if (bytes) return base64(bytes);
  } catch { /* Said below. */ }
  throw new UnreadablePicture(text("repair.picture.unreadable", { name: file.name }));
}
