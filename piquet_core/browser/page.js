// @ts-check
/** Small things that every script of the site needs. */

/** @param {ParentNode} place @param {string} selector @returns {HTMLElement} */
export function find(place, selector) {
  const found = place.querySelector(selector);
  if (!found) throw new Error(`the page lacks ${selector}`);
  return /** @type {HTMLElement} */ (found);
}

/** @param {string} text @param {() => void} act @returns {HTMLButtonElement} */
export function makeButton(text, act) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: text });
  button.addEventListener("click", act);
  return button;
}

const FETCHED = 10_000; // milliseconds in which a browser has taken a file; some begin only after the click

/** Give the reader a text as a file. @param {string} name @param {string} text */
export function download(name, text) {
  const type = name.endsWith(".json") ? "application/json" : "text/plain;charset=utf-8";
  const address = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  window.setTimeout(() => URL.revokeObjectURL(address), FETCHED);
}

/**
 * Tell whether a button was tapped a second time, having asked at the first whether that is meant.
 * @param {HTMLElement} button @param {string} sure its words while it asks
 */
export function isSure(button, sure) {
  if (button.textContent === sure) return true;
  const words = button.textContent;
  button.textContent = sure;
  button.addEventListener("blur", () => (button.textContent = words), { once: true });
  button.focus();
  return false;
}
