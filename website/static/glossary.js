// @ts-check
/**
 * Tooltips for glossary terms: on hover, on keyboard focus, and on a first tap. A second tap follows the link. The
 * definitions are one file, loaded with the first tooltip.
 */

import { makeElement } from "./dom.js";

/** @typedef {{term: string, text: string, forms: string, page: string}} Term */

const HOVER = 250; // milliseconds until a tooltip opens
const LEAVE = 300; // milliseconds until it closes, so that the pointer can reach it
const EDGE = 8; // pixels around the tooltip
const WORDS = 'a[href*="#term-"], a[data-term]';

/** @type {Promise<Record<string, Term>> | null} */
let loading = null;
/** @type {HTMLElement | null} */
let tooltip = null;
/** @type {HTMLAnchorElement | null} the link whose tooltip is open or about to open */
let currentLink = null;
/** @type {HTMLAnchorElement | null} the link whose tooltip was opened by a tap */
let tappedLink = null;
let timer = 0;
let isTouch = false;
/** The last position of the pointer. A term that scrolls under it opens no tooltip. */
let lastPosition = "";

/** @returns {Promise<Record<string, Term>>} */
function definitions() {
  loading ??= fetch(new URL("glossary.json", import.meta.url)).then((response) => {
    if (!response.ok) throw new Error(`glossary.json: ${response.status}`);
    return response.json();
  });
  return loading;
}

/** @param {EventTarget | null} target @returns {HTMLAnchorElement | null} */
function wordAt(target) {
  if (!(target instanceof Element)) return null;
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest(WORDS));
  // Links in the table of contents and after headings are not terms in a text.
  return link && link.closest("main") && !link.matches(".headerlink, .nav-link") ? link : null;
}

/** @param {HTMLAnchorElement} link */
function idOf(link) {
  return link.dataset.term || link.hash.slice(1);
}

/** @returns {HTMLElement} */
function makeCard() {
  const made = makeElement("div", "pq-gloss");
  made.id = "pq-gloss";
  made.setAttribute("role", "tooltip");
  made.hidden = true;
  made.addEventListener("pointerenter", () => window.clearTimeout(timer));
  made.addEventListener("pointerleave", () => later(close, LEAVE));
  // The tooltip is outside the text, so that nothing moves, but inside a landmark.
  (document.querySelector("main") ?? document.body).append(made);
  return made;
}

/** @param {() => void} action @param {number} wait */
function later(action, wait) {
  window.clearTimeout(timer);
  timer = window.setTimeout(action, wait);
}

/** @param {HTMLAnchorElement} link */
async function open(link) {
  window.clearTimeout(timer);
  if (currentLink === link && tooltip && !tooltip.hidden) return;
  close();
  currentLink = link;
  let entry;
  try {
    entry = (await definitions())[idOf(link)];
  } catch {
    loading = null; // the link still works, and the next attempt may succeed
    return;
  }
  if (!entry || currentLink !== link || !link.isConnected) return;
  tooltip ??= makeCard();
  tooltip.replaceChildren(
    makeElement("strong", "pq-gloss-term", entry.term),
    makeElement("span", "pq-gloss-text", entry.text),
    ...(entry.forms ? [makeElement("span", "pq-gloss-forms", entry.forms)] : []),
  );
  tooltip.hidden = false;
  link.setAttribute("aria-describedby", tooltip.id);
  place(link, tooltip);
}

/**
 * Place the tooltip below the term, or above it, within the viewport.
 * @param {HTMLElement} link @param {HTMLElement} box
 */
function place(link, box) {
  const word = link.getClientRects()[0] ?? link.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const left = Math.min(word.left, width - box.offsetWidth - EDGE);
  const below = word.bottom + box.offsetHeight + EDGE <= window.innerHeight;
  const above = word.top - box.offsetHeight >= EDGE;
  const top = below || !above ? word.bottom : word.top - box.offsetHeight;
  box.style.left = `${Math.max(EDGE, left)}px`;
  box.style.top = `${Math.max(EDGE, Math.min(top, window.innerHeight - box.offsetHeight - EDGE))}px`;
}

function close() {
  window.clearTimeout(timer);
  currentLink?.removeAttribute("aria-describedby");
  currentLink = null;
  tappedLink = null;
  if (tooltip) tooltip.hidden = true;
}

document.addEventListener("pointermove", (event) => {
  const spot = `${event.clientX} ${event.clientY}`;
  if (spot === lastPosition) return;
  lastPosition = spot;
  const link = wordAt(event.target);
  if (event.pointerType === "mouse" && link && link !== currentLink) later(() => open(link), HOVER);
  else if (link) window.clearTimeout(timer);
});
document.addEventListener("pointerout", (event) => {
  const inside = event.relatedTarget instanceof Node && currentLink?.contains(event.relatedTarget);
  if (event.pointerType === "mouse" && wordAt(event.target) && !inside) later(close, LEAVE);
});
document.addEventListener("pointerdown", (event) => {
  isTouch = event.pointerType === "touch";
  if (!wordAt(event.target) && !tooltip?.contains(/** @type {Node} */ (event.target))) close();
});
document.addEventListener("click", (event) => {
  const link = wordAt(event.target);
  // Links to rules work at once. Only glossary terms wait for a second tap.
  if (!link || !isTouch || link.dataset.term || tappedLink === link) return;
  event.preventDefault();
  void open(link).then(() => {
    if (currentLink === link && tooltip && !tooltip.hidden) tappedLink = link;
    else location.assign(link.href);
  });
});
document.addEventListener("focusin", ({ target }) => {
  const link = wordAt(target);
  if (link?.matches(":focus-visible")) void open(link);
});
document.addEventListener("focusout", ({ target }) => {
  if (target === currentLink) later(close, LEAVE);
});
document.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || !tooltip || tooltip.hidden) return;
    close();
    event.stopPropagation();
  },
  true,
);
// The tooltip follows its term, and closes when the term leaves the viewport or is redrawn.
document.addEventListener(
  "scroll",
  () => {
    if (!currentLink || !tooltip || tooltip.hidden) return;
    const word = currentLink.getBoundingClientRect();
    if (word.bottom < 0 || word.top > window.innerHeight) close();
    else place(currentLink, tooltip);
  },
  { passive: true, capture: true },
);
window.addEventListener("resize", close);
new MutationObserver(() => {
  if (currentLink && !currentLink.isConnected) close();
}).observe(document.body, { childList: true, subtree: true });
