// @ts-check
/** The end of a lesson: once all that it asks for is done, it says what the reader can do now. */

import { find } from "../dom.js";

export class Ending {
  /** @param {HTMLElement} panel @param {HTMLElement[]} blocks the exercises of the page, of which those before the end count */
  constructor(panel, blocks) {
    this.panel = panel;
    this.said = find(panel, "[role=status] > p");
    /** @type {Set<HTMLElement>} */
    this.asked = new Set(blocks.filter((block) => panel.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_PRECEDING));
  }

  /** @param {(block: HTMLElement) => boolean} isDone */
  show(isDone) {
    const done = [...this.asked].every(isDone);
    this.panel.classList.toggle("pq-is-done", done);
    this.panel.toggleAttribute("data-done", done);
    this.said.hidden = !done;
  }

  /** The best way on, for another place. */
  get way() {
    const way = /** @type {HTMLElement} */ (find(this.panel, ".pq-primary").cloneNode(true));
    way.classList.remove("pq-primary");
    return way;
  }
}
