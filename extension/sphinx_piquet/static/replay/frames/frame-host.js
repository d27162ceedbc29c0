// @ts-check
/** The demonstration of an embedded deal, with the code to copy. */

import { find } from "../../dom.js";

const ADDRESS = /(?<= src=")[^"]*/;

class Framed {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.frame = /** @type {HTMLIFrameElement} */ (find(place, "iframe"));
    this.code = find(place, "pre");
    this.ways = /** @type {HTMLAnchorElement[]} */ ([...place.querySelectorAll(".pq-framed-ways a")]);
    const written = ADDRESS.exec(this.code.textContent ?? "")?.[0].replaceAll("&amp;", "&") ?? "";
    /** The address of the frame in the code. A site without a base URL uses the current one. */
    this.home = new URL(written, location.href);
    for (const way of this.ways) way.addEventListener("click", (event) => this.showLink(event, way));
    addEventListener("message", ({ data, source }) => {
      if (source === this.frame.contentWindow && data?.type === "piquet:height") this.frame.height = String(Number(data.height));
    });
    this.updateCode(this.home);
  }

  /** @param {MouseEvent} event @param {HTMLAnchorElement} way */
  showLink(event, way) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.frame.src = way.href;
    for (const one of this.ways) one.toggleAttribute("aria-current", false);
    way.setAttribute("aria-current", "true");
    const { search, hash } = new URL(way.href);
    this.updateCode(Object.assign(new URL(this.home), { search, hash }));
  }

  /** @param {URL} address */
  updateCode(address) {
    const led = address.href.replaceAll("&", "&amp;");
    this.code.textContent = (this.code.textContent ?? "").replace(ADDRESS, () => led);
  }
}

for (const place of document.querySelectorAll(".pq-framed")) new Framed(/** @type {HTMLElement} */ (place));
