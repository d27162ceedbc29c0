// @ts-check
/** The page of the course: what is done of each lesson, where to go on, and what has come back today. */

import { memory as memoryOfPage } from "../kept/memory.js";
import { onChange } from "../kept/storage.js";
import { find } from "../page.js";

const memory = memoryOfPage();

/** @typedef {[place: string, id: string][]} Asked exercises, each with its place on the page of its lesson */

class Tile {
  /** @param {HTMLElement} tile */
  constructor(tile) {
    this.tile = tile;
    /** @type {{asked: Asked, extra: Asked}} */
    const { asked, extra } = JSON.parse(find(tile, "script").textContent ?? "");
    this.asked = asked;
    this.all = [...asked, ...extra];
    this.link = /** @type {HTMLAnchorElement} */ (find(tile, "a"));
    this.number = find(tile, ".pq-tile-number").textContent ?? "";
    this.state = find(tile, ".pq-tile-state");
    this.untouched = this.state.textContent ?? "";
  }

  /** The exercises as they are numbered; one may ask about several hands. */
  get places() {
    return new Set(this.all.map(([place]) => place));
  }

  get done() {
    const open = new Set(this.all.filter(([, id]) => !memory.isDone(id)).map(([place]) => place));
    return this.places.size - open.size;
  }

  /** The first exercise that is open; what may be left out counts only once the rest is done. */
  get open() {
    return this.asked.find(([, id]) => !memory.isDone(id));
  }

  /** When the reader was last at it; 0 for never. */
  get touched() {
    return Math.max(0, ...this.all.map(([, id]) => memory.of(id)?.at ?? 0));
  }

  show() {
    const { done } = this;
    const most = this.places.size;
    this.state.textContent = done === most ? "Done" : done ? `${done} of ${most} done` : this.untouched;
    find(this.tile, "progress").setAttribute("value", String(done));
  }
}

class Course {
  /** @param {HTMLElement} wayIn @param {Tile[]} lessons */
  constructor(wayIn, lessons) {
    this.lessons = lessons;
    this.title = find(wayIn, "b");
    this.note = find(wayIn, ".pq-way-in-words span");
    this.go = /** @type {HTMLAnchorElement} */ (find(wayIn, ".pq-go"));
    this.review = find(wayIn, ".pq-due");
    this.first = [this.title.textContent, this.note.textContent, this.go.textContent, this.go.href];
    onChange(() => this.show());
    this.show();
  }

  show() {
    for (const lesson of this.lessons) lesson.show();
    const due = memory.due().length;
    this.review.hidden = !due;
    this.review.textContent = `${due} to review today`;
    [this.title.textContent, this.note.textContent, this.go.textContent, this.go.href] = this.words();
  }

  /** The lesson to go on with: the one that was last opened, or the first open one after it. @returns {Tile | undefined} */
  next() {
    const last = Math.max(...this.lessons.map(({ touched }) => touched));
    const place = this.lessons.findIndex(({ touched }) => touched === last);
    const inTurn = [...this.lessons.slice(place), ...this.lessons.slice(0, place)];
    return inTurn.find(({ open }) => open);
  }

  /** What the way in says, and where it leads. @returns {any[]} */
  words() {
    if (!this.lessons.some(({ touched }) => touched)) return this.first;
    const lesson = this.next();
    if (!lesson?.open) return ["You have done all the lessons", "Go through any of them again, whenever you like", "From the beginning", this.first[3]];
    const [place] = lesson.open;
    const begun = lesson.all.some(([, id]) => memory.isDone(id));
    return [
      `Go on with lesson ${lesson.number}${begun ? `, exercise ${place.replace(/^\D+/, "")}` : ""}`,
      lesson.link.textContent,
      "Continue",
      begun ? `${lesson.link.href}#${place}` : lesson.link.href,
    ];
  }
}

const wayIn = document.querySelector(".pq-way-in");
const tiles = [...document.querySelectorAll(".pq-tile:has(script)")].map((tile) => new Tile(/** @type {HTMLElement} */ (tile)));
if (wayIn && tiles.length) new Course(/** @type {HTMLElement} */ (wayIn), tiles);
else if (tiles.length) {
  // Tiles without a first and a next, such as those of the problems.
  const show = () => tiles.forEach((tile) => tile.show());
  onChange(show);
  show();
}
