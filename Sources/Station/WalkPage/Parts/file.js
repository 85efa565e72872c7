// The scans as files: sightings as `waymark audit --sightings` takes them, notes, and pictures beside them. The second way out
// of a phone.
import { memory } from "./memory.js";
import { archive } from "./zip.js";

const columns = ["time", "url", "uid", "latitude", "longitude", "accuracy", "source", "device", "confidence"];

/** Rows of RFC 4180. */
function table(rows) {
  const cell = (value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  return rows.map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");
}

/** `confidence`: of the circle that a phone calls its accuracy. */
export function sightingsFile(scans, confidence) {
  const rows = scans.map(({ time, text, uid, latitude, longitude, accuracy }) => [
    new Date(time).toISOString(), text, uid ?? "", String(latitude), String(longitude), String(accuracy), "walk", "",
    String(confidence),
  ]);
  return table([columns, ...rows]);
}

/** Every file of the scans: `walk.csv`, and with remarks `notes.csv` and the pictures. Each as { name, type, bytes }. */
export async function filesOf(scans, confidence) {
  const encoder = new TextEncoder();
  const files = [{ name: "walk.csv", type: "text/csv", bytes: encoder.encode(sightingsFile(scans, confidence)) }];
  const notes = [["time", "url", "tag", "note", "picture"]], pictures = [];
  for (const { id, time, text, tag, note, hasPicture } of scans.filter((scan) => scan.note || scan.hasPicture)) {
    const bytes = hasPicture ? await memory.picture(id) : undefined;
    // The moment tells the pictures apart, and the beginning of the scan's identifier those of one moment.
    const name = bytes ? `${new Date(time).toISOString().replace(/[:.]/g, "")}-${id.slice(0, 8)}.jpg` : "";
    if (bytes) pictures.push({ name, type: "image/jpeg", bytes });
    notes.push([new Date(time).toISOString(), text, tag ?? "", note ?? "", name]);
  }
  if (notes.length > 1) files.push({ name: "notes.csv", type: "text/csv", bytes: encoder.encode(table(notes)) }, ...pictures);
  return files;
}

/** Hands files to another app where the phone can, and saves them otherwise: several as one archive of this name. */
export async function handOver(contents, name) {
  const files = contents.map((one) => new File([one.bytes], one.name, { type: one.type }));
  if (navigator.canShare?.({ files })) {
    try {
      await navigator.share({ files });
      return;
    } catch (error) {
      if (error.name === "AbortError") return;
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(files.length > 1 ? archive(contents) : files[0]);
  link.download = `${name}.${files.length > 1 ? "zip" : "csv"}`;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
