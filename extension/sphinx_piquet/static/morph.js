// @ts-check
/**
 * A new drawing in the place of an old one. What is the same in both stays as it is, so that a step costs
 * the browser no more than the cards that it moves: the others are neither styled nor painted again.
 */

/** Let a place look like a drawing, which is used up. @param {Element} place @param {ParentNode} drawing */
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
    else there.replaceWith(node); // so is every card that becomes another
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
 * Note which link has the focus before its place is drawn again. What comes back hands it to the link to the
 * same address in the new drawing, or to the heir if there is none.
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
