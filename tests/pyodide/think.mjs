// How long the strongest player thinks, inside the Pyodide that the site serves.
//
//     node tests/pyodide/think.mjs LAYOUT SCRIPT
//
// Runs a Python script on the wheel, and prints what it prints.
import { readFileSync } from "node:fs";
import { livePython } from "./live.mjs";

const [layout, script] = process.argv.slice(2);
const python = await livePython(layout);
python.runPython(readFileSync(script, "utf8"));
