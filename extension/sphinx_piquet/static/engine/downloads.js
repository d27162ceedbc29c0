// @ts-check
/**
 * The parts of the engine as they come over the line, or from what the browser has kept: how fast they come,
 * and why one is missing. With every piece of them the worker says that something is arriving.
 */

import { typeFault } from "./start-failure.js";

const OFTEN = 500; // milliseconds, at least, between two signs of life

/** Why a part is missing: the connection, or something that came in its place. */
export class DownloadError extends Error {
  /** @param {"connection" | "missing" | "foreign" | "broken" | "mistyped" | "forbidden"} kind @param {string} detail */
  constructor(kind, detail) {
    super(detail);
    this.kind = kind;
  }
}

let said = -Infinity;

/** Say that this worker is at work. */
export function reportAlive() {
  const now = performance.now();
  if (now - said < OFTEN) return;
  said = now;
  self.postMessage({ state: "alive" });
}

/** One line: the last line of a Python traceback says what is wrong. @param {any} error */
export function lastLine(error) {
  const text = String(error?.message ?? error).trim();
  return text.split("\n").pop() ?? text;
}

/** The browser's own, where Pyodide gets another one from us. */
export const { fetch } = self;

/** @type {RequestCache} How to use the browser's cache; after a bad part, not at all. */
export let cache = "default";

/** @param {RequestCache} how */
export function useCache(how) {
  cache = how;
}

/** @param {string} address */
const pathOf = (address) => new URL(address, self.location.href).pathname;

/** @param {string} address @returns {Promise<Response>} rejects with a Fault */
export async function fetchPart(address) {
  const path = pathOf(address);
  const response = await fetch(address, { cache }).catch((error) => {
    throw new DownloadError("connection", `${path}: ${lastLine(error)}`);
  });
  if (!response.ok) throw new DownloadError("missing", `${response.status} for ${path}`);
  const fault = typeFault(response, address);
  if (fault) throw new DownloadError(fault.kind, fault.detail);
  return response;
}

/** Read a part to its end. @param {Response} response @returns {Promise<Uint8Array<ArrayBuffer>[]>} rejects with a Fault */
export async function readBody(response) {
  const reader = response.body?.getReader();
  const pieces = [];
  try {
    for (let piece; !(piece = await reader?.read())?.done; reportAlive()) if (piece?.value) pieces.push(piece.value);
    return pieces;
  } catch (error) {
    throw new DownloadError("connection", `${pathOf(response.url)}: ${lastLine(error)}`);
  }
}

/** Unpack what was compressed as a whole. @param {BlobPart[]} pieces @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function gunzip(pieces) {
  const unpacked = new Blob(pieces).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

/** Fetch and unpack a part that is compressed as a whole. @param {string} address @returns {Promise<Uint8Array<ArrayBuffer>>} rejects with a Fault */
export async function fetchPack(address) {
  const pieces = await readBody(await fetchPart(address));
  return gunzip(pieces).catch((error) => {
    throw new DownloadError("broken", `${pathOf(address)}: ${lastLine(error)}`);
  });
}

/**
 * Fetch and unpack an extra, without which the engine starts as well: if anything is wrong with it, the answer is null.
 * @param {(ending: AbortSignal) => Promise<Response>} ask @param {number} patience in milliseconds
 * @returns {Promise<Uint8Array<ArrayBuffer> | null>}
 */
export async function fetchExtra(ask, patience) {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), patience);
  try {
    const response = await ask(ending.signal);
    if (!response.ok || !response.body) return null;
    const unpacked = response.body.pipeThrough(new DecompressionStream("gzip"), { signal: ending.signal });
    return new Uint8Array(await new Response(unpacked).arrayBuffer());
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    reportAlive();
  }
}

/** What this device keeps of a part, for use without a connection. @param {string} address @returns {Promise<Response | null>} */
export async function cachedPart(address) {
  if (cache !== "default" || !("caches" in self)) return null; // what was kept may be the bad part
  try {
    return (await caches.match(address)) ?? null;
  } catch {
    return null; // a browser may refuse its stores in more than one way
  }
}

/**
 * How fast a part has come: by what went over the line, not by what that was unpacked to.
 * @param {string} address @param {number} bytes how many it has, for a browser that does not say how many came
 * @param {number} took milliseconds @returns {number} bits a second; Infinity if the browser had it already
 */
export function bitRate(address, bytes, took) {
  const told = /** @type {PerformanceResourceTiming | undefined} */ (performance.getEntriesByName(address, "resource").at(-1));
  if (!told?.encodedBodySize) return (8000 * bytes) / Math.max(took, 1);
  if (!told.transferSize) return Infinity;
  return (8000 * told.encodedBodySize) / Math.max(told.responseEnd - told.fetchStart, 1);
}
