// @ts-check
/** The offline cache: its service worker, its list of files, and the storing and removal of files. */

import { digestsIn, isPart, isCacheable, keyOf, cacheNames } from "./caches.js";

export const LIST = "_static/offline.json";
export const LATER = /** @type {RequestInit} */ ({ priority: "low" }); // after the page's own requests

/**
 * @typedef {object} Listed the list of all files of the site
 * @property {string} digest
 * @property {string[]} current the digests in the names of this build's files
 * @property {Record<string, number>} files sizes by relative address
 */

/** The `<meta>` element that names the service worker. @returns {HTMLMetaElement | null} */
export const offlineMeta = () => document.querySelector('meta[name="piquet-offline"]');

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
