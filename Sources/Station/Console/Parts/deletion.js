// Taking a mistake back: what nothing uses is deleted once its name is typed. Where something uses it, the button says so.
import { announce, button, confirmName, make, once } from "./elements.js";
import { text } from "./language.js";

/// A button that deletes a `kind` of thing. `uses` asks the station whether something uses it when the button is pressed.
/// What is refused is said beside the button until it is pressed again, however often the page around it is drawn anew.
/// `show(why)` says why it cannot be deleted now; without a reason it can.
export function deletion({ kind, name, label = text("delete"), uses = () => "", act, done }) {
  let barrier = "", refusal = "";
  const press = once(async () => {
    refuse("");
    try {
      const reason = await uses();
      if (reason) return refuse(reason);
      if (!await confirmName(text(`delete.${kind}.sure`, { name }), [text(`delete.${kind}.why`)], text("delete.type"), name,
        text("delete"), text("cancel"))) return;
      await act();
    } catch (error) {
      return refuse([error.message, error.detail].filter(Boolean).join(": "));
    }
    done();
  });
  const control = button(label, press, "quiet", { "aria-label": text("delete.label", { name }) });
  const words = make("small.why", { id: `deletion-${++deletions}` });
  const place = make("span.deletion", control);
  const draw = () => {
    control.disabled = Boolean(barrier);
    words.textContent = control.title = barrier || refusal;
    if (words.textContent) {
      control.setAttribute("aria-describedby", words.id);
      place.append(words);
    } else {
      control.removeAttribute("aria-describedby");
      words.remove();
    }
  };
  const refuse = (reason) => {
    refusal = reason;
    draw();
    if (reason) announce(reason);
  };
  place.show = (why) => { barrier = why; draw(); };
  return place;
}
let deletions = 0;
