// @ts-check
/** The page of the course, with the progress of each lesson and the exercises to review. */

import { playedStore } from "../storage/game-results.js";
import { onChange } from "../storage/store.js";
import { find, makeElement } from "../dom.js";
import { LessonProgress, dueText, nextLesson, continueLink } from "./lesson-progress.js";

class Tile extends LessonProgress {
  /** @param {HTMLElement} tile */
  constructor(tile) {
    super(JSON.parse(find(tile, "script").textContent ?? ""));
    this.tile = tile;
    this.link = /** @type {HTMLAnchorElement} */ (find(tile, "a"));
    this.number = find(tile, ".pq-tile-number").textContent ?? "";
    this.state = find(tile, ".pq-tile-state");
    this.untouched = this.state.textContent ?? "";
  }

  update() {
    const { doneCount: done, remainingExtra: more } = this;
    const most = this.places.size;
    const whole = more ? `Done · ${more} more to try` : "Done";
    this.state.textContent = done === most ? whole : done ? `${done} of ${most} done` : this.untouched;
    find(this.tile, "progress").setAttribute("value", String(done));
    this.updateRings();
  }

  /** Fill the rings of the finished exercises, on pages that have one for each. */
  updateRings() {
    const { unfinished } = this;
    for (const found of document.querySelectorAll(".pq-problem-grades a[href*='#']")) {
      const ring = /** @type {HTMLAnchorElement} */ (found);
      if (ring.pathname !== this.link.pathname) continue;
      const isDone = !unfinished.has(ring.hash.slice(1));
      ring.classList.toggle("pq-step-done", isDone);
      ring.setAttribute("aria-label", `${ring.textContent}${isDone ? ", done" : ""}`);
    }
  }
}

class Course {
  /** @param {HTMLElement} wayIn @param {Tile[]} lessons */
  constructor(wayIn, lessons) {
    this.lessons = lessons;
    this.title = find(wayIn, "b");
    this.note = find(wayIn, ".pq-way-in-words span");
    this.go = /** @type {HTMLAnchorElement} */ (find(wayIn, ".pq-primary"));
    this.review = find(wayIn, ".pq-due");
    this.first = [this.title.textContent, this.note.textContent, this.go.textContent, this.go.href];
    this.played = makeElement("p", "", "");
    /** @type {HTMLAnchorElement | null} the tile of the table, which follows the lessons that it requires */
    this.table = document.querySelector('.pq-tile-felt a[href$="table.html"]');
    this.table?.closest(".pq-tile")?.querySelector(".pq-tile-about")?.append(this.played);
    onChange(() => this.update());
    this.update();
  }

  update() {
    const deals = Object.keys(playedStore.value.deals).length;
    this.played.hidden = !deals;
    this.played.textContent = deals > 1 ? `Done: you have played ${deals} deals.` : "Done: you have played your first deal.";
    for (const lesson of this.lessons) lesson.update();
    const due = dueText();
    this.review.hidden = !due;
    this.review.textContent = due;
    [this.title.textContent, this.note.textContent, this.go.textContent, this.go.href] = this.nextStep();
  }

  /** Whether all lessons before the table are done, and no deal has been played yet. */
  get isReadyToPlay() {
    const { table } = this;
    if (!table || !this.played.hidden) return false;
    const before = this.lessons.filter(({ tile }) => tile.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING);
    return before.every(({ firstOpen }) => !firstOpen);
  }

  /** Return the title, note, label and address of the next step. @returns {any[]} */
  nextStep() {
    if (!this.lessons.some(({ lastAnswered }) => lastAnswered)) return this.first;
    if (this.isReadyToPlay) return ["Sit down and play", "You know all that a first deal needs", "To the table", this.table?.href];
    const lesson = nextLesson(this.lessons);
    if (!lesson) return ["You have done all the lessons", "Go through any of them again, whenever you like", "From the beginning", this.first[3]];
    const [words, address] = continueLink(lesson, lesson.number, lesson.link.href);
    return [words, lesson.link.textContent, "Continue", address];
  }
}

const wayIn = document.querySelector(".pq-way-in");
const tiles = [...document.querySelectorAll(".pq-tile:has(script)")].map((tile) => new Tile(/** @type {HTMLElement} */ (tile)));
if (wayIn && tiles.length) new Course(/** @type {HTMLElement} */ (wayIn), tiles);
else if (tiles.length) {
  // Tiles without a button for the next one, such as those of the problems.
  const show = () => tiles.forEach((tile) => tile.update());
  onChange(show);
  show();
}
