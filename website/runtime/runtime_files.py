"""The files of the browser runtime: Pyodide, the standard library and the engine.

Library and engine are shipped as bytecode, which more than halves the boot time. The library is
reduced to the modules that the engine imports: the engine runs once under Node, its imports are
recorded, the reduced library is made, the engine runs again on it, and a snapshot of its memory is
taken. Every folder has the digest of its contents in its name, so that hosts can cache it forever.

    manifest.json                 the addresses below, relative to this file
    pyodide-<digest>/             pyodide.mjs, pyodide.asm.js, pyodide.asm.wasm
    library-<digest>/             library.pack, the reduced library
    engine-<digest>/              engine.pack, and the wheel with the same files
    library-full-<digest>/        python_stdlib.zip, the fallback if a module is missing
    image-<digest>/               engine.image, the memory snapshot

A pack is an uncompressed zip that zopfli compresses as a whole, which is a third smaller than a
compressed zip. The worker unpacks it before Python starts.

The result is cached under the digest of its sources.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import json
import shutil
import sys
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sphinx.util import logging

import piquet_core
from piquet_core.rules import ruleset_ids
from piquet_core.solver.chances import chances_file
from sphinx_piquet.cache import BuildCache, publish
from sphinx_piquet.runtime import MANIFEST
from website.build_paths import BuildPaths
from website.runtime.find_node import node_of, node_version, pinned_node
from website.runtime.gzip_by_zopfli import gzipped
from website.runtime.run_tool import RuntimeUnavailable, run_tool
from website.runtime.snapshot import IMAGE, READERS, EngineParts, integrity, write_snapshot
from website.runtime.strip_bytecode import (
    engine_source,
    engine_tree,
    without_docstrings,
    without_line_tables,
)

logger = logging.getLogger(__name__)

PACKAGE: Final = Path(piquet_core.__file__).parent
TRACE: Final = Path(__file__).with_name("trace.mjs")

RUNTIME_FILES: Final = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm")
LIBRARY: Final = "python_stdlib.zip"
PACKS: Final = {"library": "library.pack", "engine": "engine.pack"}
LOCK: Final = "pyodide-lock.json"
# A page has no command line, uses the data of the site, and calculates nothing that the build
# has settled.
NOT_FOR_BROWSERS: Final = (
    "piquet_core/api/messages.py",
    "piquet_core/citations/",
    "piquet_core/claims/",
    "piquet_core/environments/",
    "piquet_core/examples/",
    "piquet_core/exercises/problems.py",
    "piquet_core/exercises/time_estimate.py",
    "piquet_core/irregularities/",
    "piquet_core/laboratory/",
    "piquet_core/replay/by_rule_set.py",
    "piquet_core/rules/answer_matrix.py",
    "piquet_core/rules/data/sheet.toml",
    "piquet_core/rules/data/short.toml",
    "piquet_core/rules/rule_groups.py",
    "piquet_core/simulator/deals.py",
    "piquet_core/simulator/playing.py",
    # One table of the hundred up is enough: the others differ little and fall back to it.
    *(
        f"piquet_core/solver/chances_data/hundred/{id}.json"
        for id in [one for one in ruleset_ids() if chances_file("hundred", one).is_file()][1:]
    ),
    "piquet_core/cli/",
    "piquet_core/__main__.py",
    "piquet_core/py.typed",
    "piquet_core/export/",
    "piquet_core/rules/schema/",
    "piquet_core/witnesses/",
)

# The warm-up: import every module, including imports inside functions, read every data file, and
# answer some requests, some of them invalid. Then report the library modules that were loaded.
EXERCISE: Final = """
import importlib, importlib.resources, json, sys, traceback
for name in {names!r}:
    importlib.import_module(name)
for folder, file in {data!r}:
    importlib.resources.files(folder).joinpath(file).read_text(encoding="utf-8")
from piquet_core.api.dispatch import handle
for request in {requests!r}:
    handle(request)
prefix = "/lib/python%d%d.zip/" % sys.version_info[:2]
files = (getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))
json.dumps(sorted({{file.removeprefix(prefix) for file in files if file.startswith(prefix)}}))
"""


# --- digests and archives --------------------------------------------------------------------------


def content_digest(parts: Iterable[tuple[str, bytes]]) -> str:
    """Return twelve hex digits of a digest over (name, content) pairs."""
    total = hashlib.sha256()
    for name, content in parts:
        total.update(f"{name}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()[:12]


def engine_files() -> list[Path]:
    """Return the paths of the engine's sources and data in the browser's wheel."""
    return [
        path
        for path in sorted(PACKAGE.rglob("*"))
        if path.suffix in {".py", ".toml", ".json", ".tsv"}
        and not _name(path).startswith(NOT_FOR_BROWSERS)
    ]


def _name(path: Path) -> str:
    """Return the path of a package file in a wheel."""
    return path.relative_to(PACKAGE.parent).as_posix()


def engine_digest() -> str:
    """Return the digest of the engine's sources in this working tree."""
    return content_digest((_name(path), path.read_bytes()) for path in engine_files())


def write_zip(path: Path, members: Mapping[str, bytes], form: int = zipfile.ZIP_DEFLATED) -> None:
    """Write an archive whose bytes depend only on its members."""
    with zipfile.ZipFile(path, "w") as archive:
        # Files of one kind side by side, since gzip finds repetitions only within 32 kB.
        for name in sorted(members, key=lambda name: (Path(name).suffix, name)):
            info = zipfile.ZipInfo(name)  # dated 1980, the earliest date of a zip
            info.compress_type = form
            info.external_attr = 0o644 << 16
            archive.writestr(info, members[name], compresslevel=9)


def read_zip(path: Path) -> dict[str, bytes]:
    """Return the contents of a zip's files by name."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name[-1] != "/"}


def write_pack(path: Path, archive: Path) -> None:
    """Write the files of an archive as a pack, without package metadata.

    A pack is an uncompressed zip, compressed as a whole.
    """
    members = {name: text for name, text in read_zip(archive).items() if ".dist-info/" not in name}
    with TemporaryDirectory() as folder:
        stored = Path(folder) / "stored.zip"
        write_zip(stored, members, zipfile.ZIP_STORED)
        path.write_bytes(gzipped(stored.read_bytes()))


def unpack_archive(pack: Path, folder: Path) -> Path:
    """Unpack a pack into a zip, as the worker does, and return its path."""
    stored = folder / f"{pack.stem}.zip"
    stored.write_bytes(gzip.decompress(pack.read_bytes()))
    return stored


def compile_archive(path: Path) -> None:
    """Replace the sources in a zip or wheel by bytecode, with pyodide-build."""
    run_tool([sys.executable, "-m", "pyodide_cli", "py-compile", "--silent", str(path)])


def stripped(members: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return files by name, with sources and bytecode reduced to the parts that run in browsers."""
    return {name: _stripped(name, text) for name, text in members.items()}


def _stripped(name: str, text: bytes) -> bytes:
    if name.endswith(".pyc"):
        return without_line_tables(text)
    if not name.endswith(".py"):
        return text
    ours = name.startswith(f"{PACKAGE.name}/")
    return engine_source(text) if ours else without_docstrings(text)


# --- the parts -------------------------------------------------------------------------------------


def check_tools(places: BuildPaths) -> dict[str, Any]:
    """Return the metadata of the installed Pyodide, after checking the tools.

    Raises `RuntimeUnavailable` if Pyodide or Node is missing, or if Pyodide has another version of
    Python than this process.
    """
    try:
        info: dict[str, Any] = json.loads((places.pyodide / LOCK).read_text())["info"]
        info["pyodide"] = json.loads((places.pyodide / "package.json").read_text())["version"]
    except FileNotFoundError as error:
        message = "Pyodide is not installed; `make set-up` installs it"
        raise RuntimeUnavailable(message) from error
    ours = "{}.{}".format(*sys.version_info[:2])
    if not str(info["python"]).startswith(ours + "."):
        message = f"bytecode of Python {ours} does not fit Pyodide's Python {info['python']}"
        raise RuntimeUnavailable(message)
    if not node_of(places.npm):
        message = "Node.js is not on PATH"
        raise RuntimeUnavailable(message)
    return info


def full_library(places: BuildPaths) -> Path:
    """Return the path of Pyodide's standard library as stripped bytecode, compiled once per Pyodide."""
    source = places.pyodide / LIBRARY
    path = places.cache / f"library-full-{content_digest([(sys.version, source.read_bytes())])}.zip"
    if not path.exists():
        with TemporaryDirectory() as folder:
            copy = Path(shutil.copy(source, folder))
            compile_archive(copy)
            write_zip(copy, stripped(read_zip(copy)))
            publish(copy, path)
    return path


def browser_wheel(folder: Path, places: BuildPaths) -> Path:
    """Build our wheel as bytecode and return its path.

    Modules that browsers do not need are left out.
    """
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation"]
    run_tool([*build, "--outdir", str(folder), str(places.checkout)])
    (wheel,) = folder.glob("*.whl")
    members = {}
    for name, content in read_zip(wheel).items():
        if name.startswith(NOT_FOR_BROWSERS) or name.endswith("/entry_points.txt"):
            continue
        if name.endswith(".dist-info/METADATA"):  # the metadata fields without the README
            members[name] = content.split(b"\n\n")[0] + b"\n"
        elif name.endswith(".dist-info/RECORD"):
            members[name] = b""  # RECORD would list removed files, and nothing reads it
        else:
            members[name] = content
    write_zip(wheel, stripped(members))
    compile_archive(wheel)
    (wheel,) = folder.glob("*.whl")  # the tag now contains the Python version
    write_zip(wheel, stripped(read_zip(wheel)))
    return wheel


def strip_library(path: Path, used: Iterable[str], places: BuildPaths) -> None:
    """Write an archive of the standard-library files in ``used``.

    It has neither docstrings nor line tables.
    """
    whole = read_zip(places.pyodide / LIBRARY)
    names = (name if name in whole else name.removesuffix("c") for name in used)
    write_zip(path, stripped({name: whole[name] for name in names}))
    compile_archive(path)
    write_zip(path, stripped(read_zip(path)))


def all_modules() -> tuple[list[str], list[tuple[str, str]]]:
    """Return a pair: the names of modules that the engine may import, and its data files.

    A data file is a pair of its package and its path inside the package.
    """
    names: set[str] = set()
    data = []
    for path in engine_files():
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        if path.suffix != ".py":
            package = next(p for p in path.parents if (p / "__init__.py").exists())
            dotted = ".".join(package.relative_to(PACKAGE.parent).parts)
            data.append((dotted, path.relative_to(package).as_posix()))
            continue
        names.add(".".join(parts).removesuffix(".__init__"))
        for node in ast.walk(engine_tree(path.read_bytes())):
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module)
    return sorted(names), data


def warm_up_code(places: BuildPaths) -> str:
    """Return Python code that exercises the engine and returns the library files it loaded.

    The code imports all modules, reads all data files and answers requests.
    """
    names, data = all_modules()
    return EXERCISE.format(names=names, data=data, requests=warm_up_requests(places))


def warm_up_requests(places: BuildPaths) -> list[str]:
    """Return JSON requests: every record in every view, an invalid record, an invalid request."""
    asked: list[dict[str, Any]] = [{"op": "hello"}, {"op": "replay", "args": {"record": "?"}}]
    for path in places.records():
        text = path.read_text(encoding="utf-8")
        asked += [
            {"op": "replay", "args": {"record": text, "view": view}} for view in ("both", *"ey")
        ]
    return ["?", *map(json.dumps, asked)]


def used_members(parts: EngineParts, piece: str) -> list[str]:
    """Return the standard-library files that an engine loads while it runs ``piece``.

    ``piece`` is Python code. Raises `RuntimeUnavailable` if the engine does not run.
    """
    paths = (parts.pyodide, parts.library, parts.engine)
    out = run_tool([parts.node, str(TRACE), *map(str, paths), json.dumps(dict(parts.info))], piece)
    members: list[str] = json.loads(out)
    return members


def build_runtime(target: Path, info: Mapping[str, Any], places: BuildPaths) -> None:
    """Make all parts of the runtime and the manifest in the empty folder ``target``."""
    folders = ("engine", "library", "library-full", "pyodide", "image")
    engine, library, whole, runtime, image = (target / name for name in folders)
    for folder in (engine, library, whole, runtime, image):
        folder.mkdir()
    shutil.copy(full_library(places), whole / LIBRARY)
    for name in RUNTIME_FILES:
        shutil.copy(places.pyodide / name, runtime / name)
    wheel = browser_wheel(engine, places)
    pack = engine / PACKS["engine"]
    write_pack(pack, wheel)
    with TemporaryDirectory() as made:
        cut = Path(made) / LIBRARY
        parts = EngineParts(
            node=node_of(places.npm),
            pyodide=places.pyodide,
            library=whole / LIBRARY,
            engine=pack,
            info=compatibility(info),
        )
        write_library_subset(cut, parts, places)
        write_pack(library / PACKS["library"], cut)
        stored = unpack_archive(library / PACKS["library"], Path(made))
        parts = replace(parts, pyodide=runtime, library=stored)
        try:
            write_snapshot(
                image / IMAGE, parts, all_modules(), places.records()[0].read_text("utf-8")
            )
        except RuntimeUnavailable as error:
            (image / IMAGE).unlink(missing_ok=True)
            logger.warning("no image of the engine: %s", error, type="piquet", subtype="runtime")

    named = {}
    for folder in (engine, library, whole, runtime, image):
        files = sorted(folder.iterdir())
        mark = content_digest((path.name, path.read_bytes()) for path in files)
        named[folder.name] = folder.rename(target / f"{folder.name}-{mark}").name
    kept = target / named["image"] / IMAGE
    manifest = {
        "pyodide": info["pyodide"],
        "python": info["python"],
        "piquet": wheel.name.split("-")[1],
        "info": compatibility(info),
        "index": named["pyodide"] + "/",
        "module": named["pyodide"] + "/pyodide.mjs",
        **{name: f"{named[name]}/{file}" for name, file in PACKS.items()},
        "fullLibrary": f"{named['library-full']}/{LIBRARY}",
        "wheel": f"{named['engine']}/{wheel.name}",
    }
    if kept.exists():
        manifest |= {"image": f"{named['image']}/{IMAGE}", "integrity": integrity(kept)}
    (target / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n")


def compatibility(info: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields of Pyodide's metadata that an engine has to match."""
    return {name: str(info[name]) for name in ("abi_version", "arch", "platform", "python")}


def write_library_subset(cut: Path, parts: EngineParts, places: BuildPaths) -> None:
    """Write the reduced library to ``cut``.

    Raises `RuntimeUnavailable` if the engine loads other files with the reduced library.
    """
    piece = warm_up_code(places)
    used = used_members(parts, piece)
    strip_library(cut, used, places)
    if used_members(replace(parts, library=cut), piece) != used:
        message = "the engine behaves differently on the cut library"
        raise RuntimeUnavailable(message)


def has_snapshot(layout: Path) -> bool:
    """Return whether a runtime folder contains a memory snapshot."""
    return "image" in json.loads((layout / MANIFEST).read_text())


def runtime_folder(places: BuildPaths) -> Path:
    """Return the finished runtime folder, from the cache if possible.

    A runtime without a snapshot is not cached, so that every build reports the reason.
    """
    info = check_tools(places)
    makers = [
        *sorted(path for path in Path(__file__).parent.iterdir() if path.is_file()),
        *READERS,
        places.checkout / "pyproject.toml",
        places.pyodide / "package.json",
        *places.records(),
    ]
    versions = (engine_digest(), f"{sys.version} {node_version(node_of(places.npm))}".encode())
    key = content_digest([versions, *((path.name, path.read_bytes()) for path in makers)])

    def make(folder: Path) -> None:
        logger.info("piquet: making the browser runtime (kept for later builds)")
        if not pinned_node(places.npm):
            logger.info("piquet: with this machine's own Node, since none of the pinned ones fits")
        build_runtime(folder, info, places)

    store = BuildCache(places.cache)
    known = store.folder_of("layout", key)
    if known.is_dir() and not has_snapshot(known):
        shutil.rmtree(known)
    return store.parts("layout", key, make)
