// @ts-check
/**
 * Storing of used pages. After the first answer of an engine it stores the page, the engine, and the page that
 * lists the stored ones. It does so when the browser is idle, but not for readers who save data, in embedded
 * pages, or in frozen editions, which have no service worker.
 */

import { keyOf } from "./caches.js";
import { LATER, cacheFile, fetchList, offlineMeta, removeOldParts, serviceWorkerAddress, siteOf } from "./cache-pages.js";
import { registerServiceWorker } from "../trusted-markup.js";
import { savesData, whenIdle } from "../dom.js";

/** Files in a page's head and in style sheets. */
const NAMED = /(?:href|src)="([^"#]+\.(?:css|js|svg|woff2|webmanifest)(?:\?[^"]*)?)"|url\("?([^")]+\.woff2)"?\)/g;

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

let hasBegun = false;

/**
 * Store the page and its engine: the snapshot if there is one, even if a slow connection started without it.
 * Browsers without a Cache API use the HTTP cache.
 * @param {string} base address of the engine's folder @param {Record<string, any>} runtime names of its parts @param {URL} worker
 */
function cacheUsedFiles(base, runtime, worker) {
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
