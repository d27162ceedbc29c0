// @ts-check
/**
 * A hint at the table. The strongest player takes its time over a discard, so it is asked for piece by piece:
 * what can be said at once stands there first, with a count of how far it is, and whoever plays on or says so
 * has enough of it.
 */

import { setMarkup } from "../trusted-markup.js";
import { scrollClearOfHeader, makeButton, makeElement, spokenText } from "../dom.js";

const AT_REST = window.matchMedia("(prefers-reduced-motion: reduce)");
const STEP = 10; // ways of the unseen cards that one request tries: whatever else is asked waits no longer

/** @typedef {{done: number, of: number, says: string, moves: string[], html: string}} Found */

export class Hint {
  /**
   * @param {HTMLElement} place where the hint goes
   * @param {HTMLElement} asked the controls that it is about
   * @param {HTMLElement} spoken what is read aloud
   */
  constructor(place, asked, spoken) {
    this.place = place;
    this.asked = asked;
    this.spoken = spoken;
    /** Tells one hint from the next. */
    this.count = 0;
    /** @type {string[]} what it means */
    this.moves = [];
    /** Where the page lay before it came into sight; null if it moved nothing. @type {number | null} */
    this.from = null;
  }

  /** Put it away, stop what is still thought about, and lay the page where it was. */
  close() {
    this.count += 1;
    if (this.from !== null) window.scrollTo({ top: this.from, behavior: "instant" });
    this.from = null;
    this.place.hidden = true;
    this.place.replaceChildren();
    const { parentElement } = this.place;
    if (parentElement) parentElement.scrollTop = parentElement.scrollHeight; // the newest event is in sight again
  }

  /**
   * @param {(until: number) => Promise<Found | null>} ask thinks until so many ways are tried
   * @param {() => boolean} isHere whether the game still stands where it was asked for
   */
  async request(ask, isHere) {
    this.count += 1;
    const { count } = this;
    const from = document.activeElement;
    const goesOn = () => count === this.count && isHere();
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
    // Whoever went elsewhere meanwhile stays there.
    if ([from, document.body].includes(document.activeElement)) this.focusMove();
  }

  /** Go on from what it means: the button that takes its cards, or the card or call itself. */
  focusMove() {
    const meant = this.place.querySelector('[data-do="choose"]') ?? this.asked.querySelector(".pq-hinted[data-move]");
    /** @type {HTMLElement | null} */ (meant)?.focus({ preventScroll: true });
  }

  /** Show what can be said at once, and how far the rest is. @param {Found} found */
  showProgress(found) {
    const bar = document.createElement("progress");
    bar.max = found.of;
    bar.setAttribute("aria-label", "How much is tried");
    const told = makeElement("p", "pq-thinks", "");
    const first = document.createElement("div");
    setMarkup(first, found.html);
    this.place.replaceChildren(...first.childNodes, told, bar, makeButton("Stop", () => this.close()));
    // The page moves once, and now, since the place has the height of what will stand there.
    this.scrollIntoView(this.place);
    this.spoken.textContent = found.says;
    return { told, bar };
  }

  /** @param {Found} found */
  showHint(found) {
    setMarkup(this.place, found.html);
    this.spoken.textContent = [...this.place.querySelectorAll(":scope > p")].map(spokenText).join(" "); // the rest is folded
    this.moves = found.moves;
    for (const one of this.asked.querySelectorAll("[data-move], label")) {
      const move = /** @type {HTMLElement} */ (one).dataset.move ?? one.querySelector("input")?.value ?? "";
      const isMeant = found.moves.includes(move);
      one.classList.toggle("pq-hinted", isMeant);
      one.toggleAttribute("data-hinted", isMeant);
      if (isMeant) one.closest("details")?.setAttribute("open", ""); // a call may be folded
    }
    const said = [...this.place.children].reverse(); // first what is folded
    const own = [...this.asked.querySelectorAll(".pq-hand")].slice(-1);
    this.scrollIntoView(...said, ...own); // the whole hand before the reasons
    if (this.place.parentElement) this.place.parentElement.scrollTop = 0; // on a sheet that scrolls, from its first line
  }

  /**
   * Bring something into sight, the last of it before all else, in one move that the eye can follow: on a phone the
   * hint comes after the question, below the cards.
   * @param {Element[]} all
   */
  scrollIntoView(...all) {
    const before = window.scrollY;
    this.place.hidden = false;
    for (const one of all) one.scrollIntoView({ block: "nearest", behavior: "instant" });
    if (window.scrollY === before) return;
    scrollClearOfHeader(this.asked.querySelectorAll(".pq-label, .pq-who"));
    const top = window.scrollY;
    this.from ??= before;
    window.scrollTo({ top: before, behavior: "instant" });
    window.scrollTo({ top, behavior: AT_REST.matches ? "instant" : "smooth" });
  }

  /** Tick the cards that it names, and no others: the button that lays them out is next. */
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
