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

  /** Whether the station itself says that it has taken nothing. Of an answer above 499 that is not known. */
  get isUntaken() { return this.code !== null && this.status < 500; }
}
/** The station was not reached, or another has answered in its place. `isSlow`: the time for it was over. */
export class NoStation extends Error {
  constructor(message, isSlow = false) {
    super(message);
    this.isSlow = isSlow;
  }

  static because = (error) => new NoStation(error.message, ["TimeoutError", "AbortError"].includes(error.name));
}

/** Milliseconds for a question and its answer, and bytes that go up in one more: 20 kB in a second. */
const patience = 20_000, pace = 20;
/** Milliseconds until a station that does not know this phone is asked once more. */
const pause = 1_000;

/**
 * A hub has several daemons, and a session may be so new that the one which is asked has not read it yet (`Station.followAccess`):
 * that it does not know this phone counts when it says so again.
 */
async function ask(method, path, wish) {
  try {
    return await askOnce(method, path, wish);
  } catch (error) {
    if (!error.endsPairing) throw error;
    await new Promise((done) => setTimeout(done, pause));
    return askOnce(method, path, wish);
  }
}

async function askOnce(method, path, { body, content, wait = patience, headers = {} } = {}) {
  const type = content ? "application/octet-stream" : "application/json";
  const carried = content ?? (body && JSON.stringify(body));
  const time = wait + Math.ceil((carried?.size ?? carried?.length ?? 0) / pace);
  let response;
  try {
    response = await fetch(path, {
      method, credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(time),
      headers: carried ? { "Content-Type": type, ...headers } : headers, body: carried,
    });
  } catch (error) {
    throw NoStation.because(error);
  }
  if (response.ok || response.status === 304) return response;
  const isProblem = response.headers.get("Content-Type")?.startsWith("application/problem+json");
  throw new Refusal(response.status, (isProblem && await response.json().catch(() => null)) || {});
}

/**
 * What an answer says, where it is the station's, as `isOurs` finds. The page of a Wi-Fi or a gateway that wants a sign-in may answer
 * in its place with 200, and with JSON.
 */
async function said(response, isOurs) {
  let answer;
  try {
    answer = await response.json();
  } catch (error) {
    throw NoStation.because(error);
  }
  if (answer?.schema === 1 && isOurs(answer)) return answer;
  throw new NoStation("the answer is not the station's");
}

const isPack = ({ name, rules, stores, signs }) =>
  typeof name === "string" && Boolean(rules) && Array.isArray(stores) && Array.isArray(signs);

export const station = {
  /** Whether it is there, before much is sent: only what was sent may be at the station. */
  reach: async () => said(await ask("GET", "/v1/session"), (answer) => typeof answer.station === "string"),
  /** Uses a code up; the session comes as a cookie that no script can read. */
  pair: async (secret) => said(await ask("POST", "/v1/walk/session", { body: { secret } }), ({ role }) => role === "walk"),
  /** { pack, tag }; null when the one that is known is the newest. */
  pack: async (known) => {
    const response = await ask("GET", "/v1/walk/pack", { headers: known ? { "If-None-Match": known } : {} });
    return response.status === 304 ? null : { pack: await said(response, isPack), tag: response.headers.get("ETag") };
  },
  /** Rows that are known already are not kept twice, so a lost answer does no harm. */
  send: async (sightings) => said(
    await ask("POST", "/v1/walk/sightings", { body: { sightings, now: new Date().toISOString() } }),
    ({ rows, refused }) => rows === sightings.length && Array.isArray(refused)),
  /** Sends a photograph, or a ZIP of them; reading one takes seconds. */
  photograph: async (file) => said(
    await ask("POST", `/v1/walk/photographs?file=${encodeURIComponent(file.name)}`, { content: file, wait: 600_000 }),
    ({ sightings, refused }) => Number.isInteger(sightings) && Array.isArray(refused)),
  leave: () => ask("DELETE", "/v1/walk/session"),
};
