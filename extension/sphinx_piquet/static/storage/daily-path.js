// @ts-check
/** The review of a day in one order and within one limit: exercises of lessons, problems, and mistakes at the table. */

import { dueMistakes, openSeries } from "./mistake-series.js";
import { sharedProgress } from "./progress.js";
import { answersInOrder } from "./rating-store.js";

/** @typedef {import("./progress.js").Task} Task */

const MOST_SEEN = 300; // problems

/** Return the tasks for which there is time today, the longest overdue first. @returns {Task[]} */
export function dailyPath(now = Date.now()) {
  return sharedProgress().dueTasks(now, dueMistakes(now));
}

/** Return the number of days needed for all that is due, including today. */
export function daysToReview(now = Date.now()) {
  return sharedProgress().daysToReview(now, dueMistakes(now));
}

/** Return when the next task comes, in milliseconds, or 0 if there is none. */
export function nextTask(now = Date.now()) {
  const times = [sharedProgress().nextDue(now), ...openSeries().map(([, { due }]) => due)].filter((time) => time);
  return times.length ? Math.min(...times) : 0;
}

/** Return the ids of problems with closed hands that the reader has met, the first met first. @returns {string[]} */
export function seenProblems() {
  const { items } = sharedProgress().state;
  const onPages = Object.keys(items).filter((id) => id.startsWith("closed:")).sort((a, b) => items[a].at - items[b].at);
  return [...new Set([...onPages, ...answersInOrder(MOST_SEEN).map(([id]) => id)])].slice(-MOST_SEEN);
}
