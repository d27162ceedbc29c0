// @ts-check
/**
 * Dragging of cards. A card that is dropped on the felt counts as tapped; dropped elsewhere it returns to the
 * hand. A small movement remains a tap.
 */

const FAR_ENOUGH = 8; // pixels
const CARD = ".pq-hand.pq-pick-cards > :is(button, label)";

/** @typedef {{card: HTMLElement, id: number, x: number, y: number, isMoving: boolean}} Drag */

/** Return dropped cards to their places in the hand, if they are still drawn. @param {HTMLElement} place */
export function returnCards(place) {
  for (const card of place.querySelectorAll(".pq-dragged")) {
    card.classList.remove("pq-dragged");
    card.removeAttribute("data-dragged");
    /** @type {HTMLElement} */ (card).style.removeProperty("translate");
  }
}

/** Return whether a point is on the felt outside the card's hand. @param {HTMLElement} card @param {PointerEvent} at */
function isOnFelt(card, { clientX, clientY }) {
  const board = card.closest(".pq-board")?.getBoundingClientRect();
  const hand = card.parentElement?.getBoundingClientRect();
  if (!board || !hand) return false;
  const within = clientX > board.left && clientX < board.right && clientY > board.top && clientY < board.bottom;
  const isBelow = hand.top + hand.bottom > board.top + board.bottom;
  return within && (isBelow ? clientY < hand.top : clientY > hand.bottom);
}

/** Make the selectable cards draggable. @param {HTMLElement} place contains the felt */
export function enableDragging(place) {
  new Dragging(place);
}

class Dragging {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {Drag | null} */
    this.drag = null;
    /** Whether to suppress the next click, because the browser may report the end of a drag as a click. */
    this.suppressesClick = false;
    this.cancelByKey = (/** @type {KeyboardEvent} */ { key }) => {
      if (key === "Escape") this.cancel();
    };
    place.addEventListener("pointerdown", (event) => this.start(event));
    place.addEventListener("pointermove", (event) => this.move(event));
    place.addEventListener("pointerup", (event) => this.drop(event));
    place.addEventListener("pointercancel", () => this.cancel());
    place.addEventListener("click", (event) => this.suppressClick(event), true);
  }

  /** Clear the drag. The listener on the window exists only while a card moves, since the window outlives the felt. */
  clear() {
    this.drag = null;
    window.removeEventListener("keydown", this.cancelByKey);
  }

  cancel() {
    this.clear();
    returnCards(this.place);
  }

  /** @param {PointerEvent} event */
  start(event) {
    this.suppressesClick = false;
    const card = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(CARD));
    if (!event.isPrimary) this.cancel(); // a second finger scrolls or zooms the page
    else if (card && event.button === 0) {
      this.drag = { card, id: event.pointerId, x: event.clientX, y: event.clientY, isMoving: false };
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.id) return;
    const { card, id } = drag;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!card.isConnected || event.buttons === 0) {
      this.cancel();
      return;
    }
    if (!drag.isMoving) {
      if (Math.hypot(x, y) < FAR_ENOUGH) return;
      drag.isMoving = this.suppressesClick = true;
      window.addEventListener("keydown", this.cancelByKey);
      card.setPointerCapture(id);
      card.classList.add("pq-dragged");
      card.dataset.dragged = "";
    }
    card.style.translate = `${x}px ${y}px`;
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.id) return;
    const { card, isMoving } = drag;
    this.clear();
    if (!isMoving) return;
    const taken = card.isConnected && isOnFelt(card, event);
    const box = card.querySelector("input");
    const isRefused = card.getAttribute("aria-disabled") === "true";
    if (!taken || box || isRefused) returnCards(this.place); // a played card stays where it was dropped
    if (taken) (box ?? card).click();
  }

  /** @param {MouseEvent} event */
  suppressClick(event) {
    if (!this.suppressesClick || event.detail === 0) return; // a click by a script has a count of 0
    this.suppressesClick = false;
    event.stopPropagation();
    event.preventDefault();
  }
}
