// @ts-check
/**
 * Overflow of a sheet that scrolls. Lines are shown completely or not at all, and a button at the bottom shows
 * that there are more. Without a script the bottom fades.
 */

const NEARLY = 2; // pixels by which adjacent lines may overlap
const LONG = 60; // pixels; a citation of three lines or more may be cut
const FOLDED = "details:not([open]) > :not(summary)"; // browsers also report positions of collapsed content
const STUCK = 6; // pixels from the top of the sheet to a sticky question
const CLEAR = 4; // pixels between the end of a disclosure and the bottom of the sheet
const FIRST = 24; // pixels of the first line of a list, with the rule above it

/**
 * Update the bottom of a sheet whenever its content, size or scroll position changes.
 * @param {HTMLElement} sheet @param {AbortSignal} over aborted when the sheet is no longer used
 */
export function watchOverflow(sheet, over) {
  sheet.append(makeMoreButton(sheet, over));
  const mark = () => {
    const { end, foot } = endsOf(sheet);
    const free = uncoveredHeight(sheet, foot);
    sheet.toggleAttribute("data-goes-on", free !== null);
    sheet.toggleAttribute("data-scrolled", isUnderQuestion(sheet));
    sheet.style.setProperty("--free", `${free ?? 0}px`);
    sheet.style.setProperty("--under", `${Math.round(end - foot)}px`);
  };
  const sizes = new ResizeObserver(mark);
  for (const one of [sheet, ...sheet.children]) sizes.observe(one);
  // Another step may have the same height and other lines.
  const words = new MutationObserver(mark);
  words.observe(sheet, { childList: true, subtree: true });
  // The page scrolls, too, and buttons may cover the bottom of the sheet.
  for (const one of [sheet, document]) one.addEventListener("scroll", mark, { passive: true, signal: over });
  over.addEventListener("abort", () => [sizes, words].forEach((one) => one.disconnect()));
}

/**
 * Make the button that scrolls to the hidden lines. A keyboard scrolls the sheet itself, and a screen reader reads
 * all of it.
 * @param {HTMLElement} sheet @param {AbortSignal} over
 */
function makeMoreButton(sheet, over) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "pq-read-on";
  button.dataset.part = "read-on";
  button.title = "More";
  button.tabIndex = -1;
  const shown = () => sheet.clientHeight - parseFloat(sheet.style.getPropertyValue("--free")) - parseFloat(sheet.style.getPropertyValue("--under"));
  button.addEventListener("click", () => sheet.scrollBy(0, shown()), { signal: over });
  over.addEventListener("abort", () => button.remove());
  return button;
}

/**
 * Scroll an element of a sheet into view down to its bottom, and no further, so that the content above stays
 * visible.
 * @param {HTMLElement} sheet @param {Element} part @param {Element | null} heading stays visible above the element
 */
export function scrollFootIntoView(sheet, part, heading) {
  sheet.scrollIntoView({ block: "nearest" });
  const { top, bottom } = part.getBoundingClientRect();
  const above = sheet.getBoundingClientRect().top + (heading?.getBoundingClientRect().height ?? 0);
  sheet.scrollTop += Math.max(0, Math.min(bottom + CLEAR - endsOf(sheet).foot, top - above));
}

/** Return the bottom of the sheet, and the bottom of its visible part. @param {HTMLElement} sheet */
function endsOf(sheet) {
  const end = sheet.getBoundingClientRect().bottom - parseFloat(getComputedStyle(sheet).paddingBottom);
  return { end, foot: Math.min(end, topOfButtons(sheet)) };
}

/** Return whether a line has scrolled under the sticky question. @param {HTMLElement} sheet */
function isUnderQuestion(sheet) {
  const asked = sheet.querySelector(".pq-prompt-text");
  return asked !== null && sheet.scrollTop > 0 && asked.getBoundingClientRect().top <= sheet.getBoundingClientRect().top + STUCK;
}

/** Return the top of the buttons that cover the sheet, or Infinity. @param {HTMLElement} sheet */
function topOfButtons(sheet) {
  const { left, right } = sheet.getBoundingClientRect();
  const buttons = sheet.nextElementSibling?.getBoundingClientRect();
  return buttons && buttons.left < right - 1 && buttons.right > left + 1 ? buttons.top : Infinity;
}

/**
 * Return the height at the bottom that has no complete line, or null if nothing is hidden.
 * @param {HTMLElement} sheet @param {number} foot
 */
function uncoveredHeight(sheet, foot) {
  const { top } = sheet.getBoundingClientRect();
  const lines = linesOf(sheet);
  if (!lines.some((line) => line.bottom > foot + NEARLY)) return null;
  let end = foot;
  // A line that is cut may have a taller neighbour, which is cut as well.
  for (const line of lines.sort((one, other) => other.top - one.top)) {
    if (line.bottom > end + NEARLY && line.top < end) end = line.top;
  }
  return Math.round(Math.min(foot - end, (foot - top) / 2));
}

/** Return the rectangles of all visible lines of text, and of buttons and citations, which must not be cut. @param {HTMLElement} sheet @returns {DOMRect[]} */
function linesOf(sheet) {
  const range = document.createRange();
  const texts = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
  // An expanded reason is text that scrolls.
  const items = [...sheet.querySelectorAll("button:not(.pq-read-on), .pq-why > li, .pq-notsource")];
  const whole = items.filter((one) => !one.closest(FOLDED) && !one.querySelector("details[open]") && one.getBoundingClientRect().height < LONG);
  const found = whole.map((one) => one.getBoundingClientRect());
  // A list begins with a rule, which must not stand alone.
  for (const list of sheet.querySelectorAll(".pq-why, .pq-check")) {
    const { top, left, width } = list.getBoundingClientRect();
    found.push(new DOMRect(left, top, width, FIRST));
  }
  while (texts.nextNode()) {
    if (texts.currentNode.parentElement?.closest(`${FOLDED}, .pq-sr`)) continue; // text for screen readers has no line
    range.selectNodeContents(texts.currentNode);
    found.push(...range.getClientRects());
  }
  return found.filter(({ width }) => width > 1); // without empty rectangles
}
