// @ts-check
/** A button that prints the sheet; without it the browser's own command does the same. */

import { makeButton } from "../page.js";

for (const sheet of document.querySelectorAll(".pq-sheet, .pq-paper")) {
  sheet.before(makeButton("Print this page", () => window.print(), "pq-print"));
}
