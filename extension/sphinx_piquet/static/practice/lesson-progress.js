// @ts-check
/** What is done of each lesson of the course, and which exercise comes next. */

import { sharedProgress } from "../storage/progress.js";

const progress = sharedProgress();

/**
 * @typedef {[place: string, id: string][]} Asked exercises, each with its place on the page of its lesson
 * @typedef {{asked: Asked, extra: Asked}} Exercises of a lesson; the extra ones may be left out
 */

export class LessonProgress {
  /** @param {Exercises} exercises */
  constructor({ asked, extra }) {
    this.asked = asked;
    this.all = [...asked, ...extra];
    /** The exercises that are asked, as they are numbered; one may ask about several hands. */
    this.places = new Set(asked.map(([place]) => place));
  }

  /** The places where something is open. */
  get unfinished() {
    return new Set(this.all.filter(([, id]) => !progress.isDone(id)).map(([place]) => place));
  }

  /** How many of those that are asked are done. */
  get doneCount() {
    const { unfinished } = this;
    return [...this.places].filter((place) => !unfinished.has(place)).length;
  }

  /** How many of those that may be left out are open. */
  get remainingExtra() {
    return [...this.unfinished].filter((place) => !this.places.has(place)).length;
  }

  get isBegun() {
    return this.all.some(([, id]) => progress.isDone(id));
  }

  /** The place of the first exercise that is open; what may be left out does not count. */
  get firstOpen() {
    return this.asked.find(([, id]) => !progress.isDone(id))?.[0];
  }

  /** When the reader was last at it; 0 for never. */
  get lastAnswered() {
    return Math.max(0, ...this.all.map(([, id]) => progress.record(id)?.at ?? 0));
  }
}

/** @typedef {{number: string, title: string, address: string} & Exercises} Told */

/** A lesson of another page. */
export class OtherLesson extends LessonProgress {
  /** @param {Told} told */
  constructor(told) {
    super(told);
    this.number = told.number;
    this.title = told.title;
    this.address = told.address;
  }
}

/** The lessons that are written in a place. @param {HTMLElement} place */
export function readLessons(place) {
  const told = place.querySelector("script")?.textContent ?? "[]";
  return /** @type {Told[]} */ (JSON.parse(told)).map((one) => new OtherLesson(one));
}

/**
 * How many of what has come back each lesson has asked, with the address of its first; nothing of lessons without any.
 * An exercise of two pages is that of the first; what was drawn anew is of none.
 * @param {OtherLesson[]} lessons @returns {{title: string, count: number, address: string}[]}
 */
export function countDueByLesson(lessons) {
  const due = new Set(progress.due());
  return lessons.flatMap(({ title, address, all }) => {
    const found = all.filter(([, id]) => due.delete(id));
    return found.length ? [{ title, count: found.length, address: `${address}#${found[0][0]}` }] : [];
  });
}

/**
 * The lesson to go on with: the one that was last opened, or the first open one after it.
 * @template {LessonProgress} T @param {T[]} lessons @returns {T | undefined} nothing before a first answer, and after the last
 */
export function nextLesson(lessons) {
  const last = Math.max(0, ...lessons.map(({ lastAnswered: touched }) => touched));
  if (!last) return undefined;
  const place = lessons.findIndex(({ lastAnswered: touched }) => touched === last);
  return [...lessons.slice(place), ...lessons.slice(0, place)].find(({ firstOpen: open }) => open);
}

/**
 * Where a lesson goes on, in words, and there: "Go on with lesson 4, exercise 6", or with the lesson if none of it is done.
 * @param {LessonProgress} lesson @param {string} number @param {string} address of its page @returns {[words: string, address: string]}
 */
export function continueLink(lesson, number, address) {
  const place = lesson.firstOpen ?? "";
  if (!lesson.isBegun) return [`Go on with lesson ${number}`, address];
  return [`Go on with lesson ${number}, exercise ${place.replace(/^\D+/, "")}`, `${address}#${place}`];
}

/** What has come back, in words; "" if nothing has. */
export function dueText() {
  const due = progress.due().length;
  return due ? `${due} to review today` : "";
}
