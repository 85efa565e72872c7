// Moving about on the map: mouse, fingers, wheel and keyboard.
let pending = 0;
function redraw() {
  if (!pending) pending = requestAnimationFrame(() => { pending = 0; draw(); });
}
function resize(ratio = window.devicePixelRatio || 1, box = canvas.parentElement.getBoundingClientRect()) {
  if (!box.width) return;
  view.width = box.width; view.height = box.height;
  canvas.width = Math.round(box.width * ratio); canvas.height = Math.round(box.height * ratio);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  readPalette();
  draw();
}
const closest = 60 * earth;
function zoom(factor, at = { x: view.width / 2, y: view.height / 2 }) {
  const scale = Math.max(view.width, Math.min(closest / 8, view.scale * factor));
  const shift = 1 / view.scale - 1 / scale;
  view.x += (at.x - view.width / 2) * shift;
  view.y += (at.y - view.height / 2) * shift;
  view.scale = scale;
  clamp();
  redraw();
}
function pan(dx, dy) {
  view.x -= dx / view.scale; view.y -= dy / view.scale;
  clamp();
  redraw();
}
function clamp() {
  view.x = Math.max(0, Math.min(1, view.x)); view.y = Math.max(0, Math.min(1, view.y));
}
let flight = 0;
function fly(goal) {
  cancelAnimationFrame(flight);
  const start = { ...view }, began = performance.now();
  const duration = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 450;
  const step = (now) => {
    const time = duration ? Math.min(1, (now - began) / duration) : 1;
    const eased = time * time * (3 - 2 * time);
    view.scale = start.scale * (goal.scale / start.scale) ** eased;
    // The centre moves with the scale, so that a long flight does not rush past the end.
    const share = goal.scale === start.scale ? eased
      : (1 / view.scale - 1 / start.scale) / (1 / goal.scale - 1 / start.scale);
    view.x = start.x + (goal.x - start.x) * share; view.y = start.y + (goal.y - start.y) * share;
    draw();
    if (time < 1) flight = requestAnimationFrame(step);
  };
  step(began);
}
const everything = () => fitting([...stores.filter((store) => store.hasPlace), ...tags]);
const around = (finding) => {
  const points = [...finding.tags, ...finding.stores.filter((store) => store.hasPlace)];
  return points.length ? fitting(points) : everything();
};

const fingers = new Map();
let moved = 0;
canvas.addEventListener("pointerdown", (event) => {
  canvas.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
  moved = 0;
  canvas.classList.add("dragging");
});
canvas.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  const now = { x: event.offsetX, y: event.offsetY };
  if (!before) return point(now);
  const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, finger]) => finger);
  if (others.length) {
    const apart = (finger) => Math.max(1, distance(finger, others[0]));
    zoom(apart(now) / apart(before), others[0]);
  } else {
    pan(now.x - before.x, now.y - before.y);
  }
  moved += distance(now, before);
  fingers.set(event.pointerId, now);
  showTip(null);
});
for (const kind of ["pointerup", "pointercancel"]) {
  canvas.addEventListener(kind, (event) => {
    fingers.delete(event.pointerId);
    canvas.classList.remove("dragging");
    if (kind === "pointerup" && moved < 4) choose({ x: event.offsetX, y: event.offsetY });
  });
}
canvas.addEventListener("pointerleave", () => showTip(null));
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoom(2 ** (-event.deltaY * (event.deltaMode ? .05 : .002)), { x: event.offsetX, y: event.offsetY });
}, { passive: false });
canvas.addEventListener("dblclick", (event) => zoom(2, { x: event.offsetX, y: event.offsetY }));
canvas.addEventListener("keydown", (event) => {
  const move = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
  if (move) pan(...move);
  else if (event.key === "+" || event.key === "=") zoom(1.5);
  else if (event.key === "-") zoom(1 / 1.5);
  else if (event.key === "0") fly(everything());
  else return;
  event.preventDefault();
});
byId("nearer").addEventListener("click", () => zoom(1.8));
byId("farther").addEventListener("click", () => zoom(1 / 1.8));
byId("whole").addEventListener("click", () => fly(everything()));

const hit = (at) => targets.findLast((target) => distance(target.at, at) <= target.radius);
function choose(at) {
  const target = hit(at);
  const finding = target?.tags?.flatMap((tag) => tag.findings)[0];
  if (target?.tags?.length > 1 && metresPerPixel() >= 2.5) fly(fitting(target.tags));
  else if (finding) select(finding, "map");
  else if (target?.store) fly(fitting([target.store]));
}
const tip = byId("tip");
function point(at) {
  const target = hit(at);
  canvas.style.cursor = target ? "pointer" : "";
  showTip(target, at);
}
function showTip(target, at) {
  tip.hidden = !target;
  if (!target) return;
  tip.replaceChildren();
  if (target.store) {
    tip.append(make("b", "", target.store.name), say.region(say.metres(target.store.radius)));
  } else if (target.tags.length === 1) {
    const [tag] = target.tags;
    tip.append(make("b", "", tag.label), say.verdict(verdicts[tag.verdict]));
    if (tag.store) tip.append(say.belongs(tag.store.name));
    if (tag.found && tag.found !== tag.store) tip.append(say.found(tag.found.name));
  } else {
    const parts = verdicts.map((verdict, index) => [target.tags.filter((tag) => tag.verdict === index).length, verdict]);
    tip.append(make("b", "", say.tags(target.tags.length)),
      parts.filter(([count]) => count).map(([count, verdict]) => `${count} ${say.verdict(verdict)}`).join(", "));
  }
  tip.style.left = `${Math.min(at.x + 14, view.width - tip.offsetWidth - 8)}px`;
  tip.style.top = `${at.y + 18 + tip.offsetHeight > view.height ? at.y - tip.offsetHeight - 12 : at.y + 18}px`;
}
listeners.push((finding) => fly(finding ? around(finding) : everything()));
const observer = new ResizeObserver(() => {
  if (!document.documentElement.classList.contains("paper")) resize();
});
observer.observe(canvas.parentElement);
// A map that was closed has no place on the page any more, and nothing to be drawn.
ending.signal.addEventListener("abort", () => {
  observer.disconnect();
  cancelAnimationFrame(flight);
  cancelAnimationFrame(pending);
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => resize(), { signal: ending.signal });
