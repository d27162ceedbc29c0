// @ts-check
/**
 * One exercise on the page. Verdicts come from data beside the question or from the engine.
 */

import { Refusal } from "../engine/engine-client.js";
import { setMarkup } from "../trusted-markup.js";
import { scrollClearOfHeader, find, makeElement } from "../dom.js";
import { ignoreSecondTap } from "../double-tap.js";
import { animateMoves, cardPlaces } from "../replay/stage/motion.js";
import { makeCountedBar } from "./busy.js";

/**
 * @typedef {{taken: boolean, points: string}} Trick whether the reader takes it, and the points in words
 * @typedef {{verdict: string, passes: boolean, html: string, again?: string, right?: string, trick?: Trick}} Verdict the verdict, an alternative text after an earlier miss, the right answers, and the trick that the card completes
 * @typedef {{verdicts: Verdict[], row?: string, letters?: string, by?: Record<string, number>}} Known
 */

/**
 * @typedef {(op: string, args: object, at: HTMLElement, again: () => unknown) => Promise<any>} Ask
 * asks the engine; what keeps it from answering is told `at` some place, with another try
 *
 * @typedef {(exercise: Exercise, passes: boolean, first: boolean) => void} Answered
 * follows an answer; `first` is that of the first try
 */

/** Samples of the unseen cards for one request. Other requests wait no longer than that. */
const TRIES = 10;

/** Return the right answers, separated by bars, with the shown one first, from the markup of a solution. @param {ParentNode | undefined} told */
function rightAnswer(told) {
  return /** @type {HTMLElement | null | undefined} */ (told?.querySelector("[data-right]"))?.dataset.right;
}

/** @param {HTMLElement} label */
function inputOf(label) {
  return /** @type {HTMLInputElement} */ (find(label, "input"));
}

/** Scroll the feedback to a disclosure that was opened in it. @param {HTMLElement} opened */
function scrollToOpened(opened) {
  const said = opened.closest(".pq-verdict-text");
  if (said) said.scrollTop += opened.getBoundingClientRect().top - said.getBoundingClientRect().top - 8;
}

export class Exercise {
  /**
   * @param {HTMLElement} box
   * @param {Ask} ask
   * @param {Answered} onAnswer
   */
  constructor(box, ask, onAnswer) {
    this.box = box;
    this.ask = ask;
    this.onAnswer = onAnswer;
    this.id = box.dataset.item ?? "";
    this.form = box.dataset.form ?? "";
    this.tries = 0;
    /** Whether an earlier answer was wrong. */
    this.hasMissed = false;
    /** Whether the current choice is made by a pointer. */
    this.isTapped = false;
    /** The answer that the engine is judging. */
    this.pendingAnswer = "";
    /** The last answer given. */
    this.lastAnswer = "";
    /** Takes the card on the trick back into the hand. */
    this.takeBackCard = () => {};
    this.feedback = find(box, ".pq-feedback");
    const data = box.querySelector('script[type="application/json"]');
    /** @type {Known | null} */
    this.printedVerdicts = data ? JSON.parse(data.textContent ?? "") : null;
    find(box, ".pq-item-buttons").hidden = false;
    box.classList.add("pq-live");
    box.addEventListener("click", (event) => {
      this.handleClick(event);
      // A key causes a click with a count of 0.
      this.isTapped ||= event.detail > 0 && /** @type {HTMLElement} */ (event.target).closest(".pq-pick-option") !== null;
    });
    // Scroll an opened *Why?* into view where the verdict scrolls. The "toggle" event does not bubble.
    this.feedback.addEventListener("toggle", (event) => scrollToOpened(/** @type {HTMLElement} */ (event.target)), true);
    box.addEventListener("change", () => this.answerWithTap());
    box.addEventListener("input", () => {
      this.feedback.classList.add("pq-stale");
      this.markVerdict(null);
    });
    box.addEventListener("keydown", (event) => {
      this.isTapped = false;
      if (event.key === "Enter" && /** @type {HTMLElement} */ (event.target).matches("input")) {
        event.preventDefault();
        void this.submitAnswer(this.readAnswer());
      }
    });
  }

  /** Handle a click on a button. @param {Event} event */
  handleClick(event) {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!button) return;
    const acts = {
      answer: () => ("missed" in this.box.dataset ? this.tryAgain() : this.submitAnswer(this.readAnswer())),
      none: () => this.answerNone(),
      hint: () => this.showHint(),
      solution: () => this.showSolution(),
    };
    const act = acts[/** @type {keyof typeof acts} */ (button.dataset.do ?? "")];
    if (act) void act();
    else if (button.dataset.move) this.moveRow(button, Number(button.dataset.move));
  }

  /** Submit a tapped choice if one choice is the answer. A choice by key is submitted by Enter or the button. */
  answerWithTap() {
    if (this.form === "one" && this.isTapped) void this.submitAnswer(this.readAnswer());
    this.isTapped = false;
  }

  /** Disable the inputs of a finished exercise. */
  disableInputs() {
    for (const input of this.box.querySelectorAll(".pq-picks input")) /** @type {HTMLInputElement} */ (input).disabled = true;
  }

  // -- what is chosen ------------------------------------------------------------------------------

  /** Return the answer as text. If it is incomplete, show what is missing and return null. @returns {string | null} */
  readAnswer() {
    const values = this.checkedValues();
    if (this.form === "number") {
      const text = /** @type {HTMLInputElement} */ (find(this.box, ".pq-number")).value.trim();
      return /^\d{1,4}$/.test(text) ? String(Number(text)) : this.showMissing("Type a whole number first.");
    }
    if (this.form === "order") return this.orderRows().map((row) => row.dataset.value).join(">");
    if (this.form === "marks") {
      const sets = this.fieldsets();
      const marks = sets.map((set) => /** @type {HTMLInputElement | null} */ (set.querySelector("input:checked"))?.value);
      if (marks.includes(undefined)) return this.showMissing("Give every card a mark first.");
      return sets.map((set, place) => `${set.dataset.value}=${marks[place]}`).join("+");
    }
    const { least = "0", most = "0" } = this.box.dataset;
    if (values.length < Number(least) || (!values.length && this.form === "some")) {
      if (this.form === "one") return this.showMissing("Choose one first.");
      return this.showMissing(Number(least) ? `Choose at least ${least}.` : "Choose first, or say that there is none.");
    }
    if (values.length > Number(most)) return this.showMissing(`Choose ${most} at most.`);
    return values.join("+");
  }

  /** Reset the choice after a wrong answer, and mark the verdict as outdated. */
  tryAgain() {
    this.feedback.classList.add("pq-stale");
    this.markVerdict(null);
    for (const input of this.box.querySelectorAll(".pq-picks input")) /** @type {HTMLInputElement} */ (input).checked = false;
    const first = /** @type {HTMLInputElement} */ (find(this.box, ":is(.pq-picks, .pq-marks, .pq-controls-of) input, .pq-order button, .pq-first"));
    first.focus({ preventScroll: true });
    if (this.form === "number") first.select();
  }

  /** @returns {string[]} */
  checkedValues() {
    const boxes = this.box.querySelectorAll(".pq-picks input:checked");
    return [...boxes].map((box) => /** @type {HTMLInputElement} */ (box).value);
  }

  /** @returns {HTMLElement[]} */
  orderRows() {
    return [...this.box.querySelectorAll("li[data-value]")].map((row) => /** @type {HTMLElement} */ (row));
  }

  /** @param {string} text @returns {null} */
  showMissing(text) {
    this.showFeedback("", text);
    return null;
  }

  answerNone() {
    for (const box of this.box.querySelectorAll(".pq-picks input:checked")) {
      /** @type {HTMLInputElement} */ (box).checked = false;
    }
    return this.submitAnswer("none");
  }

  /** Move a row up or down. The focus stays on its button. @param {HTMLElement} button @param {number} by */
  moveRow(button, by) {
    const row = /** @type {HTMLElement} */ (button.closest("li"));
    const rows = this.orderRows();
    const place = rows.indexOf(row) + by;
    if (place < 0 || place >= rows.length) return;
    if (by < 0) rows[place].before(row);
    else rows[place].after(row);
    button.focus();
    this.markVerdict(null);
    this.showFeedback("", `${find(row, ".pq-words").textContent}: now number ${place + 1} of ${rows.length}.`);
  }

  /** Return the chosen options as text, or "" where the answer remains visible. */
  chosenWords() {
    if (this.form === "some" || this.form === "one") {
      const names = [...this.box.querySelectorAll(".pq-pick-option")]
        .filter((label) => label.querySelector("input:checked"))
        .map((label) => label.lastElementChild?.textContent ?? "");
      const words = names.join(", ");
      return words ? `You chose: ${words}${/[.”]$/.test(words) ? "" : "."}` : "You said: none of these.";
    }
    return "";
  }

  // -- what is said --------------------------------------------------------------------------------

  /** @param {string | null} answer */
  async submitAnswer(answer) {
    if (answer === null || (answer === this.lastAnswer && this.hasVerdict)) return;
    const words = this.chosenWords();
    let verdict = this.printedVerdict(answer);
    if (!verdict) {
      try {
        verdict = await this.fetchVerdict(answer);
        if (!verdict) return; // another answer was given meanwhile
      } catch (error) {
        this.showRefusal(error);
        return;
      }
    }
    this.tries += 1;
    this.lastAnswer = answer;
    this.showFeedback(verdict.verdict, words, (this.hasMissed && verdict.again) || verdict.html);
    this.hasMissed ||= !verdict.passes;
    this.markVerdict(verdict);
    this.scrollToVerdict();
    ignoreSecondTap();
    // A deal of several cards is done when it is over.
    if (verdict.passes && !("on" in this.box.dataset)) this.setDone();
    this.toggleHelp(!verdict.passes);
    this.onAnswer(this, verdict.passes, this.tries === 1);
    if (verdict.passes) this.focusNext();
  }

  /**
   * Insert the button that leads on right after *Answer*, where it is the first one by key.
   * @param {HTMLElement} button
   */
  insertNextButton(button) {
    find(this.box, '[data-do="answer"]').after(button);
  }

  setDone(isDone = true) {
    this.box.classList.toggle("pq-done", isDone);
    this.box.toggleAttribute("data-done", isDone);
  }

  /** Focus the next button after a correct answer, unless the reader has moved the focus meanwhile. */
  focusNext() {
    const next = /** @type {HTMLElement | null} */ (this.box.querySelector(".pq-next"));
    const { activeElement } = document;
    if (this.box.contains(activeElement) || activeElement === document.body) next?.focus({ preventScroll: true });
  }

  /** Scroll the verdict into view. The title of the exercise must not be cut by the header. */
  scrollToVerdict() {
    const before = window.scrollY;
    this.feedback.scrollIntoView({ block: "nearest" });
    if (window.scrollY !== before) scrollClearOfHeader(this.box.parentElement?.querySelectorAll(".pq-exercise-title") ?? []);
  }

  /**
   * Fetch the engine's verdict with a progress bar. Returns undefined if it is cancelled or another answer is
   * given meanwhile.
   * @param {string} answer @returns {Promise<Verdict | undefined>}
   */
  async fetchVerdict(answer) {
    this.pendingAnswer = answer;
    this.showFeedback("", "The engine is looking at it …");
    const { counting, tell } = makeCountedBar(() => this.cancelJudging());
    for (let until = TRIES; ; until += TRIES) {
      const found = await this.ask("judge-answer", { item: this.id, answer, until }, this.box, () => this.submitAnswer(answer));
      if (this.pendingAnswer !== answer) return undefined;
      if (!found.of) return found;
      tell(found);
      if (counting.isConnected) continue;
      this.setFeedback(counting);
      this.feedback.scrollIntoView({ block: "nearest" });
    }
  }

  /** Cancel the request for a verdict. The answer can be given again. */
  cancelJudging() {
    this.pendingAnswer = "";
    this.showFeedback("", "");
    find(this.box, '[data-do="answer"]').focus();
  }

  /** Return the verdict from the data beside the question. @param {string} answer @returns {Verdict | undefined} */
  printedVerdict(answer) {
    const { printedVerdicts } = this;
    if (!printedVerdicts) return undefined;
    const { verdicts, row, letters, by } = printedVerdicts;
    if (by) return Object.hasOwn(by, answer) ? verdicts[by[answer]] : undefined;
    if (!row || !letters) return undefined;
    if (this.form === "number") return verdicts[letters.indexOf(row[Math.min(Number(answer), row.length - 1)])];
    const chosen = new Set(answer.split("+"));
    const values = [...this.box.querySelectorAll(".pq-picks input")].map((box) => /** @type {HTMLInputElement} */ (box).value);
    const place = values.reduce((sum, value, digit) => sum + (chosen.has(value) ? 2 ** digit : 0), 0);
    return verdicts[letters.indexOf(row[place])];
  }

  /** Mark the choice and the button with a verdict, or remove the marks. @param {Verdict | null} verdict */
  markVerdict(verdict) {
    const { dataset } = this.box;
    delete dataset.verdict;
    delete dataset.missed;
    this.takeBackCard();
    for (const label of [...this.optionLabels(), ...this.fieldsets()]) for (const name of ["judged", "named"]) delete label.dataset[name];
    if (verdict) dataset.verdict = verdict.verdict;
    if (verdict && !verdict.passes) dataset.missed = "";
    if (verdict) {
      this.markChoice(verdict);
      this.markBetterCards();
      this.markFieldsets();
      if (verdict.trick) this.completeTrick(verdict.trick);
    }
    find(this.box, '[data-do="answer"]').textContent = "missed" in dataset ? "Try again" : "Answer";
  }

  /** Move the chosen card from the hand to the trick, and mark the card that takes it. @param {Trick} trick */
  completeTrick({ taken, points }) {
    const fan = /** @type {HTMLElement | null} */ (this.box.querySelector(".pq-open-trick > .pq-fan"));
    const card = this.box.querySelector(".pq-pick-option:has(input:checked) svg.pq-card");
    if (!fan || !card) return;
    const felt = find(this.box, ".pq-felt");
    const before = cardPlaces(felt);
    const gap = makeElement("span", "pq-card"); // keeps the card's place in the hand
    const answer = makeElement("span");
    card.replaceWith(gap);
    answer.append(card);
    fan.append(answer);
    const winner = taken ? answer : fan.children[0];
    winner.classList.add("pq-takes-trick");
    const gained = makeElement("p", "pq-trick-points", points);
    gained.hidden = !points;
    gained.setAttribute("aria-hidden", "true"); // the verdict says it
    fan.after(gained);
    animateMoves(felt, before);
    this.takeBackCard = () => {
      this.takeBackCard = () => {};
      gap.replaceWith(card);
      winner.classList.remove("pq-takes-trick");
      answer.remove();
      gained.remove();
    };
  }

  /** Mark the chosen options. If several are wrong together, mark those that no right answer contains. @param {Verdict} verdict */
  markChoice(verdict) {
    const template = /** @type {HTMLTemplateElement | null} */ (this.box.querySelector("template.pq-solution"));
    const right = verdict.right ?? rightAnswer(template?.content);
    for (const label of this.optionLabels()) {
      const { checked, value } = inputOf(label);
      if (!checked) continue;
      if (verdict.passes) label.dataset.judged = "right";
      else if (this.form === "one") label.dataset.judged = verdict.verdict === "wrong" ? "wrong" : "near";
      else if (right && !right.split(/[|+]/).includes(value)) label.dataset.judged = "wrong";
    }
  }

  /** Mark the cards that the feedback names as better. */
  markBetterCards() {
    const said = /** @type {HTMLElement | null} */ (this.feedback.querySelector("[data-named]"));
    const named = (said?.dataset.named ?? "").split("+");
    for (const label of this.optionLabels()) {
      if (named.includes(inputOf(label).value)) label.dataset.named = "";
      // An acceptable card that is not the named one gets no mark of being right.
      else if (said && label.dataset.judged === "right") label.dataset.judged = "near";
    }
  }

  /** Mark each fieldset as right or wrong. */
  markFieldsets() {
    const said = /** @type {HTMLElement | null} */ (this.feedback.querySelector("[data-missed]"));
    const missed = (said?.dataset.missed ?? "").split("+");
    for (const set of this.fieldsets()) set.dataset.judged = missed.includes(set.dataset.value ?? "") ? "wrong" : "right";
  }

  /** @returns {HTMLElement[]} the options that are marked one by one */
  fieldsets() {
    return [...this.box.querySelectorAll("fieldset")];
  }

  /** @returns {HTMLElement[]} the options to choose from */
  optionLabels() {
    return [...this.box.querySelectorAll(".pq-pick-option")].map((label) => /** @type {HTMLElement} */ (label));
  }

  /** Whether the verdict on the last answer is shown. */
  get hasVerdict() {
    const { verdict = "" } = this.feedback.dataset;
    return !this.feedback.classList.contains("pq-stale") && !["", "hint", "shown"].includes(verdict);
  }

  /** @param {string} verdict @param {string} words @param {string} html */
  showFeedback(verdict, words, html = "") {
    this.feedback.dataset.verdict = verdict;
    this.feedback.classList.remove("pq-stale");
    const said = makeElement("p", "pq-chosen-words", words);
    const more = document.createElement("div");
    setMarkup(more, html);
    this.setFeedback(...(words ? [said] : []), ...more.childNodes);
  }

  /** Fill the feedback; without content it has no box. @param {...Node} said */
  setFeedback(...said) {
    const box = makeElement("div", "pq-verdict-text", "");
    box.dataset.part = "feedback-text";
    box.append(...said);
    this.feedback.replaceChildren(...(said.length ? [box] : []));
  }

  /** Show or hide the help. The button for the solution is hidden if the verdict names it. @param {boolean} open */
  toggleHelp(open) {
    find(this.box, '[data-do="hint"]').hidden = !open;
    find(this.box, '[data-do="solution"]').hidden = !open || this.isSolutionShown;
  }

  /** Show why there is no answer. A failure of the engine is explained next to the exercise. @param {unknown} error */
  showRefusal(error) {
    this.showFeedback("", error instanceof Refusal ? `This answer needs the engine, which says: ${error.reason}` : "");
  }

  /**
   * Return a text from the page, or from the engine, or null.
   * @param {string} name @param {string} op @param {() => unknown} again @returns {Promise<string | null>}
   */
  async findText(name, op, again) {
    const template = /** @type {HTMLTemplateElement | null} */ (this.box.querySelector(`template.pq-${name}`));
    if (template) return template.innerHTML;
    try {
      const { html } = await this.ask(op, { item: this.id }, this.box, again);
      return html;
    } catch (error) {
      this.showRefusal(error);
      return null;
    }
  }

  async showHint() {
    const html = await this.findText("hint", "exercise-hint", () => this.showHint());
    if (html === null) return;
    this.showFeedback("hint", "", html);
    this.toggleHelp(true);
  }

  async showSolution() {
    const html = await this.findText("solution", "solution", () => this.showSolution());
    if (html === null) return;
    this.showFeedback("shown", "", html);
    const [right] = (rightAnswer(this.feedback) ?? "").split("|");
    for (const label of this.optionLabels()) if (right.split("+").includes(inputOf(label).value)) label.dataset.judged = "right";
    this.markBetterCards();
    this.tries += 1;
    this.onAnswer(this, false, this.tries === 1);
    this.replaceSolutionButton();
  }

  /** Whether the solution is shown, on request or in the verdict. */
  get isSolutionShown() {
    return this.feedback.dataset.verdict === "shown" || this.feedback.querySelector("[data-named]") !== null;
  }

  /** Replace the button that has shown the solution by the button that leads on. */
  replaceSolutionButton() {
    const shown = find(this.box, '[data-do="solution"]');
    const next = /** @type {HTMLElement | null} */ (this.box.querySelector(".pq-next"));
    if (!next) return;
    if (document.activeElement === shown) next.focus({ preventScroll: true });
    shown.hidden = true;
  }
}
