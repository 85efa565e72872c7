// Keeps the page on the phone: one cache for one version of all its files. A new version waits until the page was
// closed, so that no walk changes under way. Nothing of /v1/ passes through here, and nothing of it is kept.
const version = "walk-@VERSION@";
const files = ["@FILES@"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(version).then((cache) =>
    // The browser's own cache may hold a file of another version.
    cache.addAll(files.map((file) => new Request(file, { cache: "reload" })))));
});

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([
    caches.keys().then((names) => Promise.all(names.filter((name) => name !== version).map((name) => caches.delete(name)))),
    clients.claim(),
  ]));
});

addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== location.origin || !files.includes(address.pathname)) return;
  event.respondWith(caches.open(version).then((cache) => cache.match(address.pathname))
    .then((kept) => kept ?? fetch(event.request)));
});
