// The two scripts that the page starts beside itself. The page's policy takes their addresses from here only.
const addresses = { decoder: "/walk/decoder-worker.js", keeper: "/walk/service-worker.js" };

const policy = globalThis.trustedTypes?.createPolicy("waymark-scripts", { createScriptURL: (name) => addresses[name] });
const address = (name) => policy?.createScriptURL(name) ?? addresses[name];

export const startDecoder = () => new Worker(address("decoder"), { type: "module" });

/** Keeps the page for times without a network. Null where the browser does not: then the page needs its station. */
export const keepPage = () =>
  navigator.serviceWorker?.register(address("keeper"), { scope: "/walk/" }).catch(() => null) ?? Promise.resolve(null);
