// @ts-check
/**
 * The engine's own thread: boots Pyodide once, keeps `bridge.handle`, and passes JSON text through.
 * First message in: {base, runtime}. Every later one: a JSON request. Out: {state} or a JSON answer.
 */

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

/** @type {Promise<Handle> | null} */
let engine = null;

/** @type {(() => Promise<Handle>) | null} Boots once more, on the whole standard library. */
let again = null;

/** Rejects when a part does not load: Pyodide only logs a lost WebAssembly and waits for ever. */
const lost = new Promise((_, reject) => {
  const { fetch } = self;
  const { instantiateStreaming } = WebAssembly;
  /** @template T @param {Promise<T>} part @returns {Promise<T>} */
  const watch = (part) => {
    part.catch(reject);
    return part;
  };
  const fetchWhole = async (/** @type {Parameters<typeof fetch>} */ ...request) => {
    const response = await fetch(...request);
    if (response.ok) return response;
    throw new Error(`${response.status} for ${new URL(response.url).pathname}`);
  };
  self.fetch = (...request) => watch(fetchWhole(...request));
  WebAssembly.instantiateStreaming = (...source) => watch(instantiateStreaming(...source));
});
lost.catch(() => {});

/**
 * @param {string} base address of the runtime's folder
 * @param {Runtime} runtime names of its parts, from the build
 * @param {string} library which standard library
 * @returns {Promise<Handle>}
 */
async function boot(base, runtime, library) {
  const at = (/** @type {string} */ name) => new URL(name, base).href;
  const { loadPyodide } = await import(at(runtime.module));
  const loading = loadPyodide({
    indexURL: at(runtime.index),
    stdLibURL: at(library),
    lockFileURL: at(runtime.lock),
    packages: runtime.packages,
  });
  const pyodide = await Promise.race([loading, lost]);
  return pyodide.pyimport("piquet_core.bridge").handle;
}

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

/** One line; a Python traceback says what is wrong in its last. @param {any} error */
function reason(error) {
  const text = String(error?.message ?? error).trim();
  return text.split("\n").pop() ?? text;
}

self.onmessage = async ({ data }) => {
  if (engine === null) {
    const { base, runtime } = data;
    engine = boot(base, runtime, runtime.library);
    again = () => boot(base, runtime, runtime.fullLibrary);
    try {
      await attempt(() => {});
      self.postMessage({ state: "ready" });
    } catch (error) {
      self.postMessage({ state: "failed", reason: reason(error) });
    }
    return;
  }
  try {
    self.postMessage(await attempt((handle) => handle(data)));
  } catch (error) {
    const { id } = JSON.parse(data);
    self.postMessage(JSON.stringify({ id, error: { kind: "engine", rule: "", message: reason(error) } }));
  }
};
