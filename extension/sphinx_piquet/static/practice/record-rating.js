// @ts-check
/** Records what the reader's decisions lost in a deal that has just been reviewed. */

import { askLong } from "../engine/engine-client.js";
import { addRating, timeOfPlay } from "../storage/deal-ratings.js";
import { isRecording } from "../storage/rating-store.js";
import { notifyChange } from "../storage/store.js";

/**
 * Rate a reviewed deal, and store the rating and the mistakes, unless recording is switched off. The engine has the review in its cache.
 * @param {DOMStringMap} data has the address of the engine
 * @param {string} game the saved game @param {number} deal the number of the deal; 0 is the last
 * @param {import("../engine/engine-client.js").Wish} [wish]
 * @returns {Promise<import("../storage/store.js").UpdateError>} why the rating could not be stored
 */
export async function recordRating(data, game, deal, wish) {
  if (!isRecording()) return "";
  /** @type {import("../engine/messages.d.ts").RatedDeal} */
  const { key, rating } = await askLong(data, "rate-deal", { game, ...(deal ? { deal } : {}) }, wish);
  if (!rating || !isRecording()) return "";
  const error = addRating(key, { ...rating, at: timeOfPlay(key) });
  notifyChange();
  return error;
}
