// The Pyodide that the site serves, with the wheel that the site serves, in Node.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** Start it from the runtime folder made by piquet_core/site/runtime/layout.py, on the whole library. */
export async function livePython(layout, env = {}) {
  const manifest = JSON.parse(readFileSync(`${layout}/manifest.json`, "utf8"));
  const { loadPyodide } = await import(pathToFileURL(`${layout}/${manifest.module}`).href);
  return loadPyodide({
    indexURL: `${layout}/${manifest.index}`,
    stdLibURL: `${layout}/${manifest.fullLibrary}`,
    lockFileURL: `${layout}/${manifest.lock}`,
    packages: manifest.packages,
    env,
  });
}
