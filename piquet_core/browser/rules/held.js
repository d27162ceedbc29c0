// @ts-check
/**
 * Narrows a list of folds to those that have every word that is typed, in their line or inside. Headings without
 * one go too; nothing is opened or closed.
 */

import { find } from "../page.js";

const form = find(document, ".pq-narrow");
const field = /** @type {HTMLInputElement} */ (find(form, "input"));
const said = find(form, "[role=status]");
const folds = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("article .pq-leaf"))].map((fold) => ({
  fold,
  text: (fold.textContent ?? "").toLowerCase(),
}));
const groups = new Set(folds.map(({ fold }) => fold.closest("section")));

function narrow() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let number = 0;
  for (const { fold, text } of folds) {
    const fits = words.every((word) => text.includes(word));
    fold.hidden = !fits;
    number += Number(fits);
  }
  for (const group of groups) if (group) group.hidden = !group.querySelector(".pq-leaf:not([hidden])");
  said.textContent = words.length ? `${number} of ${folds.length} rules` : "";
}

form.addEventListener("submit", (event) => event.preventDefault());
field.addEventListener("input", narrow);
// An address that names an entry shows it, whatever was typed before.
window.addEventListener("hashchange", () => {
  field.value = "";
  narrow();
});
form.hidden = false;
narrow(); // a browser that comes back to the page keeps what was typed
