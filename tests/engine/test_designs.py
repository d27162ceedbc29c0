"""Designs: their text, their conflicts, their experiment, quick deals, and games at the table under them."""

from __future__ import annotations

import random
import re

import pytest
from test_dispatch import ask
from test_games_by_requests import deal, play
from test_table_requests import ok

from piquet_core.cards.seat import Seat
from piquet_core.challenges import ChallengeError, lay_challenge
from piquet_core.designs.design import SEED, Design, experiment_toml, read_design
from piquet_core.designs.quick_deals import QuickDeals
from piquet_core.engine.state import shuffled_deal
from piquet_core.errors import RuleSetError
from piquet_core.laboratory.experiment import parse_experiment
from piquet_core.laboratory.games import NAMES, GameTerms, play_game
from piquet_core.notation import loads
from piquet_core.players.card_values import HandEvaluator
from piquet_core.replay.replay import replay_record
from piquet_core.rules import catalogue, find_ruleset, load_ruleset, ruleset_ids
from piquet_core.rules.variants import answer_code, given_answers
from piquet_core.sessions import read_session

LIST_KINDS = {"ints", "names", "ranks", "pips"}


def designs_of_one_change(base: str) -> list[Design]:
    """Return the design with each answer that a book gives in place of the base's."""
    return [
        design
        for rule in catalogue()
        for answer in given_answers(rule)
        if (design := read_design(f"{base},{rule}={answer_code(answer)}")).changes
    ]


def test_every_answer_of_a_book_can_be_chosen() -> None:
    """Lists too, whose codes have dots for the commas that separate the changes of a design."""
    kinds = set()
    for rule in catalogue().values():
        for answer in given_answers(rule.id):
            found = read_design(f"hoyle1909,{rule.id}={answer_code(answer)}")
            assert found.rules.answers[rule.id].value == answer.value
            kinds.add(rule.kind)
    assert kinds >= LIST_KINDS


def test_the_same_answers_have_the_same_text() -> None:
    written = "hoyle1909,blank.points=20,play.lead=0"
    for text in (
        written,
        "hoyle1909,play.lead=0,blank.points=20",
        "hoyle1909,play.lead=3,blank.points=20,play.lead=0",
    ):
        assert read_design(text).rules.id == written
    unchanged = answer_code(load_ruleset("hoyle1909").answers["play.lead"])
    assert read_design(f"hoyle1909,play.lead={unchanged}").rules is load_ruleset("hoyle1909")
    assert read_design(written).rules is find_ruleset(written)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hoyle1900,play.lead=0", "hoyle1900: unknown rule set"),
        ("hoyle1909,play.leed=0", "hoyle1909: play.leed: no such rule"),
        ("hoyle1909,play.lead=none", "play.lead: 'none' is not an answer"),
        ("hoyle1909,play.lead=1000", "play.lead: '1000' is not an answer"),
        ("hoyle1909,play.lead=absent", "play.lead: 'absent' is not an answer"),
        ("hoyle1909,sequence.scores=1.2", "sequence.scores: '1.2' is not an answer"),
        ("hoyle1909,", "hoyle1909: : no such rule"),
    ],
)
def test_a_text_that_is_no_design_says_which_part_is_wrong(text: str, said: str) -> None:
    with pytest.raises(RuleSetError, match=re.escape(said)):
        read_design(text)


def test_conflicts_name_their_rules_and_leave_the_choice() -> None:
    found = read_design("hoyle1909,exchange.elder-max=8,cards.majority=6")
    assert [id for id, _ in found.conflicts] == [
        "exchange.elder-max",
        "exchange.younger-min",
        "cards.majority",
    ]
    assert [one.id for one in found.changes] == ["exchange.elder-max", "cards.majority"]


@pytest.mark.parametrize("base", ["hoyle1909", "picquet1651"])
def test_the_experiment_has_the_base_and_the_design(base: str) -> None:
    found = [one for one in designs_of_one_change(base) if not one.conflicts]
    assert len(found) > 50
    for design in found:
        made = parse_experiment(experiment_toml(design, 'A "\\" name'), "design")
        assert made.seed == SEED
        assert made.variants[-1].name == 'A "\\" name'
        assert [one.rules.digest for one in made.variants] == [
            design.base.digest,
            design.rules.digest,
        ]


def test_a_design_with_other_cards_has_an_experiment_of_its_own() -> None:
    old = load_ruleset("old36").answers
    changes = ",".join(
        f"{id}={answer_code(old[id])}"
        for id in ("pack.size", "pack.ranks", "deal.talon", "point.pips", "sequence.scores")
    )
    design = read_design(f"hoyle1909,{changes}")
    assert design.conflicts == ()
    made = parse_experiment(experiment_toml(design), "design")
    assert [one.rules.digest for one in made.variants] == [design.rules.digest]
    deals = QuickDeals(design, deals=3)
    assert deals.go_on(6)
    assert deals.difference.low < deals.difference.mean < deals.difference.high


def test_quick_deals_are_the_first_games_of_the_experiment() -> None:
    design, number = read_design("hoyle1909,play.lead=0,capot.points=20"), 12
    found = QuickDeals(design, number)
    assert not found.go_on(5)
    assert found.done == 5
    assert found.go_on(100)
    for rules, sample in ((design.base, found.base), (design.rules, found.changed)):
        terms = GameTerms(rules=rules, players=("thumb", "thumb"), objective="points", seed=SEED)
        games = [
            dict(zip(NAMES, play_game(terms, one, swapped=False), strict=True))
            for one in range(number)
        ]
        assert sample.leads == [one["elder_score"] - one["younger_score"] for one in games]
        for feat in ("pique", "repique", "capot"):
            assert sample.feats[feat] == sum(
                one[f"{seat}_{feat}s"] for one in games for seat in ("elder", "younger")
            )
    gaps = [new - old for old, new in zip(found.base.leads, found.changed.leads, strict=True)]
    assert found.difference.mean == pytest.approx(sum(gaps) / number)


def test_the_page_gets_conflicts_the_experiment_and_progress() -> None:
    wrong = ok("check-design", rules="hoyle1909,pack.size=36")
    assert wrong["toml"] == ""
    assert [one["rule"] for one in wrong["conflicts"]] == ["pack.ranks"]
    right = ok("check-design", rules="hoyle1909,play.lead=0", name=" Aunt  Jo's ")
    assert (right["conflicts"], right["file"]) == ([], "aunt-jo-s.toml")
    assert 'name = "Aunt Jo\'s"' in right["toml"]
    rules = "hoyle1909,play.lead=0"
    some = ok("quick-deals", rules=rules, until=4)
    assert (some["done"], some["of"]) == (4, 100)
    assert "<script>" not in ok("quick-deals", rules=rules, name="<script>", until=100)["html"]
    refused = ask("quick-deals", rules="hoyle1909,pack.size=36", until=4)
    assert "36 has its 9 ranks" in refused["error"]["message"]


# -- at the table --------------------------------------------------------------------------------

DESIGN = "hoyle1909,blank.points=20,point.score=tens,sequence.scores=3.4.15.16.17.18,play.lead=0"


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_a_game_under_a_design_survives_reloads_and_is_a_record(seat: str) -> None:
    play(DESIGN, "deal", seat, "thumb", "design")


def test_a_deal_under_a_design_is_replayed_rated_and_counted_under_a_short_id() -> None:
    """The browser's storage, also that of earlier editions, refuses other characters and long ids."""
    rng = random.Random(1)
    game = ok("start-game", rules=DESIGN, form="deal", seat="elder", opponent="thumb", seed="x")
    *_, game = deal(game, rng)
    session = read_session(game["game"])
    assert session.rules is find_ruleset(DESIGN)
    assert game["title"].startswith("Hoyle’s Games Modernized (1909), changed in 4 answers")
    replay = replay_record(loads(ok("export-record", game=game["game"])["text"]))
    assert (replay.findings, replay.rules) == ((), session.rules)
    assert replay.steps[-1].score == session.table.state.score
    assert game["outcome"]["deal"]["rules"] == "hoyle1909-changed"
    assert ok("rate-deal", game=game["game"])["rating"]["rules"] == "hoyle1909"
    for id in ruleset_ids():
        assert re.fullmatch(r"[a-z\d-]{1,40}", f"{id}-changed")


def test_a_challenge_is_played_by_the_rules_of_a_book() -> None:
    with pytest.raises(ChallengeError, match="none changed"):
        lay_challenge(
            find_ruleset(DESIGN), "deal", seed="a", seat=Seat.ELDER, opponent="thumb", count=1
        )


@pytest.mark.parametrize("base", ["hoyle1909", "rubicon", "old36"])
def test_every_answer_that_can_be_chosen_can_be_played(base: str) -> None:
    """By Thumb, and by Master, whose tables were fitted for other answers."""
    for design in designs_of_one_change(base):
        if not design.conflicts:
            deals = QuickDeals(design, deals=1)
            assert deals.go_on(2)
            deal = shuffled_deal(design.rules, random.Random(base))
            cards = HandEvaluator(design.rules)
            assert isinstance(
                cards.deal_value(deal.elder.mask, deal.younger.mask, exact=False).ahead, float
            )
