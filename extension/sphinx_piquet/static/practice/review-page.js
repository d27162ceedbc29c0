// @ts-check
/** The page on which exercises are repeated. */

import { Refusal } from "../engine/engine-client.js";
import { fetchExercise } from "./fetch-exercise.js";
import { daysToReview, dailyPath, nextTask, seenProblems } from "../storage/daily-path.js";
import { latestMistake } from "../storage/deal-ratings.js";
import { openSeries, postponeSeries, recordSeriesAnswer } from "../storage/mistake-series.js";
import { isProblem, sharedProgress } from "../storage/progress.js";
import { answersInOrder, recordProblemAnswer } from "../storage/rating-store.js";
import { onChange } from "../storage/store.js";
import { find, makeButton, makeElement } from "../dom.js";
import { countDueByLesson, readLessons } from "./lesson-progress.js";
import { makeStoppableBar } from "./busy.js";
import { updateWarning } from "./storage-warning.js";

const progress = sharedProgress();

/** @typedef {import("../storage/progress.js").Task} Task */

/** @param {number} time */
function dayOf(time) {
  return new Date(time).toLocaleDateString("en-GB", { day: "numeric", month: "long" });
}

class Review {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.stage = find(place, ".pq-review-stage");
    this.status = find(place, ".pq-review-status");
    this.beginButton = find(place, '[data-memory="start"]');
    this.lessons = /** @type {HTMLElement | null} */ (place.querySelector(".pq-to-lessons"));
    this.lessonLinks = /** @type {HTMLElement | null} */ (place.querySelector(".pq-due-from"));
    this.lessonList = readLessons(place);
    /** The kinds of mistakes in words. @type {Record<string, string>} */
    this.mistakes = JSON.parse(place.dataset.mistakes ?? "{}");
    this.number = this.total = 0;
    place.dataset.live = "";
    this.beginButton.addEventListener("click", () => {
      this.total = dailyPath().length;
      this.number = 0;
      this.beginButton.hidden = true;
      void this.showNext();
    });
    onChange(() => this.refresh());
    const asked = new URLSearchParams(location.search).get("item");
    updateWarning(place);
    this.showDueCount();
    if (asked) void this.showExercise({ id: asked, mistake: "", due: 0 }, "The exercise of this address");
  }

  /** @param {string} text */
  setStatus(text) {
    this.status.textContent = text;
  }

  /** List the lessons of the due exercises, with links, and the kinds of mistakes. */
  showLessons() {
    const { lessonLinks: from } = this;
    if (!from) return;
    const found = countDueByLesson(this.lessonList);
    const path = dailyPath();
    const kinds = path.flatMap(({ mistake }) => (mistake ? [this.mistakes[mistake] ?? mistake] : []));
    const other = path.length - kinds.length - found.reduce((sum, { count }) => sum + count, 0);
    const lines = found.map(({ title, count, address }) => {
      const line = makeElement("li");
      const link = makeElement("a", "", title);
      link.href = address;
      line.append(link, `: ${count}`);
      return line;
    });
    if (found.length && other) lines.push(makeElement("li", "", `Other exercises: ${other}`));
    if (kinds.length) lines.push(makeElement("li", "", `Your mistakes at the table: ${kinds.join(", ")}`));
    from.replaceChildren(...lines);
    from.hidden = !lines.length;
  }

  /** Show the number of due exercises, or the date of the next one. */
  showDueCount() {
    const waiting = dailyPath().length;
    const next = nextTask();
    const rungs = this.place.querySelectorAll(".pq-pauses li");
    progress.countByPause().forEach((count, at) => {
      rungs[at]?.toggleAttribute("data-any", count > 0);
      const told = rungs[at]?.querySelector("b");
      if (told) told.textContent = count ? ` ${count}` : "";
    });
    this.beginButton.hidden = !waiting;
    this.showLessons();
    if (this.lessons) this.lessons.hidden = Boolean(waiting);
    const days = daysToReview();
    const rest = days === 1 ? "" : days === 2 ? " The others come tomorrow." : ` The others come over the next ${days - 1} days.`;
    if (waiting) this.setStatus(`${waiting === 1 ? "One exercise" : `${waiting} exercises`} to review today.${rest}`);
    else if (next > Date.now()) this.setStatus(this.number ? `That is all for today; next on ${dayOf(next)}.` : `Nothing to review today; next on ${dayOf(next)}.`);
    else if (next) this.setStatus("That is all for today. The others come tomorrow.");
    else if (this.number) this.setStatus("That is all for today.");
    else this.setStatus("Nothing yet. Exercises come here a day after you first meet them.");
  }

  /** Follow a change of the stored progress. An exercise on the page stays. */
  refresh() {
    updateWarning(this.place);
    if (!this.stage.childElementCount) this.showDueCount();
  }

  async showNext() {
    const [task] = dailyPath();
    this.stage.replaceChildren();
    if (!task) {
      this.showDueCount();
      return;
    }
    this.number += 1;
    await this.showExercise(task, `${this.number} of ${this.total}`, true);
  }

  /** Return the engine's arguments for a task. @param {Task} task @param {boolean} anew */
  wanted({ id, mistake }, anew) {
    if (!mistake) return anew ? { again: id } : { item: id };
    const { rules = "" } = Object.fromEntries(openSeries())[mistake] ?? {};
    return { mistake, rules, seen: seenProblems(), answers: JSON.stringify(answersInOrder()) };
  }

  /** Record an answer. @param {Task} task @param {string} id of the exercise @param {boolean} passes @param {boolean} first */
  record(task, id, passes, first) {
    if (!task.mistake) {
      if (first) progress.recordAnswer(id, passes);
      else if (passes) progress.markDone(id);
    } else if (first) {
      progress.recordReview(task);
      recordSeriesAnswer(task.mistake, passes);
    }
    if (task.mistake && passes && isProblem(id)) progress.markDone(id); // it is solved on its own page as well
    if (first) recordProblemAnswer(id, passes);
  }

  /** Return a sentence on the mistake that a task practises, or "". @param {Task} task */
  mistakeText({ mistake }) {
    const found = latestMistake(mistake);
    if (!found) return "";
    const cost = found.lost.toLocaleString("en-GB", { maximumFractionDigits: 1 });
    return `For a mistake of ${dayOf(found.at)} in ${this.mistakes[mistake] ?? mistake}, which lost ${cost} points.`;
  }

  /** @param {Task} task @param {string} label @param {boolean} anew whether to use a new deal, unless the exercise has fixed cards */
  async showExercise(task, label, anew = false) {
    const { waiting, wish } = makeStoppableBar("The engine is dealing …");
    this.status.replaceChildren(waiting);
    if (this.lessonLinks) this.lessonLinks.hidden = true;
    const skip = makeButton("Skip", () => {
      this.postpone(task);
      void this.showNext();
    });
    /** @type {import("./exercise.js").Answered} */
    const answered = (exercise, passes, first) => {
      this.record(task, task.id || exercise.id, passes, first);
      skip.hidden ||= passes;
      updateWarning(this.place);
      if (first) exercise.insertNextButton(makeButton("Next", () => void this.showNext(), "pq-next"));
    };
    const again = () => this.showExercise(task, label, anew);
    try {
      const exercise = await fetchExercise(this.place, this.wanted(task, anew), label, answered, this.stage, again, wish);
      find(exercise.box, ".pq-item-buttons").append(skip);
      const why = this.mistakeText(task);
      this.stage.replaceChildren(...(why ? [makeElement("p", "pq-review-why", why)] : []), exercise.box);
      exercise.box.focus();
      this.setStatus("");
    } catch (error) {
      const isInside = waiting.contains(document.activeElement);
      this.setStatus(wish.signal.aborted ? "Stopped." : "");
      if (wish.signal.aborted) {
        const onward = makeButton("Go on", again);
        this.status.append(" ", onward);
        if (isInside) onward.focus({ preventScroll: true });
      }
      if (!(error instanceof Refusal)) return; // failures of the engine are explained elsewhere
      this.setStatus("This exercise cannot be shown. Its address may have lost a part.");
      this.status.append(makeElement("small", "", error.reason));
      this.postpone(task);
    }
  }

  /** Postpone a task until tomorrow. @param {Task} task */
  postpone({ id, mistake }) {
    if (mistake) postponeSeries(mistake);
    else progress.postpone(id);
  }
}

const place = document.querySelector(".pq-review");
if (place) new Review(/** @type {HTMLElement} */ (place));
