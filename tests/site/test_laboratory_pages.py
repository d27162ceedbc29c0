"""Pages on the worth of rules: sections of articles, the tables of the laboratory, its figures and data."""

from __future__ import annotations

import csv
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from project import Project, about, words_of
from schema_checker import faults

from piquet_core.export import Site
from piquet_core.laboratory.rule_effects import RuleEffect, effects_of, ranked, rule_effects
from piquet_core.laboratory.worth_sentences import effect_sentences, points_text, result_text
from piquet_core.rules import find_rule
from website.laboratory_data import COLUMNS, SCHEMA, laboratory_document, laboratory_table

pytestmark = pytest.mark.site

KEPT = Path(__file__).parents[2] / "docs" / "laboratory"
EFFECTS = rule_effects(KEPT)
RULES = sorted({rule for one in EFFECTS for rule in one.rules})
LABORATORY = """# The laboratory

(the-laboratory)=

## Ranking

```{laboratory} ranking
```

```{laboratory} whole-games
```

## Edges

```{laboratory} edges
```

## Nothing

```{laboratory} nothing
```

```{laboratory} shapes
:printed: cavendish hands.csv
```

```{laboratory} histograms
:printed: cavendish hands.csv
```

```{laboratory} exploiters
```
"""
FIGURES = (
    "# Figures\n\nA lead: {worth}`lead thumb`, {worth}`lead thumb signed`, {worth}`lead thumb games`."
    "\nThe edge: {edge}`lead`, {edge}`lead games`."
    "\nCavendish: {shape}`cavendish thumb elder-score`. Questions: {measured}`questions`."
    "\nExploited: {exploited}`cavendish`.\n"
)
HANDS = (
    "In the hundred,Cavendish,Here,95% bounds,Apart\n"
    "Elder scores under 10,25.00,1,0–1,none\n"
    "Elder makes a repique (27.5 to 1 against),3.51,1,0–1,none\n"
    "The cards are divided (7 to 1 against),12.50,1,0–1,none\n"
)
SHAPE = {
    "games": 4,
    "seed": "shapes",
    "digest": "0123456789abcdef",
    "commit": "abc",
    "variants": [
        {
            "rules": "cavendish",
            "measures": {
                name: {"mean": mean, "error": 0.5, "spread": 1.0}
                for name, mean in (
                    ("elders-lead", 14.25),
                    ("elder-score", 28.5),
                    ("younger-score", 14.25),
                    ("elder-piques", 0.25),
                )
            },
        }
    ],
    "differences": [],
    "scores": {"elder": {"0": 1, "20": 2, "170": 1}, "younger": {"10": 4}},
}
EXPLOITED = [
    {
        "rules": "cavendish",
        "player": "adapted",
        "exploiter": "fox",
        "gain": {"mean": 0.31, "error": 0.22},
        "deals": 400,
        "budget": "a few hands",
        "commit": "abc",
        "seed": "fox",
    }
]


def with_results(project: Project) -> Project:
    """Copy the kept results into a project, with a shape and an exploiter of known figures."""
    lab = project.path / "lab"
    shutil.copytree(KEPT, lab, ignore=shutil.ignore_patterns("*.md"))
    for folder in lab.glob("results/*/shapes"):
        shutil.rmtree(folder)
    kept = lab / "results" / "thumb" / "shapes"
    kept.mkdir()
    (kept / "cavendish.json").write_text(json.dumps(SHAPE), "utf-8")
    (lab / "results" / "exploiter.json").write_text(json.dumps(EXPLOITED), "utf-8")
    (project.path / "hands.csv").write_text(HANDS, "utf-8")
    return project


@pytest.fixture(scope="module")
def built(shared_project: Callable[[], Project]) -> Project:
    """Build the laboratory and the article of every measured rule, without a warning."""
    project = with_results(shared_project())
    articles = {
        rule: f"# {find_rule(rule).title}\n\n```{{rule}} {rule}\n```\n\nText.\n" for rule in RULES
    }
    lists = {
        "laboratory": LABORATORY,
        "figures": FIGURES,
        "index": "# Top\n\n```{toctree}\n:glob:\n\n*\n```\n",
        "sets": "# Sets\n\n"
        + "".join(f"## {one}\n\n```{{ruleset}} {one}\n```\n\n" for one in ("cavendish",)),
        "books": "# Books\n\n```{sources}\n```\n",
    }
    project.write(articles | lists)
    assert project.build("html", "-D", "piquet_laboratory=lab") == (0, "")
    return project


def experiment(page: str, effect: RuleEffect) -> str:
    """Return the part of an article that shows an experiment."""
    whole = page[page.index(f'id="{effect.anchor}"') :]
    return whole[: re.search(r'<div class="pq-rule-worth|</section>', whole).start()]  # type: ignore[union-attr]


@pytest.mark.parametrize("rule", RULES)
def test_an_article_says_what_its_rule_is_worth_before_the_answers(
    built: Project, rule: str
) -> None:
    page = built.read(f"{rule}.html")
    assert page.index('id="what-it-is-worth"') < page.index('id="every-answer"')
    for effect in effects_of(rule, KEPT):
        part = experiment(page, effect)
        text = words_of(part)
        for sentence in effect_sentences(effect):
            assert words_of(sentence) in text
        for result in effect.results:
            assert f"{result.provenance.games:,}" in text
            assert result.provenance.commit in text
            assert result.provenance.date in text
        panel = words_of(part[part.index('data-part="citation"') :])
        assert f"experiment {effect.name}" in panel
        assert words_of(result_text(effect.first)) in panel


@pytest.mark.parametrize("effect", EFFECTS, ids=lambda one: one.name)
def test_a_drawing_says_its_figures_in_words(built: Project, effect: RuleEffect) -> None:
    part = experiment(built.read(f"{effect.rules[0]}.html"), effect)
    (label,) = re.findall(r'role="img" aria-label="([^"]*)"', part)
    for result in effect.results:
        assert words_of(f"{result.provenance.name} {result_text(result)}") in words_of(label)


def test_the_ranking_has_the_greatest_effect_first_and_leads_to_the_articles(
    built: Project,
) -> None:
    page = built.read("laboratory.html")
    section = page[page.index('id="ranking"') : page.index('id="edges"')]
    found = re.findall(r'href="([\w.-]+)\.html#worth-([\w-]+)"', section)
    expected = [one for one in ranked(EFFECTS) if one.is_of_deals and not one.first.nothing]
    expected += [one for one in ranked(EFFECTS) if not one.is_of_deals]
    assert found == [(one.rules[0], one.name) for one in expected]
    shown = [
        abs(one.first.lead.mean) for one in expected if one.is_of_deals and one.first.shows_effect
    ]
    assert shown == sorted(shown, reverse=True)
    text = words_of(section)
    for one in expected:
        for result in one.results:
            assert words_of(points_text(result.lead, signed=True)) in text


def test_the_edges_have_the_greatest_change_first_and_every_match(built: Project) -> None:
    page = built.read("laboratory.html")
    section = page[page.index('id="edges"') : page.index('id="nothing"')]
    found = re.findall(r'href="[\w.-]+\.html#worth-([\w-]+)"', section)
    edges = {one.name: one.edge for one in EFFECTS if one.edge}
    assert sorted(found) == sorted(edges)
    assert edges
    shown = [edges[name] for name in found if edges[name].shows_effect]
    sizes = [abs(one.change.mean) for one in shown]
    assert sizes == sorted(sizes, reverse=True)
    text = words_of(section)
    for one in edges.values():
        assert words_of(points_text(one.change, signed=True)) in text


def test_what_changed_nothing_is_listed_with_its_bound_and_reason(built: Project) -> None:
    text = words_of(built.read("laboratory.html").partition('id="nothing"')[2])
    nothing = [one for one in EFFECTS if one.is_of_deals and one.first.nothing]
    assert nothing
    for one in nothing:
        assert words_of(f"If {one.clause}") in text
        assert words_of(one.caution) in text


def test_shapes_stand_beside_the_printed_figures(built: Project) -> None:
    page = built.read("laboratory.html")
    (row, printed) = re.findall(
        r"<tr[^>]*>(?:(?!</tr>).)*</tr>", page[page.index("pq-shapes") :], re.DOTALL
    )[1:3]
    assert "28.5 14.2 14.25 ± 0.50 25.0" in words_of(row)
    assert words_of(printed) == "as printed 3.5 12.5"
    (label,) = re.findall(r'aria-label="(Cavendish: [^"]*)"', page)
    assert "Elder: 0 to 9 25.0, 20 to 29 50.0, 150 or more 25.0." in label
    assert "Elder in the book: 0 to 9 25.0." in label
    assert "+0.31 ± 0.22 400" in words_of(page)
    assert "Budget of the exploiter: a few hands." in words_of(page)
    assert "The gain is above 0.2 points a deal under Cavendish." in words_of(page)


def test_figures_in_a_text_come_from_the_results(built: Project) -> None:
    text = words_of(built.read("figures.html"))
    lead = next(one for one in EFFECTS if one.name == "lead").result_of("thumb")
    assert lead is not None
    signed = words_of(points_text(lead.lead, signed=True))
    assert f"A lead: {signed[1:]}, {signed}, {lead.provenance.games:,}." in text
    edge = next(one.edge for one in EFFECTS if one.name == "lead")
    assert edge is not None
    change = words_of(points_text(edge.change))
    assert f"The edge: {change}, {edge.provenance.games:,}." in text
    assert "Cavendish: 28.50 ± 0.50." in text
    assert f"Questions: {len(EFFECTS)}." in text
    assert "Exploited: +0.31 ± 0.22." in text


def test_an_unknown_figure_is_an_error_with_its_place(project: Project) -> None:
    with_results(project).write(
        {
            "index": "# Top\n\n{worth}`leed`\n\n{worth}`lead thumb colour`\n\n{shape}`little thumb x`\n\n"
            "{measured}`rules`\n\n{exploited}`little`\n\n"
            "{edge}`lead colour`\n\n```{laboratory} tables\n```\n"
        }
    )
    code, said = project.build("dummy", "-D", "piquet_laboratory=lab")
    assert code
    found = about("index.md", said)
    for part in (
        *(
            "no result 'leed'; choose one of above-called",
            "no figure 'colour'; choose one of effect",
        ),
        *(
            "no measure 'x' of little",
            "cannot count 'rules'",
            "no exploiter",
            "no figure 'colour' of an edge for lead",
            "unknown part 'tables'",
        ),
    ):
        assert part in found


def test_the_data_conform_to_their_schema(built: Project) -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    for folder in (KEPT, built.path / "lab"):
        made = json.loads(json.dumps(laboratory_document(folder, Site())))
        assert faults(made, schema, schema) == []
        assert [one["id"] for one in made["effects"]] == [one.name for one in EFFECTS]
        made["effects"][0]["results"][0]["games"] = "many"
        assert faults(made, schema, schema)


def test_the_table_has_a_row_for_each_effect_and_player() -> None:
    head, *rows = csv.reader(laboratory_table(KEPT).splitlines())
    assert tuple(head) == COLUMNS
    every = [(one, result) for one in EFFECTS for result in one.results]
    assert len(rows) == len(every)
    for row, (one, result) in zip(rows, every, strict=True):
        found = dict(zip(COLUMNS, row, strict=True))
        assert (found["experiment"], found["player"]) == (one.name, result.provenance.player)
        assert float(found["effect"]) == result.lead.mean
        assert found["change"] == one.clause
