// @ts-check
/**
 * Starts of the engine before the first request. A reader who rests the mouse on a control, touches it or focuses
 * it by keyboard is about to use it. A page that is only read downloads nothing, nor does a page for a reader who
 * saves data. Failures are not shown, since the first request tries again.
 */

import { engine } from "./engine-client.js";
import { savesData, whenIdle } from "../dom.js";

const CONTROLS = "button, input, select, textarea, [data-step], [data-book]";
const REST = 80; // milliseconds; a mouse that passes over a control is faster

/** Start the engine at the first sign that a control will be used. @param {HTMLElement} place contains the controls @param {DOMStringMap} data has the address of the engine */
export function preloadOnApproach(place, data) {
  if (savesData()) return;
  const ending = new AbortController();
  const start = () => {
    ending.abort();
    engine(data).prepare();
  };
  let resting = 0;
  /** @param {keyof HTMLElementEventMap} type @param {(control: Element) => void} act */
  const follow = (type, act) => {
    const options = { signal: ending.signal, passive: true };
    place.addEventListener(type, ({ target }) => {
      const control = /** @type {Element} */ (target).closest(CONTROLS);
      window.clearTimeout(resting);
      if (control) act(control);
    }, options);
  };
  follow("pointerover", () => (resting = window.setTimeout(start, REST)));
  follow("pointerout", () => {});
  follow("pointerdown", start);
  follow("focusin", (control) => control.matches(":focus-visible") && start());
}

/** Start the engine when the page is idle, on pages that are useless without it. @param {DOMStringMap} data has the address of the engine */
export function preloadWhenIdle(data) {
  if (!savesData()) whenIdle(() => engine(data).prepare());
}
