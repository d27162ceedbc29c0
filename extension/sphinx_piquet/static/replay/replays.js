// @ts-check
/** The script of pages with printed deals. */

import "../rules/irregularity-links.js";
import { Replay } from "./replay.js";

for (const figure of document.querySelectorAll("figure.pq-replay")) {
  new Replay(/** @type {HTMLElement} */ (figure));
}
