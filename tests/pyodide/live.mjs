// The Pyodide that the site serves, with the engine that the site serves, in Node.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const READER = resolve(import.meta.dirname ?? ".", "../../extension/sphinx_piquet/static/engine/archive.js");

/** Start it from the runtime folder made by website/runtime/runtime_files.py, on the whole library. */
export async function livePython(layout, env = {}) {
  const manifest = JSON.parse(readFileSync(`${layout}/manifest.json`, "utf8"));
  const { unpack } = await import(`data:text/javascript,${encodeURIComponent(readFileSync(READER, "utf8"))}`);
  const { loadPyodide } = await import(pathToFileURL(`${layout}/${manifest.module}`).href);
  const engine = new Uint8Array(gunzipSync(readFileSync(`${layout}/${manifest.engine}`)));
  return loadPyodide({
    indexURL: `${layout}/${manifest.index}`,
    stdLibURL: `${layout}/${manifest.fullLibrary}`,
    lockFileContents: { info: manifest.info, packages: {} },
    packageBaseUrl: layout,
    fsInit: async (files, { sitePackages }) => unpack(engine, files, sitePackages),
    env,
  });
}
