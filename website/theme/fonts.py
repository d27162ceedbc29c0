"""The letters of the pages: EB Garamond, cut to what the site prints, under `_static/fonts/`.

The variable sources come from a package.  The roman keeps the weights from 400 to 600, the italic one
weight; both keep the letters, figures and features named here, and nothing else.  The same sources and
the same tools make the same bytes, so the result is kept in the build's cache under their digest.

In the site each file has a digest in its name, so that a browser which has it never asks again.
"""

from __future__ import annotations

import hashlib
import shutil
from dataclasses import dataclass
from functools import cache
from importlib.metadata import distribution, version
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet.cache import Store, digest
from sphinx_piquet.pages import PAGES
from website.build_paths import BuildPaths, add_path_values, build_paths

logger = logging.getLogger(__name__)

FOLDER: Final = "_static/fonts/"
SHEET: Final = "base/letters.css"
PACKAGE: Final = "fontpkg-eb-garamond"
TOOLS: Final = (PACKAGE, "fonttools", "brotli")

# Basic Latin; French; what else books of three centuries and our own pages print.
LETTERS: Final = (
    "".join(map(chr, range(0x20, 0x7F)))
    + "\u00a0ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜàâæçèéêëîïôœùûüÿÄÖßäöáíóúñ"
    + "£§©«»¶·×½¼¾°±"
    + "–—‘’“”†…←→↑↓−≈"
    + "ſɑəɛɔɡʁɥʃ\u0303"  # long s, and how French words sound
)
# The signs of a citation, an old-style figure in prose, a figure of equal width in a table; and the
# tilde of a nasal vowel in its place.
FEATURES: Final = ("kern", "liga", "onum", "lnum", "pnum", "tnum", "mark")
SMALL_CAPITALS: Final = ("smcp", "c2sc")


@dataclass(frozen=True, slots=True, kw_only=True)
class FontSubset:
    """A file that the pages load, and what is left in it of its source."""

    name: str
    source: str
    weight: tuple[int, int] | int
    features: tuple[str, ...]


CUTS: Final = (
    FontSubset(
        name="piquet-garamond.woff2",
        source="EBGaramond[wght].ttf",
        weight=(400, 600),
        features=FEATURES + SMALL_CAPITALS,
    ),
    FontSubset(
        name="piquet-garamond-italic.woff2",
        source="EBGaramond-Italic[wght].ttf",
        weight=400,
        features=FEATURES,
    ),
)


def subset_font(one: FontSubset, source: Path, target: Path) -> None:
    """Write one file of letters."""
    font = TTFont(source, recalcTimestamp=False)  # it keeps the date of its source
    options = Options()
    options.layout_features = list(one.features)
    options.hinting = False  # it is unhinted by design; what is left are empty programs
    options.name_IDs = [0, 1, 2, 4, 13, 14]  # whose it is, what it is called, its licence
    options.recalc_timestamp = False
    subsetter = Subsetter(options)
    subsetter.populate(text=LETTERS)
    subsetter.subset(font)
    limits: Any = {"wght": one.weight}
    # Last, for it takes long: of all that is left out there is nothing to be set.
    font = instantiateVariableFont(font, limits, inplace=True)
    font.flavor = "woff2"
    font.save(target)


def subset_fonts(folder: Path) -> None:
    """Write every file of letters into a folder."""
    sources = {path.name: Path(str(path.locate())) for path in distribution(PACKAGE).files or ()}
    for one in CUTS:
        subset_font(one, sources[one.source], folder / one.name)


def fonts_folder(places: BuildPaths) -> Path:
    """Return the folder of the finished letters, from the cache or newly made."""
    made_by = [Path(__file__).read_bytes(), *(f"{one} {version(one)}".encode() for one in TOOLS)]

    def make(folder: Path) -> None:
        logger.info("piquet: cutting the letters (kept for later builds)")
        subset_fonts(folder)

    return Store(places.cache).parts("letters", digest(*made_by), make)


def font_file_name(file: Path) -> str:
    """Return the name that a file of letters has in the site."""
    digest = hashlib.sha256(file.read_bytes()).hexdigest()[:12]
    return f"{file.stem}-{digest}{file.suffix}"


# --- Sphinx ----------------------------------------------------------------------------------------


@cache
def _roman(places: BuildPaths) -> str:
    """Return the address of the letters that every page needs first."""
    return FOLDER + font_file_name(fonts_folder(places) / CUTS[0].name)


def _preload(
    app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: nodes.document | None
) -> None:
    """Tell the frame of those letters."""
    if app.builder.name in PAGES:
        context["piquet_letters"] = _roman(build_paths(app))


def _install(app: Sphinx, exception: Exception | None) -> None:
    """Put the letters into the site."""
    if exception is not None or app.builder.name not in PAGES:
        return
    folder = fonts_folder(build_paths(app))
    static = Path(app.outdir) / "_static"
    target = Path(app.outdir) / FOLDER
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    sheet = static / SHEET  # laid down anew by every build, as it is in the sources
    text = sheet.read_text("utf-8")
    for one in CUTS:
        name = font_file_name(folder / one.name)
        shutil.copyfile(folder / one.name, target / name)
        text = text.replace(f"/{one.name}", f"/{name}")
    sheet.write_text(text, "utf-8", newline="\n")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the sheet that names the letters, before all that is set in them."""
    add_path_values(app)
    app.add_css_file(SHEET, priority=90)
    app.connect("html-page-context", _preload)
    app.connect("build-finished", _install)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
