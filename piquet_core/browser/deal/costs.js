// @ts-check
/**
 * What the decisions of a deal cost. A printed deal was judged when its page was built; any other is judged when
 * the reader opens the fold, one decision after another, so that whatever else is asked waits for one at most.
 * Closing it stops the work, and opening it again goes on.
 */

import { Refusal } from "../engine/engine.js";
import { setMarkup } from "../markup.js";
import { find, makeElement } from "../page.js";

export class Costs {
  /**
   * @param {HTMLElement} figure @param {import("./live.js").Live} live
   * @param {AbortSignal} over once another deal has taken this one's place
   */
  constructor(figure, live, over) {
    this.live = live;
    this.over = over;
    this.box = /** @type {HTMLDetailsElement | null} */ (figure.querySelector("details.pq-costs"));
    if (!this.box) return;
    this.sheet = find(this.box, ".pq-costs-sheet");
    this.isJudging = false;
    this.isJudged = this.sheet.childElementCount > 0;
    this.box.hidden = false;
    this.box.addEventListener("toggle", () => void this.judge());
  }

  /** Open the fold, which has the deal judged. */
  open() {
    if (this.box) this.box.open = true;
  }

  async judge() {
    if (!this.box?.open || this.isJudging || this.isJudged || !this.sheet) return;
    this.isJudging = true;
    const bar = document.createElement("progress");
    const told = makeElement("p", "", "Each decision is being judged …");
    bar.setAttribute("aria-label", "How much is judged");
    this.sheet.replaceChildren(told, bar);
    try {
      for (let number = 0, of = 1; number < of; number += 1) {
        ({ of } = await this.ask("judge-step", { number }));
        bar.max = of;
        bar.value = number + 1;
        told.textContent = `${bar.value} of ${of} decisions are judged …`;
        if (this.over.aborted || !this.box.open) return;
      }
      const { html } = await this.ask("costs", { prefix: this.live.shown.prefix });
      setMarkup(this.sheet, html);
      this.isJudged = true;
    } catch (error) {
      this.sheet.replaceChildren(error instanceof Refusal ? makeElement("p", "", error.reason) : "");
      if (!(error instanceof Refusal)) this.box.open = false;
    } finally {
      this.isJudging = false;
    }
  }

  /** @param {string} op @param {object} args */
  ask(op, args) {
    return this.live.askAndTell("costs", () => this.live.ask(op, args), () => this.open());
  }
}
