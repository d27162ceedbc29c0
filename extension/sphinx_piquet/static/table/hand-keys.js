// @ts-check
/** Keys for the cards of the hand: arrows move along it, and the top row of the keyboard chooses cards. */

/** The twelve keys of the top row by position, whatever they print: one for each card. */
const ROW = [...Array.from({ length: 9 }, (_, at) => `Digit${at + 1}`), "Digit0", "Minus", "Equal"];
/** The directions of the arrow keys; Infinity is the last card. @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** Return the controls of the cards, in the order of the hand. @param {ParentNode} prompt */
function controls(prompt) {
  return /** @type {HTMLElement[]} */ ([...prompt.querySelectorAll("[data-choices=cards] :is([data-move], input)")]);
}

/**
 * Move the focus along the hand, or choose a card as a tap would. Returns whether the key was used.
 * @param {HTMLElement} prompt contains the hand @param {KeyboardEvent} event
 */
export function pressHandKey(prompt, { target, key, code, repeat }) {
  const cards = controls(prompt);
  const from = /** @type {HTMLElement} */ (target);
  if (!cards.length || from.closest("dialog, .pq-told, summary, a")) return false;
  const at = cards.indexOf(from);
  const chosen = cards[ROW.indexOf(code)];
  if (chosen) {
    chosen.focus({ preventScroll: true });
    if (!repeat) chosen.click();
    return true;
  }
  if (!Object.hasOwn(STEPS, key)) return false;
  const next = at < 0 ? 0 : Math.max(0, Math.min(cards.length - 1, at + STEPS[key]));
  cards[next].focus({ preventScroll: true });
  return true;
}
