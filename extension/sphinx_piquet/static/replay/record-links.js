// @ts-check
/** Links that open a record, at a step, on the page for the reader's own deals. */

/** Put the records of all such links into their addresses. @param {ParentNode} place */
export function linkRecords(place) {
  for (const found of place.querySelectorAll("a[data-record]")) {
    const link = /** @type {HTMLAnchorElement} */ (found);
    const { record = "", step = "" } = link.dataset;
    link.hash = String(new URLSearchParams({ record, step }));
  }
}

linkRecords(document);
