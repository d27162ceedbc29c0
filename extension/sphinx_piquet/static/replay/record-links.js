// @ts-check
/** A link that carries a record opens it on the page for deals of your own, at the step that it names. */

for (const found of document.querySelectorAll("a[data-record]")) {
  const link = /** @type {HTMLAnchorElement} */ (found);
  const { record = "", step = "" } = link.dataset;
  link.hash = String(new URLSearchParams({ record, step }));
}
