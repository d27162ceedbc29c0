// @ts-check
/** The tips of a first deal. The engine words them; this module decides from the reader's results and setting whether to show them. */

import { playedStore } from "../storage/game-results.js";
import { readSettings, saveSettings } from "../storage/settings.js";
import { setMarkup } from "../trusted-markup.js";
import { find, spokenText } from "../dom.js";

/** @typedef {import("../engine/messages.d.ts").TableAnswer} TableAnswer */

/** The values of the setting: tips in the first deal, in every deal, in none. */
export const TIPS = /** @type {const} */ ({ first: "first", always: "always", never: "never" });

export class Coach {
  /** @param {HTMLElement} startBar has the buttons that start a game */
  constructor(startBar) {
    this.known = find(startBar, '[data-do="known"]');
    this.partie = /** @type {HTMLElement | null} */ (startBar.querySelector('[data-do="partie"]'));
    this.start = find(startBar, ".pq-primary");
    this.startLabel = this.start.textContent ?? "";
    /** The setting of this visit, which counts even if the browser saves nothing. @type {string | undefined} */
    this.chosen = undefined;
  }

  get setting() {
    return this.chosen ?? readSettings().tips ?? TIPS.first;
  }

  /** Save whether to show tips. @param {string} tips */
  choose(tips) {
    this.chosen = tips;
    saveSettings({ tips });
  }

  /** Whether the reader has finished no deal and has not said that tips are not needed. */
  get isNewcomer() {
    return this.setting === TIPS.first && !Object.keys(playedStore.value.deals).length;
  }

  /** Offer a newcomer two ways in, unless a saved game is offered. @param {boolean} isWaiting whether one is */
  offer(isWaiting) {
    const offers = this.isNewcomer && !isWaiting;
    this.known.hidden = !offers;
    if (this.partie) this.partie.hidden = offers;
    this.start.textContent = offers ? (this.start.dataset.newcomer ?? "") : this.startLabel;
  }

  /** Whether to show tips: until the reader has finished a deal, if not set otherwise. */
  get isWanted() {
    return this.isNewcomer || this.setting === TIPS.always;
  }

  /** Return the tips of a position as markup, or "". @param {TableAnswer} drawn */
  markup(drawn) {
    return drawn.coach && this.isWanted ? drawn.coach : "";
  }

  /** Return the tips of a position as they are spoken, or "". @param {TableAnswer} drawn */
  spoken(drawn) {
    const place = document.createElement("div");
    setMarkup(place, this.markup(drawn));
    for (const button of place.querySelectorAll("button")) button.remove();
    return [...place.querySelectorAll("p")].map(spokenText).join(" ");
  }
}
