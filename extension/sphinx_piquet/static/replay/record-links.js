// @ts-check
/** Links that open a record, at a step, on the page for the reader's own deals. */

for (const found of document.querySelectorAll("a[data-record]")) {
  const link = /** @type {HTMLAnchorElement} */ (found);
  const { record = "", step = "" } = link.dataset;
  link.hash = String(new URLSearchParams({ record, step }));
}
