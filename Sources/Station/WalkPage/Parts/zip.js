// Several files as one ZIP archive, uncompressed: pictures are compressed already. APPNOTE.TXT 6.3.10, sections 4.3 and 4.4.

const table = Uint32Array.from({ length: 256 }, (_, number) => {
  let value = number;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xEDB88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function crc32(bytes) {
  let value = 0xFFFFFFFF;
  for (const byte of bytes) value = table[(value ^ byte) & 0xFF] ^ (value >>> 8);
  return (value ^ 0xFFFFFFFF) >>> 0;
}

/** `numbers`: pairs of a number and how many bytes it takes, the lowest first. */
function fields(...numbers) {
  return Uint8Array.from(numbers.flatMap(([number, size]) =>
    Array.from({ length: size }, (_, place) => Math.floor(number / 256 ** place) % 256)));
}

/** `files`: { name, bytes }, with names of letters, digits and marks that every system takes. */
export function archive(files) {
  const parts = [], directory = [];
  let place = 0;
  const add = (list, ...pieces) => { list.push(...pieces); return pieces.reduce((sum, piece) => sum + piece.length, 0); };
  for (const { name, bytes } of files) {
    const title = new TextEncoder().encode(name);
    // Version 2.0, names in UTF-8, stored, without a time (1 January 1980).
    const common = [[20, 2], [0x0800, 2], [0, 2], [0, 2], [0x21, 2], [crc32(bytes), 4], [bytes.length, 4], [bytes.length, 4],
      [title.length, 2], [0, 2]];
    const start = place;
    place += add(parts, fields([0x04034B50, 4], ...common), title, bytes);
    directory.push(fields([0x02014B50, 4], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [start, 4]), title);
  }
  const size = directory.reduce((sum, piece) => sum + piece.length, 0);
  const end = fields([0x06054B50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [size, 4], [place, 4], [0, 2]);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}
