// @ts-check
/** Makes every replay on the page go step by step: what the pages of deals load. */

import { Replay } from "./replay.js";

for (const figure of document.querySelectorAll("figure.pq-replay")) {
  new Replay(/** @type {HTMLElement} */ (figure));
}
