// @ts-check
/**
 * The tricks that fell since the reader's last decision, shown in turn: both cards lie, and the winner's side
 * takes them, at the pace that the reader chose. A tap or a key hurries them on, and does nothing else. A look at
 * the talon is shown like a trick, and waits for a tap or a key.
 */

import { animateMoves, cardPlaces } from "../replay/stage/motion.js";
import { setMarkup } from "../trusted-markup.js";
import { find } from "../dom.js";

/** How long a whole trick lies, in milliseconds; any other pace waits for a tap. */
const PACES = /** @type {Record<string, number>} */ ({ slow: 1800, usual: 900, quick: 450 });
export const USUAL = "usual";
const TAKING = 320; // milliseconds until a trick is on its winner's side; so says tricks.css
const AT_REST = window.matchMedia("(prefers-reduced-motion: reduce)");

export class TrickPlayback {
  /**
   * @param {HTMLElement} table @param {HTMLElement} board where the engine's drawings go
   * @param {(key: string) => boolean} handleKey does what a key means at the table, and tells whether it means anything
   */
  constructor(table, board, handleKey) {
    this.handleKey = handleKey;
    this.table = table;
    this.board = board;
    this.pace = USUAL;
    /** @type {string[]} the felt at each trick that is still to be shown */
    this.left = [];
    /** How many of them have been shown. */
    this.number = 0;
    /** Tells beside the felt of the trick with a number. @type {(number: number) => void} */
    this.onTrick = () => {};
    /** What comes after the last of them; null while none is shown. @type {(() => void) | null} */
    this.onEnd = null;
    this.timer = 0;
    /** Whether the finger or the mouse went down while a trick was shown. */
    this.wasDown = false;
    board.addEventListener("pointerdown", () => (this.wasDown = this.isShowing), true);
    table.addEventListener("click", (event) => this.followTap(event), true);
    document.addEventListener("keydown", (event) => this.followKey(event), true);
    AT_REST.addEventListener("change", () => this.setPace(this.pace));
    this.setPace(USUAL);
  }

  get isShowing() {
    return this.onEnd !== null;
  }

  /** How long a trick lies; Infinity if it waits for a tap. */
  get time() {
    return AT_REST.matches || this.isLook ? Infinity : (PACES[this.pace] ?? Infinity);
  }

  /** Whether what is shown is a look at the talon. */
  get isLook() {
    return this.isShowing && this.board.querySelector("[data-waits]") !== null;
  }

  /** @param {string} pace */
  setPace(pace) {
    this.pace = pace;
    this.markWaiting();
  }

  /** Where what is shown waits for a tap, a button says so. */
  markWaiting() {
    this.table.classList.toggle("pq-by-tap", this.time === Infinity);
  }

  /**
   * Show some tricks and go on; those of an earlier answer give way.
   * @param {string[]} tricks @param {(number: number) => void} tell is called with each, counted from 0 @param {() => void} then
   */
  play(tricks, tell, then) {
    this.left = [...tricks];
    this.number = 0;
    this.onTrick = tell;
    this.onEnd = then;
    this.showNext();
  }

  /** Draw the felt; open cards glide from where they were, but across no ledger. @param {string} html @param {() => void} after what belongs to the drawing */
  drawBoard(html, after = () => {}) {
    const before = cardPlaces(this.board);
    setMarkup(this.board, html);
    after();
    if (!this.board.querySelector(".pq-over")) animateMoves(this.board, before);
  }

  showNext() {
    window.clearTimeout(this.timer);
    const trick = this.left.shift();
    if (trick === undefined) {
      this.table.classList.remove("pq-showing");
      this.table.removeAttribute("data-showing");
      const { onEnd } = this;
      this.onEnd = null;
      this.markWaiting();
      onEnd?.();
      return;
    }
    this.table.classList.add("pq-showing");
    this.table.dataset.showing = "";
    // The hand lies as it does to be tapped, so that no card moves but the one played.
    this.drawBoard(trick, () => {
      const hand = this.board.querySelector(".pq-middle ~ .pq-side .pq-hand");
      hand?.classList.add("pq-pick-cards");
      hand?.setAttribute("data-choices", "cards");
    });
    this.onTrick(this.number);
    this.number += 1;
    this.markWaiting();
    if (this.time === Infinity) find(this.board, '[data-do="on"]').focus({ preventScroll: true });
    else this.timer = window.setTimeout(() => this.takeTrick(), this.time);
  }

  /** Let the winner's side take the trick that is shown, and go on. */
  takeTrick() {
    this.clearTrick();
    this.timer = window.setTimeout(() => this.showNext(), TAKING);
  }

  /** Let the winner's side take the trick that lies. */
  clearTrick() {
    const felt = this.board.querySelector(".pq-table[data-taken]");
    felt?.classList.add("pq-swept");
    felt?.setAttribute("data-swept", "");
  }

  /** The last trick lies while its winner, the reader, is to lead: it is taken at its time. */
  scheduleClearing() {
    window.clearTimeout(this.timer);
    if (this.time !== Infinity) this.timer = window.setTimeout(() => this.clearTrick(), this.time);
  }

  /** Go on at once to what comes after the tricks. */
  finish() {
    this.left = [];
    if (this.isShowing) this.showNext();
  }

  // -- taps and keys -----------------------------------------------------------------------------

  /** A tap on the felt goes on to the next trick, or has the one that lies taken. @param {MouseEvent} event */
  followTap(event) {
    const target = /** @type {Element} */ (event.target);
    const { wasDown, isShowing } = this;
    this.wasDown = false;
    const onFelt = this.board.contains(target);
    if (!isShowing && !wasDown) {
      if (onFelt && !target.closest(".pq-side, .pq-look")) this.clearTrick();
      return;
    }
    if (isShowing && !onFelt) return; // a tool, which ends the showing itself
    // A tap that began while a trick was shown is not meant for what has come since.
    event.stopPropagation();
    event.preventDefault();
    if (isShowing) this.showNext();
  }

  /** Any key goes on to the next trick; one with a meaning of its own goes to the end and does it. @param {KeyboardEvent} event */
  followKey(event) {
    const { activeElement } = document;
    const isHere = activeElement === document.body || this.table.contains(activeElement);
    if (!isHere || event.ctrlKey || event.metaKey || event.altKey) return;
    // A key that is held down plays no card after the one that it was pressed for.
    const isHeld = event.repeat && this.board.contains(activeElement) && event.key === "Enter";
    if (!isHeld && (!this.isShowing || ["Tab", "Shift"].includes(event.key))) return;
    event.stopPropagation();
    event.preventDefault();
    if (isHeld || event.repeat) return;
    if (!this.handleKey(event.key)) this.showNext();
  }

  // -- the last trick ------------------------------------------------------------------------------

  /** Whether there is a trick to look at again. */
  get canLook() {
    return this.board.querySelector(".pq-look") !== null;
  }

  /** Show the last tricks again, or put them away; return what is said of them. @returns {string} */
  toggleLook() {
    const look = /** @type {HTMLElement | null} */ (this.board.querySelector(".pq-look"));
    if (!look) return "";
    look.hidden = !look.hidden;
    return look.hidden ? "" : [...look.querySelectorAll("p")].map((one) => one.textContent).join(" ");
  }
}
