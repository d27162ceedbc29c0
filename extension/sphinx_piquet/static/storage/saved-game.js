// @ts-check
/**
 * The one game that is kept for a reader at the table. Each time it is written it gets a new mark:
 * a tab that does not find the mark that it last saw is behind another one, and writes nothing.
 */

import { isRecent } from "./recent-games.js";
import { KEYS, LATEST, OLD, asides, drop, get, isText, setAside, trouble, understand, write } from "./storage.js";

/**
 * @typedef {object} Kept
 * @property {string} id the same for all positions of one game
 * @property {string} mark a new one each time it is written
 * @property {string} text the game as the engine gave it
 * @property {string} title
 * @property {string} [over] how it came out, if it is over
 * @property {string} [stands] the deal that is due and the totals, if it is not over
 * @property {number} at when it was written
 *
 * @typedef {import("./storage.js").Trouble | "newer" | "behind" | "other" | "gone"} Standing
 * how the game on the table compares with the one that is kept: "" is the same
 */

const LONGEST = 100_000; // characters; the engine reads far fewer

/** @param {Record<string, any>} game */
export function gameFault({ text, title }) {
  return isText(text, LONGEST) && text && isText(title, 500) ? "" : "its text is missing";
}

/** @param {Record<string, any>} kept */
function fault(kept) {
  const marked = isText(kept.id, 100) && isText(kept.mark, 100) && Number.isFinite(kept.at) && Math.abs(kept.at) <= LATEST;
  const told = [kept.over, kept.stands].every((text) => text === undefined || isText(text, 500));
  return gameFault(kept) || (marked && told ? "" : "it is not whole");
}

/** Return the game that waits to be continued, without writing anything; null if there is none. @returns {Kept | null} */
export function waitingGame() {
  const found = /** @type {import("./storage.js").Found<Kept>} */ (understand(get(KEYS.game), fault));
  return found.is === "here" && !found.value.over ? found.value : null;
}

/** Return the words of the button that continues a game. @param {Kept} game */
export function goOnWords({ stands }) {
  return stands ? `Go on: ${stands}` : "Go on with your game";
}

function name() {
  return Math.random().toString(36).slice(2);
}

/** Whether a game is over and stays among the last ones, which can be opened again. @param {Kept} game */
function canBeOpened({ over, text }) {
  return Boolean(over) && isRecent(text);
}

export class KeptGame {
  constructor() {
    /** The mark that this page saw last; "" is no game. */
    this.mark = "";
    /** The game on the table, and the last position of it that was kept. */
    this.id = this.text = "";
    /** @type {Standing} */
    this.standing = trouble();
    /** That something unreadable was set aside, or why it was not; "" if nothing had to be. */
    this.lost = "";
  }

  /** What is kept. @returns {import("./storage.js").Found<Kept>} */
  found() {
    const found = /** @type {import("./storage.js").Found<Kept>} */ (understand(get(KEYS.game), fault));
    const text = get(OLD.game);
    if (text === null) return found;
    const title = get(OLD.title) ?? "";
    const old = { id: "old", mark: `old ${text.length} ${text.slice(-20)}`, text, title: title.slice(0, 500), at: 0 };
    // 0.2.0 wrote an empty text when there was no game any more.
    if (!text || (found.is === "here" ? !setAside("game", text, old.title) : found.is === "none" && !this.put(old))) {
      this.dropOld();
      return understand(get(KEYS.game), fault);
    }
    return found.is === "none" ? { is: "here", value: old } : found;
  }

  dropOld() {
    drop(OLD.game);
    drop(OLD.title);
  }

  /** The game that can be resumed; an unreadable one is set aside. @returns {Kept | null} */
  offer() {
    let found = this.found();
    if (found.is === "damaged") {
      const failed = setAside("game", found.text, "", found.why);
      this.lost = failed ? "stays" : "aside";
      if (!failed) {
        drop(KEYS.game);
        found = { is: "none" };
      }
    }
    this.standing = found.is === "newer" ? "newer" : trouble();
    this.text = "";
    const kept = found.is === "here" ? found.value : null;
    this.id = kept?.id ?? "";
    this.mark = kept?.mark ?? "";
    return kept;
  }

  /** @param {Kept} kept @returns {import("./storage.js").Trouble} */
  put(kept) {
    return write(KEYS.game, kept);
  }

  /** Whether what is kept, if anything, is not the game on the table. */
  get isElsewhere() {
    return ["behind", "other", "gone", "newer"].includes(this.standing);
  }

  /**
   * Compare the game on the table with the one that is kept, without writing.
   * @returns {Standing}
   */
  look() {
    const found = this.found();
    const mark = found.is === "here" ? found.value.mark : "";
    if (found.is === "newer") this.standing = "newer";
    else if (mark !== this.mark) this.standing = found.is === "here" ? (found.value.id === this.id ? "behind" : "other") : "gone";
    else if (this.isElsewhere) this.standing = "";
    if (this.isElsewhere) this.text = "";
    return this.standing;
  }

  /**
   * Keep the next position of the game on the table, unless another tab was quicker.
   * @param {string} text @param {string} title @param {string} over @param {string} stands @returns {Standing}
   */
  keep(text, title, over = "", stands = "") {
    const found = this.found();
    if (found.is === "here" && found.value.text === text) {
      // An earlier edition has not said how the game stands; for other tabs the position is the same.
      const { over: wasOver = "", stands: stood = "" } = found.value;
      if ((over && !wasOver) || (stands && !stood)) this.put({ ...found.value, ...(over ? { over } : {}), ...(stands ? { stands } : {}) });
      return this.take(found.value);
    }
    this.look();
    if (this.isElsewhere) return this.standing;
    const failed = found.is === "damaged" ? setAside("game", found.text, "", found.why) : "";
    return failed ? (this.standing = failed) : this.write(text, title, over, stands);
  }

  /** The position on the table is the one that is kept. @param {Kept} kept @returns {Standing} */
  take({ id, mark, text }) {
    this.id = id;
    this.mark = mark;
    this.text = text;
    return (this.standing = "");
  }

  /** Whether the game that is kept finds no room to be set aside, so that no other may take its place. */
  get isStuck() {
    const found = this.found();
    if (found.is !== "here" || canBeOpened(found.value)) return false;
    const copied = asides().some(({ kind, text }) => kind === "game" && text === found.value.text);
    return !copied && trouble(JSON.stringify(found.value).length) === "full";
  }

  /**
   * Keep another game. The one that is kept is set aside first, unless it is over and can be opened again; so is
   * one that cannot be read.
   * @param {string} text @param {string} title @param {string} over @param {string} stands
   * @returns {Standing}
   */
  begin(text, title, over = "", stands = "") {
    const found = this.found();
    if (found.is === "newer") return (this.standing = "newer");
    if (found.is === "here" && found.value.text === text) return this.take(found.value);
    if (found.is === "damaged") {
      const failed = setAside("game", found.text, "", found.why);
      if (failed) return (this.standing = failed);
    }
    if (found.is === "here" && !canBeOpened(found.value)) {
      const failed = setAside("game", found.value.text, found.value.title, "", found.value.at || Date.now());
      if (failed) {
        this.text = "";
        // What stays is another game from now on, even if it was the one on the table.
        if (found.value.mark === this.mark) this.id = this.mark = "";
        return (this.standing = failed);
      }
    }
    this.id = name();
    return this.write(text, title, over, stands);
  }

  /** @param {string} text @param {string} title @param {string} over @param {string} stands @returns {Standing} */
  write(text, title, over, stands) {
    const mark = name();
    const id = this.id || name();
    this.standing = this.put({ id, mark, text, title, at: Date.now(), ...(over ? { over } : {}), ...(stands ? { stands } : {}) });
    if (this.standing) return this.standing;
    this.dropOld();
    this.id = id;
    this.mark = mark;
    this.text = text;
    return "";
  }

  /** Set aside what is kept, and keep nothing. @param {string} why @returns {import("./storage.js").Trouble} */
  setAside(why = "") {
    const found = this.found();
    if (found.is !== "here") return "";
    const { text, title, at } = found.value;
    const failed = setAside("game", text, title, why, at || Date.now());
    if (failed) return failed;
    drop(KEYS.game);
    this.dropOld();
    this.mark = "";
    return "";
  }
}
