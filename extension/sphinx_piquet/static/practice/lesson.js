// @ts-check
/** A page of exercises, with the learner's progress and a test for readers who know the lesson. */

import { QuestionSet } from "./question-set.js";
import { fetchExercise, refusalText } from "./fetch-exercise.js";
import { sharedProgress } from "../storage/progress.js";
import { onChange } from "../storage/store.js";
import { find, makeButton, makeElement } from "../dom.js";
import { makeBusyBar } from "./busy.js";
import { updateWarning } from "./storage-warning.js";

const TEST = 5;
const ENOUGH = 4;
const progress = sharedProgress();

/** The end of a lesson. When all that it asks for is done, it says so and shows where to go. */
class LessonEnd {
  /** @param {HTMLElement} panel @param {HTMLElement[]} blocks the exercises of the page, of which those before the end count */
  constructor(panel, blocks) {
    this.panel = panel;
    this.message = find(panel, "[role=status] > p");
    /** @type {Set<HTMLElement>} */
    this.required = new Set(blocks.filter((block) => panel.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_PRECEDING));
  }

  /** @param {(block: HTMLElement) => boolean} isDone */
  update(isDone) {
    const done = [...this.required].every(isDone);
    this.panel.classList.toggle("pq-is-done", done);
    this.panel.toggleAttribute("data-done", done);
    this.message.hidden = !done;
  }

  /** A copy of the link to the next page. */
  get nextLink() {
    const way = /** @type {HTMLElement} */ (find(this.panel, ".pq-primary").cloneNode(true));
    way.classList.remove("pq-primary");
    return way;
  }
}

class Lesson {
  /** @param {HTMLElement[]} blocks */
  constructor(blocks) {
    this.bar = find(document, ".pq-lesson-bar");
    this.where = find(this.bar, ".pq-where-in-lesson");
    this.steps = [...this.bar.querySelectorAll("li > a")];
    this.test = makeElement("div", "pq-test");
    this.test.dataset.part = "lesson-test";
    this.test.setAttribute("aria-live", "polite");
    const end = /** @type {HTMLElement | null} */ (document.querySelector(".pq-lesson-end"));
    this.end = end && new LessonEnd(end, blocks);
    this.blocks = blocks.map((block) => new QuestionSet(block, () => this.update()));
    // The first words of the label are for screen readers.
    const known = makeButton("", () => void this.runTest(), "pq-test-me");
    known.append(makeElement("span", "", "I know this: "), makeElement("b", "", "test me"));
    known.hidden = !this.testBlocks.length;
    this.bar.append(known, this.test);
    onChange(() => this.update());
    this.update();
  }

  get exercises() {
    return this.blocks.flatMap((block) => block.exercises);
  }

  get testBlocks() {
    return this.blocks.filter((block) => block.isForTests);
  }

  /** Update the progress on the page. */
  update() {
    updateWarning(this.bar);
    const all = this.exercises;
    const done = all.filter((exercise) => progress.isDone(exercise.id));
    for (const exercise of all) exercise.setDone(done.includes(exercise)); // another tab may have removed the progress
    const finished = new Set(this.blocks.filter(({ isDone }) => isDone).map(({ block }) => block));
    this.where.textContent = this.progressText(finished);
    this.end?.update((block) => finished.has(block));
    this.updateSteps();
  }

  /**
   * Return the progress as text: the number of required exercises done, and then of optional ones left. An
   * exercise with several hands counts once.
   * @param {Set<HTMLElement>} finished
   */
  progressText(finished) {
    const blocks = this.blocks.map(({ block }) => block);
    const asked = this.end?.required ?? new Set(blocks);
    const done = [...asked].filter((block) => finished.has(block)).length;
    const { noun } = this.where.dataset;
    if (done < asked.size) return `${done} of ${asked.size} ${noun} done.`;
    const more = blocks.length - asked.size - (finished.size - done);
    return `All ${done} ${noun} done${more ? `, ${more} more to try` : ""}.`;
  }

  /** Mark the finished steps and the first unfinished one. */
  updateSteps() {
    const finished = this.blocks.map(({ isDone }) => isDone);
    const here = finished.indexOf(false);
    for (const [place, step] of this.steps.entries()) {
      step.classList.toggle("pq-step-done", finished[place]);
      step.setAttribute("aria-label", `${step.textContent}${finished[place] ? ", done" : ""}`);
      step.toggleAttribute("aria-current", false);
      if (place === here) step.setAttribute("aria-current", "step");
    }
    // Scroll the row of steps so that the next one and the one before it are visible.
    const strip = find(this.bar, ".pq-steps-of");
    const next = /** @type {HTMLElement | undefined} */ (this.steps[here]);
    if (next) strip.scrollLeft = next.getBoundingClientRect().left - strip.getBoundingClientRect().left + strip.scrollLeft - next.offsetWidth;
  }

  /**
   * Ask five exercises of the page. With four right answers the lesson counts as known.
   * @param {number} number the next question @param {number} right the number of right answers so far
   */
  async runTest(number = 1, right = 0) {
    const blocks = this.testBlocks;
    this.test.replaceChildren(makeBusyBar("The engine is dealing …"));
    for (; number <= TEST; number += 1) {
      const { block, wanted } = blocks[(number - 1 + Math.floor(Math.random() * blocks.length)) % blocks.length];
      const [asked, before] = [number, right];
      try {
        const again = () => this.runTest(asked, before);
        if (await this.askQuestion(block, wanted, `Question ${number} of ${TEST}`, again)) right += 1;
      } catch (error) {
        const words = refusalText("The test cannot go on", error);
        this.test.querySelector(":scope > .pq-busy")?.replaceWith(...(words ? [makeElement("p", "", words)] : []));
        return;
      }
    }
    const enough = right >= ENOUGH;
    if (enough) for (const exercise of this.exercises) progress.markDone(exercise.id);
    const told = enough ? "You know this lesson; go on to the next." : "Read on: the lesson will fill the gaps.";
    this.test.replaceChildren(makeElement("p", "pq-test-result", `${right} of ${TEST} right. ${told}`));
    if (enough && this.end) this.test.append(this.end.nextLink);
    this.update();
  }

  /**
   * Ask one question of the test, and return whether the first answer was right.
   * @param {HTMLElement} block @param {object} wanted @param {string} label @param {() => unknown} again
   * @returns {Promise<boolean>}
   */
  async askQuestion(block, wanted, label, again) {
    /** @type {(passes: boolean) => void} */
    let settle = () => {};
    const settled = new Promise((/** @type {(passes: boolean) => void} */ resolve) => (settle = resolve));
    const exercise = await fetchExercise(block, wanted, label, (asked, passes, isFirst) => {
      if (!isFirst) return;
      progress.recordAnswer(asked.id, passes);
      asked.insertNextButton(makeButton("Next question", () => settle(passes), "pq-next"));
    }, this.bar, again);
    this.test.replaceChildren(exercise.box);
    exercise.box.focus();
    return settled;
  }
}

const blocks = [...document.querySelectorAll(".pq-exercise")].map((block) => /** @type {HTMLElement} */ (block));
if (blocks.length) new Lesson(blocks);
