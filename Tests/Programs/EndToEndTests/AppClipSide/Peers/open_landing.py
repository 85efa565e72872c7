"""Opens landing pages in a browser, at the widths of phones and more, in light and dark: open_landing.py FOLDER PAGE...
Prints what it saw as JSON; FOLDER gets a picture of each."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Browser"))
from browser import Browser

# Of every text on the page: how far its colour is from that behind it (WCAG 2.2, 1.4.3).
CONTRAST = """(() => {
  const part = (value) => { value /= 255; return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4; };
  const light = ([red, green, blue]) => 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
  const numbers = (colour) => colour.match(/[0-9.]+/g).map(Number);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = numbers(getComputedStyle(at).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  return Math.min(...[...document.querySelectorAll("h1, p, b, a")].map((element) => {
    const [one, other] = [light(numbers(getComputedStyle(element).color)), light(behind(element))].sort((a, b) => b - a);
    return (one + 0.05) / (other + 0.05);
  }));
})()"""
LINKS = """[...document.querySelectorAll("a")].map((link) => {
  const box = link.getBoundingClientRect();
  return { text: link.textContent, href: link.href, height: box.height, left: box.left, right: box.right,
           lines: link.getClientRects().length };
})"""

folder, pages = sys.argv[1], sys.argv[2:]
seen = []
for dark in [False, True]:
    with Browser(dark=dark) as browser:
        for page in pages:
            for width, height in [(320, 568), (390, 844), (768, 1024), (1280, 800)]:
                browser.size(width, height, 2)
                browser.open(page)
                name = f"{pathlib.Path(page).parent.name}-{pathlib.Path(page).stem}-{width}{'-dark' if dark else ''}.png"
                browser.picture(f"{folder}/{name}")
                seen.append({
                    "page": page, "width": width, "dark": dark, "links": browser.run(LINKS), "contrast": browser.run(CONTRAST),
                    "scroll": browser.run("document.documentElement.scrollWidth"),
                    "language": browser.run("document.documentElement.lang"),
                    "direction": browser.run("getComputedStyle(document.body).direction"),
                    "scripts": browser.run("document.scripts.length"),
                    "title": browser.run("document.querySelector('h1').textContent"),
                })
        complaints = browser.complaints()
        assert not complaints["wrong"] and not complaints["dialogs"], complaints
        asked = {address for address in complaints["asked"] if not address.startswith("data:")}
        assert asked == {f"file://{page}" for page in pages}, asked
print(json.dumps({"seen": seen}))
