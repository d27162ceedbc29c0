// @ts-check
/** The links of returning readers to their next lesson and their review, on pages outside the lessons. */

import { onChange } from "../storage/store.js";
import { find } from "../dom.js";
import { dueText, nextLesson, readLessons, continueLink } from "./lesson-progress.js";

class WelcomeBack {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.review = find(place, ".pq-due-today");
    this.go = /** @type {HTMLAnchorElement | null} */ (place.querySelector(".pq-on"));
    this.lessons = readLessons(place);
    onChange(() => this.update());
    this.update();
  }

  update() {
    const due = dueText();
    this.review.hidden = !due;
    this.review.textContent = due;
    const lesson = nextLesson(this.lessons);
    if (this.go) {
      this.go.hidden = !lesson;
      if (lesson) [this.go.textContent, this.go.href] = continueLink(lesson, lesson.number, lesson.address);
    }
    this.place.hidden = !due && !lesson;
  }
}

for (const place of document.querySelectorAll(".pq-welcome-back")) new WelcomeBack(/** @type {HTMLElement} */ (place));
