// @ts-check
/**
 * The browser's storage. All other scripts use it through this module, and `storage_keys.toml` lists the same keys.
 * Every write reports whether it succeeded. Nothing is removed before its copy is stored, and values that a newer
 * version of the site wrote are never changed.
 */

/** The storage keys. An archived copy appends its name to the key. */
export const KEYS = {
  game: "piquet:game",
  progress: "piquet:progress",
  score: "piquet:score",
  days: "piquet:days",
  played: "piquet:played",
  recent: "piquet:recent",
  rating: "piquet:rating",
  settings: "piquet:settings",
  places: "piquet:places",
  challenges: "piquet:challenges",
  sets: "piquet:sets",
  work: "piquet:work",
  aside: "piquet:aside:",
  trial: "piquet:trial",
  unfit: "piquet:unfit",
};

/** The storage keys of version 0.2.0. Open pages of that version may still write them. */
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

/** The version of all values that this site writes. Release 0.2.0 wrote version 1. */
export const VERSION = 2;
/** The latest time that a `Date` can represent, in milliseconds. */
export const LATEST = 8.64e15;
/** The reasons why a value is not saved, as text for the reader. */
export const REASONS = {
  full: "this browser has no room left for this site",
  forbidden: "this browser keeps nothing for this site",
  newer: "a newer edition of this site has kept its own here",
};
const GAME_SIZE = 4000; // characters; a long game has about 3000

/**
 * @typedef {"" | "full" | "forbidden"} StorageError why a value could not be saved; "" on success
 * @typedef {StorageError | "newer"} UpdateError also reports that a newer version of the site wrote the value
 * @typedef {"game" | "progress" | "settings" | "other"} Kind
 * @typedef {{key: string, kind: Kind, text: string, title: string, why: string, at: number}} ArchivedCopy
 * a copy of a stored text, with a title, the reason why it was archived, and the time
 */
/**
 * @template T
 * @typedef {{is: "none"} | {is: "here", value: T} | {is: "newer", text: string}
 *   | {is: "damaged", text: string, why: string}} Stored
 */

// -- texts -------------------------------------------------------------------------------------

/** @returns {Storage | null} */
function browserStorage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** @param {string} key @returns {string | null} */
export function readText(key) {
  try {
    return browserStorage()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} text @returns {StorageError} */
function writeText(key, text) {
  const storage = browserStorage();
  try {
    if (!storage) return "forbidden";
    storage.setItem(key, text);
    return storage.getItem(key) === text ? "" : "full";
  } catch {
    // A browser that forbids storage has no keys.
    return allKeys().length ? "full" : "forbidden";
  }
}

/** @param {string} key */
export function removeText(key) {
  try {
    browserStorage()?.removeItem(key);
  } catch {}
}

/** Return all keys of this origin, including those of other scripts. @returns {string[]} */
function allKeys() {
  try {
    const storage = browserStorage();
    return storage ? Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "") : [];
  } catch {
    return [];
  }
}

/** @param {string} key */
function isSiteKey(key) {
  const names = [...Object.values(KEYS), ...Object.values(OLD)];
  return key !== KEYS.trial && names.some((name) => (/[:-]$/.test(name) ? key.startsWith(name) : key === name));
}

/** Test whether a game, and so many characters more, could be saved. @returns {StorageError} */
export function probeStorage(more = 0) {
  const error = writeText(KEYS.trial, "x".repeat(GAME_SIZE + more));
  removeText(KEYS.trial);
  return error;
}

/** Remove all values of this site, of every version. */
export function clearStorage() {
  for (const key of allKeys()) if (isSiteKey(key)) removeText(key);
}

/** Note, until the tab is closed, that a memory snapshot of the engine does not work here. @param {string} name */
export function markSnapshotUnusable(name) {
  try {
    if (name) sessionStorage.setItem(KEYS.unfit, name);
  } catch {} // the next page tries it again
}

/** @param {string} [name] */
export function isSnapshotUnusable(name) {
  try {
    return Boolean(name) && sessionStorage.getItem(KEYS.unfit) === name;
  } catch {
    return false;
  }
}

// -- values ------------------------------------------------------------------------------------

/** Return a number of things in words: one deal, 2 deals. @param {number} count @param {string} noun */
export function countOf(count, noun) {
  return count === 1 ? `one ${noun}` : `${count} ${noun}s`;
}

/** @param {unknown} value @returns {value is Record<string, any>} */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {unknown} value @param {number} longest @returns {value is string} */
export function isText(value, longest) {
  return typeof value === "string" && value.length <= longest;
}

/** @param {unknown} value */
export function isTime(value) {
  return Number.isFinite(value) && Math.abs(Number(value)) <= LATEST;
}

/**
 * Parse and validate a stored text, written by any version.
 * @template T
 * @param {string | null} text
 * @param {(value: Record<string, any>) => string} validate returns the fault of a value, or ""
 * @returns {Stored<T>}
 */
export function parseStored(text, validate) {
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
  const why = Number.isInteger(value.version) && value.version > 0 ? validate(value) : "it does not say which version saved it";
  return why ? { is: "damaged", text, why } : { is: "here", value: /** @type {T} */ (value) };
}

/**
 * A versioned JSON object under one key. Other tabs share it, so every update starts from the stored value.
 * @template {object} T
 */
export class Store {
  /**
   * @param {string} key
   * @param {object} options
   * @param {(value: Record<string, any>) => string} options.validate returns the fault of a value, or ""
   * @param {(value: Record<string, any>) => T} [options.normalize] drops unknown properties of a valid value
   * @param {() => T} [options.empty] the value when nothing is stored
   * @param {Kind} [options.kind] of the archived copy of a damaged value
   * @param {string} [options.title] of that copy
   */
  constructor(key, { validate, normalize = (value) => /** @type {T} */ (value), empty = () => /** @type {T} */ ({}), kind = "other", title = "" }) {
    this.key = key;
    this.validate = validate;
    this.normalize = normalize;
    this.empty = empty;
    this.kind = kind;
    this.title = title;
  }

  /** @returns {Stored<T>} */
  read() {
    const stored = parseStored(readText(this.key), this.validate);
    return stored.is === "here" ? { is: "here", value: this.normalize(stored.value) } : stored;
  }

  /** The stored value, or the empty one if nothing usable is stored. */
  get value() {
    const stored = this.read();
    return stored.is === "here" ? stored.value : this.empty();
  }

  /** @param {T} value @returns {StorageError} */
  write(value) {
    return writeText(this.key, JSON.stringify({ version: VERSION, ...value }));
  }

  /**
   * Replace the value with a changed one. A damaged value is archived first; a newer one stays.
   * @param {(value: T) => T | null} change returns null to leave the value as it is
   * @returns {UpdateError}
   */
  update(change) {
    const stored = this.read();
    if (stored.is === "newer") return "newer";
    const changed = change(stored.is === "here" ? stored.value : this.empty());
    if (!changed) return "";
    return this.archiveDamaged(stored) || (this.validate(changed) ? "full" : this.write(changed));
  }

  /** Archive a value that cannot be read. @param {Stored<T>} stored @returns {StorageError} */
  archiveDamaged(stored) {
    return stored.is === "damaged" ? archive(this.kind, stored.text, this.title, stored.why) : "";
  }

  /** Remove the value, unless a newer version of the site wrote it. */
  remove() {
    if (this.read().is !== "newer") removeText(this.key);
  }
}

// -- archived copies ---------------------------------------------------------------------------

/**
 * Store a copy of a text. The caller may remove the original if this succeeds.
 * @param {Kind} kind @param {string} text @param {string} title @param {string} why @param {number} at
 * @returns {StorageError}
 */
export function archive(kind, text, title = "", why = "", at = Date.now()) {
  if (archivedCopies().some((copy) => copy.key.startsWith(KEYS.aside) && copy.kind === kind && copy.text === text)) return "";
  const name = `${at.toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
  return writeText(KEYS.aside + name, JSON.stringify({ version: VERSION, kind, text, title, why, at }));
}

/** Return the archived copies, the latest first. @returns {ArchivedCopy[]} */
export function archivedCopies() {
  migrateCopies();
  return allKeys()
    .flatMap((key) => readCopy(key, readText(key)) ?? [])
    .sort((a, b) => b.at - a.at || (a.key < b.key ? -1 : 1));
}

/** Return the fault of an archived copy, or "". @param {Record<string, any>} copy */
export function validateCopy({ kind, text, title, why, at }) {
  const isValid = ["game", "progress", "settings", "other"].includes(kind) && isText(text, Infinity) && isText(title, 500) && isText(why, 500);
  return isValid && isTime(at) ? "" : "it is not whole";
}

/** @param {string} key @param {string | null} text @returns {ArchivedCopy | null} */
function readCopy(key, text) {
  if (text === null) return null;
  const old = readOldCopy(key, text);
  if (old || !key.startsWith(KEYS.aside)) return old;
  const stored = /** @type {Stored<ArchivedCopy>} */ (parseStored(text, validateCopy));
  if (stored.is === "here") return { ...stored.value, key };
  return { key, kind: "other", text, title: "", why: stored.is === "damaged" ? stored.why : "a newer edition set it aside", at: 0 };
}

/** Read a copy that version 0.2.0 archived; null for any other key. @param {string} key @param {string} text @returns {ArchivedCopy | null} */
function readOldCopy(key, text) {
  const isProgress = key.startsWith(OLD.progressAside);
  if (!isProgress && key !== OLD.aside) return null;
  const time = isProgress ? Number(key.slice(OLD.progressAside.length)) : 0;
  return { key, kind: isProgress ? "progress" : "game", text, title: "", why: "version 0.2.0 could not use it", at: isTime(time) ? time : 0 };
}

let isMigrating = false;

/** Move the copies of version 0.2.0 to their new keys. A copy that finds no room stays where it is. */
function migrateCopies() {
  if (isMigrating) return; // `archive` lists the copies again
  isMigrating = true;
  for (const key of allKeys()) {
    const old = readOldCopy(key, readText(key) ?? "");
    if (old && (!old.text || !archive(old.kind, old.text, old.title, old.why, old.at))) removeText(key);
  }
  isMigrating = false;
}

// -- changes -----------------------------------------------------------------------------------

const changes = new EventTarget();

/**
 * Call a function whenever stored values may have changed: another tab wrote, the page was restored from the
 * back/forward cache or became visible, or a script of this page called `notifyChange`.
 * @param {() => void} listener
 */
export function onChange(listener) {
  window.addEventListener("storage", ({ key }) => {
    if (key === null || isSiteKey(key)) listener();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) listener();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) listener();
  });
  changes.addEventListener("change", listener);
}

/** Notify the other scripts of this page that stored values have changed. */
export function notifyChange() {
  changes.dispatchEvent(new Event("change"));
}
