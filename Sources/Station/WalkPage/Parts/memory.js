// What the phone keeps: the pack of its walk, and every scan until it was sent and the walk is forgotten. A scan is on
// the disk before its verdict is shown.

const opened = new Promise((settle, fail) => {
  const request = indexedDB.open("waymark-walk", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("scans", { keyPath: "id" });
    request.result.createObjectStore("documents");
  };
  request.onsuccess = () => settle(request.result);
  request.onerror = () => fail(request.error);
});

/** Runs one transaction; its value once it is on the disk. */
async function transaction(mode, names, act) {
  const database = await opened;
  return new Promise((settle, fail) => {
    const all = database.transaction(names, mode, { durability: "strict" });
    const request = act(...names.map((name) => all.objectStore(name)));
    all.oncomplete = () => settle(request?.result);
    all.onabort = () => fail(all.error);
  });
}

export const memory = {
  /** { pack, tag } with its entity tag; undefined before the first one came. */
  pack: () => transaction("readonly", ["documents"], (documents) => documents.get("pack")),
  keepPack: (pack, tag) =>
    transaction("readwrite", ["documents"], (documents) => documents.put({ pack, tag }, "pack")),

  /** All scans, the oldest first. */
  scans: async () => (await transaction("readonly", ["scans"], (scans) => scans.getAll()))
    .sort((one, other) => one.time - other.time),
  keep: (scan) => transaction("readwrite", ["scans"], (scans) => scans.put(scan)),
  remove: (id) => transaction("readwrite", ["scans"], (scans) => scans.delete(id)),
  /** Marks scans as kept by the station, or as refused by it. */
  settle: (outcomes) => transaction("readwrite", ["scans"], (scans) => { for (const scan of outcomes) scans.put(scan); }),

  /** After the phone was revoked: what was not sent stays, for a file. */
  forgetWalk: () => transaction("readwrite", ["documents", "scans"], (documents, scans) => {
    documents.clear();
    scans.openCursor().onsuccess = ({ target: { result: cursor } }) => {
      if (!cursor) return;
      if (cursor.value.state !== "waiting") cursor.delete();
      cursor.continue();
    };
  }),
  forgetAll: () => transaction("readwrite", ["documents", "scans"], (documents, scans) => {
    documents.clear();
    scans.clear();
  }),
};
