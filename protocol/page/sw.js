// The served page without its server: a service worker that keeps the page's files in a cache. The
// page's maker fills in their names and, by their content, their version.

/** @type {{version: string, files: string[]}} */
const KEPT = JSON.parse('{{kept}}');
const CACHE = `tengen-${KEPT.version}`;
const scope = /** @type {any} */ (self); // TypeScript has the types of a page or of a worker

scope.addEventListener("install", (/** @type {any} */ event) => {
  scope.skipWaiting();
  event.waitUntil(keep());
});

scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(dropOthers()));

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET") event.respondWith(answered(event.request));
});

/** Fetch the files, past what the browser itself has kept of an earlier version. */
async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(KEPT.files.map((file) => new Request(file, { cache: "reload" })));
}

/** Drop the caches of other versions. */
async function dropOthers() {
  const others = (await caches.keys())
    .filter((name) => name.startsWith("tengen-") && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** @param {Request} request */
async function answered(request) {
  return await caches.match(request, { cacheName: CACHE, ignoreSearch: true }) ?? fetch(request);
}
