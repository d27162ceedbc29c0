// @ts-check
/** What is kept of the reader's play: losses by deal, mistakes that come again, and answers to problems. One switch stops all of it. */

import { readSettings, saveSettings } from "./settings.js";
import { KEYS, Store, countOf, isObject, isText, isTime } from "./store.js";

/**
 * @typedef {Omit<import("../engine/messages.d.ts").DealRating, "mistakes">
 *   & {at: number, mistakes?: import("../engine/messages.d.ts").StoredMistake[]}} StoredRating
 * with the time at which the deal was played; version 0.3.0 kept no mistakes
 * @typedef {Record<string, StoredRating>} Ratings by the key of the game and the number of the deal
 *
 * @typedef {object} Series the problems that practise a kind of mistake
 * @property {number} right the number solved in a row
 * @property {number} due when the next one comes, in milliseconds
 * @property {number} at when that was last decided
 * @property {string} rules of the deal with the last mistake
 *
 * @typedef {[right: 0 | 1, at: number]} ProblemAnswer the first answer to a problem, and its time
 * @typedef {{deals: Ratings, series?: Record<string, Series>, answers?: Record<string, ProblemAnswer>}} Kept `series` by
 * kind of decision, `answers` by the id of the problem
 */

const MOST = 20_000; // deals
const MOST_LOST = 1000; // points in one deal
const MOST_MISTAKES = 60; // in one deal
const MOST_SERIES = 20;
const MOST_ANSWERS = 5000;
const DEAL_KEY = /^[\da-f]{16}-\d{1,4}$/;
const KIND = /^[a-z-]{1,40}$/;
const STEP = /^[a-z\d-]{1,40}$/;
const PROBLEM_ID = /^closed:.{1,990}$/;
const TEXTS = ["rules", "form", "opponent", "engine"];

/** @param {any} lost */
function isLoss(lost) {
  return Number.isFinite(lost) && lost >= 0 && lost <= MOST_LOST;
}

/** @param {any} mistakes */
function areMistakes(mistakes) {
  if (!Array.isArray(mistakes) || mistakes.length > MOST_MISTAKES) return false;
  return mistakes.every((one) => isObject(one) && KIND.test(one.kind) && STEP.test(one.step) && isLoss(one.lost));
}

/** @param {any} rating */
function isRating(rating) {
  if (!isObject(rating) || !isTime(rating.at) || !["elder", "younger"].includes(rating.seat)) return false;
  if (!TEXTS.every((name) => isText(rating[name], 40)) || !isObject(rating.losses)) return false;
  if (rating.mistakes !== undefined && !areMistakes(rating.mistakes)) return false;
  const losses = Object.entries(rating.losses);
  return losses.length <= 20 && losses.every(([kind, lost]) => KIND.test(kind) && isLoss(lost));
}

/** @param {any} series */
function isSeries(series) {
  return isObject(series) && Number.isInteger(series.right) && series.right >= 0 && isTime(series.due) && isTime(series.at) && isText(series.rules, 40);
}

/** @param {any} answer */
function isAnswer(answer) {
  return Array.isArray(answer) && answer.length === 2 && [0, 1].includes(answer[0]) && isTime(answer[1]);
}

/** @param {Record<string, any>} kept */
function validateKept({ deals, series = {}, answers = {} }) {
  if (!isObject(deals)) return "the deals are missing";
  const entries = Object.entries(deals);
  if (entries.length > MOST) return "it has too many deals";
  if (!entries.every(([key, rating]) => DEAL_KEY.test(key) && isRating(rating))) return "a deal in it cannot be read";
  if (!isObject(series) || Object.keys(series).length > MOST_SERIES) return "its mistakes cannot be read";
  if (!Object.entries(series).every(([kind, one]) => KIND.test(kind) && isSeries(one))) return "a mistake in it cannot be read";
  if (!isObject(answers) || Object.keys(answers).length > MOST_ANSWERS) return "its answers to problems cannot be read";
  const areAnswers = Object.entries(answers).every(([id, answer]) => PROBLEM_ID.test(id) && isAnswer(answer));
  return areAnswers ? "" : "an answer to a problem in it cannot be read";
}

/** @param {[string, StoredRating]} entry @returns {[string, StoredRating]} */
function normalizeRating([key, { at, seat, rules, form, opponent, engine, losses, mistakes }]) {
  const kept = mistakes?.map(({ step, kind, lost }) => ({ step, kind, lost }));
  return [key, { at, seat, rules, form, opponent, engine, losses, ...(kept ? { mistakes: kept } : {}) }];
}

/**
 * The store of all that is kept. Other properties stay, for measures of later editions.
 * @type {Store<Kept>}
 */
export const ratingStore = new Store(KEYS.rating, {
  title: "How you play",
  empty: () => ({ deals: {} }),
  validate: validateKept,
  normalize: ({ version, deals, ...others }) => ({ ...others, deals: Object.fromEntries(Object.entries(deals).map(normalizeRating)) }),
});

/** Return whether reviewed deals, mistakes and answers to problems are kept. */
export function isRecording() {
  return readSettings().rating !== "off";
}

/** @param {boolean} isOn @returns {import("./store.js").UpdateError} */
export function setRecording(isOn) {
  return saveSettings({ rating: isOn ? "on" : "off" });
}

/** Return whether there is anything besides the switch. @param {Kept} kept */
export function hasRatings({ deals, series = {}, answers = {} }) {
  return [deals, series, answers].some((part) => Object.keys(part).length > 0);
}

/** Return phrases with the numbers of rated deals, kinds of mistake and answered problems. @param {Kept} rating */
export function describeRatings({ deals, series = {}, answers = {} }) {
  const [rated, kinds, solved] = [deals, series, answers].map((part) => Object.keys(part).length);
  return [
    ...(rated ? [`what your decisions lost in ${countOf(rated, "deal")}`] : []),
    ...(kinds ? [`${countOf(kinds, "kind")} of mistake that you practise`] : []),
    ...(solved ? [`your answers to ${countOf(solved, "problem")}`] : []),
  ];
}

/** Keep the first answer to a problem with closed hands. @param {string} id @param {boolean} isRight @returns {import("./store.js").UpdateError} */
export function recordProblemAnswer(id, isRight, now = Date.now()) {
  if (!isRecording() || !PROBLEM_ID.test(id)) return "";
  return ratingStore.update((kept) => {
    if (Object.hasOwn(kept.answers ?? {}, id)) return null;
    return { ...kept, answers: { ...kept.answers, [id]: /** @type {ProblemAnswer} */ ([isRight ? 1 : 0, now]) } };
  });
}

/** Return the last answers to problems, the oldest first. @param {number} [most] @returns {[id: string, right: 0 | 1][]} */
export function answersInOrder(most = 100) {
  return Object.entries(ratingStore.value.answers ?? {})
    .sort(([, [, a]], [, [, b]]) => a - b)
    .slice(-most)
    .map(([id, [right]]) => [id, right]);
}
