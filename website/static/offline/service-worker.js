// @ts-check
/**
 * Stands between the site and the line. Parts with a digest in their names come from the device once they are
 * there; everything else comes over the line, or from the device where the line fails or is silent. A page from
 * the device says so, and asks what became of the line (`site/frame/frame.js`): nobody takes an old page for the
 * current one. Frozen editions pass untouched.
 */

import { isKept, isPart, isCacheable, keyOf, cacheNames } from "./caches.js";

/** @typedef {Event & {request: Request, clientId: string, respondWith: (answer: Promise<Response>) => void, waitUntil: (work: Promise<unknown>) => void}} Asked */

/** @typedef {{get: (id: string) => Promise<{url: string} | undefined>, claim: () => Promise<void>}} Pages */

/** @typedef {{registration: {scope: string}, clients: Pages, whenAbsent: string}} Scope the build writes `whenAbsent` above this script: the page for what is not here */

const { registration, clients, whenAbsent } = /** @type {Scope} */ (/** @type {unknown} */ (self));
const { scope } = registration;
const PATIENCE = 3000; // milliseconds in which a line has to begin its answer, where something is kept
const ABSENT = `${scope}${whenAbsent}#not-here`;
const stores = cacheNames(scope);

/** @param {Asked} event @param {string} store @param {string} key @param {Response} response */
function keep(event, store, key, response) {
  if (!isCacheable(response)) return;
  const copy = response.clone();
  // A full device keeps less, and the reader gets the answer all the same.
  event.waitUntil(caches.open(store).then((cache) => cache.put(key, copy)).catch(() => {}));
}

/** What is kept under an address; nothing where the browser refuses its stores. @param {string} address @param {string} store */
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
  // What was kept may be damaged: whoever asks past the browser's cache asks past this one.
  const isAnew = request.cache === "reload" || request.cache === "no-store";
  const kept = isAnew ? undefined : await fromCache(request.url, stores.parts);
  if (kept) return kept;
  const response = await fetch(request);
  keep(event, stores.parts, request.url, response);
  return response;
}

/** What became of the line after a page had come from the device, by its address. @type {Map<string, Promise<string>>} */
const outcomes = new Map();

/** @param {string} address */
const withoutPlace = (address) => address.split("#")[0];

/** Whether what the line brings at last is what the device keeps. @param {Response} kept @param {Promise<Response>} line */
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
 * Answer with what the device keeps; a page says on itself that it comes from there.
 * @param {Asked} event @param {Response} kept @param {"silent" | "away"} why @param {Promise<Response>} line
 */
async function fromDevice(event, kept, why, line) {
  if (event.request.mode !== "navigate") return kept;
  const outcome = compare(kept.clone(), line);
  outcomes.set(withoutPlace(event.request.url), outcome);
  event.waitUntil(outcome);
  const headers = new Headers(kept.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name); // which tell of its way here
  return new Response((await kept.text()).replace("<html", `<html data-kept="${why}"`), { headers });
}

/** Whether what is asked for belongs to a page that came from the device. @param {Asked} event */
async function isOfKeptPage({ request, clientId }) {
  if (request.mode === "navigate" || request.cache === "reload" || request.cache === "no-store") return false;
  const page = await clients.get(clientId);
  return page !== undefined && outcomes.has(withoutPlace(page.url));
}

/**
 * Ask the site itself: a browser may still have an earlier answer, which a host lets it keep for some minutes. What has
 * a version after its name changes that with its text.
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
  // A page and what it names are of one build, and whoever has waited for the line once does not wait again.
  const beside = (await isOfKeptPage(event)) && (await match());
  if (beside) return beside;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  let isSilent = true;
  const line = askSite(request).finally(() => (isSilent = false));
  // What comes too late for this reader is there for the next.
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
  // The page that brought the keeper may lose its line, too, and then need another engine.
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
