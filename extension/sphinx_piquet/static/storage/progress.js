// @ts-check
/**
 * What a learner has done, kept only in this browser. An exercise is an id and a few numbers; it
 * comes back after some days, more each time that it is answered. Every change starts from what is
 * kept at that moment, so that two tabs add up and neither undoes the other.
 */

import { KEYS, LATEST, OLD, drop, forgetAll, get, isObject, onChange, setAside, trouble, understand, write } from "./storage.js";

/**
 * @typedef {object} Trace what is remembered of one exercise
 * @property {number} right how often it was answered at the first try
 * @property {number} wrong how often it was not
 * @property {boolean} done answered in the end, or known from a test
 * @property {number} level how many times in a row it was right
 * @property {number} due when it comes back, in milliseconds
 * @property {number} at when that was last decided
 *
 * @typedef {object} State
 * @property {string} born a name given when it is first written, and a new one after forgetting
 * @property {Record<string, Trace>} items without a prototype, since an id may be any word
 * @property {string} day the day that is being counted
 * @property {number} reviewed how many came back on that day
 */

const DAY = 86_400_000;
const DAYS = [1, 3, 7, 21, 60];
const LONGEST = 61 * DAY;
const A_DAY = 8;
const MOST = 50_000;

/** @returns {State} */
function fresh() {
  return { born: "", items: Object.create(null), day: "", reviewed: 0 };
}

/** Return what is wrong with a state, of this version or of 0.2.0; "" if it can be used. @param {Record<string, any>} state */
export function fault(state) {
  if (!isObject(state.items)) return "its exercises are missing";
  if (typeof state.day !== "string" || !Number.isInteger(state.reviewed)) return "its day is missing";
  const traces = Object.entries(state.items);
  if (traces.length > MOST) return "it has too many exercises";
  const whole = traces.every(
    ([id, one]) =>
      id.length < 1000 &&
      isObject(one) &&
      typeof one.done === "boolean" &&
      [one.right, one.wrong, one.level, one.due, one.at ?? 0].every((number) => Number.isFinite(number) && number >= 0),
  );
  return whole ? "" : "an exercise in it cannot be read";
}

/** Make a state of faultless data: with days that a calendar has, whole numbers, and nothing extra. @param {Record<string, any>} state @returns {State} */
export function tidy({ born, items, day, reviewed }) {
  const whole = (/** @type {number} */ number) => Math.min(Math.floor(number), 1_000_000);
  const traces = Object.entries(items).map(([id, one]) => {
    const due = Math.min(one.due, LATEST);
    const level = whole(one.level);
    // 0.2.0 did not write when; it follows from the day on which the exercise comes back.
    const guess = Math.max(0, due - DAYS[Math.min(Math.max(level - 1, 0), DAYS.length - 1)] * DAY);
    const at = Math.min(one.at ?? guess, LATEST);
    return [id, { right: whole(one.right), wrong: whole(one.wrong), done: one.done, level, due, at }];
  });
  const date = new Date(day.slice(0, 40));
  return {
    born: typeof born === "string" ? born : "",
    items: Object.assign(Object.create(null), Object.fromEntries(traces)),
    day: Number.isNaN(date.getTime()) ? "" : date.toDateString(),
    reviewed: whole(Math.max(0, reviewed)),
  };
}

/** Merge two records of one exercise; their order makes no difference. @param {Trace} one @param {Trace} two @returns {Trace} */
function mergeTraces(one, two) {
  const later = one.at - two.at || two.level - one.level || two.due - one.due;
  const { level, due, at } = later >= 0 ? one : two;
  return {
    right: Math.max(one.right, two.right),
    wrong: Math.max(one.wrong, two.wrong),
    done: one.done || two.done,
    level,
    due,
    at,
  };
}

/** Merge two states; nothing is lost, and nothing counts twice. The first keeps its name. @param {State} one @param {State} two @returns {State} */
export function merge(one, two) {
  const items = Object.assign(Object.create(null), one.items);
  for (const [id, trace] of Object.entries(two.items)) items[id] = id in items ? mergeTraces(items[id], trace) : trace;
  const days = [one, two].map(({ day }) => Date.parse(day) || 0);
  const late = days[0] - days[1] || one.reviewed - two.reviewed;
  const { day, reviewed } = late >= 0 ? one : two;
  return { born: one.born, items, day, reviewed };
}

export class Memory {
  constructor() {
    /** What became of an unusable state; "" if there was none. */
    this.lost = "";
    /** @type {import("./storage.js").Trouble | "newer"} why nothing is added to what is kept: a newer edition wrote it, or it cannot be set aside */
    this.closed = "";
    /** @type {Set<string>} exercises that the browser has not kept yet */
    this.unsaved = new Set();
    this.state = fresh();
    this.trouble = trouble();
    this.read();
    if (get(OLD.progress) !== null) this.save();
  }

  /** What to tell the learner about the memory itself; "" if nothing. */
  get notice() {
    const passing = "so your progress lasts only as long as this page is open.";
    if (this.closed) return this.lost;
    if (this.trouble === "forbidden") return `This browser keeps nothing for this site, ${passing}`;
    if (this.trouble === "full") return `This browser has no room left for this site, ${passing}`;
    return this.lost;
  }

  /** Whether this page knows something that would be lost with it. */
  get isPassing() {
    return this.closed !== "" || this.trouble !== "";
  }

  /** Read what is kept now, and add what could not be kept. */
  read() {
    const before = this.closed;
    if (before) this.closed = this.lost = "";
    const kept = this.found();
    if (this.closed) {
      this.state = merge(this.state, kept); // what this page knows serves it as long as it is open
      return;
    }
    if (before) this.trouble = trouble();
    if (this.state.born && kept.born !== this.state.born) this.unsaved.clear(); // forgotten, in another tab
    if (!this.unsaved.size) {
      this.state = kept;
      return;
    }
    const items = Object.fromEntries([...this.unsaved].map((id) => [id, this.state.items[id]]));
    this.state = merge(kept, { ...this.state, items });
  }

  /** What is kept here, including what 0.2.0 kept. @returns {State} */
  found() {
    const now = this.usable(KEYS.progress) ?? fresh();
    const old = this.usable(OLD.progress);
    return old ? merge(now, old) : now;
  }

  /** What is kept under a key; if it cannot be used, it is set aside. @param {string} key @returns {State | null} */
  usable(key) {
    const found = /** @type {import("./storage.js").Found<State>} */ (understand(get(key), fault));
    if (found.is === "none") return null;
    if (found.is === "here") return tidy(found.value);
    if (found.is === "newer") {
      this.closed = "newer";
      this.lost = "Your progress was saved by a newer edition of this site. It stays as it is, and this page adds nothing to it.";
      return null;
    }
    const failed = setAside("progress", found.text, "", found.why);
    if (failed) {
      this.closed = failed;
      this.lost = `Your saved progress could not be used (${found.why}), and there is no room to set it aside. It stays where it is, so new progress lasts only as long as this page is open.`;
    } else {
      drop(key);
      this.lost = `Your saved progress could not be used (${found.why}). It was set aside in this browser, and a new one begun.`;
    }
    return null;
  }

  /**
   * Change one exercise, starting from what is kept of it now.
   * @param {string} id @param {(trace: Trace, known: boolean) => void} act
   */
  change(id, act) {
    this.read();
    const known = this.of(id);
    const trace = { ...(known ?? { right: 0, wrong: 0, done: false, level: 0, due: 0, at: 0 }) };
    act(trace, known !== undefined);
    this.state.items[id] = trace;
    this.unsaved.add(id);
    this.save();
  }

  /** Keep the state, which was read only a moment ago. @returns {boolean} whether it is kept */
  save() {
    if (this.closed) return false;
    const born = this.state.born || Math.random().toString(36).slice(2);
    this.trouble = write(KEYS.progress, { ...this.state, born });
    if (this.trouble) return false;
    this.state.born = born;
    this.unsaved.clear();
    drop(OLD.progress);
    return true;
  }

  /** @param {string} id @returns {Trace | undefined} */
  of(id) {
    return this.state.items[id];
  }

  /** @param {string} id */
  isDone(id) {
    return this.of(id)?.done ?? false;
  }

  /** Whether an exercise is due. A date further off than we ever set comes from a wrong clock. @param {Trace} one @param {number} now */
  isDue({ due }, now) {
    return due <= now || due > now + LONGEST;
  }

  /** Note a first try. @param {string} id @param {boolean} passes @param {number} now */
  note(id, passes, now = Date.now()) {
    this.change(id, (trace, known) => {
      if (known && this.isDue(trace, now)) this.count(now);
      if (passes) {
        trace.right += 1;
        trace.due = now + DAYS[Math.min(trace.level, DAYS.length - 1)] * DAY;
        trace.level += 1;
      } else {
        trace.wrong += 1;
        trace.level = 0;
        trace.due = now + DAYS[0] * DAY;
      }
      trace.at = now;
      trace.done ||= passes;
    });
  }

  /** Note that an exercise was answered in the end. @param {string} id */
  markDone(id, now = Date.now()) {
    this.change(id, (trace, known) => {
      trace.done = true;
      if (!known) Object.assign(trace, { level: 1, due: now + DAYS[1] * DAY, at: now });
    });
  }

  /** Put an exercise off until tomorrow. @param {string} id */
  skip(id, now = Date.now()) {
    this.read();
    if (this.of(id)) this.change(id, (trace) => Object.assign(trace, { due: now + DAY, at: now }));
  }

  /** @param {number} now */
  count(now) {
    const day = new Date(now).toDateString();
    if (this.state.day !== day) this.state.reviewed = 0;
    this.state.day = day;
    this.state.reviewed += 1;
  }

  /** The exercises due today, longest overdue first. @param {number} now @returns {string[]} */
  due(now = Date.now()) {
    const today = this.state.day === new Date(now).toDateString() ? this.state.reviewed : 0;
    return Object.entries(this.state.items)
      .filter(([, one]) => this.isDue(one, now))
      .sort(([, a], [, b]) => a.due - b.due)
      .slice(0, Math.max(0, A_DAY - today))
      .map(([id]) => id);
  }

  /** The number of days that all exercises which are due will take, today included. @param {number} now */
  daysToReview(now = Date.now()) {
    const rest = Object.values(this.state.items).filter((one) => this.isDue(one, now)).length - this.due(now).length;
    return 1 + Math.ceil(rest / A_DAY);
  }

  /** How many exercises there are for each of the pauses after which they come back. */
  pauses() {
    const found = DAYS.map(() => 0);
    for (const { level } of Object.values(this.state.items)) found[Math.min(Math.max(level - 1, 0), DAYS.length - 1)] += 1;
    return found;
  }

  /** When the next exercise comes back, in milliseconds; 0 if none does. */
  nextDue(now = Date.now()) {
    const times = Object.values(this.state.items).map((one) => (this.isDue(one, now) ? Math.min(one.due, now) : one.due));
    return times.reduce((first, time) => (first && first < time ? first : time), 0);
  }

  /** Add what another device knows. @param {State} state @returns {import("./storage.js").Trouble | "newer"} why it is not kept; "" if it is */
  add(state) {
    this.read();
    this.state = merge(this.state, state);
    for (const id of Object.keys(state.items)) this.unsaved.add(id);
    return this.save() ? "" : this.closed || this.trouble;
  }

  forget() {
    forgetAll();
    this.closed = this.lost = "";
    this.unsaved.clear();
    this.state = fresh();
    this.trouble = trouble();
  }
}

/** @type {Memory | null} */
let shared = null;

/** The page's one memory, which follows what other tabs do. */
export function memory() {
  if (shared) return shared;
  const made = new Memory();
  shared = made;
  onChange(() => made.read());
  return made;
}

