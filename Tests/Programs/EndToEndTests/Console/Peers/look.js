// Looks at a page as somebody does who sees badly, or not at all: contrast (WCAG 2.2, 1.4.3), names of what can be used,
// landmarks, one heading of the first rank, texts that are keys because their words are missing.
(async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (parts) => {
    const [red, green, blue] = parts.map((part) => part / 255).map((part) => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
    return .2126 * red + .7152 * green + .0722 * blue;
  };
  const over = (top, ground) => top.slice(0, 3).map((part, index) => part * top[3] / 255 + ground[index] * (1 - top[3] / 255));
  const groundOf = (element) => {
    const layers = [];
    for (let each = element; each; each = each.parentElement) {
      const colour = rgba(getComputedStyle(each).backgroundColor);
      if (colour[3]) layers.push(colour);
      if (colour[3] === 255) break;
    }
    return layers.reverse().reduce((ground, layer) => over(layer, ground), [255, 255, 255]);
  };
  const faint = new Set(), keys = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.textContent.trim(), element = node.parentElement;
    if (!words || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.closest(".unseen, noscript")) continue;
    if (/^[a-z]+(\.[a-z-]+)+$/.test(words)) keys.add(words);
    // What cannot be used now need not be read (1.4.3, "inactive").
    if (element.closest(":disabled")) continue;
    const style = getComputedStyle(element), ground = groundOf(element);
    const [low, high] = [luminance(over(rgba(style.color), ground)), luminance(ground)].sort((left, right) => left - right);
    const ratio = (high + .05) / (low + .05);
    const isLarge = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) faint.add(`${words.slice(0, 40)}: ${ratio.toFixed(2)}`);
  }
  const nameless = [...document.querySelectorAll("button, a[href], input:not([hidden]), select, textarea, canvas, img, summary")]
    .filter((element) => element.checkVisibility())
    .filter((element) => !(element.getAttribute("aria-label") || element.title || element.labels?.length || element.textContent.trim() ||
      element.alt !== undefined && element.tagName === "IMG"))
    .map((element) => element.outerHTML.slice(0, 100));
  const landmarks = [...document.body.children].flatMap((element) => element.tagName === "HEADER" ? ["HEADER", ...element.querySelector("nav") ? ["NAV"] : []]
    : element.tagName === "MAIN" ? ["MAIN"] : []);
  return { faint: [...faint], keys: [...keys], nameless, landmarks, width: document.documentElement.scrollWidth,
    headings: [...document.querySelectorAll("h1")].filter((element) => element.checkVisibility()).length };
})()
