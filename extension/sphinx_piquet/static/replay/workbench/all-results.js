// @ts-check
/**
 * What each book would make of your own deal. No build has played it, so the engine does, one book
 * after another; whatever the reader asks meanwhile waits for one of them at most.
 */

import { makeElement } from "../../dom.js";

/** @typedef {import("../live-replay.js").Live} Live */

/**
 * Fill the row of books, unless it is known already how each ends.
 * @param {HTMLElement} figure @param {Live} live @param {AbortSignal} over once another deal has taken this one's place
 */
export async function fillResults(figure, live, over) {
  const links = /** @type {HTMLElement[]} */ ([...figure.querySelectorAll(".pq-book-of")]);
  if (!links.length || links.some((one) => one.querySelector("b"))) return;
  // Their room is there from the start: nothing moves when they come.
  const places = links.map((link) => {
    const place = makeElement("b", "pq-awaited", "…");
    link.append(" ", place);
    return place;
  });
  const own = links.findIndex((one) => !one.dataset.book);
  const order = [own, ...links.keys()].filter((one, place) => one >= 0 && (place === 0 || one !== own));
  let first = "";
  for (const one of order) {
    const answer = await live.ask("play-out", { rules: links[one].dataset.book ?? "" }).catch(() => null);
    if (over.aborted) return;
    places[one].textContent = answer ? answer.result : "–";
    places[one].classList.toggle("pq-awaited", !answer);
    if (!answer) continue;
    if (one === order[0]) {
      first = answer.result;
      figure.querySelector(".pq-books-title")?.append(" ", makeElement("span", "pq-books-how", answer.how));
    }
    links[one].classList.add(one === own ? "pq-own-book" : answer.result === first ? "pq-same" : "pq-other");
  }
}
