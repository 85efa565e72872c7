"""Opens a report in a headless Chromium, does what a person does, and prints what is there as JSON.
Usage: open_report.py REPORT.html FOLDER WORD [--print | --print-found]"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Browser"))
from browser import Browser

report, folder = sys.argv[1:3]
rows = "[...document.querySelectorAll('#rows tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"
seen = {}
with Browser() as page:
    page.size(1320, 1000)
    page.open(report)
    seen["ready"] = page.run("document.documentElement.dataset.ready")
    seen["figures"] = page.run("document.getElementById('figures').textContent")
    seen["shown"] = page.run("document.getElementById('shown').textContent")
    seen["rows"] = page.run(f"{rows}.slice(0, 200)")
    # How many colours the map has: an empty one has one.
    seen["colours"] = page.run("""(() => {
      const canvas = document.getElementById('map');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const colours = new Set();
      for (let at = 0; at < data.length; at += 4) colours.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2]);
      return colours.size;
    })()""")
    picture = "document.getElementById('map').toDataURL()"
    before = page.run(picture)
    page.run("document.getElementById('map').focus()")
    page.key("+", "+")
    page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    seen["mapMoves"] = page.run(picture) != before
    for key in ["tags", "stores"]:
        page.run(f"document.querySelector('th[data-key={key}] button').click()")
        seen[f"by {key}"] = page.run(f"{rows}.slice(0, 200)")
    seen["sorted"] = page.run("document.querySelector('th[data-key=stores]').getAttribute('aria-sort')")
    search = "document.getElementById('search')"
    page.run(f"{search}.value = {json.dumps(sys.argv[3])}; {search}.dispatchEvent(new Event('input'))")
    seen["found"] = page.run(rows)
    if "--print-found" in sys.argv:
        page.print(f"{folder}/report.pdf")
    page.run(f"{search}.value = ''; {search}.dispatchEvent(new Event('input'))")
    page.run("document.activeElement.blur()")
    page.key("j", "j")
    seen["detail"] = page.run("document.getElementById('detail').textContent")
    page.run("document.getElementById('work-tab').click()")
    seen["work"] = page.run("[...document.querySelectorAll('#list h3')].slice(0, 200).map((head) => head.textContent)")
    seen["boxes"] = page.run("document.querySelectorAll('#list input[type=checkbox]').length")
    seen["scripts"] = page.run("document.querySelectorAll('script').length")
    seen["harm"] = page.run("window.harm ?? null")
    if "--print" in sys.argv:
        page.print(f"{folder}/report.pdf")
    seen["complaints"] = page.complaints()
print(json.dumps(seen))
