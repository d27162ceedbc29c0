// @ts-check
/**
 * What does not fit on a sheet that scrolls: its lines are shown whole or not at all, and a sign at the foot says
 * that there are more. Without a script the foot fades.
 */

const NEARLY = 2; // pixels by which lines that are set close overlap
const LONG = 60; // pixels from which on a citation, of three lines or more, need not stay whole
const FOLDED = "details:not([open]) > :not(summary)"; // browsers give what a closed fold hides a place all the same
const STUCK = 6; // pixels below the top of its sheet at which a question stays
const CLEAR = 4; // pixels between the foot of a fold and what comes below the sheet
const FIRST = 24; // pixels that the first line of a list takes, with the rule above it

/**
 * Keep the foot of a sheet in order, whatever comes onto it.
 * @param {HTMLElement} sheet @param {AbortSignal} over once the sheet is another's
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
  // Another step may be as high and have other lines.
  const words = new MutationObserver(mark);
  words.observe(sheet, { childList: true, subtree: true });
  // Both the sheet and the page, whose buttons may still lie over its foot.
  for (const one of [sheet, document]) one.addEventListener("scroll", mark, { passive: true, signal: over });
  over.addEventListener("abort", () => [sizes, words].forEach((one) => one.disconnect()));
}

/**
 * The button that shows the lines that have no room yet, below the last that is shown.
 * A keyboard scrolls the sheet itself, and whoever hears the page hears all of it.
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
 * Bring a part of a sheet into sight down to its foot, clear of the edge, and no further: what stands above it stays
 * in sight as far as it can.
 * @param {HTMLElement} sheet @param {Element} part @param {Element | null} heading what stays in sight above it
 */
export function scrollFootIntoView(sheet, part, heading) {
  sheet.scrollIntoView({ block: "nearest" });
  const { top, bottom } = part.getBoundingClientRect();
  const above = sheet.getBoundingClientRect().top + (heading?.getBoundingClientRect().height ?? 0);
  sheet.scrollTop += Math.max(0, Math.min(bottom + CLEAR - endsOf(sheet).foot, top - above));
}

/** Where a sheet ends, and where what is seen of it does. @param {HTMLElement} sheet */
function endsOf(sheet) {
  const end = sheet.getBoundingClientRect().bottom - parseFloat(getComputedStyle(sheet).paddingBottom);
  return { end, foot: Math.min(end, topOfButtons(sheet)) };
}

/** Whether a line has passed under the question, which stays. @param {HTMLElement} sheet */
function isUnderQuestion(sheet) {
  const asked = sheet.querySelector(".pq-prompt-text");
  return asked !== null && sheet.scrollTop > 0 && asked.getBoundingClientRect().top <= sheet.getBoundingClientRect().top + STUCK;
}

/** Where the buttons begin that lie over the sheet, if they do. @param {HTMLElement} sheet */
function topOfButtons(sheet) {
  const { left, right } = sheet.getBoundingClientRect();
  const buttons = sheet.nextElementSibling?.getBoundingClientRect();
  return buttons && buttons.left < right - 1 && buttons.right > left + 1 ? buttons.top : Infinity;
}

/**
 * How much above the foot shows no whole line, whatever its height; null if nothing is below.
 * @param {HTMLElement} sheet @param {number} foot
 */
function uncoveredHeight(sheet, foot) {
  const { top } = sheet.getBoundingClientRect();
  const lines = linesOf(sheet);
  if (!lines.some((line) => line.bottom > foot + NEARLY)) return null;
  let end = foot;
  // What is cut may share its line with something taller, which is then cut as well.
  for (const line of lines.sort((one, other) => other.top - one.top)) {
    if (line.bottom > end + NEARLY && line.top < end) end = line.top;
  }
  return Math.round(Math.min(foot - end, (foot - top) / 2));
}

/** Where each line of text is, and each button and citation, which stay whole; but for what a fold hides. @param {HTMLElement} sheet @returns {DOMRect[]} */
function linesOf(sheet) {
  const range = document.createRange();
  const texts = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
  // A reason that is open is no line any more: it is read as it scrolls.
  const items = [...sheet.querySelectorAll("button:not(.pq-read-on), .pq-why > li, .pq-notsource")];
  const whole = items.filter((one) => !one.closest(FOLDED) && !one.querySelector("details[open]") && one.getBoundingClientRect().height < LONG);
  const found = whole.map((one) => one.getBoundingClientRect());
  // A list begins with the rule above it, which is not left alone.
  for (const list of sheet.querySelectorAll(".pq-why, .pq-check")) {
    const { top, left, width } = list.getBoundingClientRect();
    found.push(new DOMRect(left, top, width, FIRST));
  }
  while (texts.nextNode()) {
    if (texts.currentNode.parentElement?.closest(`${FOLDED}, .pq-sr`)) continue; // what is only read out has no line
    range.selectNodeContents(texts.currentNode);
    found.push(...range.getClientRects());
  }
  return found.filter(({ width }) => width > 1); // what is empty has no line either
}
