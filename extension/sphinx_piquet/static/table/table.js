// @ts-check
/**
 * The table: a game against an opponent. The engine draws what the reader may see and determines the possible
 * moves. This module sends the moves, and saves the game as the engine's text in the browser.
 */

import { currentAddress, flushAddress, writeAddress } from "../address-bar.js";
import { explainRefusal, firstChoice, moveControlsToHand, pickedMove, updatePickCount } from "../replay/decision-choices.js";
import { enableDragging, returnCards } from "../replay/stage/drag.js";
import { reviewDecisions } from "../replay/decision-review.js";
import { preloadWhenIdle } from "../engine/preload.js";
import { Refusal, ask, askLong } from "../engine/engine-client.js";
import { LEAVE, SavedGamePanel } from "../storage/saved-game-panel.js";
import { askWithStatus, clearFailedQuestions } from "../engine/engine-status.js";
import { setMarkup } from "../trusted-markup.js";
import { download, find, confirmTap, makeButton, spokenText } from "../dom.js";
import { Replay } from "../replay/replay.js";
import { ignoreSecondTap, pressedAt } from "../double-tap.js";
import { Hint } from "./hint.js";
import { TableSettings } from "./table-settings.js";
import { Statistics } from "../storage/statistics.js";
import { Level } from "./level.js";
import { Coach, TIPS } from "./coach.js";
import { recordRating } from "../practice/record-rating.js";
import { REASONS, archivedCopies } from "../storage/store.js";
import { GameOptions, addressOf } from "./game-options.js";
import { pressHandKey } from "./hand-keys.js";
import { TableEffects } from "./table-effects.js";
import { TrickPlayback } from "./trick-playback.js";

/** The keyboard shortcuts of the table. @type {Record<string, string>} */
const KEYS = { h: "hint", u: "undo", t: "last" };

/** The actions that are off in a challenge. */
const HELP = ["hint", "choose", "undo"];

/** The requests that play cards. */
const MOVES = ["move", "claim-rest", "concede-rest"];

/** Milliseconds after the cards were covered in which taps are ignored; longer than a double tap. */
const COVER_DELAY = 600;

/**
 * @typedef {{game: string, deal: number}} Look a finished deal to look at: the saved game, and the number of the deal; 0 is the last
 *
 * @typedef {import("../engine/messages.d.ts").TableAnswer} TableAnswer
 */

class Game {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.form = /** @type {HTMLFormElement} */ (find(place, "form"));
    this.notice = find(place, ".pq-notice");
    this.options = new GameOptions(this.form);
    this.choices = find(this.form, "details");
    this.startBar = find(this.form, ".pq-begin");
    this.startButton = find(this.startBar, ".pq-primary");
    this.startStatus = find(this.form, ".pq-booting");
    this.table = find(place, ".pq-live-table");
    /** The controls for the reader's decision: the cards on the felt, and the question on the sheet. */
    this.prompt = find(place, ".pq-prompt");
    this.board = find(this.prompt, ".pq-board");
    this.question = find(this.prompt, ".pq-question");
    this.statusLine = find(place, ".pq-status-line");
    this.liveRegion = find(place, ".pq-live");
    this.hint = new Hint(find(place, ".pq-hint"), this.prompt, this.liveRegion);
    this.review = find(place, ".pq-review");
    /** @type {Replay | null} the replay of a finished deal */
    this.replay = null;
    /** The game from which a moment is being played again, or "". */
    this.gameBefore = "";
    /** The deal in the replay. @type {Look} */
    this.openDeal = { game: "", deal: 0 };
    /** @type {TableAnswer | null} */
    this.drawn = null;
    const effects = new TableEffects();
    this.tricks = new TrickPlayback(this.table, this.board, (key) => this.perform(KEYS[key.toLowerCase()] ?? ""), effects);
    this.level = new Level(this.question, this.liveRegion);
    this.coach = new Coach(this.startBar);
    this.settings = new TableSettings(find(place, ".pq-settings"), this.statusLine, this.tricks, effects, (tips) => this.changeTips(tips));
    this.savedGame = new SavedGamePanel(place, this);
    /** When the cards were last covered for the other player at this device. */
    this.coveredSince = -COVER_DELAY;
    /** The scroll position before a finished deal was opened. */
    this.scrollBefore = 0;
    /** @type {HTMLElement | null} the control that had the focus before */
    this.opener = null;
    // Listens to every drawn position.
    new Statistics(place, (game, deal) => this.openReview({ game, deal }));
    this.busy = false;
    place.hidden = false;
    this.showOffers();
    this.options.load();
    this.addListeners();
    const look = reviewOfState(history.state);
    // A link of the first page starts a game at once, unless an unfinished one is saved.
    if (location.hash === "#play-now" && !this.savedGame.isWaiting) this.form.requestSubmit();
    else if (location.hash === "#go-on" && this.savedGame.isWaiting) this.savedGame.resume();
    else if (look) void this.reopen(look);
    else preloadWhenIdle(place.dataset);
  }

  addListeners() {
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.beginGame();
    });
    this.place.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement | null} */ (
        /** @type {HTMLElement} */ (event.target).closest("[data-do], .pq-prompt [data-move], .pq-prompt [data-act]")
      );
      if (!button) return;
      if (button.dataset.do === "again") void this.playAgain(button);
      else if (button.dataset.do === "retry") void this.playMoment(this.lastDeal, button.dataset.step ?? "");
      else if (button.dataset.do === "rung") void this.playRung(button.dataset.opponent ?? "");
      else if (button.dataset.do === "look") void this.openReview(this.lastDeal, button.dataset.step);
      else if (button.dataset.do === "better") void this.openReview(this.lastDeal, "", button.dataset.variation);
      else if (button.dataset.do) this.perform(button.dataset.do, Number(button.dataset.deal ?? 0), pressedAt(event));
      else if (button.dataset.act === "lay") this.submitPicked();
      else this.handlePick(button);
    });
    this.prompt.addEventListener("change", () => updatePickCount(this.prompt));
    enableDragging(this.prompt);
    this.place.addEventListener("seat", (event) => void this.startRequestedGame(/** @type {CustomEvent} */ (event).detail));
    this.place.addEventListener("agree", (event) => /** @type {CustomEvent} */ (event).detail(this.options.requestTerms));
    this.review.addEventListener("pq-reviewed", () => void this.recordRating(this.openDeal));
    window.addEventListener("popstate", ({ state }) => this.followHistory(reviewOfState(state)));
    this.table.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (pressHandKey(this.prompt, event) || this.perform(KEYS[event.key.toLowerCase()] ?? "")) event.preventDefault();
    });
  }

  /**
   * Perform the action of a button, and return whether there is one.
   * @param {string} act @param {number} deal the number of the deal; 0 is the last
   * @param {number} pressed when the button or the key was pressed
   */
  perform(act, deal = 0, pressed = performance.now()) {
    /** @type {Record<string, () => unknown>} */
    const acts = {
      resume: () => this.savedGame.resume(),
      aside: () => this.savedGame.archive(),
      hint: () => this.showHint(),
      choose: () => this.hint.pickCards(),
      claim: () => this.requestChange("claim-rest", {}),
      concede: () => this.requestChange("concede-rest", {}),
      uncover: () => pressed - this.coveredSince >= COVER_DELAY && this.requestChange("uncover", {}),
      undo: () => this.drawn?.undo && this.requestChange("undo", {}),
      next: () => this.requestChange("next-deal", {}),
      partie: () => this.beginPartie(),
      review: () => this.openReview({ ...this.lastDeal, deal }),
      costs: () => this.showCosts(),
      record: () => this.downloadRecord(),
      link: () => this.copyLink(),
      last: () => this.toggleLastTricks(),
      settings: () => this.settings.open(),
      back: () => this.returnToGame(),
      leave: () => this.leave(act),
      new: () => this.leave(act),
      stay: () => this.level.stay(),
      known: () => this.beginUntaught(),
      untaught: () => this.endTips(),
    };
    if (!acts[act] || ("fair" in this.place.dataset && HELP.includes(act))) return false;
    this.tricks.finish();
    void acts[act]();
    return true;
  }

  // -- the terms ---------------------------------------------------------------------------------

  /** Offer the saved game and the options of a new one. */
  showOffers() {
    this.savedGame.offer();
    this.form.hidden = false;
    this.coach.offer(this.savedGame.isWaiting);
    this.options.update();
  }

  /** Begin a game with the options of the form. @param {boolean} isUnkept whether to play without saving */
  beginGame(isUnkept = false) {
    if (this.busy || !(isUnkept || this.savedGame.mayBegin(() => this.beginGame(true)))) return;
    const terms = this.options.requestTerms;
    void this.startGame(terms, (drawn) => {
      this.savedGame.replace(drawn);
      this.options.save(terms);
    });
  }

  /** Begin a partie by the usual rule set, with the other options of the form. */
  beginPartie() {
    this.options.choosePartie(find(this.startBar, '[data-do="partie"]').dataset.rules ?? "");
    this.beginGame();
  }

  /** Begin a game without tips. */
  beginUntaught() {
    this.coach.choose(TIPS.never);
    this.beginGame();
  }

  /** End the tips at the request of a reader who knows the game. */
  endTips() {
    this.coach.choose(TIPS.never);
    this.changeTips(TIPS.never);
    this.focusNext();
  }

  /** Show or hide the tips after a change of the setting. @param {string} tips */
  changeTips(tips) {
    this.coach.chosen = tips;
    this.question.querySelector(".pq-coach")?.remove();
    if (!this.drawn) return;
    const shown = document.createElement("div");
    setMarkup(shown, this.coach.markup(this.drawn));
    this.question.prepend(...shown.children);
  }

  /** @param {Record<string, unknown>} terms @param {(drawn: TableAnswer) => void} keep */
  async startGame(terms, keep) {
    if (this.busy) return;
    const within = this.place.contains(document.activeElement);
    // The empty table stays visible until the cards are dealt. The progress is shown in place of the button.
    this.choices.inert = this.startBar.inert = this.savedGame.offered.hidden = true;
    this.setNotice("");
    const { claims } = this.settings;
    const asked = this.askExclusively("start-game", { claims, ...terms }, () => this.startGame(terms, keep));
    this.startStatus.scrollIntoView({ block: "nearest" }); // only if the button was out of view
    const drawn = await asked;
    this.choices.inert = this.startBar.inert = false;
    if (!drawn) {
      if (this.table.hidden) this.showOffers();
      this.startStatus.scrollIntoView({ block: "nearest" });
      return;
    }
    this.form.hidden = true;
    this.table.hidden = false;
    this.gameBefore = "";
    this.draw(drawn, keep);
    // The address has served its purpose; that of an opened deal stays.
    if (!reviewOfState(history.state)) clearAddress();
    this.table.scrollIntoView({ block: "start" });
    if (within) this.focusNext();
  }

  /**
   * Begin a game that another part of the page requests.
   * @param {Record<string, unknown>} terms @param {boolean} isUnkept whether to play without saving
   * @param {string} key of the archived copy that the game comes from
   */
  async startRequestedGame(terms, isUnkept = false, key = "") {
    if (this.busy) return;
    if (!this.savedGame.archiveUnsaved()) this.savedGame.showUnsaved();
    else if (isUnkept || this.savedGame.mayBegin(() => this.startRequestedGame(terms, true, key))) {
      const before = this.drawn;
      await this.startGame(terms, (drawn) => this.savedGame.replace(drawn, key));
      if (this.drawn !== before) this.focusNext(); // the focus was elsewhere on the page
    }
  }

  /** Begin a game against an opponent of the ladder, on the terms of the form. @param {string} opponent */
  playRung(opponent) {
    this.options.setField("opponent", opponent);
    const terms = this.options.requestTerms;
    this.options.save(terms);
    return this.startRequestedGame(terms);
  }

  /** Leave the table. A saved game can be resumed; an unsaved one needs a confirmation. @param {string} act the action of the tapped button */
  leave(act) {
    const button = find(this.table, `[data-do="${act}"]`);
    if (!this.savedGame.archiveUnsaved() && !confirmTap(button, LEAVE)) return;
    this.table.hidden = true;
    this.place.dispatchEvent(new CustomEvent("left"));
    this.closeReview();
    this.showOffers();
    this.startButton.focus();
  }

  /**
   * Begin another game with the options of the finished one.
   * @param {HTMLElement} button names the opponent @param {boolean} isUnkept whether to play without saving
   */
  async playAgain(button, isUnkept = false) {
    if (!this.drawn || this.busy) return;
    if (!this.savedGame.archiveUnsaved() && !confirmTap(button, LEAVE)) return;
    if (!isUnkept && !this.savedGame.mayBegin(() => this.playAgain(button, true))) return;
    const { opponent = "" } = button.dataset;
    const within = this.table.contains(document.activeElement);
    const drawn = await this.askExclusively("new-game", { game: this.drawn.game, opponent }, () => this.playAgain(button, isUnkept));
    if (!drawn) return;
    const { rules, form, seat } = drawn.terms; // a resumed game may differ from the last one begun
    this.options.save({ rules, form, opponent, seat });
    this.gameBefore = "";
    this.draw(drawn, (position) => this.savedGame.replace(position));
    this.table.scrollIntoView({ block: "start" });
    if (within) this.focusNext();
  }

  /**
   * Play a finished deal again from one of its moments. A game that waits is set aside.
   * @param {Look} look @param {string} step @param {boolean} isUnkept whether to play without saving
   */
  async playMoment(look, step, isUnkept = false) {
    if (this.busy) return;
    const { game, deal } = look;
    if (!this.savedGame.archiveUnsaved()) this.savedGame.showUnsaved();
    else if (isUnkept || this.savedGame.mayBegin(() => this.playMoment(look, step, true))) {
      const args = { game, step, ...(deal ? { deal } : {}) };
      const drawn = await this.askExclusively("play-moment", args, () => this.playMoment(look, step, isUnkept));
      if (!drawn) return;
      this.form.hidden = this.savedGame.offered.hidden = true;
      this.table.hidden = false;
      this.gameBefore ||= game;
      this.draw(drawn, (position) => this.savedGame.replace(position));
      this.table.scrollIntoView({ block: "start" });
      this.focusNext();
    }
  }

  /** Return from a moment that was played again to its game. */
  returnToGame() {
    const game = this.gameBefore;
    const copy = archivedCopies().find(({ kind, text }) => kind === "game" && text === game);
    return this.startRequestedGame({ game }, false, copy?.key);
  }

  // -- the game ----------------------------------------------------------------------------------

  /** @param {HTMLElement} button */
  handlePick(button) {
    if (button.getAttribute("aria-disabled") === "true") this.liveRegion.textContent = explainRefusal(this.prompt, button);
    else {
      const played = this.requestChange("move", { move: button.dataset.move, ...(button.dataset.forced ? { forced: true } : {}) });
      void played.then(() => returnCards(this.prompt)); // if nothing was drawn
    }
  }

  submitPicked() {
    const move = pickedMove(this.prompt);
    if (move !== null) void this.requestChange("move", { move });
  }

  /** @param {string} op @param {object} args */
  async requestChange(op, args) {
    if (!this.drawn || this.busy || this.tricks.isShowing) return;
    const within = this.table.contains(document.activeElement);
    const { claims } = this.settings;
    const drawn = await this.askExclusively(op, { game: this.drawn.game, claims, ...args }, () => this.requestChange(op, args));
    if (!drawn) return;
    if (drawn.refused) {
      this.hint.showText(drawn.refused);
      return;
    }
    const isMove = MOVES.includes(op);
    // Only moves are played back.
    this.draw(drawn, undefined, isMove, () => {
      if (isMove) ignoreSecondTap(); // the hand has moved: another card is under the finger
      if (within) this.focusNext();
    });
  }

  /**
   * Draw a position and save it.
   * @param {TableAnswer} drawn @param {(drawn: TableAnswer) => void} save
   * @param {boolean} shows whether its tricks are played back first @param {() => void} then called when all is drawn
   */
  draw(drawn, save = (position) => this.savedGame.save(position), shows = false, then = () => {}) {
    this.drawn = drawn;
    this.place.dataset.rules = drawn.terms.rules;
    save(drawn);
    clearFailedQuestions(this.question); // failed requests about another position
    this.hint.close();
    this.statusLine.textContent = "";
    this.closeReview();
    this.liveRegion.textContent = [drawn.said, this.coach.spoken(drawn)].filter(Boolean).join(" ");
    const showMoment = (/** @type {number} */ number) => this.renderMoment(drawn.beside[number]);
    this.tricks.play(shows ? drawn.tricks : [], showMoment, () => {
      this.render(drawn);
      then();
    });
  }

  /** While a trick is shown, sheet and rail show the same moment. @param {import("../engine/messages.d.ts").Moment} beside */
  renderMoment({ head, news, rail }) {
    const asked = this.question.querySelector(".pq-prompt-text");
    if (asked) asked.textContent = head;
    this.renderRail(rail);
    this.renderNews(news);
  }

  /** Show what happened, and scroll to the newest event. @param {string} news */
  renderNews(news) {
    const place = find(this.table, ".pq-narration");
    setMarkup(place, news);
    const newest = /** @type {HTMLElement | null} */ (place.querySelector(".pq-story:last-of-type"));
    find(this.table, ".pq-told").scrollTop = newest?.offsetTop ?? 0; // at most to the end
  }

  /** Show the strip of the game. On a phone it scrolls to the current deal. @param {string} rail */
  renderRail(rail) {
    const place = find(this.table, ".pq-rail");
    setMarkup(place, rail);
    const [row, now] = [place.querySelector(".pq-cells"), place.querySelector("[aria-current]")];
    if (row && now) row.scrollLeft += now.getBoundingClientRect().right - row.getBoundingClientRect().right;
  }

  /** Draw the table. @param {TableAnswer} drawn */
  render(drawn) {
    if (drawn.covered) this.coveredSince = performance.now();
    this.tricks.drawBoard(drawn.board, () => {
      setMarkup(this.question, this.coach.markup(drawn) + drawn.question);
      moveControlsToHand(this.prompt, this.board);
    });
    this.tricks.scheduleClearing();
    this.renderRail(drawn.rail);
    setMarkup(find(this.table, ".pq-sheet"), drawn.sheet);
    setMarkup(find(this.table, ".pq-log > div"), drawn.log);
    find(this.table, '[data-do="undo"]').setAttribute("aria-disabled", String(!drawn.undo));
    find(this.table, '[data-do="hint"]').setAttribute("aria-disabled", String(!drawn.asks || drawn.covered));
    find(this.table, '[data-do="last"]').setAttribute("aria-disabled", String(!this.tricks.canLook));
    // There is room for one of them.
    find(this.table, '[data-do="back"]').hidden = !this.gameBefore;
    find(this.table, '[data-do="leave"]').hidden = Boolean(this.gameBefore);
    this.table.classList.toggle("pq-deal-over", !drawn.asks);
    this.table.classList.toggle("pq-covered", drawn.covered);
    // Last, because the narration scrolls only if the classes above make it visible.
    this.renderNews(drawn.news);
    this.question.scrollTop = 0;
    this.place.dispatchEvent(new CustomEvent("drawn", { detail: drawn }));
    // After the statistics have been updated.
    void this.proposeLevel(drawn);
    void this.showWorst();
  }

  /** Propose another opponent after a game that was clearly won or lost, like those before it. @param {TableAnswer} drawn @returns {Promise<void>} */
  proposeLevel(drawn) {
    const ask = (/** @type {object} */ args) => this.ask("propose-level", { ...args }, () => this.proposeLevel(drawn));
    return this.level.propose(drawn, ask, () => this.drawn === drawn);
  }

  /** Show the last tricks again, or hide them. */
  toggleLastTricks() {
    this.liveRegion.textContent = this.tricks.toggleLook();
  }

  /** Focus the next choice, or the next button after a deal. */
  focusNext() {
    const next = firstChoice(this.prompt) ?? this.question.querySelector(".pq-ended :is([data-next], [data-do='next'], [data-do='again'])") ?? this.table;
    /** @type {HTMLElement} */ (next).focus({ preventScroll: true });
  }

  async showHint() {
    if (!this.drawn?.asks || this.drawn.covered || this.busy) return;
    const { game } = this.drawn;
    const ask = (/** @type {number} */ until) => this.ask("hint", { game, until }, () => this.showHint());
    await this.hint.request(ask, () => !this.busy && this.drawn?.game === game);
  }

  // -- afterwards --------------------------------------------------------------------------------

  /** Show the costliest decision in a finished deal, as soon as all are judged. */
  async showWorst() {
    const place = /** @type {HTMLElement | null} */ (this.question.querySelector(".pq-worst"));
    if (!place || !this.drawn) return;
    const { game } = this.drawn;
    const found = await this.judgeDeal(place, () => this.showWorst());
    if (!found || this.drawn?.game !== game) return;
    const isInside = place.contains(document.activeElement);
    setMarkup(place, found.worst);
    if (isInside) this.focusNext();
    this.liveRegion.textContent = spokenText(place);
  }

  /** Show what the decisions in the finished deal cost. */
  async showCosts() {
    const place = find(this.question, ".pq-costs");
    if (this.busy || place.childElementCount) return;
    const { game = "" } = this.drawn ?? {};
    const again = () => {
      place.replaceChildren();
      return this.showCosts();
    };
    place.textContent = "The engine is looking at every decision …";
    place.scrollIntoView({ block: "nearest" }); // it is below the viewport
    // A keyboard user continues from the list that answers the button.
    place.focus({ preventScroll: true });
    const found = await this.judgeDeal(place, again);
    if (!found || this.drawn?.game !== game) return;
    const isInside = place.contains(document.activeElement);
    setMarkup(place, found.html);
    this.liveRegion.textContent = spokenText(place);
    if (isInside) place.focus({ preventScroll: true });
    // Scroll no further than to the first decision, so that the button stays visible.
    (place.querySelector("li") ?? place).scrollIntoView({ block: "nearest" });
  }

  /**
   * Judge the decisions in the finished deal on the table, which the engine caches.
   * @param {HTMLElement} place shows the progress @param {() => unknown} again resumes after a stop or a failure
   * @returns {Promise<import("../engine/messages.d.ts").MistakesAnswer | null>}
   */
  async judgeDeal(place, again) {
    const { game = "" } = this.drawn ?? {};
    const isHere = () => this.drawn?.game === game;
    const record = await this.ask("export-record", { game }, again);
    /** @param {number} number @param {import("../engine/engine-client.js").Wish} wish */
    const judge = (number, wish) => this.ask("review-decision", { record: record.text, number }, again, wish);
    if (!record) place.replaceChildren();
    if (!record || !(await reviewDecisions(place, judge, isHere, again))) return null;
    const found = await this.ask("mistakes", { game }, again, {});
    if (found) void this.recordRating({ game, deal: 0 });
    if (found && isHere()) return found; // replaces the progress, which may have the focus
    place.replaceChildren();
    return null;
  }

  /** Record what the reader's decisions lost in a reviewed deal. A failure leaves it to the page *How you play*. @param {Look} look */
  async recordRating({ game, deal }) {
    try {
      const error = await recordRating(this.place.dataset, game, deal);
      if (error) this.statusLine.textContent = `What your decisions lost is not kept: ${REASONS[error]}.`;
    } catch {} // the deal can be reviewed there again
  }

  /** The finished deal on the table. @returns {Look} */
  get lastDeal() {
    return { game: this.drawn?.game ?? "", deal: 0 };
  }

  /**
   * Open a finished deal in the replay, at a step or in a better line. It gets an entry in the browser's
   * history, so that *Back* leads to the table. With `isThere` it already has one, whose address names the step.
   * @param {Look} look @param {string} step @param {string} line @param {boolean} isThere
   */
  async openReview(look, step = "", line = "", isThere = false) {
    const { game, deal } = look;
    const again = () => this.openReview(look, step, line, isThere);
    const record = await this.ask("export-record", { game, ...(deal ? { deal } : {}) }, again);
    const { base = "", runtime = "" } = this.place.dataset;
    const opened = record && (await this.ask("load-record", { record: record.text, you: record.you, title: record.title, base, runtime }, again));
    if (!opened || (isThere && !isSame(reviewOfState(history.state), look))) return;
    if (!isThere) this.pushReview(look);
    this.removeReview();
    this.openDeal = look;
    setMarkup(this.review, opened.html);
    this.replay = new Replay(find(this.review, "figure.pq-replay"));
    this.replay.live.startEngine();
    if (step) this.replay.goTo(this.replay.ids.indexOf(step));
    // The reader can play on from the step that is shown.
    if (record.you) this.review.prepend(makeButton("Play on from here", () => void this.playMoment(look, this.replay?.id ?? "")));
    this.replay.bringIntoView();
    if (line) void this.replay.variation.playBetter(line);
    else this.replay.review.open(); // the engine has most results in its cache
  }

  /** Add a history entry for a finished deal. Another finished deal replaces the entry. @param {Look} look */
  pushReview(look) {
    flushAddress();
    const { pathname } = location;
    if (reviewOfState(history.state)) history.replaceState({ look }, "", pathname);
    else {
      this.scrollBefore = window.scrollY;
      this.opener = /** @type {HTMLElement | null} */ (document.activeElement);
      history.scrollRestoration = "manual"; // returning to the table must not scroll
      history.pushState({ look }, "", pathname);
    }
  }

  /** Follow the browser's history: open a finished deal, or return to the table. @param {Look | null} look */
  followHistory(look) {
    if (look) {
      void this.openReview(look, "", "", true);
      return;
    }
    history.scrollRestoration = "auto";
    if (!this.table.hidden) clearAddress();
    if (!this.replay) return; // it was closed before
    this.removeReview();
    window.scrollTo({ top: this.scrollBefore, behavior: "instant" });
    if (this.opener?.isConnected) this.opener.focus({ preventScroll: true });
    else if (!this.table.hidden) this.focusNext();
  }

  /** After a reload, open the finished deal again, and its game if it is the saved one. @param {Look} look */
  async reopen(look) {
    const stored = this.savedGame.saved.read();
    if (stored.is === "here" && stored.value.text === look.game) await this.savedGame.resume();
    await this.openReview(look, "", "", true);
  }

  /** Close the finished deal, and go back in the history. */
  closeReview() {
    if (!this.replay) return;
    this.removeReview();
    if (reviewOfState(history.state)) history.back();
  }

  /** Remove the replay of the finished deal. */
  removeReview() {
    this.replay?.dispose();
    this.replay = null;
    this.review.replaceChildren();
  }

  async downloadRecord() {
    const record = await this.ask("export-record", { game: this.drawn?.game ?? "" }, () => this.downloadRecord());
    if (record) download("deal.piquet", record.text);
  }

  async copyLink() {
    if (!this.drawn) return;
    const url = addressOf(location.pathname, { ...this.drawn.terms });
    try {
      await navigator.clipboard.writeText(url.href);
      this.statusLine.textContent = "The link to a game with the same deals is copied.";
    } catch {
      this.statusLine.textContent = `A game with the same deals: ${url.href}`;
    }
  }

  // -- the engine --------------------------------------------------------------------------------

  /** Send a request that changes the game. Only one runs at a time. @param {string} op @param {Record<string, unknown>} args @param {() => unknown} again */
  async askExclusively(op, args, again) {
    this.busy = true;
    const drawn = await this.ask(op, args, again);
    this.busy = false;
    return drawn;
  }

  /** @param {string} op @param {Record<string, unknown>} args @param {() => unknown} again @param {import("../engine/engine-client.js").Wish} [long] options of a long task @returns {Promise<any>} */
  async ask(op, args, again, long) {
    const { dataset } = this.place;
    const [at, stands] = this.table.hidden ? [this.startStatus, "Nothing is lost."] : [this.question, "The game stands as it was."];
    try {
      const question = () => (long ? askLong(dataset, op, args, long) : ask(dataset, op, args));
      const mayLeave = (/** @type {HTMLElement} */ button) => this.savedGame.archiveUnsaved() || confirmTap(button, LEAVE);
      return await askWithStatus(at, dataset, question, { what: op, again, stands, isLong: Boolean(long), mayLeave });
    } catch (error) {
      if (error instanceof Refusal) this.showRefusal(op, String(args.game ?? ""), error.reason);
      return null;
    }
  }

  /** Show why the engine refuses. An unreadable game is archived. @param {string} op @param {string} game @param {string} reason */
  showRefusal(op, game, reason) {
    if (game && op === "start-game") this.setNotice(this.savedGame.archiveUnreadable(game, reason), "Save it as a file");
    else if (op === "export-record" && game !== this.drawn?.game) this.setNotice(this.savedGame.archiveUnreadableRecent(game, reason), "Save it as a file");
    else this.setNotice(reason);
  }

  /** @param {string} text @param {string} offer the label of a button that saves the unreadable game */
  setNotice(text, offer = "") {
    this.notice.hidden = !text;
    this.notice.textContent = text;
    if (offer) this.notice.append(" ", makeButton(offer, () => this.savedGame.downloadUnreadable()));
  }
}

/** Return the finished deal of a history entry, or null. @param {unknown} state @returns {Look | null} */
function reviewOfState(state) {
  const look = /** @type {{look?: Partial<Look>} | null} */ (state)?.look;
  return typeof look?.game === "string" && Number.isInteger(look.deal) ? /** @type {Look} */ (look) : null;
}

/** @param {Look | null} one @param {Look} two */
function isSame(one, two) {
  return one?.game === two.game && one.deal === two.deal;
}

/** Clear the address, except the day of the calendar and a challenge. */
function clearAddress() {
  const { pathname, hash } = currentAddress();
  writeAddress(pathname + (/^#(day|challenge)=/.test(hash) ? hash : ""));
}

for (const place of document.querySelectorAll(".pq-game")) new Game(/** @type {HTMLElement} */ (place));
