"""Sentences address the reader as *you* at the table and in lessons, and never call the opponent *he*."""

import random
import re
from collections.abc import Iterator

import pytest
from test_dispatch import ask

from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Replied
from piquet_core.exercises import judge, new_exercise
from piquet_core.players import RandomPlayer, turn_of
from piquet_core.replay.what_if import move_of
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.sessions import HintSearch, Session, hint, move, start_game, write_session
from piquet_core.views import Links
from piquet_core.views.table import (
    render_board,
    render_deal_log,
    render_hint,
    render_news,
    render_question,
    render_rail,
    render_result,
    render_score_sheet,
    spoken_update,
)
from piquet_core.wording.player_names import PlayerNames
from piquet_core.wording.rich_text import plain_text

RULES = load_ruleset("hoyle1909")
LINKS = Links(rule="{}.html", source="s.html#{}")
# The title of a rule and the text of an answer are about players in general.
OF_RULES = re.compile(r'<a [^>]*class="pq-(rule|cite)"[^>]*>.*?</a>|<small>.*?</small>', re.DOTALL)
HE = re.compile(r"\b([Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b")
# A verb in the wrong person: "You leads", "Thumb lead".
WRONG = re.compile(
    r"\b[Yy]ou ((nearly )?always |hardly ever |never )?(has|is|was|does|(?!always)\w+s)\b"
    r"|\bThumb (have|are|were|do|lead|take|count|call|play|follow|throw)\b"
)


def text(markup: str) -> str:
    bare = re.sub(
        r"<svg.*?</svg>|<summary>.*?</summary>", "", OF_RULES.sub("", markup), flags=re.DOTALL
    )
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", bare))


def said(session: Session) -> Iterator[str]:
    yield spoken_update(session)
    yield text(render_news(session, LINKS))
    yield text(render_board(session))
    yield text(render_question(session, LINKS))
    if session.deal_is_over:
        yield text(render_deal_log(session, LINKS))
        yield text(render_score_sheet(session, LINKS))
        yield text(render_result(session, LINKS))
    else:
        yield text(render_hint(session, hint(session), LINKS))


def check(words: str) -> None:
    assert "Guest" not in words, words
    assert not HE.search(words), words
    assert not WRONG.search(words), words
    assert "younger’s" not in words.lower(), words


def test_the_deal_is_looked_at_again_as_it_was_played_and_its_record_keeps_the_name() -> None:
    """The review at the table says *you*; its downloaded record names both players."""
    session = start_game(load_ruleset("hoyle1909"), "deal", seed="again", seat=Seat.YOUNGER)
    while not session.deal_is_over:
        session = move(session, HintSearch(session).first.move)
    record = ask("export-record", game=write_session(session))["ok"]
    assert (record["you"], record["title"]) == ("younger", "Thumb against you")
    assert '[Younger "Guest"]' in record["text"]
    about = {"record": record["text"], "you": record["you"]}
    opened = ask("load-record", title=record["title"], base="", runtime="", **about)["ok"]["html"]
    page, _, rest = opened.partition('<template class="pq-record">')
    assert 'data-you="younger"' in page
    assert "Thumb against you" in page
    assert "Guest" not in page + rest.partition("</template>")[2]
    for op in ("replay", "knowledge", "step"):
        assert "Guest" not in str(ask(op, **about, step="t1e")["ok"]), op
    assert "Guest" not in str(ask("replay", at="t1e", moves=[], **about)["ok"])
    assert "Guest" in ask("transcript", **about)["ok"]["text"]
    assert ask("load-record", you="dealer", record=record["text"])["error"]["kind"] == "request"


# Two rule sets with very different procedures; the others have similar stories.
CHEAP = ("hoyle1909", "picquet1651")


@pytest.mark.parametrize(
    "id",
    [pytest.param(id, marks=() if id in CHEAP else pytest.mark.thorough) for id in ruleset_ids()],
)
@pytest.mark.parametrize("seat", Seat)
def test_at_the_table_nobody_hears_of_himself_in_the_third_person(id: str, seat: Seat) -> None:
    """Plays a deal at random and checks every sentence after every decision."""
    rules = load_ruleset(id)
    form = "rubicon" if "rubicon" in rules.names("game.forms").value else "deal"
    session, player = (
        start_game(rules, form, seed=f"you-{id}", seat=seat),
        RandomPlayer(random.Random(id)),
    )
    while True:
        for words in said(session):
            check(words)
        if session.deal_is_over:
            break
        state = session.table.state
        session = move(session, move_of(state, player.choose(turn_of(state))))


def test_the_winner_is_told_who_has_won() -> None:
    session = start_game(RULES, "deal", seed="won", seat=Seat.ELDER)
    player = RandomPlayer(random.Random(2))
    while not session.deal_is_over:
        state = session.table.state
        session = move(session, move_of(state, player.choose(turn_of(state))))
    person, opponent = session.totals
    won = "You win" if person > opponent else "Thumb wins"
    assert f"{won} the deal by {abs(person - opponent)}" in text(render_board(session))
    # The felt says it once, and a single deal has no number.
    assert " won by " not in text(render_result(session, LINKS))
    assert "Deal 1" not in text(render_result(session, LINKS))
    assert f"you {person}, Thumb {opponent}" in spoken_update(session)


def test_the_ledger_and_the_rail_say_where_the_points_came_from() -> None:
    """Every heading that scored is a row, the rows add up to the totals, and the rail shows them throughout."""
    session = start_game(RULES, "deal", seed="ledger", seat=Seat.ELDER)
    assert text(render_rail(session)).split()[-1] == "0–0"
    player = RandomPlayer(random.Random(5))
    while not session.deal_is_over:
        state = session.table.state
        session = move(session, move_of(state, player.choose(turn_of(state))))
    board = render_board(session)
    rows = re.findall(r'<tr[^>]*><th scope="row">(.*?)</th><td>(.*?)</td><td>(.*?)</td>', board)
    # Zero is a dash that is read out, never an empty cell.
    nothing = '<span aria-hidden="true">–</span><span class="pq-sr">nothing</span>'
    assert any(nothing in row for row in rows)
    rows = [(name, *("0" if one == nothing else one for one in row)) for name, *row in rows]
    *parts, whole = [(name, int(one), int(two)) for name, one, two in rows]
    assert {"Play"} <= {name for name, _, _ in parts}
    person, opponent = session.totals
    assert whole == ("The deal", person, opponent)
    assert (sum(one for _, one, _ in parts), sum(two for _, _, two in parts)) == session.totals
    assert text(render_rail(session)).split()[-1] == f"{person}–{opponent}"
    # Under the result, each item has a line and a link to its rule.
    told = render_result(session, Links(rule="rules/{}.html"))
    for who, points in (("You", person), ("Thumb", opponent)):
        said = next(one for one in told.split("<p>") if one.startswith(f"{who} made "))
        paid = re.findall(r'<a href="rules/[\w.-]+\.html" class="pq-clause"[^>]*>(-?\d+)', said)
        assert sum(map(int, paid)) == points
        assert f": {points}." in said
    won = "You win" if person > opponent else "Thumb wins"
    assert f"{won} the deal by {abs(person - opponent)}" in text(board)


@pytest.mark.parametrize(
    ("name", "feature"),
    [
        ("reply.point", "point-not-good"),
        ("reply.pips", "point-pips-elder"),
        ("reply.sequence", "sequence-equal"),
        ("reply.set", "set-not-good"),
        ("mark.other", "after-calls"),
        ("number.look", "younger-exchange"),
        ("play.take", "can-take"),
        ("play.on", "six-cards"),
    ],
)
def test_in_a_lesson_the_seat_of_the_reader_is_you(name: str, feature: str) -> None:
    """If a question gives the reader a seat, no sentence names that seat."""
    for seed in range(4):
        one = new_exercise(name, RULES, random.Random(seed), feature)
        lines = [plain_text(line) for shown in one.posed.shown for line in shown.lines]
        words = [one.posed.question, one.posed.hint, plain_text(one.posed.solution), *lines]
        words += [shown.label for shown in one.posed.shown]
        given = [*one.right]
        if name.startswith(("reply", "play")):
            given = [option.value for option in one.posed.options]
        words += [plain_text(judge(one, answer).says) for answer in given]
        whole = " ".join(words)
        seat = "elder" if "You are elder" in whole else "younger"
        mine = rf"\b{seat}\b(?!\.? (What|Your|The|Elder|Both))"
        told = re.sub(r"You are (elder|younger)", "", whole)
        assert not re.search(mine, told, re.IGNORECASE), told
        assert not HE.search(whole), whole


def test_names_and_verbs_agree() -> None:
    told = PlayerNames(("Guest", "Thumb"), Seat.YOUNGER)
    assert told.first(Seat.YOUNGER, "has") == "You have"
    assert told.does(Seat.ELDER, "takes in") == "Guest takes in"
    assert told.verb(Seat.YOUNGER, "agrees, and the hand is off") == "agree, and the hand is off"
    assert (told.first_whose(Seat.YOUNGER), told.whose(Seat.ELDER)) == ("Your", "Guest’s")
    roles = PlayerNames(("Elder", "Younger"))
    assert (roles.first(Seat.ELDER), roles.who(Seat.ELDER)) == ("Elder", "elder")
    assert PlayerNames(("de Grandval", "B")).first(Seat.ELDER, "leads") == "de Grandval leads"


def test_what_the_opponent_says_is_on_the_felt_and_the_news_stand_in_their_order() -> None:
    session = start_game(RULES, "deal", seed="won", seat=Seat.ELDER)
    player = RandomPlayer(random.Random(2))
    heard = 0
    while not session.deal_is_over:
        board, news = text(render_board(session)), text(render_news(session, LINKS))
        answers = [event for step in session.recent() for event in step.events]
        replied = [one for one in answers if isinstance(one, Replied)]
        if replied and session.table.steps[-1].id in ("py", "my", "sy"):
            heard += 1
            word = replied[-1].response.value.replace("-", " ")
            assert f"“{word.capitalize()}.”" in board
            assert news.index("You call") < news.index("Thumb")
        state = session.table.state
        session = move(session, move_of(state, player.choose(turn_of(state))))
    assert heard
