// @ts-check
/** Progress bars for the engine's work, with a button that stops it. */

import { makeButton, makeElement } from "../dom.js";

const LONG = 3; // seconds after which work without a count gets a *Stop* button

/** Make a bar without a count. @param {string} words */
export function makeBusyBar(words) {
  const waiting = makeElement("span", "pq-busy", words);
  waiting.dataset.part = "busy";
  const bar = document.createElement("progress");
  bar.setAttribute("aria-label", words);
  waiting.append(bar);
  return waiting;
}

/** Make a bar with a count and a *Stop* button. @param {() => void} stop */
export function makeCountedBar(stop) {
  const words = makeElement("span", "", "");
  const bar = document.createElement("progress");
  bar.setAttribute("aria-label", "How much is tried");
  const counting = makeElement("div", "pq-busy", "");
  counting.dataset.part = "busy";
  counting.append(words, bar, makeButton("Stop", stop));
  /** @param {{done: number, of: number, says: string}} found */
  const tell = ({ done, of, says }) => {
    words.textContent = says;
    bar.max = of;
    bar.value = done;
  };
  return { counting, tell };
}

/**
 * Make a bar for work that may take long on a slow machine. It gets a *Stop* button after a while.
 * @param {string} words
 */
export function makeStoppableBar(words) {
  const stopping = new AbortController();
  const waiting = makeBusyBar(words);
  const stop = makeButton("Stop", () => stopping.abort());
  const wish = {
    signal: stopping.signal,
    /** @param {number} seconds */
    onProgress: (seconds) => {
      if (seconds >= LONG && !stop.isConnected) waiting.append(stop);
    },
  };
  return { waiting, wish };
}
