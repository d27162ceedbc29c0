"""Optional court figures: the twelve of the Paris pattern, cut from the npm package svg-cards.

No page contains them. They are in `_static/piquet/courts/`, one drawing for each court, with the
licence and the authors, and a script fetches them for readers who ask. Without the package the
courts keep their letters, and there is no choice to offer.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from piquet_core.pack.cards import CARDS, Card, Rank, Suit
from piquet_core.site.places import add_places, places_of
from piquet_core.sphinxext.pages import PAGES

logger = logging.getLogger(__name__)

FOLDER: Final = "_static/piquet/courts/"
DRAWN: Final = "svg-cards.svg"

SVG: Final = "{http://www.w3.org/2000/svg}"
LINK: Final = "{http://www.w3.org/1999/xlink}href"
_SUITS: Final = {
    Suit.SPADES: "spade",
    Suit.HEARTS: "heart",
    Suit.DIAMONDS: "diamond",
    Suit.CLUBS: "club",
}
_RANKS: Final = {Rank.KING: "king", Rank.QUEEN: "queen", Rank.JACK: "jack"}

# What is inside the frame of the original, whose whole card is 169.075 by 244.64.
FRAME: Final = (9.7, 7.9, 149.3, 228.8)

NOTICE: Final = """
 A court of SVG-cards 4.0.2, cut out for Piquet: index, pips and frame are left out.
 Copyright (C) 2005 David Bellot; copyright (C) 2016, 2017 Huub de Beer.
 Licence: GNU Lesser General Public License, version 2.1 or later; see LICENSE.txt beside this file.
"""

README: Final = """\
The court figures
=================

Kings, queens and jacks in the French manner ("portrait de Paris") by David Bellot, from SVG-cards
4.0.2, the edition of Huub de Beer and others: https://github.com/htdebeer/SVG-cards

They are free under the GNU Lesser General Public License, version 2.1 or later (LICENSE.txt); all
who had a part in them are named in AUTHORS.txt. That licence is theirs alone: the rest of this site
has its own.

What was changed when this site was built: each figure was taken out of the one file of the whole
pack, without the index, the pips, the frame and the outline of the card, which this site draws
itself. The drawing of the figures is untouched. An SVG file is its own source; the file they were
taken from is svg-cards.svg of the npm package svg-cards, version 4.0.2.
"""


def courts() -> Iterator[Card]:
    """Return the twelve cards that have a figure."""
    return (card for card in CARDS if card.rank in _RANKS)


def drawings(source: Path) -> dict[Card, bytes]:
    """Return an SVG file for each court, cut from the file of the whole pack."""
    ET.register_namespace("", "http://www.w3.org/2000/svg")
    ET.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    root = ET.parse(source).getroot()  # noqa: S314 - a file of a package that is locked by its digest
    parts = {one.get("id", ""): one for one in root.iter(f"{SVG}g") if one.get("id")}
    return {card: _drawing(card, parts) for card in courts()}


def _drawing(card: Card, parts: dict[str, ET.Element]) -> bytes:
    rank, suit = _RANKS[card.rank], _SUITS[card.suit]
    whole = parts[f"{suit}_{rank}"]
    x, y, width, height = FRAME
    svg = ET.Element(f"{SVG}svg", viewBox=f"{x} {y} {width} {height}")
    svg.append(ET.Comment(NOTICE))
    defs = ET.SubElement(svg, f"{SVG}defs")
    group = ET.SubElement(svg, f"{SVG}g", transform=whole.get("transform", ""))
    for part in whole:
        used = part.get(LINK, "").removeprefix("#")
        if re.fullmatch(rf"{rank}_\d", used):
            if not len(defs):
                defs.append(parts[used])
            group.append(part)
        # This leaves the border of beads between the halves, and what we draw ourselves.
        elif part.tag == f"{SVG}g" and part.get("transform"):
            group.append(part)
    return ET.tostring(svg)


# --- Sphinx ----------------------------------------------------------------------------------------


def _note(app: Sphinx, config: Config) -> None:
    """Tell the pages where the figures are; they are written anew if these come or go."""
    if (places_of(app).courts / DRAWN).is_file():
        config.piquet_courts = FOLDER
    else:
        logger.info("piquet: no court figures, since the npm package svg-cards is not installed")


def _install(app: Sphinx, exception: Exception | None) -> None:
    """Put the drawings, their licence and their authors into the site."""
    if exception is not None or app.builder.name not in PAGES or not app.config.piquet_courts:
        return
    package = places_of(app).courts
    target = Path(app.outdir) / FOLDER
    target.mkdir(parents=True, exist_ok=True)
    for card, drawing in drawings(package / DRAWN).items():
        (target / f"{card}.svg").write_bytes(drawing)
    shutil.copy(package / "LICENSE", target / "LICENSE.txt")
    shutil.copy(package / "AUTHORS", target / "AUTHORS.txt")
    (target / "README.txt").write_text(README, "utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks."""
    add_places(app)
    app.connect("config-inited", _note)
    app.connect("build-finished", _install)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
