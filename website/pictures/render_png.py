"""SVG to PNG conversion by one resvg process, with a cache.

The same drawing always gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sphinx.util import logging

from website.build_paths import BuildPaths

logger = logging.getLogger(__name__)

TOOL: Final = Path(__file__).with_name("draw.mjs")
PACKAGE: Final = "@resvg/resvg-js"
FOLDER: Final = "pictures"
WORDS: Final = "<text"  # resvg would search for a font


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A picture to convert: name, SVG without text elements, and size in pixels."""

    name: str
    svg: str
    width: int
    height: int


def render_pngs(wanted: Sequence[Drawing], places: BuildPaths) -> dict[str, Path]:
    """Return the path of each drawing's PNG by name, from the cache if possible.

    Raises `FileNotFoundError` without Node or resvg, and `RuntimeError` if resvg fails.
    """
    made_by = _made_by(places)
    folder = places.cache / FOLDER
    paths = {one.name: folder / one.name / f"{_digest(one, made_by)}.png" for one in wanted}
    missing = [one for one in wanted if not paths[one.name].is_file()]
    if missing:
        logger.info("piquet: drawing %s pictures (kept for later builds)", len(missing))
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder) as scratch:
            for one, pixels in zip(missing, _pixels(missing, scratch, places), strict=True):
                _keep(encode_png(pixels, one.width, one.height), Path(scratch), paths[one.name])
    return paths


def _keep(picture: bytes, scratch: Path, path: Path) -> None:
    """Write a picture atomically, and delete its earlier versions."""
    new = scratch / "new.png"
    new.write_bytes(picture)
    path.parent.mkdir(parents=True, exist_ok=True)
    new.replace(path)
    for old in path.parent.glob("*.png"):
        if old != path:
            old.unlink(missing_ok=True)


def _made_by(places: BuildPaths) -> bytes:
    package = places.npm / PACKAGE / "package.json"
    if not package.is_file() or not shutil.which("node"):
        raise FileNotFoundError(f"Node or the npm package {PACKAGE} is missing")
    version = json.loads(package.read_text("utf-8"))["version"]
    return b"\0".join([TOOL.read_bytes(), Path(__file__).read_bytes(), str(version).encode()])


def _digest(one: Drawing, made_by: bytes) -> str:
    told = f"{one.width} {one.height} {one.svg}".encode()
    return hashlib.sha256(made_by + told).hexdigest()[:12]


def _pixels(wanted: Sequence[Drawing], scratch: str, places: BuildPaths) -> list[bytes]:
    """Return the RGBA pixels of each drawing, from one resvg process."""
    if worded := [one.name for one in wanted if WORDS in one.svg]:
        raise ValueError(
            f"text is not converted to outlines in these pictures: {', '.join(worded)}"
        )
    files = [str(Path(scratch, str(place))) for place in range(len(wanted))]
    told = [
        {"svg": one.svg, "width": one.width, "file": file}
        for one, file in zip(wanted, files, strict=True)
    ]
    done = subprocess.run(  # noqa: S603 - our own tool, by full path
        [shutil.which("node") or "node", str(TOOL), str(places.npm)],
        input=json.dumps(told),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return [Path(file).read_bytes() for file in files]


def encode_png(pixels: bytes, width: int, height: int) -> bytes:
    """Encode opaque RGBA pixels as an RGB PNG.

    Rows are not filtered: flat felt and cards compress better by repetition than by prediction.
    """
    rows = bytearray(3 * width * height)
    for part in range(3):
        rows[part::3] = pixels[part::4]
    line = 3 * width
    data = b"".join(b"\0" + rows[at : at + line] for at in range(0, len(rows), line))
    head = width.to_bytes(4) + height.to_bytes(4) + bytes([8, 2, 0, 0, 0])
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(data, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(told).to_bytes(4) + kind + told + zlib.crc32(kind + told).to_bytes(4)
        for kind, told in chunks
    )
