// What a code means on this walk, and what to do about it. The station's audit has the last word: it knows all fixes, all
// chips and all stores.
import { judge } from "./judge.js";

/** What chips show of themselves in their URL: zeros where it is registered, and what can be read in their place. */
const mirrors = {
  uid: { zeros: "0".repeat(14), shown: /^[0-9A-F]{14}$/ },
  counter: { zeros: "0".repeat(6), shown: /^[0-9A-F]{6}$/ },
  both: { zeros: `${"0".repeat(14)}x${"0".repeat(6)}`, shown: /^[0-9A-F]{14}x[0-9A-F]{6}$/ },
};

/** Finds signs by what their codes hold, and by what their chips show: the digits of its own chip, or of a count of its reads. */
export function index(pack) {
  const signs = new Map(pack.signs.map((sign) => [sign.url, sign]));
  const forms = new Map(pack.signs.filter((sign) => mirrors[sign.mirror]).map(({ url, mirror, mirrorStart }) =>
    [`${url.length} ${mirrorStart} ${mirror}`, { length: url.length, start: mirrorStart, mirror, ...mirrors[mirror] }]));
  const mirrored = (text) => {
    for (const { length, start, mirror, zeros, shown } of forms.values()) {
      const end = start + zeros.length, digits = text.slice(start, end);
      if (text.length !== length || !shown.test(digits)) continue;
      const sign = signs.get(text.slice(0, start) + zeros + text.slice(end));
      if (sign?.mirror === mirror && (mirror === "counter" || digits.slice(0, 14) === sign.uid)) return sign;
    }
    return null;
  };
  return { pack, sign: (text) => signs.get(text) ?? mirrored(text) };
}

/** Whether a code is kept as a sighting: a web address, and no longer than the station takes. */
export const isKept = (text) => /^https?:\/\//i.test(text) && new TextEncoder().encode(text).length <= 4096;

/**
 * What is said of a code at a fix: `kind` is "inside", "outside", "undecided", "roaming", "station" (the station will
 * judge it) or "foreign" (no sign of this walk); with `sign`, `store` and `metres` where they are known, and `here`, the
 * store of this walk that the fix is in.
 */
export function read(text, fix, walk) {
  const { pack } = walk;
  const sign = walk.sign(text);
  const here = storeAt(fix, pack);
  if (!sign) return { kind: "foreign", sign: null, store: null, here };
  const store = pack.stores[sign.store];
  if (!store.region) return { kind: "roaming", sign, store, here };
  if (!sign.isJudged) return { kind: "station", sign, store, here };
  const { verdict, metres } = judge(fix, store.region, pack.rules);
  return { kind: verdict, sign, store, here, metres };
}

/** The store of this walk that a fix is most probably in; null when it is in none, or in several alike. */
function storeAt(fix, pack) {
  const inside = pack.stores.filter((store) => store.region && judge(fix, store.region, pack.rules).verdict === "inside");
  return inside.length === 1 ? inside[0] : null;
}

/**
 * What is known of each sign after all scans: its last verdict; "station" where verdicts of several scans differ, for the
 * station weighs them against one another.
 */
export function summary(scans) {
  const known = new Map();
  for (const { tag, kind } of scans) {
    if (!tag) continue;
    const before = known.get(tag);
    known.set(tag, before && before !== kind && before !== "undecided" && kind !== "undecided" ? "station"
      : kind === "undecided" && before ? before : kind);
  }
  return known;
}

/** Whether a sign was put up: the station knows where, or this phone has noted it. */
export const isPutUp = (sign, scans) => sign.isCommissioned || scans.some((scan) => scan.commissions === sign.tag && scan.state !== "refused");

/** The tags with which a walk is done: those that were put up for an installer, those that were seen for an auditor. */
export function doneOf({ pack, scans }) {
  const known = summary(scans);
  const isDone = pack.task === "install" ? (sign) => isPutUp(sign, scans) : (sign) => known.has(sign.tag);
  return new Set(pack.signs.filter(isDone).map((sign) => sign.tag));
}

/**
 * What a chip's UID changes about what its URL says: a copy has the URL of a sign, and not its chip; a chip with the URL of a printed
 * code is for the station to judge.
 */
export function kindOfChip({ kind, sign }, uid) {
  if (!uid || !sign) return kind;
  if (sign.medium !== "nfc") return "station";
  return sign.uid && sign.uid !== uid ? "copy" : kind;
}
