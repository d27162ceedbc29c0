// @ts-check
/** The controls for the reader's decision: reasons for refusals, and the number of picked cards. */

import { find, spokenText } from "../dom.js";

/** Show why the rules refuse a choice, in place of the allowed cards, and return the reason. @param {HTMLElement} asked @param {HTMLElement} button */
export function explainRefusal(asked, button) {
  const id = button.getAttribute("aria-describedby") ?? "";
  let said = "";
  for (const refused of asked.querySelectorAll(".pq-refused")) {
    /** @type {HTMLElement} */ (refused).hidden = refused.id !== id;
    if (refused.id === id) said = spokenText(refused);
  }
  const only = /** @type {HTMLElement | null} */ (asked.querySelector(".pq-only"));
  if (only) only.hidden = Boolean(said);
  return said;
}

/** Show how many cards are picked, and enable the button if the number is allowed. @param {HTMLElement} place contains the cards and the button */
export function updatePickCount(place) {
  const lay = /** @type {HTMLElement | null} */ (place.querySelector(".pq-choices fieldset"));
  if (!lay) return;
  const chosen = pickedCards(place).length;
  const { least = "0", most = "0" } = lay.dataset;
  const tooMany = chosen > Number(most) ? `: ${most} at most` : "";
  find(lay, ".pq-chosen").textContent = `${chosen} chosen${tooMany}`;
  const may = chosen >= Number(least) && chosen <= Number(most);
  find(lay, '[data-act="lay"]').setAttribute("aria-disabled", String(!may));
}

/** @param {HTMLElement} place @returns {string[]} */
function pickedCards(place) {
  const boxes = place.querySelectorAll(".pq-pick-cards input:checked");
  return [...boxes].map((box) => /** @type {HTMLInputElement} */ (box).value);
}

/** Return the move of the picked cards, or null if their number is not allowed. @param {HTMLElement} place */
export function pickedMove(place) {
  const button = place.querySelector('[data-act="lay"]');
  if (!button || button.getAttribute("aria-disabled") === "true") return null;
  return pickedCards(place).join("+") || "none";
}

/** Return the first control of an allowed choice. @param {HTMLElement} place @returns {HTMLElement | null} */
export function firstChoice(place) {
  return place.querySelector('[data-move]:not([aria-disabled="true"]), .pq-pick-cards input');
}

/**
 * Move the controls of cards into the hand, each in place of its card.
 * @param {HTMLElement} asked contains the controls @param {HTMLElement} board contains the hands
 */
export function moveControlsToHand(asked, board) {
  const from = asked.querySelector(".pq-pick-cards");
  if (!from) return;
  /** @type {Map<string, Element>} */
  const cards = new Map();
  for (const card of board.querySelectorAll(".pq-hand > svg")) cards.set(nameOf(card), card);
  for (const control of [...from.children]) {
    const card = cards.get(nameOf(control));
    const hand = card?.parentElement;
    if (!card || !hand) continue;
    control.classList.toggle("pq-suit-gap", card.classList.contains("pq-suit-gap"));
    card.replaceWith(control);
    hand.classList.add("pq-pick-cards");
    hand.dataset.choices = "cards";
    hand.removeAttribute("aria-hidden");
    for (const name of ["role", "aria-label"]) hand.setAttribute(name, from.getAttribute(name) ?? "");
  }
  if (!from.children.length) from.remove();
}

/** @param {Element} place */
function nameOf(place) {
  return place.querySelector("use")?.getAttribute("href") ?? "";
}
