// Mercator on the unit square. The seam lies in the widest gap between places, so that nobody's stores are cut in two.
const earth = 2 * Math.PI * 6378137;
const seam = (() => {
  const longitudes = [...tags, ...stores.filter((store) => store.hasPlace)].map((point) => point.longitude);
  longitudes.sort((left, right) => left - right);
  let gap = longitudes.length ? longitudes[0] + 360 - longitudes[longitudes.length - 1] : 360;
  let seam = longitudes.length ? longitudes[0] - gap / 2 : -180;
  for (let index = 1; index < longitudes.length; index++) {
    const width = longitudes[index] - longitudes[index - 1];
    if (width > gap) { gap = width; seam = longitudes[index] - width / 2; }
  }
  return gap > 180 ? seam : -180;
})();
function project(point) {
  const latitude = Math.max(-85, Math.min(85, point.latitude)) * Math.PI / 180;
  return {
    x: ((point.longitude - seam) % 360 + 360) % 360 / 360,
    y: .5 - Math.log(Math.tan(Math.PI / 4 + latitude / 2)) / (2 * Math.PI),
  };
}
for (const point of [...tags, ...stores.filter((store) => store.hasPlace)]) Object.assign(point, project(point));
const latitudeAt = (y) => (2 * Math.atan(Math.exp((.5 - y) * 2 * Math.PI)) - Math.PI / 2) * 180 / Math.PI;
const longitudeAt = (x) => ((x * 360 + seam + 180) % 360 + 360) % 360 - 180;
// How many units of the square a metre is, there.
const unitsPerMetre = (y) => 1 / (earth * Math.cos(latitudeAt(y) * Math.PI / 180));

// The part of the square that is seen: its centre, and how many pixels the whole square would be wide.
const view = { x: .5, y: .5, scale: 600, width: 600, height: 400 };
const toScreen = (point) => ({
  x: (point.x - view.x) * view.scale + view.width / 2, y: (point.y - view.y) * view.scale + view.height / 2,
});
function fitting(points) {
  if (!points.length) return { x: .5, y: .5, scale: 600 };
  let [left, right, top, bottom] = [1, 0, 1, 0];
  for (const point of points) {
    const margin = (point.radius ?? 3 * (point.sigma ?? 0)) * unitsPerMetre(point.y);
    left = Math.min(left, point.x - margin); right = Math.max(right, point.x + margin);
    top = Math.min(top, point.y - margin); bottom = Math.max(bottom, point.y + margin);
  }
  const y = (top + bottom) / 2;
  const widest = 400 * unitsPerMetre(y);
  const room = (size, span) => (size - Math.min(120, size / 3)) / Math.max(span, widest);
  return { x: (left + right) / 2, y, scale: Math.min(room(view.width, right - left), room(view.height, bottom - top)) };
}
