// @ts-check
/**
 * What a learner has done, kept in this browser and nowhere else. An exercise is an id and a few
 * numbers; when it comes again is a matter of days, longer each time that it is answered.
 */

/**
 * @typedef {object} Trace what is remembered of one exercise
 * @property {number} right how often it was answered at the first try
 * @property {number} wrong how often not
 * @property {boolean} done answered in the end, or shown to be known
 * @property {number} level how many times running it was right
 * @property {number} due when it comes again, in milliseconds
 *
 * @typedef {object} State
 * @property {number} version
 * @property {Record<string, Trace>} items
 * @property {string} day the day that is being counted
 * @property {number} reviewed how many came again on that day
 */

const KEY = "piquet-lessons";
const VERSION = 1;
const DAY = 86_400_000;
const DAYS = [1, 3, 7, 21, 60];
const A_DAY = 8;
const MOST = 5000;

/** @returns {State} */
function fresh() {
  return { version: VERSION, items: {}, day: "", reviewed: 0 };
}

/** Tell what is wrong with a state; "" if it can be used. @param {any} state */
function fault(state) {
  if (typeof state !== "object" || state === null) return "it is no saved state";
  if (state.version !== VERSION) return "it was saved by another version";
  if (typeof state.items !== "object" || state.items === null || Array.isArray(state.items)) return "its exercises are missing";
  if (typeof state.day !== "string" || !Number.isInteger(state.reviewed)) return "its day is missing";
  const traces = Object.entries(state.items);
  if (traces.length > MOST) return "it has too many exercises";
  const whole = traces.every(
    ([id, one]) =>
      id.length < 1000 &&
      typeof one === "object" &&
      one !== null &&
      typeof one.done === "boolean" &&
      [one.right, one.wrong, one.level, one.due].every((number) => Number.isFinite(number) && number >= 0),
  );
  return whole ? "" : "an exercise in it cannot be read";
}

export class Memory {
  constructor() {
    /** What the learner has to be told about the memory itself; "" if nothing. */
    this.notice = "";
    this.state = this.load();
  }

  /** @returns {State} */
  load() {
    let text = null;
    try {
      text = localStorage.getItem(KEY);
    } catch {
      this.notice = "This browser keeps nothing, so your progress lasts as long as this page.";
    }
    if (text === null) return fresh();
    let why = "it cannot be read";
    try {
      const state = JSON.parse(text);
      why = fault(state);
      if (!why) return state;
    } catch {}
    try {
      localStorage.setItem(`${KEY}-set-aside-${Date.now()}`, text);
      localStorage.removeItem(KEY);
    } catch {}
    this.notice = `Your saved progress could not be used (${why}). It was set aside in this browser, and a new one begun.`;
    return fresh();
  }

  save() {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.state));
    } catch {
      this.notice = "This browser keeps nothing, so your progress lasts as long as this page.";
    }
  }

  /** @param {string} id @returns {Trace | undefined} */
  of(id) {
    return Object.hasOwn(this.state.items, id) ? this.state.items[id] : undefined;
  }

  /** @param {string} id */
  isDone(id) {
    return this.of(id)?.done ?? false;
  }

  /** Note a first try. @param {string} id @param {boolean} passes @param {number} now */
  note(id, passes, now = Date.now()) {
    const known = this.of(id);
    const trace = known ?? { right: 0, wrong: 0, done: false, level: 0, due: 0 };
    if (known && known.due <= now) this.count(now);
    if (passes) {
      trace.right += 1;
      trace.due = now + DAYS[Math.min(trace.level, DAYS.length - 1)] * DAY;
      trace.level += 1;
    } else {
      trace.wrong += 1;
      trace.level = 0;
      trace.due = now + DAYS[0] * DAY;
    }
    trace.done ||= passes;
    this.state.items[id] = trace;
    this.save();
  }

  /** Note that an exercise was answered in the end. @param {string} id */
  done(id) {
    const trace = this.of(id);
    if (trace) trace.done = true;
    else this.state.items[id] = { right: 0, wrong: 0, done: true, level: 1, due: Date.now() + DAYS[1] * DAY };
    this.save();
  }

  /** Put an exercise off until tomorrow. @param {string} id */
  skip(id) {
    const trace = this.of(id);
    if (trace) trace.due = Date.now() + DAY;
    this.save();
  }

  /** @param {number} now */
  count(now) {
    const day = new Date(now).toDateString();
    if (this.state.day !== day) this.state.reviewed = 0;
    this.state.day = day;
    this.state.reviewed += 1;
  }

  /** The exercises that come again today, those that wait longest first. @param {number} now @returns {string[]} */
  due(now = Date.now()) {
    const today = this.state.day === new Date(now).toDateString() ? this.state.reviewed : 0;
    return Object.entries(this.state.items)
      .filter(([, one]) => one.due <= now)
      .sort(([, a], [, b]) => a.due - b.due)
      .slice(0, Math.max(0, A_DAY - today))
      .map(([id]) => id);
  }

  /** When the next exercise comes again, in milliseconds; 0 if none does. */
  next() {
    const times = Object.values(this.state.items).map((one) => one.due);
    return times.length ? Math.min(...times) : 0;
  }

  /** @returns {string} */
  export() {
    return JSON.stringify(this.state, null, 1);
  }

  /** Take over what was exported; throws if it is nothing of the kind. @param {string} text */
  import(text) {
    /** @type {any} */
    let state = null;
    try {
      state = JSON.parse(text);
    } catch {
      throw new Error("it cannot be read");
    }
    const why = fault(state);
    if (why) throw new Error(why);
    this.state = state;
    this.save();
  }

  forget() {
    this.state = fresh();
    try {
      localStorage.removeItem(KEY);
    } catch {}
  }
}
