// @ts-check
/** The books under a table: which of them the cards are played by. */

/** @param {HTMLElement} figure @param {string} rules the id of a rule set; "" for that of the record */
export function markBook(figure, rules) {
  for (const book of figure.querySelectorAll("[data-book]")) {
    if (/** @type {HTMLElement} */ (book).dataset.book === rules) book.setAttribute("aria-current", "true");
    else book.removeAttribute("aria-current");
  }
  showBook(figure);
}

/** Where the books scroll sideways, bring the chosen one to the middle of their line; the page stays where it is. @param {HTMLElement} figure */
export function showBook(figure) {
  const row = figure.querySelector(".pq-row");
  const book = row?.querySelector("[aria-current]")?.getBoundingClientRect();
  if (!row || !book || row.scrollWidth <= row.clientWidth) return;
  const { left, width } = row.getBoundingClientRect();
  row.scrollLeft += book.left + book.width / 2 - left - width / 2;
}
