// The focus, over a redraw. What a view draws anew is another element, and the focus that was on the old one is gone: a
// person with a keyboard would begin at the top of the page whenever something happens at the station.
let last = null, key = "", index = 0;

/// What makes an element the same one in the next drawing.
const keyOf = (element) => [element.tagName, element.id || element.getAttribute("href")
  || [element.getAttribute("name"), element.getAttribute("aria-label"), element.textContent.trim()].join("|")].join(" ");

const alike = (within) => [...within.querySelectorAll("a, button, input, select, textarea, summary, [tabindex]")]
  .filter((element) => keyOf(element) === key);

/// Remembers what has the focus within an element.
export function watchFocus(within) {
  within.addEventListener("focusin", ({ target }) => {
    [last, key] = [target, keyOf(target)];
    index = alike(within).indexOf(target);
  });
}

/// Gives the focus to what is now in the place of an element that had it and was drawn anew.
export function keepFocus(within) {
  if (!last || last.isConnected || document.activeElement !== document.body) return;
  const found = alike(within);
  (found[index] ?? found[0])?.focus({ preventScroll: true });
}
