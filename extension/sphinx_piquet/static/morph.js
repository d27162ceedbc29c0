// @ts-check
/**
 * Updates of a drawing that keep equal nodes. A step then costs no more than the cards that move, since the
 * browser neither styles nor paints the others again.
 */

/** Make an element look like a new drawing. The drawing's nodes are moved. @param {Element} place @param {ParentNode} drawing */
export function morph(place, drawing) {
  const old = [...place.childNodes];
  const now = [...drawing.childNodes];
  while (old.length && now.length && old[0].isEqualNode(now[0])) {
    old.shift();
    now.shift();
  }
  /** @type {Node | null} */
  let after = null;
  while (old.length && now.length && old[old.length - 1].isEqualNode(now[now.length - 1])) {
    after = old.pop() ?? null;
    now.pop();
  }
  for (const node of now) {
    const there = old.shift();
    if (!there) place.insertBefore(node, after);
    else if (there instanceof HTMLElement && node instanceof HTMLElement && there.tagName === node.tagName) morphElement(there, node);
    else there.replaceWith(node); // a card that becomes another is replaced, too
  }
  for (const gone of old) gone.remove();
}

/** @param {HTMLElement} element @param {HTMLElement} now */
function morphElement(element, now) {
  for (const name of element.getAttributeNames()) if (!now.hasAttribute(name)) element.removeAttribute(name);
  for (const { name, value } of now.attributes) if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  morph(element, now);
}

/**
 * Remember the focused link before elements are drawn again. The returned function focuses the link to the same
 * address in the new drawing, or the heir if there is none.
 * @param {Element[]} places @param {HTMLElement} heir @returns {() => void}
 */
export function keepFocus(places, heir) {
  const focused = document.activeElement;
  if (!places.some((place) => place.contains(focused))) return () => {};
  const same = `a[href="${CSS.escape(focused?.getAttribute("href") ?? "")}"]`;
  return () => {
    const link = places.map((place) => /** @type {HTMLElement | null} */ (place.querySelector(same))).find((one) => one);
    (link ?? heir).focus({ preventScroll: true });
  };
}
