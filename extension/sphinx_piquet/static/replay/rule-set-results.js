// @ts-check
/** The results of a deal under each rule set, for a deal whose results are not printed. */

import { makeElement } from "../dom.js";

/**
 * Fill the row of rule sets with the result of the deal under each of them, one after another. A reader's own deal has
 * no printed results. Other questions wait for at most one of these.
 * @param {HTMLElement} figure @param {import("./live-replay.js").LiveReplay} live @param {AbortSignal} over aborted when another deal takes the place
 */
export async function fillResults(figure, live, over) {
  const links = /** @type {HTMLElement[]} */ ([...figure.querySelectorAll(".pq-book-of")]);
  if (!links.length || links.some((link) => link.querySelector("b"))) return;
  // Reserve the space, so that nothing moves when the results come.
  const places = links.map((link) => {
    const place = makeElement("b", "pq-awaited", "…");
    link.append(" ", place);
    return place;
  });
  const own = links.findIndex((link) => !link.dataset.book);
  const order = [own, ...links.keys()].filter((index, rank) => index >= 0 && (rank === 0 || index !== own));
  let first = "";
  for (const index of order) {
    const answer = await live.ask("play-out", { rules: links[index].dataset.book ?? "" }).catch(() => null);
    if (over.aborted) return;
    places[index].textContent = answer ? answer.result : "–";
    places[index].classList.toggle("pq-awaited", !answer);
    if (!answer) continue;
    if (index === order[0]) {
      first = answer.result;
      figure.querySelector(".pq-books-title")?.append(" ", makeElement("span", "pq-books-how", answer.note));
    }
    links[index].classList.add(index === own ? "pq-own-book" : answer.result === first ? "pq-same" : "pq-other");
  }
}
