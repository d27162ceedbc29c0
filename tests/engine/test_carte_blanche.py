"""Elder's carte blanche in the clubs, step by step, and when younger announces his.

Cavendish, Description, Carte blanche para. 2: shown before its holder takes in, as soon as the
adversary has discarded; laws 20-24 and 32-34; cases V, VI, XX; Laws of Piquet au Cent para. 6.
Hoyle 1909, Carte Blanche para. 2, with its note 34, which sends us to Cavendish.
"""

from dataclasses import replace

import pytest
from rule_set_games import BOOKS, Board, variant
from test_options import deal_of, refused

from piquet_core.cards.cards import EMPTY, Hand, parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import AnnounceBlank, AnnounceCardsLeft, Exchange, Look
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.events import (
    BlankAnnounced,
    BlankShown,
    CardsLeftAnnounced,
    Drew,
    Exchanged,
    LaidOut,
    Scored,
)
from piquet_core.engine.state import Phase
from piquet_core.notation import loads
from piquet_core.players import ThumbPlayer, turn_of
from piquet_core.replay.replay import replay_record
from piquet_core.replay.visibility import knowledge_of, observe
from piquet_core.replay.what_if import covered_move, read_move
from piquet_core.rules import RuleSet
from piquet_core.wording.narration import narrate
from piquet_core.wording.rich_text import plain_text

E, Y = Seat.ELDER, Seat.YOUNGER
BLANK = "AT.AT.AT9.AT987"
COURTS = "KQ9.KQ98.KQ8.KQ"
TALON = "SJ HJ DJ CJ S7 H7 D7 S8"
CLUBS = [
    rules
    for rules in BOOKS.values()
    if rules.choice("blank.show").value == "after-adversary-discards"
]
BOUND = [rules for rules in CLUBS if rules.choice("blank.announce").value != "optional"]
of_the_clubs = pytest.mark.parametrize("rules", CLUBS, ids=lambda rules: rules.id)


def dealt(rules: RuleSet) -> Board:
    """Return a board on which elder has announced a carte blanche."""
    board = Board(rules, deal_of(rules, BLANK, COURTS, TALON))
    if board.phase() is Phase.ELDER_BLANK:
        board.announce()
    return board


def leave(board: Board, count: int) -> None:
    board.act(AnnounceCardsLeft(seat=E, count=count))


def test_they_are_the_rule_sets_that_the_texts_name() -> None:
    assert {rules.id for rules in CLUBS} >= {"cavendish", "cavendish-au-cent", "hoyle1909"}


# -- the steps -----------------------------------------------------------------------------------


@of_the_clubs
def test_younger_lays_out_elder_shows_and_exchanges_and_younger_draws(rules: RuleSet) -> None:
    board = dealt(rules)
    assert board.log[-1] == BlankAnnounced(seat=E, rule="blank.announce"), "no number is named"
    assert board.phase() is Phase.YOUNGER_EXCHANGE
    (laid,) = board.exchange("K.K.K.")
    assert isinstance(laid, LaidOut)
    assert len(board.state.hands[Y]) == 9, "he draws nothing"
    assert board.state.score == (0, 0), "and has seen nothing"
    assert board.phase() is Phase.ELDER_LEAVES
    leave(board, 0)
    assert [type(event) for event in board.log[-3:]] == [CardsLeftAnnounced, BlankShown, Scored]
    assert board.state.score == (10, 0)
    assert board.phase() is Phase.ELDER_EXCHANGE
    assert board.state.hands[E] == parse_hand(BLANK), "he shows before he takes in"
    exchanged, drew = board.exchange("..9.T987")
    assert isinstance(exchanged, Exchanged)
    assert [str(card) for card in exchanged.drawn] == TALON.split()[:5]
    assert isinstance(drew, Drew)
    assert [str(card) for card in drew.drawn] == TALON.split()[5:]
    assert board.phase() is Phase.DECLARE
    assert [len(hand) for hand in board.state.hands] == [12, 12]


@of_the_clubs
def test_younger_lays_out_no_more_than_his_three_before_elder_leaves_some(rules: RuleSet) -> None:
    """Law 22: younger is entitled to three; law 29: to more only if elder declares that he leaves them.

    We infer the same for discards before the draw.
    """
    board = dealt(rules)
    sizes = {len(one.discards) for one in legal_actions(board.state) if isinstance(one, Exchange)}
    assert sizes == set(range(rules.number("exchange.younger-min").value, 4))
    action = Exchange(seat=Y, discards=parse_hand("K.K.K.K"))
    assert refused(board, action) == "exchange.younger-max"


# -- elder leaves cards --------------------------------------------------------------------------


@of_the_clubs
def test_elder_who_says_that_he_leaves_cards_lets_younger_change_before_he_shows(
    rules: RuleSet,
) -> None:
    """Case V: elder should say so before showing. Law 24: younger may change until elder draws."""
    board = dealt(rules)
    board.exchange("K.K.K.")
    assert [
        one.count for one in legal_actions(board.state) if isinstance(one, AnnounceCardsLeft)
    ] == [*range(5)]
    leave(board, 2)
    assert board.phase() is Phase.YOUNGER_CHANGES
    assert knowledge_of(board.state, Y).dealt_blank == EMPTY, "he has not seen it"
    assert refused(board, Exchange(seat=Y, discards=parse_hand("KQ.KQ.KQ."))) == (
        "exchange.younger-max"
    ), "five are left to him"
    laid, shown, _ = board.exchange("KQ.Q.KQ.")
    assert laid == LaidOut(
        seat=Y,
        count=5,
        discards=parse_hand("KQ.Q.KQ."),
        rule="exchange.younger-max",
        changed=True,
    )
    assert isinstance(shown, BlankShown)
    assert refused(board, Exchange(seat=E, discards=parse_hand("..9.9"))) == "blank.show"
    assert refused(board, Exchange(seat=E, discards=parse_hand("..9.987"))) == "blank.show"
    board.exchange("..9.98")  # as he announced
    assert board.phase() is Phase.ELDER_LOOK, "he may see the two that he left (law 33)"
    board.act(Look(seat=E, look=True))
    assert board.state.looked[E] == parse_hand("7...J")
    assert board.state.hands[Y] == parse_hand("987.K987.87.KQJ")
    assert not board.state.talon


@of_the_clubs
def test_elder_who_says_nothing_and_leaves_a_card_lets_younger_change_on_seeing_the_hand(
    rules: RuleSet,
) -> None:
    """Case V: younger laid out three, elder shows and then leaves a card: the discard may change."""
    board = dealt(rules)
    board.exchange("K.K.K.")
    leave(board, 0)
    board.exchange("..9.987")
    board.pass_look()
    assert board.phase() is Phase.YOUNGER_CHANGES
    assert knowledge_of(board.state, Y).dealt_blank == parse_hand(BLANK)
    sizes = {len(one.discards) for one in legal_actions(board.state) if isinstance(one, Exchange)}
    assert max(sizes) == 4
    laid, drew = board.exchange("9.98.8.")
    assert isinstance(laid, LaidOut)
    assert isinstance(drew, Drew)
    assert board.state.discards[Y] == parse_hand("9.98.8.")
    assert board.state.hands[Y] == parse_hand("KQ87.KQ7.KQ7.KQ")


@of_the_clubs
def test_younger_who_changes_nothing_says_nothing(rules: RuleSet) -> None:
    board = dealt(rules)
    board.exchange("K.K.K.")
    leave(board, 1)
    events = board.exchange("K.K.K.")
    assert [type(event) for event in events] == [BlankShown, Scored]
    board.exchange("..9.987")
    board.pass_look()
    assert len(board.state.hands[Y]) == 12
    assert len(board.state.talon) == 1


@of_the_clubs
def test_elder_cannot_leave_all_his_cards(rules: RuleSet) -> None:
    """Law 21: elder must discard one."""
    board = dealt(rules)
    board.exchange("K.K.K.")
    for count in (-1, 5, 6):
        assert refused(board, AnnounceCardsLeft(seat=E, count=count)) == "exchange.elder-min"


def test_a_player_who_keeps_a_carte_blanche_where_he_may_exchanges_first() -> None:
    """A variant of the clubs' procedure without an obligation to announce."""
    rules = variant("hoyle1909", {"blank.announce": "optional"})
    board = Board(rules, deal_of(rules, BLANK, COURTS, TALON))
    board.announce(declare=False)
    assert board.phase() is Phase.ELDER_EXCHANGE
    board = Board(rules, deal_of(rules, BLANK, COURTS, TALON))
    assert [one for one in legal_actions(board.state) if isinstance(one, AnnounceBlank)] == [
        AnnounceBlank(seat=E, declare=False),
        AnnounceBlank(seat=E, declare=True),
    ]
    board.announce()
    assert board.phase() is Phase.YOUNGER_EXCHANGE


# -- what each knows -----------------------------------------------------------------------------


@of_the_clubs
def test_elder_is_not_told_what_younger_laid_out(rules: RuleSet) -> None:
    record = loads(
        RECORD.format(
            rules=rules.id, lines="xy SK HK DK\nve 1\nvy SK HK DK CK\nxe D9 C9 C8 C7\npe none"
        )
    )
    replay = replay_record(record)
    assert not [one for one in replay.findings if "stops here" not in one.message]
    courts = parse_hand("K.K.K.K")
    for id in ("xy", "vy", "dy"):
        step = replay.step(id)
        told = plain_text(narrate(observe(step, E), ("A", "B")))
        assert "king" not in told
        assert "seven" not in told
        assert any(word in told for word in ("three cards", "four cards")), told
    for one in replay.steps:
        assert not knowledge_of(one.state, E).theirs & courts
    assert "B lays out king of spades" in plain_text(
        narrate(observe(replay.step("vy"), Y), ("A", "B"))
    )


def test_what_is_laid_out_anew_is_covered_by_its_places() -> None:
    board = dealt(BOOKS["cavendish"])
    board.exchange("K.K.K.")
    leave(board, 1)
    action = Exchange(seat=Y, discards=parse_hand("K.K.KQ."))
    covered = covered_move(board.state, action)
    assert covered.startswith("_")
    assert read_move(board.state, covered) == action


@of_the_clubs
def test_a_player_by_rules_of_thumb_can_play_it(rules: RuleSet) -> None:
    state = dealt(rules).state
    for count in (1, 0):
        new, phases = state, []
        while new.phase is not Phase.DECLARE:
            phases.append(new.phase)
            action = ThumbPlayer().choose(turn_of(new))
            if isinstance(action, AnnounceCardsLeft):
                action = replace(action, count=count)
            new, _ = apply(new, action)
        assert phases[:2] == [Phase.YOUNGER_EXCHANGE, Phase.ELDER_LEAVES]
        assert (Phase.YOUNGER_CHANGES in phases) >= bool(count)


# -- records -------------------------------------------------------------------------------------

RECORD = (
    '[Piquet "1"]\n[Id "blank"]\n[Rules "{rules}"]\n[Certainty "play=partial"]\n\n'
    f"elder {BLANK}\nyounger {COURTS}\ntalon {TALON}\n{{lines}}\n"
)


@pytest.mark.parametrize("rules", BOUND, ids=lambda rules: rules.id)
def test_a_record_may_leave_out_what_was_not_said(rules: RuleSet) -> None:
    """The total after the proof still finds its step."""
    replay = replay_record(
        loads(RECORD.format(rules=rules.id, lines="xy SK HK DK\nbe =10\nxe D9 CT C9 C8 C7"))
    )
    assert replay.findings == ()
    assert [step.id for step in replay.steps] == ["deal", "xy", "ve", "be", "xe", "dy"]
    (check,) = replay.checks
    assert check.agrees


def test_a_record_in_the_old_order_says_whose_turn_it_is() -> None:
    replay = replay_record(loads(RECORD.format(rules="cavendish", lines="xe SA HA DA CA")))
    assert [finding.message for finding in replay.findings] == [
        "xe is out of order: expected xy (younger exchanges)"
    ]


def test_a_total_of_a_step_that_nothing_leads_to_is_still_a_finding() -> None:
    replay = replay_record(loads(RECORD.format(rules="cavendish", lines="xy SK HK DK\nby =10")))
    assert [finding.message for finding in replay.findings] == ["there is no step by here"]


# -- younger's own -------------------------------------------------------------------------------


def younger_blank(rules: RuleSet) -> Board:
    return Board(rules, deal_of(rules, COURTS, BLANK, TALON))


@pytest.mark.parametrize("name", ["cavendish", "hoyle1909"])
def test_younger_tells_his_at_once_and_shows_it_when_elder_has_discarded(name: str) -> None:
    """Law 20: as soon as younger notices. Case VI allows later; here younger notices at once."""
    board = younger_blank(BOOKS[name])
    assert board.log[-1] == BlankAnnounced(seat=Y, rule="blank.announce")
    assert knowledge_of(board.state, E).blanks == (False, True)
    exchanged, shown, scored = board.exchange("K.K.K.")
    assert [type(one) for one in (exchanged, shown, scored)] == [Exchanged, BlankShown, Scored]


def test_younger_of_piquet_au_cent_waits_until_elder_has_touched_the_talon() -> None:
    """Laws of Piquet au Cent, para. 6: elder discards without knowing of it."""
    board = younger_blank(BOOKS["cavendish-au-cent"])
    assert knowledge_of(board.state, E).blanks == (False, False)
    assert not any(isinstance(event, BlankAnnounced) for event in board.log)
    events = board.exchange("K.K.K.")
    assert [type(one) for one in events] == [Exchanged, BlankAnnounced, BlankShown, Scored]
    assert board.state.score == (0, 10)
    assert knowledge_of(board.state, E).dealt_blank == Hand.of(parse_hand(BLANK))


def test_elder_of_piquet_au_cent_tells_his_at_once() -> None:
    assert dealt(BOOKS["cavendish-au-cent"]).state.blanks == (True, False)


def test_two_of_them_in_the_large_pack_are_each_proved_once() -> None:
    """The clubs' procedure with thirty-six cards, in which younger may or must announce."""
    hands = ("A98.A98.A98.A98", "T76.T76.T76.T76")
    for announce in ("optional", "bound", "bound-younger-may-wait"):
        rules = variant(
            "old36", {"blank.show": "after-adversary-discards", "blank.announce": announce}
        )
        board = Board(rules, deal_of(rules, *hands, "SK HK DK CK SQ HQ DQ CQ SJ HJ DJ CJ"))
        while board.phase() in (Phase.ELDER_BLANK, Phase.YOUNGER_BLANK):
            board.announce()
        board.exchange("T.T.T.T")
        leave(board, 0)
        board.exchange("98.98.98.98")
        assert board.points("blank.points", E) == board.points("blank.points", Y) == [10]
