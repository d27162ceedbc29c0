// @ts-check
/** Small things that every script of the site needs. */

document.documentElement.dataset.script = "live"; // so that no note says that the script has not come

/** @param {ParentNode} place @param {string} selector @returns {HTMLElement} */
export function find(place, selector) {
  const found = place.querySelector(selector);
  if (!found) throw new Error(`the page lacks ${selector}`);
  return /** @type {HTMLElement} */ (found);
}

/**
 * Make an element that holds nothing but text.
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

/** Where the header ends that lies over the page: a line below it is what the page leaves above anything it scrolls to. */
const headerEnd = () => (parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0) - 16;

/** Whether all of something is in the window, below the header. @param {Element} element */
export function isFullyVisible(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= headerEnd() && bottom <= window.innerHeight;
}

/** Scroll a little further where the header cuts through a line, which it then covers whole. @param {Iterable<Element>} lines */
export function scrollClearOfHeader(lines) {
  const edge = headerEnd();
  for (const line of lines) {
    const { top, bottom } = line.getBoundingClientRect();
    if (top < edge && edge < bottom) window.scrollBy({ top: Math.ceil(bottom - edge), behavior: "instant" });
  }
}

/** What is not read aloud: what is only for the eye, what is hidden or folded away, and controls. */
const UNSPOKEN = '[aria-hidden="true"], [hidden], details:not([open]) > :not(summary), summary, button';
/** Elements that stand apart from what comes before and after them. */
const BLOCKS = "caption, dd, div, dl, dt, h1, h2, h3, h4, h5, h6, li, ol, p, section, td, th, tr, ul";

/** The words of something as they are read aloud: a picture by its name, and a pause after each block. @param {Element} element @returns {string} */
export function spokenText(element) {
  const copy = /** @type {Element} */ (element.cloneNode(true));
  for (const one of copy.querySelectorAll(UNSPOKEN)) one.remove();
  for (const one of copy.querySelectorAll('[role="img"][aria-label]')) one.replaceWith(one.getAttribute("aria-label") ?? "");
  // The inner ones first, so that a block which ends with another one has one pause.
  for (const one of [...copy.querySelectorAll(BLOCKS)].reverse()) {
    const words = (one.textContent ?? "").trim();
    one.before(" ");
    one.after(/[\p{Letter}\p{Number}]$/u.test(words) ? ". " : " ");
  }
  return (copy.textContent ?? "").replace(/[ \n]+/g, " ").trim();
}

/** A reason as a whole sentence. @param {string} reason */
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
 * Tell whether a control has a use of its own for a key. A card has no use for letters, and
 * Escape is for an open list alone; buttons and links keep the space bar.
 * @param {HTMLElement} target @param {string} key
 */
export function usesKey(target, key) {
  if (key === " " && target.closest("button, a, summary")) return true;
  const control = target.closest("select, input, textarea");
  if (!control) return false;
  if (key === "Escape") return OPENS && control.matches("select:open");
  return key === " " || key.length > 1 || !control.matches(".pq-hand input");
}

/** Whether the browser asks pages to fetch no more than they must. */
export function savesData() {
  return /** @type {{connection?: {saveData?: boolean}}} */ (navigator).connection?.saveData === true;
}

/** Act when the page has nothing else to do. Safari has no word for that. @param {() => unknown} act */
export function whenIdle(act) {
  if ("requestIdleCallback" in window) window.requestIdleCallback(act, { timeout: 2000 });
  else setTimeout(act, 500);
}

const FETCHED = 10_000; // milliseconds by which a browser has taken a file; some begin only after the click
const SHOWN = 2000; // milliseconds that a button says what it did

/**
 * Open a window over the page; in a frame, which may be higher than the screen, near what opened it.
 * @param {HTMLDialogElement} panel @param {Element | null} opener
 */
export function openDialog(panel, opener) {
  if (!panel.open) panel.showModal();
  if (window === window.parent || !opener) return;
  const { bottom } = opener.getBoundingClientRect();
  panel.style.marginBlock = `${Math.max(8, bottom - panel.offsetHeight)}px auto`;
}

/** Give the reader a text as a file. @param {string} name @param {string} text */
export function download(name, text) {
  const type = name.endsWith(".json") ? "application/json" : "text/plain;charset=utf-8";
  const address = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  window.setTimeout(() => URL.revokeObjectURL(address), FETCHED);
}

/** Let a button say for a while what it did. @param {HTMLElement} button @param {string} text */
export function showConfirmation(button, text) {
  const words = (button.dataset.label ??= button.textContent ?? "");
  button.textContent = text;
  window.setTimeout(() => (button.textContent = words), SHOWN);
}

/**
 * Tell whether a button was tapped a second time; the first tap only asks for confirmation.
 * @param {HTMLElement} button @param {string} sure its words while it asks
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
 * Bring a reason into sight, if it is not: its list then begins at the top of the sheet, so that no line is cut there.
 * @param {HTMLElement} pages @param {HTMLElement} reason @param {Element | null} heading what stays in sight above it
 */
export function scrollReasonIntoView(pages, reason, heading = null) {
  const sheet = pages.getBoundingClientRect();
  const list = (reason.closest(".pq-why") ?? reason).getBoundingClientRect();
  const above = heading?.getBoundingClientRect().height ?? 0;
  if (reason.getBoundingClientRect().bottom > sheet.bottom) pages.scrollTop += list.top - sheet.top - above;
  pages.scrollIntoView({ block: "nearest" });
}
