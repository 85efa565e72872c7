// A file that the station takes in, whole or not at all; then every line that is wrong is shown.
import { button, field, make } from "./elements.js";
import { text } from "./language.js";
import { problemNotice, success } from "./notices.js";

export function fileForm({ title, hint, action, fields = [], send, done, multiple = false }) {
  const files = make("input", { type: "file", required: true, multiple, accept: ".csv,.tsv,.txt,.xlsx,text/csv" });
  const outcome = make("div", { "aria-live": "polite" });
  const submit = button(action, () => {}, "primary", { type: "submit" });
  const form = make("form.card.import", { onsubmit: take },
    make("h2", title), hint && make("p.soft", hint), make("div.row", fields, field(text("import.file"), files), submit), outcome);
  for (const kind of ["dragover", "dragleave", "drop"]) {
    form.addEventListener(kind, (event) => {
      event.preventDefault();
      form.classList.toggle("dropping", kind === "dragover");
      if (kind === "drop" && event.dataTransfer.files.length) files.files = event.dataTransfer.files;
    });
  }
  async function take(event) {
    event.preventDefault();
    submit.disabled = true;
    outcome.replaceChildren(make("p.soft", text("import.sending")));
    try {
      const answer = await send(multiple ? [...files.files] : files.files[0]);
      outcome.replaceChildren(success(done(answer), ...warnings(answer.warnings)));
      form.reset();
    } catch (error) {
      outcome.replaceChildren(problemNotice(error));
    }
    submit.disabled = false;
  }
  return form;
}

export const warnings = (list) => list?.length
  ? [make("p", text("import.warnings", { count: list.length })), make("ul", list.map((line) => make("li", line)))] : [];
