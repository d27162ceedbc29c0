// @ts-check
/**
 * Narrows a list of folds to those whose rule has every word that is typed, in its title or id; where there is
 * none, to those with the words in their files and functions too. The beginning of a word will do. Headings
 * without a fold go too; nothing is opened or closed.
 */

import { find } from "../dom.js";

const PACKAGE = "piquet_core/"; // begins the path of every module, and would tell none from another

const form = find(document, ".pq-narrow");
const field = /** @type {HTMLInputElement} */ (find(form, "input"));
const said = find(form, "[role=status]");
const back = /** @type {HTMLButtonElement} */ (find(form, "[type=reset]"));

/** @param {string} text @returns {string[]} */
const wordsOf = (text) => text.replaceAll(PACKAGE, "").toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? [];

/** The words of some parts of a fold. @param {Element} fold @param {string} parts a selector @returns {string[]} */
const wordsIn = (fold, parts) => [...fold.querySelectorAll(parts)].flatMap((part) => wordsOf(part.textContent ?? ""));

const folds = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("article .pq-leaf"))].map((fold) => {
  const named = wordsIn(fold, "summary > :is(strong, code)");
  return { fold, named, all: [...named, ...wordsIn(fold, ".pq-held code")] };
});
const groups = new Set(folds.map(({ fold }) => fold.closest("section")));

function narrow() {
  const asked = wordsOf(field.value);
  /** @param {string[]} words */
  const has = (words) => asked.every((one) => words.some((word) => word.startsWith(one)));
  const byName = folds.some(({ named }) => has(named));
  let number = 0;
  for (const { fold, named, all } of folds) {
    fold.hidden = !has(byName ? named : all);
    number += Number(!fold.hidden);
  }
  for (const group of groups) if (group) group.hidden = !group.querySelector(".pq-leaf:not([hidden])");
  const how = byName ? "" : ", by their files";
  const told = number ? `${number} of ${folds.length} rules${how}` : `No rule, id or file has “${field.value.trim()}”.`;
  said.textContent = asked.length ? told : "";
  back.hidden = number > 0;
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(narrow)); // when the field is empty
field.addEventListener("input", narrow);
// An address that names an entry shows it, whatever was typed before.
window.addEventListener("hashchange", () => {
  field.value = "";
  narrow();
});
form.hidden = false;
narrow(); // a browser that comes back to the page keeps what was typed
