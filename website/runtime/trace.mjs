// Run a piece of Python in Pyodide under Node and print what it returns.
//
//     node trace.mjs PYODIDE LIBRARY ENGINE INFO < piece.py
//
// The engine is a pack, taken apart as a page takes it apart: by sphinx_piquet/static/engine/archive.js.  INFO, in JSON, says
// for which Pyodide it was made.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

// Before the runtime starts, which makes the input non-blocking, and a pipe holds less than all records.
const piece = readFileSync(0, "utf8");
const [pyodide, library, engine] = process.argv.slice(2, 5).map((path) => resolve(path));
const info = JSON.parse(process.argv[5]);
const reader = resolve(dirname(fileURLToPath(import.meta.url)), "../../extension/sphinx_piquet/static/engine/archive.js");
const { unpack } = await import(`data:text/javascript,${encodeURIComponent(readFileSync(reader, "utf8"))}`);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const zip = new Uint8Array(gunzipSync(readFileSync(engine)));
try {
  const python = await loadPyodide({
    indexURL: pyodide,
    stdLibURL: library,
    lockFileContents: { info, packages: {} },
    packageBaseUrl: pyodide,
    fsInit: async (files, { sitePackages }) => unpack(zip, files, sitePackages),
    stdout: () => {}, // the answer alone belongs on our own output
  });
  console.log(python.runPython(piece));
} catch (error) {
  console.error(error instanceof Error ? error.message : error); // without pages of minified source
  process.exit(1);
}
