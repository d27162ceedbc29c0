// @ts-check
/** The link to the unfinished game at the table, on other pages. */

import { continueLabel, unfinishedGame } from "./saved-game.js";
import { find } from "../dom.js";
import { onChange } from "./store.js";

class ResumeLink {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.link = /** @type {HTMLAnchorElement} */ (find(place, "a"));
    this.link.hash = "go-on";
    const next = place.nextElementSibling;
    // The link is the first of the other ways in, if these come next on the page.
    this.ways = next?.matches(".pq-ways") ? next : null;
    onChange(() => this.update());
    this.update();
  }

  update() {
    const game = unfinishedGame();
    if (game) this.link.textContent = continueLabel(game);
    if (!this.ways) this.place.hidden = !game;
    else if (game) this.ways.prepend(this.link);
    else this.place.append(this.link);
  }
}

for (const place of document.querySelectorAll(".pq-go-on")) new ResumeLink(/** @type {HTMLElement} */ (place));
