// @ts-check
/**
 * The service worker. Files with a digest in their names come from the cache. Everything else comes from the
 * network, or from the cache if the network fails or does not respond in time. A page from the cache shows a note,
 * and asks for the state of the connection (`frame/page-frame.js`). Frozen editions are not cached.
 */

import { isKept, isPart, isCacheable, keyOf, cacheNames } from "./caches.js";

/** @typedef {Event & {request: Request, clientId: string, respondWith: (answer: Promise<Response>) => void, waitUntil: (work: Promise<unknown>) => void}} Asked */

/** @typedef {{get: (id: string) => Promise<{url: string} | undefined>, claim: () => Promise<void>}} Pages */

/** @typedef {{registration: {scope: string}, clients: Pages, whenAbsent: string}} Scope the build writes `whenAbsent`, the page for missing files, above this script */

const { registration, clients, whenAbsent } = /** @type {Scope} */ (/** @type {unknown} */ (self));
const { scope } = registration;
const PATIENCE = 3000; // milliseconds for the network to respond, if the cache has the file
const ABSENT = `${scope}${whenAbsent}#not-here`;
const stores = cacheNames(scope);

/** @param {Asked} event @param {string} store @param {string} key @param {Response} response */
function keep(event, store, key, response) {
  if (!isCacheable(response)) return;
  const copy = response.clone();
  // On a full device the response is still delivered.
  event.waitUntil(caches.open(store).then((cache) => cache.put(key, copy)).catch(() => {}));
}

/** Return a cached response; nothing if the browser refuses its caches. @param {string} address @param {string} store */
async function fromCache(address, store) {
  try {
    return await caches.match(address, { cacheName: store });
  } catch {
    return undefined;
  }
}

/** @param {Asked} event */
async function answerPart(event) {
  const { request } = event;
  // The cached file may be damaged. A request that bypasses the HTTP cache bypasses this one as well.
  const isAnew = request.cache === "reload" || request.cache === "no-store";
  const kept = isAnew ? undefined : await fromCache(request.url, stores.parts);
  if (kept) return kept;
  const response = await fetch(request);
  keep(event, stores.parts, request.url, response);
  return response;
}

/** The state of the connection after a page came from the cache, by its address. @type {Map<string, Promise<string>>} */
const outcomes = new Map();

/** @param {string} address */
const withoutPlace = (address) => address.split("#")[0];

/** Compare the late response of the network with the cached one. @param {Response} kept @param {Promise<Response>} line */
async function compare(kept, line) {
  try {
    const response = await line;
    if (!isCacheable(response)) return "away";
    const [old, current] = await Promise.all([kept.text(), response.clone().text()]);
    return old === current ? "same" : "newer";
  } catch {
    return "away";
  }
}

/**
 * Respond from the cache. A page is marked as cached.
 * @param {Asked} event @param {Response} kept @param {"silent" | "away"} why @param {Promise<Response>} line
 */
async function fromDevice(event, kept, why, line) {
  if (event.request.mode !== "navigate") return kept;
  const outcome = compare(kept.clone(), line);
  outcomes.set(withoutPlace(event.request.url), outcome);
  event.waitUntil(outcome);
  const headers = new Headers(kept.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name); // headers of the transfer
  return new Response((await kept.text()).replace("<html", `<html data-kept="${why}"`), { headers });
}

/** Return whether a request belongs to a page from the cache. @param {Asked} event */
async function isOfKeptPage({ request, clientId }) {
  if (request.mode === "navigate" || request.cache === "reload" || request.cache === "no-store") return false;
  const page = await clients.get(clientId);
  return page !== undefined && outcomes.has(withoutPlace(page.url));
}

/**
 * Request from the network, without an outdated response from the HTTP cache. Addresses with a version in their
 * query change with the file.
 * @param {Request} request @returns {Promise<Response>}
 */
function askSite(request) {
  const isFree = request.cache === "default" || request.cache === "force-cache";
  const mayBeOld = request.mode === "navigate" || !new URL(request.url).searchParams.has("v");
  return isFree && mayBeOld ? fetch(request, { cache: "no-cache" }) : fetch(request);
}

/** @param {Asked} event */
async function answerPage(event) {
  const { request } = event;
  const key = keyOf(request.url);
  const match = () => fromCache(key, stores.pages);
  if (request.mode === "navigate") outcomes.delete(withoutPlace(request.url));
  // A page and its files belong to one build, and the reader does not wait twice.
  const beside = (await isOfKeptPage(event)) && (await match());
  if (beside) return beside;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  let isSilent = true;
  const line = askSite(request).finally(() => (isSilent = false));
  // A late response is stored for the next request.
  event.waitUntil(line.then((response) => keep(event, stores.pages, key, response)).catch(() => {}));
  try {
    const told = late.then(match).then((kept) => (kept && isSilent ? fromDevice(event, kept, "silent", line) : line));
    return await Promise.race([line, told]);
  } catch (error) {
    const kept = await match();
    if (kept) return fromDevice(event, kept, "away", line);
    if (request.mode === "navigate") return Response.redirect(ABSENT);
    throw error;
  }
}

self.addEventListener("activate", (given) => {
  const event = /** @type {Asked} */ (given);
  // The page that registered the service worker may need it as well.
  event.waitUntil(clients.claim());
});

self.addEventListener("message", (given) => {
  const event = /** @type {MessageEvent & Asked} */ (/** @type {unknown} */ (given));
  const page = /** @type {{url: string, postMessage: (what: object) => void} | null} */ (/** @type {unknown} */ (event.source));
  const outcome = page && outcomes.get(withoutPlace(page.url));
  if (outcome) event.waitUntil(outcome.then((line) => page.postMessage({ line })));
});

self.addEventListener("fetch", (given) => {
  const event = /** @type {Asked} */ (given);
  const { request } = event;
  if (request.method !== "GET" || request.headers.has("range") || !isKept(new URL(request.url), scope)) return;
  event.respondWith(isPart(request.url) ? answerPart(event) : answerPage(event));
});
