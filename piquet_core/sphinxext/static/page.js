// @ts-check
/** Small things that every script of the site needs. */

/** @param {ParentNode} place @param {string} selector @returns {HTMLElement} */
export function find(place, selector) {
  const found = place.querySelector(selector);
  if (!found) throw new Error(`the page lacks ${selector}`);
  return /** @type {HTMLElement} */ (found);
}

// A reader who forbids storage loses nothing but the memory of a choice.

/** @param {string} key @param {string} value */
export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {}
}

/** @param {string} key @returns {string} */
export function recall(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}
