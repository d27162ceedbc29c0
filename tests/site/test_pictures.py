"""Pictures of a build: one for each deal, one for all other pages, the cover, the icons; and their users."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from project import Project, quiet_project
from site_folders import PLACES, ROOT
from test_replay import RECORD, deal_project

from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from sphinx_piquet.views.deal_list import ListedDeal
from website.pictures.deal_picture import alternative_text, decisive_cards
from website.pictures.gallery import (
    cover_drawing,
    deal_drawing,
    default_drawing,
    icon_drawings,
    lettering,
)
from website.pictures.lettering import Lettering
from website.pictures.palette import colours
from website.pictures.render_png import Drawing, render_pngs

pytestmark = pytest.mark.site

TEXTS = {path.stem: path.read_text("utf-8") for path in PLACES.records()}
TITLE = '[Title "A and B play at Piquet"]'
LONG = (
    "An uncommonly long title, which no book would print above a deal, "
    "nor any reader say in one breath"
)


def deal(text: str) -> ListedDeal:
    return ListedDeal(replay=replay_record(loads(text)))


@pytest.fixture(scope="module")
def letters() -> Lettering:
    return lettering(PLACES)


@pytest.fixture(scope="module")
def deals(letters: Lettering) -> dict[str, Drawing]:
    """Return the pictures of all deals, and of one with a very long title."""
    long = TEXTS["hoyle1909-ab"].replace(TITLE, f'[Title "{LONG}"]')
    assert LONG in long
    return {id: deal_drawing(deal(text), letters) for id, text in TEXTS.items()} | {
        "long": replace(deal_drawing(deal(long), letters), name="long")
    }


@pytest.fixture(scope="module")
def others(letters: Lettering) -> list[Drawing]:
    return [default_drawing(letters), cover_drawing(letters), *icon_drawings(PLACES)]


@pytest.fixture(scope="module")
def pictures(deals: dict[str, Drawing], others: list[Drawing]) -> dict[str, bytes]:
    """Return all pictures as PNGs by name; those of the site as its build has rendered them."""
    found = render_pngs([*deals.values(), *others], PLACES)
    return {name: path.read_bytes() for name, path in found.items()}


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def pixels(png: bytes) -> list[bytes]:
    """Return the rows of a picture, with three bytes per pixel."""
    width, height = size(png)
    data = zlib.decompress(png[41 : 41 + int.from_bytes(png[33:37])])
    line = 3 * width + 1
    assert len(data) == line * height
    assert set(data[::line]) == {0}, "each row is kept as it is"
    return [data[at + 1 : at + line] for at in range(0, len(data), line)]


def test_each_deal_has_a_picture_unlike_the_others(
    deals: dict[str, Drawing], pictures: dict[str, bytes]
) -> None:
    assert len(deals) > len(TEXTS)
    found = [pictures[one.name] for one in deals.values()]
    assert {size(one) for one in found} == {(1200, 630)}
    assert len(set(found)) == len(deals)


def test_the_others_have_the_sizes_that_are_asked_for(pictures: dict[str, bytes]) -> None:
    assert size(pictures["share"]) == (1200, 630)
    assert size(pictures["cover"]) == (900, 1350)
    for side in (180, 192, 512):
        assert size(pictures[f"icon-{side}"]) == (side, side)
    named = (ROOT / "docs/_static/site.webmanifest").read_text("utf-8")
    named += (ROOT / "docs/_templates/layout.html").read_text("utf-8")
    assert set(re.findall(r"(icon-[\w-]+)\.png", named)) < set(pictures)


def test_an_icon_may_be_cut_to_a_circle_of_four_fifths(pictures: dict[str, bytes]) -> None:
    """Only felt is outside the circle, and the brass line is inside."""
    rows = pixels(pictures["icon-mask-512"])
    felt = bytes.fromhex(colours()["felt"][1:])
    outside = {
        row[3 * x : 3 * x + 3]
        for y, row in enumerate(rows)
        for x in range(512)
        if (x - 255.5) ** 2 + (y - 255.5) ** 2 > (0.4 * 512) ** 2
    }
    assert outside == {felt}
    assert len({row[3 * 255 : 3 * 256] for row in rows}) > 1


def test_two_great_hands_are_told_apart() -> None:
    """Two deals with the same quint have different pictures, because the quatorzes are next to it."""
    held = [
        tuple(decisive_cards(deal(TEXTS[id]).replay)[1]) for id in ("most-174", "penguin-sample")
    ]
    assert held[0] != held[1]
    assert all(len(cards) <= 8 for cards in held)


def test_nothing_is_left_to_a_font_or_a_style_sheet(
    deals: dict[str, Drawing], others: list[Drawing]
) -> None:
    for one in [*deals.values(), *others]:
        assert "<path" in one.svg
        assert not re.search(r"<text|<style|<use|class=|font|var\(|currentColor", one.svg), one.name


def test_a_drawing_with_words_is_refused(tmp_path: Path) -> None:
    worded = Drawing(name="worded", svg="<svg><text>Piquet</text></svg>", width=1, height=1)
    with pytest.raises(ValueError, match="not converted to outlines in these pictures: worded"):
        render_pngs([worded], replace(PLACES, cache=tmp_path))


def test_the_same_drawing_gives_the_same_bytes_and_is_drawn_once(
    deals: dict[str, Drawing], pictures: dict[str, bytes], tmp_path: Path
) -> None:
    places = replace(PLACES, cache=tmp_path)
    one = deals["facheux"]
    path = render_pngs([one], places)[one.name]
    assert path.read_bytes() == pictures[one.name]
    before = path.stat().st_mtime_ns
    assert render_pngs([one], places)[one.name].stat().st_mtime_ns == before
    changed = replace(one, svg=one.svg.replace(colours()["felt"], colours()["back"]))
    new = render_pngs([changed], places)[one.name]
    assert new.read_bytes() != pictures[one.name]
    assert list(path.parent.iterdir()) == [new], "the one that it replaces is gone"


def test_without_its_tool_nothing_is_drawn(tmp_path: Path, others: list[Drawing]) -> None:
    with pytest.raises(FileNotFoundError, match="resvg"):
        render_pngs(others, replace(PLACES, cache=tmp_path, npm=tmp_path))


def test_cards_and_words_keep_clear_of_the_edge(
    deals: dict[str, Drawing], pictures: dict[str, bytes]
) -> None:
    """Only felt is between the brass line and the text, and above and below all of it."""
    rail = bytes.fromhex(colours()["felt-deep"][1:])
    for name in [one.name for one in deals.values()] + ["share"]:
        rows = pixels(pictures[name])
        assert {row[:3] for row in rows} | {row[-3:] for row in rows} == {rail}, name
        clear = [row[3 * 18 : 3 * 60] + row[3 * 1140 : 3 * 1182] for row in rows[18:-18]]
        clear += [row[3 * 18 : 3 * 1182] for row in rows[18:60] + rows[-60:-18]]
        assert max(map(max, clear)) < 0x70, (
            name
        )  # felt is at most #275a44, cards and words are light


def test_words_and_cards_do_not_meet(pictures: dict[str, bytes], deals: dict[str, Drawing]) -> None:
    for one in deals.values():
        rows = pixels(pictures[one.name])
        assert any(max(row[3 * 495 : 3 * 515]) < 0x70 for row in rows)
        assert max(max(row[3 * 497 : 3 * 520]) for row in rows[60:-60]) < 0x70, one.name


def test_a_picture_is_told_in_words() -> None:
    assert alternative_text(deal(TEXTS["hoyle1909-ab"])) == (
        "A and B play at Piquet: A holds the jack of diamonds, ten of diamonds, nine of diamonds, "
        "eight of diamonds and seven of diamonds. Final score: A 43, B 23."
    )


# -- letters ---------------------------------------------------------------------------------------


def test_letters_are_set_as_a_page_sets_them(letters: Lettering) -> None:
    def alone(text: str) -> float:
        return sum(letters.width(letter, 100) for letter in text)

    def strokes(text: str) -> str:
        return re.sub("[^A-Z]", "", letters.line(text, 0, 0, 100, "#000000").partition(' d="')[2])

    assert letters.width("AV", 100) < alone("AV")  # kerned
    assert strokes("nn") == 2 * strokes("n")
    assert strokes("ffl") != 2 * strokes("f") + strokes("l")  # a ligature, and so drawn differently
    assert letters.width("nn", 100) == pytest.approx(alone("nn"))


def test_lines_are_few_and_of_like_length(letters: Lettering) -> None:
    room = 420
    lines = letters.lines("A learner’s deal, from the shuffle to the score card", 60, room)
    assert " ".join(lines) == "A learner’s deal, from the shuffle to the score card"
    widths = [letters.width(line, 60) for line in lines]
    assert max(widths) <= room
    assert sum(widths) > room * (len(lines) - 1), "no fewer would do"
    assert min(widths) > 0.7 * max(widths)


# -- heads -----------------------------------------------------------------------------------------

CONF = f"""
extensions += ["website.page_meta", "website.pictures.gallery", "sphinxext.opengraph"]
ogp_site_url = html_baseurl = {{home!r}}
ogp_social_cards = {{{{"enable": False}}}}
piquet_npm = {str(PLACES.npm)!r}
piquet_cache = {str(PLACES.cache)!r}
piquet_own_static = {str(PLACES.own_static)!r}
"""
SHARED = re.compile(r'<meta property="og:image((?::\w+)?)" content="([^"]*)"')


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with quiet_project(tmp_path / "site") as made:
        yield deal_project(made, RECORD)


def built(project: Project, home: str) -> Project:
    with (project.path / "conf.py").open("a", encoding="utf-8") as file:
        file.write(CONF.format(home=home))
    assert project.build(only=["deal", "play.last-trick"]) == (0, "")
    return project


def shared(project: Project, page: str) -> dict[str, str]:
    """Return the metadata of a page's picture."""
    return {name: unescape(told) for name, told in SHARED.findall(project.read(page))}


def test_the_page_of_a_deal_names_its_own_picture(project: Project) -> None:
    built(project, "https://a.example/x/")
    assert shared(project, "deal.html") == {
        "": "https://a.example/x/_static/shared/hoyle1909-ab.png",
        ":alt": alternative_text(deal(RECORD)),
        ":width": "1200",
        ":height": "630",
    }
    static = project.path / "out/html/_static"
    assert size((static / "shared/hoyle1909-ab.png").read_bytes()) == (1200, 630)
    (rule,) = list((project.path / "out/html").glob("play.last-trick.html"))
    told = shared(project, rule.name)
    assert told[""] == "https://a.example/x/_static/share.png"
    assert "Piquet" not in told[":alt"]
    assert "ace of spades" in told[":alt"]
    assert size((static / "share.png").read_bytes()) == (1200, 630)
    assert not SHARED.search(project.read("embed/hoyle1909-ab.html"))


def test_without_a_home_there_are_icons_alone(project: Project) -> None:
    built(project, "")
    assert shared(project, "deal.html") == {}
    found = (project.path / "out/html/_static").rglob("*.png")
    ours = {path.name for path in found if path.name.startswith(("icon-", "share", "hoyle"))}
    assert ours == {"icon-180.png", "icon-192.png", "icon-512.png", "icon-mask-512.png"}
