"""The court figures as cut out of their package: twelve whole drawings, and nothing of ours."""

from xml.etree import ElementTree as ET

import pytest
from places import PLACES

from piquet_core.pack.cards import Card, Rank
from piquet_core.site import courts

pytestmark = pytest.mark.site


@pytest.fixture(scope="module")
def drawings() -> dict[Card, bytes]:
    return courts.drawings(PLACES.courts / courts.DRAWN)


def test_every_court_has_a_figure_of_its_own(drawings: dict[Card, bytes]) -> None:
    assert set(drawings) == set(courts.courts())
    assert {card.rank for card in drawings} == {Rank.KING, Rank.QUEEN, Rank.JACK}
    assert len(set(drawings.values())) == 12  # three ranks in four suits


def test_a_drawing_is_whole_without_letters_and_with_its_notice(
    drawings: dict[Card, bytes],
) -> None:
    for card, drawing in drawings.items():
        root = ET.fromstring(drawing)
        ids = {one.get("id") for one in root.iter()}
        used = {one.get(courts.LINK, "").removeprefix("#") for one in root.iter(f"{courts.SVG}use")}
        assert used <= ids, card
        assert len(root.findall(f"{courts.SVG}g/{courts.SVG}use")) == 2, card  # upright and turned
        assert not list(root.iter(f"{courts.SVG}text")), card
        assert b"David Bellot" in drawing
        assert b"LICENSE.txt" in drawing


def test_a_drawing_is_the_same_each_time(drawings: dict[Card, bytes]) -> None:
    assert courts.drawings(PLACES.courts / courts.DRAWN) == drawings
