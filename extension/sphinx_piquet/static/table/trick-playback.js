// @ts-check
/**
 * Playback of the tricks since the reader's last decision, at the chosen pace: both cards lie on the table, and
 * the winner's side takes them. A tap or a key skips a trick. A look at the talon is shown like a trick, and waits
 * for a tap or a key.
 */

import { animateMoves, cardPlaces } from "../replay/stage/motion.js";
import { setMarkup } from "../trusted-markup.js";
import { find } from "../dom.js";

/** Milliseconds for a complete trick. Any other pace waits for a tap. */
const PACES = /** @type {Record<string, number>} */ ({ slow: 1800, usual: 900, quick: 450 });
export const USUAL = "usual";
const TAKING = 320; // milliseconds until a trick is taken, as in `trick-playback.css`
const AT_REST = window.matchMedia("(prefers-reduced-motion: reduce)");

export class TrickPlayback {
  /**
   * @param {HTMLElement} table @param {HTMLElement} board shows the engine's drawings
   * @param {(key: string) => boolean} handleKey performs the action of a key, and returns whether it has one
   * @param {import("./table-effects.js").TableEffects} effects
   */
  constructor(table, board, handleKey, effects) {
    this.handleKey = handleKey;
    this.effects = effects;
    this.table = table;
    this.board = board;
    this.pace = USUAL;
    /** @type {string[]} the boards of the tricks still to be shown */
    this.remaining = [];
    /** The number of tricks shown. */
    this.number = 0;
    /** Called with the number of each trick. @type {(number: number) => void} */
    this.onTrick = () => {};
    /** Called after the last trick; null while none is shown. @type {(() => void) | null} */
    this.onEnd = null;
    this.timer = 0;
    /** Whether the pointer was pressed while a trick was shown. */
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

  /** The milliseconds for a trick; Infinity if it waits for a tap. */
  get time() {
    return AT_REST.matches || this.isLook ? Infinity : (PACES[this.pace] ?? Infinity);
  }

  /** Whether a look at the talon is shown. */
  get isLook() {
    return this.isShowing && this.board.querySelector("[data-waits]") !== null;
  }

  /** @param {string} pace */
  setPace(pace) {
    this.pace = pace;
    this.markWaiting();
  }

  /** Show the button for the next trick if it waits for a tap. */
  markWaiting() {
    this.table.classList.toggle("pq-by-tap", this.time === Infinity);
  }

  /**
   * Play tricks back, in place of earlier ones.
   * @param {string[]} tricks @param {(number: number) => void} tell called with the number of each trick, from 0 @param {() => void} then
   */
  play(tricks, tell, then) {
    this.effects.begin();
    this.remaining = [...tricks];
    this.number = 0;
    this.onTrick = tell;
    this.onEnd = then;
    this.showNext();
  }

  /** Draw the felt. Open cards move from their old positions, except over the final score. @param {string} html @param {() => void} after completes the drawing */
  drawBoard(html, after = () => {}) {
    const before = cardPlaces(this.board);
    setMarkup(this.board, html);
    after();
    this.effects.follow(this.board);
    if (!this.board.querySelector(".pq-over")) animateMoves(this.board, before);
  }

  showNext() {
    window.clearTimeout(this.timer);
    const trick = this.remaining.shift();
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
    // Lay out the hand as for a choice, so that only the played card moves.
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

  /** Let the winner's side take the trick, and go on. */
  takeTrick() {
    this.clearTrick();
    this.timer = window.setTimeout(() => this.showNext(), TAKING);
  }

  /** Mark the trick as taken by the winner's side. */
  clearTrick() {
    const felt = this.board.querySelector(".pq-table[data-taken]");
    if (felt && !felt.classList.contains("pq-swept")) this.effects.play("trick");
    felt?.classList.add("pq-swept");
    felt?.setAttribute("data-swept", "");
  }

  /** Schedule the taking of the last trick, while its winner, the reader, is to lead. */
  scheduleClearing() {
    window.clearTimeout(this.timer);
    if (this.time !== Infinity) this.timer = window.setTimeout(() => this.clearTrick(), this.time);
  }

  /** Skip the remaining tricks. */
  finish() {
    this.remaining = [];
    if (this.isShowing) this.showNext();
  }

  // -- taps and keys -----------------------------------------------------------------------------

  /** Skip to the next trick, or take the last one, after a tap on the felt. @param {MouseEvent} event */
  followTap(event) {
    const target = /** @type {Element} */ (event.target);
    const { wasDown, isShowing } = this;
    this.wasDown = false;
    const onFelt = this.board.contains(target);
    if (!isShowing && !wasDown) {
      if (onFelt && !target.closest(".pq-side, .pq-look")) this.clearTrick();
      return;
    }
    if (isShowing && !onFelt) return; // a tool, which ends the playback itself
    // A tap that began during the playback is not meant for the new position.
    event.stopPropagation();
    event.preventDefault();
    if (isShowing) this.showNext();
  }

  /** Skip to the next trick after any key. A keyboard shortcut ends the playback and is performed. @param {KeyboardEvent} event */
  followKey(event) {
    const { activeElement } = document;
    const isHere = activeElement === document.body || this.table.contains(activeElement);
    if (!isHere || event.ctrlKey || event.metaKey || event.altKey) return;
    // A key that is held down plays only one card.
    const isHeld = event.repeat && this.board.contains(activeElement) && event.key === "Enter";
    if (!isHeld && (!this.isShowing || ["Tab", "Shift"].includes(event.key))) return;
    event.stopPropagation();
    event.preventDefault();
    if (isHeld || event.repeat) return;
    if (!this.handleKey(event.key)) this.showNext();
  }

  // -- the last trick ------------------------------------------------------------------------------

  /** Whether there is a last trick to look at. */
  get canLook() {
    return this.board.querySelector(".pq-look") !== null;
  }

  /** Show the last tricks again, or hide them. Returns their text. @returns {string} */
  toggleLook() {
    const look = /** @type {HTMLElement | null} */ (this.board.querySelector(".pq-look"));
    if (!look) return "";
    look.hidden = !look.hidden;
    return look.hidden ? "" : [...look.querySelectorAll("p")].map((one) => one.textContent).join(" ");
  }
}
