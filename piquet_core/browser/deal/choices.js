// @ts-check
/** The choices that the engine draws: the reason for a refusal, and the number of cards picked. */

import { find } from "../page.js";

/** Show why the rules refuse a choice, and return it. @param {HTMLElement} asked @param {HTMLElement} button */
export function explainRefusal(asked, button) {
  const id = button.getAttribute("aria-describedby") ?? "";
  let said = "";
  for (const refused of asked.querySelectorAll(".pq-refused")) {
    /** @type {HTMLElement} */ (refused).hidden = refused.id !== id;
    if (refused.id === id) said = refused.textContent ?? "";
  }
  return said;
}

/** Say how many cards are picked, and whether that number may be laid out. @param {HTMLElement} asked */
export function showCount(asked) {
  const set = asked.querySelector("fieldset");
  if (!set) return;
  const chosen = pickedCards(asked).length;
  const { least = "0", most = "0" } = set.dataset;
  const tooMany = chosen > Number(most) ? `: ${most} at most` : "";
  find(set, ".pq-chosen").textContent = `${chosen} chosen${tooMany}`;
  const may = chosen >= Number(least) && chosen <= Number(most);
  find(set, '[data-act="lay"]').setAttribute("aria-disabled", String(!may));
}

/** @param {HTMLElement} asked @returns {string[]} */
function pickedCards(asked) {
  const boxes = asked.querySelectorAll("input:checked");
  return [...boxes].map((box) => /** @type {HTMLInputElement} */ (box).value);
}

/** The move that the picked cards make; null while their number is not allowed. @param {HTMLElement} asked */
export function pickedMove(asked) {
  const button = asked.querySelector('[data-act="lay"]');
  if (!button || button.getAttribute("aria-disabled") === "true") return null;
  return pickedCards(asked).join("+") || "none";
}

/** The first choice that is allowed. @param {HTMLElement} asked @returns {HTMLElement | null} */
export function firstChoice(asked) {
  return asked.querySelector('button:not([aria-disabled="true"]), input');
}
