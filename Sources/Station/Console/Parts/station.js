// Questions to the station's API, and its problems (RFC 9457) as errors with three lines: title, detail, next.
export class StationProblem extends Error {
  constructor(status, problem) {
    super(problem.title ?? `HTTP ${status}`);
    this.status = status;
    this.code = problem.code ?? "";
    this.detail = problem.detail ?? "";
    this.next = problem.next ?? "";
  }
}
/// The station does not answer at all.
export class NoStation extends Error {}

const strangers = new EventTarget();
/// Called when the station wants to know who asks.
export const onStranger = (act) => strangers.addEventListener("stranger", act);

async function ask(method, path, { query = {}, body, type } = {}) {
  const items = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined && value !== ""));
  const headers = {};
  if (type) headers["Content-Type"] = type;
  // A change that is sent twice, because its answer was lost, happens once.
  if (method !== "GET") headers["Idempotency-Key"] = key();
  let response;
  try {
    response = await fetch(items.size ? `${path}?${items}` : path, { method, headers, body, credentials: "same-origin" });
  } catch (error) {
    // A file that is not there any more is not sent: this says so, and the station is not blamed. Its size is 0 then,
    // and a part of it is empty and can be read: it is asked for as a whole.
    if (body instanceof Blob) await (body.size ? body.slice(0, 1) : body).arrayBuffer();
    throw new NoStation(error.message);
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  if (response.status === 401 && path !== "/v1/session") strangers.dispatchEvent(new Event("stranger"));
  throw new StationProblem(response.status, problem);
}
// crypto.randomUUID exists on secure pages only, and 127.0.0.1 counts as one; a name in a private network does not.
const key = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const json = async (response) => (await response).json();
const path = (...parts) => `/v1/${parts.map(encodeURIComponent).join("/")}`;
const send = (method, address, value, query) =>
  json(ask(method, address, { body: JSON.stringify(value), type: "application/json", query }));
const sendFile = (method, address, file, query) =>
  json(ask(method, address, { body: file, type: "text/csv", query: { file: file.name, ...query } }));

/// Every element of a list that comes in pages.
async function all(address, name, query = {}) {
  const elements = [];
  let cursor;
  do {
    const page = await json(ask("GET", address, { query: { ...query, limit: 1000, cursor } }));
    elements.push(...page[name]);
    cursor = page.next ?? undefined;
  } while (cursor);
  return elements;
}

export const station = {
  session: () => json(ask("GET", "/v1/session")),
  logIn: (secret) => send("POST", "/v1/session", { secret }),
  logOut: () => json(ask("DELETE", "/v1/session")),
  status: () => json(ask("GET", "/v1/status")),

  batches: () => all("/v1/batches", "batches"),
  /// A batch's figures and rules, without its tags.
  summary: async (name) => (await all("/v1/batches", "batches", { q: name })).find((batch) => batch.name === name) ?? {},
  ruleBatch: (name, rules) => send("POST", path("batches", name, "rules"), rules),
  batch: (name) => json(ask("GET", path("batches", name))),
  /// Whether there is anything in it for a reader.
  hasChips: async (batch) =>
    (await json(ask("GET", "/v1/tags", { query: { batch, medium: "nfc", limit: 1 } }))).tags.length > 0,
  createBatch: (name, file, template) => sendFile("POST", path("batches", name), file, { template }),
  /// Pauses or resumes a batch. One that is paused or goes on already is as it is wanted: that is not an error.
  rest: (name, action) => send("POST", path("batches", name, action), {})
    .catch((error) => { if (error.code !== "contradiction") throw error; }),
  deleteBatch: (name) => json(ask("DELETE", path("batches", name))),
  makeSheet: (name, choice) => send("POST", path("batches", name, "sheets"), choice),
  sheetPicture: (id) => path("sheets", id, "pages", 1),
  sheetFile: (id) => path("sheets", id, "pdf"),
  /// The stocks of labels that there are: a file of the console.
  stocks: () => json(ask("GET", "/console/stocks.json")),

  jobs: async () => (await json(ask("GET", "/v1/jobs"))).jobs,
  job: (id) => json(ask("GET", path("jobs", id))),
  write: (request) => send("POST", "/v1/jobs", request),
  endJob: (id) => json(ask("DELETE", path("jobs", id))),
  order: (id, kind, code) => send("POST", path("jobs", id, "orders"), { kind, code }),

  tag: (id) => json(ask("GET", path("tags", id))),
  release: (id, action, reason) => send("POST", path("tags", id, action), { reason }),

  stores: (query) => all("/v1/stores", "stores", query),
  experiences: (query) => all("/v1/experiences", "experiences", query),
  /// Whether any tag, and any experience, is for a store.
  usesOf: async ({ id, deployment }) => {
    const query = { store: id, deployment, limit: 1 };
    const [{ tags }, { experiences }] = await Promise.all(
      ["/v1/tags", "/v1/experiences"].map((address) => ask("GET", address, { query }).then(json)));
    return { tags: tags.length > 0, experiences: experiences.length > 0 };
  },
  deleteStore: ({ id, deployment }) => json(ask("DELETE", path("stores", id), { query: { deployment } })),
  deleteExperience: (url) => json(ask("DELETE", "/v1/experiences", { query: { url } })),
  importStores: (file) => sendFile("POST", "/v1/stores", file),
  importExperiences: (file) => sendFile("POST", "/v1/experiences", file),
  match: (url) => json(ask("GET", "/v1/experiences/match", { query: { url } })),

  readers: async () => (await json(ask("GET", "/v1/readers"))).readers,
  addReader: (connection, name) => send("POST", "/v1/readers", { connection, name: name || undefined }),
  removeReader: (name) => json(ask("DELETE", path("readers", name))),
  read: (reader) => json(ask("POST", "/v1/readings", { query: { reader, timeout: 30 } })),

  findings: (states) => all("/v1/findings", "findings", { state: states }),
  accept: (number, reason, person) => send("POST", path("findings", number, "accept"), { reason, person }),
  assignFinding: (number, person) => send("POST", path("findings", number, "assign"), { person }),
  reportRepair: (number, report) => send("POST", path("findings", number, "done"), report),
  findingPicture: (number, side) => path("findings", number, "pictures", side),
  makeRepairOrder: (request) => send("POST", "/v1/repair-orders", request),
  map: () => json(ask("GET", "/v1/map")),
  /// Rows of a photograph, a track or another form of sightings; nothing is kept of it.
  convert: (file, name, accuracy) => json(ask("POST", "/v1/sightings/conversions",
    { body: file, type: "application/octet-stream", query: { file: name, accuracy } })),
  audit: (request) => send("POST", "/v1/audits", request),
  /// Begins an audit whose files are imported next, in pieces; its end is the audit.
  openAudit: (request) => send("POST", "/v1/audits/drafts", request),
  importSightings: (piece, query) => json(ask("POST", "/v1/sightings", { body: piece, type: "text/csv", query })),
  endAudit: (id) => json(ask("POST", path("audits", "drafts", id, "end"))),

  remarks: (query) => json(ask("GET", "/v1/remarks", { query })),
  remarkPicture: (number) => path("remarks", number, "picture"),

  phones: () => json(ask("GET", "/v1/phones")),
  /// A code for a phone; `lasts` is for how many milliseconds, by the station's clock: this machine's may be another one.
  pairPhone: async (request) => {
    const response = await ask("POST", "/v1/pairings", { body: JSON.stringify(request), type: "application/json" });
    const offer = await response.json(), sent = Date.parse(response.headers.get("Date"));
    return { ...offer, lasts: Date.parse(offer.expires) - (Number.isNaN(sent) ? Date.now() : sent) };
  },
  revokePhone: (name) => json(ask("DELETE", path("phones", name))),

  journal: (query) => json(ask("GET", "/v1/journal", { query: { order: "newest", ...query } })),
  checkJournal: () => json(ask("GET", "/v1/journal/check")),
};
