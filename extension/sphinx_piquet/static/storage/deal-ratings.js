// @ts-check
/** The losses of the reader's decisions in reviewed deals. */

import { recentGames } from "./game-results.js";
import { beginSeries, mergeSeries } from "./mistake-series.js";
import { ratingStore } from "./rating-store.js";

/**
 * @typedef {import("./rating-store.js").StoredRating} StoredRating
 * @typedef {{key: string, game: string, deal: number}} UnratedDeal the key of its rating, the saved game, and the number of the deal
 */

/**
 * Keep the rating of a deal, and begin the series for its mistakes. The first rating of a deal stays.
 * @param {string} key @param {StoredRating} rating @returns {import("./store.js").UpdateError}
 */
export function addRating(key, rating, now = Date.now()) {
  return ratingStore.update((kept) => {
    if (Object.hasOwn(kept.deals, key)) return null;
    const kinds = new Set(rating.mistakes?.map(({ kind }) => kind));
    const series = kinds.size ? { series: beginSeries(kept.series, kinds, rating.rules, now) } : {};
    return { ...kept, deals: { ...kept.deals, [key]: rating }, ...series };
  });
}

/**
 * Add what another device has kept. The first rating of a deal and the first answer to a problem stay, so nothing
 * counts twice. @param {import("./rating-store.js").Kept} more @returns {import("./store.js").UpdateError}
 */
export function mergeRatings(more) {
  return ratingStore.update((kept) => {
    const changed = { ...kept, deals: { ...more.deals, ...kept.deals } };
    if (more.series) changed.series = mergeSeries(kept.series, more.series);
    if (more.answers) changed.answers = mergeAnswers(kept.answers, more.answers);
    return changed;
  });
}

/** @typedef {NonNullable<import("./rating-store.js").Kept["answers"]>} Answers */

/** Keep the earlier of two answers to a problem. @param {Answers | undefined} ours @param {Answers} theirs */
function mergeAnswers(ours = {}, theirs) {
  const earlier = Object.entries(theirs).filter(([id, [, at]]) => !Object.hasOwn(ours, id) || at < ours[id][1]);
  return { ...ours, ...Object.fromEntries(earlier) };
}

/** Return the ratings in the order of play. @returns {StoredRating[]} */
export function ratingsInOrder() {
  /** @param {string} key */
  const number = (key) => Number(key.split("-")[1]);
  return Object.entries(ratingStore.value.deals)
    .sort(([one, a], [two, b]) => a.at - b.at || number(one) - number(two) || (one < two ? -1 : 1))
    .map(([, rating]) => rating);
}

/** Return the last mistake of a kind, with the time of play. @param {string} kind @returns {{at: number, lost: number} | undefined} */
export function latestMistake(kind) {
  const found = ratingsInOrder().flatMap(({ at, mistakes = [] }) => mistakes.filter((one) => one.kind === kind).map(({ lost }) => ({ at, lost })));
  return found.at(-1);
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
