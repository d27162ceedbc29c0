// The engine's own tests, inside the Pyodide that the site serves, on the wheel that the site serves.
//
//     node tests/pyodide/run_in_pyodide.mjs LAYOUT SITE_PACKAGES [pytest arguments]
//
// LAYOUT is the runtime folder made by website/runtime/runtime_files.py.  It uses the whole
// standard library, since pytest needs more of it than the engine does.  Pytest and Hypothesis come from the
// virtual environment: they are pure Python, so their files work here unchanged.
import { resolve } from "node:path";
import { livePython } from "./live.mjs";

const [layout, sitePackages, ...args] = process.argv.slice(2);
const root = resolve(import.meta.dirname ?? ".", "../..");
const python = await livePython(layout, {
  PYTHONDONTWRITEBYTECODE: "1", // we may not write to the mounted folders
  PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1", // the host's plugins need things that a browser lacks
});
python.mountNodeFS("/project", root);
python.mountNodeFS("/host", sitePackages);
python.globals.set("arguments", python.toPy(args));

const code = python.runPython(`
import os, sys
sys.path.remove("")          # or the mounted sources would hide the wheel
import piquet_core
assert "/site-packages/" in piquet_core.__file__, piquet_core.__file__
sys.path.append("/host")
os.chdir("/project")
import pytest
int(pytest.main(["-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin", "--color=no", *arguments]))
`);
process.exit(code); // pytest's own codes: 1 a test failed, 5 no test ran
