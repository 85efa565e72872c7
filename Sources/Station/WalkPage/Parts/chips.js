// Chips, read by the phone itself (Web NFC): Chrome on Android only. iPhones let no page read a chip.

/** Whether this browser reads chips. It may still have no NFC, or be refused it. */
export const readsChips = () => typeof globalThis.NDEFReader === "function";

/** Signs of a pack that this phone can read: its list must come to an end. */
export const readable = (pack) => pack && { ...pack, signs: pack.signs.filter((sign) => sign.medium !== "nfc" || readsChips()),
  unreadable: pack.signs.filter((sign) => sign.medium === "nfc" && !readsChips()).length };

/**
 * A chip's UID as the registry has it, in capitals without marks; null where the system does not tell. Android gives that of a
 * Type 5 chip as it is sent, the least significant byte first; the registry has its E0 first.
 */
export function uidOf(serialNumber) {
  const bytes = (serialNumber ?? "").toUpperCase().split(":");
  const isTurned = bytes.length === 8 && bytes[7] === "E0" && bytes[0] !== "E0";
  return (isTurned ? bytes.toReversed() : bytes).join("") || null;
}

/**
 * Reads chips until `signal` ends. `act.read(text, uid)` gets the first web address of a chip, or an empty text, and its UID
 * (see uidOf); `act.failed()` a chip that could not be read.
 */
export async function readChips(act, signal) {
  const reader = new globalThis.NDEFReader();
  reader.addEventListener("reading", ({ serialNumber, message }) => {
    const link = message.records.find(({ recordType }) => recordType === "url" || recordType === "absolute-url");
    act.read(link ? new TextDecoder().decode(link.data) : "", uidOf(serialNumber));
  }, { signal });
  reader.addEventListener("readingerror", () => act.failed(), { signal });
  await reader.scan({ signal });
}
