// @ts-check
/**
 * The saved game of the table. Every write gives it a new mark. A tab that does not find the mark that it last saw is
 * behind another tab, and writes nothing.
 */

import { isRecentGame } from "./game-results.js";
import { KEYS, OLD, Store, archive, archivedCopies, isText, isTime, probeStorage, readText, removeText } from "./store.js";

/**
 * @typedef {object} Position the latest position of a game on the table
 * @property {string} text the game as the engine wrote it
 * @property {string} title
 * @property {string} [over] the result, if the game is over
 * @property {string} [stands] the next deal and the totals, if the game is not over
 *
 * @typedef {Position & {id: string, mark: string, at: number}} SavedPosition
 * the id is the same for all positions of one game; the mark changes with each write
 *
 * @typedef {import("./store.js").UpdateError | "behind" | "other" | "gone"} SaveStatus
 * how the saved game differs from the one on the table, or why it is not saved; "" if they are the same
 */

const LONGEST = 100_000; // characters; the engine reads far fewer

/** Return the fault of a game in a file, or "". @param {Record<string, any>} game */
export function validateGame({ text, title }) {
  return isText(text, LONGEST) && text && isText(title, 500) ? "" : "its text is missing";
}

/** @type {Store<SavedPosition>} */
const gameStore = new Store(KEYS.game, {
  kind: "game",
  validate: (game) => {
    const hasNames = isText(game.id, 100) && isText(game.mark, 100) && isTime(game.at);
    const hasTexts = [game.over, game.stands].every((text) => text === undefined || isText(text, 500));
    return validateGame(game) || (hasNames && hasTexts ? "" : "it is not whole");
  },
});

/** Return the unfinished saved game, or null. Writes nothing. */
export function unfinishedGame() {
  const stored = gameStore.read();
  return stored.is === "here" && !stored.value.over ? stored.value : null;
}

/** Return the label of the button that continues a game. @param {Position} game */
export function continueLabel({ stands }) {
  return stands ? `Go on: ${stands}` : "Go on with your game";
}

function randomName() {
  return Math.random().toString(36).slice(2);
}

/** Return whether a game is over and can be opened again from the list of the last games. @param {Position} game */
function canBeOpened({ over, text }) {
  return Boolean(over) && isRecentGame(text);
}

export class SavedGame {
  constructor() {
    /** The mark that this page saw last; "" if no game was saved. */
    this.mark = "";
    /** The id of the game on the table, and the text of its last saved position. */
    this.id = this.text = "";
    /** @type {SaveStatus} */
    this.status = probeStorage();
    /** @type {"" | "archived" | "stays"} what happened to a damaged game */
    this.damaged = "";
  }

  /** Read the saved game, and migrate one of version 0.2.0. @returns {import("./store.js").Stored<SavedPosition>} */
  read() {
    const stored = gameStore.read();
    const text = readText(OLD.game);
    if (text === null) return stored;
    const title = readText(OLD.title) ?? "";
    const old = { id: "old", mark: `old ${text.length} ${text.slice(-20)}`, text, title: title.slice(0, 500), at: 0 };
    // Version 0.2.0 wrote an empty text after a game.
    if (!text || (stored.is === "here" ? !archive("game", text, old.title) : stored.is === "none" && !gameStore.write(old))) {
      this.removeOld();
      return gameStore.read();
    }
    return stored.is === "none" ? { is: "here", value: old } : stored;
  }

  removeOld() {
    removeText(OLD.game);
    removeText(OLD.title);
  }

  /** Load the game that can be resumed. A damaged one is archived. @returns {SavedPosition | null} */
  load() {
    const stored = this.read();
    if (stored.is === "damaged") {
      this.damaged = gameStore.archiveDamaged(stored) ? "stays" : "archived";
      if (this.damaged === "archived") removeText(KEYS.game);
    }
    this.status = stored.is === "newer" ? "newer" : probeStorage();
    const game = stored.is === "here" ? stored.value : null;
    this.text = "";
    this.id = game?.id ?? "";
    this.mark = game?.mark ?? "";
    return game;
  }

  /** Whether the saved game is not the one on the table. */
  get isElsewhere() {
    return ["behind", "other", "gone", "newer"].includes(this.status);
  }

  /** Compare the saved game with the one on the table. Writes nothing. @returns {SaveStatus} */
  compare() {
    const stored = this.read();
    const mark = stored.is === "here" ? stored.value.mark : "";
    if (stored.is === "newer") this.status = "newer";
    else if (mark !== this.mark) this.status = stored.is === "here" ? (stored.value.id === this.id ? "behind" : "other") : "gone";
    else if (this.isElsewhere) this.status = "";
    if (this.isElsewhere) this.text = "";
    return this.status;
  }

  /** Save the next position of the game on the table, unless another tab has changed the saved game. @param {Position} position @returns {SaveStatus} */
  save(position) {
    const stored = this.read();
    if (stored.is === "here" && stored.value.text === position.text) {
      // An earlier version did not save the result and the totals. The position is the same for other tabs.
      const { over, stands } = position;
      const isMore = (over && !stored.value.over) || (stands && !stored.value.stands);
      if (isMore) gameStore.write({ ...stored.value, ...(over ? { over } : {}), ...(stands ? { stands } : {}) });
      return this.adopt(stored.value);
    }
    this.compare();
    if (this.isElsewhere) return this.status;
    const error = gameStore.archiveDamaged(stored);
    return error ? (this.status = error) : this.write(position);
  }

  /** Make the saved position the one on the table. @param {SavedPosition} position @returns {SaveStatus} */
  adopt({ id, mark, text }) {
    this.id = id;
    this.mark = mark;
    this.text = text;
    return (this.status = "");
  }

  /** Whether another game cannot replace the saved one, because there is no room to archive it. */
  get isStuck() {
    const stored = this.read();
    if (stored.is !== "here" || canBeOpened(stored.value)) return false;
    const isArchived = archivedCopies().some(({ kind, text }) => kind === "game" && text === stored.value.text);
    return !isArchived && probeStorage(JSON.stringify(stored.value).length) === "full";
  }

  /**
   * Save another game. The previous one is archived first, unless it is over and can be opened again.
   * @param {Position} position @returns {SaveStatus}
   */
  replace(position) {
    const stored = this.read();
    if (stored.is === "newer") return (this.status = "newer");
    if (stored.is === "here" && stored.value.text === position.text) return this.adopt(stored.value);
    const damage = gameStore.archiveDamaged(stored);
    if (damage) return (this.status = damage);
    if (stored.is === "here" && !canBeOpened(stored.value)) {
      const { text, title, at, mark } = stored.value;
      const error = archive("game", text, title, "", at || Date.now());
      if (error) {
        this.text = "";
        // The saved game is no longer the one on the table, even if it was until now.
        if (mark === this.mark) this.id = this.mark = "";
        return (this.status = error);
      }
    }
    this.id = randomName();
    return this.write(position);
  }

  /** @param {Position} position @returns {SaveStatus} */
  write({ text, title, over, stands }) {
    const mark = randomName();
    const id = this.id || randomName();
    this.status = gameStore.write({ id, mark, text, title, at: Date.now(), ...(over ? { over } : {}), ...(stands ? { stands } : {}) });
    if (this.status) return this.status;
    this.removeOld();
    return this.adopt({ id, mark, text, title, at: 0 });
  }

  /** Archive the saved game, and save none. @param {string} why @returns {import("./store.js").StorageError} */
  archive(why = "") {
    const stored = this.read();
    if (stored.is !== "here") return "";
    const { text, title, at } = stored.value;
    const error = archive("game", text, title, why, at || Date.now());
    if (error) return error;
    removeText(KEYS.game);
    this.removeOld();
    this.mark = "";
    return "";
  }
}
