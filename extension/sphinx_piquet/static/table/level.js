// @ts-check
/** The proposal of another opponent after a game. The engine decides on it from the reader's results. */

import { marginsAgainst } from "../storage/game-results.js";
import { readSettings, saveSettings } from "../storage/settings.js";
import { setMarkup } from "../trusted-markup.js";
import { find, spokenText } from "../dom.js";

/**
 * @typedef {import("../engine/messages.d.ts").TableAnswer} TableAnswer
 * @typedef {import("../engine/messages.d.ts").LevelArguments} LevelArguments
 */

/** The number of results that are sent at most. */
const MOST = 20;

export class Level {
  /** @param {HTMLElement} question contains the place of the proposal @param {HTMLElement} liveRegion */
  constructor(question, liveRegion) {
    this.question = question;
    this.liveRegion = liveRegion;
    /** The opponent of the last game. */
    this.opponent = "";
  }

  get place() {
    return /** @type {HTMLElement | null} */ (this.question.querySelector("[data-part=level]"));
  }

  /**
   * Show the engine's proposal after a game, if it has one.
   * @param {TableAnswer} drawn @param {(args: LevelArguments) => Promise<{html: string} | null>} ask @param {() => boolean} isHere whether the game is still on the table
   */
  async propose({ game, outcome }, ask, isHere) {
    if (!outcome || !this.place) return;
    this.opponent = outcome.deal.opponent;
    const [stayed, count] = (readSettings().stayed ?? "").split(/-(?=\d+$)/);
    const margins = marginsAgainst(this.opponent, stayed === this.opponent ? Number(count) : 0);
    const proposal = await ask({ game, margins: margins.slice(0, MOST) });
    if (!proposal?.html || !isHere() || !this.place) return;
    setMarkup(this.place, proposal.html);
    this.liveRegion.textContent += ` ${spokenText(this.place)}`;
  }

  /** Keep the opponent, and count only later deals for the next proposal. */
  stay() {
    saveSettings({ stayed: `${this.opponent}-${marginsAgainst(this.opponent).length}` });
    this.place?.replaceChildren();
    /** @type {HTMLElement | null} */ (this.question.querySelector("[data-do=again]"))?.focus({ preventScroll: true });
  }
}
