"""Build cache for slow results. The key of a result is a digest of its inputs.

The configuration value ``piquet_cache`` names the folder. Without it nothing is cached. Outdated
entries are never read, because any change to the code, a record or a rule set changes the digest.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata

import piquet_core
from piquet_core.views.markup import Markup

ENGINE: Final = Path(piquet_core.__file__).parent
PACKAGES: Final = (ENGINE, Path(__file__).parent)
# A name imported from a package may be a module of the package.
_IMPORT: Final = re.compile(
    r"^\s*(?:from\s+([\w.]+)\s+import\s+(\([^)]*\)|[^\n]*)|import\s+([\w.]+))", re.MULTILINE
)
_NAME: Final = re.compile(r"\w+")
_DATA: Final = (".toml", ".json")
KEPT_FOR: Final = 60 * 24 * 3600
"""Number of seconds after which an unused text is removed."""


def digest(*parts: str | bytes) -> str:
    """Return a digest of several texts: sixteen hex digits. The boundaries between the texts count.

    >>> digest("a", "bc") == digest("ab", "c")
    False
    """
    total = hashlib.sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        total.update(f"{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class BuildCache:
    """A cache of texts and folders on disk. It caches nothing if ``folder`` is None."""

    folder: Path | None

    def text(self, kind: str, made_from: Iterable[str | bytes], make: Callable[[], str]) -> str:
        """Return a cached text. On a miss, call ``make`` and store the result.

        ``made_from`` lists the inputs of the text. ``kind`` is the subfolder.
        """
        return self.texts(kind, [tuple(made_from)], lambda _missing: [make()])[0]

    def texts[What: tuple[str | bytes, ...]](
        self, kind: str, wanted: Sequence[What], make: Callable[[list[What]], list[str]]
    ) -> list[str]:
        """Return the cached texts for several lists of inputs. ``make`` gets all misses in one call."""
        if self.folder is None:
            return make(list(wanted)) if wanted else []
        paths = [self.folder / kind / digest(*one) for one in wanted]
        found = [_read(path) for path in paths]
        missing = [place for place, text in enumerate(found) if text is None]
        made = make([wanted[place] for place in missing]) if missing else []
        for place, text in zip(missing, made, strict=True):
            found[place] = text
            _write(paths[place], text)
        return [text for text in found if text is not None]

    def markup(
        self, kind: str, made_from: Iterable[str | bytes], make: Callable[[], str]
    ) -> Markup:
        """Return cached markup. On a miss, call ``make`` and store the result."""
        return Markup(self.text(kind, made_from, make))

    def folder_of(self, kind: str, key: str) -> Path:
        """Return the path of a cached folder, whether it exists or not."""
        assert self.folder is not None, "the configuration names no folder for what is kept"
        return self.folder / f"{kind}-{key}"

    def parts(self, kind: str, key: str, make: Callable[[Path], None]) -> Path:
        """Return a cached folder. On a miss, let ``make`` fill it, and remove other folders of its kind."""
        path = self.folder_of(kind, key)
        if not path.is_dir():
            path.parent.mkdir(parents=True, exist_ok=True)
            with TemporaryDirectory(dir=path.parent) as scratch:
                made = Path(scratch) / kind
                made.mkdir()
                make(made)
                publish(made, path)
            for old in path.parent.glob(f"{kind}-*"):
                if old != path:
                    shutil.rmtree(old, ignore_errors=True)
        return path

    def tidy(self, now: float) -> None:
        """Remove texts last used more than ``KEPT_FOR`` seconds before ``now``."""
        for path in self.folder.glob("*/*") if self.folder is not None else ():
            if _is_text(path) and now - path.stat().st_mtime > KEPT_FOR:
                path.unlink(missing_ok=True)


NO_CACHE: Final = BuildCache(None)


def _is_text(path: Path) -> bool:
    return re.fullmatch("[0-9a-f]{16}", path.name) is not None and path.is_file()


def _read(path: Path) -> str | None:
    """Return a cached text, or None if the file is missing or damaged. Its first line is a digest of the rest."""
    try:
        mark, _, text = path.read_bytes().partition(b"\n")
        if mark.decode() != digest(text):
            return None
        os.utime(path)
        return text.decode()
    except (OSError, UnicodeDecodeError):
        return None


def _write(path: Path, text: str) -> None:
    """Write a text with its digest. The write is atomic, because several builds may run at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    staged = path.with_name(f".{path.name}.{os.getpid()}")
    staged.write_bytes(digest(text).encode() + b"\n" + text.encode())
    staged.replace(path)


def publish(made: Path, path: Path) -> None:
    """Move a finished file or folder to ``path``. Discard it if another build has been faster."""
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


# -- sources of a result ----------------------------------------------------------------------------


def sources_of(name: str, packages: tuple[Path, ...] = PACKAGES) -> list[Path]:
    """Return the source files of a module and of everything it imports from ``packages``, even indirectly."""
    found: set[Path] = set()
    # Thousands of names repeat, and each costs an access to the disk.
    seen: set[str] = set()
    asked = [name]
    while asked:
        for module in _with_packages(asked.pop()):
            if module in seen:
                continue
            seen.add(module)
            if path := _file_of(module, packages):
                found.add(path)
                asked += _imported(path)
    return sorted(found)


def _with_packages(name: str) -> Iterator[str]:
    """Yield the names of the packages that contain a module, outermost first, then its own name."""
    parts = name.split(".")
    yield from (".".join(parts[: place + 1]) for place in range(len(parts)))


def _file_of(name: str, packages: tuple[Path, ...]) -> Path | None:
    first, *rest = name.split(".")
    package = next((package for package in packages if package.name == first), None)
    if package is None:
        return None
    path = package.joinpath(*rest)
    files = (path / "__init__.py", path.with_suffix(".py") if rest else path / "__init__.py")
    return next((file for file in files if file.is_file()), None)


def _imported(path: Path) -> list[str]:
    found = []
    for origin, names, plain in _IMPORT.findall(path.read_text("utf-8")):
        found += [plain] if plain else [origin, *(f"{origin}.{n}" for n in _NAME.findall(names))]
    return found


def _name(path: Path) -> str:
    """Return the path of a source file, starting with the name of its package."""
    package = next(package for package in PACKAGES if package in path.parents)
    return path.relative_to(package.parent).as_posix()


@cache
def code_digest(*names: str) -> str:
    """Return a digest of modules, their imports, the data files of the engine and the version of Python."""
    code = {path for name in names for path in sources_of(name)}
    data = {path for path in ENGINE.rglob("*") if path.suffix in _DATA}
    files = sorted(code | data)
    told = (part for path in files for part in (_name(path), path.read_bytes()))
    return digest(sys.version, *told)


# -- Sphinx ---------------------------------------------------------------------------------------


def cache_of(site: Sphinx | Builder | BuildEnvironment) -> BuildCache:
    """Return the cache in the configured folder, or an inactive cache if none is configured."""
    named = site.config.piquet_cache
    return BuildCache(Path(site.srcdir) / named if named else None)


def _tidy(app: Sphinx, _exception: Exception | None) -> None:
    cache_of(app).tidy(time.time())


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the configuration value, and remove unused texts at the end of a build."""
    app.add_config_value("piquet_cache", "", "", frozenset({str}))
    app.connect("build-finished", _tidy)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
