// @ts-check
/** Helpers that all scripts use. */

document.documentElement.dataset.pqScript = "live"; // hides the notes about a missing script

/** @param {ParentNode} place @param {string} selector @returns {HTMLElement} */
export function find(place, selector) {
  const found = place.querySelector(selector);
  if (!found) throw new Error(`the page lacks ${selector}`);
  return /** @type {HTMLElement} */ (found);
}

/**
 * Make an element that contains only text.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {string} className @param {string} text
 * @returns {HTMLElementTagNameMap[K]}
 */
export function makeElement(tag, className = "", text = "") {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.textContent = text;
  return element;
}

/** Return the bottom of the page header, which covers part of the viewport. The difference to the scroll padding is the space above a scroll target. */
const headerEnd = () => (parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0) - 16;

/** Return whether an element is completely in the viewport, below the header. @param {Element} element */
export function isFullyVisible(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= headerEnd() && bottom <= window.innerHeight;
}

/** Scroll further if the header covers only part of a line. @param {Iterable<Element>} lines */
export function scrollClearOfHeader(lines) {
  const edge = headerEnd();
  for (const line of lines) {
    const { top, bottom } = line.getBoundingClientRect();
    if (top < edge && edge < bottom) window.scrollBy({ top: Math.ceil(bottom - edge), behavior: "instant" });
  }
}

/** Content that screen readers skip: decoration, hidden or collapsed content, and controls. */
const UNSPOKEN = '[aria-hidden="true"], [hidden], details:not([open]) > :not(summary), summary, button';
/** Block elements, which are separated by a pause when they are read aloud. */
const BLOCKS = "caption, dd, div, dl, dt, h1, h2, h3, h4, h5, h6, li, ol, p, section, td, th, tr, ul";

/** Return the text of an element for a screen reader, with images as their labels and a pause after each block. @param {Element} element @returns {string} */
export function spokenText(element) {
  const copy = /** @type {Element} */ (element.cloneNode(true));
  for (const one of copy.querySelectorAll(UNSPOKEN)) one.remove();
  for (const one of copy.querySelectorAll('[role="img"][aria-label]')) one.replaceWith(one.getAttribute("aria-label") ?? "");
  // Go from the inside out, so that two blocks that end together cause one pause.
  for (const one of [...copy.querySelectorAll(BLOCKS)].reverse()) {
    const words = (one.textContent ?? "").trim();
    one.before(" ");
    one.after(/[\p{Letter}\p{Number}]$/u.test(words) ? ". " : " ");
  }
  return (copy.textContent ?? "").replace(/[ \n]+/g, " ").trim();
}

/** Return a reason as a sentence. @param {string} reason */
export function asSentence(reason) {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

/** @param {string} text @param {() => void} act @param {string} className @returns {HTMLButtonElement} */
export function makeButton(text, act, className = "") {
  const button = makeElement("button", className, text);
  button.type = "button";
  button.addEventListener("click", act);
  return button;
}

const OPENS = CSS.supports("selector(:open)"); // elsewhere an open list keeps its keys anyway

/**
 * Return whether a control uses a key itself. A card does not use letters. Escape belongs to an open list. Buttons
 * and links use the space bar.
 * @param {HTMLElement} target @param {string} key
 */
export function usesKey(target, key) {
  if (key === " " && target.closest("button, a, summary")) return true;
  const control = target.closest("select, input, textarea");
  if (!control) return false;
  if (key === "Escape") return OPENS && control.matches("select:open");
  return key === " " || key.length > 1 || !control.matches(".pq-hand input");
}

/** Return whether the browser asks pages to save data. */
export function savesData() {
  return /** @type {{connection?: {saveData?: boolean}}} */ (navigator).connection?.saveData === true;
}

/** Call a function when the page is idle. Safari has no `requestIdleCallback`. @param {() => unknown} act */
export function whenIdle(act) {
  if ("requestIdleCallback" in window) window.requestIdleCallback(act, { timeout: 2000 });
  else setTimeout(act, 500);
}

const FETCHED = 10_000; // milliseconds after which a download has started; some start only after the click
const SHOWN = 2000; // milliseconds for which a button shows a confirmation

/**
 * Open a dialog. In a frame, which may be taller than the screen, it opens near its opener.
 * @param {HTMLDialogElement} panel @param {Element | null} opener
 */
export function openDialog(panel, opener) {
  if (!panel.open) panel.showModal();
  if (window === window.parent || !opener) return;
  const { bottom } = opener.getBoundingClientRect();
  panel.style.marginBlock = `${Math.max(8, bottom - panel.offsetHeight)}px auto`;
}

/** Download a text or a picture as a file. @param {string} name @param {string | Blob} text */
export function download(name, text) {
  const type = name.endsWith(".json") ? "application/json" : "text/plain;charset=utf-8";
  const address = URL.createObjectURL(text instanceof Blob ? text : new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  window.setTimeout(() => URL.revokeObjectURL(address), FETCHED);
}

/** Show a confirmation on a button for a moment. @param {HTMLElement} button @param {string} text */
export function showConfirmation(button, text) {
  const words = (button.dataset.label ??= button.textContent ?? "");
  button.textContent = text;
  window.setTimeout(() => (button.textContent = words), SHOWN);
}

/**
 * Return whether a button was tapped twice. The first tap asks for confirmation.
 * @param {HTMLElement} button @param {string} sure the label while it asks for confirmation
 */
export function confirmTap(button, sure) {
  if (button.textContent === sure) return true;
  const words = button.textContent;
  button.textContent = sure;
  button.addEventListener("blur", () => (button.textContent = words), { once: true });
  button.focus();
  return false;
}

/**
 * Scroll a reason into view if necessary. Its list then begins at the top of the sheet, so that no line is cut
 * there.
 * @param {HTMLElement} pages @param {HTMLElement} reason @param {Element | null} heading stays visible above the reason
 */
export function scrollReasonIntoView(pages, reason, heading = null) {
  const sheet = pages.getBoundingClientRect();
  const list = (reason.closest(".pq-why") ?? reason).getBoundingClientRect();
  const above = heading?.getBoundingClientRect().height ?? 0;
  if (reason.getBoundingClientRect().bottom > sheet.bottom) pages.scrollTop += list.top - sheet.top - above;
  pages.scrollIntoView({ block: "nearest" });
}
