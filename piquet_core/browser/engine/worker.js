// @ts-check
/**
 * The engine's own thread: boots Pyodide once, keeps `bridge.handle`, and passes JSON text through.
 * The first message in is {base, runtime, cache}; every later one is a JSON request.
 * Out: a JSON answer, or {state}: alive, ready, failed (with kind and detail), died (with detail) or
 * unrestored, which asks for another worker without the image of the started engine.
 *
 * While Python works, this thread hears nothing and its timers stand still. So it says that it is
 * alive whenever bytes arrive, a stage of the start is done, or long work in the engine has a beat.
 */

import { Image } from "./image.js";

/**
 * @typedef {object} Runtime
 * @property {string} index
 * @property {string} module
 * @property {string} library
 * @property {string} fullLibrary
 * @property {string} lock
 * @property {string[]} packages
 * @property {string} [image] the memory of an engine that has started, if the build made one
 * @property {string} [integrity] of the image
 *
 * @typedef {(request: string) => string} Handle
 */

const OFTEN = 500; // milliseconds, at least, between two signs of life
const SCRIPT = "pyodide.asm.js"; // the second module of Pyodide, which the first one imports
const WASM = "pyodide.asm.wasm";
const NO_LIBRARY = "no-library.zip"; // an image has all that Python will import, but Pyodide wants a library
const EMPTY_ZIP = Uint8Array.of(80, 75, 5, 6, ...Array(18).fill(0));
const FAST = 25e6; // bits a second from which the image comes sooner than an engine without it would start
const PATIENCE = 4000; // milliseconds for the image, on such a line

/** Why a part is missing: the connection, or something that came in its place. */
class Fault extends Error {
  /** @param {"connection" | "missing" | "foreign" | "broken"} kind @param {string} detail */
  constructor(kind, detail) {
    super(detail);
    this.kind = kind;
  }
}

/** An image that was laid down and does not live: this worker cannot start again, another can. */
class Unrestored extends Error {}

/** @type {Image | null} */
let image = null;

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** @type {Promise<Handle> | null} */
let engine = null;

/** @type {(() => Promise<Handle>) | null} Boots again, on the whole standard library. */
let again = null;

let said = -Infinity;

function alive() {
  const now = performance.now();
  if (now - said < OFTEN) return;
  said = now;
  self.postMessage({ state: "alive" });
}

// -- the parts -------------------------------------------------------------------------------------

const { fetch } = self;

// Pyodide tries this first, even where a worker is a module and it always fails; the policy of the pages
// would count every try against us.
Object.assign(self, {
  importScripts: () => {
    throw new TypeError("a module imports");
  },
});

/** @type {RequestCache} How to use the browser's cache; after a bad part, not at all. */
let cache = "default";

/** @param {string | URL | Request} part @param {RequestInit} options */
async function fetchPart(part, options = {}) {
  const { pathname } = new URL(part instanceof Request ? part.url : part, self.location.href);
  const response = await fetch(part, { ...options, cache }).catch(async (error) => {
    // A part that has changed since it was made is refused in the same words as one that did not come.
    const came = options.integrity ? await fetch(part, { cache }).catch(() => null) : null;
    if (!came) throw new Fault("connection", `${pathname}: ${reason(error)}`);
    check(came, pathname);
    throw new Fault("broken", `${pathname}: not as it was made`);
  });
  check(response, pathname);
  return response;
}

/** Throws what came instead of a part. @param {Response} response @param {string} pathname */
function check(response, pathname) {
  if (!response.ok) throw new Fault("missing", `${response.status} for ${pathname}`);
  if (/^text\/html/i.test(response.headers.get("content-type") ?? "")) {
    throw new Fault("foreign", `${pathname} is a page`);
  }
}

/** Say with every piece of a part that something is arriving. @param {Response} copy @returns {Promise<number>} how many bytes came */
async function arrive(copy) {
  const reader = copy.body?.getReader();
  let bytes = 0;
  try {
    for (let piece; !(piece = await reader?.read())?.done; alive()) bytes += piece?.value?.length ?? 0;
    return bytes;
  } catch (error) {
    throw new Fault("connection", `${new URL(copy.url).pathname}: ${reason(error)}`);
  }
}

/**
 * Pyodide fetches and makes its WebAssembly itself; we have done both by then, beside everything else.
 * Its library and the engine it fetches through us. Rejects when a part does not load: Pyodide only logs
 * a lost WebAssembly and waits for ever.
 */
const lost = new Promise((_, reject) => {
  /** @template T @param {Promise<T>} part @returns {Promise<T>} */
  const watch = (part) => {
    part.catch(reject);
    return part;
  };
  const fetchWhole = async (/** @type {Parameters<typeof fetch>} */ ...request) => {
    const address = request[0] instanceof Request ? request[0].url : String(request[0]);
    if (address.endsWith(WASM)) return new Response();
    if (address.endsWith(NO_LIBRARY)) return new Response(EMPTY_ZIP);
    const response = await fetchPart(...request);
    void watch(arrive(response.clone()));
    return response;
  };
  const make = async (/** @type {WebAssembly.Imports} */ imports) => {
    const module = await /** @type {Promise<WebAssembly.Module>} */ (compiled);
    const instance = await WebAssembly.instantiate(module, imports);
    image?.note(/** @type {WebAssembly.Memory} */ (imports.env.memory));
    alive();
    return { module, instance };
  };
  self.fetch = (...request) => watch(fetchWhole(...request));
  WebAssembly.instantiateStreaming = (_source, imports = {}) => watch(make(imports));
});
lost.catch(() => {});

/** We cannot see a module's bytes arrive while it is imported, so we fetch it first and import it from the cache. @param {string} address */
async function prepare(address) {
  await arrive(await fetchPart(address));
}

/**
 * The list of packages is read here first: Pyodide waits for it late, and one that cannot be read would
 * by then be an error that nobody caught. @param {string} address
 */
async function prepareList(address) {
  const response = await fetchPart(address);
  return response.json().catch((error) => {
    throw new Fault(error instanceof SyntaxError ? "broken" : "connection", `${new URL(address).pathname}: ${reason(error)}`);
  });
}

/** Fetch the WebAssembly, and compile it while it comes. @param {string} address @returns {Promise<number>} the bits a second of the line */
async function compile(address) {
  const began = performance.now();
  const response = await fetchPart(address);
  compiled = WebAssembly.compileStreaming(response.clone());
  const bytes = await arrive(response);
  return (8000 * bytes) / Math.max(performance.now() - began, 1);
}

/**
 * Fetch the image of the started engine. It is an extra: whatever is wrong with it, and if it takes long,
 * the engine starts without it. @param {string} address @param {string} integrity @returns {Promise<Image | null>}
 */
async function fetchImage(address, integrity) {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), PATIENCE);
  try {
    const response = await fetch(address, { integrity, cache, signal: ending.signal });
    if (!response.ok || !response.body) return null;
    const unpacked = response.body.pipeThrough(new DecompressionStream("gzip"));
    return new Image(new Uint8Array(await new Response(unpacked).arrayBuffer()));
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    alive();
  }
}

/**
 * @param {string} base address of the runtime's folder
 * @param {Runtime} runtime names of its parts, from the build
 * @param {string} library which standard library
 * @returns {Promise<Handle>}
 */
async function boot(base, runtime, library) {
  const at = (/** @type {string} */ name) => new URL(name, base).href;
  const [speed, list] = await Promise.all([
    compile(at(runtime.index + WASM)),
    prepareList(at(runtime.lock)),
    prepare(at(runtime.module)),
    prepare(at(runtime.index + SCRIPT)),
  ]);
  const { loadPyodide } = await import(at(runtime.module));
  alive();
  image = runtime.image && speed > FAST ? await fetchImage(at(runtime.image), runtime.integrity ?? "") : null;
  const way = image
    ? { stdLibURL: at(NO_LIBRARY), lockFileContents: { ...list, packages: {} }, packageBaseUrl: base, _loadSnapshot: image.snapshot }
    : { stdLibURL: at(library), lockFileURL: at(runtime.lock), packages: runtime.packages };
  try {
    const loading = loadPyodide({ indexURL: at(runtime.index), ...way });
    const pyodide = await Promise.race([loading, lost]);
    alive();
    if (image) pyodide.runPython("import random; random.seed()"); // every reader's image has the same one
    pyodide.pyimport("piquet_core.pulse").listen(alive);
    const { handle } = pyodide.pyimport("piquet_core.door.bridge");
    alive();
    return handle;
  } catch (error) {
    if (image && !(error instanceof Fault)) throw new Unrestored(reason(error));
    throw error;
  }
}

// -- questions and answers -------------------------------------------------------------------------

/**
 * Use the engine; if a module is missing, the library was cut too deep: use one on the whole library.
 * @template T @param {(handle: Handle) => T} use @returns {Promise<T>}
 */
async function attempt(use) {
  try {
    return use(/** @type {Handle} */ (await engine));
  } catch (error) {
    if (image && /ModuleNotFoundError|FileNotFoundError/.test(String(error))) throw new Unrestored(reason(error));
    if (!again || !/ModuleNotFoundError/.test(String(error))) throw error;
    engine = again();
    again = null;
    return use(await engine);
  }
}

/** One line: the last line of a Python traceback says what is wrong. @param {any} error */
function reason(error) {
  const text = String(error?.message ?? error).trim();
  return text.split("\n").pop() ?? text;
}

/** Report once what a failed start leaves behind, such as parts that nobody waits for any more. @param {PromiseRejectionEvent} event */
const hush = (event) => event.preventDefault();
self.addEventListener("unhandledrejection", hush);

self.onmessage = async ({ data }) => {
  if (engine === null) {
    const { base, runtime } = data;
    cache = data.cache;
    alive();
    engine = boot(base, runtime, runtime.library);
    again = () => boot(base, runtime, runtime.fullLibrary);
    try {
      await attempt(() => {});
      self.removeEventListener("unhandledrejection", hush);
      self.postMessage({ state: "ready" });
    } catch (error) {
      const kind = error instanceof Fault ? error.kind : "broken";
      if (error instanceof Unrestored) self.postMessage({ state: "unrestored" });
      else self.postMessage({ state: "failed", kind, detail: reason(error) });
    }
    return;
  }
  try {
    self.postMessage(await attempt((handle) => handle(data)));
  } catch (error) {
    // An exception from Python is an answer. Anything else, such as a stack overflow, ends the
    // interpreter.
    const { id } = JSON.parse(data);
    if (error instanceof Unrestored) self.postMessage({ state: "unrestored" });
    else if (/** @type {any} */ (error)?.name !== "PythonError") self.postMessage({ state: "died", detail: reason(error) });
    else self.postMessage(JSON.stringify({ id, error: { kind: "engine", rule: "", message: reason(error) } }));
  }
};
