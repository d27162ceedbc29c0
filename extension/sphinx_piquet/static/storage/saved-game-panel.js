// @ts-check
/**
 * The panel of the saved game at the table. It offers the game to resume, lists the archived ones, and tells the reader
 * when the game on the table is not saved.
 */

import { ArchiveList } from "./archive-list.js";
import { gameFile } from "./backup.js";
import { SavedGame, continueLabel } from "./saved-game.js";
import { download, find, confirmTap, makeButton, makeElement } from "../dom.js";
import { recentGames, removeRecentGame } from "./game-results.js";
import { archive, notifyChange, onChange, removeText } from "./store.js";

/**
 * @typedef {Pick<import("../engine/messages.d.ts").TableAnswer, "game" | "title" | "over" | "stands">} Drawn
 * @typedef {object} Table the part of the table that is used here
 * @property {Drawn | null} drawn
 * @property {boolean} busy
 * @property {HTMLElement} table
 * @property {(terms: Record<string, unknown>, save: (drawn: Drawn) => void) => Promise<void>} startGame
 * @property {() => void} showOffers
 */

/** The label of a button that leaves a game without saving it. */
export const LEAVE = "Leave it unkept";

const LAST = "lasts only as long as this page is open";
const KEEPS_NOTHING = "This browser keeps nothing for this site";
const NO_ROOM = "This browser has no room left for this site";
const UNSAVED = `${NO_ROOM}: save this game as a file first.`;

/** Return a drawn position as it is saved. @param {Drawn} drawn */
function positionOf({ game, title, over, stands }) {
  return { text: game, title, over, stands };
}

export class SavedGamePanel {
  /** @param {HTMLElement} place @param {Table} game */
  constructor(place, game) {
    this.game = game;
    this.place = place;
    this.saved = new SavedGame();
    this.offered = find(place, ".pq-kept");
    this.note = find(place, ".pq-keeping");
    this.shown = "";
    /** The last text that could not be read. */
    this.unread = "";
    this.list = new ArchiveList(find(place, ".pq-asides"), (copy) => {
      if (!this.archiveUnsaved()) this.show(UNSAVED);
      else void game.startGame({ game: copy.text }, (drawn) => this.replace(drawn, copy.key));
    });
    onChange(() => this.refresh());
  }

  get isSitting() {
    return !this.game.table.hidden;
  }

  // -- before and after a game -------------------------------------------------------------------

  /** Offer the saved game. */
  offer() {
    const saved = this.saved.load();
    this.offered.hidden = !saved;
    const over = saved?.over ?? "";
    const [heading, title] = this.offered.querySelectorAll("p:first-child > *");
    /** @type {HTMLElement} */ (heading).hidden = Boolean(over);
    title.textContent = over || (saved?.title ?? "");
    find(this.offered, '[data-do="resume"]').textContent = over ? "Look at it again" : saved ? continueLabel(saved) : "";
    find(this.offered, "p:last-child > span").hidden = Boolean(over); // a finished game stays among the last games
    this.place.classList.toggle("pq-waits", this.isWaiting);
    this.list.show();
    this.show();
  }

  async resume() {
    const stored = this.saved.read();
    if (stored.is !== "here") {
      this.refresh();
      return;
    }
    // The game on the table is given up only after the saved one is drawn.
    await this.game.startGame({ game: stored.value.text }, (drawn) => {
      this.saved.adopt(stored.value);
      this.save(drawn);
    });
  }

  archive() {
    if (this.saved.archive()) this.show(`${NO_ROOM}, so the game stays where it is.`);
    else this.offer();
  }

  /** Archive the saved game if the engine cannot continue this text, and return the message. @param {string} text @param {string} reason */
  archiveUnreadable(text, reason) {
    this.unread = text;
    const stored = this.saved.read();
    if (stored.is !== "here" || stored.value.text !== text) return `This game cannot be played on: ${reason}. It stays where it is.`;
    const message = `The game that was kept here cannot be played on: ${reason}.`;
    return this.saved.archive(reason) ? `${message} There is no room to set it aside, so it stays where it is.` : `${message} It is set aside.`;
  }

  /** Archive a game of the last ones that the engine cannot open, and return the message. @param {string} text @param {string} reason */
  archiveUnreadableRecent(text, reason) {
    this.unread = text;
    const message = `This game cannot be opened again: ${reason}.`;
    const [key, game] = Object.entries(recentGames()).find(([, { text: known }]) => known === text) ?? [];
    if (!key || !game) return message;
    const error = archive("game", text, game.title, reason, game.at) || removeRecentGame(key);
    this.list.show();
    notifyChange();
    return `${message} ${error ? "There is no room to set it aside, so it stays where it is." : "It is set aside."}`;
  }

  downloadUnreadable() {
    download("piquet-game.txt", this.unread);
  }

  // -- during a game -----------------------------------------------------------------------------

  /** Save the next position of the game. @param {Drawn} drawn */
  save(drawn) {
    this.saved.save(positionOf(drawn));
    this.show();
  }

  /**
   * Save another game in place of the present one.
   * @param {Drawn} drawn @param {string} key of the archived copy that the game came from
   */
  replace(drawn, key = "") {
    if (!this.saved.replace(positionOf(drawn)) && key) removeText(key);
    this.list.show();
    this.show();
  }

  /**
   * Return whether another game may begin. If there is no room to archive the saved one, offer to play without saving.
   * @param {() => unknown} start begins the other game
   */
  mayBegin(start) {
    if (!this.saved.isStuck) return true;
    const stored = this.saved.read();
    const save = makeButton("Save that game as a file", () => stored.is === "here" && download("piquet-game.json", gameFile(stored.value)));
    const unkept = makeButton("Play one that is not kept", () => start());
    this.show(`${NO_ROOM}. The game that is kept here cannot be set aside, so it stays, and no other has begun.`, [save, unkept]);
    return false;
  }

  /** Whether the saved game is unfinished. */
  get isWaiting() {
    const stored = this.saved.read();
    return !this.offered.hidden && !(stored.is === "here" && stored.value.over);
  }

  /** Whether leaving the table would lose its game. */
  get isUnsaved() {
    const { drawn } = this.game;
    const isElsewhere = ["behind", "other", "gone"].includes(this.saved.status);
    return this.isSitting && drawn !== null && (isElsewhere || drawn.game !== this.saved.text);
  }

  /** Tell the reader to save the game as a file before another one replaces it. */
  showUnsaved() {
    this.show(UNSAVED);
  }

  /** Archive an unsaved position. @returns {boolean} whether nothing is lost now */
  archiveUnsaved() {
    const { drawn } = this.game;
    if (!this.isUnsaved || !drawn) return true;
    const error = archive("game", drawn.game, drawn.title);
    this.list.show();
    return !error;
  }

  /** Switch to the game of another tab. If the present one cannot be archived, ask first. */
  takeOver() {
    if (!this.archiveUnsaved()) {
      this.show(UNSAVED);
      if (!confirmTap(find(this.note, "button"), LEAVE)) return;
    }
    void this.resume();
  }

  /** Follow a change of the stored values. */
  refresh() {
    if (this.isSitting) {
      this.saved.compare();
      this.list.show();
      this.show();
    } else if (!this.game.busy) this.game.showOffers();
  }

  // -- messages ----------------------------------------------------------------------------------

  /** Show the status of the saved game, or another message. @param {string} message @param {HTMLButtonElement[]} messageButtons */
  show(message = "", messageButtons = []) {
    const [status, statusButtons] = this.describeStatus();
    const text = message || status;
    const buttons = messageButtons.length ? messageButtons : statusButtons;
    if (text === this.shown) return;
    this.shown = text;
    this.note.hidden = !text;
    const words = makeElement("p", "", text);
    const bar = makeElement("p", "pq-action-bar");
    bar.append(...buttons);
    this.note.replaceChildren(words, ...(buttons.length ? [bar] : []));
    if (text && this.isSitting) this.note.scrollIntoView({ block: "nearest" });
  }

  /** Return the status as a message, with buttons. @returns {[string, HTMLButtonElement[]]} */
  describeStatus() {
    const { status, text } = this.saved;
    const { drawn } = this.game;
    const sitting = this.isSitting && drawn !== null;
    const save = sitting ? [makeButton("Save the game as a file", () => this.saveGame())] : [];
    const mine = (/** @type {string} */ words) => makeButton(words, () => this.game.drawn && this.replace(this.game.drawn));
    const there = (/** @type {string} */ words) => makeButton(words, () => this.takeOver());
    switch (status) {
      case "forbidden":
        return [sitting ? `${KEEPS_NOTHING}: this game ${LAST}.` : `${KEEPS_NOTHING}: a game ${LAST}.`, save];
      case "full":
        if (sitting) return [`${NO_ROOM}: this game is not kept${text ? " any more, only an earlier position" : ""}.`, save];
        return this.withDamage(`${NO_ROOM}: a game ${LAST}, unless you save it as a file.`);
      case "newer":
        return ["A newer edition of this site has kept a game here. It stays as it is, and this page keeps no other.", save];
      case "behind":
        return ["Another tab has gone on with this game. What you play here is not kept until you choose; the one you leave is set aside.", [there("Take over the newer position"), mine("Go on with this one"), ...save]];
      case "other":
        return ["Another game is kept here, begun in another tab or before this one. What you play here is not kept until you choose; the one you leave is set aside.", [there("Go to that game"), mine("Go on with this one"), ...save]];
      case "gone":
        return ["The game that was kept here was removed in another tab. What you play here is not kept.", [mine("Keep this game")]];
      default:
    }
    return sitting ? ["", []] : this.withDamage("");
  }

  /** Put a message about a damaged game before another message. @param {string} message @returns {[string, HTMLButtonElement[]]} */
  withDamage(message) {
    const { damaged } = this.saved;
    if (!damaged) return [message, []];
    if (damaged === "archived") return [`The game that was kept here could not be read. It is set aside. ${message}`.trim(), []];
    const raw = makeButton("Save it as a file", () => {
      const stored = this.saved.read();
      if (stored.is === "damaged") download("piquet-game.txt", stored.text);
    });
    return [`The game that was kept here cannot be read, and there is no room to set it aside. It stays where it is. ${message}`.trim(), [raw]];
  }

  saveGame() {
    const { drawn } = this.game;
    if (drawn) download("piquet-game.json", gameFile({ text: drawn.game, title: drawn.title }));
  }
}
