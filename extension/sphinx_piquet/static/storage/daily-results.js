// @ts-check
/** The deals of the day that a reader has begun, and what they came to. The first result of a day stays. */

import { KEYS, get, isObject, isText, setAside, understand, write } from "./storage.js";

/**
 * @typedef {object} Result what a deal came to, beside others in the same seat; pairs have the seat's points first
 * @property {"elder" | "younger"} seat
 * @property {[number, number]} mine
 * @property {[number, number]} thumb
 * @property {[number, number]} strong
 * @property {number} open the difference with both hands open
 * @property {string} player who was strong @property {string} budget @property {string} engine its version
 *
 * @typedef {{deal: string, result?: Result}} Day the id of its deal
 * @typedef {Record<string, Day>} Days by their dates
 */

const MOST = 20_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** @param {unknown} number @param {number} least */
function isPoints(number, least = 0) {
  return Number.isInteger(number) && Number(number) >= least && Number(number) <= 500;
}

/** @param {unknown} pair */
function isPair(pair) {
  return Array.isArray(pair) && pair.length === 2 && pair.every((one) => isPoints(one));
}

/** @param {any} one */
function isResult(one) {
  return (
    isObject(one) &&
    ["elder", "younger"].includes(one.seat) &&
    [one.mine, one.thumb, one.strong].every(isPair) &&
    isPoints(one.open, -500) &&
    [one.player, one.budget, one.engine].every((text) => isText(text, 200))
  );
}

/** Return what is wrong with what is kept; "" if it can be used. @param {Record<string, any>} state */
export function daysFault({ days }) {
  if (!isObject(days)) return "the days are missing";
  const all = Object.entries(days);
  if (all.length > MOST) return "it has too many days";
  const whole = all.every(
    ([date, one]) => DATE.test(date) && isObject(one) && isText(one.deal, 40) && (one.result === undefined || isResult(one.result)),
  );
  return whole ? "" : "a day in it cannot be read";
}

/** @param {Days} days @returns {Days} nothing but what is known of a day */
export function tidyDays(days) {
  return Object.fromEntries(Object.entries(days).map(([date, { deal, result }]) => [date, result ? { deal, result } : { deal }]));
}

/** @returns {import("./storage.js").Found<{days: Days}>} */
export function foundDays() {
  return understand(get(KEYS.days), daysFault);
}

/** What is kept; nothing if that cannot be read. @returns {Days} */
export function days() {
  const found = foundDays();
  return found.is === "here" ? tidyDays(found.value.days) : {};
}

/**
 * Add days to what is kept at this moment: a result that is there already stays.
 * @param {Days} more @returns {import("./storage.js").Trouble | "newer"} why it is not kept; "" if it is
 */
export function addDays(more) {
  const found = foundDays();
  if (found.is === "newer") return "newer";
  // What cannot be read is laid by before anything takes its place.
  const failed = found.is === "damaged" ? setAside("other", found.text, "Deals of the day", found.why) : "";
  if (failed) return failed;
  const all = days();
  for (const [date, one] of Object.entries(more)) if (!all[date]?.result) all[date] = one;
  return write(KEYS.days, { days: all });
}
