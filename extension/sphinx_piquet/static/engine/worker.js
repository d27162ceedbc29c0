// @ts-check
/**
 * The engine's own thread: boots Pyodide once, keeps `bridge.handle`, and passes JSON text through.
 * The first message in is {base, runtime, cache}; every later one is a JSON request.
 * Out: a JSON answer, or {state}: alive, part (with done and of, while it starts), restoring, ready, failed (with
 * kind and detail), died (with detail) or unrestored, which asks for another worker without the image of the
 * started engine.
 *
 * While Python works, this thread hears nothing and its timers stand still. So it says that it is
 * alive whenever bytes arrive, a stage of the start is done, or long work in the engine has a beat.
 */

import { Snapshot } from "./snapshot.js";
import { unpack } from "./archive.js";
import { DownloadError, reportAlive, readBody, cache, fetch, fetchExtra, fetchPack, fetchPart, cachedPart, lastLine, bitRate, useCache } from "./downloads.js";

/**
 * @typedef {object} Runtime
 * @property {string} index
 * @property {string} module
 * @property {string} library what the engine needs of the standard library, in a pack
 * @property {string} engine in a pack
 * @property {string} fullLibrary
 * @property {string} wheel the engine once more, for the whole library and for a browser that has no gunzip
 * @property {string} piquet the engine's version
 * @property {string} python
 * @property {object} info for which Pyodide all this was made
 * @property {string} [image] the memory of an engine that has started, if the build made one
 * @property {string} [integrity] of the image
 *
 * @typedef {(request: string) => string} Handle
 * @typedef {any} Pyodide
 *
 * @typedef {object} Way how Python comes to its library and to the engine
 * @property {object} options for Pyodide
 * @property {BlobPart} library what Pyodide gets when it asks for its library
 * @property {Snapshot} [image]
 * @property {(pyodide: Pyodide) => void} [finish] what is left to do once Python runs
 */

const SCRIPT = "pyodide.asm.js"; // the second module of Pyodide, which the first one imports
const WASM = "pyodide.asm.wasm";
const LIBRARY = "library.zip"; // Pyodide asks for it and gets what we have by then
const EMPTY_ZIP = Uint8Array.of(80, 75, 5, 6, ...Array(18).fill(0)); // an image has all that Python will import
const FAST = 25e6; // bits a second from which the image comes sooner than an engine without it would start
const PATIENCE = 4000; // milliseconds for the image, on such a line

/** An image that was laid down and does not live: this worker cannot start again, another can. */
class Unrestored extends Error {}

/** @type {Way | null} */
let taken = null;

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** @type {Promise<Handle> | null} */
let engine = null;

/** @type {(() => Promise<Handle>) | null} Boots again, on the whole standard library. */
let again = null;

/** Counts the parts of a start for whoever waits for it: what is fetched, and the start of Python itself. */
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

// Pyodide tries this first, even where a worker is a module and it always fails; the policy of the pages
// would count every try against us.
Object.assign(self, {
  importScripts: () => {
    throw new TypeError("a module imports");
  },
});

// -- the parts -------------------------------------------------------------------------------------

/**
 * Pyodide fetches and makes its WebAssembly and fetches its library; we have done all that by then, beside
 * each other. Rejects when the WebAssembly is not made: Pyodide only logs that, and waits for ever.
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

/** We cannot see a module's bytes arrive while it is imported, so we fetch it first and import it from the cache. @param {string} address */
async function prefetch(address) {
  await readBody(await fetchPart(address));
}

/** Fetch the WebAssembly, and compile it while it comes. @param {string} address @returns {Promise<number>} the bits a second of the line */
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
 * The shortest way: by the image, where it is on this device or the line is fast; by the packs, which are a
 * quarter of it; on the whole library, where a browser cannot unpack. What is fetched for one comes at once.
 * @param {At} at @param {Runtime} runtime @param {Promise<number>} speed of the line, once it is known @returns {Promise<Way>}
 */
async function chooseWay(at, runtime, speed) {
  if (!("DecompressionStream" in self)) return viaFullLibrary(at, runtime);
  return (await viaSnapshot(at, runtime, speed)) ?? viaArchives(at, runtime);
}

/** @param {At} at @param {Runtime} runtime @param {Promise<number>} speed @returns {Promise<Way | null>} */
async function viaSnapshot(at, { image: name, integrity, info }, speed) {
  if (!name) return null;
  const address = at(name);
  const kept = await cachedPart(address);
  const line = kept ? Infinity : await speed;
  if (line < FAST) return null;
  // What the browser had so soon is from an earlier visit, in which it may have got the image as well.
  const had = /** @type {RequestInit} */ ({ cache: "only-if-cached", mode: "same-origin" });
  const how = line === Infinity ? had : { cache };
  const bytes = await fetchExtra(async (signal) => kept ?? fetch(address, { integrity, signal, ...how }), PATIENCE);
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
  const parts = [runtime.fullLibrary, runtime.wheel].map(async (name) => new Blob(await readBody(await fetchPart(at(name)))));
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
 * @param {Runtime} runtime names of its parts, from the build
 * @param {boolean} isWhole on the whole standard library
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
    if (way.image) pyodide.runPython("import random; random.seed()"); // every reader's image has the same one
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

/** Let an engine that was laid down say what it is. @param {Handle} handle @param {Runtime} runtime */
function checkVersion(handle, { piquet, python }) {
  const { ok } = JSON.parse(handle(JSON.stringify({ op: "hello" })));
  if (ok?.engine !== piquet || ok.python !== python) throw new Unrestored(`engine ${ok?.engine} on Python ${ok?.python}`);
}

// -- questions and answers -------------------------------------------------------------------------

/**
 * Use the engine; if a module is missing, the library was cut too deep: use one on the whole library.
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

/** What the policy of the site has forbidden this worker; "" if nothing. */
let forbidden = "";
self.addEventListener("securitypolicyviolation", ({ blockedURI, disposition, effectiveDirective }) => {
  if (disposition === "enforce") forbidden ||= `${effectiveDirective}: ${blockedURI}`;
});

/** Whether WebAssembly may be compiled here: a policy that forbids it forbids the smallest module too. */
function mayCompile() {
  try {
    return Boolean(new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)));
  } catch {
    return false;
  }
}

/** Why a start failed. @param {unknown} error @returns {Promise<DownloadError>} */
async function causeOf(error) {
  if (!mayCompile()) return new DownloadError("forbidden", lastLine(error));
  if (error instanceof DownloadError && error.kind !== "connection") return error;
  await new Promise((told) => setTimeout(told)); // what was forbidden is told after it has failed
  if (forbidden) return new DownloadError("forbidden", forbidden);
  return error instanceof DownloadError ? error : new DownloadError("broken", lastLine(error));
}

/** Report once what a failed start leaves behind, such as parts that nobody waits for any more. @param {PromiseRejectionEvent} event */
const ignoreRejection = (event) => event.preventDefault();
self.addEventListener("unhandledrejection", ignoreRejection);

self.onmessage = async ({ data }) => {
  if (engine === null) {
    const { base, runtime } = data;
    useCache(data.cache);
    reportAlive();
    engine = boot(base, runtime, false);
    again = () => boot(base, runtime, true);
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
    // An exception from Python is an answer. Anything else, such as a stack overflow, ends the
    // interpreter.
    const { id } = JSON.parse(data);
    if (error instanceof Unrestored) self.postMessage({ state: "unrestored" });
    else if (/** @type {any} */ (error)?.name !== "PythonError") self.postMessage({ state: "died", detail: lastLine(error) });
    else self.postMessage(JSON.stringify({ id, error: { kind: "engine", rule: "", message: lastLine(error) } }));
  }
};
