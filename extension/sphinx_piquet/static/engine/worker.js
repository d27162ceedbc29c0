// @ts-check
/**
 * The engine's worker. It boots Pyodide once, keeps `dispatch.handle` and passes JSON text to it. The first
 * message is {base, runtime, cache}; each later one is a JSON request. It answers with JSON, or with {state}:
 * alive, part (with done and of, during the start), restoring, ready, failed (with kind and detail), died (with
 * detail) or unrestored, which asks for another worker without the snapshot.
 *
 * While Python runs, this thread receives no messages and its timers stop. So it reports that it is alive when
 * bytes arrive, when a stage of the start is done, and at each beat of long work in the engine.
 */

import { Snapshot } from "./snapshot.js";
import { unpack } from "./archive.js";
import { DownloadError, reportAlive, readBody, cache, fetch, fetchExtra, fetchPack, fetchPart, cachedPart, lastLine, bitRate, useCache } from "./downloads.js";

/**
 * @typedef {object} Runtime
 * @property {string} index
 * @property {string} module
 * @property {string} library the reduced standard library, an archive
 * @property {string} engine an archive
 * @property {string} [fullLibrary] a fallback of this site, not of the extension's package
 * @property {string} [wheel] the engine as a wheel, for the full library and for browsers without gunzip
 * @property {string} piquet the engine's version
 * @property {string} python
 * @property {object} info about the Pyodide version
 * @property {string} [image] the memory snapshot, if the build made one
 * @property {string} [integrity] of the snapshot
 *
 * @typedef {(request: string) => string} Handle
 * @typedef {any} Pyodide
 *
 * @typedef {object} Way a way to provide the library and the engine
 * @property {object} options for Pyodide
 * @property {BlobPart} library Pyodide's library
 * @property {Snapshot} [image]
 * @property {(pyodide: Pyodide) => void} [finish] completes the start once Python runs
 */

const SCRIPT = "pyodide.asm.js"; // the second module of Pyodide, imported by the first
const WASM = "pyodide.asm.wasm";
const LIBRARY = "library.zip"; // Pyodide requests it and gets the library that was downloaded before
const EMPTY_ZIP = Uint8Array.of(80, 75, 5, 6, ...Array(18).fill(0)); // a snapshot contains all modules
const FAST = 25e6; // bits a second above which a snapshot loads faster than an engine starts
const PATIENCE = 4000; // milliseconds for the snapshot on such a connection

/** A snapshot that does not work here. This worker cannot start again; another one can. */
class Unrestored extends Error {}

/** @type {Way | null} */
let taken = null;

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** @type {Promise<Handle> | null} */
let engine = null;

/** @type {(() => Promise<Handle>) | null} Starts again with the full standard library. */
let again = null;

/** Progress of a start: the downloads and the start of Python. */
class StartParts {
  /** @param {number} of */
  constructor(of) {
    this.of = of;
    this.done = 0;
    this.report();
  }

  report() {
    self.postMessage({ state: "part", done: this.done, of: this.of });
  }

  /** @template T @param {Promise<T>} part @returns {Promise<T>} */
  async count(part) {
    const came = await part;
    this.done += 1;
    this.report();
    return came;
  }
}

// Pyodide tries `importScripts` first, which always fails in a module worker. The security policy would report each
// attempt.
Object.assign(self, {
  importScripts: () => {
    throw new TypeError("a module imports");
  },
});

// -- the parts -------------------------------------------------------------------------------------

/**
 * A promise that rejects if the WebAssembly module cannot be instantiated. Pyodide only logs that and waits
 * forever. The code replaces `fetch` and `instantiateStreaming`, because the module and the library are downloaded
 * in parallel before Pyodide asks for them.
 */
const lost = new Promise((_, reject) => {
  const make = async (/** @type {WebAssembly.Imports} */ imports) => {
    const module = await /** @type {Promise<WebAssembly.Module>} */ (compiled);
    const instance = await WebAssembly.instantiate(module, imports);
    taken?.image?.attachMemory(/** @type {WebAssembly.Memory} */ (imports.env.memory));
    reportAlive();
    return { module, instance };
  };
  self.fetch = async (...[part, options]) => {
    const address = part instanceof Request ? part.url : String(part);
    if (address.endsWith(WASM)) return new Response();
    if (address.endsWith(LIBRARY)) return new Response(taken?.library);
    return fetch(part, options);
  };
  WebAssembly.instantiateStreaming = (_source, imports = {}) => {
    const made = make(imports);
    made.catch(reject);
    return made;
  };
});
lost.catch(() => {});

/** Download a module before it is imported from the cache, because imports report no progress. @param {string} address */
async function prefetch(address) {
  await readBody(await fetchPart(address));
}

/** Download the WebAssembly module and compile it meanwhile. @param {string} address @returns {Promise<number>} the bits a second of the line */
async function compile(address) {
  const began = performance.now();
  const response = await fetchPart(address);
  compiled = WebAssembly.compileStreaming(response.clone());
  const pieces = await readBody(response);
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return bitRate(address, bytes, performance.now() - began);
}

// -- the ways to an engine -------------------------------------------------------------------------

/** @typedef {(name: string) => string} At the address of a part */

/**
 * Choose the fastest start: the snapshot if it is cached or the connection is fast, else the archives, a quarter
 * of its size, or the full library if the browser cannot decompress. The downloads of one choice run in parallel.
 * @param {At} at @param {Runtime} runtime @param {Promise<number>} speed known after the first download @returns {Promise<Way>}
 */
async function chooseWay(at, runtime, speed) {
  if (!("DecompressionStream" in self) && runtime.fullLibrary) return viaFullLibrary(at, runtime);
  return (await viaSnapshot(at, runtime, speed)) ?? viaArchives(at, runtime);
}

/** @param {At} at @param {Runtime} runtime @param {Promise<number>} speed @returns {Promise<Way | null>} */
async function viaSnapshot(at, { image: name, integrity, info }, speed) {
  if (!name) return null;
  const address = at(name);
  const kept = await cachedPart(address);
  const line = kept ? Infinity : await speed;
  if (line < FAST) return null;
  // A WebAssembly file from the HTTP cache means an earlier visit, which may have cached the snapshot as well.
  const had = /** @type {RequestInit} */ ({ cache: "only-if-cached", mode: "same-origin" });
  const request = line === Infinity ? had : { cache };
  const bytes = await fetchExtra(async (signal) => kept ?? fetch(address, { integrity, signal, ...request }), PATIENCE);
  try {
    const image = bytes && new Snapshot(bytes);
    return image && { options: { _loadSnapshot: image.snapshot }, library: EMPTY_ZIP, image };
  } catch {
    return null;
  }
}

/** @param {At} at @param {Runtime} runtime @returns {Promise<Way>} */
async function viaArchives(at, runtime) {
  const [library, pack] = await Promise.all([fetchPack(at(runtime.library)), fetchPack(at(runtime.engine))]);
  const fsInit = async (/** @type {any} */ files, /** @type {{sitePackages: string}} */ { sitePackages }) => unpack(pack, files, sitePackages);
  return { options: { fsInit }, library };
}

/** @param {At} at @param {Runtime} runtime @returns {Promise<Way>} */
async function viaFullLibrary(at, runtime) {
  const parts = [runtime.fullLibrary, runtime.wheel].map(async (name = "") => new Blob(await readBody(await fetchPart(at(name)))));
  const [library, wheel] = await Promise.all(parts);
  const bytes = new Uint8Array(await wheel.arrayBuffer());
  let place = "";
  return {
    options: { fsInit: async (/** @type {any} */ _files, /** @type {{sitePackages: string}} */ { sitePackages }) => void (place = sitePackages) },
    library,
    finish: (pyodide) => pyodide.unpackArchive(bytes, "wheel", { extractDir: place }),
  };
}

/**
 * @param {string} base address of the runtime's folder
 * @param {Runtime} runtime the file names of its parts
 * @param {boolean} isWhole with the full standard library
 * @returns {Promise<Handle>}
 */
async function boot(base, runtime, isWhole) {
  const at = (/** @type {string} */ name) => new URL(name, base).href;
  const parts = new StartParts(5);
  const speed = parts.count(compile(at(runtime.index + WASM)));
  const [way] = await Promise.all([
    parts.count(isWhole ? viaFullLibrary(at, runtime) : chooseWay(at, runtime, speed)),
    speed,
    parts.count(prefetch(at(runtime.module))),
    parts.count(prefetch(at(runtime.index + SCRIPT))),
  ]);
  taken = way;
  const { loadPyodide } = await import(at(runtime.module));
  if (way.image) self.postMessage({ state: "restoring" });
  else reportAlive();
  const given = { indexURL: at(runtime.index), stdLibURL: at(LIBRARY), packageBaseUrl: base };
  try {
    const loading = loadPyodide({ ...given, lockFileContents: { info: runtime.info, packages: {} }, ...way.options });
    const pyodide = await parts.count(Promise.race([loading, lost]));
    reportAlive();
    way.finish?.(pyodide);
    if (way.image) pyodide.runPython("import random; random.seed()"); // the snapshot contains one seed for all readers
    pyodide.pyimport("piquet_core.pulse").listen(reportAlive);
    const { handle } = pyodide.pyimport("piquet_core.api.dispatch");
    if (way.image) checkVersion(handle, runtime);
    reportAlive();
    return handle;
  } catch (error) {
    if (way.image && !(error instanceof DownloadError) && mayCompile()) throw new Unrestored(lastLine(error));
    throw error;
  }
}

/** Check the versions of a restored engine. @param {Handle} handle @param {Runtime} runtime */
function checkVersion(handle, { piquet, python }) {
  const { ok } = JSON.parse(handle(JSON.stringify({ op: "hello" })));
  if (ok?.engine !== piquet || ok.python !== python) throw new Unrestored(`engine ${ok?.engine} on Python ${ok?.python}`);
}

// -- questions and answers -------------------------------------------------------------------------

/**
 * Call a function with the engine. If a module is missing from the reduced library, start again with the full one.
 * @template T @param {(handle: Handle) => T} use @returns {Promise<T>}
 */
async function useEngine(use) {
  try {
    return use(/** @type {Handle} */ (await engine));
  } catch (error) {
    if (taken?.image && /ModuleNotFoundError|FileNotFoundError/.test(String(error))) throw new Unrestored(lastLine(error));
    if (!again || !/ModuleNotFoundError/.test(String(error))) throw error;
    engine = again();
    again = null;
    return use(await engine);
  }
}

/** The resource that the security policy blocked; "" if none. */
let forbidden = "";
self.addEventListener("securitypolicyviolation", ({ blockedURI, disposition, effectiveDirective }) => {
  if (disposition === "enforce") forbidden ||= `${effectiveDirective}: ${blockedURI}`;
});

/** Return whether the policy allows WebAssembly. A policy that does not blocks even the smallest module. */
function mayCompile() {
  try {
    return Boolean(new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)));
  } catch {
    return false;
  }
}

/** Find out why a start failed. @param {unknown} error @returns {Promise<DownloadError>} */
async function causeOf(error) {
  if (!mayCompile()) return new DownloadError("forbidden", lastLine(error));
  if (error instanceof DownloadError && error.kind !== "connection") return error;
  await new Promise((told) => setTimeout(told)); // violations are reported after the failure
  if (forbidden) return new DownloadError("forbidden", forbidden);
  return error instanceof DownloadError ? error : new DownloadError("broken", lastLine(error));
}

/** Ignore rejected promises of a failed start, which is reported once. @param {PromiseRejectionEvent} event */
const ignoreRejection = (event) => event.preventDefault();
self.addEventListener("unhandledrejection", ignoreRejection);

self.onmessage = async ({ data }) => {
  if (engine === null) {
    const { base, runtime } = data;
    useCache(data.cache);
    reportAlive();
    engine = boot(base, runtime, false);
    again = runtime.fullLibrary ? () => boot(base, runtime, true) : null;
    try {
      await useEngine(() => {});
      self.removeEventListener("unhandledrejection", ignoreRejection);
      self.postMessage({ state: "ready" });
    } catch (error) {
      if (error instanceof Unrestored) {
        self.postMessage({ state: "unrestored" });
        return;
      }
      const { kind, message } = await causeOf(error);
      self.postMessage({ state: "failed", kind, detail: message });
    }
    return;
  }
  try {
    self.postMessage(await useEngine((handle) => handle(data)));
  } catch (error) {
    // Python exceptions are answers. Anything else, such as a stack overflow, ends the interpreter.
    const { id } = JSON.parse(data);
    if (error instanceof Unrestored) self.postMessage({ state: "unrestored" });
    else if (/** @type {any} */ (error)?.name !== "PythonError") self.postMessage({ state: "died", detail: lastLine(error) });
    else self.postMessage(JSON.stringify({ id, error: { kind: "engine", rule: "", message: lastLine(error) } }));
  }
};
