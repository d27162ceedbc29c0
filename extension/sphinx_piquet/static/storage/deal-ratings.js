// @ts-check
/** The losses of the reader's decisions in reviewed deals, and the switch that stops their recording. */

import { recentGames } from "./game-results.js";
import { readSettings, saveSettings } from "./settings.js";
import { KEYS, Store, isObject, isText, isTime } from "./store.js";

/**
 * @typedef {import("../engine/messages.d.ts").DealRating & {at: number}} StoredRating with the time at which the deal was played
 * @typedef {Record<string, StoredRating>} Ratings by the key of the game and the number of the deal
 * @typedef {{key: string, game: string, deal: number}} UnratedDeal the key of its rating, the saved game, and the number of the deal
 */

const MOST = 20_000; // deals
const MOST_LOST = 1000; // points in one deal
const DEAL_KEY = /^[\da-f]{16}-\d{1,4}$/;
const TEXTS = ["rules", "form", "opponent", "engine"];

/** @param {any} rating */
function isRating(rating) {
  if (!isObject(rating) || !isTime(rating.at) || !["elder", "younger"].includes(rating.seat)) return false;
  if (!TEXTS.every((name) => isText(rating[name], 40)) || !isObject(rating.losses)) return false;
  const losses = Object.entries(rating.losses);
  return losses.length <= 20 && losses.every(([kind, lost]) => /^[a-z-]{1,40}$/.test(kind) && Number.isFinite(lost) && lost >= 0 && lost <= MOST_LOST);
}

/**
 * The ratings by what they rate: `deals` so far. Other properties are kept, so that a further measure, such as the
 * problems that a reader has solved, gets one of its own.
 * @type {Store<{deals: Ratings}>}
 */
export const ratingStore = new Store(KEYS.rating, {
  title: "How you play",
  empty: () => ({ deals: {} }),
  validate: ({ deals }) => {
    if (!isObject(deals)) return "the deals are missing";
    const entries = Object.entries(deals);
    if (entries.length > MOST) return "it has too many deals";
    return entries.every(([key, rating]) => DEAL_KEY.test(key) && isRating(rating)) ? "" : "a deal in it cannot be read";
  },
  normalize: ({ version, deals, ...others }) => ({
    ...others,
    deals: Object.fromEntries(Object.entries(deals).map(([key, { at, seat, rules, form, opponent, engine, losses }]) => [key, { at, seat, rules, form, opponent, engine, losses }])),
  }),
});

/** Add ratings. The first rating of a deal stays, so nothing counts twice. @param {Ratings} more @returns {import("./store.js").UpdateError} */
export function addRatings(more) {
  return ratingStore.update(({ deals, ...others }) => {
    const all = { ...more, ...deals };
    return Object.keys(all).length === Object.keys(deals).length ? null : { ...others, deals: all };
  });
}

/** Return the ratings in the order of play. @returns {StoredRating[]} */
export function ratingsInOrder() {
  /** @param {string} key */
  const number = (key) => Number(key.split("-")[1]);
  return Object.entries(ratingStore.value.deals)
    .sort(([one, a], [two, b]) => a.at - b.at || number(one) - number(two) || (one < two ? -1 : 1))
    .map(([, rating]) => rating);
}

/** Return when the last deal of a game was finished, or the current time for a game that is not listed. @param {string} key of a rating */
export function timeOfPlay(key) {
  return recentGames()[key.split("-")[0]]?.at ?? Date.now();
}

/** Return the deals of the last games that have no rating, the latest game first. @returns {UnratedDeal[]} */
export function unratedDeals() {
  const { deals: rated } = ratingStore.value;
  return Object.entries(recentGames()).flatMap(([game, { deals, text }]) =>
    deals
      .filter(({ number, seat }) => seat && !Object.hasOwn(rated, `${game}-${number}`))
      .map(({ number }) => ({ key: `${game}-${number}`, game: text, deal: number })),
  );
}

/** Return whether reviewed deals are rated. */
export function isRecording() {
  return readSettings().rating !== "off";
}

/** @param {boolean} isOn @returns {import("./store.js").UpdateError} */
export function setRecording(isOn) {
  return saveSettings({ rating: isOn ? "on" : "off" });
}
