// @ts-check
/** What is shown while the engine works on something that cannot be counted: words, and a bar that moves. */

import { makeElement } from "../page.js";

/** @param {string} words */
export function makeWaiting(words) {
  const waiting = makeElement("span", "pq-busy", words);
  const bar = document.createElement("progress");
  bar.setAttribute("aria-label", words);
  waiting.append(bar);
  return waiting;
}
