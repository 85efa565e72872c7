"""Opens a launch matrix in a browser: open_matrix.py PAGE FOLDER. Prints what it saw as JSON; FOLDER gets its PDF."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Browser"))
from browser import Browser

page, folder = sys.argv[1:]
with Browser() as browser:
    seen = {"widths": {}}
    for width in [360, 800, 1280]:
        browser.size(width, 900)
        browser.open(page)
        seen["widths"][width] = browser.run("document.documentElement.scrollWidth")
    seen["boxes"] = browser.run("document.querySelectorAll('input[type=checkbox]').length")
    seen["codes"] = browser.run("[...document.querySelectorAll('figcaption')].map((each) => each.textContent)")
    # Each code as it is on the screen, for another program to read.
    seen["complaints"] = browser.complaints()
    browser.print(f"{folder}/matrix.pdf")
print(json.dumps(seen))
