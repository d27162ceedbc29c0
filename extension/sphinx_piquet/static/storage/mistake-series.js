// @ts-check
/**
 * Series of problems for the reader's mistakes at the table. A kind of mistake comes again with other cards, by the
 * intervals of the exercises. A wrong answer or a new mistake begins again; a series ends with its last problem.
 */

import { DAY, PAUSES, isDueAt } from "./progress.js";
import { isRecording, ratingStore } from "./rating-store.js";

/**
 * @typedef {import("./rating-store.js").Series} Series
 * @typedef {Record<string, Series>} AllSeries by kind of decision
 */

/** The number of problems in a series. */
export const LENGTH = PAUSES.length;

/** @param {Series | undefined} series */
function isOpen(series) {
  return series !== undefined && series.right < LENGTH;
}

/** Begin series, but never put off one that is open. @param {AllSeries | undefined} all @param {Iterable<string>} kinds @param {string} rules @param {number} now */
export function beginSeries(all = {}, kinds, rules, now) {
  const begun = [...kinds].map((kind) => {
    const tomorrow = now + PAUSES[0] * DAY;
    const due = isOpen(all[kind]) ? Math.min(all[kind].due, tomorrow) : tomorrow;
    return [kind, { right: 0, due, at: now, rules }];
  });
  return { ...all, ...Object.fromEntries(begun) };
}

/** Keep the later of two states of a series. @param {AllSeries | undefined} ours @param {AllSeries} theirs @returns {AllSeries} */
export function mergeSeries(ours = {}, theirs) {
  const later = Object.entries(theirs).filter(([kind, { at }]) => !Object.hasOwn(ours, kind) || at > ours[kind].at);
  return { ...ours, ...Object.fromEntries(later) };
}

/** @param {string} kind @param {(series: Series) => Partial<Series> | null} change null if it stays @param {number} now @returns {import("./store.js").UpdateError} */
function updateSeries(kind, change, now) {
  if (!isRecording()) return "";
  return ratingStore.update((kept) => {
    const series = kept.series?.[kind];
    const changed = series && change(series);
    return series && changed ? { ...kept, series: { ...kept.series, [kind]: { ...series, ...changed, at: now } } } : null;
  });
}

/**
 * Record the first answer to a problem of a series. A series that another tab has just answered is no longer due: a
 * right answer does not move it again.
 * @param {string} kind @param {boolean} isRight
 */
export function recordSeriesAnswer(kind, isRight, now = Date.now()) {
  return updateSeries(kind, ({ right, due }) => {
    if (isRight && !isDueAt(due, now)) return null;
    const solved = isRight ? right + 1 : 0;
    return { right: solved, due: now + PAUSES[Math.min(solved, LENGTH - 1)] * DAY };
  }, now);
}

/** Postpone a series until tomorrow. @param {string} kind */
export function postponeSeries(kind, now = Date.now()) {
  return updateSeries(kind, () => ({ due: now + DAY }), now);
}

/** Return the series that are not finished; none if the reader has switched them off. @returns {[kind: string, series: Series][]} */
export function openSeries() {
  return isRecording() ? Object.entries(ratingStore.value.series ?? {}).filter(([, series]) => isOpen(series)) : [];
}

/** Return the due series as tasks. @returns {import("./progress.js").Task[]} */
export function dueMistakes(now = Date.now()) {
  return openSeries()
    .filter(([, { due }]) => isDueAt(due, now))
    .map(([mistake, { due }]) => ({ id: "", mistake, due }));
}
