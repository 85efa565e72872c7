// Taking a mistake back: what nothing uses is deleted once its name is typed. Where something uses it, the button says so.
import { button, confirmName, gated, make, once } from "./elements.js";
import { text } from "./language.js";

/// A button that deletes a `kind` of thing. `why` says why it cannot be deleted now; `uses` asks the station the same when
/// the button is pressed; what the station refuses is said beside the button.
export function deletion({ kind, name, label = text("delete"), uses = () => "", act, done }) {
  const place = make("span.deletion");
  const press = once(async () => {
    try {
      const reason = await uses();
      if (reason) return place.show(reason);
      if (!await confirmName(text(`delete.${kind}.sure`, { name }), [text(`delete.${kind}.why`)], text("delete.type"), name,
        text("delete"), text("cancel"))) return;
      await act();
    } catch (error) {
      return place.show([error.message, error.detail].filter(Boolean).join(": "));
    }
    done();
  });
  place.show = (why) => {
    place.replaceChildren(...[gated(button(label, press, "quiet", { "aria-label": text("delete.label", { name }) }), why)].flat());
  };
  return place;
}
