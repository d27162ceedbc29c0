// @ts-check
/** The page on which exercises are repeated. */

import { Refusal } from "../engine/engine-client.js";
import { fetchExercise } from "./fetch-exercise.js";
import { sharedProgress } from "../storage/progress.js";
import { onChange } from "../storage/store.js";
import { find, makeButton, makeElement } from "../dom.js";
import { countDueByLesson, readLessons } from "./lesson-progress.js";
import { makeStoppableBar } from "./busy.js";
import { updateWarning } from "./storage-warning.js";

const progress = sharedProgress();

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
    this.number = this.total = 0;
    place.dataset.live = "";
    this.beginButton.addEventListener("click", () => {
      this.total = progress.due().length;
      this.number = 0;
      this.beginButton.hidden = true;
      void this.showNext();
    });
    onChange(() => this.refresh());
    const asked = new URLSearchParams(location.search).get("item");
    updateWarning(place);
    this.showDueCount();
    if (asked) void this.showExercise(asked, "The exercise of this address");
  }

  /** @param {string} text */
  setStatus(text) {
    this.status.textContent = text;
  }

  /** List the lessons of the due exercises, with links. */
  showLessons() {
    const { lessonLinks: from } = this;
    if (!from) return;
    const found = countDueByLesson(this.lessonList);
    const other = progress.due().length - found.reduce((sum, { count }) => sum + count, 0);
    const lines = found.map(({ title, count, address }) => {
      const line = makeElement("li");
      const link = makeElement("a", "", title);
      link.href = address;
      line.append(link, `: ${count}`);
      return line;
    });
    if (found.length && other) lines.push(makeElement("li", "", `Other exercises: ${other}`));
    from.replaceChildren(...lines);
    from.hidden = !found.length;
  }

  /** Show the number of due exercises, or the date of the next one. */
  showDueCount() {
    const waiting = progress.due().length;
    const next = progress.nextDue();
    const rungs = this.place.querySelectorAll(".pq-pauses li");
    progress.countByPause().forEach((count, at) => {
      rungs[at]?.toggleAttribute("data-any", count > 0);
      const told = rungs[at]?.querySelector("b");
      if (told) told.textContent = count ? ` ${count}` : "";
    });
    this.beginButton.hidden = !waiting;
    this.showLessons();
    if (this.lessons) this.lessons.hidden = Boolean(waiting);
    const days = progress.daysToReview();
    const rest = days === 1 ? "" : days === 2 ? " The others come tomorrow." : ` The others come over the next ${days - 1} days.`;
    if (waiting) this.setStatus(`${waiting === 1 ? "One exercise" : `${waiting} exercises`} to review today.${rest}`);
    else if (next > Date.now()) this.setStatus(`Nothing to review today; next on ${new Date(next).toLocaleDateString("en-GB", { day: "numeric", month: "long" })}.`);
    else if (next) this.setStatus("That is enough for today.");
    else this.setStatus("Nothing yet. Exercises come here a day after you first meet them.");
  }

  /** Follow a change of the stored progress. An exercise on the page stays. */
  refresh() {
    updateWarning(this.place);
    if (!this.stage.childElementCount) this.showDueCount();
  }

  async showNext() {
    const [id] = progress.due();
    this.stage.replaceChildren();
    if (!id) {
      this.showDueCount();
      return;
    }
    this.number += 1;
    await this.showExercise(id, `${this.number} of ${this.total}`, true);
  }

  /** @param {string} id @param {string} label @param {boolean} anew whether to use a new deal, unless the exercise has fixed cards */
  async showExercise(id, label, anew = false) {
    const { waiting, wish } = makeStoppableBar("The engine is dealing …");
    this.status.replaceChildren(waiting);
    if (this.lessonLinks) this.lessonLinks.hidden = true;
    const skip = makeButton("Skip", () => {
      progress.postpone(id);
      void this.showNext();
    });
    /** @type {import("./exercise.js").Answered} */
    const answered = (exercise, passes, first) => {
      if (first) progress.recordAnswer(id, passes);
      else if (passes) progress.markDone(id);
      skip.hidden ||= passes;
      updateWarning(this.place);
      if (first) exercise.insertNextButton(makeButton("Next", () => void this.showNext(), "pq-next"));
    };
    const again = () => this.showExercise(id, label, anew);
    try {
      const exercise = await fetchExercise(this.place, anew ? { again: id } : { item: id }, label, answered, this.stage, again, wish);
      find(exercise.box, ".pq-item-buttons").append(skip);
      this.stage.replaceChildren(exercise.box);
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
      progress.postpone(id);
    }
  }
}

const place = document.querySelector(".pq-review");
if (place) new Review(/** @type {HTMLElement} */ (place));
