// @ts-check
/**
 * The engine as a page sees it: questions go in, answers come out, and one worker serves all
 * replays.
 *
 * A worker can die, loop or never arrive, without a word. So we count the seconds without a sign of
 * life. If it was at work, another is started and asked again; if it was starting, the start has
 * failed, and the next question tries again. A question has everything that its answer depends on,
 * so nothing is lost with a worker.
 */

import { Failure } from "./failure.js";
import { makeWorker } from "../markup.js";
import { keepWhatWasUsed } from "../offline/device.js";

/** Seconds without a sign of life after which a worker is given up; then twice as many, for a slow machine, until one has answered. */
const LIMIT = 10;
const LONGEST = 80;
const TRIES = 2; // how many workers a question may end
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
 * @typedef {{id: number, op: string, args: object, deaths: number,
 *   resolve: (answer: any) => void, reject: (error: Error) => void}} Job
 */

class Engine extends EventTarget {
  /** @param {string} base @param {object} runtime */
  constructor(base, runtime) {
    super();
    this.order = { base, runtime };
    /** @type {State} */
    this.state = "idle";
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Job[]} what was asked; a live engine works on the first */
    this.jobs = [];
    this.count = 0;
    this.limit = LIMIT;
    this.silent = 0;
    this.clock = 0;
    /** Tells one start from another. */
    this.starts = 0;
    this.heard = false;
    /** The browser's cache may hold a bad part. */
    this.distrust = false;
  }

  /** @param {string} op @param {object} args @returns {Promise<any>} rejects with a `Refusal` or a `Failure` */
  ask(op, args) {
    return new Promise((resolve, reject) => {
      this.jobs.push({ id: ++this.count, op, args, deaths: 0, resolve, reject });
      if (this.jobs.length === 1) this.next();
    });
  }

  /** Start the engine for a question that is about to be asked. */
  prepare() {
    if (this.state !== "idle") return;
    this.watch();
    void this.start();
  }

  /** Put the first question to the engine, or start one for it. */
  next() {
    window.clearInterval(this.clock);
    const [job] = this.jobs;
    if (!job) return;
    this.watch();
    const { id, op, args } = job;
    if (this.state === "live") this.worker?.postMessage(JSON.stringify({ id, op, args }));
    else if (this.state !== "starting") void this.start();
  }

  /** Begin to count the seconds of silence. Only those in which this page runs: a closed lid ends no worker. */
  watch() {
    window.clearInterval(this.clock);
    this.silent = 0;
    this.clock = window.setInterval(() => this.tick(), 1000);
  }

  tick() {
    this.silent += 1;
    if (this.silent < this.limit) return;
    const detail = `${this.silent} seconds without a sign of life`;
    this.limit = Math.min(2 * this.limit, LONGEST);
    this.end(new Failure("silent", detail));
  }

  // -- the worker --------------------------------------------------------------------------------

  async start() {
    this.starts += 1;
    const start = this.starts;
    this.heard = false;
    this.change("starting");
    if (!this.order.runtime) {
      this.end(new Failure("absent"));
      return;
    }
    try {
      if (this.distrust) await fetch(WORKER, { cache: "reload" });
      if (start !== this.starts) return;
      const worker = makeWorker(WORKER);
      this.worker = worker;
      worker.onmessage = ({ data }) => {
        if (worker === this.worker) this.hear(data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        if (worker === this.worker) void this.fault(worker, event.message);
      };
      worker.postMessage({ ...this.order, cache: this.distrust ? "reload" : "default" });
    } catch (error) {
      const kind = error instanceof TypeError ? "connection" : "unsupported";
      if (start === this.starts) this.end(new Failure(kind, String(error)));
    }
  }

  /** A worker that does not load says only that. @param {Worker} worker @param {string | undefined} message */
  async fault(worker, message) {
    const failure = message ? new Failure("broken", message) : await unloaded();
    if (worker === this.worker) this.end(failure);
  }

  /** @param {any} data */
  hear(data) {
    this.silent = 0;
    this.heard = true;
    if (typeof data === "string") this.answer(JSON.parse(data));
    else if (data.state === "ready") {
      this.distrust = false;
      this.change("live");
      this.next();
    } else if (data.state === "unrestored") this.forgo();
    else if (data.state === "failed") this.end(new Failure(data.kind, data.detail));
    else if (data.state === "died") this.end(new Failure("died", data.detail));
  }

  /** @param {{id: number, ok?: any, error?: {message: string}}} reply */
  answer({ id, ok, error }) {
    if (this.jobs[0]?.id !== id) return;
    this.limit = LIMIT;
    keepWhatWasUsed(this.order.base, this.order.runtime, WORKER);
    const job = /** @type {Job} */ (this.jobs.shift());
    if (error) job.reject(new Refusal(error.message));
    else job.resolve(ok);
    this.next();
  }

  /** Do without the image of the started engine, which does not live here: another worker starts an engine and gets the question. */
  forgo() {
    this.worker?.terminate();
    this.order.runtime = { ...this.order.runtime, image: "" };
    this.state = "idle"; // nothing that a reader need hear of
    this.prepare();
  }

  /** End the worker. Another is asked what it was working on; if it never started, the reader is told why. @param {Failure} failure */
  end(failure) {
    this.worker?.terminate();
    this.worker = null;
    this.starts += 1;
    const [job] = this.jobs;
    if (this.state === "starting") {
      this.distrust = this.suspects(failure);
      this.change("failed");
      for (const waiting of this.jobs.splice(0)) waiting.reject(failure);
    } else {
      this.order.runtime = { ...this.order.runtime, image: "" }; // asked once more, it asks an engine that started
      this.change("idle");
      if (job) job.deaths += 1;
      if (job?.deaths === TRIES) this.jobs.shift()?.reject(new Failure("died", failure.detail));
    }
    this.next();
  }

  /** Tell whether a cached part may be the cause, so that all parts must be fetched again. @param {Failure} failure */
  suspects({ kind }) {
    // A first silence, once the worker's script has arrived, means a slow line or a slow machine.
    if (kind === "silent") return !this.heard || this.limit > 2 * LIMIT;
    return kind !== "connection";
  }

  /** @param {State} state */
  change(state) {
    this.state = state;
    this.dispatchEvent(new Event("change"));
  }
}

/** Why the worker's own script did not load. @returns {Promise<Failure>} */
async function unloaded() {
  try {
    const response = await fetch(WORKER, { cache: "no-store" });
    if (!response.ok) return new Failure("missing", `${response.status} for ${WORKER.pathname}`);
    const kind = response.headers.get("content-type") ?? "";
    return new Failure(/^text\/html/i.test(kind) ? "foreign" : "broken", `${WORKER.pathname} did not load`);
  } catch (error) {
    return new Failure("connection", `${WORKER.pathname}: ${error instanceof Error ? error.message : error}`);
  }
}

/** @type {Engine | null} */
let shared = null;

/** The one engine of this page. @param {DOMStringMap} data where it lies @returns {Engine} */
export function engine(data) {
  shared ??= new Engine(new URL(data.base ?? "", document.baseURI).href, JSON.parse(data.runtime || "null"));
  return shared;
}

/**
 * Ask what may name rules, sources and terms: the answer links them as this page does.
 * @param {DOMStringMap} data where the engine lies, and the site's articles @param {string} op @param {object} args
 * @returns {Promise<any>} rejects with a `Refusal` or a `Failure`
 */
export function ask(data, op, args) {
  const { rule = "", source = "", term = "" } = data;
  return engine(data).ask(op, { rule, source, term, ...args });
}
