// @ts-check
/** The link to the game that waits at the table, on pages that are not the table's. */

import { goOnWords, waitingGame } from "./saved-game.js";
import { find } from "../dom.js";
import { onChange } from "./storage.js";

/** Shows the link if a game waits: before the other ways in, if these come next on the page. */
class GoOn {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.link = /** @type {HTMLAnchorElement} */ (find(place, "a"));
    this.link.hash = "go-on";
    const next = place.nextElementSibling;
    this.ways = next?.matches(".pq-ways") ? next : null;
    onChange(() => this.show());
    this.show();
  }

  show() {
    const game = waitingGame();
    if (game) this.link.textContent = goOnWords(game);
    if (!this.ways) this.place.hidden = !game;
    else if (game) this.ways.prepend(this.link);
    else this.place.append(this.link);
  }
}

for (const place of document.querySelectorAll(".pq-go-on")) new GoOn(/** @type {HTMLElement} */ (place));
