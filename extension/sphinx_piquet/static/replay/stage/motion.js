// @ts-check
/**
 * Animation of cards between two steps: discards first, then the others. Only cards that are open before and after
 * move, because the path of a hidden card would reveal it.
 */

const TIME = 200;
const HIDDEN = "#pq-back";

/**
 * @typedef {{x: number, y: number, size: number, element: Element, open: boolean}} Place
 * the middle of a card, measured from the corner of the board, and its width; or of its name among
 * the cards laid out, which is not open on the table
 */

/** Finish running animations, because the next step may reuse their elements. @param {HTMLElement} board */
export function finishAnimations(board) {
  for (const motion of board.getAnimations({ subtree: true })) motion.cancel();
}

/** Return the positions of all visible cards. @param {HTMLElement} board @returns {Map<string, Place>} */
export function cardPlaces(board) {
  /** @type {Map<string, Place>} */
  const found = new Map();
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return found;
  const { left, top } = board.getBoundingClientRect();
  // A leaving card counts at the position of its name.
  for (const element of board.querySelectorAll("svg.pq-card:not(.pq-leaving), .pq-out [data-card]")) {
    const laid = /** @type {HTMLElement} */ (element).dataset.card;
    const name = laid ? `#pq-${laid}` : (element.firstElementChild?.getAttribute("href") ?? HIDDEN);
    if (name === HIDDEN) continue;
    const box = element.getBoundingClientRect();
    if (!box.width) continue; // there is no room for discards on a phone
    const place = { x: box.x + box.width / 2 - left, y: box.y + box.height / 2 - top, size: box.width };
    found.set(name, { ...place, element, open: !laid });
  }
  return found;
}

/**
 * Animate the cards from their old positions to the new ones.
 * @param {HTMLElement} board shows the new step
 * @param {Map<string, Place>} before
 */
export function animateMoves(board, before) {
  if (!before.size) return;
  const pairs = [...cardPlaces(board)].flatMap(([name, now]) => {
    const old = before.get(name);
    return old && Math.hypot(old.x - now.x, old.y - now.y) > 1 ? [{ old, now }] : [];
  });
  const leaving = pairs.filter(({ old, now }) => old.open && !now.open);
  for (const { old, now } of leaving) animateLeaving(board, old, now);
  const delay = leaving.length ? TIME : 0;
  for (const { old, now } of pairs.filter(({ now }) => now.open)) {
    now.element.animate(
      { translate: [`${old.x - now.x}px ${old.y - now.y}px`, "0 0"], scale: [old.size / now.size, 1] },
      { duration: TIME, delay, easing: "ease-out", fill: "backwards" },
    );
  }
}

/** Animate a card of the previous step to the position of its name. @param {HTMLElement} board @param {Place} old @param {Place} now */
function animateLeaving(board, { x, y, size, element }, now) {
  const card = /** @type {SVGElement} */ (element);
  card.setAttribute("class", "pq-card pq-leaving");
  card.dataset.leaving = "";
  Object.assign(card.style, { left: `${x - size / 2}px`, top: `${y - (size * 7) / 10}px`, width: `${size}px` });
  board.append(card);
  const way = { translate: ["0 0", `${now.x - x}px ${now.y - y}px`], scale: [1, now.size / size], opacity: [1, 0.2] };
  card.animate(way, { duration: TIME, easing: "ease-in" }).finished.then(
    () => card.remove(),
    () => {}, // the next step has removed the card
  );
}
