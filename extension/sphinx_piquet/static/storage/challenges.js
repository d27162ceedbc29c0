// @ts-check
/** The challenges that the reader has begun or played, by their terms. */

import { KEYS, Store, isObject, isText, isTime } from "./store.js";

/**
 * @typedef {object} Challenge
 * @property {string} challenge the challenge as text, or "" before anybody has played it
 * @property {string} title @property {string} words the terms
 * @property {string} name of the reader
 * @property {string[]} names of those who have played it
 * @property {string} seed of a new challenge, or ""
 * @property {import("../engine/messages.d.ts").Terms[]} games the terms of each game
 * @property {string[]} done the reader's finished games, as the engine wrote them
 * @property {string} current the reader's unfinished game, or ""
 * @property {boolean} joined whether the reader's moves are in the challenge
 * @property {number} at when it was last played
 *
 * @typedef {Record<string, Challenge>} Challenges by their terms
 * @typedef {import("./store.js").UpdateError} UpdateError
 */

const MOST = 30; // challenges; the oldest finished ones go first
const MOST_GAMES = 6;
const LONGEST = 20_000; // characters of a game; the engine's have about 3000
const TERMS = ["rules", "form", "seat", "seed", "opponent"];

/** @param {any} texts @param {number} most @param {number} longest */
function areTexts(texts, most, longest) {
  return Array.isArray(texts) && texts.length <= most && texts.every((text) => isText(text, longest));
}

/** @param {[string, any]} entry */
function isChallenge([id, one]) {
  if (!isText(id, 300) || !isObject(one) || !isTime(one.at) || typeof one.joined !== "boolean") return false;
  const hasTexts = isText(one.challenge, 4000) && [one.title, one.words].every((text) => isText(text, 1000)) && [one.name, one.seed].every((text) => isText(text, 100));
  const hasGames = Array.isArray(one.games) && one.games.length > 0 && one.games.length <= MOST_GAMES && one.games.every((/** @type {any} */ terms) => isObject(terms) && TERMS.every((key) => isText(terms[key], 100)));
  return hasTexts && hasGames && areTexts(one.names, 8, 100) && areTexts(one.done, one.games.length, LONGEST) && isText(one.current, LONGEST);
}

/** @type {Store<{challenges: Challenges}>} */
export const challengesStore = new Store(KEYS.challenges, {
  title: "Challenges",
  empty: () => ({ challenges: {} }),
  validate: ({ challenges }) => {
    if (!isObject(challenges)) return "the challenges are missing";
    return Object.entries(challenges).every(isChallenge) ? "" : "one of the challenges in it cannot be read";
  },
});

/** Return the challenges, the latest first. */
export function keptChallenges() {
  const entries = Object.entries(challengesStore.value.challenges);
  return Object.fromEntries(entries.sort(([, a], [, b]) => b.at - a.at));
}

/**
 * Change one challenge, as the storage has it now.
 * @param {string} id @param {(kept: Challenge | undefined) => Challenge | null} change returns null to leave it as it is
 * @returns {UpdateError}
 */
export function updateChallenge(id, change) {
  return challengesStore.update(({ challenges }) => {
    const changed = change(challenges[id]);
    return changed && { challenges: latest({ ...challenges, [id]: { ...changed, at: Date.now() } }) };
  });
}

/** @param {string} id @returns {UpdateError} */
export function removeChallenge(id) {
  return challengesStore.update(({ challenges: { [id]: removed, ...others } }) => (removed ? { challenges: others } : null));
}

/** Add challenges of a file. Of two copies, the one with more finished games stays. @param {Challenges} more @returns {UpdateError} */
export function addChallenges(more) {
  const progress = (/** @type {Challenge} */ one) => one.done.length + Number(one.joined);
  return challengesStore.update(({ challenges }) => {
    const newer = Object.entries(more).filter(([id, one]) => !challenges[id] || progress(one) > progress(challenges[id]));
    return newer.length ? { challenges: latest({ ...challenges, ...Object.fromEntries(newer) }) } : null;
  });
}

/** Return at most so many challenges as are kept: unfinished ones first, then the latest. @param {Challenges} challenges @returns {Challenges} */
function latest(challenges) {
  const entries = Object.entries(challenges).sort(([, a], [, b]) => Number(a.joined) - Number(b.joined) || b.at - a.at);
  return Object.fromEntries(entries.slice(0, MOST));
}
