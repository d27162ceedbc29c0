// @ts-check
/** What is shown while the engine works: words, and a bar that moves or counts. */

import { makeButton, makeElement } from "../page.js";

/** Something that cannot be counted. @param {string} words */
export function makeWaiting(words) {
  const waiting = makeElement("span", "pq-busy", words);
  const bar = document.createElement("progress");
  bar.setAttribute("aria-label", words);
  waiting.append(bar);
  return waiting;
}

/** Something that is counted, and can be stopped. @param {() => void} stop */
export function makeCount(stop) {
  const words = makeElement("span", "", "");
  const bar = document.createElement("progress");
  bar.setAttribute("aria-label", "How much is tried");
  const counting = makeElement("div", "pq-busy", "");
  counting.append(words, bar, makeButton("Stop", stop));
  /** @param {{done: number, of: number, says: string}} found */
  const tell = ({ done, of, says }) => {
    words.textContent = says;
    bar.max = of;
    bar.value = done;
  };
  return { counting, tell };
}
