// @ts-check
/**
 * Challenges: the same deals for several players, each alone. The engine reads and writes them and compares the
 * players. This module keeps the finished games, and sends the reader from one deal to the next.
 */

import { writeAddress } from "../address-bar.js";
import { asSentence, confirmTap, find, makeButton, makeElement, spokenText } from "../dom.js";
import { Refusal, ask, askLong } from "../engine/engine-client.js";
import { askWithStatus } from "../engine/engine-status.js";
import { linkRecords } from "../replay-address.js";
import { keptChallenges, removeChallenge, updateChallenge } from "../storage/challenges.js";
import { readSettings } from "../storage/settings.js";
import { REASONS, countOf, notifyChange, onChange } from "../storage/store.js";
import { setMarkup } from "../trusted-markup.js";
import { showLink } from "./share-link.js";

const HASH = "#challenge=";
const LONGEST = 4100; // characters of a link's hash; the engine reads fewer
const LONG = 5; // seconds between messages about a slow request, since each is read aloud

/**
 * @typedef {import("../engine/messages.d.ts").TableAnswer} TableAnswer
 * @typedef {import("../engine/messages.d.ts").ChallengeAnswer} ChallengeAnswer
 * @typedef {import("../engine/messages.d.ts").ChallengeResult} ChallengeResult
 * @typedef {import("../storage/challenges.js").Challenge} Challenge
 * @typedef {Challenge & {id: string}} Entry
 */

/** Return the challenge in an address or in a line that was sent, or "". @param {string} text */
function challengeIn(text) {
  const place = text.lastIndexOf(HASH);
  return place < 0 ? "" : text.slice(place + HASH.length).split(/\s/)[0].slice(0, LONGEST);
}

/** @param {Challenge} one */
function isFinished({ done, games }) {
  return done.length === games.length;
}

class ChallengePage {
  /** @param {HTMLElement} place @param {HTMLElement} table */
  constructor(place, table) {
    this.place = place;
    this.table = table;
    this.notice = find(place, ".pq-challenge-notice");
    this.liveRegion = find(place, '.pq-sr[role="status"]');
    this.form = /** @type {HTMLFormElement} */ (find(place, "form"));
    this.words = find(place, ".pq-challenge-words");
    this.differs = find(place, ".pq-challenge-differs");
    this.count = /** @type {HTMLSelectElement} */ (find(place, '[name="count"]'));
    this.name = /** @type {HTMLInputElement} */ (find(place, '[name="name"]'));
    this.play = /** @type {HTMLButtonElement} */ (find(this.form, ".pq-primary"));
    this.result = find(place, ".pq-challenge-result");
    this.share = find(place, ".pq-challenge-share");
    this.list = find(place, ".pq-challenges ul");
    const pasted = /** @type {HTMLFormElement} */ (find(place, ".pq-paste"));
    /** The challenge of the form; null for a new one. @type {Entry | null} */
    this.entry = null;
    /** A finished game from which to make a challenge, or "". */
    this.finished = "";
    /** The challenge that is compared: its text and the reader's name. */
    this.compared = { challenge: "", you: "" };
    /** The last position on the table. @type {TableAnswer | null} */
    this.drawn = null;
    place.hidden = false;
    for (const button of this.offers()) button.hidden = false;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.begin();
    });
    pasted.addEventListener("submit", (event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ (find(pasted, "input"));
      void this.open(challengeIn(field.value) || field.value);
    });
    this.result.addEventListener("click", ({ target }) => {
      const button = /** @type {HTMLElement} */ (target).closest('[data-do="parting-cost"]');
      if (button) void this.showCost(/** @type {HTMLElement} */ (button));
    });
    table.addEventListener("click", ({ target }) => {
      if (/** @type {HTMLElement} */ (target).closest('[data-do="challenge"]')) this.offerNew();
    });
    table.addEventListener("change", () => this.showTerms());
    table.addEventListener("drawn", (event) => this.handleDrawn(/** @type {CustomEvent<TableAnswer>} */ (event).detail));
    table.addEventListener("left", () => delete table.dataset.fair);
    window.addEventListener("hashchange", () => this.readAddress());
    onChange(() => this.update());
    this.show(null);
    this.update();
    this.readAddress();
  }

  /** The buttons of the table that lead here. @returns {NodeListOf<HTMLElement>} */
  offers() {
    return this.table.querySelectorAll('[data-do="challenge"]');
  }

  /** Open the challenge in the address. */
  readAddress() {
    if (!location.hash.startsWith(HASH)) return;
    (this.place.closest("section") ?? this.place).scrollIntoView({ block: "start" }); // with its heading
    void this.open(challengeIn(location.hash));
  }

  /** @param {string} text @param {string} [reason] the engine's, if it has refused something */
  setNotice(text, reason = "") {
    this.notice.hidden = !text && !reason;
    this.notice.textContent = reason ? asSentence(reason) : text;
  }

  // -- what is kept --------------------------------------------------------------------------------

  /** List the kept challenges. */
  update() {
    const kept = Object.entries(keptChallenges());
    const rows = kept.map(([id, one]) => {
      const row = makeElement("li");
      const state = one.joined ? `played by ${one.names.join(", ")}` : `${one.done.length} of ${countOf(one.games.length, "game")} played`;
      const open = makeButton(one.joined ? "Open" : "Go on", () => void this.reopen(id));
      const remove = makeButton("Remove", () => {
        if (confirmTap(remove, "Remove it for good?")) this.report(removeChallenge(id));
      });
      for (const button of [open, remove]) button.setAttribute("aria-label", `${button.textContent}: ${one.title}`);
      const ways = makeElement("span", "pq-quiet");
      ways.append(open, " ", remove);
      row.append(`${one.title}: ${state} `, ways);
      return row;
    });
    this.list.replaceChildren(...rows);
  }

  /** Report a value that is not saved, and update all lists. @param {import("../storage/store.js").UpdateError} why */
  report(why) {
    if (why) this.setNotice(`The challenge is not kept: ${REASONS[why]}.`);
    notifyChange();
  }

  /** @param {string} id @returns {Entry | null} */
  kept(id) {
    const one = keptChallenges()[id];
    return one ? { ...one, id } : null;
  }

  // -- the form ------------------------------------------------------------------------------------

  /** Show a challenge in the form, or the choices of a new one. @param {Entry | null} entry @param {string} notices */
  show(entry, notices = "") {
    this.entry = entry;
    this.finished = "";
    this.form.hidden = false;
    this.result.replaceChildren();
    this.share.replaceChildren();
    setMarkup(this.differs, notices);
    this.name.value ||= entry?.name || (readSettings().name ?? "");
    this.showTerms();
  }

  /** Show what the button of the form begins. */
  showTerms() {
    const { entry } = this;
    find(this.form, ".pq-challenge-count").hidden = Boolean(entry || this.finished);
    if (this.finished) {
      this.words.textContent = "What you have just played becomes a challenge.";
      this.play.textContent = "Make the link";
    } else if (entry) {
      this.words.textContent = entry.words;
      const next = entry.done.length + 1;
      const of = entry.games.length > 1 ? ` deal ${next}` : "";
      this.play.textContent = isFinished(entry) ? (entry.challenge ? "Compare" : "Make the link") : entry.current || next > 1 ? `Go on:${of || " your game"}` : `Play${of}`;
    } else {
      const { textContent } = find(this.table, ".pq-agreed");
      this.words.textContent = `You play what is chosen at the table: ${textContent}.`;
      const form = /** @type {HTMLSelectElement} */ (find(this.table, 'select[name="form"]')).value;
      this.count.disabled = form !== "deal";
      this.play.textContent = "Play first";
    }
  }

  /** Offer a new challenge, from the finished game on the table if there is one. */
  offerNew() {
    const finished = this.drawn?.over && find(this.table, ".pq-live-table").hidden === false ? this.drawn.game : "";
    this.setNotice("");
    this.show(null);
    this.finished = finished;
    this.showTerms();
    (this.place.closest("section") ?? this.place).scrollIntoView({ block: "start" });
    (this.name.value ? this.play : this.name).focus({ preventScroll: true });
  }

  /** Begin or go on with the challenge of the form, or make one of the finished game. */
  async begin() {
    this.setNotice("");
    const name = this.name.value.trim();
    if (this.finished) {
      await this.join({ games: [this.finished], name });
      return;
    }
    let { entry } = this;
    if (entry && isFinished(entry)) {
      await this.finish({ ...entry, name });
      return;
    }
    if (!entry) entry = await this.newEntry(name);
    // The engine refuses a name that is not possible, or that another player has.
    else if (entry.challenge && !(await this.ask("open-challenge", { challenge: entry.challenge, name }, () => this.begin()))) return;
    if (!entry) return;
    const { id, ...one } = { ...entry, name };
    this.report(updateChallenge(id, (kept) => ({ ...one, ...(kept ? { done: kept.done, current: kept.current } : {}) })));
    this.seat(this.kept(id) ?? { ...entry, name });
  }

  /** Lay out a new challenge on the terms of the table. @param {string} name @returns {Promise<Entry | null>} */
  async newEntry(name) {
    /** @type {Record<string, unknown>} */
    let terms = {};
    this.table.dispatchEvent(new CustomEvent("agree", { detail: (/** @type {Record<string, unknown>} */ chosen) => (terms = chosen) }));
    const { rules, form, seat, seed, opponent } = terms;
    const count = form === "deal" ? Number(this.count.value) : 1;
    /** @type {ChallengeAnswer | null} */
    const laid = await this.ask("new-challenge", { rules, form, seat, seed, opponent, count, name }, () => this.begin());
    return laid && this.entryOf(laid, name);
  }

  /** @param {ChallengeAnswer} answer @param {string} name @returns {Entry} */
  entryOf({ id, challenge, title, words, names, games, seed }, name) {
    const terms = games.map((one) => ({ ...one, opponent: one.opponent ?? "" }));
    return { id, challenge, title, words, names, seed, games: terms, name, done: [], current: "", joined: false, at: 0 };
  }

  /** Seat the reader at the table for the next game of a challenge. @param {Entry} entry */
  seat(entry) {
    this.entry = entry;
    this.showTerms();
    const game = entry.current ? { game: entry.current } : { ...entry.games[entry.done.length], name: entry.name };
    this.table.dataset.fair = ""; // before the first position is drawn
    this.table.dispatchEvent(new CustomEvent("seat", { detail: game }));
  }

  // -- opening -------------------------------------------------------------------------------------

  /** Open a challenge. One that the reader has begun goes on, with the players of both copies. @param {string} text */
  async open(text) {
    this.setNotice("");
    this.form.hidden = true; // it would offer another challenge meanwhile
    const again = () => this.open(text);
    const known = { editions: JSON.parse(this.place.dataset.editions ?? "[]"), frozen: this.place.dataset.frozen ?? "" };
    /** @type {ChallengeAnswer | null} */
    let found = await this.ask("open-challenge", { challenge: text, ...known }, again);
    const kept = found && this.kept(found.id);
    if (kept?.challenge) found = await this.ask("open-challenge", { challenge: text, kept: kept.challenge, ...known }, again);
    this.form.hidden = false;
    if (!found) return;
    const entry = this.entryOf(found, kept?.name ?? "");
    if (kept) {
      const { challenge, title, words, names, notices } = found;
      this.report(updateChallenge(found.id, (one) => (one ? { ...one, challenge, title, words, names } : null)));
      this.show(this.kept(found.id) ?? entry, notices);
      if (kept.joined) await this.compare({ challenge, you: kept.name });
    } else this.show(entry, found.notices);
    this.liveRegion.textContent = this.words.textContent;
  }

  /** Open a kept challenge again. @param {string} id */
  async reopen(id) {
    const entry = this.kept(id);
    if (!entry) return;
    this.setNotice("");
    this.show(entry);
    if (entry.joined) await this.compare({ challenge: entry.challenge, you: entry.name });
    else this.play.focus();
  }

  // -- at the table --------------------------------------------------------------------------------

  /** Keep the game on the table if it belongs to a challenge. @param {TableAnswer} drawn */
  handleDrawn(drawn) {
    this.drawn = drawn;
    const entry = this.entryAtTable(drawn);
    for (const button of this.offers()) button.hidden = Boolean(entry);
    if (!entry) {
      delete this.table.dataset.fair;
      return;
    }
    const number = entry.done.length + 1;
    const of = entry.games.length > 1 ? `, deal ${number} of ${entry.games.length}` : "";
    const line = find(this.table, ".pq-terms");
    line.prepend(makeElement("b", "", `A challenge${of}: no hints, and nothing is taken back.`), " ");
    this.table.dataset.fair = "";
    const { id, ...known } = entry;
    /** @type {Challenge} */
    let now = known;
    const why = updateChallenge(id, (kept) => {
      if (kept && kept.done.length >= number) return null; // another tab was first
      const { done } = (now = kept ?? known);
      return (now = { ...now, ...(drawn.over ? { done: [...done, drawn.game], current: "" } : { current: drawn.game }) });
    });
    this.entry = { ...now, id };
    if (!drawn.over && !why) return;
    this.report(why);
    this.showTerms();
    if (drawn.over) this.offerNext(this.entry);
  }

  /** Return the challenge whose next game is on the table, or null. @param {TableAnswer} drawn @returns {Entry | null} */
  entryAtTable({ terms }) {
    const unkept = this.entry && !this.kept(this.entry.id) ? [this.entry] : []; // if the browser keeps nothing
    for (const one of [...Object.keys(keptChallenges()).flatMap((id) => this.kept(id) ?? []), ...unkept]) {
      const next = one.games[one.done.length];
      if (!one.joined && next && Object.entries(next).every(([key, value]) => ({ opponent: this.place.dataset.opponent, ...terms })[key] === value)) return one;
    }
    return null;
  }

  /** Offer the next deal of a challenge, or the comparison, in place of another game. @param {Entry} entry */
  offerNext(entry) {
    const bar = this.table.querySelector(".pq-ended .pq-action-bar");
    if (!bar) return;
    const last = entry.challenge ? "See who won" : "Make the link";
    const act = () => (isFinished(entry) ? void this.finish(entry) : this.seat(entry));
    const next = makeButton(isFinished(entry) ? last : `Play deal ${entry.done.length + 1} of the challenge`, act, "pq-button pq-primary");
    next.dataset.next = "";
    for (const other of bar.querySelectorAll('[data-do="again"]')) other.remove();
    bar.prepend(next, " ");
  }

  // -- afterwards ----------------------------------------------------------------------------------

  /** Add the reader's finished games to a challenge, and compare. @param {Entry} entry */
  async finish({ id, done, challenge, seed, name }) {
    this.setNotice("");
    await this.join({ games: done, name, ...(challenge ? { challenge } : { seed }) }, id);
  }

  /** @param {{games: string[], name: string, challenge?: string, seed?: string}} args @param {string} id of the kept challenge, if there is one */
  async join(args, id = "") {
    /** @type {ChallengeResult | null} */
    const made = await this.ask("join-challenge", { ...args, ...this.addresses }, () => this.join(args, id));
    if (!made) {
      this.showForm();
      return;
    }
    const { challenge, title, names, words, games } = made;
    const { name, games: done } = args;
    const terms = games.map((one) => ({ ...one, opponent: one.opponent ?? "" }));
    this.report(
      updateChallenge(made.id, (kept) => ({
        ...(kept ?? { words, games: terms, seed: "", at: 0 }),
        ...{ challenge, title, names, name, done, current: "", joined: true },
      })),
    );
    this.entry = this.kept(made.id);
    this.finished = "";
    this.showResult(made, name, names.length > 1 ? "Send it back" : "Send it to a friend");
  }

  /** @param {{challenge: string, you: string}} args */
  async compare(args) {
    const found = await this.ask("compare-challenge", { ...args, ...this.addresses }, () => this.compare(args));
    if (found) this.showResult(found, args.you);
  }

  /** The addresses in a comparison. */
  get addresses() {
    return { address: location.href.split(/[?#]/)[0], deals: this.place.dataset.deals ?? "" };
  }

  /** Show who won, and the link to send. @param {ChallengeResult} found @param {string} you @param {string} [heading] above the link */
  showResult(found, you, heading = "Send it to a friend") {
    this.compared = { challenge: found.challenge, you };
    setMarkup(this.result, found.html);
    linkRecords(this.result);
    this.form.hidden = true;
    this.share.replaceChildren(makeElement("h3", "", heading));
    const ways = makeElement("div");
    this.share.append(ways);
    showLink(ways, found.line, found.link, this.place.dataset.qr ?? "");
    this.share.append(makeButton("A new challenge", () => this.offerNew(), "pq-quiet"));
    writeAddress(`${HASH}${found.challenge}`);
    this.result.scrollIntoView({ block: "start" });
    this.result.focus({ preventScroll: true });
    const first = this.result.querySelector("p");
    this.liveRegion.textContent = first ? spokenText(first) : "";
  }

  /** Show the form again, for another name. */
  showForm() {
    this.form.hidden = false;
    this.showTerms();
    (this.place.closest("section") ?? this.place).scrollIntoView({ block: "start" });
    this.name.focus({ preventScroll: true });
  }

  /** Show what both choices cost where the players parted. @param {HTMLElement} button */
  async showCost(button) {
    const place = find(/** @type {HTMLElement} */ (button.closest("li")), ".pq-parting-cost");
    const { deal = "", other = "" } = button.dataset;
    const stopping = new AbortController();
    const words = "Both choices are judged …";
    const told = makeElement("p", "", words);
    told.setAttribute("role", "status");
    const bar = document.createElement("progress");
    bar.setAttribute("aria-label", words);
    place.replaceChildren(told, bar, makeButton("Stop", () => stopping.abort()));
    button.hidden = true;
    const onProgress = (/** @type {number} */ seconds) => {
      if (seconds && seconds % LONG === 0) told.textContent = `${words} ${seconds} seconds so far.`;
    };
    const found = await this.ask("cost-of-parting", { ...this.compared, other, deal: Number(deal) }, () => this.showCost(button), { signal: stopping.signal, onProgress });
    button.hidden = Boolean(found);
    const isInside = place.contains(document.activeElement);
    if (found) setMarkup(place, found.html);
    else place.replaceChildren();
    if (isInside && !found) button.focus({ preventScroll: true });
    if (found) this.liveRegion.textContent = spokenText(place);
  }

  /**
   * @param {string} op @param {Record<string, unknown>} args @param {() => unknown} again
   * @param {import("../engine/engine-client.js").Wish} [long] for a long task, which does not block the table
   * @returns {Promise<any>}
   */
  async ask(op, args, again, long) {
    const { dataset } = this.place;
    try {
      const question = () => (long ? askLong(dataset, op, args, long) : ask(dataset, op, args));
      return await askWithStatus(find(this.place, ".pq-challenge-status"), dataset, question, { what: op, again, stands: "What is kept stays.", isLong: Boolean(long) });
    } catch (error) {
      if (error instanceof Refusal) this.setNotice("", error.reason);
      return null;
    }
  }
}

const place = document.querySelector(".pq-challenge");
const table = document.querySelector(".pq-game");
if (place && table) new ChallengePage(/** @type {HTMLElement} */ (place), /** @type {HTMLElement} */ (table));
