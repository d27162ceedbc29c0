// @ts-check
/**
 * Hints at the table. The strongest player takes long for a discard, so the hint is requested in steps. The first
 * part appears at once, with a progress bar. A move or *Stop* ends it.
 */

import { setMarkup } from "../trusted-markup.js";
import { scrollClearOfHeader, makeButton, makeElement, spokenText } from "../dom.js";

const AT_REST = window.matchMedia("(prefers-reduced-motion: reduce)");
const STEP = 10; // samples of the unseen cards for one request, so that other requests wait no longer

/** @typedef {{done: number, of: number, says: string, moves: string[], html: string}} Found */

export class Hint {
  /**
   * @param {HTMLElement} place shows the hint
   * @param {HTMLElement} asked the controls that the hint is about
   * @param {HTMLElement} spoken the live region
   */
  constructor(place, asked, spoken) {
    this.place = place;
    this.asked = asked;
    this.spoken = spoken;
    /** A counter that identifies the current hint. */
    this.current = 0;
    /** @type {string[]} the suggested moves */
    this.moves = [];
    /** The scroll position before the hint; null if the page did not scroll. @type {number | null} */
    this.scrollBefore = null;
  }

  /** Close the hint, cancel its requests, and restore the scroll position. */
  close() {
    this.current += 1;
    if (this.scrollBefore !== null) window.scrollTo({ top: this.scrollBefore, behavior: "instant" });
    this.scrollBefore = null;
    this.place.hidden = true;
    this.place.replaceChildren();
    const { parentElement } = this.place;
    if (parentElement) parentElement.scrollTop = parentElement.scrollHeight; // show the newest event again
  }

  /**
   * @param {(until: number) => Promise<Found | null>} ask continues until the number of samples is tried
   * @param {() => boolean} isHere whether the game is still in the same position
   */
  async request(ask, isHere) {
    this.current += 1;
    const { current: count } = this;
    const from = document.activeElement;
    const goesOn = () => count === this.current && isHere();
    let found = await ask(STEP);
    if (!found || !goesOn()) return;
    if (found.done < found.of) {
      const told = this.showProgress(found);
      while (found && found.done < found.of) {
        told.told.textContent = found.says;
        told.bar.value = found.done;
        found = await ask(found.done + STEP);
        if (!goesOn()) return;
      }
    }
    if (!found) {
      this.close();
      return;
    }
    this.showHint(found);
    // Do not move the focus if the reader has moved it meanwhile.
    if ([from, document.body].includes(document.activeElement)) this.focusMove();
  }

  /** Focus the suggested move: the button that picks its cards, or the card or call itself. */
  focusMove() {
    const meant = this.place.querySelector('[data-do="choose"]') ?? this.asked.querySelector(".pq-hinted[data-move]");
    /** @type {HTMLElement | null} */ (meant)?.focus({ preventScroll: true });
  }

  /** Show the first part of the hint, and the progress of the rest. @param {Found} found */
  showProgress(found) {
    const bar = document.createElement("progress");
    bar.max = found.of;
    bar.setAttribute("aria-label", "How much is tried");
    const told = makeElement("p", "pq-thinks", "");
    const first = document.createElement("div");
    setMarkup(first, found.html);
    this.place.replaceChildren(...first.childNodes, told, bar, makeButton("Stop", () => this.close()));
    // Scroll once, now that the place has its final height.
    this.scrollIntoView(this.place);
    this.spoken.textContent = found.says;
    return { told, bar };
  }

  /** @param {Found} found */
  showHint(found) {
    setMarkup(this.place, found.html);
    this.spoken.textContent = [...this.place.querySelectorAll(":scope > p")].map(spokenText).join(" "); // the rest is collapsed
    this.moves = found.moves;
    for (const one of this.asked.querySelectorAll("[data-move], label")) {
      const move = /** @type {HTMLElement} */ (one).dataset.move ?? one.querySelector("input")?.value ?? "";
      const isMeant = found.moves.includes(move);
      one.classList.toggle("pq-hinted", isMeant);
      one.toggleAttribute("data-hinted", isMeant);
      if (isMeant) one.closest("details")?.setAttribute("open", ""); // a call may be collapsed
    }
    const said = [...this.place.children].reverse(); // collapsed parts first
    const own = [...this.asked.querySelectorAll(".pq-hand")].slice(-1);
    this.scrollIntoView(...said, ...own); // the whole hand before the reasons
    if (this.place.parentElement) this.place.parentElement.scrollTop = 0; // in a sheet that scrolls, from its first line
  }

  /**
   * Scroll elements into view in one visible movement; the last one has priority. On a phone the hint is below
   * the cards.
   * @param {Element[]} all
   */
  scrollIntoView(...all) {
    const before = window.scrollY;
    this.place.hidden = false;
    for (const one of all) one.scrollIntoView({ block: "nearest", behavior: "instant" });
    if (window.scrollY === before) return;
    scrollClearOfHeader(this.asked.querySelectorAll(".pq-label, .pq-who"));
    const top = window.scrollY;
    this.scrollBefore ??= before;
    window.scrollTo({ top: before, behavior: "instant" });
    window.scrollTo({ top, behavior: AT_REST.matches ? "instant" : "smooth" });
  }

  /** Show another answer of the engine in place of a hint, such as the reason why a claim fails. @param {string} html */
  showText(html) {
    this.current += 1;
    setMarkup(this.place, html);
    this.spoken.textContent = spokenText(this.place);
    this.scrollIntoView(this.place);
    if (this.place.parentElement) this.place.parentElement.scrollTop = 0;
  }

  /** Check the suggested cards only, and focus the button that discards them. */
  pickCards() {
    for (const box of this.asked.querySelectorAll(".pq-pick-cards input")) {
      const one = /** @type {HTMLInputElement} */ (box);
      one.checked = this.moves.includes(one.value);
    }
    this.asked.dispatchEvent(new Event("change"));
    const lay = /** @type {HTMLElement | null} */ (this.asked.querySelector('[data-act="lay"]'));
    lay?.focus();
  }
}
