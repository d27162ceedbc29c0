"""The directive ``play``: a form that knows the forms of each rule set, and a text without scripts."""

import re

import pytest
from project import Project

from piquet_core.players import PLAYERS, Profile, ThumbPlayer
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.sessions.session import forms
from piquet_core.views import Links
from sphinx_piquet.views import game_setup as game_start
from sphinx_piquet.views.game_setup import render_game_setup

PAGE = "# Table\n\n```{play}\nWithout it {doc}`read <index>`.\n```\n"


def test_the_form_offers_every_rule_set_and_the_forms_it_has(project: Project) -> None:
    project.write({"index": PAGE})
    assert project.build() == (0, "")
    html = project.read("index.html")
    fits = {
        form: set(ids.split())
        for form, ids in re.findall(r'<option value="([a-z-]+)" data-for="([^"]*)"', html)
    }
    for id in ruleset_ids():
        assert f'<option value="{id}"' in html
        assert {form for form, ids in fits.items() if id in ids} == set(forms(load_ruleset(id)))
    assert "table/table.js" in html
    assert re.search(r'<div class="pq-game"[^>]* hidden', html)
    assert "needs JavaScript" in html


def test_the_table_links_the_lessons_beside_the_course_page(project: Project) -> None:
    table = PAGE.replace("{play}\n", "{play}\n:lessons: course/learn\n\n")
    project.write({"index": table, "course/learn": "# Lessons\n"})
    project.build()
    assert 'data-lesson="course/{}.html"' in project.read("index.html")


def test_an_opponent_is_chosen_where_there_is_more_than_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With one opponent, the choice is between it and a friend; the default is selected."""
    thumb = PLAYERS["thumb"]
    monkeypatch.setattr(game_start, "PLAYERS", {"thumb": thumb})
    assert offered(render_game_setup(Links(), "hoyle1909"))[:-1] == [(f"Thumb {thumb.words}", True)]
    second = Profile(name="Second", words="Plays as the first does.", make=ThumbPlayer)
    monkeypatch.setattr(game_start, "PLAYERS", {"thumb": thumb, "second": second})
    *players, friend = offered(render_game_setup(Links(), "hoyle1909"))
    assert players == [(f"Thumb {thumb.words}", True), ("Second Plays as the first does.", False)]
    assert friend[0].startswith("A friend, at this device ")
    assert not friend[1]


def offered(html: str) -> list[tuple[str, bool]]:
    """Return the text of every selectable opponent, and whether it is selected."""
    cards = re.findall(r'<label>(<input type="radio" name="opponent"[^>]*>)(.*?)</label>', html)
    return [(re.sub("<[^>]*>", "", said), "checked" in box) for box, said in cards]


def test_other_builders_say_what_it_needs(project: Project) -> None:
    project.write({"index": PAGE})
    assert project.build("text") == (0, "")
    said = project.read("index.txt", "text")
    assert "A game against the computer needs JavaScript. Without it read." in said
