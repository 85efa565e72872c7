// What the phone keeps: the pack of its walk, and every scan with its picture until it was sent and the walk is forgotten. A
// scan is on the disk before its verdict is shown.

const opened = new Promise((settle, fail) => {
  const request = indexedDB.open("waymark-walk", 3);
  request.onupgradeneeded = ({ oldVersion, target: { transaction: upgrade } }) => {
    if (oldVersion < 1) {
      request.result.createObjectStore("scans", { keyPath: "id" });
      request.result.createObjectStore("documents");
    }
    // Pictures, by the identifier of their scan: the scans alone are read again and again.
    if (oldVersion < 2) request.result.createObjectStore("pictures");
    // Scans of before belong to the walk that is here; without one it is not known whose they are.
    if (oldVersion === 1 || oldVersion === 2) {
      const [documents, scans] = [upgrade.objectStore("documents"), upgrade.objectStore("scans")];
      withPhone(documents, (phone) => change(scans, () => true, (scan) => ({ ...scan, phone })));
    }
  };
  request.onsuccess = () => {
    // Another window has a newer page: it may not wait for this one.
    request.result.onversionchange = () => request.result.close();
    settle(request.result);
  };
  request.onerror = () => fail(request.error);
});

/** The phone could not store something, most often because its disk is full; nothing of that transaction is stored. */
export class StorageFault extends Error {
  constructor(cause) {
    super(cause?.message || (cause?.name ?? "IndexedDB"), { cause });
  }

}

/** Runs one transaction; the `result` of what `act` gives, once it is on the disk. Either all of it is stored, or nothing. */
async function transaction(mode, names, act) {
  const database = await opened;
  return new Promise((settle, fail) => {
    const all = database.transaction(names, mode, { durability: "strict" });
    let answer;
    all.oncomplete = () => settle(answer?.result);
    all.onabort = () => fail(new StorageFault(all.error));
    try {
      answer = act(...names.map((name) => all.objectStore(name)));
    } catch (error) {
      // It throws where the transaction has ended already, and then that is why `act` could not go on.
      try { all.abort(); } catch { return; }
      fail(error);
    }
  });
}

const everything = ["documents", "scans", "pictures"];

/**
 * Whether a scan was made on the walk of this pack, and goes up in its name: by that name alone the station knows a scan again. Its
 * own name may be another one at each answer, for a hub has several daemons.
 */
export const isOf = (scan, pack) => Boolean(pack) && scan.phone === pack.name;

/** Whether the station has not said that it keeps a scan as it is: it stays. One that was refused leaves by a file, or when it is erased. */
export const isUnsent = (scan) => scan.state !== "sent";

/** Scans that have been on their way, where the disk was too full to note that. */
const unnoted = new Set();
const wasTried = ({ id, tried }) => Boolean(tried) || unnoted.has(id);

/** Whether the station has nothing of a scan: it may go up as another phone's, where it would else be kept twice as seen by two, or be taken back. */
export const isOnlyHere = (scan) => scan.state === "waiting" && !scan.wasSent && !wasTried(scan);

/** Calls with the name that this phone has now; null without a pack. */
function withPhone(documents, act) {
  documents.get("pack").onsuccess = ({ target: { result: kept } }) => act(kept?.pack.name ?? null);
}

/** Puts another scan in the place of each that is meant. */
function change(scans, isMeant, changed) {
  scans.openCursor().onsuccess = ({ target: { result: cursor } }) => {
    if (!cursor) return;
    if (isMeant(cursor.value)) cursor.update(changed(cursor.value));
    cursor.continue();
  };
}

/** Removes scans with their pictures. */
function removeAll(scans, pictures, isMeant) {
  scans.openCursor().onsuccess = ({ target: { result: cursor } }) => {
    if (!cursor) return;
    if (isMeant(cursor.value)) {
      pictures.delete(cursor.value.id);
      cursor.delete();
    }
    cursor.continue();
  };
}

/** Puts what is owed of a scan (see memory.owed) in the place of what was; null takes that away. */
function owe(documents, id, outcome) {
  documents.get("owed").onsuccess = ({ target: { result: all = [] } }) => {
    const others = all.filter((one) => one.id !== id);
    if (outcome || others.length < all.length) documents.put([...others, ...outcome ? [{ ...outcome, id }] : []], "owed");
  };
}

/** Erases all documents but what a person has yet to read. */
function clearWalk(documents) {
  documents.getAllKeys().onsuccess = ({ target: { result: keys } }) => {
    for (const key of keys.filter((one) => one !== "owed")) documents.delete(key);
  };
}

/** Puts what is owed as it is after a change in the place of what was; `isMeant`: an entry that the change is for. */
const changeOwed = (isMeant, changed) => transaction("readwrite", ["documents"], (documents) => {
  documents.get("owed").onsuccess = ({ target: { result: all = [] } }) => {
    if (all.some(isMeant)) documents.put(all.flatMap((one) => (isMeant(one) ? changed(one) : one)), "owed");
  };
});

export const memory = {
  /** { pack, tag } with its entity tag; undefined before the first one came. */
  pack: () => transaction("readonly", ["documents"], (documents) => documents.get("pack")),
  /** What the station has forgotten of this phone goes here, too; of a walk before, only what was not sent stays. */
  keepPack: (pack, tag) => transaction("readwrite", everything, (documents, scans, pictures) => {
    documents.put({ pack, tag }, "pack");
    documents.delete("pairing");
    const forgotten = Date.parse(pack.forgotten ?? "");
    removeAll(scans, pictures, (scan) => (isOf(scan, pack) ? scan.time < forgotten : !isUnsent(scan)));
  }),
  /** A code was used up. From now on the session is another phone's: nothing may go up as the one of before. */
  dropPack: () => transaction("readwrite", ["documents"], (documents) => {
    documents.put("used", "pairing");
    documents.delete("pack");
  }),
  /** What became of a code since which no pack has come: "used"; "asked", where no answer came; undefined without such a code. */
  pairing: () => transaction("readonly", ["documents"], (documents) => documents.get("pairing")),
  beginPairing: () => transaction("readwrite", ["documents"], (documents) => documents.put("asked", "pairing")),
  endPairing: () => transaction("readwrite", ["documents"], (documents) => documents.delete("pairing")),
  /** Seconds by which the phone's clock was ahead of the station's when they were last compared; 0 where that does not matter. */
  clockAhead: async () => await transaction("readonly", ["documents"], (documents) => documents.get("clockAhead")) ?? 0,
  keepClockAhead: (seconds) => transaction("readwrite", ["documents"], (documents) => documents.put(seconds, "clockAhead")),
  /** Whether pictures of scans are kept. They are not before a person has said so. */
  keepsPictures: async () => await transaction("readonly", ["documents"], (documents) => documents.get("pictures")) === true,
  keepPictures: (isOn) => transaction("readwrite", ["documents"], (documents) => documents.put(isOn, "pictures")),

  /** All scans, the oldest first. */
  scans: async () => (await transaction("readonly", ["scans"], (scans) => scans.getAll()))
    .sort((one, other) => one.time - other.time),
  /** The picture of a scan, as the bytes of a JPEG file. */
  picture: (id) => transaction("readonly", ["pictures"], (pictures) => pictures.get(id)),
  /**
   * Keeps a scan as this phone's, or as that of its own `phone`, and with it what is owed of it: `owed(isWhole)`. False when there was
   * no space for its picture, and the scan was kept without.
   */
  keep: async (scan, picture = null, owed = () => null) => {
    const put = (one, bytes, outcome) => transaction("readwrite", everything, (documents, scans, pictures) => {
      withPhone(documents, (phone) => scans.put({ phone, ...one }));
      if (bytes) pictures.put(bytes, one.id);
      owe(documents, one.id, outcome);
    });
    try {
      await put(scan, picture, owed(true));
      return true;
    } catch (error) {
      if (!picture) throw error;
      await put({ ...scan, hasPicture: false }, null, owed(false));
      return false;
    }
  },
  /** Removes a scan of which the station has nothing. Whether it is gone: what may be on its way stays. */
  takeBack: (id) => transaction("readwrite", ["scans", "pictures"], (scans, pictures) => {
    const answer = { result: true };
    scans.get(id).onsuccess = ({ target: { result: scan } }) => {
      answer.result = !scan || isOnlyHere(scan);
      if (!answer.result) return;
      scans.delete(id);
      pictures.delete(id);
    };
    return answer;
  }),

  /**
   * What is owed to a person: what has come of scans whose page was not looked at, until that was read. Each as in verdict.js, with the
   * scan's `id`; one that `isHeld` still waits for its position, and is owed when its page is ended before that.
   */
  owed: async () => await transaction("readonly", ["documents"], (documents) => documents.get("owed")) ?? [],
  owe: (id, outcome) => transaction("readwrite", ["documents"], (documents) => owe(documents, id, outcome)),
  /** A person has read what is owed of these scans. */
  readOwed: (ids) => changeOwed(({ id }) => ids.includes(id), () => []),
  /** The page that has held scans has ended. */
  endHolds: () => changeOwed(({ isHeld }) => isHeld, (one) => ({ ...one, isHeld: false })),
  /** Keeps a person's note on a scan. It is sent again where it was sent before: the station replaces what it has. */
  note: (id, note, dropsPicture) => transaction("readwrite", ["scans", "pictures"], (scans, pictures) => {
    scans.get(id).onsuccess = ({ target: { result: scan } }) => {
      if (!scan) return;
      scans.put({ ...scan, note, hasPicture: scan.hasPicture && !dropsPicture, edits: (scan.edits ?? 0) + 1, state: "waiting" });
      if (dropsPicture) pictures.delete(id);
    };
  }),
  /**
   * Notes of scans that they go on their way: where no answer comes, the station may have them. `here`: the ids of those that are on
   * this phone still; `fresh`: of those that have not been on their way before.
   */
  markTried: async (ids) => {
    try {
      return await transaction("readwrite", ["scans"], (scans) => {
        const result = { here: [], fresh: [] };
        for (const id of ids) {
          scans.get(id).onsuccess = ({ target: { result: scan } }) => {
            if (!scan) return;
            result.here.push(id);
            if (!wasTried(scan)) result.fresh.push(id);
            if (!scan.tried) scans.put({ ...scan, tried: true });
          };
        }
        return { result };
      });
    } catch (error) {
      if (!(error instanceof StorageFault)) throw error;
      // Scans leave a full disk by being sent. This page knows of them at least, as long as it is open.
      const now = (await memory.scans()).filter(({ id }) => ids.includes(id)), fresh = now.filter((scan) => !wasTried(scan));
      for (const { id } of fresh) unnoted.add(id);
      return { here: now.map(({ id }) => id), fresh: fresh.map(({ id }) => id) };
    }
  },
  /** The station has said that it has taken nothing of these, which have not been on their way before. */
  markUntried: (ids) => {
    for (const id of ids) unnoted.delete(id);
    return transaction("readwrite", ["scans"], (scans) => {
      for (const id of ids) {
        scans.get(id).onsuccess = ({ target: { result: scan } }) => {
          if (scan?.tried) scans.put({ ...scan, tried: false });
        };
      }
    });
  },
  /**
   * Marks scans as kept by the station, or as refused by it. What was forgotten or noted meanwhile is as it is now; what became of
   * the position of a sign is known all the same, for a note changes nothing about it.
   */
  settle: (outcomes) => transaction("readwrite", ["scans"], (scans) => {
    for (const outcome of outcomes) {
      scans.get(outcome.id).onsuccess = ({ target: { result: now } }) => {
        if (!now) return;
        const isAsSent = now.edits === outcome.edits;
        const { state, reason, commissions, remarkRefused } = outcome;
        scans.put({ ...now, wasSent: true, isKept: now.isKept || state === "sent", commissions,
          commissionRefused: outcome.commissionRefused ?? now.commissionRefused,
          ...isAsSent && { state, reason, remarkRefused } });
      };
    }
  }),
  /** A person has read why something of scans was refused; `member`: "commissionRefused" or "remarkRefused". */
  acknowledge: (member) => transaction("readwrite", ["scans"], (scans) =>
    change(scans, (scan) => scan[member], (scan) => ({ ...scan, [member]: undefined }))),

  /**
   * What waits of other phones goes up as this one's, because a person has said so. What the station may have already stays as it
   * is.
   */
  adopt: () => transaction("readwrite", ["documents", "scans"], (documents, scans) => {
    withPhone(documents, (phone) => change(scans, (scan) => scan.phone !== phone && isOnlyHere(scan), (scan) => ({ ...scan, phone })));
  }),
  /** Erases what waits of other phones. */
  removeOthers: () => transaction("readwrite", everything, (documents, scans, pictures) => {
    withPhone(documents, (phone) => removeAll(scans, pictures, (scan) => scan.phone !== phone));
  }),

  /** After the phone was revoked: what was not sent stays, for a file, and what was not read. */
  forgetWalk: () => transaction("readwrite", everything, (documents, scans, pictures) => {
    clearWalk(documents);
    removeAll(scans, pictures, (scan) => !isUnsent(scan));
  }),
  forgetAll: () => transaction("readwrite", everything, (documents, scans, pictures) => {
    documents.clear();
    scans.clear();
    pictures.clear();
  }),
};
