"""The background of all pictures: felt with soft light, a rail and a brass line."""

from __future__ import annotations

from typing import Final

from piquet_core.views.card_symbols import XMLNS
from website.pictures import fan_picture as fan
from website.pictures.palette import colours

BRASS_LINE: Final = "#e6c47a"  # as on the icon; half transparent on felt
RAIL: Final = 14.0


def felt_picture(width: int, height: int, *drawn: str) -> str:
    """Return a complete SVG picture with the given elements on felt."""
    ink = colours()
    across, down = 1.2 * width, 0.95 * height
    light = (
        '<radialGradient id="light" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" '
        f'gradientTransform="translate({width / 2:g} {0.4 * height:g})scale({across:g} {down:g})">'
        f'<stop stop-color="{ink["felt-lit"]}"/>'
        f'<stop offset=".55" stop-color="{ink["felt"]}"/>'
        f'<stop offset="1" stop-color="{ink["felt-deep"]}"/></radialGradient>'
    )
    felt = (
        f'<rect width="{width}" height="{height}" fill="{ink["felt-deep"]}"/>'
        f"{_inner(width, height, RAIL, 'fill="url(#light)"')}"
        f"{_inner(width, height, RAIL + 1, f'fill="none" stroke="{BRASS_LINE}" stroke-opacity=".5" stroke-width="2"')}"
    )
    return (
        f'<svg {XMLNS} viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<defs>{light}{fan.card_definitions()}</defs>{felt}{''.join(drawn)}</svg>"
    )


def _inner(width: int, height: int, inset: float, paint: str) -> str:
    return (
        f'<rect x="{inset:g}" y="{inset:g}" width="{width - 2 * inset:g}" '
        f'height="{height - 2 * inset:g}" {paint}/>'
    )
