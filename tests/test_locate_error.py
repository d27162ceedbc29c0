"""Tests of tools/locate_error.py: the place in an error message leads to the failing line."""

import gzip
import json
import marshal
import subprocess
import sys
import traceback
from pathlib import Path

import pytest

from piquet_core import notation
from piquet_core.api.tracebacks import place_of
from website.runtime import runtime_files as runtime
from website.runtime.strip_bytecode import HEAD, engine_source, without_line_tables

sys.path.append(str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[1] / "tools"))

import locate_error
from site_folders import PLACES

pytestmark = pytest.mark.site

ROOT = Path(__file__).parent.parent
# Each marked line fails on request. Statements over several lines become one, a class loses its docstring,
# and comprehensions and nested functions have their own code objects.
SOURCE = '''
"""A module."""

class Hand:
    """A hand."""

    cards = (
        1,
        2,
    )

    def count(self, fault):
        """Count.

        In several lines.
        """
        if fault == 1:
            return {}[1]  # 1
        total = (
            sum(self.cards)
            + 1 // (2 - fault)  # 2
        )
        def inner():
            """Say."""
            pass
            return [].pop(total)  # 3
        if fault == 3:
            inner()
        while True:
            pass
            break
        return [
            1 / (fault - 4)  # 4
            for _ in self.cards
        ]
'''


@pytest.mark.parametrize("fault", [1, 2, 3, 4])
def test_each_place_leads_to_its_line(fault: int) -> None:
    own: dict[str, object] = {"__name__": "piquet_core.own"}
    compiled = marshal.dumps(compile(engine_source(SOURCE.encode()), "own", "exec"))
    exec(marshal.loads(without_line_tables(bytes(HEAD) + compiled)[HEAD:]), own)
    with pytest.raises((LookupError, ZeroDivisionError)) as caught:
        own["Hand"]().count(fault)  # type: ignore[operator]
    module, _, rest = place_of(caught.value).partition(":")
    function, _, offset = rest.rpartition("+")
    assert module == "own"
    line = locate_error.line_of(SOURCE.encode(), function, int(offset))
    assert SOURCE.splitlines()[line - 1].endswith(f"# {fault}")


def test_a_browsers_engine_leads_to_the_line_where_ours_stops(tmp_path: Path) -> None:
    """Runs Pyodide under Node with the files that pages load."""
    folder = runtime.runtime_folder(PLACES)
    manifest = json.loads((folder / "manifest.json").read_text())
    piece = (
        "from piquet_core.api.tracebacks import place_of\n"
        "from piquet_core.notation import loads\n"
        "try:\n    loads(None)\nexcept Exception as error:\n    found = place_of(error)\nfound"
    )
    library = tmp_path / "library.zip"
    library.write_bytes(gzip.decompress((folder / manifest["library"]).read_bytes()))
    parts = [folder / manifest["index"], library, folder / manifest["engine"]]
    done = subprocess.run(
        ["node", runtime.TRACE, *parts, json.dumps(manifest["info"])],
        input=piece,
        capture_output=True,
        text=True,
        check=True,
    )
    with pytest.raises(TypeError) as caught:
        notation.loads(None)  # type: ignore[arg-type]
    last = [one for one in traceback.extract_tb(caught.tb) if "piquet_core" in one.filename][-1]
    told = subprocess.run(
        [sys.executable, "tools/locate_error.py", done.stdout.strip()],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    path = Path(last.filename).relative_to(ROOT).as_posix()
    assert told.stdout == f"{path}:{last.lineno}: {last.line}\n"


@pytest.mark.parametrize(
    ("place", "code", "said"),
    [
        ("nothing", 2, "usage"),
        ("no.where:take+2", 1, "unknown module 'no.where'"),
        ("replay.replay:nobody+2", 1, "unknown function 'nobody'"),
        (
            "api.tracebacks:note+99998",
            1,
            "no code at 99998: are these the sources of that edition?",
        ),
    ],
)
def test_what_leads_nowhere_is_reported(
    place: str, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert locate_error.main([place]) == code
    assert said in capsys.readouterr().err
