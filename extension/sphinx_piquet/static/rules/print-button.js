// @ts-check
/** A button that prints the page. */

import { makeButton } from "../dom.js";

const makePrint = (style = "") => makeButton("Print this page", () => window.print(), `pq-print ${style}`.trim());
for (const sheet of document.querySelectorAll(".pq-sheet")) sheet.before(makePrint());
for (const place of document.querySelectorAll(".pq-print-place")) place.append(makePrint("pq-button"));
