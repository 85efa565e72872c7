// What is asked for when a batch is to be written, and the start of the job.
import { confirmName, make, once, tick } from "./elements.js";
import { text } from "./language.js";
import { problemNotice } from "./notices.js";
import { station } from "./station.js";

/// What is usual when somebody just starts, and what can be asked for besides.
export function writeOptions() {
  const picking = tick(text("write.pick")), shipping = tick(text("write.ship")), overwrite = tick(text("write.over"));
  const readers = make("fieldset", make("legend", text("write.readers")));
  const element = make("details.options", make("summary", text("write.options")), picking, shipping, overwrite, readers);
  element.show = (all) => {
    const chosen = new Set(element.values.readers);
    readers.hidden = all.length < 2;
    readers.replaceChildren(make("legend", text("write.readers")), ...all.map((reader) => {
      const box = tick(reader.name, chosen.has(reader.name));
      box.control.value = reader.name;
      return box;
    }), make("p.soft", text("write.readers.usual")));
  };
  Object.defineProperty(element, "values", { get: () => ({
    picking: picking.control.checked, shipping: shipping.control.checked, overwrite: overwrite.control.checked,
    readers: [...readers.querySelectorAll("input:checked")].map((box) => box.value),
  }) });
  return element;
}

/// What this page has started its jobs with, by their numbers; each daemon counts its jobs anew, so their starts are kept.
const begun = new Map();

/// What a job is gone on with: what it was started with here, else what the station says of it.
export const optionsOf = ({ id, started, picking }) =>
  begun.get(id)?.started === started ? begun.get(id).options : { picking, readers: [] };

/// Starts a job, after taking the batch from its rest if it has one, and goes to the bench. What can never be undone is
/// confirmed with the batch's name first.
export const begin = once(async (place, batch, options, wrong, isPaused) => {
  wrong.replaceChildren();
  try {
    const { isPermanent } = await station.summary(batch);
    if (isPermanent && !await confirmName(text("write.lock.sure", { batch }), [text("write.lock.why"), text("write.lock.test")],
      text("write.lock.type"), batch, text("write.lock.do"), text("cancel"))) return;
    if (place.signal.aborted) return;
    if (isPaused) await station.rest(batch, "resume");
    const job = await station.write({ batch, ...options, confirmation: isPermanent ? batch : undefined });
    begun.set(job.id, { started: job.started, options });
    const goal = `#/bench/${job.id}`;
    // A daemon that was started anew counts its jobs anew: the address may be the one that is shown.
    if (location.hash === goal) dispatchEvent(new Event("hashchange"));
    else location.hash = goal;
  } catch (error) {
    wrong.replaceChildren(problemNotice(error));
    wrong.scrollIntoView({ block: "nearest" });
  }
});
