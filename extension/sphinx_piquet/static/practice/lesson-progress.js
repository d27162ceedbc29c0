// @ts-check
/** The progress of the lessons of a course, and the next exercise. */

import { dailyPath } from "../storage/daily-path.js";
import { sharedProgress } from "../storage/progress.js";

const progress = sharedProgress();

/**
 * @typedef {[place: string, id: string][]} Asked exercises with their positions on the page of the lesson
 * @typedef {{asked: Asked, extra: Asked}} Exercises of a lesson; the extra ones are optional
 */

export class LessonProgress {
  /** @param {Exercises} exercises */
  constructor({ asked, extra }) {
    this.asked = asked;
    this.all = [...asked, ...extra];
    /** The numbers of the required exercises. One exercise may have several hands. */
    this.places = new Set(asked.map(([place]) => place));
  }

  /** The numbers with an unfinished exercise. */
  get unfinished() {
    return new Set(this.all.filter(([, id]) => !progress.isDone(id)).map(([place]) => place));
  }

  /** The number of required exercises that are done. */
  get doneCount() {
    const { unfinished } = this;
    return [...this.places].filter((place) => !unfinished.has(place)).length;
  }

  /** The number of optional exercises that are not done. */
  get remainingExtra() {
    return [...this.unfinished].filter((place) => !this.places.has(place)).length;
  }

  get isBegun() {
    return this.all.some(([, id]) => progress.isDone(id));
  }

  /** The number of the first required exercise that is not done. */
  get firstOpen() {
    return this.asked.find(([, id]) => !progress.isDone(id))?.[0];
  }

  /** The time of the last answer; 0 for never. */
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

/** Read the lessons from the data in an element. @param {HTMLElement} place */
export function readLessons(place) {
  const told = place.querySelector("script")?.textContent ?? "[]";
  return /** @type {Told[]} */ (JSON.parse(told)).map((one) => new OtherLesson(one));
}

/**
 * Count the due exercises by lesson, with the address of the first one; lessons without any are left out. An
 * exercise of two lessons counts for the first one. New exercises belong to none.
 * @param {OtherLesson[]} lessons @returns {{title: string, count: number, address: string}[]}
 */
export function countDueByLesson(lessons) {
  const due = new Set(dailyPath().map(({ id }) => id));
  return lessons.flatMap(({ title, address, all }) => {
    const found = all.filter(([, id]) => due.delete(id));
    return found.length ? [{ title, count: found.length, address: `${address}#${found[0][0]}` }] : [];
  });
}

/**
 * Return the lesson to continue: the one answered last, or the next unfinished one.
 * @template {LessonProgress} T @param {T[]} lessons @returns {T | undefined} undefined before the first answer and after the last lesson
 */
export function nextLesson(lessons) {
  const last = Math.max(0, ...lessons.map(({ lastAnswered }) => lastAnswered));
  if (!last) return undefined;
  const place = lessons.findIndex(({ lastAnswered }) => lastAnswered === last);
  return [...lessons.slice(place), ...lessons.slice(0, place)].find(({ firstOpen }) => firstOpen);
}

/**
 * Return the label and the address for continuing a lesson, such as "Go on with lesson 4, exercise 6".
 * @param {LessonProgress} lesson @param {string} number @param {string} address of its page @returns {[words: string, address: string]}
 */
export function continueLink(lesson, number, address) {
  const place = lesson.firstOpen ?? "";
  if (!lesson.isBegun) return [`Go on with lesson ${number}`, address];
  return [`Go on with lesson ${number}, exercise ${place.replace(/^\D+/, "")}`, `${address}#${place}`];
}

/** Return the number of due exercises as text, with those for mistakes at the table; "" if there are none. */
export function dueText() {
  const due = dailyPath();
  const mistakes = due.filter(({ mistake }) => mistake).length;
  const some = mistakes ? `, ${mistakes === due.length ? "" : `${mistakes} of them `}for your mistakes` : "";
  return due.length ? `${due.length} to review today${some}` : "";
}
