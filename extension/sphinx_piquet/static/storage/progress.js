// @ts-check
/**
 * The learner's progress, stored only in this browser. An exercise is an id and a few numbers. It comes back after
 * some days, and the pause grows with correct answers, once a day at most. Each change starts from the stored state,
 * so tabs add to one another.
 */

import { KEYS, LATEST, OLD, Store, clearStorage, isObject, onChange, probeStorage, readText, removeText } from "./store.js";

/**
 * @typedef {object} ExerciseRecord the answers to one exercise
 * @property {number} right the number of correct first tries
 * @property {number} wrong the number of incorrect first tries
 * @property {boolean} done whether it was answered in the end, or is known from a test
 * @property {number} level the number of correct first tries in a row, counting one a day
 * @property {number} due when it comes back, in milliseconds
 * @property {number} at when that was last decided
 *
 * @typedef {object} State
 * @property {string} born an identifier given at the first write, and a new one after the progress is forgotten
 * @property {Record<string, ExerciseRecord>} items without a prototype, since any word may be an id
 * @property {string} day the day that is being counted
 * @property {number} reviewed the number of exercises that came back on that day
 */

export const DAY = 86_400_000;
export const PAUSES = [1, 3, 7, 21, 60]; // days
const LONGEST_PAUSE = 61 * DAY;
const REVIEWS_A_DAY = 8; // exercises of a lesson: about two minutes
const PROBLEM = 3; // a problem takes as long as three exercises
const MOST = 50_000; // exercises

/** Return whether two times are on one day of the reader. @param {number} a @param {number} b */
function isSameDay(a, b) {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

/** Return whether something is due. A date beyond the longest pause comes from a wrong clock. @param {number} due @param {number} now */
export function isDueAt(due, now) {
  return due <= now || due > now + LONGEST_PAUSE;
}

/**
 * @typedef {object} Task an exercise by its id, or one with other cards for a kind of mistake
 * @property {string} id "" for a mistake
 * @property {string} mistake "" for an exercise
 * @property {number} due in milliseconds
 */

/** Return whether an exercise is one of the problems. @param {string} id */
export function isProblem(id) {
  return /^(?:closed|goal):/.test(id);
}

/** Return how many exercises of a lesson take as long as a task. @param {Task} task */
function effortOf({ id, mistake }) {
  return mistake || isProblem(id) ? PROBLEM : 1;
}

/** @returns {State} */
function emptyState() {
  return { born: "", items: Object.create(null), day: "", reviewed: 0 };
}

/** Return the fault of a state of this version or of 0.2.0, or "". @param {Record<string, any>} state */
export function validateProgress(state) {
  if (!isObject(state.items)) return "its exercises are missing";
  if (typeof state.day !== "string" || !Number.isInteger(state.reviewed)) return "its day is missing";
  const entries = Object.entries(state.items);
  if (entries.length > MOST) return "it has too many exercises";
  const isValid = entries.every(
    ([id, record]) =>
      id.length < 1000 &&
      isObject(record) &&
      typeof record.done === "boolean" &&
      [record.right, record.wrong, record.level, record.due, record.at ?? 0].every((number) => Number.isFinite(number) && number >= 0),
  );
  return isValid ? "" : "an exercise in it cannot be read";
}

/** Normalise a valid state: integers, real dates, no other properties. @param {Record<string, any>} state @returns {State} */
export function normalizeProgress({ born, items, day, reviewed }) {
  const toCount = (/** @type {number} */ number) => Math.min(Math.floor(number), 1_000_000);
  const records = Object.entries(items).map(([id, record]) => {
    const due = Math.min(record.due, LATEST);
    const level = toCount(record.level);
    // Version 0.2.0 did not store `at`. Derive it from the due date.
    const guess = Math.max(0, due - PAUSES[Math.min(Math.max(level - 1, 0), PAUSES.length - 1)] * DAY);
    const at = Math.min(record.at ?? guess, LATEST);
    return [id, { right: toCount(record.right), wrong: toCount(record.wrong), done: record.done, level, due, at }];
  });
  const date = new Date(day.slice(0, 40));
  return {
    born: typeof born === "string" ? born : "",
    items: Object.assign(Object.create(null), Object.fromEntries(records)),
    day: Number.isNaN(date.getTime()) ? "" : date.toDateString(),
    reviewed: toCount(Math.max(0, reviewed)),
  };
}

/** Merge two records of one exercise, in any order. @param {ExerciseRecord} a @param {ExerciseRecord} b @returns {ExerciseRecord} */
function mergeRecords(a, b) {
  const later = a.at - b.at || b.level - a.level || b.due - a.due;
  const { level, due, at } = later >= 0 ? a : b;
  return {
    right: Math.max(a.right, b.right),
    wrong: Math.max(a.wrong, b.wrong),
    done: a.done || b.done,
    level,
    due,
    at,
  };
}

/** Merge two states without counting anything twice. The identifier of the first stays. @param {State} a @param {State} b @returns {State} */
export function mergeProgress(a, b) {
  const items = Object.assign(Object.create(null), a.items);
  for (const [id, record] of Object.entries(b.items)) items[id] = id in items ? mergeRecords(items[id], record) : record;
  const days = [a, b].map(({ day }) => Date.parse(day) || 0);
  const later = days[0] - days[1] || a.reviewed - b.reviewed;
  const { day, reviewed } = later >= 0 ? a : b;
  return { born: a.born, items, day, reviewed };
}

const OPTIONS = { kind: /** @type {const} */ ("progress"), validate: validateProgress, normalize: normalizeProgress };
export const progressStore = new Store(KEYS.progress, OPTIONS);
export const oldProgressStore = new Store(OLD.progress, OPTIONS);

/** The progress as this page knows it, which may be more than the browser could save. */
export class Progress {
  constructor() {
    /** The message about a state that could not be used; "" if there was none. */
    this.lossNotice = "";
    /** @type {import("./store.js").UpdateError} why the stored state must not be changed: a newer version wrote it, or a damaged one cannot be archived */
    this.locked = "";
    /** @type {Set<string>} the exercises that are not saved yet */
    this.unsaved = new Set();
    this.state = emptyState();
    this.storageError = probeStorage();
    this.read();
    if (readText(OLD.progress) !== null) this.save();
  }

  /** The message for the learner about saving the progress; "" if there is none. */
  get notice() {
    const passing = "so your progress lasts only as long as this page is open.";
    if (this.locked) return this.lossNotice;
    if (this.storageError === "forbidden") return `This browser keeps nothing for this site, ${passing}`;
    if (this.storageError === "full") return `This browser has no room left for this site, ${passing}`;
    return this.lossNotice;
  }

  /** Whether closing this page would lose progress. */
  get isUnsaved() {
    return this.locked !== "" || this.storageError !== "";
  }

  /** Read the stored state, and merge what could not be saved into it. */
  read() {
    const wasLocked = this.locked;
    if (wasLocked) this.locked = this.lossNotice = "";
    const stored = this.load(progressStore) ?? emptyState();
    const old = this.load(oldProgressStore);
    const state = old ? mergeProgress(stored, old) : stored;
    if (this.locked) {
      this.state = mergeProgress(this.state, state); // the page still uses what it knows
      return;
    }
    if (wasLocked) this.storageError = probeStorage();
    if (this.state.born && state.born !== this.state.born) this.unsaved.clear(); // another tab has forgotten all
    const unsaved = Object.fromEntries([...this.unsaved].map((id) => [id, this.state.items[id]]));
    this.state = this.unsaved.size ? mergeProgress(state, { ...this.state, items: unsaved }) : state;
  }

  /** Read a stored state, and archive a damaged one. @param {Store<State>} store @returns {State | null} */
  load(store) {
    const stored = store.read();
    if (stored.is === "none") return null;
    if (stored.is === "here") return stored.value;
    if (stored.is === "newer") {
      this.locked = "newer";
      this.lossNotice = "Your progress was saved by a newer edition of this site. It stays as it is, and this page adds nothing to it.";
      return null;
    }
    const error = store.archiveDamaged(stored);
    if (error) {
      this.locked = error;
      this.lossNotice = `Your saved progress could not be used (${stored.why}), and there is no room to set it aside. It stays where it is, so new progress lasts only as long as this page is open.`;
    } else {
      removeText(store.key);
      this.lossNotice = `Your saved progress could not be used (${stored.why}). It was set aside in this browser, and a new one begun.`;
    }
    return null;
  }

  /**
   * Change one exercise, starting from its stored record.
   * @param {string} id @param {(record: ExerciseRecord, isKnown: boolean) => void} change
   */
  update(id, change) {
    this.read();
    const known = this.record(id);
    const record = { ...(known ?? { right: 0, wrong: 0, done: false, level: 0, due: 0, at: 0 }) };
    change(record, known !== undefined);
    this.state.items[id] = record;
    this.unsaved.add(id);
    this.save();
  }

  /** Save the state, which must have been read just before. @returns {boolean} whether it is saved */
  save() {
    if (this.locked) return false;
    const born = this.state.born || Math.random().toString(36).slice(2);
    this.storageError = progressStore.write({ ...this.state, born });
    if (this.storageError) return false;
    this.state.born = born;
    this.unsaved.clear();
    removeText(OLD.progress);
    return true;
  }

  /** @param {string} id @returns {ExerciseRecord | undefined} */
  record(id) {
    return this.state.items[id];
  }

  /** @param {string} id */
  isDone(id) {
    return this.record(id)?.done ?? false;
  }

  /** @param {ExerciseRecord} record @param {number} now */
  isDue({ due }, now) {
    return isDueAt(due, now);
  }

  /**
   * Record a first try. A second one on the same day shows no longer memory, so it does not lengthen the pause.
   * @param {string} id @param {boolean} isRight @param {number} now
   */
  recordAnswer(id, isRight, now = Date.now()) {
    this.update(id, (record, isKnown) => {
      const isDue = isKnown && this.isDue(record, now);
      if (isDue) this.countReview({ id, mistake: "", due: record.due }, now);
      if (isRight) {
        record.right += 1;
        record.done = true;
        if (isKnown && !isDue && isSameDay(record.at, now)) return;
        record.due = now + PAUSES[Math.min(record.level, PAUSES.length - 1)] * DAY;
        record.level += 1;
      } else {
        record.wrong += 1;
        record.level = 0;
        record.due = now + PAUSES[0] * DAY;
      }
      record.at = now;
    });
  }

  /** Record that an exercise was answered in the end. @param {string} id */
  markDone(id, now = Date.now()) {
    this.update(id, (record, isKnown) => {
      record.done = true;
      if (!isKnown) Object.assign(record, { level: 1, due: now + PAUSES[1] * DAY, at: now });
    });
  }

  /** Postpone an exercise until tomorrow. @param {string} id */
  postpone(id, now = Date.now()) {
    this.read();
    if (this.record(id)) this.update(id, (record) => Object.assign(record, { due: now + DAY, at: now }));
  }

  /** Count an answer for a mistake among the reviews of the day. @param {Task} task */
  recordReview(task, now = Date.now()) {
    this.read();
    this.countReview(task, now);
    this.save();
  }

  /** @param {Task} task @param {number} now */
  countReview(task, now) {
    const day = new Date(now).toDateString();
    if (this.state.day !== day) this.state.reviewed = 0;
    this.state.day = day;
    this.state.reviewed += effortOf(task);
  }

  /** Return all due exercises and the given tasks, the longest overdue first. @param {number} now @param {Task[]} others @returns {Task[]} */
  allDue(now, others) {
    const exercises = Object.entries(this.state.items).filter(([, record]) => this.isDue(record, now));
    return [...exercises.map(([id, { due }]) => ({ id, mistake: "", due })), ...others].sort((a, b) => a.due - b.due);
  }

  /** Return the tasks of today: those of `allDue` for which there is time. @param {number} now @param {Task[]} others @returns {Task[]} */
  dueTasks(now, others) {
    const today = this.state.day === new Date(now).toDateString() ? this.state.reviewed : 0;
    let left = REVIEWS_A_DAY - today;
    return this.allDue(now, others).filter((task) => {
      const fits = effortOf(task) <= left;
      if (fits) left -= effortOf(task);
      return fits;
    });
  }

  /** Return the exercises due today, the longest overdue first. @param {number} now @returns {string[]} */
  due(now = Date.now()) {
    return this.dueTasks(now, []).map(({ id }) => id);
  }

  /** Return the number of days needed for all that is due, including today. @param {number} now @param {Task[]} others */
  daysToReview(now = Date.now(), others = []) {
    /** @param {Task[]} tasks */
    const effort = (tasks) => tasks.reduce((sum, task) => sum + effortOf(task), 0);
    const rest = effort(this.allDue(now, others)) - effort(this.dueTasks(now, others));
    return 1 + Math.ceil(rest / REVIEWS_A_DAY);
  }

  /** Return the number of exercises for each pause. */
  countByPause() {
    const counts = PAUSES.map(() => 0);
    for (const { level } of Object.values(this.state.items)) counts[Math.min(Math.max(level - 1, 0), PAUSES.length - 1)] += 1;
    return counts;
  }

  /** Return when the next exercise comes back, in milliseconds, or 0 if there is none. */
  nextDue(now = Date.now()) {
    const times = Object.values(this.state.items).map((record) => (this.isDue(record, now) ? Math.min(record.due, now) : record.due));
    return times.reduce((first, time) => (first && first < time ? first : time), 0);
  }

  /** Merge the progress of another device. @param {State} state @returns {import("./store.js").UpdateError} */
  merge(state) {
    this.read();
    this.state = mergeProgress(this.state, state);
    for (const id of Object.keys(state.items)) this.unsaved.add(id);
    return this.save() ? "" : this.locked || this.storageError;
  }

  /** Remove everything that this site has stored. */
  forget() {
    clearStorage();
    this.locked = this.lossNotice = "";
    this.unsaved.clear();
    this.state = emptyState();
    this.storageError = probeStorage();
  }
}

/** @type {Progress | null} */
let shared = null;

/** Return the progress object of this page. It follows the changes of other tabs. */
export function sharedProgress() {
  if (shared) return shared;
  const progress = (shared = new Progress());
  onChange(() => progress.read());
  return progress;
}
