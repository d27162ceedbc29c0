// @ts-check
/**
 * The page's interface to the engine, which runs in a worker. One worker serves all replays. Long tasks go to a
 * second one (`askLong`), so that nothing else waits for them.
 *
 * A worker can crash, loop or fail to load without an event. The page therefore counts the seconds without a
 * message. A worker that was busy is replaced, and the request repeated. A worker that was starting has failed to
 * start, and the next request tries again. Requests carry all their data, so a crash loses nothing.
 */

import { Failure, isRenewed, typeFault } from "./start-failure.js";
import { isSnapshotUnusable, markSnapshotUnusable } from "../storage/store.js";
import { makeWorker } from "../trusted-markup.js";

/**
 * Seconds without a message after which a start is given up. The limit doubles after each failure, for slow
 * machines, until an engine has answered. The reader is informed after the first ten in any case.
 */
const START = 10;
const LONGEST = 40;
/** The same while a memory snapshot is restored. A restore takes a tenth of a second; after this time a regular start follows. */
const RESTORE = 5;
/** Seconds without a message after which a busy worker is given up. It sends several each second. */
const SILENT = 5;
/** Seconds that a request may take in total. */
const SHORT = 60;
const LONG = 600;
/** Requests that take long, or process text of any length by the reader. Requests by `askLong` always count as long. */
const THINKS = new Set(["load-record", "exercise", "next-question", "judge-answer", "review-decision", "review-deal", "rate-deal", "mistakes", "export-record", "hint", "day-part", "day-result"]);
const GRACE = 2; // seconds that cancelled work may take before its worker is ended
const IDLE = 60_000; // milliseconds without work after which the second worker is ended
const TRIES = 2; // number of workers that may crash on one request
/** Start failures that may mean that the site was built again. */
const GONE = new Set(["missing", "foreign", "broken"]);
const WORKER = new URL("worker.js", import.meta.url);

/** A request that the engine refuses, with the reason. */
export class Refusal extends Error {
  /** The first line of the message. Further lines may show a place in a record. */
  get reason() {
    return this.message.split("\n")[0];
  }
}

/**
 * @typedef {"idle" | "starting" | "live" | "failed"} State
 *
 * @typedef {object} Wish the options of a request
 * @property {AbortSignal} [signal] cancels the request, which then rejects with an `AbortError`
 * @property {boolean} [isFirst] whether it precedes waiting requests
 * @property {(seconds: number) => void} [onProgress] called with the elapsed seconds while the engine works
 *
 * @typedef {{id: number, op: string, args: object, wish: Wish, most: number, seconds: number, left: number, deaths: number,
 *   resolve: (answer: any) => void, reject: (error: Error) => void}} Job
 */

export class Engine extends EventTarget {
  /** @param {string} base @param {Record<string, any>} runtime @param {boolean} isSpare for long tasks; the worker ends when it is idle */
  constructor(base, runtime, isSpare = false) {
    super();
    this.order = { base, runtime };
    this.isSpare = isSpare;
    /** @type {State} */
    this.state = "idle";
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Job[]} pending requests; a live engine works on the first */
    this.jobs = [];
    this.count = 0;
    this.startTimeout = START;
    this.silentSeconds = 0;
    this.silenceTimer = 0;
    this.idleTimer = 0;
    /** The progress of the start, in parts. */
    this.parts = { done: 0, of: 0 };
    /** A counter that identifies the current start. */
    this.starts = 0;
    this.hasResponded = false;
    this.isRestoring = false;
    /** Whether the HTTP cache may contain a damaged part. */
    this.bypassesCache = false;
    /** Whether the next start avoids the snapshot, because the last worker crashed. */
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

  /** Cancel a request. Work that has begun may finish for a moment, because the engine caches its result. @param {Job} job */
  cancel(job) {
    job.reject(abortError());
    if (this.state === "live" && job === this.jobs[0]) job.left = GRACE;
    else this.jobs = this.jobs.filter((one) => one !== job);
  }

  /** Start the engine before the first request. */
  prepare() {
    if (this.state !== "idle") return;
    this.startSilenceTimer();
    void this.start();
  }

  /** The silence of a start that has been granted extra time, once it is worth reporting. */
  get silence() {
    return this.state === "starting" && this.silentSeconds >= START ? { silent: this.silentSeconds, of: this.startTimeout } : null;
  }

  /** Send the first request to the engine, or start an engine for it. */
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

  /** Start to count the seconds of silence. Time during which the page is suspended does not count. */
  startSilenceTimer() {
    window.clearInterval(this.silenceTimer);
    this.silentSeconds = 0;
    this.silenceTimer = window.setInterval(() => this.tick(), 1000);
  }

  tick() {
    this.silentSeconds += 1;
    const failure = new Failure("silent", `The worker sent nothing for ${this.silentSeconds} seconds. A slow or busy device can cause this.`);
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

  /** End the worker and drop its request. Another worker serves the other requests. */
  replaceWorker() {
    this.jobs.shift();
    this.stopWorker();
    this.processNext();
  }

  /** End the worker. The next request starts another one. */
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

  /** Handle an error event. A worker that does not load reports no cause. @param {Worker} worker @param {string | undefined} message */
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
    // A site may cache the engine for offline use.
    const detail = { base: this.order.base, runtime: this.order.runtime, worker: WORKER };
    document.dispatchEvent(new CustomEvent("piquet:engine", { detail }));
    const job = /** @type {Job} */ (this.jobs.shift());
    if (error) job.reject(new Refusal(error.message));
    else job.resolve(ok);
    this.processNext();
  }

  /**
   * Discard the snapshot, which does not work in this browser, and start a regular engine. This tab does not try
   * it again.
   */
  discardSnapshot() {
    markSnapshotUnusable(this.order.runtime.image);
    this.order.runtime = { ...this.order.runtime, image: "" };
    this.restart();
  }

  /** Start another worker in place of one that did not start, without informing the reader. */
  restart() {
    this.worker?.terminate();
    this.state = "idle";
    this.prepare();
  }

  /**
   * Handle a failed start. Offline, the snapshot may be the only cached engine, so it is tried again. Missing
   * parts may belong to an older build.
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

  /** End the worker. Another worker repeats its request. If it never started, all requests fail. @param {Failure} failure */
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
      if (job && job.left < Infinity) this.jobs.shift(); // the request was cancelled
      else if (job?.deaths === TRIES) this.jobs.shift()?.reject(new Failure("died", failure.detail));
    }
    this.processNext();
  }

  /** Return whether a cached part may be the cause, so that all parts must be downloaded again. @param {Failure} failure */
  mayBeCached({ kind }) {
    // Silence after the worker's script has loaded means a slow connection or machine, the first time.
    if (kind === "silent") return !this.hasResponded || this.startTimeout > 2 * START;
    return kind !== "connection";
  }

  /** @param {State} state */
  setState(state) {
    this.state = state;
    this.dispatchEvent(new Event("change"));
  }
}

/** The directive of the security policy that blocked the worker; "" if none did. */
let forbiddenBy = "";
document.addEventListener("securitypolicyviolation", ({ blockedURI, disposition, effectiveDirective }) => {
  if (disposition === "enforce" && blockedURI === WORKER.href) forbiddenBy = effectiveDirective;
});

/** Find out why the worker's script did not load. @returns {Promise<Failure>} */
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

/** @returns {DOMException} the rejection of a cancelled request */
function abortError() {
  return new DOMException("stopped", "AbortError");
}

/** Return whether this device has enough memory for two engines. Apple's phones and tablets end pages that use much memory. */
function hasRoom() {
  const { userAgent, platform, maxTouchPoints } = navigator;
  const isApple = /iPad|iPhone|iPod/.test(userAgent) || (platform === "MacIntel" && maxTouchPoints > 1);
  const { deviceMemory = 8 } = /** @type {{deviceMemory?: number}} */ (navigator); // in GB; not supported by all browsers
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

/** Return the engine of this page. @param {DOMStringMap} data has the address of the engine @returns {Engine} */
export function engine(data) {
  shared ??= createEngine(data, false);
  return shared;
}

/** Return the engine for long tasks. A device with little memory uses one engine for everything. @param {DOMStringMap} data @returns {Engine} */
export function engineForLongWork(data) {
  if (!hasRoom()) return engine(data);
  spare ??= createEngine(data, true);
  return spare;
}

/**
 * Send a request whose answer may link rules, sources, terms and lessons, as this page does.
 * @param {DOMStringMap} data has the address of the engine, and the site's articles @param {string} op @param {object} args
 * @param {Wish} [wish] @returns {Promise<any>} rejects with a `Refusal`, a `Failure` or an `AbortError`
 */
export function ask(data, op, args, wish) {
  return engine(data).ask(op, withLinks(data, args), wish);
}

/**
 * Send a request that may take long, such as a review, a strong player's advice or a problem. Other requests do
 * not wait for it. A second worker serves such requests and is ended when it is idle for a while. On a device with
 * little memory one worker serves all. Send all requests of a series here, since the engine caches intermediate
 * results.
 *
 * Pass a signal and offer a *Stop* button. A cancelled request rejects at once with an `AbortError`, which needs
 * no message. `onProgress` is called about twice a second with the elapsed seconds. With `askWithStatus`, set
 * `isLong` as well, so that it observes this engine.
 * @param {DOMStringMap} data @param {string} op @param {object} args
 * @param {Wish} [wish] @returns {Promise<any>} rejects with a `Refusal`, a `Failure` or an `AbortError`
 */
export function askLong(data, op, args, wish) {
  return engineForLongWork(data).ask(op, withLinks(data, args), wish);
}

/** @param {DOMStringMap} data @param {object} args */
function withLinks({ rule = "", source = "", term = "", lesson = "", odds = "" }, args) {
  return { rule, source, term, ...(lesson ? { lesson } : {}), ...(odds ? { odds } : {}), ...args };
}
