// What the page asks of its station. Whether there is a network is known by asking alone: navigator.onLine says yes in
// many a shop that has none.

/** The station has answered, and refused. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.title ?? `the station answered ${status}`);
    this.status = status;
    this.code = problem.code ?? null;
    this.detail = problem.detail ?? "";
    this.next = problem.next ?? "";
  }

  /** In a line, for a person. */
  get words() { return [this.detail ? `${this.message}: ${this.detail}` : this.message, this.next].filter(Boolean).join(". "); }

  /** Whether the station itself says that it does not know this phone. A proxy or the page of a Wi-Fi may also answer 401 or 403. */
  get endsPairing() { return this.status === 401 && this.code === "unauthorized"; }
}
/** The station was not reached. */
export class NoStation extends Error {}

const patience = 20_000;

async function ask(method, path, { body, content, wait = patience, headers = {} } = {}) {
  let response;
  try {
    response = await fetch(path, {
      method, credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(wait),
      headers: body || content ? { "Content-Type": content ? "application/octet-stream" : "application/json", ...headers } : headers,
      body: content ?? (body && JSON.stringify(body)),
    });
  } catch (error) {
    throw new NoStation(error.message);
  }
  if (response.ok || response.status === 304) return response;
  throw new Refusal(response.status, (await response.json().catch(() => null)) ?? {});
}

/** What an answer says. The page of a Wi-Fi answers in the station's place, and also with 200. */
async function said(response) {
  try {
    return await response.json();
  } catch (error) {
    throw new NoStation(error.message);
  }
}

export const station = {
  /** Uses a code up; the session comes as a cookie that no script can read. */
  pair: async (secret) => said(await ask("POST", "/v1/walk/session", { body: { secret } })),
  /** { pack, tag }; null when the one that is known is the newest. */
  pack: async (known) => {
    const response = await ask("GET", "/v1/walk/pack", { headers: known ? { "If-None-Match": known } : {} });
    return response.status === 304 ? null : { pack: await said(response), tag: response.headers.get("ETag") };
  },
  /** Rows that are known already are not kept twice, so a lost answer does no harm. */
  send: async (sightings) => said(await ask("POST", "/v1/walk/sightings", { body: { sightings, now: new Date().toISOString() } })),
  /** Sends a photograph, or a ZIP of them; reading one takes seconds. */
  photograph: async (file) => said(await ask("POST", `/v1/walk/photographs?file=${encodeURIComponent(file.name)}`,
    { content: file, wait: 600_000 })),
  leave: () => ask("DELETE", "/v1/walk/session"),
};
