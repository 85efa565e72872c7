// The picture of a scan: the code and what is close around it, cut from the very frame that was read. Small, and without
// metadata: no place, no time, no device is in the file.
import { bareJPEG, longest } from "./jpeg.js";

/** Half a side of the cut, in diagonals of the code. */
const reach = 0.75;

/** A JPEG file as bytes; null where the browser makes none that is small enough. `corners`: of the code in the frame. */
export async function cut({ data, width, height }, corners) {
  const middle = (axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  const far = (one, other) => Math.hypot(corners[one].x - corners[other].x, corners[one].y - corners[other].y);
  const half = reach * Math.max(far(0, 2), far(1, 3));
  const within = (value, most) => Math.round(Math.min(Math.max(value, 0), most));
  const left = within(middle("x") - half, width), right = within(middle("x") + half, width);
  const top = within(middle("y") - half, height), bottom = within(middle("y") + half, height);
  if (right <= left || bottom <= top) return null;
  const whole = canvas(right - left, bottom - top);
  whole.pen.putImageData(new ImageData(data, width, height), -left, -top);
  const share = Math.min(1, longest / Math.max(whole.width, whole.height));
  const small = canvas(Math.max(1, Math.round(whole.width * share)), Math.max(1, Math.round(whole.height * share)));
  small.pen.drawImage(whole.element, 0, 0, small.width, small.height);
  return bareJPEG(small.element);
}

function canvas(width, height) {
  const element = Object.assign(document.createElement("canvas"), { width, height });
  return { element, pen: element.getContext("2d"), width, height };
}
