// The picture of a scan: the code and what is close around it, cut from the very frame that was read. Small, and without
// metadata: no place, no time, no device is in the file.

/** Pixels of the longer side, and bytes of the file, at most: the station takes no more. */
const longest = 480;
const largest = 60_000;
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
  for (const quality of [0.8, 0.6, 0.4]) {
    const blob = await new Promise((done) => small.element.toBlob(done, "image/jpeg", quality));
    if (blob?.type !== "image/jpeg") return null;
    const bytes = withoutMetadata(new Uint8Array(await blob.arrayBuffer()));
    if (bytes.length <= largest) return bytes;
  }
  return null;
}

/** The same JPEG file without what browsers write beside the pixels: Safari adds Exif. Segments: ITU-T T.81, annex B. */
export function withoutMetadata(jpeg) {
  const parts = [jpeg.subarray(0, 2)];
  let place = 2;
  while (place + 4 <= jpeg.length && jpeg[place] === 0xFF && jpeg[place + 1] !== 0xDA) {
    const marker = jpeg[place + 1], end = place + 2 + (jpeg[place + 2] << 8 | jpeg[place + 3]);
    const isMetadata = (marker >= 0xE1 && marker <= 0xEF && marker !== 0xEE) || marker === 0xFE;
    if (!isMetadata) parts.push(jpeg.subarray(place, end));
    place = end;
  }
  parts.push(jpeg.subarray(place));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let filled = 0;
  for (const part of parts) { bytes.set(part, filled); filled += part.length; }
  return bytes;
}

export function base64(bytes) {
  let text = "";
  // As many arguments as every browser takes.
  for (let start = 0; start < bytes.length; start += 8_192) text += String.fromCharCode(...bytes.subarray(start, start + 8_192));
  return btoa(text);
}

function canvas(width, height) {
  const element = Object.assign(document.createElement("canvas"), { width, height });
  return { element, pen: element.getContext("2d"), width, height };
}
