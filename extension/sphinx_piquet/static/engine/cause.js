// @ts-check
/** The technical cause of a failure, folded, for the person who can mend it. */

import { makeElement } from "../dom.js";

/**
 * Return a fold with a technical cause.
 * @param {string | Node} cause @param {string} summary
 */
export function makeCause(cause, summary = "For the person who runs this site") {
  const fold = makeElement("details", "pq-cause");
  fold.dataset.part = "cause";
  fold.append(makeElement("summary", "", summary), cause);
  return fold;
}

/** Return a sentence that says why something is not shown, with the technical cause in a fold. @param {string} words @param {string} detail */
export function makeRefusal(words, detail = "") {
  const text = makeElement("p", "pq-refused", words);
  text.setAttribute("role", "alert");
  return detail ? [text, makeCause(detail)] : [text];
}
