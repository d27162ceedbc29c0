// @ts-check
/**
 * Stands between the site and the line. Parts with a digest in their names come from the device once they are
 * there; everything else comes over the line whenever there is one that answers in time, so that nobody who is
 * connected sees an old page. Frozen editions pass untouched.
 */

import { isKept, isPart, isWhole, keyOf, storesOf } from "./stores.js";

/** @typedef {Event & {request: Request, respondWith: (answer: Promise<Response>) => void, waitUntil: (work: Promise<unknown>) => void}} Asked */

const { scope } = /** @type {{registration: {scope: string}}} */ (/** @type {unknown} */ (self)).registration;
const PATIENCE = 3000; // milliseconds for a line that may only seem to be there, where something is kept
const ABSENT = `${scope}docs/offline.html#not-here`;
const stores = storesOf(scope);

/** @param {Asked} event @param {string} store @param {string} key @param {Response} response */
function keep(event, store, key, response) {
  if (!isWhole(response)) return;
  const copy = response.clone();
  // A full device keeps less, and the reader gets the answer all the same.
  event.waitUntil(caches.open(store).then((cache) => cache.put(key, copy)).catch(() => {}));
}

/** @param {Asked} event */
async function answerPart(event) {
  const { request } = event;
  // What was kept may be damaged: whoever asks past the browser's cache asks past this one.
  const isAnew = request.cache === "reload" || request.cache === "no-store";
  const kept = isAnew ? undefined : await caches.match(request.url, { cacheName: stores.parts });
  if (kept) return kept;
  const response = await fetch(request);
  keep(event, stores.parts, request.url, response);
  return response;
}

/** @param {Asked} event */
async function answerPage(event) {
  const { request } = event;
  const key = keyOf(request.url);
  const match = () => caches.match(key, { cacheName: stores.pages });
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(match);
  const line = fetch(request);
  // What comes too late for this reader is there for the next.
  event.waitUntil(line.then((response) => keep(event, stores.pages, key, response)).catch(() => {}));
  try {
    return (await Promise.race([line, late])) ?? (await line);
  } catch (error) {
    const kept = await match();
    if (kept) return kept;
    if (request.mode === "navigate") return Response.redirect(ABSENT);
    throw error;
  }
}

self.addEventListener("fetch", (given) => {
  const event = /** @type {Asked} */ (given);
  const { request } = event;
  if (request.method !== "GET" || request.headers.has("range") || !isKept(new URL(request.url), scope)) return;
  event.respondWith(isPart(request.url) ? answerPart(event) : answerPage(event));
});
