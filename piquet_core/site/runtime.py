"""The browser runtime: Pyodide, the standard library and the engine, laid out under `_static/piquet/`.

Library and engine travel as bytecode, which more than halves the boot; the library is cut to what the
engine was seen to import.  Nothing here is typed by hand: the engine runs once under Node, its imports
are recorded, the cut library is made and the engine runs again on it.  Every folder's name carries the
digest of its content, so a host may cache it for ever.

    manifest.json                 the addresses below, relative to this file
    pyodide-<digest>/             pyodide.mjs, pyodide.asm.js, pyodide.asm.wasm
    library-<digest>/             python_stdlib.zip, what the engine needs
    library-full-<digest>/        python_stdlib.zip, all of it: the way out if the cut was too deep
    engine-<digest>/              pyodide-lock.json and the wheel

A directive embeds `runtime_manifest(app)`.  The result is kept in build/cache, keyed by what it is made
from, so that a second build takes no time.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from piquet_core.sphinxext.pages import PAGES

logger = logging.getLogger(__name__)

PACKAGE: Final = Path(__file__).resolve().parent.parent
ROOT: Final = PACKAGE.parent
PYODIDE: Final = ROOT / "node_modules" / "pyodide"
CACHE: Final = ROOT / "build" / "cache" / "runtime"
TRACE: Final = Path(__file__).with_name("runtime_trace.mjs")

RECORDS: Final = ROOT / "docs" / "deals"
RUNTIME_FILES: Final = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm")
LIBRARY: Final = "python_stdlib.zip"
LOCK: Final = "pyodide-lock.json"
# A browser has neither Sphinx nor a command line, and takes the site's data as they are published;
# and no page calculates there what the analysis settles when the site is built.
NOT_FOR_BROWSERS: Final = (
    "piquet_core/claims/",
    "piquet_core/sphinxext/",
    "piquet_core/site/",
    "piquet_core/browser/",
    "piquet_core/cli/",
    "piquet_core/datasets/",
    "piquet_core/rules/schema/",
)
OURS: Final = re.compile(r"(pyodide|library|library-full|engine)-[0-9a-f]{12}")

# Every module of the engine, every module it names in any import (also those inside functions), every
# data file read once, and a few requests through the bridge, faulty ones among them; then the library's
# members that all this has loaded.
EXERCISE: Final = """
import importlib, importlib.resources, json, sys, traceback
for name in {names!r}:
    importlib.import_module(name)
for folder, file in {data!r}:
    importlib.resources.files(folder).joinpath(file).read_text(encoding="utf-8")
from piquet_core.door.bridge import handle
for request in {requests!r}:
    handle(request)
prefix = "/lib/python%d%d.zip/" % sys.version_info[:2]
files = (getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))
json.dumps(sorted({{file.removeprefix(prefix) for file in files if file.startswith(prefix)}}))
"""


class RuntimeUnavailable(Exception):
    """Why the site has to do without the engine in the browser, in one sentence."""


# --- digests and archives --------------------------------------------------------------------------


def digest(parts: Iterable[tuple[str, bytes]]) -> str:
    """Twelve hex digits over names and contents."""
    total = hashlib.sha256()
    for name, content in parts:
        total.update(f"{name}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()[:12]


def engine_files() -> list[Path]:
    """The sources that go into the browser's wheel."""
    found = []
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        if path.suffix in {".py", ".toml"} and not name.startswith(NOT_FOR_BROWSERS):
            found.append(path)
    return found


def records() -> list[Path]:
    """The deal records of the site."""
    return sorted(RECORDS.rglob("*.piquet"))


def engine_digest() -> str:
    """What the engine of this working tree is; pages made by it are out of date when this changes."""
    return digest((path.relative_to(ROOT).as_posix(), path.read_bytes()) for path in engine_files())


def write_zip(path: Path, members: Mapping[str, bytes]) -> None:
    """An archive whose bytes depend on nothing but its members."""
    with zipfile.ZipFile(path, "w") as archive:
        for name in sorted(members):
            info = zipfile.ZipInfo(name)  # dated 1980, the earliest a zip can say
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, members[name], compresslevel=9)


def read_zip(path: Path) -> dict[str, bytes]:
    """All members but folders."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name[-1] != "/"}


def run(command: list[str], told: str | None = None) -> str:
    """Run a tool; what it printed, or its last words as the reason of a failure."""
    # A fixed date makes py_compile write hashes instead of times.
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "315532800"}
    done = subprocess.run(  # noqa: S603 - our own tools, by full path
        command, input=told, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        words = (done.stderr or done.stdout).strip().splitlines()[-12:]
        message = f"{Path(command[0]).name} failed: " + "\n".join(words)
        raise RuntimeUnavailable(message)
    return done.stdout


def compile_archive(path: Path) -> None:
    """Replace the sources inside a zip or a wheel by bytecode, with pyodide-build."""
    run([sys.executable, "-m", "pyodide_cli", "py-compile", "--silent", str(path)])


# --- the parts -------------------------------------------------------------------------------------


def check_tools() -> dict[str, Any]:
    """The facts of the installed Pyodide, once it is sure that our bytecode fits it."""
    try:
        info: dict[str, Any] = json.loads((PYODIDE / LOCK).read_text())["info"]
        info["pyodide"] = json.loads((PYODIDE / "package.json").read_text())["version"]
    except FileNotFoundError as error:
        message = "Pyodide is not installed; `make set-up` installs it"
        raise RuntimeUnavailable(message) from error
    ours = "{}.{}".format(*sys.version_info[:2])
    if not str(info["python"]).startswith(ours + "."):
        message = f"bytecode of Python {ours} does not fit Pyodide's Python {info['python']}"
        raise RuntimeUnavailable(message)
    if shutil.which("node") is None:
        message = "Node.js is not on PATH"
        raise RuntimeUnavailable(message)
    return info


def full_library() -> Path:
    """Pyodide's standard library as bytecode; compiled once per Pyodide."""
    source = PYODIDE / LIBRARY
    path = CACHE / f"library-{digest([(sys.version, source.read_bytes())])}.zip"
    if not path.exists():
        with TemporaryDirectory() as folder:
            copy = Path(shutil.copy(source, folder))
            compile_archive(copy)
            members = read_zip(copy)
            write_zip(copy, members)
            publish(copy, path)
    return path


def browser_wheel(folder: Path) -> Path:
    """Our wheel by the ordinary build, without what browsers have no use for, as bytecode."""
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation"]
    run([*build, "--outdir", str(folder), str(ROOT)])
    (wheel,) = folder.glob("*.whl")
    members = {}
    for name, content in read_zip(wheel).items():
        if name.startswith(NOT_FOR_BROWSERS) or name.endswith("/entry_points.txt"):
            continue
        if name.endswith(".dist-info/METADATA"):  # the fields, not the whole README after them
            members[name] = content.split(b"\n\n")[0] + b"\n"
        elif name.endswith(".dist-info/RECORD"):
            members[name] = b""  # it would list what is no longer there; nothing reads it
        else:
            members[name] = content
    write_zip(wheel, members)
    compile_archive(wheel)
    (wheel,) = folder.glob("*.whl")  # its tag now says which Python it fits
    write_zip(wheel, read_zip(wheel))
    return wheel


def write_lock(folder: Path, wheel: Path, info: Mapping[str, Any]) -> None:
    """Pyodide's list of packages, with ours as the only one."""
    package = {
        "name": "piquet-core",
        "version": wheel.name.split("-")[1],
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": ["piquet_core"],
        "depends": [],
        "unvendored_tests": False,
    }
    fields = ("abi_version", "arch", "platform", "python")
    lock = {"info": {name: info[name] for name in fields}, "packages": {"piquet-core": package}}
    (folder / LOCK).write_text(json.dumps(lock, sort_keys=True))


def exercise() -> str:
    """The piece of Python that makes the engine import all it will ever import."""
    names: set[str] = set()
    data = []
    for path in engine_files():
        parts = path.relative_to(ROOT).with_suffix("").parts
        if path.suffix == ".toml":
            package = next(p for p in path.parents if (p / "__init__.py").exists())
            dotted = ".".join(package.relative_to(ROOT).parts)
            data.append((dotted, path.relative_to(package).as_posix()))
            continue
        names.add(".".join(parts).removesuffix(".__init__"))
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module)
    return EXERCISE.format(names=sorted(names), data=data, requests=requests())


def requests() -> list[str]:
    """Return requests: every record in every view, a text that is not a record, and a non-request."""
    asked: list[dict[str, Any]] = [{"op": "hello"}, {"op": "replay", "args": {"record": "?"}}]
    for path in records():
        text = path.read_text(encoding="utf-8")
        asked += [
            {"op": "replay", "args": {"record": text, "view": view}} for view in ("both", *"ey")
        ]
    return ["?", *map(json.dumps, asked)]


def used_members(library: Path, lock: Path, piece: str) -> list[str]:
    """The members of the library that the engine loads; fails if the engine does not run."""
    out = run(
        [shutil.which("node") or "node", str(TRACE), str(PYODIDE), str(library), str(lock)], piece
    )
    members: list[str] = json.loads(out)
    return members


def lay_out(target: Path, info: Mapping[str, Any]) -> None:
    """Make every part and the manifest in an empty folder."""
    full = full_library()
    engine = target / "engine"
    engine.mkdir()
    wheel = browser_wheel(engine)
    write_lock(engine, wheel, info)

    piece = exercise()
    all_members = read_zip(full)
    used = used_members(full, engine / LOCK, piece)
    library = target / "library"
    library.mkdir()
    write_zip(library / LIBRARY, {name: all_members[name] for name in used})
    again = used_members(library / LIBRARY, engine / LOCK, piece)
    if again != used:
        message = "the engine behaves differently on the cut library"
        raise RuntimeUnavailable(message)

    whole = target / "library-full"
    whole.mkdir()
    shutil.copy(full, whole / LIBRARY)
    runtime = target / "pyodide"
    runtime.mkdir()
    for name in RUNTIME_FILES:
        shutil.copy(PYODIDE / name, runtime / name)

    folders = {}
    for folder in (engine, library, whole, runtime):
        files = sorted(folder.iterdir())
        mark = digest((path.name, path.read_bytes()) for path in files)
        folders[folder.name] = folder.rename(target / f"{folder.name}-{mark}").name
    needed = [folders["pyodide"], folders["library"], folders["engine"]]
    manifest = {
        "pyodide": info["pyodide"],
        "python": info["python"],
        "piquet": wheel.name.split("-")[1],
        "index": folders["pyodide"] + "/",
        "module": folders["pyodide"] + "/pyodide.mjs",
        "library": f"{folders['library']}/{LIBRARY}",
        "fullLibrary": f"{folders['library-full']}/{LIBRARY}",
        "lock": f"{folders['engine']}/{LOCK}",
        "wheel": f"{folders['engine']}/{wheel.name}",
        "packages": ["piquet-core"],
        "bytes": sum(f.stat().st_size for name in needed for f in (target / name).iterdir()),
    }
    (target / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")


def publish(made: Path, path: Path) -> None:
    """Move a finished file or folder into the cache; another build may have been faster."""
    path.parent.mkdir(parents=True, exist_ok=True)
    staged = path.with_name(f".{path.name}.{os.getpid()}")
    shutil.move(made, staged)
    try:
        staged.rename(path)
    except OSError:
        if staged.is_dir():
            shutil.rmtree(staged)
        else:
            staged.unlink()


def runtime_folder() -> Path:
    """The finished layout, from the cache or made now."""
    info = check_tools()
    makers = [Path(__file__), TRACE, ROOT / "pyproject.toml", PYODIDE / "package.json", *records()]
    versions = (engine_digest(), sys.version.encode())
    key = digest([versions, *((path.name, path.read_bytes()) for path in makers)])
    path = CACHE / f"layout-{key}"
    if not (path / "manifest.json").exists():
        logger.info("piquet: making the browser runtime (kept for later builds)")
        CACHE.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=CACHE) as folder:
            made = Path(folder) / "layout"
            made.mkdir()
            lay_out(made, info)
            publish(made, path)
        for old in CACHE.glob("layout-*"):
            if old != path:
                shutil.rmtree(old, ignore_errors=True)
    return path


# --- Sphinx ----------------------------------------------------------------------------------------


def note_engine(_app: Sphinx, config: Config) -> None:
    """Make every page depend on the engine that computed it."""
    config.piquet_engine_digest = engine_digest()


def prepare(app: Sphinx) -> None:
    """Before pages are written, so that they can name the parts."""
    app.piquet_runtime = None  # type: ignore[attr-defined] # our own slot on the application
    if app.builder.name not in PAGES:
        return
    try:
        app.piquet_runtime = runtime_folder()  # type: ignore[attr-defined]
    except RuntimeUnavailable as error:
        logger.warning("no engine in the browser: %s", error, type="piquet", subtype="runtime")
    app.config.piquet_engine = runtime_manifest(app)


def runtime_manifest(app: Sphinx) -> dict[str, Any] | None:
    """The addresses of the parts relative to `_static/piquet/`; None if this build has no runtime."""
    folder: Path | None = getattr(app, "piquet_runtime", None)
    if folder is None:
        return None
    manifest: dict[str, Any] = json.loads((folder / "manifest.json").read_text())
    return manifest


def outdated(app: Sphinx, env: BuildEnvironment, *_changes: set[str]) -> list[str]:
    """Every page, if the parts it may name have other names now than at the last build."""
    manifest = runtime_manifest(app)
    last = Path(app.outdir) / "_static" / "piquet" / "manifest.json"
    if manifest is None or not last.exists() or json.loads(last.read_text()) == manifest:
        return []
    return sorted(env.found_docs)


def install(app: Sphinx, exception: Exception | None) -> None:
    """Copy what is new into `_static/piquet/` and remove what an earlier build left there."""
    folder: Path | None = getattr(app, "piquet_runtime", None)
    if exception is not None or folder is None:
        return
    target = Path(app.outdir) / "_static" / "piquet"
    target.mkdir(parents=True, exist_ok=True)
    wanted = {path.name for path in folder.iterdir()}
    for path in list(target.iterdir()):
        if path.is_dir() and OURS.fullmatch(path.name) and path.name not in wanted:
            shutil.rmtree(path)
    for path in folder.iterdir():
        if path.is_file():
            shutil.copy(path, target / path.name)
        elif not (target / path.name).exists():
            shutil.copytree(path, target / path.name)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks and the digest that makes pages follow the engine."""
    app.add_config_value("piquet_engine_digest", "", "env", frozenset({str}))
    app.connect("config-inited", note_engine)
    app.connect("builder-inited", prepare)
    app.connect("env-get-outdated", outdated)
    app.connect("build-finished", install)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
