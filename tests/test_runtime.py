"""What the site gives a browser: it is small, complete, named by its content, and it works."""

import hashlib
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from piquet_core.site.runtime import layout as runtime
from piquet_core.site.runtime.image import IMAGE, Started, write_image

sys.path.append(str(Path(__file__).parent))

from places import PLACES

pytestmark = pytest.mark.site


@pytest.fixture(scope="module")
def layout() -> Path:
    return runtime.runtime_folder(PLACES)


@pytest.fixture(scope="module")
def manifest(layout: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((layout / "manifest.json").read_text())
    return found


def names(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as archive:
        return archive.namelist()


def test_every_address_of_the_manifest_exists(layout: Path, manifest: dict[str, Any]) -> None:
    for key in ("index", "module", "library", "fullLibrary", "lock", "wheel"):
        assert (layout / manifest[key]).exists(), key


def test_folders_are_named_by_their_content(layout: Path) -> None:
    for folder in (path for path in layout.iterdir() if path.is_dir()):
        files = sorted(folder.iterdir())
        mark = runtime.digest((path.name, path.read_bytes()) for path in files)
        assert folder.name.endswith("-" + mark)


def test_library_and_engine_are_bytecode_only(layout: Path, manifest: dict[str, Any]) -> None:
    for key in ("library", "fullLibrary", "wheel"):
        assert not [name for name in names(layout / manifest[key]) if name.endswith(".py")], key


def test_wheel_leaves_out_what_browsers_cannot_use(layout: Path, manifest: dict[str, Any]) -> None:
    inside = names(layout / manifest["wheel"])
    assert "piquet_core/__init__.pyc" in inside
    assert "piquet_core/rules/data/rules.toml" in inside
    assert not [name for name in inside if re.search(r"sphinxext|/cli/|entry_points", name)]


def test_lock_is_small_and_names_the_wheel(layout: Path, manifest: dict[str, Any]) -> None:
    text = (layout / manifest["lock"]).read_bytes()
    assert len(text) < 1024  # the lock of the whole distribution has 119 KB: RUNTIME.md's aim
    (package,) = json.loads(text)["packages"].values()
    wheel = layout / manifest["wheel"]
    assert package["file_name"] == wheel.name
    assert package["sha256"] == hashlib.sha256(wheel.read_bytes()).hexdigest()


def test_cut_library_is_a_small_part_of_the_whole(layout: Path, manifest: dict[str, Any]) -> None:
    cut, whole = (layout / manifest[key] for key in ("library", "fullLibrary"))
    assert set(names(cut)) < set(names(whole))
    assert cut.stat().st_size < whole.stat().st_size / 2  # measured: a third


def test_each_way_to_a_live_engine_is_light(layout: Path, manifest: dict[str, Any]) -> None:
    """Beside Pyodide itself: 1.36 MB to start an engine, or 3.86 MB for one that has started."""
    image, library, wheel = (
        (layout / manifest[key]).stat().st_size for key in ("image", "library", "wheel")
    )
    assert library + wheel < 1_600_000
    assert image < 4_300_000


@pytest.mark.thorough
def test_the_same_engine_leaves_the_same_image(
    layout: Path, manifest: dict[str, Any], tmp_path: Path
) -> None:
    pyodide, library, wheel, lock = (
        layout / manifest[key] for key in ("index", "library", "wheel", "lock")
    )
    parts = Started(pyodide=pyodide, library=library, wheel=wheel, lock=lock)
    record = PLACES.records()[0].read_text("utf-8")
    write_image(tmp_path / IMAGE, parts, runtime.everything(), record)
    assert (tmp_path / IMAGE).read_bytes() == (layout / manifest["image"]).read_bytes()


def test_engine_answers_on_the_cut_library(layout: Path, manifest: dict[str, Any]) -> None:
    """Node replays the deal on exactly the files that a page loads."""
    record = (PLACES.record_folder / "hoyle1909-ab.piquet").read_text(encoding="utf-8")
    request = json.dumps({"op": "replay", "args": {"record": record}})
    parts = [layout / manifest[key] for key in ("index", "library", "lock")]
    done = subprocess.run(
        ["node", runtime.TRACE, *parts],
        input=f"from piquet_core.door.bridge import handle\nhandle({request!r})",
        capture_output=True,
        text=True,
        check=True,
    )
    answer = json.loads(done.stdout)["ok"]
    assert answer["engine"] == manifest["piquet"]
    assert answer["findings"] == []
    assert answer["agree"] == answer["printed"] > 0


def test_the_exercise_imports_modules_and_reads_all_other_files() -> None:
    """A JSON file is valid Python, so nothing but its name tells it from a module."""
    root = runtime.PACKAGE.parent
    files = runtime.engine_files()
    modules = {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        for path in files
        if path.suffix == ".py"
    }
    piece = runtime.exercise(PLACES)
    named = set(re.findall(r"'(piquet_core[\w.]*)'", piece.partition("\nfor folder")[0]))
    assert named == modules
    data = [path for path in files if path.suffix != ".py"]
    assert {path.suffix for path in data} == {".json", ".toml"}
    assert [path.name for path in data if f"{path.name}')" not in piece] == []
