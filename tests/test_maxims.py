"""The maxims of the books: their files, their conditions on hands of the books, and their summaries."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from piquet_core.cards.cards import Hand, parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.apply import apply, start
from piquet_core.engine.state import Deal, Phase
from piquet_core.laboratory.maxims import MaximError, parse_maxim
from piquet_core.players import ThumbPlayer, Turn, turn_of

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
