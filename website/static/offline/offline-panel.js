// @ts-check
/** The panel that stores the whole site on a device, shows the progress, and removes it. */

import { LIST, fetchList, cacheFile, serviceWorkerAddress, siteOf, removeOldParts } from "./cache-pages.js";
import { cacheNames } from "./caches.js";
import { registerServiceWorker } from "../trusted-markup.js";
import { find, confirmTap } from "../dom.js";

const AT_ONCE = 6; // parallel downloads
const SURE = "Yes, remove it";
const REFUSED = "This browser keeps nothing for this site. It may do so once cookies and site data are allowed here.";

/** Return why the site cannot be stored from this page. */
function obstacle() {
  if (!isSecureContext) return "A browser keeps a site only if it comes over https. This page came over http, so nothing can be kept from here.";
  if (!("serviceWorker" in navigator && "caches" in window)) return "This browser lets no site be kept; some do so only outside a private window.";
  return "This is a frozen edition, which is not kept. Only the current edition can be.";
}

/** @param {number} bytes */
const inMegabytes = (bytes) => `${Math.max(1, Math.round(bytes / 1e6))} MB`;

/** Show why the site cannot be stored, in place of the buttons. @param {HTMLElement} place @param {string} why */
function explain(place, why) {
  find(place, ".pq-device-what").textContent = why;
  for (const control of place.querySelectorAll(".pq-keep-tools, progress")) control.remove();
  place.hidden = false;
}

class Panel {
  /** @param {HTMLElement} place @param {URL} keeps address of the service worker */
  constructor(place, keeps) {
    this.place = place;
    this.keeps = keeps;
    this.site = siteOf(keeps);
    this.isRefused = false;
    this.what = find(place, ".pq-device-what");
    this.status = find(place, ".pq-device-status");
    this.bar = /** @type {HTMLProgressElement} */ (find(place, "progress"));
    this.keepButton = find(place, '[data-device="keep"]');
    this.stopButton = find(place, '[data-device="stop"]');
    this.removeButton = find(place, '[data-device="remove"]');
    /** @type {AbortController | null} cancels the current download */
    this.ending = null;
    /** @type {import("./cache-pages.js").Listed | null} */
    this.list = null;
    this.keepButton.addEventListener("click", () => void this.download());
    this.stopButton.addEventListener("click", () => this.ending?.abort());
    this.removeButton.addEventListener("click", () => void this.remove());
    place.hidden = false;
    void this.update();
  }

  /** Return which files of a list are missing. @param {import("./cache-pages.js").Listed} list */
  async count(list) {
    const stores = cacheNames(this.site);
    const found = await Promise.all(
      [stores.parts, stores.pages].map(async (name) => ((await caches.has(name)) ? (await caches.open(name)).keys() : [])),
    );
    const kept = new Set(found.flat().map(({ url }) => url));
    const isHere = (/** @type {string} */ name) => kept.has(new URL(name, this.site).href);
    return { any: kept.size > 0, missing: Object.keys(list.files).filter((name) => !isHere(name)) };
  }

  /** Show that the browser refuses its caches. The button works once they are allowed. */
  showRefusal() {
    this.isRefused = true;
    this.ending = null;
    this.what.textContent = "";
    this.bar.hidden = this.stopButton.hidden = this.removeButton.hidden = true;
    this.keepButton.hidden = false;
    this.setStatus(REFUSED);
  }

  async update() {
    this.isRefused = false;
    try {
      await this.updateFromCaches();
    } catch {
      this.showRefusal();
    }
  }

  async updateFromCaches() {
    await caches.has(cacheNames(this.site).pages); // rejects if the browser refuses
    this.bar.hidden = this.stopButton.hidden = !this.ending;
    this.keepButton.hidden = this.ending !== null;
    // The service worker serves the page until it is closed, and would store files again after a removal.
    this.list ??= await fetchList(this.keeps).catch(() => null);
    const { list } = this;
    if (!list) {
      this.what.textContent = "There is no connection at the moment. What is kept here goes on working.";
      this.keepButton.hidden = true;
      return;
    }
    const { any, missing } = await this.count(list);
    const all = Object.values(list.files).reduce((sum, bytes) => sum + bytes, 0);
    const left = missing.reduce((sum, name) => sum + list.files[name], 0);
    const share = left < all ? `${inMegabytes(all - left)} of it are here already.` : "";
    this.what.textContent = missing.length
      ? `The whole site takes ${inMegabytes(all)} on this device. ${share}`.trim()
      : `The whole site is on this device: ${inMegabytes(all)}.`;
    this.keepButton.textContent = missing.length ? "Keep this site on this device" : "Bring it up to date";
    this.removeButton.hidden = !any;
  }

  async download() {
    const ending = (this.ending = new AbortController());
    this.setStatus("");
    await this.update();
    if (this.isRefused) return;
    this.stopButton.focus();
    try {
      const list = (this.list = await fetchList(this.keeps));
      await registerServiceWorker(this.keeps);
      await this.fetchAll(list, ending);
      await removeOldParts(this.site, list);
      await cacheFile(new URL(LIST, this.site).href, this.site); // for this page to count the stored files
      // The reader asked for it, so ask the browser not to remove it when room is short.
      const stays = await navigator.storage?.persist?.().catch(() => false);
      this.setStatus(`Done. It works without a connection now${stays ? "" : "; when room gets short, your browser may remove it"}.`);
    } catch (error) {
      if (nameOf(error) === "SecurityError") {
        this.showRefusal();
        return;
      }
      this.setStatus(this.failureText(error, ending.signal.aborted));
    }
    this.ending = null;
    await this.update();
    this.keepButton.focus();
  }

  /** @param {import("./cache-pages.js").Listed} list @param {AbortController} ending */
  async fetchAll(list, ending) {
    const names = Object.keys(list.files);
    this.bar.max = Object.values(list.files).reduce((sum, bytes) => sum + bytes, 0);
    this.bar.value = 0;
    const waiting = names.values();
    const work = async () => {
      for (const name of waiting) {
        if (ending.signal.aborted) return;
        await cacheFile(new URL(name, this.site).href, this.site, ending.signal);
        this.bar.value += list.files[name];
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    } finally {
      ending.abort(); // one failure ends the other downloads
    }
    if (this.bar.value < this.bar.max) throw new DOMException("stopped", "AbortError");
  }

  /** @param {unknown} error @param {boolean} isStopped */
  failureText(error, isStopped) {
    const name = nameOf(error);
    if (name === "AbortError" && isStopped) return "Stopped. What has come stays, and the rest can follow.";
    if (name === "QuotaExceededError") return "This device has no room for all of it. What has come stays.";
    if (error instanceof TypeError) return "The connection failed. What has come stays, and the rest can follow.";
    return `It could not be kept: ${error instanceof Error ? error.message : error}. What has come stays.`;
  }

  /** Remove everything, after a second tap. */
  async remove() {
    if (!confirmTap(this.removeButton, SURE)) return;
    const stores = cacheNames(this.site);
    try {
      await Promise.all(Object.values(stores).map((name) => caches.delete(name)));
      const registered = await navigator.serviceWorker.getRegistration(this.site);
      if (registered?.scope === this.site) await registered.unregister();
    } catch {
      this.showRefusal();
      return;
    }
    this.setStatus("Nothing of the site is kept any more. Your progress and your game are not touched.");
    await this.update();
    this.keepButton.focus();
  }

  /** @param {string} text */
  setStatus(text) {
    this.status.textContent = text;
  }
}

/** @param {unknown} error */
function nameOf(error) {
  return error instanceof Error || error instanceof DOMException ? error.name : "";
}

const keeps = serviceWorkerAddress();
const place = /** @type {HTMLElement | null} */ (document.querySelector(".pq-device"));
if (place && keeps && isSecureContext) new Panel(place, keeps);
else if (place) explain(place, obstacle());
