// @ts-check
/**
 * Downloads of the engine's parts, from the network or the caches. Measures the bit rate, detects why a part is
 * missing, and reports progress to the page.
 */

import { typeFault } from "./start-failure.js";

const OFTEN = 500; // minimum milliseconds between two reports

/** The reason why a part is missing. */
export class DownloadError extends Error {
  /** @param {"connection" | "missing" | "foreign" | "broken" | "mistyped" | "forbidden"} kind @param {string} detail */
  constructor(kind, detail) {
    super(detail);
    this.kind = kind;
  }
}

let lastReport = -Infinity;

/** Report to the page that this worker is active. */
export function reportAlive() {
  const now = performance.now();
  if (now - lastReport < OFTEN) return;
  lastReport = now;
  self.postMessage({ state: "alive" });
}

/** Return the last line of an error; in a Python traceback it has the message. @param {any} error */
export function lastLine(error) {
  const text = String(error?.message ?? error).trim();
  return text.split("\n").pop() ?? text;
}

/** The browser's own function. Pyodide gets a replacement. */
export const { fetch } = self;

/** @type {RequestCache} The cache mode of requests; "reload" after a damaged part. */
export let cache = "default";

/** @param {RequestCache} mode */
export function useCache(mode) {
  cache = mode;
}

/** @param {string} address */
const pathOf = (address) => new URL(address, self.location.href).pathname;

/**
 * Download a part, or take it from the HTTP cache without asking the host: its folder is named by its content.
 * @param {string} address @returns {Promise<Response>} rejects with a `DownloadError`
 */
export async function fetchPart(address) {
  const path = pathOf(address);
  const response = await fetch(address, { cache: cache === "default" ? "force-cache" : cache }).catch((error) => {
    throw new DownloadError("connection", `${path}: ${lastLine(error)}`);
  });
  if (!response.ok) throw new DownloadError("missing", `${response.status} for ${path}`);
  const fault = typeFault(response, address);
  if (fault) throw new DownloadError(fault.kind, fault.detail);
  return response;
}

/** Read the body of a response. @param {Response} response @returns {Promise<Uint8Array<ArrayBuffer>[]>} rejects with a `DownloadError` */
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

/** Decompress an archive. @param {BlobPart[]} pieces @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function gunzip(pieces) {
  const unpacked = new Blob(pieces).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

/** Download and decompress an archive. @param {string} address @returns {Promise<Uint8Array<ArrayBuffer>>} rejects with a `DownloadError` */
export async function fetchPack(address) {
  const pieces = await readBody(await fetchPart(address));
  return gunzip(pieces).catch((error) => {
    throw new DownloadError("broken", `${pathOf(address)}: ${lastLine(error)}`);
  });
}

/**
 * Download and decompress an optional part, or return null if anything fails.
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

/** Return a piece of the offline cache. @param {string} address @returns {Promise<Response | null>} */
export async function cachedPart(address) {
  if (cache !== "default" || !("caches" in self)) return null; // the cached part may be the damaged one
  try {
    return (await caches.match(address)) ?? null;
  } catch {
    return null; // browsers refuse access in different ways
  }
}

/**
 * Return the bit rate of a download, measured by the transferred bytes.
 * @param {string} address @param {number} bytes the size, for a browser that does not report transferred bytes
 * @param {number} took milliseconds @returns {number} bits a second; Infinity if it came from the HTTP cache
 */
export function bitRate(address, bytes, took) {
  const told = /** @type {PerformanceResourceTiming | undefined} */ (performance.getEntriesByName(address, "resource").at(-1));
  if (!told?.encodedBodySize) return (8000 * bytes) / Math.max(took, 1);
  if (!told.transferSize) return Infinity;
  return (8000 * told.encodedBodySize) / Math.max(told.responseEnd - told.fetchStart, 1);
}
