// Elements are made from a name, settings and content. Text is only ever set as text: what a code holds is never markup, and
// the page's policy (require-trusted-types-for) lets nothing else be.

/** make("button.primary", { type: "button", onclick: start }, "Start") */
export function make(selector, ...content) {
  const [name, ...classes] = selector.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(" ");
  const first = content[0];
  const isSettings = first !== null && typeof first === "object" && !(first instanceof Node) && !Array.isArray(first);
  for (const [key, value] of Object.entries(isSettings ? content.shift() : {})) {
    if (value === undefined || value === null) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "data") Object.assign(element.dataset, value);
    else if (key.includes("-") || key === "role" || key === "for") element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...content.flat(Infinity).filter((part) => part !== null && part !== undefined && part !== false));
  return element;
}

export const button = (text, act, kind = "", settings = {}) =>
  make(`button${kind && `.${kind}`}`, { type: "button", onclick: act, ...settings }, text);

export const main = () => document.getElementById("main");

/** Shows a screen, and tells a screen reader that it is another one. */
export function show(...content) {
  main().replaceChildren(...content.flat(Infinity).filter(Boolean));
  main().querySelector("h1")?.focus({ preventScroll: true });
  document.documentElement.dataset.ready = "yes";
}

/**
 * Puts new content into a place that is on the screen. What a person has opened stays open, and the focus where it is: at the same
 * element, or at the one with the same `data-key`.
 */
export function redraw(place, ...content) {
  const details = () => [...place.querySelectorAll("details[data-key]")];
  const opened = new Map(details().map((one) => [one.dataset.key, one.open]));
  const before = place.contains(document.activeElement) ? document.activeElement : null;
  place.replaceChildren(...content.flat(Infinity).filter(Boolean));
  for (const one of details()) one.open = opened.get(one.dataset.key) ?? one.open;
  if (!before || before === place) return;
  const key = before.dataset.key;
  const after = place.contains(before) ? before : key && [...place.querySelectorAll("[data-key]")].find((one) =>
    one.dataset.key === key && one.tagName === before.tagName);
  // What was done with it may have ended its use.
  (after && !after.disabled ? after : main().querySelector("h1"))?.focus({ preventScroll: true });
}

/** Says something to people who listen to the page. */
export function announce(words) {
  const place = document.getElementById("announcement");
  place.textContent = "";
  requestAnimationFrame(() => { place.textContent = words; });
}

/** Asks before something is done that cannot be taken back. True when the person agrees. */
export function agree(question, words, yes, no) {
  return new Promise((settle) => {
    const answer = (value) => () => { settle(value); dialog.close(); };
    const dialog = make("dialog", { "aria-labelledby": "question" },
      make("h2", { id: "question" }, question), make("p", words),
      make("div.actions", button(no, answer(false)), button(yes, answer(true), "danger")));
    // However it was closed, the caller continues.
    dialog.addEventListener("close", () => { dialog.remove(); settle(false); });
    document.body.append(dialog);
    dialog.showModal();
  });
}
