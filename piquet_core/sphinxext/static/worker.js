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
 * @property {string} lock
 * @property {string[]} packages
 */

/** @type {Promise<(request: string) => string> | null} */
let engine = null;

/**
 * @param {string} base address of the runtime's folder
 * @param {Runtime} runtime names of its parts, from the build
 */
async function boot(base, runtime) {
  const at = (/** @type {string} */ name) => new URL(name, base).href;
  const { loadPyodide } = await import(at(runtime.module));
  const pyodide = await loadPyodide({
    indexURL: at(runtime.index),
    stdLibURL: at(runtime.library),
    lockFileURL: at(runtime.lock),
    packages: runtime.packages,
  });
  return pyodide.pyimport("piquet_core.bridge").handle;
}

self.onmessage = async ({ data }) => {
  if (engine === null) {
    engine = boot(data.base, data.runtime);
    try {
      await engine;
      self.postMessage({ state: "ready" });
    } catch (error) {
      self.postMessage({ state: "failed", reason: String(error) });
    }
    return;
  }
  const handle = await engine;
  self.postMessage(handle(data));
};
