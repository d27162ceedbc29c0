"""The score sheet of a finished deal: mistakes, and the deciding moment."""

import re

from test_dispatch import ask

from piquet_core.cards.seat import Seat
from piquet_core.rules import load_ruleset
from piquet_core.sessions import HintSearch, move, start_game, write_session


def test_a_deal_without_a_mistake_says_so_and_where_it_was_decided() -> None:
    """The person plays as Master advises, and the named amounts add up to the lead."""
    session = start_game(load_ruleset("hoyle1909"), "deal", seed="q6", seat=Seat.ELDER)
    while not session.deal_is_over:
        session = move(session, HintSearch(session).hint.move)
    told = ask("mistakes", game=write_session(session))["ok"]["html"]
    assert "Nothing that you laid out or played was a mistake, as far as you could know." in told
    own, other = (
        sum(
            int(one)
            for said in re.findall(rf"{who} made ([^.]+)\.", told)
            for one in re.findall(r"\d+", said)
        )
        for who in ("You", "Thumb")
    )
    score = session.table.state.score
    assert own - other == score[0] - score[1]
    assert other > 0  # so that both sentences occur
