// @ts-check
/** Sets of work: those that a teacher has made, with the results, and those that a pupil works through. */

import { KEYS, Store, isObject, isText, isTime } from "./store.js";

/**
 * @typedef {object} TeacherSet
 * @property {string} set as text @property {string} title @property {number} count the number of its items
 * @property {string[]} results as text @property {string[]} names of the pupils
 * @property {number} at when it was last changed
 *
 * @typedef {{title: string, note: string, items: string[]}} Draft a set that has no link yet; the items as kind, place, check
 * @typedef {{sets: Record<string, TeacherSet>, draft?: Draft | null}} TeacherSets by their digests
 *
 * @typedef {{state: "open" | "tried" | "solved" | "right", tries: number, answer: string}} ItemWork
 * @typedef {object} PupilSet
 * @property {string} set as text @property {string} title @property {string} name of the pupil
 * @property {ItemWork[]} items @property {number} at when it was last changed
 *
 * @typedef {{sets: Record<string, PupilSet>}} PupilSets by their digests
 * @typedef {import("./store.js").UpdateError} UpdateError
 */

const MOST = 50; // sets; the oldest go first
const MOST_ITEMS = 20;
const MOST_RESULTS = 60;
const LONGEST = 30_000; // characters of a set
const STATES = ["open", "tried", "solved", "right"];

/** @param {any} texts @param {number} most @param {number} longest */
function areTexts(texts, most, longest) {
  return Array.isArray(texts) && texts.length <= most && texts.every((text) => isText(text, longest));
}

/** @param {[string, any]} entry */
function isSet([id, one]) {
  return isText(id, 20) && isObject(one) && isTime(one.at) && isText(one.set, LONGEST) && isText(one.title, 200);
}

/** @param {any} one */
function hasResults(one) {
  return Number.isInteger(one.count) && areTexts(one.results, MOST_RESULTS, 4000) && areTexts(one.names, MOST_RESULTS, 100);
}

/** @param {any} item */
function isItem(item) {
  return isObject(item) && STATES.includes(item.state) && Number.isInteger(item.tries) && item.tries >= 0 && isText(item.answer, 500);
}

/** @param {any} one */
function hasItems(one) {
  return isText(one.name, 100) && Array.isArray(one.items) && one.items.length <= MOST_ITEMS && one.items.every(isItem);
}

/** @param {any} draft */
function isDraft(draft) {
  return isObject(draft) && isText(draft.title, 200) && isText(draft.note, 1000) && areTexts(draft.items, MOST_ITEMS, 600);
}

/** @param {any} sets @param {(one: any) => boolean} isWhole */
function validateSets(sets, isWhole) {
  if (!isObject(sets)) return "the sets are missing";
  return Object.entries(sets).every((entry) => isSet(entry) && isWhole(entry[1])) ? "" : "one of the sets in it cannot be read";
}

/** @type {Store<TeacherSets>} */
export const teacherStore = new Store(KEYS.sets, {
  title: "Sets for a class",
  empty: () => ({ sets: {} }),
  validate: ({ sets, draft }) => (draft && !isDraft(draft) ? "the unfinished set in it cannot be read" : validateSets(sets, hasResults)),
});

/** @type {Store<PupilSets>} */
export const pupilStore = new Store(KEYS.work, {
  title: "Work from a teacher",
  empty: () => ({ sets: {} }),
  validate: ({ sets }) => validateSets(sets, hasItems),
});

/** Return sets with their digests, the latest first. @template {{at: number}} T @param {Record<string, T>} sets @returns {[string, T][]} */
export function latestFirst(sets) {
  return Object.entries(sets).sort(([, a], [, b]) => b.at - a.at);
}

/** @template {{at: number}} T @param {Record<string, T>} sets @returns {Record<string, T>} */
function latest(sets) {
  return Object.fromEntries(latestFirst(sets).slice(0, MOST));
}

/** Keep an unfinished set, or none. @param {Draft | null} draft @returns {UpdateError} */
export function keepDraft(draft) {
  return teacherStore.update((kept) => ({ ...kept, draft }));
}

/**
 * Change one set of the teacher, as the storage has it now.
 * @param {string} id @param {(kept: TeacherSet | undefined) => Omit<TeacherSet, "at">} change @returns {UpdateError}
 */
export function updateTeacherSet(id, change) {
  return teacherStore.update((kept) => ({ ...kept, sets: latest({ ...kept.sets, [id]: { ...change(kept.sets[id]), at: Date.now() } }) }));
}

/** @param {string} id @returns {UpdateError} */
export function removeTeacherSet(id) {
  return teacherStore.update(({ sets: { [id]: removed, ...others }, ...rest }) => (removed ? { ...rest, sets: others } : null));
}

/**
 * Change one set of the pupil, as the storage has it now.
 * @param {string} id @param {(kept: PupilSet | undefined) => Omit<PupilSet, "at">} change @returns {UpdateError}
 */
export function updatePupilSet(id, change) {
  return pupilStore.update(({ sets }) => ({ sets: latest({ ...sets, [id]: { ...change(sets[id]), at: Date.now() } }) }));
}

/** @param {string} id @returns {UpdateError} */
export function removePupilSet(id) {
  return pupilStore.update(({ sets: { [id]: removed, ...others } }) => (removed ? { sets: others } : null));
}

/** Add the sets of a file. Of two copies, the one with more results stays. @param {TeacherSets} more @returns {UpdateError} */
export function addTeacherSets(more) {
  return teacherStore.update((kept) => {
    const newer = Object.entries(more.sets).filter(([id, one]) => one.results.length > (kept.sets[id]?.results.length ?? -1));
    return newer.length ? { ...kept, sets: latest({ ...kept.sets, ...Object.fromEntries(newer) }) } : null;
  });
}

/** Add the work of a file. Of two copies, the one with more items begun stays. @param {PupilSets} more @returns {UpdateError} */
export function addPupilSets(more) {
  const begun = (/** @type {PupilSet | undefined} */ one) => one?.items.filter(({ state }) => state !== "open").length ?? -1;
  return pupilStore.update(({ sets }) => {
    const newer = Object.entries(more.sets).filter(([id, one]) => begun(one) > begun(sets[id]));
    return newer.length ? { sets: latest({ ...sets, ...Object.fromEntries(newer) }) } : null;
  });
}
