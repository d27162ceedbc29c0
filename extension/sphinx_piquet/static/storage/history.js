// @ts-check
/**
 * How the deals and games that a reader has finished at the table came out, as the engine tells it. Each has a
 * key of its own; what is kept of it first stays, so that nothing counts twice.
 */

import { KEYS, drop, get, isObject, isText, setAside, understand, write } from "./storage.js";

/**
 * @typedef {[number, number]} Pair the reader's first
 * @typedef {{rules: string, form: string, opponent: string}} Terms
 * @typedef {Terms & {seat: "elder" | "younger", points: Pair, repique: Pair, pique: Pair, capot: Pair}} Deal
 * @typedef {Terms & {won: Pair, rubicon: Pair}} Played a game of several deals
 * @typedef {{deals: Record<string, Deal>, games: Record<string, Played>}} Outcomes by their keys
 */

const MOST = 20_000;
const KEY = /^[\da-f]{16}$/;
/** What is kept of each, besides its terms. */
const PAIRS = { deals: ["points", "repique", "pique", "capot"], games: ["won", "rubicon"] };

/** @param {any} pair */
function isPair(pair) {
  return Array.isArray(pair) && pair.length === 2 && pair.every((one) => Number.isInteger(one) && Math.abs(one) <= 1000);
}

/** @param {any} one @param {"deals" | "games"} kind */
function isWhole(one, kind) {
  if (!isObject(one) || !PAIRS[kind].every((name) => isPair(one[name]))) return false;
  if (![one.rules, one.form, one.opponent].every((text) => isText(text, 40) && /^[a-z\d-]+$/.test(text))) return false;
  return kind === "games" || ["elder", "younger"].includes(one.seat);
}

/** Return what is wrong with what is kept; "" if it can be used. @param {Record<string, any>} state */
export function playedFault(state) {
  for (const kind of /** @type {const} */ (["deals", "games"])) {
    const all = state[kind];
    if (!isObject(all)) return `the ${kind} are missing`;
    if (Object.keys(all).length > MOST) return `it has too many ${kind}`;
    if (!Object.entries(all).every(([key, one]) => KEY.test(key) && isWhole(one, kind))) return `one of the ${kind} in it cannot be read`;
  }
  return "";
}

/** @param {Record<string, any>} state @returns {Outcomes} nothing but what is known of a deal or a game */
export function tidyPlayed(state) {
  /** @param {"deals" | "games"} kind */
  const tidy = (kind) => {
    const names = ["rules", "form", "opponent", ...(kind === "deals" ? ["seat"] : []), ...PAIRS[kind]];
    return Object.fromEntries(Object.entries(state[kind]).map(([key, one]) => [key, Object.fromEntries(names.map((name) => [name, one[name]]))]));
  };
  return /** @type {Outcomes} */ ({ deals: tidy("deals"), games: tidy("games") });
}

/** @returns {import("./storage.js").Found<Outcomes>} */
export function foundPlayed() {
  return understand(get(KEYS.played), playedFault);
}

/** What is kept; nothing if that cannot be read. @returns {Outcomes} */
export function played() {
  const found = foundPlayed();
  return found.is === "here" ? tidyPlayed(found.value) : { deals: {}, games: {} };
}

/** @param {Outcomes} outcomes */
export function countPlayed({ deals, games }) {
  return Object.keys(deals).length + Object.keys(games).length;
}

/**
 * Add to what is kept at this moment.
 * @param {Outcomes} more @returns {import("./storage.js").Trouble | "newer"} why it is not kept; "" if it is
 */
export function addPlayed(more) {
  const found = foundPlayed();
  if (found.is === "newer") return "newer";
  // What cannot be read is laid by before anything takes its place.
  const failed = found.is === "damaged" ? setAside("other", found.text, "Your games", found.why) : "";
  if (failed) return failed;
  const before = played();
  const all = { deals: { ...more.deals, ...before.deals }, games: { ...more.games, ...before.games } };
  if (countPlayed(all) === countPlayed(before) && found.is === "here") return "";
  return playedFault(all) ? "full" : write(KEYS.played, all);
}

/** Forget every deal and game; what a newer edition wrote stays. */
export function forgetPlayed() {
  if (foundPlayed().is !== "newer") drop(KEYS.played);
}
