"""Scripts and style sheets of both packages, by their paths below ``_static/``."""

from pathlib import Path

from website.static_files import STATIC_FOLDERS


def static_sources(pattern: str) -> dict[str, Path]:
    """Return the files that match a pattern, by their paths below ``_static/``."""
    found = {
        path.relative_to(folder).as_posix(): path
        for folder in STATIC_FOLDERS
        for path in sorted(folder.rglob(pattern))
        if path.is_file()
    }
    assert found, f"no file matches {pattern}"
    return found


def static_source(name: str) -> Path:
    """Return the file with this path below ``_static/``."""
    return static_sources("*.*")[name]
