"""Text as outlines, so that pictures depend on no installed font.

The outlines come from the font of the pages. A minimal shaper handles ligatures, kerning and
balanced line breaks.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.varLib.models import normalizeLocation
from fontTools.varLib.varStore import VarStoreInstancer

from piquet_core.views.card_art.svg_paths import path_element

VARIATION: Final = 0x8000  # the format of a value that varies with the weight


class Lettering:
    """The roman font of the pages in one weight."""

    def __init__(self, file: Path, weight: int) -> None:
        """Read a variable font at one weight."""
        font: Any = TTFont(file)
        axis = {
            one.axisTag: (one.minValue, one.defaultValue, one.maxValue) for one in font["fvar"].axes
        }
        place = normalizeLocation({"wght": weight}, axis)
        self.letters: dict[int, str] = font.getBestCmap()
        self.glyphs = font.getGlyphSet(location=place, normalized=True)
        self.unit: int = font["head"].unitsPerEm
        self.capital: float = font["OS/2"].sCapHeight / self.unit
        self.varied = VarStoreInstancer(font["GDEF"].table.VarStore, font["fvar"].axes, place)
        self.ligatures = dict(
            item for table in _tables(font["GSUB"], "liga") for item in table.ligatures.items()
        )
        self.pairs = [lookup.SubTable for lookup in _lookups(font["GPOS"], "kern")]
        self.steps: dict[tuple[str, str], float] = {}

    def width(self, text: str, size: float, tracking: float = 0) -> float:
        """Return the width of a line. ``tracking`` is letter-spacing as a fraction of the size."""
        steps = [step / self.unit for _, step in self._set(text)]
        return size * (sum(steps) + tracking * (len(steps) - 1))

    def line(
        self, text: str, x: float, y: float, size: float, ink: str, tracking: float = 0
    ) -> str:
        """Return a line of text as one SVG path that starts at x on the baseline y."""
        scale = size / self.unit
        pen = SVGPathPen(self.glyphs, ntos=lambda value: f"{value:.2f}".rstrip("0").rstrip("."))
        for name, step in self._set(text):
            self.glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, x, y)))
            x += step * scale + tracking * size
        return path_element(pen.getCommands(), more=f' fill="{ink}"')

    def lines(self, text: str, size: float, room: float) -> list[str]:
        """Break a text into the fewest lines that fit in ``room``, with balanced lengths."""
        words = text.split()
        least = max(self.width(word, size) for word in words)
        if least > room:
            return self._filled(words, size, least)
        few = len(self._filled(words, size, room))
        while least + 1 < room:
            middle = (least + room) / 2
            if len(self._filled(words, size, middle)) > few:
                least = middle
            else:
                room = middle
        return self._filled(words, size, room)

    def _filled(self, words: list[str], size: float, room: float) -> list[str]:
        lines = [words[0]]
        for word in words[1:]:
            longer = f"{lines[-1]} {word}"
            if self.width(longer, size) <= room + 0.01:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def _set(self, text: str) -> Iterator[tuple[str, float]]:
        """Yield the glyphs of a text with their advance widths."""
        names = self._joined([self.letters.get(ord(letter), ".notdef") for letter in text])
        for name, after in zip(names, [*names[1:], ""], strict=True):
            yield name, self._step(name, after)

    def _step(self, name: str, after: str) -> float:
        """Return the advance width of a glyph, with the kerning before the glyph ``after``.

        The width is cached, because line breaking measures often.
        """
        pair = name, after
        if pair not in self.steps:
            kern = self._kern(name, after) if after else 0
            self.steps[pair] = self.glyphs[name].width + kern
        return self.steps[pair]

    def _joined(self, names: list[str]) -> list[str]:
        found: list[str] = []
        while names:
            for one in self.ligatures.get(names[0], ()):
                if names[1 : one.CompCount] == one.Component:
                    found.append(one.LigGlyph)
                    names = names[one.CompCount :]
                    break
            else:
                found.append(names[0])
                names = names[1:]
        return found

    def _kern(self, name: str, after: str) -> float:
        return sum(
            next(
                (
                    by
                    for by in (self._moved(table, name, after) for table in tables)
                    if by is not None
                ),
                0,
            )
            for tables in self.pairs
        )

    def _moved(self, table: Any, name: str, after: str) -> float | None:
        """Return the kerning of two glyphs in a kerning table, or None if the table lacks the pair."""
        if name not in table.Coverage.glyphs:
            return None
        if table.Format == 1:
            pairs = table.PairSet[table.Coverage.glyphs.index(name)].PairValueRecord
            value = next((one.Value1 for one in pairs if one.SecondGlyph == after), None)
            return None if value is None else self._amount(value)
        first = table.ClassDef1.classDefs.get(name, 0)
        second = table.ClassDef2.classDefs.get(after, 0)
        return self._amount(table.Class1Record[first].Class2Record[second].Value1)

    def _amount(self, value: Any) -> float:
        amount = float(getattr(value, "XAdvance", 0) or 0)
        device = getattr(value, "XAdvDevice", None)
        if device is not None and device.DeltaFormat == VARIATION:
            amount += self.varied[(device.StartSize << 16) + device.EndSize]
        return amount


def _lookups(table: Any, feature: str) -> list[Any]:
    """Return the lookups of an OpenType feature in order."""
    numbers = {
        number
        for record in table.table.FeatureList.FeatureRecord
        if record.FeatureTag == feature
        for number in record.Feature.LookupListIndex
    }
    return [table.table.LookupList.Lookup[number] for number in sorted(numbers)]


def _tables(table: Any, feature: str) -> list[Any]:
    return [part for lookup in _lookups(table, feature) for part in lookup.SubTable]
