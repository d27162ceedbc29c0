// @ts-check
/**
 * The first script of every bundle. It ends the bundle in a browser older than Chromium 105, Firefox 114 or Safari
 * 16.4, the versions that support the features tested here.
 *
 * Such a browser may run modules, and would fail in the middle of one.
 */

const known =
  CSS.supports("container-type", "inline-size") && CSS.supports("width", "calc(1px * infinity)") && "DecompressionStream" in window;

document.documentElement.dataset.pqScript = known ? "live" : "older"; // the script has loaded in either case

if (!known) {
  for (const note of document.querySelectorAll(".pq-needs-script")) {
    note.classList.add("pq-older");
    note.textContent =
      "This browser is older than the live parts of this page. They need Chromium or Edge 105, Firefox 114, Safari 16.4, or a later one.";
  }
  throw new Error("This browser is older than the site is made for; the page can be read as it stands.");
}

export {};
