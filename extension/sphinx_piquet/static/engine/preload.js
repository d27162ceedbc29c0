// @ts-check
/**
 * The start of the engine before its first question. Whoever rests the mouse on a control, touches it or comes to
 * it by keyboard is about to use it, and a start hides in that moment; whoever only reads costs no byte, and nor
 * does a reader who saves data. A start that fails this early is not told: the first question tries again.
 */

import { engine } from "./engine-client.js";
import { savesData, whenIdle } from "../dom.js";

const CONTROLS = "button, input, select, textarea, [data-step], [data-book]";
const REST = 80; // milliseconds on a control; a mouse that passes over it takes less

/** Start with the first sign that a control is about to be used. @param {HTMLElement} place which has the controls @param {DOMStringMap} data where the engine lies */
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

/** Start as soon as a page that is of no use without the engine has nothing else to do. @param {DOMStringMap} data where the engine lies */
export function preloadWhenIdle(data) {
  if (!savesData()) whenIdle(() => engine(data).prepare());
}
