"""The fonts of the site: subsets of EB Garamond in `_static/fonts/`.

The variable sources come from a package. The roman keeps weights from 400 to 600, the italic has
one weight. Both contain only the characters and features listed here. The result is cached under
the digest of the sources and tools.

File names contain a digest, so that hosts can cache them forever.
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

from sphinx_piquet.cache import BuildCache, digest
from sphinx_piquet.pages import PAGES
from website.build_paths import BuildPaths, add_path_values, build_paths

logger = logging.getLogger(__name__)

FOLDER: Final = "_static/fonts/"
SHEET: Final = "base/letters.css"
PACKAGE: Final = "fontpkg-eb-garamond"
TOOLS: Final = (PACKAGE, "fonttools", "brotli")

# Basic Latin, French, and other characters of old books and our pages.
LETTERS: Final = (
    "".join(map(chr, range(0x20, 0x7F)))
    + "\u00a0ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜàâæçèéêëîïôœùûüÿÄÖßäöáíóúñš"
    + "£§©«»¶·×½¼¾°±"
    + "–—‘’“”†…←→↑↓−≈"
    + "ſɑəɛɔɡʁɥʃ\u0303"  # long s and the phonetic alphabet for French
)
# Citation signs, old-style and tabular figures, and the position of the tilde of a nasal
# vowel.
FEATURES: Final = ("kern", "liga", "onum", "lnum", "pnum", "tnum", "mark")
SMALL_CAPITALS: Final = ("smcp", "c2sc")


@dataclass(frozen=True, slots=True, kw_only=True)
class FontSubset:
    """A font file of the site: its source, weights and OpenType features."""

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
    """Write the subset of the font file ``source`` that ``one`` describes to ``target``."""
    font = TTFont(source, recalcTimestamp=False)  # keep the date of the source
    options = Options()
    options.layout_features = list(one.features)
    options.hinting = False  # the font is unhinted; only empty programs remain
    options.name_IDs = [0, 1, 2, 4, 13, 14]  # owner, name, licence
    options.recalc_timestamp = False
    subsetter = Subsetter(options)
    subsetter.populate(text=LETTERS)
    subsetter.subset(font)
    limits: Any = {"wght": one.weight}
    # Last, because it is slow: the removed characters need no features.
    font = instantiateVariableFont(font, limits, inplace=True)
    font.flavor = "woff2"
    font.save(target)


def subset_fonts(folder: Path) -> None:
    """Write all font files into a folder."""
    sources = {path.name: Path(str(path.locate())) for path in distribution(PACKAGE).files or ()}
    for one in CUTS:
        subset_font(one, sources[one.source], folder / one.name)


def fonts_folder(places: BuildPaths) -> Path:
    """Return the folder of the finished fonts, from the cache if possible."""
    made_by = [Path(__file__).read_bytes(), *(f"{one} {version(one)}".encode() for one in TOOLS)]

    def make(folder: Path) -> None:
        logger.info("piquet: cutting the letters (kept for later builds)")
        subset_fonts(folder)

    return BuildCache(places.cache).parts("letters", digest(*made_by), make)


def font_file_name(file: Path) -> str:
    """Return the file name of a font in the site, which contains the digest of the font."""
    digest = hashlib.sha256(file.read_bytes()).hexdigest()[:12]
    return f"{file.stem}-{digest}{file.suffix}"


# --- Sphinx ----------------------------------------------------------------------------------------


@cache
def _roman(places: BuildPaths) -> str:
    """Return the address of the roman font, which every page needs first."""
    return FOLDER + font_file_name(fonts_folder(places) / CUTS[0].name)


def _preload(
    app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: nodes.document | None
) -> None:
    """Add the address of the roman font to the template context."""
    if app.builder.name in PAGES:
        context["piquet_letters"] = _roman(build_paths(app))


def _install(app: Sphinx, exception: Exception | None) -> None:
    """Copy the fonts into the site, and write their names into the style sheet."""
    if exception is not None or app.builder.name not in PAGES:
        return
    folder = fonts_folder(build_paths(app))
    static = Path(app.outdir) / "_static"
    target = Path(app.outdir) / FOLDER
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    sheet = static / SHEET  # copied again by every build
    text = sheet.read_text("utf-8")
    for one in CUTS:
        name = font_file_name(folder / one.name)
        shutil.copyfile(folder / one.name, target / name)
        text = text.replace(f"/{one.name}", f"/{name}")
    sheet.write_text(text, "utf-8", newline="\n")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the style sheet of the fonts before all others."""
    add_path_values(app)
    app.add_css_file(SHEET, priority=90)
    app.connect("html-page-context", _preload)
    app.connect("build-finished", _install)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
