"""Every rule of every rule set has a citation, an article, and code that uses it.

A rule is *emitted* if an event of a played deal has its id, and *consulted* if the engine asked for its
answer during the deal. The deals are the records of this repository, and random ones under each rule set.
Rules that are neither are listed here with the reason.
"""

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from random_play import ALL_RECORDS, ROOT, any_deal, play_out, read
from rule_set_games import BOOKS, Board

from piquet_core.cards.cards import parse_hand
from piquet_core.engine.events import Event
from piquet_core.engine.state import Deal
from piquet_core.frozen_dict import FrozenDict
from piquet_core.replay.replay import replay_record
from piquet_core.rules import Answer, RuleSet, catalogue, load_ruleset, parse_citation, sources

ARTICLES = ROOT / "docs" / "rules"
DEALS = 40

# Rules of whole games: `game.py` uses them, and `test_game.py` tests them.
OF_THE_GAME = {
    id: "asked for where deals are put together into a game, not within a deal"
    for id in catalogue()
    if id.partition(".")[0] in ("game", "hundred", "rubicon")
    # A record with the score of the game asks whether the rules have a target.
    and id != "hundred.target"
} | {
    "deal.first-dealer": "asked for when the players cut, before there is a deal",
    "deal.alternates": "asked for from one deal to the next",
}
# Rules without a move in the engine: both players always follow them.
WITHOUT_A_MOVE = {
    "deal.packets": "how the dealer's hand moves; a deal is given as dealt",
    "conduct.own-discards": "a player's own discards are always in his view; looking is no move",
    "conduct.tricks": "the tricks are always in the record; looking back is no move",
    "pack.ranks": "the order of ranks is the order of the bits of a hand; checked against the pack",
}
# Used when the player less likely to make a pique reaches its count.
RARELY = {
    "pique.seat": "younger at thirty and elder at nothing: not where each lead brings a point",
}
# Rules with a single possible answer, built into the procedures: events carry the id.
ONE_ANSWER = {
    "play.follow": "refuses a card, and is met when one is refused",
    "declare.younger-counts": "puts younger's count after the first lead; refuses a count elsewhere",
    "pique.bar": "the one answer is written out where a pique is made",
    "sequence.tie": "emitted when sequences are equal",
    "cards.divided": "emitted when the tricks are six each",
}


class Noting(FrozenDict[str, Answer[Any]]):
    """The answers of a rule set, with a record of those that were asked for."""

    __slots__ = ("asked",)

    def __init__(self, answers: Mapping[str, Answer[Any]]) -> None:
        super().__init__(answers)
        self.asked: set[str] = set()

    def __getitem__(self, id: str) -> Answer[Any]:
        self.asked.add(id)
        return super().__getitem__(id)


def noted(name: str) -> tuple[RuleSet, Noting]:
    """Return a recording rule set, with an id that has no cached tables."""
    rules = BOOKS[name]
    answers = Noting(rules.answers)
    return replace(rules, id=f"{name}-noted", answers=answers), answers


def named(events: tuple[Event, ...]) -> set[str]:
    return {event.rule for event in events if hasattr(event, "rule")}


@cache
def met(name: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the ids that deals under a rule set emit, and those that the engine asked for."""
    rules, answers = noted(name)
    emitted: set[str] = set()
    for path in ALL_RECORDS:
        emitted |= named(replay_record(read(path), rules, adapt=True).events)
    rng = random.Random(5)
    for _ in range(DEALS):
        emitted |= named(play_out(rules, any_deal(rules, rng), rng)[2])
    emitted |= named(pique_of_elder(rules)) | named(pique_of_younger(rules))
    if rules.number("pack.size").value == 36:
        emitted |= named(two_blanks(rules))
    return frozenset(emitted), frozenset(answers.asked)


def two_blanks(rules: RuleSet) -> tuple[Event, ...]:
    """Return the log of a deal with two cartes blanches and a repique of elder."""
    elder, younger = parse_hand("A98.A98.A98.A98"), parse_hand("T76.T76.T76.T76")
    courts = parse_hand("KQJ.KQJ.KQJ.KQJ")
    order = sorted(courts, key=lambda one: -one.rank)
    board = Board(rules, Deal(elder=elder, younger=younger, talon=tuple(order)))
    board.announce(exchanging=8)
    board.announce()
    board.exchange("T.T.T.T")
    board.exchange("98.98.98.98")
    board.say("3S good 3AS good 4A good")
    board.say("3S 3AS 3AH 3AD 3AC 4A 4K 4Q")
    return tuple(board.log)


def pique_of_elder(rules: RuleSet) -> tuple[Event, ...]:
    """Return the log of a deal with twenty-nine in hand and a first card that counts."""
    board = Board.calling(rules, "KQJT9.KQ.KJ.QJ8", "87.AT98.AT98.97")
    board.say("5S good 5KS good 3K good")
    board.say("5S 5KS 3K 3Q 3J")
    board.lines("SK")
    board.lines("S7")
    return tuple(board.log)


def pique_of_younger(rules: RuleSet) -> tuple[Event, ...]:
    """Return the log of a deal with younger's thirty to nothing, if a low lead counts nothing."""
    board = Board.calling(rules, "987.KQJ8.KQJ.KQ", "AKQJT.A97.A97.7")
    board.say("none not-good none not-good none not-good")
    board.lead("S7")
    board.say("5S 5AS 3A")
    board.lines("ST SA S8 SK S9 SQ CQ SJ CK HA H8 DA DJ")
    return tuple(board.log)


# -- a place and an article ----------------------------------------------------------------------


@pytest.mark.parametrize("name", BOOKS)
def test_every_answer_has_a_place_that_exists_or_a_reason(name: str) -> None:
    for id, answer in BOOKS[name].answers.items():
        assert answer.citations or answer.note, f"{name}: {id} needs a citation or a note"
        for citation in answer.citations:
            assert parse_citation(str(citation), id) == citation
            assert citation.section is citation.source.sections[citation.section.id]
            assert citation.source is sources()[citation.source.id]
            if citation.paragraph:  # 0 is a whole section
                assert 1 <= citation.paragraph <= citation.section.paragraphs


def test_every_rule_has_an_article_and_every_article_a_rule() -> None:
    articles = {path.stem for path in ARTICLES.glob("*.md")} - {"index"}
    missing, extra = set(catalogue()) - articles, articles - set(catalogue())
    assert not missing, f"write docs/rules/ID.md for {', '.join(sorted(missing))}"
    assert not extra, f"docs/rules has articles on unknown rules: {', '.join(sorted(extra))}"
    for id in catalogue():
        text = (ARTICLES / f"{id}.md").read_text(encoding="utf-8")
        assert f"```{{rule}} {id}" in text, f"{id}.md shows the answers of no rule"
        assert len(text.split()) > 40, f"{id}.md says next to nothing"


# -- something that asks for it ------------------------------------------------------------------


@pytest.mark.parametrize("name", BOOKS)
def test_every_rule_is_emitted_or_consulted(name: str) -> None:
    emitted, asked = met(name)
    rules = BOOKS[name]
    unmet = {id for id in catalogue() if rules.has(id)} - emitted - asked
    reasons = OF_THE_GAME | WITHOUT_A_MOVE | ONE_ANSWER | RARELY
    assert unmet <= set(reasons), (
        f"the engine never asks {name} for {sorted(unmet - set(reasons))}: use the answer, "
        "or give the reason in a table at the top of this file"
    )


def test_no_reason_is_stale() -> None:
    """A listed rule is really unused, at least under some rule set."""
    reasons = OF_THE_GAME | WITHOUT_A_MOVE | ONE_ANSWER | RARELY
    assert set(reasons) <= set(catalogue())
    assert all(len(reason) > 20 for reason in reasons.values())
    everywhere = set(catalogue())
    for name in BOOKS:
        everywhere &= met(name)[1]
    assert not everywhere & set(reasons), (
        "the engine asks for these under every rule set: remove their reasons"
    )


def test_every_rule_that_scores_refuses_or_reveals_is_emitted_somewhere() -> None:
    """Over all rule sets, the logs name each rule that can be behind an event."""
    emitted: set[str] = set()
    for name in BOOKS:
        emitted |= met(name)[0]
    assert emitted >= {
        *("deal.hand", "blank.announce", "blank.points", "blank.show", "blank.both"),
        *("exchange.elder-max", "exchange.younger-max", "exchange.elder-look"),
        *("exchange.younger-look", "exchange.look-exposes", "exchange.redeal"),
        *("declare.order", "declare.show", "point.compare", "point.pips", "point.score"),
        *("point.tie", "sequence.compare", "sequence.scores", "sequence.tie", "set.compare"),
        *("set.missing", "set.quatorze", "set.trio", "repique.bar", "repique.bonus"),
        *("pique.bonus", "play.lead", "play.lead-wins", "play.capture", "play.last-trick"),
        *("play.winner", "cards.points", "cards.divided", "capot.points"),
    }
    assert emitted <= set(catalogue())


@pytest.mark.parametrize("name", BOOKS)
def test_an_absent_answer_is_emitted_by_no_deal(name: str) -> None:
    emitted, _ = met(name)
    absent = {id for id in catalogue() if not BOOKS[name].has(id)}
    assert not emitted & absent, "these answers are absent, but the engine uses them"


def test_the_noting_rule_set_is_the_rule_set() -> None:
    rules, answers = noted("little")
    assert dict(rules.answers) == dict(load_ruleset("little").answers)
    answers.asked.clear()
    assert rules.number("pack.size").value == 32
    assert answers.asked == {"pack.size"}
