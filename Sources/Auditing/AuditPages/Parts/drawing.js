const canvas = byId("map");
const pen = canvas.getContext("2d");
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
let palette = {};
function readPalette() {
  for (const name of ["ink", "soft", "card", "sea", "grid", "accent", "line", ...verdicts]) palette[name] = colour(name);
}
// What can be pointed at, in the order of drawing.
let targets = [];

function draw() {
  const { width, height } = view;
  pen.clearRect(0, 0, width, height);
  pen.fillStyle = palette.sea;
  pen.fillRect(0, 0, width, height);
  targets = [];
  drawGrid();
  const near = metresPerPixel() < 2.5;
  const chosen = state.selected && new Set(state.selected.tags);
  drawRegions();
  drawArrows(chosen);
  if (near) drawTags(chosen); else drawClusters(chosen);
  drawNames();
  drawScale();
}
const metresPerPixel = () => 1 / (unitsPerMetre(view.y) * view.scale);
const isVisible = (at, margin) =>
  at.x > -margin && at.y > -margin && at.x < view.width + margin && at.y < view.height + margin;

function disc(at, radius, fill, stroke, width = 1) {
  pen.beginPath();
  pen.arc(at.x, at.y, radius, 0, 2 * Math.PI);
  if (fill) { pen.fillStyle = fill; pen.fill(); }
  if (stroke) { pen.strokeStyle = stroke; pen.lineWidth = width; pen.stroke(); }
}

// Meridians and parallels at round degrees, with their names at the edge.
function drawGrid() {
  const degrees = 110 * 360 / view.scale;
  const step = [60, 30, 15, 10, 5, 2, 1, .5, .2, .1, .05, .02, .01, .005, .002, .001, .0005, .0002, .0001]
    .reduce((best, size) => size >= degrees ? size : best, 60);
  const digits = step < .001 ? 4 : step < .01 ? 3 : step < .1 ? 2 : step < 1 ? 1 : 0;
  pen.strokeStyle = palette.grid; pen.fillStyle = palette.soft; pen.lineWidth = 1;
  pen.font = "11px system-ui, sans-serif"; pen.textBaseline = "bottom"; pen.textAlign = "left";
  const first = seam + (view.x - view.width / 2 / view.scale) * 360;
  const last = seam + (view.x + view.width / 2 / view.scale) * 360;
  pen.beginPath();
  for (let line = Math.ceil(first / step) * step; line <= last; line += step) {
    const x = Math.round(toScreen({ x: (line - seam) / 360, y: 0 }).x) + .5;
    pen.moveTo(x, 0); pen.lineTo(x, view.height);
    const value = ((line + 180) % 360 + 360) % 360 - 180;
    const name = `${Math.abs(value).toFixed(digits)}° ${value < 0 ? "W" : "E"}`;
    if (x > 60 && x + 8 + pen.measureText(name).width < view.width) pen.fillText(name, x + 4, view.height - 4);
  }
  const low = latitudeAt(Math.min(1, view.y + view.height / 2 / view.scale));
  const high = latitudeAt(Math.max(0, view.y - view.height / 2 / view.scale));
  for (let line = Math.ceil(low / step) * step; line <= high; line += step) {
    const y = Math.round(toScreen(project({ latitude: line, longitude: 0 })).y) + .5;
    pen.moveTo(0, y); pen.lineTo(view.width, y);
    if (y < view.height - 46) pen.fillText(`${Math.abs(line).toFixed(digits)}° ${line < 0 ? "S" : "N"}`, 6, y - 2);
  }
  pen.stroke();
}

// Every store is a circle of its region's size, or a dot when that would be too small to see.
function drawRegions() {
  for (const store of stores) {
    if (!store.hasPlace) continue;
    const at = toScreen(store);
    const radius = store.radius * unitsPerMetre(store.y) * view.scale;
    if (!isVisible(at, radius + 10)) continue;
    pen.globalAlpha = .1; disc(at, Math.max(radius, 3), palette.accent);
    pen.globalAlpha = .75; disc(at, Math.max(radius, 3), null, palette.accent, radius > 20 ? 1.5 : 1);
    pen.globalAlpha = 1;
    targets.push({ at, radius: Math.max(radius, 7), store });
  }
}

// From where tags belong to where they are; those between the same two spots are one arrow.
function drawArrows(chosen) {
  const arrows = new Map();
  for (const tag of tags) {
    if (tag.verdict !== 1 || !tag.store?.hasPlace || (chosen && !chosen.has(tag))) continue;
    const from = toScreen(tag.store), to = toScreen(tag);
    const key = `${tag.store.index}:${Math.round(to.x / 40)}:${Math.round(to.y / 40)}`;
    const arrow = arrows.get(key) ?? { from, x: 0, y: 0, count: 0 };
    arrow.x += to.x; arrow.y += to.y; arrow.count += 1;
    arrows.set(key, arrow);
  }
  pen.globalAlpha = chosen ? .95 : arrows.size > 400 ? .3 : .75;
  for (const arrow of arrows.values()) {
    const to = { x: arrow.x / arrow.count, y: arrow.y / arrow.count };
    // It begins and ends at the edge of what stands there.
    const room = metresPerPixel() < 2.5 ? 8 : 7 + clusterRadius(arrow.count);
    drawArrow(arrow.from, to, 1.25 + Math.min(2.5, Math.log2(arrow.count) / 2), room);
  }
  pen.globalAlpha = 1;
}
function drawArrow(from, to, width, room) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length < 2 * room + 12 || Math.max(from.x, to.x) < 0 || Math.max(from.y, to.y) < 0 ||
    Math.min(from.x, to.x) > view.width || Math.min(from.y, to.y) > view.height) return;
  // Bent to the left, so that an exchange shows as two arrows.
  const bend = Math.min(.16 * length, 70) / length;
  const middle = { x: (from.x + to.x) / 2 + dy * bend, y: (from.y + to.y) / 2 - dx * bend };
  const angle = Math.atan2(to.y - middle.y, to.x - middle.x);
  const head = 7 + 1.5 * width;
  const tip = { x: to.x - room * Math.cos(angle), y: to.y - room * Math.sin(angle) };
  const away = Math.atan2(middle.y - from.y, middle.x - from.x);
  pen.strokeStyle = pen.fillStyle = palette.outside; pen.lineWidth = width; pen.lineCap = "round";
  pen.beginPath(); pen.moveTo(from.x + room * Math.cos(away), from.y + room * Math.sin(away));
  pen.quadraticCurveTo(middle.x, middle.y, tip.x - head * .7 * Math.cos(angle), tip.y - head * .7 * Math.sin(angle));
  pen.stroke();
  pen.beginPath(); pen.moveTo(tip.x, tip.y);
  for (const side of [-.42, .42]) {
    pen.lineTo(tip.x - head * Math.cos(angle + side), tip.y - head * Math.sin(angle + side));
  }
  pen.fill();
}

// Near enough: each tag with the circle that holds it with 95 %, 2.45 deviations wide.
function drawTags(chosen) {
  for (const tag of tags) {
    const at = toScreen(tag);
    const error = 2.45 * tag.sigma * unitsPerMetre(tag.y) * view.scale;
    if (!isVisible(at, error + 6)) continue;
    const dim = chosen && !chosen.has(tag);
    const fill = palette[verdicts[tag.verdict]];
    pen.globalAlpha = dim ? .03 : .08; disc(at, Math.max(error, 5), fill);
    pen.globalAlpha = dim ? .12 : .4; disc(at, Math.max(error, 5), null, fill);
    pen.globalAlpha = dim ? .35 : 1; disc(at, 4.5, fill, palette.card, 1.5);
    targets.push({ at, radius: 8, tags: [tag] });
  }
  pen.globalAlpha = 1;
}

const clusterRadius = (count) => count === 1 ? 4.5 : Math.min(20, 8 + 2.2 * Math.log2(count));

// Far away: tags in one spot of the screen are one ring, divided by their verdicts. Rings in each other's way are made
// smaller, and one where they would be too small to read.
const smallestRing = 11;
function rings(chosen) {
  const size = 46, cells = new Map();
  for (const tag of tags) {
    const at = toScreen(tag);
    if (!isVisible(at, 20)) continue;
    const key = `${Math.floor(at.x / size)}:${Math.floor(at.y / size)}`;
    const cell = cells.get(key) ?? { x: 0, y: 0, tags: [], counts: [0, 0, 0, 0], chosen: 0 };
    cell.x += at.x; cell.y += at.y; cell.tags.push(tag); cell.counts[tag.verdict] += 1;
    if (chosen?.has(tag)) cell.chosen += 1;
    cells.set(key, cell);
  }
  let separate = [...cells.values()];
  for (let count = 0; count !== separate.length;) {
    count = separate.length;
    separate = joined(separate);
  }
  for (const ring of separate) {
    const at = ringCentre(ring);
    const gaps = separate.map((other) => other === ring ? Infinity : distance(at, ringCentre(other)));
    ring.radius = Math.min(clusterRadius(ring.tags.length), (Math.min(...gaps) - 3) / 2);
  }
  return separate;
}
const ringCentre = (ring) => ({ x: ring.x / ring.tags.length, y: ring.y / ring.tags.length });
const distance = (from, to) => Math.hypot(from.x - to.x, from.y - to.y);
function joined(rings) {
  const kept = [];
  for (const ring of rings.sort((left, right) => right.tags.length - left.tags.length)) {
    const other = kept.find((other) => distance(ringCentre(other), ringCentre(ring)) < 2 * smallestRing + 3);
    if (!other) { kept.push(ring); continue; }
    other.x += ring.x; other.y += ring.y; other.chosen += ring.chosen;
    for (const tag of ring.tags) other.tags.push(tag);
    ring.counts.forEach((count, verdict) => { other.counts[verdict] += count; });
  }
  return kept;
}
function drawClusters(chosen) {
  for (const cell of rings(chosen)) {
    const count = cell.tags.length;
    const at = ringCentre(cell);
    const dim = chosen && !cell.chosen;
    const { radius } = cell;
    // What lies below it is not seen through a ring that is dimmed: its number stays legible.
    pen.globalAlpha = 1;
    if (count > 1) disc(at, radius + 1.5, palette.card);
    pen.globalAlpha = dim ? .5 : 1;
    if (count === 1) {
      disc(at, radius, palette[verdicts[cell.tags[0].verdict]], palette.card, 1.5);
    } else {
      let angle = -Math.PI / 2;
      cell.counts.forEach((share, verdict) => {
        if (!share) return;
        const end = angle + 2 * Math.PI * share / count;
        pen.beginPath(); pen.arc(at.x, at.y, radius - 1.5, angle, end);
        pen.strokeStyle = palette[verdicts[verdict]]; pen.lineWidth = 3.5; pen.lineCap = "butt"; pen.stroke();
        angle = end;
      });
      if (radius >= 10) {
        pen.fillStyle = palette.ink; pen.textAlign = "center"; pen.textBaseline = "middle";
        pen.font = `600 ${radius < 15 ? 8.5 : 10.5}px system-ui, sans-serif`;
        pen.fillText(count > 999 ? `${Math.round(count / 1000)}k` : String(count), at.x, at.y + .5);
      }
    }
    targets.push({ at, radius: radius + 3, tags: cell.tags });
  }
  pen.globalAlpha = 1;
}

// Names where there is room for them, those of the chosen finding first.
function drawNames() {
  const taken = targets.filter((target) => target.tags).map(({ at, radius }) =>
    [at.x - radius * .7, at.y - radius * .7, at.x + radius * .7, at.y + radius * .7]);
  // The buttons of the map lie above it.
  taken.push([view.width - 60, 0, view.width, 130]);
  const first = new Set(state.selected?.stores);
  const candidates = targets.filter((target) => target.store)
    .sort((left, right) => first.has(right.store) - first.has(left.store) || left.store.index - right.store.index);
  pen.font = "600 12px system-ui, sans-serif"; pen.textAlign = "center"; pen.textBaseline = "middle"; pen.lineJoin = "round";
  const named = [];
  for (const { at, radius, store } of candidates) {
    if (named.length >= 150) break;
    // One name for each spot: those of all its stores would be taken for places around it.
    if (named.some((other) => distance(other, at) < 44)) continue;
    const more = candidates.filter((other) => distance(other.at, at) < 44).length - 1;
    const signs = [...store.name];
    const name = signs.length > 34 ? `${signs.slice(0, 33).join("")}…` : store.name;
    const text = more ? `${name} + ${more.toLocaleString("en")}` : name;
    const half = pen.measureText(text).width / 2;
    const beside = Math.max(radius, 18) + half + 6, above = Math.max(radius, 8) + 14;
    const places = radius > 40 ? [[0, -above], [0, above], [0, -24], [0, 24]]
      : [[beside, 0], [-beside, 0], [0, -above], [0, above], [0, -34], [0, 36]];
    for (const [dx, dy] of places) {
      const [x, y] = [at.x + dx, at.y + dy];
      const box = [x - half - 4, y - 9, x + half + 4, y + 9];
      if (box[0] < 0 || box[2] > view.width || box[1] < 0 || box[3] > view.height - 30) continue;
      if (taken.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1])) continue;
      taken.push(box);
      pen.strokeStyle = palette.sea; pen.lineWidth = 4; pen.strokeText(text, x, y);
      pen.fillStyle = palette.ink; pen.fillText(text, x, y);
      named.push(at);
      break;
    }
  }
}

function drawScale() {
  const most = 130 * metresPerPixel();
  const power = 10 ** Math.floor(Math.log10(most));
  const length = [5, 2, 1].map((digit) => digit * power).find((value) => value <= most);
  const width = length / metresPerPixel();
  const y = view.height - 24;
  pen.strokeStyle = palette.ink; pen.lineWidth = 1.5; pen.lineCap = "butt";
  pen.beginPath(); pen.moveTo(14, y - 5); pen.lineTo(14, y); pen.lineTo(14 + width, y); pen.lineTo(14 + width, y - 5);
  pen.stroke();
  pen.font = "600 11px system-ui, sans-serif"; pen.textAlign = "left"; pen.textBaseline = "bottom";
  pen.strokeStyle = palette.sea; pen.lineWidth = 4; pen.lineJoin = "round";
  pen.strokeText(say.metres(length), 19, y - 4); pen.fillStyle = palette.ink; pen.fillText(say.metres(length), 19, y - 4);
}
