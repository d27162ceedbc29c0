// @ts-check
/** The warning that progress is not saved, with a button that saves it as a file. */

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

/** Update the warning at the top of an element. @param {HTMLElement} place */
export function updateWarning(place) {
  const shown = place.querySelector(":scope > .pq-notice");
  if ((shown?.firstChild?.textContent ?? "") === progress.notice) return;
  shown?.remove();
  if (progress.notice) place.prepend(makeWarning());
}
