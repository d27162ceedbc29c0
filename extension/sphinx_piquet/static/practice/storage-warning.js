// @ts-check
/** What a learner has to be told about the memory of the lessons; a file saves what would be lost. */

import { progressFile } from "../storage/backup.js";
import { sharedProgress } from "../storage/progress.js";
import { download, makeButton, makeElement } from "../dom.js";

const progress = sharedProgress();

export function makeWarning() {
  const warning = makeElement("p", "pq-notice", progress.notice);
  warning.dataset.part = "notice";
  warning.setAttribute("role", "alert");
  const save = () => download("piquet-progress.json", progressFile(progress.state));
  if (progress.isUnsaved) warning.append(" ", makeButton("Save my progress as a file", save));
  return warning;
}

/** Show only what the learner must be told, above everything else. @param {HTMLElement} place */
export function updateWarning(place) {
  const shown = place.querySelector(":scope > .pq-notice");
  if ((shown?.firstChild?.textContent ?? "") === progress.notice) return;
  shown?.remove();
  if (progress.notice) place.prepend(makeWarning());
}
