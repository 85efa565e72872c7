// Elements are made from a name, settings and content. Text is only ever set as text: nothing here reads markup, and the
// page's policy (require-trusted-types-for) lets nothing else do it either.

/// make("button.primary", { type: "button", onclick: start }, "Start")
export function make(selector, ...content) {
  const [name, ...classes] = selector.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(" ");
  const settings = content.length && isSettings(content[0]) ? content.shift() : {};
  for (const [key, value] of Object.entries(settings)) set(element, key, value);
  element.append(...content.flat(Infinity).filter((part) => part !== null && part !== undefined && part !== false));
  return element;
}
const isSettings = (value) => value !== null && typeof value === "object" && !(value instanceof Node) && !Array.isArray(value);

function set(element, key, value) {
  if (value === undefined || value === null) return;
  if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
  else if (key === "data") Object.assign(element.dataset, value);
  else if (key.includes("-") || key === "role" || key === "for" || key === "colspan") element.setAttribute(key, value);
  else element[key] = value;
}

/// What is built for a key is built once: a page that is drawn anew shows the same element, with all that was typed,
/// opened or said in it.
export function keeper() {
  const kept = new Map();
  return (key, build) => {
    if (!kept.has(key)) kept.set(key, build());
    return kept.get(key);
  };
}

export const byId = (id) => document.getElementById(id);

export const button = (text, act, kind = "", settings = {}) =>
  make(`button${kind && `.${kind}`}`, { type: "button", onclick: act, ...settings }, text);

export function field(label, control, hint) {
  const id = control.id || `field-${++fields}`;
  control.id = id;
  const text = hint && make("small", { id: `${id}-hint` }, hint);
  if (hint) control.setAttribute("aria-describedby", `${id}-hint`);
  return make("div.field", make("label", { for: id }, label), control, text);
}
let fields = 0;

/// A box to tick; like any label, it has it as its `control`.
export const tick = (label, checked = false) =>
  make("label.tick", make("input", { type: "checkbox", checked }), make("span", label));

export const option = (value, text, selected = false) => make("option", { value, selected }, text);

/// A light that says what it means to people who do not see its colour, too.
export const light = (state, text) => make("span.light", { data: { state } }, make("i", { "aria-hidden": "true" }), text);

export const badge = (kind, text) => make("span.badge", { data: { kind } }, text);

/// A bar that fills. `parts` are [kind, count]; the rest is empty.
export function bar(parts, total, label) {
  const element = make("div.bar", { role: "img", "aria-label": label });
  for (const [kind, count] of parts) {
    if (!count) continue;
    const part = make("i", { data: { kind } });
    part.style.width = `${100 * count / Math.max(1, total)}%`;
    element.append(part);
  }
  return element;
}

export const emptyState = (title, text, ...actions) =>
  make("div.empty", make("h2", title), text && make("p", text), actions.length ? make("div.actions", actions) : null);

/// Says something to people who listen to the page, too.
export function announce(text) {
  const place = byId("announcement");
  place.textContent = "";
  requestAnimationFrame(() => { place.textContent = text; });
}

/// A button with the reason why it cannot be pressed beside it; without a reason, the button alone.
export function gated(control, why) {
  if (!why) return control;
  control.disabled = true;
  control.title = why;
  const id = `why-${++fields}`;
  control.setAttribute("aria-describedby", id);
  return [control, make("small.why", { id }, why)];
}

/// Lets only one act run at a time: a second press while the first one is on its way does nothing.
export function once(act) {
  let isRunning = false;
  return async (...values) => {
    if (isRunning) return;
    isRunning = true;
    try { return await act(...values); } finally { isRunning = false; }
  };
}

/// What a form does when it is sent: one at a time, and never what a browser does with forms.
export function sending(act) {
  const send = once(act);
  return (event) => {
    event.preventDefault();
    return send(event);
  };
}

/// Asks for a name before something is done that can never be taken back. True when exactly this name is typed.
export function confirmName(question, reasons, label, name, yes, no) {
  return new Promise((settle) => {
    const typed = make("input.confirmation", { autocomplete: "off", spellcheck: false, oninput: () => { go.disabled = typed.value !== name; } });
    const go = button(yes, () => {}, "danger", { type: "submit", disabled: true });
    const close = (value) => { dialog.close(); settle(value); };
    const dialog = make("dialog", { role: "alertdialog", "aria-labelledby": "question" },
      make("form", { onsubmit: (event) => { event.preventDefault(); if (typed.value === name) close(true); } },
        make("h2", { id: "question" }, question), reasons.map((reason) => make("p", reason)), field(label, typed, name),
        make("div.actions", button(no, () => close(false)), go)));
    // However it was closed, the caller continues.
    dialog.addEventListener("close", () => { dialog.remove(); settle(false); });
    document.body.append(dialog);
    dialog.showModal();
    typed.focus();
  });
}

/// Asks before something is done that cannot be taken back. True when the person agrees.
export function agree(question, text, yes, no) {
  return new Promise((settle) => {
    const answer = (value) => () => { dialog.close(); settle(value); };
    const dialog = make("dialog", { "aria-labelledby": "question" },
      make("h2", { id: "question" }, question), make("p", text),
      make("div.actions", button(no, answer(false)), button(yes, answer(true), "danger")));
    // However it was closed, the caller continues.
    dialog.addEventListener("close", () => { dialog.remove(); settle(false); });
    document.body.append(dialog);
    dialog.showModal();
  });
}
