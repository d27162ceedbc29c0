// @ts-check
/** Buttons that share a problem: one shows the line to share, with ways to copy it and to make a picture of it. */

import { makeButton, makeElement } from "../dom.js";
import { makeCopyButton } from "../table/daily-result.js";
import { makePictureButton } from "../table/share-picture.js";

/** Show the line and the buttons in place of *Share this problem*. @param {HTMLElement} place */
function showLine(place) {
  const { line = "", anchor = "" } = place.dataset;
  const url = new URL(`#${anchor}`, location.href);
  url.search = "";
  const text = `${line} ${url.href}`;
  const shown = makeElement("span", "", text);
  const copy = makeCopyButton(text, () => window.getSelection()?.selectAllChildren(shown));
  place.replaceChildren(shown, copy, makePictureButton(text, `piquet-problem-${anchor}`));
  copy.focus({ preventScroll: true });
}

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".pq-share-problem"))) {
  const button = makeButton("Share this problem", () => showLine(place), "pq-quiet");
  button.setAttribute("aria-describedby", `${place.dataset.anchor}-title`);
  place.append(button);
}
