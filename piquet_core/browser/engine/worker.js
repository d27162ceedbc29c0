// @ts-check
/**
 * The engine's own thread: boots Pyodide once, keeps `bridge.handle`, and passes JSON text through.
 * The first message in is {base, runtime, cache}; every later one is a JSON request.
 * Out: a JSON answer, or {state}: alive, ready, failed (with kind and detail) or died (with detail).
 *
 * While Python works, this thread hears nothing and its timers stand still. So it says that it is
 * alive whenever bytes arrive, a stage of the start is done, or long work in the engine has a beat.
 */

export {}; // a module has its own names

/**
 * @typedef {object} Runtime
 * @property {string} index
 * @property {string} module
 * @property {string} library
 * @property {string} fullLibrary
 * @property {string} lock
 * @property {string[]} packages
 *
 * @typedef {(request: string) => string} Handle
 */

const OFTEN = 500; // milliseconds, at least, between two signs of life
const SCRIPT = "pyodide.asm.js"; // the second module of Pyodide, which the first one imports

/** Why a part is missing: the connection, or something that came in its place. */
class Fault extends Error {
  /** @param {"connection" | "missing" | "foreign" | "broken"} kind @param {string} detail */
  constructor(kind, detail) {
    super(detail);
    this.kind = kind;
  }
}

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

/** Say with every piece of a part that something is arriving. @param {Response} copy */
async function arrive(copy) {
  const reader = copy.body?.getReader();
  try {
    while (!(await reader?.read())?.done) alive();
  } catch (error) {
    throw new Fault("connection", `${new URL(copy.url).pathname}: ${reason(error)}`);
  }
}

/** Rejects when a part does not load: Pyodide only logs a lost WebAssembly and waits for ever. */
const lost = new Promise((_, reject) => {
  const { instantiateStreaming } = WebAssembly;
  /** @template T @param {Promise<T>} part @returns {Promise<T>} */
  const watch = (part) => {
    part.catch(reject);
    return part;
  };
  const fetchWhole = async (/** @type {Parameters<typeof fetch>} */ ...request) => {
    const response = await fetchPart(...request);
    void watch(arrive(response.clone()));
    return response;
  };
  self.fetch = (...request) => watch(fetchWhole(...request));
  WebAssembly.instantiateStreaming = async (...source) => {
    const made = await watch(instantiateStreaming(...source));
    alive();
    return made;
  };
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
  await response.json().catch((error) => {
    throw new Fault(error instanceof SyntaxError ? "broken" : "connection", `${new URL(address).pathname}: ${reason(error)}`);
  });
}

/**
 * @param {string} base address of the runtime's folder
 * @param {Runtime} runtime names of its parts, from the build
 * @param {string} library which standard library
 * @returns {Promise<Handle>}
 */
async function boot(base, runtime, library) {
  const at = (/** @type {string} */ name) => new URL(name, base).href;
  await Promise.all([prepare(at(runtime.module)), prepare(at(runtime.index + SCRIPT)), prepareList(at(runtime.lock))]);
  const { loadPyodide } = await import(at(runtime.module));
  alive();
  const loading = loadPyodide({
    indexURL: at(runtime.index),
    stdLibURL: at(library),
    lockFileURL: at(runtime.lock),
    packages: runtime.packages,
  });
  const pyodide = await Promise.race([loading, lost]);
  alive();
  pyodide.pyimport("piquet_core.pulse").listen(alive);
  const { handle } = pyodide.pyimport("piquet_core.door.bridge");
  alive();
  return handle;
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
      self.postMessage({ state: "failed", kind, detail: reason(error) });
    }
    return;
  }
  try {
    self.postMessage(await attempt((handle) => handle(data)));
  } catch (error) {
    // An exception from Python is an answer. Anything else, such as a stack overflow, ends the
    // interpreter.
    const { id } = JSON.parse(data);
    if (/** @type {any} */ (error)?.name !== "PythonError") self.postMessage({ state: "died", detail: reason(error) });
    else self.postMessage(JSON.stringify({ id, error: { kind: "engine", rule: "", message: reason(error) } }));
  }
};
