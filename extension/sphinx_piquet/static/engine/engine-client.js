// @ts-check
/**
 * The engine as a page sees it: questions go in, answers come out, and one worker serves all
 * replays. What takes long goes to a second one (`askLong`), so that nothing else waits for it.
 *
 * A worker can die, loop or never arrive, without a word. So we count the seconds without a sign of
 * life. If it was at work, another is started and asked again; if it was starting, the start has
 * failed, and the next question tries again. A question has everything that its answer depends on,
 * so nothing is lost with a worker.
 */

import { Failure, isRenewed, typeFault } from "./start-failure.js";
import { isSnapshotUnusable, markSnapshotUnusable } from "../storage/store.js";
import { makeWorker } from "../trusted-markup.js";

/**
 * Seconds without a sign of life after which a start is given up; then twice as many, for a slow machine, until one has
 * answered. A reader hears of the first ten all the same.
 */
const START = 10;
const LONGEST = 40;
/** The same while an engine that has started is laid down, which takes a tenth of one; after it one starts instead. */
const RESTORE = 5;
/** Seconds without a sign of life after which a worker that has a question is given up; its work has several in each. */
const SILENT = 5;
/** Seconds that a question may take in all, however lively the work on it is. */
const SHORT = 60;
const LONG = 600;
/** What has to think, or reads what a reader wrote, however long it is; what comes by `askLong` is always long. */
const THINKS = new Set(["load-record", "exercise", "next-question", "judge-answer", "review-decision", "review-deal", "mistakes", "export-record", "hint", "day-part", "day-result"]);
const GRACE = 2; // seconds in which work that nobody waits for any more may end, before it is ended
const IDLE = 60_000; // milliseconds without work after which the second worker goes
const TRIES = 2; // how many workers a question may end
/** What a start may fail of when the parts of an older build are gone from the site. */
const GONE = new Set(["missing", "foreign", "broken"]);
const WORKER = new URL("worker.js", import.meta.url);

/** The engine's answer that it cannot do what was asked, and why. */
export class Refusal extends Error {
  /** The reason in one line; more lines may show where it is in a record. */
  get reason() {
    return this.message.split("\n")[0];
  }
}

/**
 * @typedef {"idle" | "starting" | "live" | "failed"} State
 *
 * @typedef {object} Wish how a question is asked
 * @property {AbortSignal} [signal] stops it: it then rejects with an `AbortError`
 * @property {boolean} [isFirst] it goes before whatever else has not begun
 * @property {(seconds: number) => void} [onProgress] hears now and then that the engine is at it, and for how long
 *
 * @typedef {{id: number, op: string, args: object, wish: Wish, most: number, seconds: number, left: number, deaths: number,
 *   resolve: (answer: any) => void, reject: (error: Error) => void}} Job
 */

export class Engine extends EventTarget {
  /** @param {string} base @param {Record<string, any>} runtime @param {boolean} isSpare for long work; it ends when no more is left */
  constructor(base, runtime, isSpare = false) {
    super();
    this.order = { base, runtime };
    this.isSpare = isSpare;
    /** @type {State} */
    this.state = "idle";
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Job[]} what was asked; a live engine works on the first */
    this.jobs = [];
    this.count = 0;
    this.startTimeout = START;
    this.silentSeconds = 0;
    this.silenceTimer = 0;
    this.idleTimer = 0;
    /** How many parts of a start are there, of how many. */
    this.parts = { done: 0, of: 0 };
    /** Tells one start from another. */
    this.starts = 0;
    this.hasResponded = false;
    this.isRestoring = false;
    /** The browser's cache may hold a bad part. */
    this.bypassesCache = false;
    /** The next start does without the image of a started engine, which may be why the last worker died. */
    this.avoidsSnapshot = false;
  }

  /** @param {string} op @param {object} args @param {Wish} wish @returns {Promise<any>} rejects with a `Refusal`, a `Failure` or an `AbortError` */
  ask(op, args, wish = {}) {
    return new Promise((resolve, reject) => {
      const most = this.isSpare || THINKS.has(op) ? LONG : SHORT;
      /** @type {Job} */
      const job = { id: ++this.count, op, args, wish, most, seconds: 0, left: Infinity, deaths: 0, resolve, reject };
      if (wish.signal?.aborted) {
        reject(abortError());
        return;
      }
      wish.signal?.addEventListener("abort", () => this.cancel(job), { once: true });
      if (wish.isFirst) this.jobs.splice(this.state === "live" ? 1 : 0, 0, job);
      else this.jobs.push(job);
      if (this.jobs.length === 1) this.processNext();
    });
  }

  /** Nobody waits for an answer any more. What the engine is at may finish, since its work is kept there, but must not delay others. @param {Job} job */
  cancel(job) {
    job.reject(abortError());
    if (this.state === "live" && job === this.jobs[0]) job.left = GRACE;
    else this.jobs = this.jobs.filter((one) => one !== job);
  }

  /** Start the engine for a question that is about to be asked. */
  prepare() {
    if (this.state !== "idle") return;
    this.startSilenceTimer();
    void this.start();
  }

  /** How long nothing has been heard from a start that gets more time than another, once that is worth a word. */
  get silence() {
    return this.state === "starting" && this.silentSeconds >= START ? { silent: this.silentSeconds, of: this.startTimeout } : null;
  }

  /** Put the first question to the engine, or start one for it. */
  processNext() {
    window.clearInterval(this.silenceTimer);
    window.clearTimeout(this.idleTimer);
    const [job] = this.jobs;
    if (!job) {
      if (this.isSpare) this.idleTimer = window.setTimeout(() => this.stopWorker(), IDLE);
      return;
    }
    this.startSilenceTimer();
    const { id, op, args } = job;
    job.seconds = 0;
    if (this.state === "live") this.worker?.postMessage(JSON.stringify({ id, op, args }));
    else if (this.state !== "starting") void this.start();
  }

  /** Begin to count the seconds of silence. Only those in which this page runs: a closed lid ends no worker. */
  startSilenceTimer() {
    window.clearInterval(this.silenceTimer);
    this.silentSeconds = 0;
    this.silenceTimer = window.setInterval(() => this.tick(), 1000);
  }

  tick() {
    this.silentSeconds += 1;
    const failure = new Failure("silent", `${this.silentSeconds} seconds without a sign of life`);
    const [job] = this.jobs;
    if (this.state === "starting") {
      if (this.isRestoring && this.silentSeconds >= RESTORE) this.discardSnapshot();
      else if (this.silentSeconds >= this.startTimeout) {
        this.startTimeout = Math.min(2 * this.startTimeout, LONGEST);
        this.endWorker(failure);
      } else if (this.silentSeconds >= START) this.dispatchEvent(new Event("change"));
    } else if (job) {
      job.seconds += 1;
      job.left -= 1;
      if (job.left <= 0) this.replaceWorker();
      else if (job.seconds >= job.most) {
        job.reject(new Failure("endless", `${job.op}: ${job.seconds} seconds`));
        this.replaceWorker();
      } else if (this.silentSeconds >= SILENT) this.endWorker(failure);
    }
  }

  /** End the worker with what it is at. Another does what else was asked. */
  replaceWorker() {
    this.jobs.shift();
    this.stopWorker();
    this.processNext();
  }

  /** End the worker; the next question starts another. */
  stopWorker() {
    this.worker?.terminate();
    this.worker = null;
    this.starts += 1;
    this.setState("idle");
  }

  // -- the worker --------------------------------------------------------------------------------

  async start() {
    this.starts += 1;
    const start = this.starts;
    this.hasResponded = this.isRestoring = false;
    this.parts = { done: 0, of: 0 };
    this.setState("starting");
    if (!this.order.runtime || !("WebAssembly" in window)) {
      this.endWorker(new Failure(this.order.runtime ? "unsupported" : "absent"));
      return;
    }
    try {
      if (this.bypassesCache) await fetch(WORKER, { cache: "reload" });
      if (start !== this.starts) return;
      const worker = makeWorker(WORKER);
      this.worker = worker;
      worker.onmessage = ({ data }) => {
        if (worker === this.worker) this.handleMessage(data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        if (worker === this.worker) void this.handleWorkerError(worker, event.message);
      };
      if (isSnapshotUnusable(this.order.runtime.image)) this.order.runtime.image = "";
      const { base, runtime } = this.order;
      const given = this.avoidsSnapshot ? { ...runtime, image: "" } : runtime;
      worker.postMessage({ base, runtime: given, cache: this.bypassesCache ? "reload" : "default" });
    } catch (error) {
      const kind = error instanceof TypeError ? "connection" : "unsupported";
      if (start === this.starts) this.endWorker(new Failure(kind, String(error)));
    }
  }

  /** A worker that does not load says only that. @param {Worker} worker @param {string | undefined} message */
  async handleWorkerError(worker, message) {
    const failure = message ? new Failure("broken", message) : await workerLoadFailure();
    if (worker !== this.worker) return;
    if (this.state === "starting") await this.handleStartFailure(failure);
    else this.endWorker(failure);
  }

  /** @param {any} data */
  handleMessage(data) {
    this.silentSeconds = 0;
    this.hasResponded = true;
    if (typeof data === "string") this.handleAnswer(JSON.parse(data));
    else if (data.state === "ready") {
      this.bypassesCache = false;
      this.setState("live");
      this.processNext();
    } else if (data.state === "restoring") this.isRestoring = true;
    else if (data.state === "part") {
      this.parts = data;
      this.dispatchEvent(new Event("change"));
    } else if (data.state === "unrestored") this.discardSnapshot();
    else if (data.state === "alive" && this.state === "live") this.jobs[0]?.wish.onProgress?.(this.jobs[0].seconds);
    else if (data.state === "failed") void this.handleStartFailure(new Failure(data.kind, data.detail));
    else if (data.state === "died") this.endWorker(new Failure("died", data.detail));
  }

  /** @param {{id: number, ok?: any, error?: {message: string}}} reply */
  handleAnswer({ id, ok, error }) {
    if (this.jobs[0]?.id !== id) return;
    this.startTimeout = START;
    // A site may store the engine for use without a connection.
    const detail = { base: this.order.base, runtime: this.order.runtime, worker: WORKER };
    document.dispatchEvent(new CustomEvent("piquet:engine", { detail }));
    const job = /** @type {Job} */ (this.jobs.shift());
    if (error) job.reject(new Refusal(error.message));
    else job.resolve(ok);
    this.processNext();
  }

  /**
   * Do without the image of the started engine, which does not live here: another worker starts an engine and gets
   * the question. In this tab nobody tries this image again.
   */
  discardSnapshot() {
    markSnapshotUnusable(this.order.runtime.image);
    this.order.runtime = { ...this.order.runtime, image: "" };
    this.restart();
  }

  /** Start another worker in place of one that did not start; a reader need not hear of it. */
  restart() {
    this.worker?.terminate();
    this.state = "idle";
    this.prepare();
  }

  /**
   * Handle a start that failed. Without a connection the image may be the only way to an engine, since a device keeps
   * that or the parts that stand for it, so it is tried again. Parts that are gone may be those of an older build.
   * @param {Failure} failure
   */
  async handleStartFailure(failure) {
    const mayLackParts = failure.kind === "connection" || failure.kind === "missing";
    if (mayLackParts && this.avoidsSnapshot && this.order.runtime.image) {
      this.avoidsSnapshot = false;
      this.restart();
      return;
    }
    const start = this.starts;
    const isOutdated = GONE.has(failure.kind) && (await isRenewed(this.order));
    if (start === this.starts) this.endWorker(isOutdated ? new Failure("renewed", failure.detail) : failure);
  }

  /** End the worker. Another is asked what it was working on; if it never started, the reader is told why. @param {Failure} failure */
  endWorker(failure) {
    this.worker?.terminate();
    this.worker = null;
    this.starts += 1;
    const [job] = this.jobs;
    if (this.state === "starting") {
      this.bypassesCache = this.mayBeCached(failure);
      this.setState("failed");
      for (const waiting of this.jobs.splice(0)) waiting.reject(failure);
    } else {
      this.avoidsSnapshot = true;
      this.setState("idle");
      if (job) job.deaths += 1;
      if (job && job.left < Infinity) this.jobs.shift(); // nobody waits for it
      else if (job?.deaths === TRIES) this.jobs.shift()?.reject(new Failure("died", failure.detail));
    }
    this.processNext();
  }

  /** Tell whether a cached part may be the cause, so that all parts must be fetched again. @param {Failure} failure */
  mayBeCached({ kind }) {
    // A first silence, once the worker's script has arrived, means a slow line or a slow machine.
    if (kind === "silent") return !this.hasResponded || this.startTimeout > 2 * START;
    return kind !== "connection";
  }

  /** @param {State} state */
  setState(state) {
    this.state = state;
    this.dispatchEvent(new Event("change"));
  }
}

/** The directive of the policy that forbids the worker; "" if none has. */
let forbiddenBy = "";
document.addEventListener("securitypolicyviolation", ({ blockedURI, disposition, effectiveDirective }) => {
  if (disposition === "enforce" && blockedURI === WORKER.href) forbiddenBy = effectiveDirective;
});

/** Why the worker's own script did not load. @returns {Promise<Failure>} */
async function workerLoadFailure() {
  const { href, pathname } = WORKER;
  try {
    const response = await fetch(WORKER, { cache: "no-store" });
    if (forbiddenBy) return new Failure("forbidden", `${forbiddenBy}: ${pathname}`);
    if (!response.ok) return new Failure("missing", `${response.status} for ${pathname}`);
    const fault = typeFault(response, href);
    return fault ? new Failure(fault.kind, fault.detail) : new Failure("broken", `${pathname} did not load`);
  } catch (error) {
    return new Failure("connection", `${pathname}: ${error instanceof Error ? error.message : error}`);
  }
}

/** @returns {DOMException} what a question that was stopped rejects with */
function abortError() {
  return new DOMException("stopped", "AbortError");
}

/** Whether this device has room for two engines. Those of Apple's that fit in a hand end pages that take much memory. */
function hasRoom() {
  const { userAgent, platform, maxTouchPoints } = navigator;
  const isApple = /iPad|iPhone|iPod/.test(userAgent) || (platform === "MacIntel" && maxTouchPoints > 1);
  const { deviceMemory = 8 } = /** @type {{deviceMemory?: number}} */ (navigator); // in GB; not every browser tells it
  return !isApple && deviceMemory > 2;
}

/** @type {Engine | null} */
let shared = null;
/** @type {Engine | null} */
let spare = null;

/** @param {DOMStringMap} data @param {boolean} isSpare */
function createEngine(data, isSpare) {
  return new Engine(new URL(data.base ?? "", document.baseURI).href, JSON.parse(data.runtime || "null"), isSpare);
}

/** The one engine of this page. @param {DOMStringMap} data where it lies @returns {Engine} */
export function engine(data) {
  shared ??= createEngine(data, false);
  return shared;
}

/** The engine of this page for what takes long; the same as for all else on a device without room for two. @param {DOMStringMap} data @returns {Engine} */
export function engineForLongWork(data) {
  if (!hasRoom()) return engine(data);
  spare ??= createEngine(data, true);
  return spare;
}

/**
 * Ask what may name rules, sources and terms: the answer links them as this page does.
 * @param {DOMStringMap} data where the engine lies, and the site's articles @param {string} op @param {object} args
 * @param {Wish} [wish] @returns {Promise<any>} rejects with a `Refusal`, a `Failure` or an `AbortError`
 */
export function ask(data, op, args, wish) {
  return engine(data).ask(op, withLinks(data, args), wish);
}

/**
 * Ask what may take long, such as a review, a strong player's advice or a problem: like `ask`, but other questions do
 * not wait for it. A second worker starts for it and goes when there is nothing to do for a while; where there is no
 * room for two, the one does both. Whatever the first of several such questions leaves in the engine's memory is
 * there for the next, so ask them all here.
 *
 * Give the question a signal and offer the reader a *Stop*: it then rejects at once with an `AbortError`, which is
 * nothing to tell, and the work ends, with its worker if need be. `onProgress` hears about twice a second that the
 * engine is at it, with the seconds so far. Under `askWithStatus` say `isLong` as well, so that it watches this engine.
 * @param {DOMStringMap} data @param {string} op @param {object} args
 * @param {Wish} [wish] @returns {Promise<any>} rejects with a `Refusal`, a `Failure` or an `AbortError`
 */
export function askLong(data, op, args, wish) {
  return engineForLongWork(data).ask(op, withLinks(data, args), wish);
}

/** @param {DOMStringMap} data @param {object} args */
function withLinks({ rule = "", source = "", term = "" }, args) {
  return { rule, source, term, ...args };
}
