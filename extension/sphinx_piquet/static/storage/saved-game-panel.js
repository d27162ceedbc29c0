// @ts-check
/**
 * How the table keeps its game: what it offers to resume, what it sets aside, and what it tells the
 * reader when the game is not kept, or when another tab was quicker.
 */

import { AsideList } from "./archive-list.js";
import { gameFile } from "./backup.js";
import { KeptGame, goOnWords } from "./saved-game.js";
import { download, find, isSure, makeButton, makeElement } from "../dom.js";
import { dropRecent, recentGames } from "./recent-games.js";
import { announce, drop, onChange, setAside } from "./storage.js";

/**
 * @typedef {Pick<import("../engine/messages.d.ts").TableAnswer, "game" | "title" | "over" | "stands">} Position
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
    this.place = place;
    this.store = new KeptGame();
    this.offered = find(place, ".pq-kept");
    this.note = find(place, ".pq-keeping");
    this.shown = "";
    /** A text that the engine or this page could not read, for saving as it is. */
    this.unread = "";
    this.list = new AsideList(find(place, ".pq-asides"), (one) => {
      if (!this.rescue()) this.show(UNSAVED);
      else void game.sitDown({ game: one.text }, (drawn) => this.begin(drawn, one.key));
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
    const [heading, title] = this.offered.querySelectorAll("p:first-child > *");
    /** @type {HTMLElement} */ (heading).hidden = Boolean(over);
    title.textContent = over || (kept?.title ?? "");
    find(this.offered, '[data-do="resume"]').textContent = over ? "Look at it again" : kept ? goOnWords(kept) : "";
    find(this.offered, "p:last-child > span").hidden = Boolean(over); // one that is over stays among the last games
    this.place.classList.toggle("pq-waits", this.isWaiting);
    this.list.show();
    this.show();
  }

  async resume() {
    const found = this.store.found();
    if (found.is === "here") await this.game.sitDown({ game: found.value.text }, (drawn) => this.goOn(drawn, found.value));
    else this.follow();
  }

  /** Go on with what is kept: only now that it is drawn does the game on the table give way. @param {Position} drawn @param {import("./saved-game.js").Kept} kept */
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

  /** The engine cannot open this game of the last ones again: set it aside. @param {string} text @param {string} reason */
  setRecentAside(text, reason) {
    this.unread = text;
    const said = `This game cannot be opened again: ${reason}.`;
    const [key, one] = Object.entries(recentGames()).find(([, { text: known }]) => known === text) ?? [];
    if (!key || !one) return said;
    const failed = setAside("game", text, one.title, reason, one.at) || dropRecent(key);
    this.list.show();
    announce();
    return `${said} ${failed ? "There is no room to set it aside, so it stays where it is." : "It is set aside."}`;
  }

  /** The unreadable text, as it is. */
  saveUnread() {
    download("piquet-game.txt", this.unread);
  }

  // -- during a game -----------------------------------------------------------------------------

  /** Keep the next position of the game. @param {Position} drawn */
  keep({ game, title, over, stands }) {
    this.store.keep(game, title, over, stands);
    this.show();
  }

  /**
   * Keep another game in place of the present one, which is set aside unless it can be opened again.
   * @param {Position} drawn @param {string} key of the copy that it came from
   */
  begin({ game, title, over, stands }, key = "") {
    if (!this.store.begin(game, title, over, stands) && key) drop(key);
    this.list.show();
    this.show();
  }

  /**
   * Tell whether another game may begin. If there is no room to set aside the one that is kept, say so, and offer to
   * play a game that is not kept.
   * @param {() => unknown} start begins the other game
   */
  mayBegin(start) {
    if (!this.store.isStuck) return true;
    const found = this.store.found();
    const save = makeButton("Save that game as a file", () => found.is === "here" && download("piquet-game.json", gameFile(found.value)));
    const unkept = makeButton("Play one that is not kept", () => start());
    this.show(`${NO_ROOM}. The game that is kept here cannot be set aside, so it stays, and no other has begun.`, [save, unkept]);
    return false;
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

  /** Say that the game on the table has to be saved as a file before another takes its place. */
  tellUnsaved() {
    this.show(UNSAVED);
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
    void this.resume();
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

  /** Say what state the kept game is in. @param {string} otherWords instead of those of the standing @param {HTMLButtonElement[]} otherButtons */
  show(otherWords = "", otherButtons = []) {
    const [standing, ways] = this.statement();
    const said = otherWords || standing;
    const buttons = otherButtons.length ? otherButtons : ways;
    if (said === this.shown) return;
    this.shown = said;
    this.note.hidden = !said;
    const words = makeElement("p", "", said);
    const bar = makeElement("p", "pq-action-bar");
    bar.append(...buttons);
    this.note.replaceChildren(words, ...(buttons.length ? [bar] : []));
    if (said && this.isSitting) this.note.scrollIntoView({ block: "nearest" });
  }

  /** How it stands with what is kept, in words, and what can be done about it. @returns {[string, HTMLButtonElement[]]} */
  statement() {
    const { standing, text } = this.store;
    const { drawn } = this.game;
    const sitting = this.isSitting && drawn !== null;
    const save = sitting ? [makeButton("Save the game as a file", () => this.saveGame())] : [];
    const mine = (/** @type {string} */ words) => makeButton(words, () => this.game.drawn && this.begin(this.game.drawn));
    const there = (/** @type {string} */ words) => makeButton(words, () => this.takeOver());
    switch (standing) {
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

  /** Add that a kept game could not be read, and where it is now. @param {string} said @returns {[string, HTMLButtonElement[]]} */
  withDamage(said) {
    const { lost } = this.store;
    if (!lost) return [said, []];
    if (lost === "aside") return [`The game that was kept here could not be read. It is set aside. ${said}`.trim(), []];
    const raw = makeButton("Save it as a file", () => {
      const found = this.store.found();
      if (found.is === "damaged") download("piquet-game.txt", found.text);
    });
    return [`The game that was kept here cannot be read, and there is no room to set it aside. It stays where it is. ${said}`.trim(), [raw]];
  }

  saveGame() {
    const { drawn } = this.game;
    if (drawn) download("piquet-game.json", gameFile({ text: drawn.game, title: drawn.title }));
  }
}
