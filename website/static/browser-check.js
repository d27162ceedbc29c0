// @ts-check
/**
 * The first lines of every bundle: an older browser than the site is made for gets the page as it stands.
 *
 * Such a browser may well run modules, and would fail in the middle of something; so nothing begins. What
 * is asked for came with Chromium 105, Firefox 114 and Safari 16.4, in this order.
 */

const known =
  CSS.supports("container-type", "inline-size") && CSS.supports("width", "calc(1px * infinity)") && "DecompressionStream" in window;

document.documentElement.dataset.script = known ? "live" : "older"; // it has come, either way

if (!known) {
  for (const note of document.querySelectorAll(".pq-needs-script")) {
    note.classList.add("pq-older");
    note.textContent =
      "This browser is older than the live parts of this page. They need Chromium or Edge 105, Firefox 114, Safari 16.4, or a later one.";
  }
  throw new Error("This browser is older than the site is made for; the page can be read as it stands.");
}

export {};
