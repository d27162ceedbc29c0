// @ts-check
/** What a learner has to be told about the memory of the lessons; a file saves what would be lost. */

import { progressFile } from "../storage/backup.js";
import { memory as memoryOfPage } from "../storage/progress.js";
import { download, makeButton, makeElement } from "../dom.js";

const memory = memoryOfPage();

export function makeWarning() {
  const warning = makeElement("p", "pq-notice", memory.notice);
  warning.dataset.part = "notice";
  warning.setAttribute("role", "alert");
  const save = () => download("piquet-progress.json", progressFile(memory.state));
  if (memory.isPassing) warning.append(" ", makeButton("Save my progress as a file", save));
  return warning;
}

/** Show only what the learner must be told, above everything else. @param {HTMLElement} place */
export function warn(place) {
  const shown = place.querySelector(":scope > .pq-notice");
  if ((shown?.firstChild?.textContent ?? "") === memory.notice) return;
  shown?.remove();
  if (memory.notice) place.prepend(makeWarning());
}
