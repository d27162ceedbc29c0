"""The engine's tests pass on Python 3.12, the oldest supported version, if it is installed.

pytest and Hypothesis are pure Python and come from the folder of the newer Python.
"""

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "tools"))
sys.path.append(str(ROOT / "tests"))

from bootstrap import candidates  # noqa: E402 - found through the line above
from case_selection import first  # noqa: E402 - as above

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OLDEST = PROJECT["requires-python"].removeprefix(">=")
# One deal from the first card to the last, and every rule set.
SOME = [f"tests/engine/test_{name}.py" for name in ("deal_a_versus_b", "rulesets")]


def run(*command: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def oldest() -> str:
    """Return the interpreter. Each candidate is run to read its version, since it may exist and refuse to
    run.
    """
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    for path in candidates(OLDEST):
        if os.access(path, os.X_OK) and run(path, "-I", "-c", code).stdout.strip() == OLDEST:
            return path
    pytest.skip(f"no Python {OLDEST} on this machine, so nobody has tried the engine on it")


def test_the_promise_is_one_version_and_the_classifiers_begin_with_it() -> None:
    listed = re.findall(r":: (\d\.\d+)$", "\n".join(PROJECT["classifiers"]), re.MULTILINE)
    assert listed[0] == OLDEST


@pytest.mark.parametrize("files", first(1, [(SOME,), (["tests/engine"],)]), ids=["some", "all"])
def test_the_engine_runs_on_the_oldest_python(oldest: str, files: Sequence[str]) -> None:
    done = run(
        *(oldest, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--assert=plain"),
        *("-p", "_hypothesis_pytestplugin", *files),
        PYTHONPATH=sysconfig.get_path("purelib"),
        PYTHONDONTWRITEBYTECODE="1",  # compile every file that is read, and rewrite no assert
        PYTEST_DISABLE_PLUGIN_AUTOLOAD="1",
    )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-4000:]
    assert re.search(r"\b[1-9]\d* passed", done.stdout), done.stdout[-4000:]
