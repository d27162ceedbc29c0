"""The engine's tests pass inside Pyodide too: same wheel, same bytecode, same interpreter as on a page."""

import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from piquet_core.sphinxext.runtime import runtime_folder

HERE = Path(__file__).parent
# Thousands of random games: they look for faults of the rules, which no interpreter changes, and take
# minutes here. What they call is called by the other tests as well.
LONG = ("census", "claims", "fuzz", "inference", "invented", "knowledge", "laws_of_all")
CLOSING = re.compile(r"^=+ .*\b(\d+) passed.*=+$", re.MULTILINE)


@pytest.mark.pyodide
def test_engine_tests_pass_inside_pyodide(capsys: pytest.CaptureFixture[str]) -> None:
    node = shutil.which("node")
    assert node, "Node.js is missing: install Node 20 or later"
    script = HERE / "pyodide" / "run_in_pyodide.mjs"
    skipped = [f"--ignore=tests/engine/test_{name}.py" for name in LONG]
    assert all((HERE / one.removeprefix("--ignore=tests/")).is_file() for one in skipped)
    done = subprocess.run(
        [node, script, runtime_folder(), sysconfig.get_path("purelib"), "tests/engine", *skipped],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    closing = CLOSING.search(done.stdout)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-4000:]
    assert closing, "no test ran inside Pyodide:\n" + done.stdout[-4000:]
    with capsys.disabled():
        print(f"\n  inside Pyodide: {closing[0].strip('= ')}")
