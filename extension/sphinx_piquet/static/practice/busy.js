// @ts-check
/** What is shown while the engine works: words, a bar that moves or counts, and a way to stop it. */

import { makeButton, makeElement } from "../dom.js";

const LONG = 3; // seconds after which there is a button to stop what cannot be counted

/** Something that cannot be counted. @param {string} words */
export function makeBusyBar(words) {
  const waiting = makeElement("span", "pq-busy", words);
  waiting.dataset.part = "busy";
  const bar = document.createElement("progress");
  bar.setAttribute("aria-label", words);
  waiting.append(bar);
  return waiting;
}

/** Something that is counted, and can be stopped. @param {() => void} stop */
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
 * As `makeWaiting`, for what may take long on a slow machine, such as a problem that is solved before it is set.
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
