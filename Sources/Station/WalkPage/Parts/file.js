// The scans as a file: sightings as `waymark audit --sightings` takes them. The second way out of a phone.

const columns = ["time", "url", "uid", "latitude", "longitude", "accuracy", "source", "device", "confidence"];

/** Rows of RFC 4180. `confidence`: of the circle that a phone calls its accuracy. */
export function sightingsFile(scans, confidence) {
  const cell = (value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const rows = scans.map(({ time, text, latitude, longitude, accuracy }) => [
    new Date(time).toISOString(), text, "", String(latitude), String(longitude), String(accuracy), "walk", "",
    String(confidence),
  ]);
  return [columns, ...rows].map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");
}

/** Hands the file to another app where the phone can, and saves it otherwise. */
export async function handOver(text, name) {
  const file = new File([text], name, { type: "text/csv" });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return;
    } catch (error) {
      if (error.name === "AbortError") return;
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
