// Run a piece of Python in Pyodide under Node and print what it returns.
//
//     node trace.mjs PYODIDE LIBRARY LOCK < piece.py
//
// The runtime boots exactly as a page boots it: library and engine as bytecode, one package from the lock.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

// Before the runtime starts, which makes the input non-blocking, and a pipe holds less than all records.
const piece = readFileSync(0, "utf8");
const [pyodide, library, lock] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
try {
  const python = await loadPyodide({
    indexURL: pyodide,
    stdLibURL: library,
    lockFileURL: lock,
    packages: ["piquet-core"],
    stdout: () => {}, // the answer alone belongs on our own output
  });
  console.log(python.runPython(piece));
} catch (error) {
  console.error(error instanceof Error ? error.message : error); // without pages of minified source
  process.exit(1);
}
