// @ts-check
/** The reader's settings for all pages. */

import { KEYS, OLD, Store, isObject, isText, readText, removeText } from "./store.js";

/** The settings by purpose: the look of the cards, the manners of the table, the tips of a first deal, the recording of ratings, the terms of the next game, the level. `seat` is the seat in the last game, `seats` the wanted one; `stayed` has the opponent whom the reader kept, and the number of deals at that time. */
export const CARD_SETTINGS = /** @type {const} */ (["courts", "index", "size", "suits"]);
export const TABLE_SETTINGS = /** @type {const} */ (["claims", "pace", "sound", "vibration"]);
export const TIPS_SETTINGS = /** @type {const} */ (["tips"]);
export const RATING_SETTINGS = /** @type {const} */ (["rating"]);
export const GAME_SETTINGS = /** @type {const} */ (["forced", "form", "friend", "name", "open", "opponent", "rules", "seat", "seats"]);
export const LEVEL_SETTINGS = /** @type {const} */ (["stayed"]);
const NAMES = [...CARD_SETTINGS, ...TABLE_SETTINGS, ...TIPS_SETTINGS, ...RATING_SETTINGS, ...GAME_SETTINGS, ...LEVEL_SETTINGS];
/** Settings that the reader types. All others have values from a fixed list. */
const TYPED = ["friend", "name"];
const LONGEST = 20; // characters of a value

/** @typedef {Partial<Record<(typeof NAMES)[number], string>>} Settings */

/** @type {Store<{chosen: Settings}>} */
export const settingsStore = new Store(KEYS.settings, {
  kind: "settings",
  empty: () => ({ chosen: {} }),
  validate: ({ chosen }) => {
    if (!isObject(chosen)) return "the settings are missing";
    const isValid = NAMES.every(
      (name) => !Object.hasOwn(chosen, name) || (isText(chosen[name], LONGEST) && (TYPED.includes(name) || /^[a-z\d-]+$/.test(chosen[name]))),
    );
    return isValid ? "" : "a setting in it cannot be read";
  },
});

/** Return the key under which version 0.2.0 stored a setting. @param {string} name */
function oldKey(name) {
  return /** @type {Record<string, string | undefined>} */ (OLD)[name] ?? "";
}

/** Return the settings, including those of version 0.2.0. @returns {Settings} */
export function readSettings() {
  const { chosen } = settingsStore.value;
  return Object.fromEntries(
    NAMES.map((name) => [name, Object.hasOwn(chosen, name) ? chosen[name] : readText(oldKey(name))]).filter(([, value]) => value),
  );
}

/** Save some settings and keep the others. @param {Settings} settings @returns {import("./store.js").UpdateError} */
export function saveSettings(settings) {
  const old = NAMES.filter((name) => readText(oldKey(name)) !== null);
  const before = readSettings();
  const error = settingsStore.update(() => {
    const isSame = !old.length && NAMES.every((name) => (settings[name] ?? before[name]) === before[name]);
    return isSame ? null : { chosen: { ...before, ...settings } };
  });
  if (!error) for (const name of old) removeText(oldKey(name));
  return error;
}
