// @ts-check
/**
 * The offline cache of used pages. After the first answer of an engine it stores the page, the engine, and the
 * page that lists the stored ones. It does so when the browser is idle, but not for readers who save data, in
 * embedded pages, or in frozen editions, which have no service worker.
 */

import { digestsIn, isPart, isCacheable, keyOf, cacheNames } from "./caches.js";
import { registerServiceWorker } from "../trusted-markup.js";
import { savesData, whenIdle } from "../dom.js";

export const LIST = "_static/offline.json";
const LATER = /** @type {RequestInit} */ ({ priority: "low" }); // after the page's own requests
/** Files in a page's head and in style sheets. */
const NAMED = /(?:href|src)="([^"#]+\.(?:css|js|svg|woff2|webmanifest)(?:\?[^"]*)?)"|url\("?([^")]+\.woff2)"?\)/g;

/**
 * @typedef {object} Listed the list of all files of the site
 * @property {string} digest
 * @property {string[]} current the digests in the names of this build's files
 * @property {Record<string, number>} files sizes by relative address
 */

/** The `<meta>` element that names the service worker. @returns {HTMLMetaElement | null} */
const offlineMeta = () => document.querySelector('meta[name="piquet-offline"]');

/** Return the address of the service worker, or null if the site has none or the browser does not support it. @returns {URL | null} */
export function serviceWorkerAddress() {
  const place = offlineMeta();
  if (!place || !("serviceWorker" in navigator) || !("caches" in window)) return null;
  return new URL(place.content, document.baseURI);
}

/** Return the address of the site. @param {URL} place of the service worker */
export function siteOf(place) {
  return new URL("./", place).href;
}

/** @param {URL} place @returns {Promise<Listed>} rejects without a connection */
export async function fetchList(place) {
  const response = await fetch(new URL(LIST, siteOf(place)), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${response.status} for ${LIST}`);
  return response.json();
}

/**
 * Store a file. Files with a digest in their names are downloaded once.
 * @param {string} address @param {string} site @param {AbortSignal} [signal] @returns {Promise<Response>} the stored response
 */
export async function cacheFile(address, site, signal) {
  const { parts, pages } = cacheNames(site);
  const cache = await caches.open(isPart(address) ? parts : pages);
  const key = isPart(address) ? address : keyOf(address);
  const kept = isPart(address) ? await cache.match(key) : undefined;
  if (kept) return kept;
  const response = await fetch(address, { ...LATER, signal, cache: isPart(address) ? "default" : "no-cache" });
  if (!isCacheable(response)) throw new Error(`${response.status} for ${new URL(address).pathname}`);
  await cache.put(key, response.clone());
  return response;
}

/** Store a page with the files that it and its style sheets name. @param {string} address @param {string} site */
async function cachePage(address, site) {
  const found = [address];
  for (const one of found) {
    const text = /\.(html|css)$/.test(new URL(keyOf(one)).pathname) ? await (await cacheFile(one, site)).text() : "";
    if (!text) await cacheFile(one, site);
    const named = [...text.matchAll(NAMED)].map(([, tag, sheet]) => new URL(tag ?? sheet, one).href);
    found.push(...named.filter((file) => file.startsWith(site) && !found.includes(file)));
  }
}

/** After a new build, remove the files with a digest that neither it nor any stored page names. @param {string} site @param {Listed} list */
export async function removeOldParts(site, list) {
  const stores = cacheNames(site);
  const [parts, pages] = await Promise.all([caches.open(stores.parts), caches.open(stores.pages)]);
  const seen = `${site}tidied`; // an unused address, which records the build of the last removal
  if ((await (await pages.match(seen))?.text()) === list.digest) return;
  const named = new Set(list.current);
  const note = async (/** @type {Cache} */ cache, /** @type {RegExp} */ kind) => {
    for (const { url } of await cache.keys()) {
      if (!kind.test(new URL(url).pathname)) continue;
      for (const digest of digestsIn((await (await cache.match(url))?.text()) ?? "")) named.add(digest);
    }
  };
  await note(pages, /\.(html|json)$/);
  await note(parts, /\.css$/);
  for (const { url } of await parts.keys()) {
    if (!digestsIn(new URL(url).pathname).some((digest) => named.has(digest))) await parts.delete(url);
  }
  await pages.put(seen, new Response(list.digest));
}

let hasBegun = false;

/**
 * Store the page and its engine: the snapshot if there is one, even if a slow connection started without it.
 * Browsers without a Cache API use the HTTP cache.
 * @param {string} base address of the engine's folder @param {Record<string, any>} runtime names of its parts @param {URL} worker
 */
export function cacheUsedFiles(base, runtime, worker) {
  if (hasBegun || savesData() || window !== window.parent) return;
  hasBegun = true;
  const place = serviceWorkerAddress();
  const address = (/** @type {string} */ name) => new URL(name, base).href;
  whenIdle(async () => {
    if (!place) {
      if (runtime.image) await fetch(address(runtime.image), LATER).catch(() => {});
      return;
    }
    const site = siteOf(place);
    const { index, module, image, library, engine } = runtime;
    const glue = [module, `${index}pyodide.asm.js`, `${index}pyodide.asm.wasm`];
    const names = image ? [...glue, image] : [...glue, library, engine];
    try {
      await registerServiceWorker(place);
      await cachePage(location.href, site);
      await cachePage(new URL(offlineMeta()?.dataset.absent ?? "", document.baseURI).href, site);
      for (const file of [worker.href, ...names.map(address)]) await cacheFile(file, site);
      await removeOldParts(site, await fetchList(place));
    } catch {
      // Without room or connection the page works as before, and the next page tries again.
    }
  });
}

document.addEventListener("piquet:engine", (event) => {
  const { base, runtime, worker } = /** @type {CustomEvent} */ (event).detail;
  cacheUsedFiles(base, runtime, worker);
});
