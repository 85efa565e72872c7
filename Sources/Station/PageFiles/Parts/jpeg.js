// Small JPEG files without metadata: the only pictures that the station keeps.

/** Pixels of the longer side, and bytes of the file, at most: the station takes no more. */
export const longest = 480;
const largest = 60_000;

/** What is drawn on a canvas, as bytes; null where the browser makes no file that is small enough. */
export async function bareJPEG(canvas) {
  for (const quality of [0.8, 0.6, 0.4]) {
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
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
