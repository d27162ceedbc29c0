// @ts-check
/**
 * The panel of the reader's variation: the possible moves and the way back. A move is the text that the engine
 * has put on a button.
 */

import { explainRefusal, firstChoice, moveControlsToHand, pickedMove, updatePickCount } from "./decision-choices.js";
import { scrollFootIntoView } from "./stage/overflow.js";
import { enableDragging, returnCards } from "./stage/drag.js";
import { Refusal } from "../engine/engine-client.js";
import { setMarkup } from "../trusted-markup.js";
import { scrollReasonIntoView, find, isFullyVisible } from "../dom.js";
import { ignoreSecondTap } from "../double-tap.js";

/**
 * @typedef {import("../engine/messages.d.ts").DrawnVariation} DrawnVariation
 * @typedef {import("./live-replay.js").Wanted} Wanted
 *
 * @typedef {object} Table the part of a replay that is used here
 * @property {HTMLElement} figure
 * @property {HTMLElement} stage
 * @property {HTMLElement} board
 * @property {Wanted} wanted the current state
 * @property {string[]} ids of the current steps, in order
 * @property {string[]} printedIds of the printed steps, in order
 * @property {number} index of the current step
 * @property {(wanted: Wanted, id: string) => Promise<void>} show
 * @property {() => void} bringIntoView
 * @property {(text: string) => void} speak
 */

/**
 * Mark a button as busy, and return a function that restores it. The button keeps the focus.
 * @param {HTMLElement} button @param {string} wait
 */
function setBusy(button, wait) {
  const words = button.dataset.words ?? button.textContent ?? "";
  button.dataset.words = words;
  button.textContent = wait;
  button.setAttribute("aria-busy", "true");
  button.setAttribute("aria-disabled", "true");
  return () => {
    button.textContent = words;
    for (const name of ["aria-busy", "aria-disabled"]) button.removeAttribute(name);
  };
}

export class VariationPanel {
  /** @param {Table} table @param {import("./live-replay.js").LiveReplay} live @param {string[]} decisions */
  constructor(table, live, decisions) {
    this.table = table;
    this.live = live;
    /** The ids of the steps at which a player decides. */
    this.decisions = decisions;
    /** @type {DrawnVariation | null} */
    this.variation = null;
    this.panel = find(table.figure, ".pq-own");
    this.bar = find(table.figure, ".pq-action-bar");
    this.prompt = find(this.panel, ".pq-prompt");
    this.where = find(table.figure, ".pq-where");
    this.provenance = find(this.panel, ".pq-provenance");
    this.remark = find(table.figure, ".pq-remark");
    this.results = find(this.panel, ".pq-results");
    this.narration = find(table.figure, ".pq-narration");
    this.left = find(table.figure, ".pq-notsource");
    this.hint = find(this.left, ".pq-go-on");
    /** The moves of the last better line, and its result. */
    this.better = { moves: "", brings: "" };
    /** The question for the screen reader. */
    this.question = "";
    table.stage.addEventListener("click", (event) => this.handlePick(event));
    table.figure.addEventListener("click", ({ target }) => {
      const button = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (target).closest("[data-better]"));
      if (button && !button.hasAttribute("aria-busy")) void this.playBetter(button.dataset.better ?? "", button);
    });
    table.stage.addEventListener("change", () => updatePickCount(table.stage));
    // Scroll expanded content into view. The "toggle" event does not bubble.
    this.prompt.addEventListener("toggle", ({ target }) => this.scrollToOpened(/** @type {HTMLDetailsElement} */ (target)), { capture: true });
    enableDragging(table.stage);
  }

  /**
   * Set the variation that is shown.
   * @param {DrawnVariation | null} variation null if the printed deal is shown
   * @param {string[]} decisions ids of the steps at which somebody decides
   */
  setVariation(variation, decisions) {
    this.variation = variation;
    this.decisions = decisions;
    this.panel.hidden = this.left.hidden = this.bar.hidden = !variation;
    this.panel.append(this.results);
    if (!variation) this.remark.hidden = true;
    this.table.figure.classList.toggle("pq-playing-on", Boolean(variation));
  }

  /** Perform the action of a button, and return whether it belongs to this panel. @param {string} act */
  perform(act) {
    const acts = {
      whatif: () => this.decideOtherwise(),
      back: () => this.leaveVariation(),
      undo: () => this.undo(),
      auto: () => this.letEngineFinish(),
      lay: () => this.submitPicked(),
      variation: () => this.showNextOfRecord(),
    };
    const action = acts[/** @type {keyof typeof acts} */ (act)];
    if (action) void action();
    return Boolean(action);
  }

  // -- from one variation to another -----------------------------------------------------------------

  /** Change the decision at the current step, or the next one if no player decides there. */
  decideOtherwise() {
    const { table, variation } = this;
    this.live.startEngine();
    if (variation && table.index >= variation.from) {
      const made = variation.made[table.index - variation.from];
      void this.showMoves(variation.moves.slice(0, Math.max(0, made - 1)));
      return;
    }
    // A step without a decision follows from others. Take the next decision.
    const isDecision = (/** @type {string} */ id) => this.decisions.includes(id);
    const { ids, index, figure } = table;
    const at = ids.slice(index).find(isDecision) ?? figure.dataset.next ?? ids.findLast(isDecision);
    if (!at) return;
    const ready = this.showEngineWait();
    void table.show({ ...table.wanted, at, moves: [] }, "").finally(ready).then(() => this.focusQuestion());
  }

  /** Show on the button that the engine is starting, and return a function that restores it. */
  showEngineWait() {
    if (this.table.figure.dataset.engine === "live") return () => {};
    return setBusy(find(this.table.figure, '[data-act="whatif"]'), "Engine starting …");
  }

  /** Undo the decision at the current step and all later ones. At the last step, undo the last move. */
  undo() {
    const { table, variation } = this;
    if (!variation) return;
    if (table.index < table.ids.length - 1) this.decideOtherwise();
    else void this.showMoves(variation.moves.slice(0, -1));
  }

  /** Show the variation with other moves. @param {string[]} moves */
  async showMoves(moves) {
    const { table, variation } = this;
    if (!variation) return;
    const within = table.stage.contains(document.activeElement);
    await table.show({ ...table.wanted, at: variation.at, moves }, "");
    returnCards(table.stage);
    if (within) this.focusQuestion();
  }

  /** Show the next variation of the record; after the last one, the first. */
  showNextOfRecord() {
    const { table, variation } = this;
    const known = (table.figure.dataset.variations ?? "").split(" ").filter(Boolean);
    if (!known.length) {
      this.live.setStatus("This record has no variation.");
      return;
    }
    const order = table.printedIds;
    const from = order.indexOf(variation?.at ?? table.ids[table.index]);
    const now = variation ? known.indexOf(`${variation.at}~${variation.moves.join(".")}`) : -1;
    const later = known.findIndex((one) => order.indexOf(one.split("~")[0]) >= from);
    this.showOfRecord(known[now < 0 ? Math.max(0, later) : (now + 1) % known.length]);
  }

  /** Show a variation of the record at its first step. @param {string} text as in an address */
  showOfRecord(text) {
    const { table } = this;
    const [at, moves] = text.split("~");
    this.live.startEngine();
    void table.show({ ...table.wanted, at, moves: moves.split(".") }, at).then(() => table.bringIntoView());
  }

  /**
   * Show a better move, with the continuation by the player who judged it for both sides.
   * @param {string} text the step and the moves, as in an address
   * @param {HTMLElement | null} button the pressed button, which shows the progress, since the table may be out of view
   */
  async playBetter(text, button = null) {
    const { table, live } = this;
    const [at, moves] = text.split("~");
    const wanted = { ...table.wanted, at, moves: moves.split(".") };
    const ready = button ? setBusy(button, button.dataset.wait ?? "") : () => {};
    live.startEngine();
    try {
      const line = await live.askWithStatus("better", () => live.ask("continue", wanted), () => this.playBetter(text, button));
      this.better = { moves: line.moves.join("."), brings: line.brings };
      await table.show({ ...wanted, moves: line.moves }, at);
      table.bringIntoView();
      live.setStatus(`The better line: ${find(this.bar, '[data-act="auto"]').textContent?.trim()} for both players. Esc goes back.`);
    } catch (error) {
      if (error instanceof Refusal) live.setStatus(error.message);
    } finally {
      ready();
    }
  }

  /** Go back to the step at which the variation left the printed deal. */
  leaveVariation() {
    const { table, variation } = this;
    if (!variation) return;
    void table.show({ ...table.wanted, at: "", moves: [] }, variation.at).then(() => {
      if (isFullyVisible(table.board)) table.stage.focus({ preventScroll: true }); // without scrolling the page
      else table.bringIntoView();
    });
  }

  // -- the next move -------------------------------------------------------------------------------

  async letEngineFinish() {
    const { table, live, variation } = this;
    if (!variation) return;
    try {
      const question = () => live.ask("continue", table.wanted);
      const { moves } = await live.askWithStatus("auto", question, () => this.letEngineFinish(), "Your variation stays as it was.");
      if (this.variation === variation) void this.showMoves(moves);
    } catch (error) {
      if (error instanceof Refusal) live.setStatus(error.message);
    }
  }

  /** @param {Event} event */
  handlePick(event) {
    const button = /** @type {HTMLElement | null} */ (
      /** @type {HTMLElement} */ (event.target).closest("[data-move]")
    );
    if (!button || !this.variation) return;
    if (button.getAttribute("aria-disabled") === "true") {
      this.table.speak(explainRefusal(this.prompt, button));
      this.scrollToAnswer(find(this.prompt, ".pq-refused:not([hidden])"));
    } else void this.showMoves([...this.variation.moves, button.dataset.move ?? ""]).then(ignoreSecondTap);
  }

  /** Scroll an answer into view, below the sticky question. @param {HTMLElement} answer */
  scrollToAnswer(answer) {
    scrollReasonIntoView(find(this.table.stage, ".pq-pages"), answer, this.prompt.querySelector(".pq-prompt-text"));
  }

  /** Scroll an expanded disclosure into view. @param {HTMLDetailsElement} fold */
  scrollToOpened(fold) {
    if (!fold.open) return;
    scrollFootIntoView(find(this.table.stage, ".pq-pages"), fold, this.prompt.querySelector(".pq-prompt-text"));
    ignoreSecondTap();
  }

  submitPicked() {
    const move = pickedMove(this.table.stage);
    if (this.variation && move !== null) void this.showMoves([...this.variation.moves, move]);
  }

  /** Draw the question at the last step. Before it, offer to change the decision. */
  drawQuestion() {
    const { table, variation } = this;
    this.question = "";
    if (!variation) return;
    const isLast = table.index === table.ids.length - 1;
    find(this.bar, '[data-act="undo"]').setAttribute("aria-disabled", String(isLast && !variation.moves.length));
    table.figure.classList.toggle("pq-unanswered", isLast && !variation.moves.length);
    const auto = find(this.bar, '[data-act="auto"]');
    auto.setAttribute("aria-disabled", String(variation.over));
    this.where.textContent = variation.left;
    /** @type {HTMLElement} */ (this.where.parentElement).hidden = !variation.left;
    this.provenance.textContent = variation.provenance;
    const isBetter = variation.moves.join(".") === this.better.moves;
    setMarkup(this.results, isBetter ? variation.results + this.better.brings : variation.results);
    this.remark.textContent = variation.remark;
    this.remark.hidden = !variation.remark;
    this.hint.textContent = isLast ? "" : "Go to the last step to play on, or take back the step shown to decide otherwise here.";
    if (!isLast || variation.over) this.prompt.replaceChildren(); // the narration says so
    else if (variation.hidden) this.prompt.textContent = `It is ${variation.turn} turn, whose cards this view hides. Press “${auto.textContent?.trim()}”, or show both hands.`;
    else {
      setMarkup(this.prompt, variation.choices);
      moveControlsToHand(this.prompt, table.board);
    }
    if (isLast && !variation.over) this.question = this.prompt.querySelector(".pq-prompt-text")?.textContent ?? "";
    // The order is: the question, the last event, the score, the citations.
    const said = variation.moves.length ? this.narration.querySelector(".pq-say") : null;
    if (this.question) (said ?? this.narration).after(this.results);
    else this.panel.append(this.results);
  }

  /** Whether the reader must decide, so that no next step exists. */
  get isWaiting() {
    const { table, variation } = this;
    return Boolean(variation && !variation.over && table.index === table.ids.length - 1);
  }

  focusQuestion() {
    const { board, stage } = this.table;
    const first = firstChoice(stage);
    (first ?? stage).focus({ preventScroll: true });
    // On a phone the cards may be above the viewport, and a question in words below it.
    const pages = find(stage, ".pq-pages");
    pages.scrollTop = 0; // the question is at the top
    if (first && this.prompt.contains(first)) pages.scrollIntoView({ block: "nearest" });
    else if (!isFullyVisible(board)) board.scrollIntoView({ block: stage.offsetHeight > window.innerHeight ? "start" : "nearest" });
  }
}
