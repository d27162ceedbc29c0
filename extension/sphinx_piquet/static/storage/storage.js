// @ts-check
/**
 * What this site keeps in the reader's browser. No other script touches the browser's storage, and
 * kept.toml, from which the colophon is printed, names the same keys. Every write says whether it
 * stood, nothing is removed before its copy stands, and what a newer edition wrote is left alone.
 */

/** What we keep; a copy set aside adds its name to the key. */
export const KEYS = {
  game: "piquet:game",
  progress: "piquet:progress",
  score: "piquet:score",
  days: "piquet:days",
  played: "piquet:played",
  recent: "piquet:recent",
  settings: "piquet:settings",
  aside: "piquet:aside:",
  trial: "piquet:trial",
  unfit: "piquet:unfit",
};

/** Where version 0.2.0 kept the same. Pages of that version may still write there. */
export const OLD = {
  game: "pq-game",
  title: "pq-game-title",
  aside: "pq-game-aside",
  progress: "piquet-lessons",
  progressAside: "piquet-lessons-set-aside-",
  courts: "pq-courts",
  index: "pq-index",
  suits: "pq-suits",
};

/** The form of all that is written here; that of 0.2.0 was 1. */
export const VERSION = 2;
/** The latest moment that a date can name, in milliseconds. */
export const LATEST = 8.64e15;
/** Why something is not kept. */
export const REASONS = {
  full: "this browser has no room left for this site",
  forbidden: "this browser keeps nothing for this site",
  newer: "a newer edition of this site has kept its own here",
};
/** How a reader likes the cards, how fast tricks go at the table, and the terms of the last game: `seat` is that of the last game, `seats` the one wanted. */
export const DRESSED = /** @type {const} */ (["courts", "index", "size", "suits"]);
export const PACED = /** @type {const} */ (["pace"]);
export const SEATED = /** @type {const} */ (["forced", "form", "friend", "name", "opponent", "rules", "seat", "seats"]);
const SETTINGS = [...DRESSED, ...PACED, ...SEATED];
/** Settings that the reader has typed; any other is a word of ours. */
const NAMES = ["friend", "name"];
const LONGEST = 20; // characters of a setting
const PLENTY = 4000; // characters; a long game has some 3,000

/**
 * @typedef {"" | "full" | "forbidden"} Trouble why something could not be kept; "" if it is
 * @typedef {"game" | "progress" | "settings" | "other"} Kind
 * @typedef {{key: string, kind: Kind, text: string, title: string, why: string, at: number}} Aside
 * a copy that was set aside: its text, what it is called, why it is here, and since when
 */
/**
 * @template T
 * @typedef {{is: "none"} | {is: "here", value: T} | {is: "newer", text: string}
 *   | {is: "damaged", text: string, why: string}} Found
 */

// -- texts by their keys -----------------------------------------------------------------------

/** @returns {Storage | null} */
function storage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** @param {string} key @returns {string | null} */
export function get(key) {
  try {
    return storage()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Keep a text, and say whether it stands. @param {string} key @param {string} text @returns {Trouble} */
export function put(key, text) {
  const store = storage();
  try {
    if (!store) return "forbidden";
    store.setItem(key, text);
    return store.getItem(key) === text ? "" : "full";
  } catch {
    // A browser that keeps nothing refuses the first text as well as the last.
    return keys().length ? "full" : "forbidden";
  }
}

/** @param {string} key */
export function drop(key) {
  try {
    storage()?.removeItem(key);
  } catch {}
}

/** Every key of the storage, also those of others. @returns {string[]} */
function keys() {
  try {
    const store = storage();
    if (!store) return [];
    return Array.from({ length: store.length }, (_, place) => store.key(place) ?? "");
  } catch {
    return [];
  }
}

/** @param {string} key */
function isOurs(key) {
  const ours = [...Object.values(KEYS), ...Object.values(OLD)];
  return key !== KEYS.trial && ours.some((one) => (/[:-]$/.test(one) ? key.startsWith(one) : key === one));
}

/** Say before anything is at stake whether a game could be kept, and so many characters more. @returns {Trouble} */
export function trouble(more = 0) {
  const why = put(KEYS.trial, "x".repeat(PLENTY + more));
  drop(KEYS.trial);
  return why;
}

/** Remove all that is ours, whatever version wrote it. */
export function forgetAll() {
  for (const key of keys()) if (isOurs(key)) drop(key);
}

// -- until the tab is closed -------------------------------------------------------------------

/** Note the image of a started engine that did not live in this browser. @param {string} name with its digest */
export function noteUnfit(name) {
  try {
    if (name) sessionStorage.setItem(KEYS.unfit, name);
  } catch {} // the next page tries it again
}

/** @param {string} [name] */
export function isUnfit(name) {
  try {
    return Boolean(name) && sessionStorage.getItem(KEYS.unfit) === name;
  } catch {
    return false;
  }
}

// -- what is written, with its version ---------------------------------------------------------

/** @param {unknown} value @returns {value is Record<string, any>} */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {unknown} value @param {number} most @returns {value is string} */
export function isText(value, most) {
  return typeof value === "string" && value.length <= most;
}

/**
 * Read what a text says, whoever wrote it.
 * @template T
 * @param {string | null} text
 * @param {(value: Record<string, any>) => string} fault what is wrong with it; "" if nothing
 * @returns {Found<T>}
 */
export function understand(text, fault) {
  if (text === null) return { is: "none" };
  /** @type {unknown} */
  let value = null;
  try {
    value = JSON.parse(text);
  } catch {
    return { is: "damaged", text, why: "it cannot be read" };
  }
  if (!isObject(value)) return { is: "damaged", text, why: "it was not saved by this site" };
  if (Number.isInteger(value.version) && value.version > VERSION) return { is: "newer", text };
  const why = Number.isInteger(value.version) && value.version > 0 ? fault(value) : "it does not say which version saved it";
  return why ? { is: "damaged", text, why } : { is: "here", value: /** @type {T} */ (value) };
}

/** @param {string} key @param {object} value @returns {Trouble} */
export function write(key, value) {
  return put(key, JSON.stringify({ version: VERSION, ...value }));
}

// -- what is set aside -------------------------------------------------------------------------

/**
 * Keep a copy for later. The original is the caller's to remove once the copy stands.
 * @param {Kind} kind @param {string} text @param {string} title @param {string} why @param {number} at
 * @returns {Trouble}
 */
export function setAside(kind, text, title = "", why = "", at = Date.now()) {
  if (asides().some((one) => one.key.startsWith(KEYS.aside) && one.kind === kind && one.text === text)) return "";
  const name = `${at.toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
  return write(KEYS.aside + name, { kind, text, title, why, at });
}

/** Everything that is set aside, the latest first. @returns {Aside[]} */
export function asides() {
  moveOld();
  return keys()
    .flatMap((key) => readAside(key, get(key)) ?? [])
    .sort((one, two) => two.at - one.at || (one.key < two.key ? -1 : 1));
}

/** @param {Record<string, any>} value */
export function asideFault({ kind, text, title, why, at }) {
  const known = ["game", "progress", "settings", "other"].includes(kind);
  const whole = known && isText(text, Infinity) && isText(title, 500) && isText(why, 500);
  return whole && Number.isFinite(at) && Math.abs(at) <= LATEST ? "" : "it is not whole";
}

/** @param {string} key @param {string | null} text @returns {Aside | null} */
function readAside(key, text) {
  if (text === null) return null;
  const old = readOld(key, text);
  if (old || !key.startsWith(KEYS.aside)) return old;
  const found = /** @type {Found<Aside>} */ (understand(text, asideFault));
  if (found.is === "here") return { ...found.value, key };
  return { key, kind: "other", text, title: "", why: found.is === "damaged" ? found.why : "a newer edition set it aside", at: 0 };
}

/** What 0.2.0 had set aside under a key; null if the key is another. @param {string} key @param {string} text @returns {Aside | null} */
function readOld(key, text) {
  const ofProgress = key.startsWith(OLD.progressAside);
  if (!ofProgress && key !== OLD.aside) return null;
  const time = ofProgress ? Number(key.slice(OLD.progressAside.length)) : 0;
  const at = Math.abs(time) <= LATEST ? time : 0;
  return { key, kind: ofProgress ? "progress" : "game", text, title: "", why: "version 0.2.0 could not use it", at };
}

let moving = false;

/** Take over what 0.2.0 had set aside; what finds no room stays where it is. */
function moveOld() {
  if (moving) return; // a copy is compared with those that are here, which asks for them again
  moving = true;
  for (const key of keys()) {
    const old = readOld(key, get(key) ?? "");
    if (old && (!old.text || !setAside(old.kind, old.text, old.title, old.why, old.at))) drop(key);
  }
  moving = false;
}

// -- settings ----------------------------------------------------------------------------------

/** @typedef {Partial<Record<(typeof SETTINGS)[number], string>>} Settings what a reader has chosen for all pages */

/** @param {Record<string, any>} value */
export function settingsFault({ chosen }) {
  if (!isObject(chosen)) return "the settings are missing";
  const whole = SETTINGS.every((name) => !Object.hasOwn(chosen, name) || (isText(chosen[name], LONGEST) && (NAMES.includes(name) || /^[a-z\d-]+$/.test(chosen[name]))));
  return whole ? "" : "a setting in it cannot be read";
}

/** What 0.2.0 kept of a setting, if it had it. @param {string} name */
function older(name) {
  const key = /** @type {Record<string, string>} */ (OLD)[name];
  return key ? get(key) : null;
}

/** @returns {Found<{chosen: Settings}>} */
function readSettings() {
  return understand(get(KEYS.settings), settingsFault);
}

/** What the reader has chosen, here or under 0.2.0. @returns {Settings} */
export function settings() {
  const found = readSettings();
  const chosen = found.is === "here" ? found.value.chosen : {};
  return Object.fromEntries(
    SETTINGS.map((name) => [name, Object.hasOwn(chosen, name) ? chosen[name] : older(name)]).filter(([, value]) => value),
  );
}

/** Keep more of what the reader has chosen. @param {Settings} more @returns {Trouble | "newer"} */
export function choose(more) {
  const found = readSettings();
  if (found.is === "newer") return "newer";
  const old = SETTINGS.filter((name) => older(name) !== null);
  const before = settings();
  if (!old.length && SETTINGS.every((name) => (more[name] ?? before[name]) === before[name])) return "";
  const failed = found.is === "damaged" ? setAside("settings", found.text, "", found.why) : "";
  const why = failed || write(KEYS.settings, { chosen: { ...before, ...more } });
  if (!why) for (const name of old) drop(/** @type {Record<string, string>} */ (OLD)[name]);
  return why;
}

// -- other tabs --------------------------------------------------------------------------------

const here = new EventTarget();

/**
 * Call when what is kept may have changed: another tab has written, this page comes back from where
 * the browser had laid it, or another script of this page has said so.
 * @param {() => void} act
 */
export function onChange(act) {
  window.addEventListener("storage", ({ key }) => {
    if (key === null || isOurs(key)) act();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) act();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) act();
  });
  here.addEventListener("change", act);
}

/** Tell the other scripts of this page that something has changed. */
export function announce() {
  here.dispatchEvent(new Event("change"));
}
