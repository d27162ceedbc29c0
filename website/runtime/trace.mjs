// Run Python code in Pyodide under Node, and print the result. Usage: node trace.mjs PYODIDE LIBRARY ENGINE INFO <
// piece.py. The engine is an archive, unpacked by sphinx_piquet/static/engine/archive.js as on a page. INFO is the
// JSON description of its Pyodide version.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

// Read before the runtime starts, which makes the input non-blocking. A pipe holds less than all records.
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
    stdout: () => {}, // only the answer belongs on the standard output
  });
  console.log(python.runPython(piece));
} catch (error) {
  console.error(error instanceof Error ? error.message : error); // without lines of minified source
  process.exit(1);
}
