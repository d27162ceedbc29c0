// @ts-check
/** The button of a citation panel that keeps the cited place. */

import { makeButton, makeElement } from "../dom.js";
import { keepPlace, keptPlaces } from "../storage/kept-places.js";
import { REASONS, notifyChange, onChange } from "../storage/store.js";

/** Return a paragraph in pieces, of which every second one is in italics. @param {Element} paragraph */
function piecesOf(paragraph) {
  const pieces = [""];
  for (const { nodeName, textContent } of paragraph.childNodes) {
    const isItalic = nodeName === "EM";
    if (isItalic === (pieces.length % 2 === 0)) pieces[pieces.length - 1] += textContent ?? "";
    else pieces.push(textContent ?? "");
  }
  return pieces;
}

/** Return the place that a panel cites at this moment. @param {HTMLElement} panel @returns {import("../storage/kept-places.js").Place} */
function citedPlace(panel) {
  const row = (/** @type {string} */ what) => panel.querySelector(`.pq-cite-row[data-what="${what}"]`);
  const data = (/** @type {string} */ what) => row(what)?.querySelector("pre")?.textContent ?? "";
  const { title = "", edition = "" } = panel.dataset;
  return {
    title,
    edition,
    at: Date.now(),
    link: row("Permanent link")?.querySelector("a")?.getAttribute("href") ?? "",
    note: "",
    plain: [...(row("Plain")?.querySelectorAll("p:not(.pq-cite-head)") ?? [])].map(piecesOf),
    bibtex: data("BibTeX"),
    csl: data("CSL-JSON"),
    ris: data("RIS"),
  };
}

/** Add the button to a panel, and follow the panel when it cites another place. @param {HTMLElement} panel */
export function addKeepButton(panel) {
  const { keptPlaces: page = "" } = panel.dataset;
  const line = makeElement("div", "pq-cite-keep");
  const status = makeElement("span");
  status.setAttribute("role", "status");
  const link = Object.assign(makeElement("a", "", "Your kept places"), { href: page });
  const button = makeButton("Keep this place", () => {
    const error = keepPlace(panel.dataset.address ?? "", citedPlace(panel));
    if (error) status.textContent = `Not kept: ${REASONS[error]}.`;
    else notifyChange();
    if (button.hidden) link.focus();
  });
  const show = () => {
    const kept = keptPlaces()[panel.dataset.address ?? ""];
    const isCurrent = kept?.edition === panel.dataset.edition;
    button.hidden = isCurrent;
    button.textContent = kept && !isCurrent ? "Keep it in this edition" : "Keep this place";
    status.textContent = kept ? (isCurrent ? "Kept." : `Kept from ${kept.edition}.`) : "";
  };
  line.append(button, status, link);
  panel.querySelector(".pq-cite-ids")?.before(line);
  panel.addEventListener("pq-cited", show);
  onChange(show);
  show();
}
