"""The maxims of the books: their files, their conditions on hands of the books, and their summaries."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from piquet_core.cards.cards import Hand, parse_card, parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action
from piquet_core.engine.apply import apply, start
from piquet_core.engine.state import Deal, Phase, Trick
from piquet_core.laboratory.adapted import AdaptedPlayer
from piquet_core.laboratory.fitted_weights import fitted_weights
from piquet_core.laboratory.maxim_summary import mean_cost, result_difference
from piquet_core.laboratory.maxim_trials import (
    BREAKS,
    NAMES,
    OBEYS,
    TrialRow,
    play_trials,
    trials,
)
from piquet_core.laboratory.maxims import Maxim, MaximError, parse_maxim
from piquet_core.players import ThumbPlayer, Turn, play_out, turn_of
from piquet_core.rules import RuleSet

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tools"))

import maxims  # noqa: E402 - found through the line above

MAXIMS = {one.name: one for one in maxims.maxims()}
KEPT = [one for one in MAXIMS.values() if maxims.kept_file(one).is_file()]
TEXT = """\
maxim = "Keep your aces."
when = "with an ace"
obeyed = "keeps every ace"
broken = "lays out an ace"
cite = ["hoyle1909:skill.2"]
rules = "hoyle1909"
seat = "elder"
decision = "exchange"
condition = "aces"
seed = "test"
deals = 1
quick-deals = 10
batch = 5
"""


# -- the files -----------------------------------------------------------------------------------


def test_a_maxim_is_read() -> None:
    found = parse_maxim(TEXT, "aces")
    assert (found.seats, str(found.places[0])) == ((Seat.ELDER,), "hoyle1909:skill.2")


@pytest.mark.parametrize(
    ("line", "instead", "fault"),
    [
        ('condition = "aces"', 'condition = "ace"', "aces.toml.condition: unknown condition 'ace'"),
        ('seat = "elder"', 'seat = "dealer"', "aces.toml.seat: unknown seat 'dealer'"),
        ('decision = "exchange"', 'decision = "lead"', "aces.toml.condition: unknown condition"),
        ('rules = "hoyle1909"', 'rules = "hoyle"', "aces.toml.rules: unknown rules 'hoyle'"),
        ("skill.2", "skill.20", "aces.toml.cite[0]: 'hoyle1909:skill.20'"),
        ('cite = ["hoyle1909:skill.2"]', "", "aces.toml.cite: name at least one place"),
        ("deals = 1\n", "deals = 11\n", "aces.toml.deals: 11 is not between 1 and 10"),
        ('when = "with an ace"', "", "aces.toml: 'when' is missing"),
        ('seed = "test"', 'seeds = "test"', "aces.toml: unknown key 'seeds'"),
        ("batch = 5", "batch = ", "aces.toml: "),
    ],
)
def test_a_faulty_maxim_is_refused_with_its_place(line: str, instead: str, fault: str) -> None:
    with pytest.raises(MaximError) as caught:
        parse_maxim(TEXT.replace(line, instead), "aces", "aces.toml")
    assert str(caught.value).startswith(fault)


def test_at_least_ten_maxims_of_two_books_are_on_trial() -> None:
    assert len(MAXIMS) >= 10
    assert {"hoyle1909", "cavendish"} <= {
        place.source.id for one in MAXIMS.values() for place in one.places
    }


def test_every_summary_has_its_maxim() -> None:
    assert set(maxims.KEPT.glob("*.json")) <= {maxims.kept_file(one) for one in MAXIMS.values()}


# -- the conditions ------------------------------------------------------------------------------


def exchange(name: str, hand: str, *, younger: bool = False) -> Turn:
    """Return the exchange of a hand under the rules of a maxim. Elder has taken five cards before younger's."""
    rules = MAXIMS[name].rules
    held = parse_hand(hand)
    others = [one for one in parse_hand("AKQJT987.AKQJT987.AKQJT987.AKQJT987") if one not in held]
    other, talon = Hand.of(others[:12]), tuple(others[12:])
    elder, second = (other, held) if younger else (held, other)
    state, _ = start(rules, Deal(elder=elder, younger=second, talon=talon))
    wanted = Phase.YOUNGER_EXCHANGE if younger else Phase.ELDER_EXCHANGE
    player = ThumbPlayer()
    while state.phase is not wanted:
        state, _ = apply(state, player.choose(turn_of(state)))
    return turn_of(state)


def verdict(name: str, turn: Turn, choice: str) -> bool | str | None:
    judge = MAXIMS[name].judged_by(turn)
    return "silent" if judge is None else judge(parse_hand(choice))


@pytest.mark.parametrize(
    ("name", "hand", "out", "expected"),
    [
        # Hoyle's hand of five clubs (hoyle1909:skill.8): all of them go.
        ("throw-the-low-suit", "A9.KQJ.JT.QT987", "C: QT987", True),
        ("throw-the-low-suit", "A9.KQJ.JT.QT987", "S9 HQ HJ DJ DT", False),
        ("throw-the-low-suit", "A9.KQJ.JT.QT987", "C9 C8 C7 DJ DT", None),
        ("throw-the-low-suit", "A9.KQJ.JT.AT987", "C: AT987", "silent"),
        # Ace, king, queen and seven with two more queens (hoyle1909:skill.7): a queen goes.
        ("suit-before-trio", "Q98.AKQ7.Q98.97", "SQ S9 S8 D9 D8", True),
        ("suit-before-trio", "Q98.AKQ7.Q98.97", "H7 S9 S8 D9 D8", False),
        ("suit-before-trio", "Q98.AKQ7.Q98.97", "S9 S8 D9 D8 C9", None),
        ("suit-before-trio", "98.AKQ7.Q98.987", "S9 S8 D9 D8 C9", "silent"),
        ("guard-your-kings", "K87.A98.KQ9.J97", "S8 S7 H9 H8 D9", False),
        ("guard-your-kings", "K87.A98.KQ9.J97", "S8 H9 H8 C9 C7", True),
        ("guard-your-kings", "K87.A98.KQ9.J97", "SK S8 S7 H9 H8", True),
        ("guard-your-kings", "K.AK8.AKQ9.J987", "C9", "silent"),
        ("take-all-cards", "K87.A98.KQ9.J97", "S8 S7 H9 H8 D9", True),
        ("take-all-cards", "K87.A98.KQ9.J97", "S8 S7 H9 H8", False),
        ("few-suits", "K87.A98.KQ9.J97", "S8 S7 H9 H8", True),
        ("few-suits", "K87.A98.KQ9.J97", "S8 S7 H9 H8 D9", False),
        ("point-first", "K8.AQJ98.KQ9.J9", "S8 D9 CJ C9", True),
        ("point-first", "K8.AQJ98.KQ9.J9", "H8 S8 D9 CJ C9", False),
        ("point-first", "K87.A98.KQ9.J97", "S8", "silent"),
        ("keep-a-quatorze", "T8.AT98.KQT9.T9", "S8 H9 H8 D9 C9", True),
        ("keep-a-quatorze", "T8.AT98.KQT9.T9", "ST S8 H9 H8 C9", False),
        ("keep-a-trio", "T8.AT98.KQT9.J9", "S8 H9 H8 D9 C9", True),
        ("keep-a-trio", "T8.AT98.KQT9.J9", "ST S8 H9 H8 C9", False),
        ("quart-before-trio", "KQJT.Q8.Q97.987", "HQ H8 C9 C8 C7", True),
        ("quart-before-trio", "KQJT.Q8.Q97.987", "ST H8 C9 C8 C7", False),
        ("high-cards-before-trio", "K87.T98.AT9.T97", "S8 S7 D9", None),
        ("high-cards-before-trio", "K87.T98.AT9.T97", "HT H9 H8", True),
        ("high-cards-before-trio", "K87.T98.AT9.T97", "SK S8 S7", False),
        ("keep-your-aces", "K87.A98.KQ9.J97", "HA H9 H8", False),
    ],
)
def test_a_discard_of_elder_is_judged(
    name: str, hand: str, out: str, expected: bool | str | None
) -> None:
    if ": " in out:
        suit, _, ranks = out.partition(": ")
        out = " ".join(suit + rank for rank in ranks)
    assert verdict(name, exchange(name, hand), out) == expected


@pytest.mark.parametrize(
    ("name", "hand", "out", "expected"),
    [
        # Cavendish's younger hand with a single ten of diamonds (cavendish:discard-examples.2).
        ("keep-a-small-card", "AK98.AQJ.T.KJ97", "HJ C9 C7", True),
        ("keep-a-small-card", "AK98.AQJ.T.KJ97", "DT C9 C7", False),
        ("keep-a-small-card", "AK98.AQJ.J.KJ97", "DJ C9 C7", "silent"),
        # Three top spades, two top hearts and a guarded king are six tricks.
        ("six-tricks-are-enough", "AKQ.AK8.K97.987", "C9 C8 C7", True),
        ("six-tricks-are-enough", "AKQ.AK8.K97.987", "D9 D7 C7", False),
        ("six-tricks-are-enough", "AKQ.A98.K97.987", "C9 C8 C7", "silent"),
    ],
)
def test_a_discard_of_younger_is_judged(
    name: str, hand: str, out: str, expected: bool | str | None
) -> None:
    assert verdict(name, exchange(name, hand, younger=True), out) == expected


def in_play(
    name: str, hand: str, possible: str, *, known: str = "...", tricks: int = 0, led: str = ""
) -> Turn:
    """Return a turn of elder in the play, who has won ``tricks`` of the tricks so far.

    ``possible`` are the cards that the opponent may hold, of which ``known`` are known.
    """
    rules = MAXIMS[name].rules
    state, _ = start(rules, Deal(**cards_of_a_deal()))
    turn = turn_of(state)
    held, theirs = parse_hand(hand), parse_hand(known)
    won = Trick(
        leader=Seat.ELDER, led=parse_card("SA"), followed=parse_card("S7"), winner=Seat.ELDER
    )
    lost = replace(won, followed=won.led, led=won.followed, winner=Seat.YOUNGER)
    knowledge = replace(
        turn.knowledge,
        hand=held,
        theirs=theirs,
        unseen=parse_hand(possible) - theirs,
        tricks=(won,) * tricks + (lost,) * (12 - len(held) - tricks),
        led=parse_card(led) if led else None,
    )
    return replace(turn, knowledge=knowledge)


def cards_of_a_deal() -> dict[str, Any]:
    whole = list(parse_hand("AKQJT987.AKQJT987.AKQJT987.AKQJT987"))
    return {
        "elder": Hand.of(whole[:12]),
        "younger": Hand.of(whole[12:24]),
        "talon": tuple(whole[24:]),
    }


LEAD = "AQ98.KQJ.T8.K97"


@pytest.mark.parametrize(
    ("turn", "choice", "expected"),
    [
        (("lead-your-longest", LEAD, "KJT7.AT98..AQJ"), "SA", True),
        (("lead-your-longest", LEAD, "KJT7.AT98..AQJ"), "HK", False),
        (("lead-your-longest", LEAD[1:], "KJT7.AT98..AQJ", 1), "HK", "silent"),
        # Six tricks, the ace and a small card: the ace makes sure of the seventh.
        (("make-sure-of-the-cards", "A.98..J", "K.AKQ..Q", 6), "SA", True),
        (("make-sure-of-the-cards", "A.98..J", "K.AKQ..Q", 6), "H9", False),
        (("make-sure-of-the-cards", "A.98..J", "K.AKQ..Q", 4), "H9", "silent"),
        # Ace and queen, and the king may be guarded: the queen goes first.
        (("losing-card-first", "AQ...", "KJ.A..", 2), "SQ", True),
        (("losing-card-first", "AQ...", "KJ.A..", 2), "SA", False),
        (("losing-card-first", "AQ...", "KJ.A..", 5), "SQ", "silent"),
        (("losing-card-first", "A.9..", ".AK..", 2), "H9", "silent"),
        (("keep-guards-in-play", "K8.Q98.7.", "A9.AK.AK.AK", 3, "CA"), "D7", True),
        (("keep-guards-in-play", "K8.Q98.7.", "A9.AK.AK.AK", 3, "CA"), "S8", False),
        (("keep-guards-in-play", "K8.Q98.7.", "A9.AK.AK.AK", 3, "CA"), "H8", False),
        (("keep-guards-in-play", "K8.Q98.7.", "A9.A.AK.AK", 3, "CA"), "H8", True),
        (("keep-guards-in-play", "K8.Q98.7.", "A9.AK.AK.AK", 3, "CA"), "SK", None),
        (("keep-guards-in-play", "K8.Q98.7.", "A9.AK.AK.AK", 3, "DA"), "D7", "silent"),
        (("keep-guards-in-play", "K8.Q98.7.", "9..AK.AK", 3, "CA"), "S8", "silent"),
    ],
)
def test_a_card_is_judged(turn: tuple[Any, ...], choice: str, expected: bool | str | None) -> None:
    name, hand, possible, *more = turn
    tricks, led = (*more, 0, "")[:2] if len(more) < 2 else more
    seen = in_play(name, hand, possible, tricks=tricks, led=led or "")
    assert verdict(name, seen, choice) == expected


def test_a_winner_in_a_suit_that_the_other_holds_can_wait() -> None:
    turn = in_play("make-sure-of-the-cards", "A.98..J", "K.AKQ..Q", known="K...", tricks=6)
    assert verdict("make-sure-of-the-cards", turn, "SA") == "silent"


# -- the trials ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["guard-your-kings", "lead-your-longest", "keep-guards-in-play"])
def test_both_choices_of_a_trial_are_played_on_by_the_same_players(name: str) -> None:
    """Quick results are those of the engine with Thumb's cards and the discards of the order."""
    maxim = replace(MAXIMS[name], seed="test", deals=1, quick_deals=1, batch=1)
    found, _ = trials(maxim, 0)
    rows = play_trials(maxim, 0)
    assert len(rows) == len(found)
    for trial, row in zip(found, rows, strict=True):
        figures = dict(zip(NAMES, row, strict=True))
        own = {OBEYS: trial.obeyed, BREAKS: trial.broken}.get(trial.own, trial.free)
        assert trial.free == own
        for way, action in (("obeyed", trial.obeyed), ("broken", trial.broken)):
            state, _ = apply(trial.state, action)
            for _, after, _ in play_out(state, LayingOut(maxim.rules), LayingOut(maxim.rules)):
                state = after
            lead = state.score[trial.seat] - state.score[trial.seat.other]
            assert figures[f"quick_{way}"] == lead


class LayingOut(ThumbPlayer):
    """Player with Thumb's cards and the discards of the laboratory's player."""

    def __init__(self, rules: RuleSet) -> None:
        self._exchanging = AdaptedPlayer(fitted_weights(rules, None))

    def choose(self, turn: Turn) -> Action:
        return super().choose(turn) if turn.legal else self._exchanging.choose(turn)


def test_a_mean_counts_decisions_and_its_interval_deals() -> None:
    rows = [row_of(0, 4), row_of(0, 2), row_of(1, 0), row_of(2, -2)]
    cost = result_difference("obeyed", "broken")
    found = mean_cost(rows, cost, None, rows)
    assert found is not None
    assert found.mean == 1.0
    # Deviations of the deals' sums: 4, -1 and -3.
    assert found.error == pytest.approx(1.96 * (26 / 16 * 3 / 2) ** 0.5)
    assert mean_cost(rows[:2], cost, None, rows) is None


def test_a_control_variate_narrows_the_interval() -> None:
    few = [row_of(number, value, value) for number, value in enumerate([9, 1, 5, 5])]
    more = [*few, *(row_of(number, None, 3) for number in range(4, 8))]
    cost, control = (result_difference(f"{one}obeyed", f"{one}broken") for one in ("", "open_"))
    found = mean_cost(few, cost, control, more)
    assert found is not None
    # The control explains everything, so the mean is that of all its values.
    assert found.mean == pytest.approx(4.0)
    plain = mean_cost(few, cost, None, few)
    assert plain is not None
    assert found.error < plain.error


def row_of(deal: int, cost: int | None, control: int | None = None) -> TrialRow:
    figures = {"deal": deal, "obeyed": cost, "open_obeyed": control}
    return tuple(figures.get(name, 0) for name in NAMES)


# -- the summaries -------------------------------------------------------------------------------


@pytest.mark.parametrize("maxim", KEPT, ids=lambda one: one.name)
def test_the_first_deals_give_the_kept_rows_again(maxim: Maxim) -> None:
    assert not maxims.is_stale(maxim), f"measure it again: tools/maxims.py {maxim.name}"


def test_an_interrupted_run_continues_with_the_same_summary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maxim = replace(MAXIMS["lead-your-longest"], deals=2, quick_deals=3, batch=1)
    monkeypatch.setattr(maxims, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(maxims, "ROWS", tmp_path / "rows")
    maxims.keep(maxim, 1)
    kept = maxims.kept_file(maxim).read_bytes()
    rows = maxims.rows_file(maxim)
    rows.write_text("".join(rows.read_text("utf-8").splitlines(keepends=True)[:1]), "utf-8")
    maxims.keep(maxim, 1)
    assert maxims.kept_file(maxim).read_bytes() == kept
