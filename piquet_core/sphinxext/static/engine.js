// @ts-check
/** The engine as a page sees it: questions in, answers out, one worker for all replays. */

/** The engine's own answer that it cannot do what was asked, and why. */
export class Refusal extends Error {}

/** One worker for all replays of the page, started by the first that is touched. */
class Engine {
  /** @param {string} base @param {object} runtime */
  constructor(base, runtime) {
    /** @type {Map<number, {resolve: (value: any) => void, reject: (reason: Error) => void}>} */
    this.waiting = new Map();
    this.count = 0;
    const address = new URL("worker.js", import.meta.url);
    this.worker = new Worker(address, { type: "module" });
    this.ready = new Promise((resolve, reject) => {
      this.worker.onerror = (event) => {
        const error = new Error(event.message || "the worker did not load");
        reject(error);
        for (const waiting of this.waiting.values()) waiting.reject(error);
        this.waiting.clear();
      };
      this.worker.onmessage = ({ data }) => {
        if (typeof data === "string") this.answer(JSON.parse(data));
        else if (data.state === "ready") resolve(undefined);
        else reject(new Error(data.reason));
      };
    });
    this.worker.postMessage({ base, runtime });
  }

  /** @param {{id: number, ok?: any, error?: {message: string}}} reply */
  answer({ id, ok, error }) {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) waiting?.reject(new Refusal(error.message));
    else waiting?.resolve(ok);
  }

  /** @param {string} op @param {object} args @returns {Promise<any>} */
  async ask(op, args) {
    await this.ready;
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage(JSON.stringify({ id, op, args }));
    });
  }
}

/** @type {Engine | null} */
let shared = null;

/** @param {DOMStringMap} data */
export function engine(data) {
  if (!data.runtime || !data.base) throw new Error("this page was built without an engine");
  shared ??= new Engine(new URL(data.base, document.baseURI).href, JSON.parse(data.runtime));
  return shared;
}
