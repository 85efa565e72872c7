// What a person notes of a scan, and its picture: both can be changed, and taken away again.
import { button, make } from "./elements.js";
import { text } from "./language.js";
import { memory, StorageFault } from "./memory.js";

/** Characters that the station keeps of a note. */
const longest = 500;

/** Asks for a note on a scan. True when it was kept, false when the person went back, or the screen's `signal` has ended. */
export async function noteOn(scan, title, signal) {
  const bytes = scan.hasPicture ? await memory.picture(scan.id) : undefined;
  if (signal.aborted) return false;
  const address = bytes && URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" }));
  let dropsPicture = false;
  const note = make("textarea", { id: "note", rows: 3, maxLength: longest, value: scan.note ?? "" });
  const picture = address && make("div.picture", make("img", { src: address, alt: text("note.picture") }),
    button(text("note.picture.remove"), () => { dropsPicture = true; picture.remove(); note.focus(); }, "danger"));
  const said = make("p.notice", { role: "alert", hidden: true });
  return new Promise((settle) => {
    const dialog = make("dialog.note", { "aria-labelledby": "noted" },
      make("form", { onsubmit: async (event) => {
        event.preventDefault();
        try {
          await memory.note(scan.id, note.value.trim(), dropsPicture);
        } catch (error) {
          if (!(error instanceof StorageFault)) throw error;
          // What was written stays in the dialog.
          said.hidden = false;
          said.textContent = text("unstored", { reason: error.message });
          return;
        }
        settle(true);
        dialog.close();
      } }, make("h2", { id: "noted" }, title), make("label", { for: "note" }, text("note.label")), note, picture, said,
      make("div.actions", button(text("cancel"), () => dialog.close()), button(text("note.keep"), () => {}, "primary", { type: "submit" }))));
    // However it was closed, the caller continues.
    dialog.addEventListener("close", () => {
      if (address) URL.revokeObjectURL(address);
      dialog.remove();
      settle(false);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
