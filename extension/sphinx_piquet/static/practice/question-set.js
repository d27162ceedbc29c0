// @ts-check
/** The exercises of one question on a page, and more of the same kind. */

import { preloadOnApproach } from "../engine/preload.js";
import { Refusal } from "../engine/engine-client.js";
import { makeAsk, fetchExercise, fetchNextCard, refusalText } from "./fetch-exercise.js";
import { Exercise } from "./exercise.js";
import { sharedProgress } from "../storage/progress.js";
import { recordProblemAnswer } from "../storage/rating-store.js";
import { find, makeButton, makeElement } from "../dom.js";
import { ignoreSecondTap } from "../double-tap.js";
import { makeStoppableBar, makeBusyBar } from "./busy.js";
import { makeWarning } from "./storage-warning.js";

const progress = sharedProgress();
let hasWarned = progress.isUnsaved;

/**
 * Collapse the feedback on the previous card into a line above the deal.
 * @param {HTMLElement} box @param {Element | null} said @param {HTMLElement} story the events after the card
 */
function foldPreviousVerdict(box, said, story) {
  const label = find(box, ".pq-asks > .pq-shown > .pq-label");
  const fold = makeElement("details", "pq-card-before", "");
  fold.dataset.part = "card-before";
  const line = makeElement("summary");
  const verdict = said?.querySelector("b");
  line.append(...(verdict ? [verdict.cloneNode(true), " "] : []), ...story.childNodes);
  fold.append(line, ...(said ? [said] : []));
  label.replaceWith(fold);
}

export class QuestionSet {
  /** @param {HTMLElement} block @param {() => void} onChange */
  constructor(block, onChange) {
    this.block = block;
    this.onChange = onChange;
    /** The deals in which a card was wrong. @type {Set<string>} */
    this.missedDeals = new Set();
    const ask = makeAsk(block);
    const boxes = [...block.querySelectorAll(".pq-item")].map((box) => /** @type {HTMLElement} */ (box));
    this.exercises = boxes.map((box) => new Exercise(box, ask, (...answer) => this.recordAnswer(...answer)));
    for (const exercise of this.exercises) if (progress.isDone(exercise.id)) exercise.setDone();
    // Questions with printed verdicts do not need the engine, unless the deal continues.
    for (const { box, printedVerdicts } of this.exercises) if (!printedVerdicts || "on" in box.dataset) preloadOnApproach(box, block.dataset);
    this.more = /** @type {HTMLElement | null} */ (block.querySelector(".pq-more-of"));
    if (this.more && block.dataset.runtime) {
      this.more.hidden = false;
      preloadOnApproach(this.more, block.dataset);
      find(this.more, "button").addEventListener("click", () => void this.addExercise());
      this.moveMoreButton(boxes[boxes.length - 1]);
    }
  }

  /** The arguments for another exercise of this kind. */
  get wanted() {
    const { name = "", feature = "", ruleset = "" } = this.block.dataset;
    return { name, feature, rules: ruleset };
  }

  /** Whether all of its exercises are done. */
  get isDone() {
    return this.exercises.every(({ id }) => progress.isDone(id));
  }

  /** Whether exercises of this kind suit a test: the engine can draw them, and one answer finishes them. */
  get isForTests() {
    const { block } = this;
    return Boolean(this.more && block.dataset.runtime && !block.querySelector("[data-on]"));
  }

  /** @param {Exercise} exercise @param {boolean} passes @param {boolean} first */
  recordAnswer(exercise, passes, first) {
    if ("on" in exercise.box.dataset) {
      this.recordCard(exercise, passes, exercise);
      return;
    }
    if (first) {
      progress.recordAnswer(exercise.id, passes);
      recordProblemAnswer(exercise.id, passes);
    } else if (passes) progress.markDone(exercise.id);
    if (passes) this.markPrintedDone(exercise);
    if (progress.isUnsaved && !hasWarned) exercise.feedback.append(makeWarning());
    hasWarned = progress.isUnsaved;
    if (passes || exercise.isSolutionShown) this.addNextButton(exercise, exercise);
    if (passes) this.addPlayOnButton(exercise);
    this.addReplayButton(exercise);
    this.onChange();
  }

  /** Add a button that plays the rest of the deal, for practice. @param {Exercise} exercise */
  addPlayOnButton(exercise) {
    const { box } = exercise;
    if (!("canPlayOn" in box.dataset) || !this.block.dataset.runtime || box.querySelector(".pq-play-on")) return;
    const button = makeButton("Play on", () => void this.continueDeal(exercise, exercise, true), "pq-play-on");
    find(box, ".pq-item-buttons").append(button);
    preloadOnApproach(button, this.block.dataset);
  }

  /** Add a button that opens the deal with the last answer in the replay. @param {Exercise} exercise */
  addReplayButton(exercise) {
    const { box } = exercise;
    const { workbench, runtime } = this.block.dataset;
    if (!("canReplay" in box.dataset) || !workbench || !runtime || box.querySelector(".pq-replay-answer")) return;
    const button = makeButton("Step through the deal", () => void this.openReplay(exercise, workbench), "pq-replay-answer");
    find(box, ".pq-item-buttons").append(button);
  }

  /**
   * Open the deal with the last answer in the replay. Both players play on by rules of thumb.
   * @param {Exercise} exercise @param {string} workbench the address of the page with the replay
   */
  async openReplay(exercise, workbench) {
    const note = makeBusyBar("The engine is playing …");
    exercise.feedback.append(note);
    try {
      const wanted = { item: exercise.id, answer: exercise.lastAnswer };
      const found = await makeAsk(this.block)("deal-after-answer", wanted, exercise.box, () => this.openReplay(exercise, workbench));
      note.remove();
      const url = new URL(workbench, location.href);
      url.hash = String(new URLSearchParams(found));
      location.assign(url);
    } catch (error) {
      note.remove();
      if (error instanceof Refusal) exercise.feedback.append(makeElement("p", "", refusalText("The deal cannot be shown", error)));
    }
  }

  /** Return the printed exercise that another one has replaced. @param {Exercise} exercise */
  printedExercise(exercise) {
    return this.exercises.includes(exercise) ? exercise : this.exercises[this.exercises.length - 1];
  }

  /** Mark the printed exercise as done when its replacement is. @param {Exercise} exercise */
  markPrintedDone(exercise) {
    const printed = this.printedExercise(exercise);
    if (printed !== exercise) progress.markDone(printed.id);
  }

  /**
   * Record a card of a deal. The first wrong card decides for the whole deal.
   * @param {Exercise} exercise @param {boolean} passes @param {Exercise} first
   */
  recordCard(exercise, passes, first) {
    if (passes) void this.continueDeal(exercise, first);
    else if (!this.missedDeals.has(first.id)) {
      this.missedDeals.add(first.id);
      progress.recordAnswer(first.id, false);
    }
  }

  /**
   * Add a button that leads to the next exercise, or to the text after it.
   * @param {Exercise} exercise @param {Exercise} first the printed exercise
   */
  addNextButton(exercise, first) {
    const place = this.exercises.indexOf(this.printedExercise(first));
    if (exercise.box.querySelector(".pq-next")) return;
    const problem = this.nextProblem();
    const following = problem ?? this.exercises[place + 1]?.box ?? this.block.nextElementSibling ?? this.block.parentElement?.nextElementSibling;
    const target = /** @type {HTMLElement | null | undefined} */ (following);
    if (!target) return;
    const go = () => {
      target.tabIndex = -1;
      target.scrollIntoView({ block: "start" });
      target.focus({ preventScroll: true });
      ignoreSecondTap();
    };
    exercise.insertNextButton(makeButton(problem ? "Next problem" : "Read on", go, "pq-next"));
  }

  /** Return the next problem, or null at the last one and on other pages. @returns {Element | null} */
  nextProblem() {
    if (!document.querySelector('.pq-lesson-bar [data-noun="problems"]')) return null;
    const all = [...document.querySelectorAll(".pq-exercise")];
    return all[all.indexOf(this.block) + 1] ?? null;
  }

  /**
   * Continue a deal after a card: show the other player's reply and the next question. The exercise is done when
   * the deal is over.
   * @param {Exercise} exercise @param {Exercise} first
   * @param {boolean} isPractice whether the exercise was done before, so that nothing more is recorded
   */
  async continueDeal(exercise, first, isPractice = false) {
    const note = makeBusyBar("The engine is playing …");
    exercise.feedback.append(note);
    const answer = /** @type {HTMLButtonElement} */ (find(exercise.box, '[data-do="answer"]'));
    exercise.box.inert = answer.disabled = true; // no second card before the reply, for which the bar asks to wait
    try {
      /** @type {import("./exercise.js").Answered} */
      const answered = (next, passes) => {
        if (!isPractice) this.recordCard(next, passes, first);
        else if (passes) void this.continueDeal(next, first, true);
      };
      const { story, next } = await fetchNextCard(this.block, exercise, answered, () => this.continueDeal(exercise, first, isPractice));
      note.remove();
      if (!next) {
        exercise.feedback.append(story);
        exercise.disableInputs();
        exercise.box.querySelector(".pq-play-on")?.remove();
        if (!isPractice) this.showSolved(exercise, first);
        this.finishDeal(exercise, first, isPractice);
        return;
      }
      find(next.box, ".pq-item-label").replaceWith(find(exercise.box, ".pq-item-label"));
      foldPreviousVerdict(next.box, exercise.feedback.querySelector(".pq-says"), story);
      if (exercise.box.contains(this.more)) this.moveMoreButton(next.box);
      if (isPractice) this.addNextButton(next, first);
      exercise.box.replaceWith(next.box);
      next.box.focus();
      ignoreSecondTap();
    } catch (error) {
      exercise.box.inert = answer.disabled = false;
      if (!(error instanceof Refusal)) note.remove();
      else {
        note.textContent = refusalText("The deal cannot be played on", error);
        this.finishDeal(exercise, first, isPractice);
      }
    }
  }

  /**
   * Replace the task by a note that the problem is solved, with a link to the replay of its best line. The state
   * of the deal is that before the last card.
   * @param {Exercise} exercise @param {Exercise} first
   */
  showSolved(exercise, first) {
    const solved = makeElement("p", "pq-solved", "Solved");
    solved.dataset.part = "solved";
    const through = this.exercises.includes(first) ? this.block.nextElementSibling?.querySelector(".pq-problem-through > a") : null;
    if (through) solved.append(" ", through.cloneNode(true));
    find(exercise.box, ".pq-prompt-text").after(solved);
    const above = find(exercise.box, ".pq-asks > .pq-shown > :is(.pq-label, .pq-card-before)");
    const label = makeElement("p", "pq-label", "Before this card");
    label.dataset.part = "label";
    above.replaceWith(label);
    exercise.scrollToVerdict();
  }

  /** @param {Exercise} exercise @param {Exercise} first @param {boolean} isPractice */
  finishDeal(exercise, first, isPractice) {
    exercise.box.inert = false;
    exercise.setDone();
    if (isPractice) {
      exercise.focusNext();
      return;
    }
    if (this.missedDeals.has(first.id)) progress.markDone(first.id);
    else progress.recordAnswer(first.id, true);
    this.markPrintedDone(first);
    this.addNextButton(exercise, first);
    exercise.focusNext();
    this.onChange();
  }

  /** Move *Another one* to the buttons of an exercise. @param {HTMLElement} box */
  moveMoreButton(box) {
    if (this.more) find(box, ".pq-item-buttons").append(this.more);
  }

  /** Fetch another exercise of this kind, in place of the last one. */
  async addExercise() {
    const { more } = this;
    const last = /** @type {HTMLElement | null | undefined} */ (more?.closest(".pq-item"));
    const note = more && find(more, ".pq-engine-note");
    if (!last || !note || note.querySelector(".pq-busy")) return;
    const { waiting, wish } = makeStoppableBar("The engine is dealing …");
    note.replaceChildren(waiting);
    /** @type {import("./exercise.js").Answered} */
    const answered = (...answer) => this.recordAnswer(...answer);
    try {
      const again = () => this.addExercise();
      const exercise = await fetchExercise(this.block, this.wanted, "Another one", answered, last, again, wish);
      this.moveMoreButton(exercise.box);
      last.replaceWith(exercise.box);
      exercise.box.focus();
      ignoreSecondTap();
      note.replaceChildren();
    } catch (error) {
      const isInside = note.contains(document.activeElement);
      note.textContent = wish.signal.aborted ? "Stopped." : refusalText("Another one cannot be had", error);
      if (isInside) find(more, "button").focus({ preventScroll: true });
    }
  }
}
