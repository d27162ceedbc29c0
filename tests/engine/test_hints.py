"""Hints at the table: the named player's judgement, with the reason and the cost of alternatives."""

import re
from typing import Any

import pytest
from case_selection import first
from test_dispatch import ask
from test_felt_captions import PIQUE, of_a_position

from piquet_core.cards.card_names import card_name
from piquet_core.cards.cards import parse_card
from piquet_core.cards.seat import Seat
from piquet_core.engine.state import Phase
from piquet_core.players import find_player, turn_of
from piquet_core.replay.what_if import move_of
from piquet_core.review.advise import AdviceSearch, advise
from piquet_core.review.outlook import CardOutcome, CardOutcomes, main_difference
from piquet_core.rules import load_ruleset
from piquet_core.sessions import (
    HintSearch,
    Session,
    hint,
    move,
    next_deal,
    start_game,
    write_session,
)
from piquet_core.sessions.session import session_objective
from piquet_core.solver.chances import PartieChances
from piquet_core.wording.advice import card_comparison_words
from piquet_core.wording.move_choices import choices

RUBICON = "r0"
"""Two players by rules of thumb reach the last deal of this partie, and the first is 12 short."""


def at(phase: Phase, **terms: Any) -> Session:
    """Return a game at the person's first turn in a phase, played by rules of thumb before."""
    rules = load_ruleset(terms.pop("rules", "hoyle1909"))
    session = start_game(rules, terms.pop("form", "deal"), seed=terms.pop("seed", "abc"), **terms)
    while session.table.state.phase is not phase:
        session = move(session, HintSearch(session).first.move)
    return session


def thumbs(session: Session) -> str:
    """Return the move by rules of thumb."""
    state = session.table.state
    return move_of(state, find_player("thumb").make().choose(turn_of(state)))


def asked(session: Session, **args: Any) -> dict[str, Any]:
    found: dict[str, Any] = ask("hint", game=write_session(session), **args)["ok"]
    return found


def plain(html: str) -> str:
    named = re.sub(r'<[^>]*aria-label="([^"]*)"[^>]*>', r" \1 ", html)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", named))


def test_a_hint_for_a_discard_is_the_best_by_the_judgement_it_names() -> None:
    """The discard and its costs equal those of `advise` with the budget of the strongest player."""
    session = at(Phase.YOUNGER_EXCHANGE, seat=Seat.YOUNGER)
    found, judged = hint(session), advise(session.table.state).options
    assert found.by == "master"
    assert found.move == str(judged[0].cards).replace(" ", "+")
    assert found.tried == judged[0].tried
    assert [(one.cards[0], one.cost, one.error) for one in found.others] == [
        (one.cards, max(0.0, one.behind), one.doubt) for one in judged[1:4]
    ]


def test_a_card_is_advised_for_what_it_leads_to_and_equals_stand_beside_it() -> None:
    """The advised card costs nothing, and an alternative costs what `advise` finds."""
    session = at(Phase.LEAD, seat=Seat.YOUNGER)
    seen = set()
    while not session.deal_is_over:
        state = session.table.state
        found = hint(session)
        if state.phase in (Phase.LEAD, Phase.FOLLOW) and found.by:
            options = {str(one.cards): one for one in advise(state).options}
            assert options[found.move].behind == pytest.approx(0, abs=0.05)
            for other in found.others:
                for cards in other.cards:
                    assert options[str(cards)].behind == pytest.approx(other.cost, abs=0.05)
            if found.against:
                assert found.against.cost == pytest.approx(
                    options[str(found.against.cards[0])].behind
                )
                seen.add(found.against.where)
        session = move(session, HintSearch(session).first.move)
    assert any("win the cards" in one for one in seen), seen


def test_a_card_that_might_be_played_instead_is_drawn_and_named_before_what_it_costs() -> None:
    """Both cards are in the same notation, and the opponent is called by name."""
    session = at(Phase.LEAD, seat=Seat.YOUNGER, seed="costs")
    said = set()
    while not session.deal_is_over:
        found = hint(session)
        if found.against:
            (card,) = found.against.cards[0]
            first = plain(asked(session)["html"]).partition("What else")[0]
            cost = f"{found.against.cost:.1f}".removesuffix(".0")
            assert re.search(
                rf"(Play|Lead) .*{card_name(card)} instead costs {cost} points?[.:]", first
            )
            assert "the other" not in first
            said.add(first.rpartition(": ")[2].partition(" ")[0] if ": " in first else "")
        session = move(session, HintSearch(session).first.move)
    assert said & {"you", "Thumb"}


def test_what_nobody_tries_out_is_a_rule_of_thumb_and_says_so() -> None:
    said = plain(asked(at(Phase.REPLY, seat=Seat.YOUNGER))["html"])
    assert "A rule of thumb" in said
    assert "Master works out which card to play" in said
    assert "what to call, answer and count it decides as Thumb does" in said


def test_the_only_card_needs_no_judge() -> None:
    session = at(Phase.FOLLOW, seat=Seat.YOUNGER)
    while not session.deal_is_over and hint(session).by:
        session = move(session, HintSearch(session).first.move)
    assert hint(session).reason == "It is the only card that you may play."
    assert "judges" not in asked(session)["html"]


def test_a_long_thought_comes_piece_by_piece_and_to_the_same_end() -> None:
    """The quick hint names its player. The result does not depend on earlier requests."""
    session = at(Phase.YOUNGER_EXCHANGE, seat=Seat.YOUNGER, seed="pieces")
    first = asked(session, until=10)
    assert (first["done"], first["moves"], first["move"]) == (10, [], "")
    assert plain(first["html"]).startswith("At first sight, as Thumb plays: lay out ")
    assert first["of"] > 100
    done, last = 10, first
    while done < first["of"]:
        last = asked(session, until=done + 40)
        # The best discard may be clear before the last one is tried; then nothing is left to do.
        assert last["done"] in (min(done + 40, first["of"]), first["of"])
        done = last["done"]
    ask("hint", game=write_session(at(Phase.LEAD, seat=Seat.YOUNGER)))
    ask("hint", game=write_session(at(Phase.FOLLOW, seat=Seat.YOUNGER)))  # the first is forgotten
    assert asked(session) == last
    assert last["moves"]


def test_in_a_partie_a_hint_plays_for_the_partie() -> None:
    """The values are chances, equal to those of `advise` for the same totals and remaining deals."""
    session = at(Phase.YOUNGER_EXCHANGE, form="rubicon", rules="rubicon", seat=Seat.YOUNGER)
    objective = session_objective(session)
    assert isinstance(objective, PartieChances)
    found, judged = hint(session), advise(session.table.state, objective=objective)
    assert found.game == "partie"
    assert found.chance == judged.options[0].value
    said = plain(asked(session)["html"])
    assert f"Your chance to win the partie is then {found.chance:.0f}%." in said
    assert "for the points of this deal" not in said


def test_in_a_hundred_up_the_hint_says_how_the_game_stands() -> None:
    said = plain(asked(at(Phase.YOUNGER_EXCHANGE, form="hundred-up", seat=Seat.YOUNGER))["html"])
    assert "Your chance to win the game is then" in said.partition("What else")[0]
    assert "for the game. The game is level at 0." in said


def test_alternatives_say_what_they_cost_and_the_judge_how_much_it_thought() -> None:
    said = plain(asked(at(Phase.LEAD, seat=Seat.YOUNGER, seed="costs"))["html"])
    assert re.search(
        r"Master judges: every card was tried against (all|\d+ of the) \d+ hands that Thumb may hold",
        said,
    )
    assert re.search(r"costs? \d+(\.\d)? points?", said)


def test_calls_and_counts_say_what_they_are_worth_and_what_anything_else_loses() -> None:
    """The value is that of the choice on the page; the loss is that of the calls next to it."""
    for phase, says in (
        (
            Phase.DECLARE,
            r"If it is good it counts (\d+) points?\..* Call nothing, and those \1 are lost",
        ),
        (
            Phase.ELDER_COUNT,
            r"It counts (\d+) points?(; to count any less costs at least \d+ points?)?\.",
        ),
    ):
        session = at(phase, seat=Seat.ELDER, seed="abc1")
        found = hint(session)
        listed = choices(session.table.state)
        assert listed is not None
        worth = next(one.worth for one in listed.choices if one.move == found.move)
        told = re.search(says, found.reason)
        assert told, found.reason
        assert int(told[1]) == worth


def test_an_answer_says_what_the_other_word_would_give_away() -> None:
    """In some deals, every answer with an alternative names it or says that nothing is lost."""
    told = set[str]()
    for number in range(12):
        session = start_game(
            load_ruleset("hoyle1909"), "deal", seed=f"word-{number}", seat=Seat.YOUNGER
        )
        while session.table.state.phase is not Phase.FOLLOW and not session.deal_is_over:
            if session.table.state.phase is Phase.REPLY:
                told.add(re.sub(r"\d+|for your .*, which", "", hint(session).reason))
            session = move(session, HintSearch(session).first.move)
    assert any("are lost, and what was called counts instead" in one for one in told), told


def test_near_the_end_of_a_partie_the_rubicon_is_in_the_visible_reason() -> None:
    """The need is the rules' line minus the current total; the chance is that of the judgement."""
    rules = load_ruleset("rubicon")
    session = start_game(rules, "rubicon", seed=RUBICON, opponent="thumb")
    for _ in range(5):
        while not session.deal_is_over:
            session = move(session, thumbs(session))
        session = next_deal(session)
    short = rules.number("rubicon.line").value - session.totals[0]
    assert short > 0
    seen = 0
    while not session.deal_is_over and seen < 2:
        short = rules.number("rubicon.line").value - session.totals[0]
        state = session.table.state
        if (
            short > 0
            and state.phase in (Phase.LEAD, Phase.FOLLOW)
            and len(turn_of(state).cards) < 7
        ):
            found = hint(session)
            assert found.rubicon == short
            first = plain(asked(session)["html"]).partition("What else")[0]
            assert f"need {short} point" in first
            assert not found.game or f"win the partie is then {found.chance:.0f}%" in first
            seen += 1
        session = move(session, thumbs(session))
    assert seen


def test_in_the_last_deal_a_card_is_told_by_how_often_it_passes_the_rubicon() -> None:
    """One card makes the pique that is needed: the first problem of its kind."""
    session = of_a_position(PIQUE)
    state = session.table.state
    assert state.seat is not None
    best, other = parse_card(hint(session).move), parse_card("DJ")
    needs = state.score[state.seat] + 30
    outlooks = CardOutcomes(AdviceSearch(state), state, [best, other], needs).outcomes()
    told = main_difference(state.rules, outlooks[best], outlooks[other])
    assert told[0] == "rubicon"
    assert outlooks[best].rubicon == outlooks[best].pique == pytest.approx(1)
    words = card_comparison_words(*told, "Thumb")
    assert words == "it all but gives up the Rubicon, which was certain"


def test_a_card_that_is_named_twice_counts_once() -> None:
    """If only one card is worse, it is both the nearest and the farthest alternative."""
    session = of_a_position(PIQUE)
    state, other = session.table.state, parse_card("DJ")
    outlook = CardOutcomes(AdviceSearch(state), state, [other, other]).outcomes()[other]
    assert outlook == CardOutcomes(AdviceSearch(state), state, [other]).outcomes()[other]
    assert outlook.tricks <= 12


@pytest.mark.parametrize(
    ("number", "seat"),
    first(2, [(0, Seat.ELDER), (1, Seat.YOUNGER), (2, Seat.ELDER), (3, Seat.YOUNGER)]),
)
def test_every_hint_of_a_card_that_matters_has_a_reason(number: int, seat: Seat) -> None:
    """Checks deals in which Master plays for the person, as elder and as younger."""
    session = start_game(load_ruleset("hoyle1909"), "deal", seed=f"why{number}", seat=seat)
    while not session.deal_is_over:
        found = hint(session)
        assert found.reason or (found.against and found.against.where), found
        session = move(session, found.move)


def test_a_card_that_differs_by_points_alone_is_told_by_them() -> None:
    rules = load_ruleset("hoyle1909")
    told = main_difference(rules, CardOutcome(made=6.5, theirs=2), CardOutcome(made=5, theirs=2.5))
    assert card_comparison_words(*told, "Thumb") == "you make about 1.5 points less"
    told = main_difference(rules, CardOutcome(made=5, theirs=2), CardOutcome(made=5, theirs=3))
    assert card_comparison_words(*told, "Thumb") == "Thumb makes about 1 point more"
    assert main_difference(rules, CardOutcome(made=5), CardOutcome(made=5)) == ("", 0, 0)


def test_of_equal_cards_the_hint_names_the_highest_and_says_that_they_are_equal() -> None:
    """Elder holds ace, king and queen of hearts: the opponent can hold no card between them."""
    session = at(Phase.LEAD, seat=Seat.ELDER, seed="eq0")
    found = hint(session)
    assert (found.move, str(found.equals)) == ("HA", "HA HK HQ")
    said = plain(asked(session)["html"])
    first = said.partition(" instead costs ")[0]
    for card in found.equals:
        assert card_name(card) in first
    assert "any of " in first
    assert "they are equal." in first
    assert not any(found.equals & cards for one in found.others for cards in one.cards)


def test_equal_cards_have_no_card_between_them_that_the_other_may_hold() -> None:
    """The named card is the highest if it leads or takes the trick, and the lowest if it cannot."""
    session = at(Phase.LEAD, seat=Seat.ELDER, seed="eq4")
    seen = set()
    while not session.deal_is_over:
        state, found = session.table.state, hint(session)
        if found.equals:
            cards, possible = list(found.equals), turn_of(state).knowledge.possible
            assert not any(cards[-1] < one < cards[0] for one in possible.suit(cards[0].suit))
            takes = state.led is None or (cards[0].suit is state.led.suit and cards[0] > state.led)
            assert found.move == str(cards[0] if takes else cards[-1])
            seen.add(takes)
        session = move(session, HintSearch(session).first.move)
    assert seen == {True, False}


def test_a_difference_that_chance_may_account_for_has_no_figure() -> None:
    """An alternative that cannot be distinguished from the best has no cost and no error."""
    session = at(Phase.YOUNGER_EXCHANGE, seat=Seat.YOUNGER)
    others = hint(session).others
    told = re.findall(r"<li>(.*?)</li>", asked(session)["html"])
    assert len(told) == len(others) > 0
    seen = 0
    for one, said in zip(others, map(plain, told), strict=True):
        blurred = one.cost < 2 * one.error
        assert "give or take" not in said or not blurred
        if blurred and one.error >= 0.05:
            assert said.endswith("is as good, as far as can be told")
            seen += 1
    assert seen
