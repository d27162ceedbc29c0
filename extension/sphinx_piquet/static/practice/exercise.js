// @ts-check
/**
 * One exercise on the page: what is chosen, what is said to it. Verdicts are looked up in what was
 * written beside the question, or asked of the engine; it holds words and ids, and knows no rule.
 */

import { Refusal } from "../engine/engine-client.js";
import { setMarkup } from "../trusted-markup.js";
import { scrollClearOfHeader, find, makeElement } from "../dom.js";
import { ignoreSecondTap } from "../double-tap.js";
import { makeCountedBar } from "./busy.js";

/**
 * @typedef {{verdict: string, passes: boolean, html: string, again?: string, right?: string}} Verdict what is said, what instead after an earlier miss, and the right answers
 * @typedef {{verdicts: Verdict[], row?: string, letters?: string, by?: Record<string, number>}} Known
 */

/**
 * @typedef {(op: string, args: object, at: HTMLElement, again: () => unknown) => Promise<any>} Ask
 * asks the engine; what keeps it from answering is told `at` some place, with another try
 *
 * @typedef {(exercise: Exercise, passes: boolean, first: boolean) => void} Answered
 * follows an answer; `first` is that of the first try
 */

/** Ways of the unseen cards that one request tries: whatever else is asked waits no longer. */
const TRIES = 10;

/** The right answers with bars between them, the one that is told first, as the markup of a solution has them. @param {ParentNode | undefined} told */
function rightAnswer(told) {
  return /** @type {HTMLElement | null | undefined} */ (told?.querySelector("[data-right]"))?.dataset.right;
}

/** @param {HTMLElement} label */
function inputOf(label) {
  return /** @type {HTMLInputElement} */ (find(label, "input"));
}

/** Scroll what is said to what was opened there. @param {HTMLElement} opened */
function scrollToOpened(opened) {
  const said = opened.closest(".pq-verdict-text");
  if (said) said.scrollTop += opened.getBoundingClientRect().top - said.getBoundingClientRect().top - 8;
}

export class Exercise {
  /**
   * @param {HTMLElement} box
   * @param {Ask} ask
   * @param {Answered} answered
   */
  constructor(box, ask, answered) {
    this.box = box;
    this.ask = ask;
    this.answered = answered;
    this.id = box.dataset.item ?? "";
    this.form = box.dataset.form ?? "";
    this.tries = 0;
    /** An answer has missed before. */
    this.hasMissed = false;
    /** The choice that is being made is made by a pointer. */
    this.isTapped = false;
    /** The answer that the engine is asked about. */
    this.pendingAnswer = "";
    /** The last answer given. */
    this.given = "";
    this.feedback = find(box, ".pq-feedback");
    const data = box.querySelector('script[type="application/json"]');
    /** @type {Known | null} */
    this.known = data ? JSON.parse(data.textContent ?? "") : null;
    find(box, ".pq-item-buttons").hidden = false;
    box.classList.add("pq-live");
    box.addEventListener("click", (event) => {
      this.handleClick(event);
      // A key that chooses makes a click too, without a count.
      this.isTapped ||= event.detail > 0 && /** @type {HTMLElement} */ (event.target).closest(".pq-pick-option") !== null;
    });
    // Where the verdict scrolls in its place, what is behind *Why?* comes into sight; "toggle" does not bubble.
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
        void this.answer(this.readAnswer());
      }
    });
  }

  /** Do what a button asks. @param {Event} event */
  handleClick(event) {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!button) return;
    const acts = {
      submitAnswer: () => ("missed" in this.box.dataset ? this.tryAgain() : this.answer(this.readAnswer())),
      none: () => this.answerNone(),
      hint: () => this.showHint(),
      solution: () => this.showSolution(),
    };
    const act = acts[/** @type {keyof typeof acts} */ (button.dataset.do ?? "")];
    if (act) void act();
    else if (button.dataset.move) this.moveRow(button, Number(button.dataset.move));
  }

  /** Where one choice is the answer, tapping it answers; a key only chooses, and Enter or the button answers. */
  answerWithTap() {
    if (this.form === "one" && this.isTapped) void this.answer(this.readAnswer());
    this.isTapped = false;
  }

  /** What is over takes no other answer. */
  disableInputs() {
    for (const input of this.box.querySelectorAll(".pq-picks input")) /** @type {HTMLInputElement} */ (input).disabled = true;
  }

  // -- what is chosen ------------------------------------------------------------------------------

  /** The answer as text, or null after saying what is still missing. @returns {string | null} */
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

  /** Put the choice back after a miss, and what was said of it aside. */
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
    return this.answer("none");
  }

  /** Move a row up or down; the focus stays on its button. @param {HTMLElement} button @param {number} by */
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

  /** What was chosen, in the page's own words; "" where the answer is still to be seen. */
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
  async answer(answer) {
    if (answer === null || (answer === this.given && this.hasVerdict)) return;
    const words = this.chosenWords();
    let verdict = this.printedVerdict(answer);
    if (!verdict) {
      try {
        verdict = await this.fetchVerdict(answer);
        if (!verdict) return; // another answer came meanwhile
      } catch (error) {
        this.showRefusal(error);
        return;
      }
    }
    this.tries += 1;
    this.given = answer;
    this.showFeedback(verdict.verdict, words, (this.hasMissed && verdict.again) || verdict.html);
    this.hasMissed ||= !verdict.passes;
    this.markVerdict(verdict);
    this.scrollToVerdict();
    ignoreSecondTap();
    // A deal that goes on is done when it is over.
    if (verdict.passes && !("on" in this.box.dataset)) this.setDone();
    this.toggleHelp(!verdict.passes);
    this.answered(this, verdict.passes, this.tries === 1);
    if (verdict.passes) this.focusNext();
  }

  /**
   * Put the button that leads on right after *Answer*, before all that helps: it is the first by key, and where the
   * eye finds it.
   * @param {HTMLElement} button
   */
  insertNextButton(button) {
    find(this.box, '[data-do="answer"]').after(button);
  }

  setDone(isDone = true) {
    this.box.classList.toggle("pq-done", isDone);
    this.box.toggleAttribute("data-done", isDone);
  }

  /** Let Enter go on after a right answer, unless the reader has gone elsewhere meanwhile. */
  focusNext() {
    const next = /** @type {HTMLElement | null} */ (this.box.querySelector(".pq-next"));
    const { activeElement } = document;
    if (this.box.contains(activeElement) || activeElement === document.body) next?.focus({ preventScroll: true });
  }

  /** Bring the verdict into sight, if it is not; the title of the exercise stays whole, or goes. */
  scrollToVerdict() {
    const before = window.scrollY;
    this.feedback.scrollIntoView({ block: "nearest" });
    if (window.scrollY !== before) scrollClearOfHeader(this.box.parentElement?.querySelectorAll(".pq-exercise-title") ?? []);
  }

  /**
   * The engine's verdict, with a bar that counts while it tries the unseen cards; nothing if it is stopped, or if
   * another is asked for meanwhile.
   * @param {string} answer @returns {Promise<Verdict | undefined>}
   */
  async fetchVerdict(answer) {
    this.pendingAnswer = answer;
    this.showFeedback("", "The engine is looking at it …");
    const { counting, tell } = makeCountedBar(() => this.cancelJudging());
    for (let until = TRIES; ; until += TRIES) {
      const found = await this.ask("judge-answer", { item: this.id, answer, until }, this.box, () => this.answer(answer));
      if (this.pendingAnswer !== answer) return undefined;
      if (!found.of) return found;
      tell(found);
      if (counting.isConnected) continue;
      this.setFeedback(counting);
      this.feedback.scrollIntoView({ block: "nearest" });
    }
  }

  /** Ask no further; the answer can be given again, or another. */
  cancelJudging() {
    this.pendingAnswer = "";
    this.showFeedback("", "");
    find(this.box, '[data-do="answer"]').focus();
  }

  /** The verdict that was written beside the question. @param {string} answer @returns {Verdict | undefined} */
  printedVerdict(answer) {
    const { known } = this;
    if (!known) return undefined;
    const { verdicts, row, letters, by } = known;
    if (by) return Object.hasOwn(by, answer) ? verdicts[by[answer]] : undefined;
    if (!row || !letters) return undefined;
    if (this.form === "number") return verdicts[letters.indexOf(row[Math.min(Number(answer), row.length - 1)])];
    const chosen = new Set(answer.split("+"));
    const values = [...this.box.querySelectorAll(".pq-picks input")].map((box) => /** @type {HTMLInputElement} */ (box).value);
    const place = values.reduce((sum, value, digit) => sum + (chosen.has(value) ? 2 ** digit : 0), 0);
    return verdicts[letters.indexOf(row[place])];
  }

  /** Show on the choice itself, and on the button, how it was judged; another choice takes the mark away. @param {Verdict | null} verdict */
  markVerdict(verdict) {
    const { dataset } = this.box;
    delete dataset.verdict;
    delete dataset.missed;
    for (const label of [...this.optionLabels(), ...this.fieldsets()]) for (const name of ["judged", "named"]) delete label.dataset[name];
    if (verdict) dataset.verdict = verdict.verdict;
    if (verdict && !verdict.passes) dataset.missed = "";
    if (verdict) {
      this.markChoice(verdict);
      this.markBetterCards();
      this.markFieldsets();
    }
    find(this.box, '[data-do="answer"]').textContent = "missed" in dataset ? "Try again" : "Answer";
  }

  /** Put a sign on what was chosen; of several that miss together, on those that no right answer has. @param {Verdict} verdict */
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

  /** Mark the cards that what is said names as better. */
  markBetterCards() {
    const said = /** @type {HTMLElement | null} */ (this.feedback.querySelector("[data-named]"));
    const named = (said?.dataset.named ?? "").split("+");
    for (const label of this.optionLabels()) {
      if (named.includes(inputOf(label).value)) label.dataset.named = "";
      // What is fine, and yet not what is named, has no sign of being right.
      else if (said && label.dataset.judged === "right") label.dataset.judged = "near";
    }
  }

  /** Put a sign on each of what was marked one by one. */
  markFieldsets() {
    const said = /** @type {HTMLElement | null} */ (this.feedback.querySelector("[data-missed]"));
    const missed = (said?.dataset.missed ?? "").split("+");
    for (const set of this.fieldsets()) set.dataset.judged = missed.includes(set.dataset.value ?? "") ? "wrong" : "right";
  }

  /** @returns {HTMLElement[]} what is marked one by one */
  fieldsets() {
    return [...this.box.querySelectorAll("fieldset")];
  }

  /** @returns {HTMLElement[]} what one chooses from */
  optionLabels() {
    return [...this.box.querySelectorAll(".pq-pick-option")].map((label) => /** @type {HTMLElement} */ (label));
  }

  /** Whether the verdict on the last answer is what stands there. */
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

  /** Fill the place of what is said; without words there is nothing to see there. @param {...Node} said */
  setFeedback(...said) {
    const box = makeElement("div", "pq-verdict-text", "");
    box.dataset.part = "feedback-text";
    box.append(...said);
    this.feedback.replaceChildren(...(said.length ? [box] : []));
  }

  /** A learner who has it right needs no help; one who has not may see the answer too, unless the verdict tells it. @param {boolean} open */
  toggleHelp(open) {
    find(this.box, '[data-do="hint"]').hidden = !open;
    find(this.box, '[data-do="solution"]').hidden = !open || this.isSolutionShown;
  }

  /** Why there is no answer; what keeps the engine from giving one is said next to it. @param {unknown} error */
  showRefusal(error) {
    this.showFeedback("", error instanceof Refusal ? `This answer needs the engine, which says: ${error.reason}` : "");
  }

  /**
   * What was written beside the question, or else the engine's; null if it cannot be had.
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
    this.answered(this, false, this.tries === 1);
    this.replaceSolutionButton();
  }

  /** Whether the answer stands there: it was asked for, or the verdict names what is better. */
  get isSolutionShown() {
    return this.feedback.dataset.verdict === "shown" || this.feedback.querySelector("[data-named]") !== null;
  }

  /** In the place of the button that has shown the answer is the way on, where there is one. */
  replaceSolutionButton() {
    const shown = find(this.box, '[data-do="solution"]');
    const next = /** @type {HTMLElement | null} */ (this.box.querySelector(".pq-next"));
    if (!next) return;
    if (document.activeElement === shown) next.focus({ preventScroll: true });
    shown.hidden = true;
  }
}
