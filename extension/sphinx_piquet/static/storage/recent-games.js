// @ts-check
/**
 * The last games in which a deal was finished, so that each of their deals can be opened again. A single deal is a
 * game of one. A game is kept under the key that the engine gives it, as it stood at the end of its last finished deal.
 */

import { KEYS, LATEST, drop, get, isObject, isText, setAside, understand, write } from "./storage.js";

/**
 * @typedef {[number, number]} Pair the reader's first
 * @typedef {{number: number, seat: "elder" | "younger" | "", points: Pair}} RecentDeal the seat is "" for two persons at one device
 * @typedef {object} Recent
 * @property {string} title the players and the form of the game, in the engine's words
 * @property {string} rules the title of the rule set
 * @property {RecentDeal[]} deals those that are finished
 * @property {Pair} totals
 * @property {string} text the saved game
 * @property {number} at when its last deal was finished
 *
 * @typedef {Record<string, Recent>} RecentGames by their keys
 */

/** The number of games that are kept; the oldest is dropped for a new one. */
export const MOST = 20;
const LONGEST = 100_000; // characters of one game
const ROOM = 400_000; // characters of all games together
const MOST_DEALS = 200;
const KEY = /^[\da-f]{16}$/;

/** @param {any} pair */
function isPair(pair) {
  return Array.isArray(pair) && pair.length === 2 && pair.every((one) => Number.isInteger(one) && Math.abs(one) <= 100_000);
}

/** @param {any} one */
function isDeal(one) {
  return isObject(one) && Number.isInteger(one.number) && one.number > 0 && ["elder", "younger", ""].includes(one.seat) && isPair(one.points);
}

/** @param {string} key @param {any} one */
function isWhole(key, one) {
  if (!KEY.test(key) || !isObject(one)) return false;
  const told = isText(one.title, 200) && isText(one.rules, 200) && isText(one.text, LONGEST) && one.text;
  const deals = Array.isArray(one.deals) && one.deals.length > 0 && one.deals.length <= MOST_DEALS && one.deals.every(isDeal);
  return Boolean(told) && deals && isPair(one.totals) && Number.isFinite(one.at) && Math.abs(one.at) <= LATEST;
}

/** Return the fault of the list as a whole; "" if its games can be looked at one by one. @param {Record<string, any>} state */
function listFault({ games }) {
  return isObject(games) ? "" : "the games are missing";
}

/** Return the fault of a list of which every game must be whole; "" if nothing. @param {Record<string, any>} state */
export function recentFault(state) {
  const fault = listFault(state);
  if (fault) return fault;
  return Object.entries(state.games).every(([key, one]) => isWhole(key, one)) ? "" : "a game in it cannot be read";
}

/** Return the latest games, as many as are kept. @param {Record<string, any>} games @returns {RecentGames} */
export function tidyRecent(games) {
  let room = ROOM;
  const latest = Object.entries(games).sort(([, one], [, two]) => two.at - one.at).slice(0, MOST);
  return Object.fromEntries(
    latest
      .filter(([, { text }]) => (room -= text.length) >= 0)
      .map(([key, { title, rules, deals, totals, text, at }]) => {
        const tidy = deals.map((/** @type {RecentDeal} */ { number, seat, points }) => ({ number, seat, points }));
        return [key, { title, rules, deals: tidy, totals, text, at }];
      }),
  );
}

/** @returns {import("./storage.js").Found<{games: Record<string, any>}>} */
export function foundRecent() {
  return understand(get(KEYS.recent), listFault);
}

/** Return the games that can be opened again, and the damaged ones by their keys. */
function sorted() {
  const found = foundRecent();
  const all = found.is === "here" ? Object.entries(found.value.games) : [];
  return {
    whole: tidyRecent(Object.fromEntries(all.filter(([key, one]) => isWhole(key, one)))),
    damaged: all.filter(([key, one]) => !isWhole(key, one)),
  };
}

/** Return the games that can be opened again, the latest first. @returns {RecentGames} */
export function recentGames() {
  return sorted().whole;
}

/** Return the number of games in the list that cannot be read. */
export function countDamaged() {
  return sorted().damaged.length;
}

/** Tell whether a game is kept here as it stands. @param {string} text */
export function isRecent(text) {
  return Object.values(recentGames()).some((one) => one.text === text);
}

/** @typedef {import("./storage.js").Trouble | "newer"} NotKept */

/**
 * Add games to those that are kept at this moment; of two with one key, the later stays.
 * @param {RecentGames} more @returns {NotKept} why they are not kept; "" if they are
 */
export function addRecent(more) {
  return change((games) => {
    let isChanged = false;
    for (const [key, one] of Object.entries(more)) {
      const known = games[key];
      if (known && (known.text === one.text || known.at > one.at)) continue;
      games[key] = one;
      isChanged = true;
    }
    return isChanged;
  });
}

/** Remove one game. @param {string} key @returns {NotKept} */
export function dropRecent(key) {
  return change((games) => Object.hasOwn(games, key) && delete games[key]);
}

/**
 * Write the list anew if `act` changes it. Whatever cannot be read is set aside before anything takes its place.
 * @param {(games: RecentGames) => boolean} act tells whether it has changed the games
 * @returns {NotKept}
 */
function change(act) {
  const found = foundRecent();
  if (found.is === "newer") return "newer";
  const { whole, damaged } = sorted();
  if (!act(whole)) return "";
  let failed = found.is === "damaged" ? setAside("other", found.text, "Games to open again", found.why) : "";
  for (const [key, one] of damaged) failed ||= setAside("other", JSON.stringify({ [key]: one }), "A game to open again", "it is not whole");
  return failed || write(KEYS.recent, { games: tidyRecent(whole) });
}

/** Forget all games; those that a newer edition wrote stay. */
export function forgetRecent() {
  if (foundRecent().is !== "newer") drop(KEYS.recent);
}
