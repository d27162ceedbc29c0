"""The installed wheel contains the types as well as the code."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROGRAM = """\
from piquet_core import parse_hand

number: int = parse_hand("SA")
"""


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def test_a_strictly_typed_program_sees_the_types_of_the_wheel(tmp_path: Path) -> None:
    """PEP 561: without ``py.typed``, everything imported from the package is Any."""
    build = f"from flit_core.buildapi import build_wheel; build_wheel({str(tmp_path)!r})"
    made = run(sys.executable, "-c", build, cwd=ROOT)
    assert made.returncode == 0, made.stderr
    environment = tmp_path / "environment"
    venv.create(environment)
    (packages,) = environment.glob("lib/python*/site-packages")
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        wheel.extractall(packages)
    (tmp_path / "program.py").write_text(PROGRAM, "utf-8")
    mypy = (sys.executable, "-m", "mypy", "--strict", "--no-incremental")
    checked = run(
        *mypy, "--python-executable", environment / "bin" / "python", "program.py", cwd=tmp_path
    )
    assert "Any" not in checked.stdout
    (line, *_) = checked.stdout.splitlines()
    assert line.startswith("program.py:3: error: Incompatible types in assignment"), line
    assert 'expression has type "Hand"' in line
    assert "Found 1 error" in checked.stdout
