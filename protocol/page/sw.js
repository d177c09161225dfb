// A service worker that caches the page's files, so that the page works offline. html_page.py fills
// in their names and a version, which is a hash of their contents.

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

/** Cache the files; bypass the browser's own cache, which may have an earlier version. */
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
