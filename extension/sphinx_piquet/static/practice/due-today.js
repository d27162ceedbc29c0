// @ts-check
/** For whoever comes back, on pages that are no lessons: where the lessons go on, and what has come back today. */

import { onChange } from "../storage/store.js";
import { find } from "../dom.js";
import { dueWords, nextLesson, readLessons, wayOn } from "./lesson-progress.js";

class WelcomeBack {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.review = find(place, ".pq-due-today");
    this.go = /** @type {HTMLAnchorElement | null} */ (place.querySelector(".pq-on"));
    this.lessons = readLessons(place);
    onChange(() => this.show());
    this.show();
  }

  show() {
    const due = dueWords();
    this.review.hidden = !due;
    this.review.textContent = due;
    const lesson = nextLesson(this.lessons);
    if (this.go) {
      this.go.hidden = !lesson;
      if (lesson) [this.go.textContent, this.go.href] = wayOn(lesson, lesson.number, lesson.address);
    }
    this.place.hidden = !due && !lesson;
  }
}

for (const place of document.querySelectorAll(".pq-welcome-back")) new WelcomeBack(/** @type {HTMLElement} */ (place));
