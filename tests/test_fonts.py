"""The font subsets contain every character of the pages, in every style that the pages use."""

import hashlib
import re
from html import unescape
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from website.theme.fonts import CUTS, FEATURES, SMALL_CAPITALS, subset_fonts

ROOT = Path(__file__).parent.parent
SITE = ROOT / "build" / "html"
FONTS = SITE / "_static" / "fonts"
ROMAN, ITALIC = "piquet-garamond", "piquet-garamond-italic"

pytestmark = pytest.mark.site

NOT_TEXT = re.compile(r"<(script|style|svg|code|pre)\b.*?</\1>|<[^>]+>", re.DOTALL)
# Characters that no text font contains. The next font of the stack provides them.
SIGNS = set("⇄✓✕▸")


def file(name: str) -> Path:
    """Return a file of letters, whose name has the digest of what is in it."""
    (found,) = FONTS.glob(f"{name}-[0-9a-f]*.woff2")
    assert found.stem == f"{name}-{hashlib.sha256(found.read_bytes()).hexdigest()[:12]}"
    return found


def opened(name: str) -> TTFont:
    return TTFont(file(name))


def features(font: TTFont) -> set[str]:
    return {
        record.FeatureTag
        for table in ("GSUB", "GPOS")
        for record in font[table].table.FeatureList.FeatureRecord
    }


def test_the_roman_has_old_style_and_lining_figures_and_small_capitals() -> None:
    assert set(FEATURES + SMALL_CAPITALS) <= features(opened(ROMAN))
    assert set(FEATURES) <= features(opened(ITALIC))


def test_the_roman_has_the_weights_that_the_style_names_and_no_others() -> None:
    (axis,) = opened(ROMAN)["fvar"].axes
    assert (axis.axisTag, axis.minValue, axis.maxValue) == ("wght", 400, 600)
    assert "fvar" not in opened(ITALIC)
    named = "".join(path.read_text("utf-8") for path in (SITE / "_static").rglob("*.css"))
    weights = {int(one) for one in re.findall(r"--w-[a-z]+:\s*(\d+)", named)}
    assert weights
    assert all(400 <= weight <= 600 for weight in weights)


def test_every_letter_of_the_built_pages_is_in_the_roman() -> None:
    cut = {chr(code) for code in opened(ROMAN).getBestCmap()}
    printed: dict[str, str] = {}
    for path in sorted(SITE.rglob("*.html")):
        if "editions" not in path.relative_to(SITE).parts[:1]:
            text = unescape(NOT_TEXT.sub("", path.read_text("utf-8")))
            printed |= dict.fromkeys(set(text) - set("\n\t"), path.name)
    assert "é" in printed
    missing = {one: page for one, page in printed.items() if one not in cut | SIGNS}
    assert not missing


@pytest.mark.thorough  # as is the comparison of whole builds
def test_the_same_sources_make_the_same_bytes(tmp_path: Path) -> None:
    subset_fonts(tmp_path)
    for one in CUTS:
        made = tmp_path / one.name
        assert made.read_bytes() == file(made.stem).read_bytes()
