// @ts-check
/**
 * A card of the hand follows the finger or the mouse. Let go over the felt it counts as tapped, whatever a tap
 * means there; anywhere else it goes back. A small movement stays a tap, and keys know nothing of this.
 */

const FAR_ENOUGH = 8; // pixels
const CARD = ".pq-hand.pq-pick-cards > :is(button, label)";

/** @typedef {{card: HTMLElement, id: number, x: number, y: number, isMoving: boolean}} Drag */

/** Let every card that was let go on the felt, and is still drawn there, go back to its place. @param {HTMLElement} place */
export function putBack(place) {
  for (const card of place.querySelectorAll(".pq-dragged")) {
    card.classList.remove("pq-dragged");
    /** @type {HTMLElement} */ (card).style.removeProperty("translate");
  }
}

/** Whether a card that is let go at a point has left its hand for the middle of the felt. @param {HTMLElement} card @param {PointerEvent} at */
function isOnFelt(card, { clientX, clientY }) {
  const board = card.closest(".pq-board")?.getBoundingClientRect();
  const hand = card.parentElement?.getBoundingClientRect();
  if (!board || !hand) return false;
  const within = clientX > board.left && clientX < board.right && clientY > board.top && clientY < board.bottom;
  const isBelow = hand.top + hand.bottom > board.top + board.bottom;
  return within && (isBelow ? clientY < hand.top : clientY > hand.bottom);
}

/** Make the cards to choose from follow the pointer. @param {HTMLElement} place that holds the felt */
export function letDrag(place) {
  /** @type {Drag | null} */
  let drag = null;
  // The browser may report the end of a drag as a click, too.
  let swallows = false;

  const end = () => {
    forget();
    putBack(place);
  };

  /** @param {KeyboardEvent} event */
  const leave = ({ key }) => {
    if (key === "Escape") end();
  };

  // The window hears of no felt that may be gone: only while a card moves.
  const forget = () => {
    drag = null;
    window.removeEventListener("keydown", leave);
  };

  place.addEventListener("pointerdown", (event) => {
    swallows = false;
    const card = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(CARD));
    if (!event.isPrimary) end(); // a second finger means the page
    else if (card && event.button === 0) drag = { card, id: event.pointerId, x: event.clientX, y: event.clientY, isMoving: false };
  });

  place.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { card, id } = drag;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!card.isConnected || event.buttons === 0) return end();
    if (!drag.isMoving) {
      if (Math.hypot(x, y) < FAR_ENOUGH) return;
      drag.isMoving = swallows = true;
      window.addEventListener("keydown", leave);
      card.setPointerCapture(id);
      card.classList.add("pq-dragged");
    }
    card.style.translate = `${x}px ${y}px`;
  });

  place.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { card, isMoving } = drag;
    forget();
    if (!isMoving) return;
    const taken = card.isConnected && isOnFelt(card, event);
    const box = card.querySelector("input");
    const isRefused = card.getAttribute("aria-disabled") === "true";
    if (!taken || box || isRefused) putBack(place); // a card that is played lies where it was let go
    if (taken) (box ?? card).click();
  });

  place.addEventListener("pointercancel", end);
  place.addEventListener(
    "click",
    (event) => {
      if (!swallows || event.detail === 0) return; // what a script clicks has no count of clicks
      swallows = false;
      event.stopPropagation();
      event.preventDefault();
    },
    true,
  );
}
