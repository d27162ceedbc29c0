// @ts-check
/** The ladder: the reader's lead over each opponent, and the opponent to play next. The table has the numbers of deals and wins. */

import { marginsAgainst } from "./game-results.js";
import { find } from "../dom.js";

/**
 * Return whether some successive deals contain enough wins.
 * @param {number[]} margins @param {number} deals @param {number} wins
 */
function isPassed(margins, deals, wins) {
  return margins.some((_, at) => margins.slice(at, at + deals).filter((margin) => margin > 0).length >= wins);
}

/** Fill in the results, and offer the first opponent who is not passed. @param {ParentNode} place contains the ladder */
export function fillLadder(place) {
  const ladder = find(place, "[data-part=ladder]");
  const { deals = "", wins = "" } = ladder.dataset;
  let isReached = true;
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (ladder.querySelectorAll("[data-rung]"))) {
    const margins = marginsAgainst(row.dataset.rung ?? "");
    const lead = margins.reduce((total, one) => total + one, 0) / margins.length;
    const passed = isPassed(margins, Number(deals), Number(wins));
    const isNext = isReached && !passed;
    isReached &&= passed;
    const [count, average] = row.querySelectorAll("td");
    count.textContent = String(margins.length);
    average.textContent = margins.length ? `${lead > 0 ? "+" : lead < 0 ? "−" : ""}${Math.abs(lead).toFixed(1)}` : "–";
    find(row, "span").textContent = passed ? "passed" : "";
    find(row, "button").hidden = !isNext;
    if (isNext) row.setAttribute("aria-current", "step");
    else row.removeAttribute("aria-current");
  }
}
