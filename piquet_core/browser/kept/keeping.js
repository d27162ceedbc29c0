// @ts-check
/**
 * How the table keeps its game: what it offers to resume, what it sets aside, and what it tells the
 * reader when the game is not kept, or when another tab was quicker.
 */

import { AsideList } from "./aside.js";
import { gameFile } from "./bundle.js";
import { KeptGame } from "./keptgame.js";
import { download, find, isSure, makeButton, makeElement } from "../page.js";
import { drop, onChange, setAside } from "./storage.js";

/**
 * @typedef {{game: string, title: string, over: string}} Position
 * @typedef {object} Game the part of a game that is used here
 * @property {Position | null} drawn
 * @property {HTMLElement} table
 * @property {boolean} busy
 * @property {(terms: Record<string, unknown>, keep: (drawn: Position) => void) => Promise<void>} sitDown
 * @property {() => void} offer
 */

/** What a button says that leaves a game for which there is no room. */
export const LEAVE = "Leave it unkept";

const LAST = "lasts only as long as this page is open";
const KEEPS_NOTHING = "This browser keeps nothing for this site";
const NO_ROOM = "This browser has no room left for this site";
const UNSAVED = `${NO_ROOM}: save this game as a file first.`;

export class Keeping {
  /** @param {HTMLElement} place @param {Game} game */
  constructor(place, game) {
    this.game = game;
    this.store = new KeptGame();
    this.offered = find(place, ".pq-kept");
    this.note = find(place, ".pq-keeping");
    this.shown = "";
    /** A text that the engine or this page could not read, for saving as it is. */
    this.unread = "";
    this.list = new AsideList(find(place, ".pq-asides"), (one) => {
      if (!this.rescue()) this.show(UNSAVED);
      else void game.sitDown({ game: one.text }, (drawn) => this.keepInstead(drawn, one.key));
    });
    onChange(() => this.follow());
  }

  get isSitting() {
    return !this.game.table.hidden;
  }

  // -- before and after a game -------------------------------------------------------------------

  /** Offer whatever can be resumed. */
  offer() {
    const kept = this.store.offer();
    this.offered.hidden = !kept;
    const over = kept?.over ?? "";
    find(this.offered, "b").hidden = Boolean(over);
    find(this.offered, "span").textContent = over || (kept?.title ?? "");
    const [goOn, look] = this.offered.querySelectorAll('[data-do="resume"] > span');
    /** @type {HTMLElement} */ (goOn).hidden = Boolean(over);
    /** @type {HTMLElement} */ (look).hidden = !over;
    this.list.show();
    this.show();
  }

  resume() {
    const found = this.store.found();
    if (found.is === "here") void this.game.sitDown({ game: found.value.text }, (drawn) => this.goOn(drawn, found.value));
    else this.follow();
  }

  /** Go on with what is kept: only now that it is drawn does the game on the table give way. @param {Position} drawn @param {import("./keptgame.js").Kept} kept */
  goOn(drawn, kept) {
    this.store.take(kept);
    this.keep(drawn);
  }

  setAside() {
    if (this.store.setAside()) this.show(`${NO_ROOM}, so the game stays where it is.`);
    else this.offer();
  }

  /** The engine cannot continue this text: set it aside, if it is the one that was kept. @param {string} text @param {string} reason */
  setUnreadAside(text, reason) {
    this.unread = text;
    const found = this.store.found();
    if (found.is !== "here" || found.value.text !== text) return `This game cannot be played on: ${reason}. It stays where it is.`;
    const said = `The game that was kept here cannot be played on: ${reason}.`;
    return this.store.setAside(reason) ? `${said} There is no room to set it aside, so it stays where it is.` : `${said} It is set aside.`;
  }

  /** The unreadable text, as it is. */
  saveUnread() {
    download("piquet-game.txt", this.unread);
  }

  // -- during a game -----------------------------------------------------------------------------

  /** Keep the next position of the game. @param {Position} drawn */
  keep({ game, title, over }) {
    this.store.keep(game, title, over);
    this.show();
  }

  /** Keep a new game. @param {Position} drawn */
  begin({ game, title, over }) {
    this.store.begin(game, title, true, over);
    this.show();
  }

  /** Keep a game in place of the present one, which is set aside. @param {Position} drawn @param {string} key of the copy that it came from */
  keepInstead({ game, title, over }, key = "") {
    if (!this.store.begin(game, title, false, over) && key) drop(key);
    this.list.show();
    this.show();
  }

  /** Whether a game is kept that waits to be played on; one that is over may give way at once. */
  get isWaiting() {
    const found = this.store.found();
    return !this.offered.hidden && !(found.is === "here" && found.value.over);
  }

  /** Whether leaving the table would lose its game. */
  get isUnkept() {
    const { drawn } = this.game;
    const elsewhere = ["behind", "other", "gone"].includes(this.store.standing);
    return this.isSitting && drawn !== null && (elsewhere || drawn.game !== this.store.text);
  }

  /** Set aside a position that is not kept otherwise; false if there is no room. */
  rescue() {
    const { drawn } = this.game;
    if (!this.isUnkept || !drawn) return true;
    const stands = !setAside("game", drawn.game, drawn.title);
    this.list.show();
    return stands;
  }

  /** Go to what another tab has kept; a game that finds no room is left only on purpose. */
  takeOver() {
    if (!this.rescue()) {
      this.show(UNSAVED);
      if (!isSure(find(this.note, "button"), LEAVE)) return;
    }
    this.resume();
  }

  /** Another page has kept something, or this page comes back. */
  follow() {
    if (this.isSitting) {
      this.store.look();
      this.list.show();
      this.show();
    } else if (!this.game.busy) this.game.offer();
  }

  // -- what is said ------------------------------------------------------------------------------

  /** Say what state the kept game is in. @param {string} otherWords instead of those of the standing */
  show(otherWords = "") {
    const [standing, buttons] = this.statement();
    const said = otherWords || standing;
    if (said === this.shown) return;
    this.shown = said;
    this.note.hidden = !said;
    const words = makeElement("p", "", said);
    const bar = makeElement("p", "pq-ownbar");
    bar.append(...buttons);
    this.note.replaceChildren(words, ...(buttons.length ? [bar] : []));
    if (said && this.isSitting) this.note.scrollIntoView({ block: "nearest" });
  }

  /** How it stands with what is kept, in words, and what can be done about it. @returns {[string, HTMLButtonElement[]]} */
  statement() {
    const { standing, lost, text } = this.store;
    const { drawn } = this.game;
    const sitting = this.isSitting && drawn !== null;
    const save = sitting ? [makeButton("Save the game as a file", () => this.saveGame())] : [];
    const mine = (/** @type {string} */ words) => makeButton(words, () => this.game.drawn && this.keepInstead(this.game.drawn));
    const there = (/** @type {string} */ words) => makeButton(words, () => this.takeOver());
    switch (standing) {
      case "forbidden":
        return [sitting ? `${KEEPS_NOTHING}: this game ${LAST}.` : `${KEEPS_NOTHING}: a game ${LAST}.`, save];
      case "full":
        if (!sitting) return [`${NO_ROOM}: a game ${LAST}, unless you save it as a file.`, save];
        return [`${NO_ROOM}: this game is not kept${text ? " any more, only an earlier position" : ""}.`, save];
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
    if (sitting || !lost) return ["", []];
    if (lost === "aside") return ["The game that was kept here could not be read. It is set aside.", []];
    const raw = makeButton("Save it as a file", () => {
      const found = this.store.found();
      if (found.is === "damaged") download("piquet-game.txt", found.text);
    });
    return ["The game that was kept here cannot be read, and there is no room to set it aside. It stays where it is.", [raw]];
  }

  saveGame() {
    const { drawn } = this.game;
    if (drawn) download("piquet-game.json", gameFile({ text: drawn.game, title: drawn.title }));
  }
}
