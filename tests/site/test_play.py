"""The directive ``play``: a form that knows which forms each rule set has, and words without a script."""

import re

from project import Project

from piquet_core.playing.session import forms
from piquet_core.rules import load_ruleset, ruleset_ids

PAGE = "# Table\n\n```{play}\n```\n"


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
    assert "game/game.js" in html
    assert re.search(r'<div class="pq-game"[^>]* hidden', html)
    assert "needs JavaScript" in html


def test_other_builders_say_what_it_needs(project: Project) -> None:
    project.write({"index": PAGE})
    assert project.build("text") == (0, "")
    assert "needs JavaScript" in project.read("index.txt", "text")
