"""Tests of `piquet score` and `piquet compare`: a deal under another rule set, two hands, and two rule sets."""

import json
import re
from pathlib import Path

import pytest
from command_helpers import AB, NAME, TEXT, put

from piquet_core.cli import main

# -- score ---------------------------------------------------------------------------------------

ELDER, YOUNGER = "A.AK.AJT987.JT9", "KQJ.QJT.KQ.AKQ8"
HANDS = ["score", "--elder", ELDER, "--younger", YOUNGER]
VARIATION = TEXT[TEXT.index("\n(\n") : TEXT.index("\n)\n")]


def test_a_deal_scored_by_another_book(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(AB), "--rules", "little"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "A 40, B 22; tricks 7-5\n" in out
    assert "\nplay.lead: " in out
    assert "“V. Play of the Cards”, paragraph " in out
    assert main(["score", str(AB)]) == 0
    assert "A 43, B 23; tricks 7-5\n" in capsys.readouterr().out


def test_every_point_has_its_clause(capsys: pytest.CaptureFixture[str]) -> None:
    for rules, total in (("hoyle1909", [43, 23]), ("little", [40, 22]), ("denexa", [48, 27])):
        assert main(["score", str(AB), "--rules", rules, "--json"]) == 0
        data = json.loads(capsys.readouterr().out)
        assert (data["total"], data["over"], data["refused"]) == (total, True, [])
        for i, seat in enumerate(("elder", "younger")):
            assert sum(one["points"] for one in data["points"] if one["seat"] == seat) == total[i]
        assert {one["rule"] for one in data["points"]} == set(data["clauses"])
        assert all(one["citations"] or one["note"] for one in data["clauses"].values())


def test_a_deal_that_another_book_refuses_or_cannot_deal(
    work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = put(work, NAME, "t2y  DK =18", "t2y  CA =18")
    assert main(["score", name, "--rules", "little"]) == 1
    assert "[play.follow]" in capsys.readouterr().out
    assert main(["score", str(AB), "--rules", "old36"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "talon has 8 cards, not 12" in err
    assert main(["score", str(AB), "--rules", "hoyle"]) == 2
    assert "unknown rule set" in capsys.readouterr().err


def test_two_hands_and_their_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*HANDS, "--rules", "hoyle1909"]) == 0
    out, _ = capsys.readouterr()
    assert "Elder 24, Younger 17 after 0 tricks" in out
    assert main([*HANDS, "--rules", "hoyle1909", "--play", "DA DQ D7 DK", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["total"], data["tricks"], data["over"]) == ([26, 18], [1, 1], False)
    assert [one["step"] for one in data["points"]][-3:] == ["cy", "t2e", "t2y"]


def test_the_whole_play_of_the_book_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    main_line = TEXT.replace(VARIATION, "")
    cards = re.findall(r"^t\d+[ey]\s+\*?(\w\w)", main_line, re.MULTILINE)
    assert len(cards) == 24
    for rules, total in (("hoyle1909", "Elder 43, Younger 23"), ("little", "Elder 40, Younger 22")):
        assert main([*HANDS, "--rules", rules, "--play", ",".join(cards)]) == 0
        assert total in capsys.readouterr().out
    assert main([*HANDS, "--rules", "little", "--play", " ".join([*cards, "S7"])]) == 2
    assert "no card is left" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"--elder": "A.AK.AJT987.JT"}, "elder has 11 cards, not 12 [deal.hand]"),
        ({"--elder": "A.AK.AJT986.JT9"}, "elder: D6 is not in the pack [pack.ranks]"),
        ({"--elder": "K.AK.AJT987.JT9"}, "SK is in both hands [pack.ranks]"),
        ({"--elder": "A.AK.AJT987"}, "--elder: 'A.AK.AJT987' has 3 suits"),
        ({"--younger": "SK SQ SX"}, "--younger: 'SX' is not a card"),
        ({"--younger": "SK SK"}, "--younger: SK appears twice"),
        (
            {"--play": "DA CA"},
            "t1y: CA does not follow suit: DA was led, and the hand has that suit [play.follow]",
        ),
        ({"--play": "DK"}, "t1e: DK is not in the hand [play.follow]"),
        ({"--play": "DZ"}, "--play: 'DZ' is not a card"),
        ({"--rules": "hoyle"}, "unknown rule set"),
    ],
)
def test_hands_that_cannot_be(
    changed: dict[str, str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = {"--elder": ELDER, "--younger": YOUNGER, "--rules": "hoyle1909", **changed}
    assert main(["score", *(word for pair in given.items() for word in pair)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert err.count("\n") == 1


def test_score_says_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score"]) == 2
    assert "needs a file, or --elder, --younger and --rules" in capsys.readouterr().err
    assert main([*HANDS, str(AB)]) == 2
    assert "not both" in capsys.readouterr().err


# -- compare -------------------------------------------------------------------------------------


def test_where_two_books_differ(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", str(AB), "hoyle1909", "little"]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    assert "The first difference: t2e, trick 2, D7\n" in out
    assert "\nplay.low-cards: " in out
    assert "“The Play”, paragraph 3" in out
    assert "“V. Play of the Cards”, paragraph 9" in out
    rows = out.splitlines()[-2:]
    assert [row.split() for row in rows] == [["hoyle1909", "43", "23"], ["little", "40", "22"]]
    assert max(map(len, out.splitlines())) <= 96


def test_a_comparison_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", str(AB), "hoyle1909", "little", "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    found = data["difference"]
    assert data["same"] is False
    assert (found["step"], found["trick"], found["cards"]) == ("t2e", 2, ["D7"])
    assert [side["scored"] for side in found["sides"]] == [[1, 0], [0, 0]]
    assert [side["total"] for side in found["sides"]] == [[26, 17], [25, 17]]
    assert [side["total"] for side in data["sides"]] == [[43, 23], [40, 22]]
    (cause,) = found["causes"]
    assert cause["rule"] == "play.low-cards"
    assert [answer["value"] for answer in cause["answers"]] == [True, False]
    assert data["words"]["step"] == "pe"


def test_two_books_that_agree(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", str(AB), "hoyle1909", "hoyle1909"]) == 0
    assert "No difference" in capsys.readouterr().out


def test_what_cannot_be_compared(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", str(AB), "hoyle1909", "old36"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "talon has 8 cards, not 12" in err
    assert err.endswith("hoyle1909-ab.piquet: old36 cannot deal these cards\n")
    assert main(["compare", str(AB), "hoyle1909", "hoyle"]) == 2
    assert "unknown rule set" in capsys.readouterr().err
    name = put(work, NAME, "t2y  DK =18", "t2y  CA =18")
    assert main(["compare", name, "hoyle1909", "modern"]) == 1
    assert "[play.follow]" in capsys.readouterr().err
    assert main(["compare", "missing", "hoyle1909", "little"]) == 2


ELDERS_BLANK = """[Piquet "1"]
[Id "elders-blank"]
[Rules "hoyle1909"]
[Certainty "play=partial"]

elder    AT.AT.AT9.AT987
younger  KQ9.KQ98.KQ8.KQ
talon    SJ HJ DJ CJ S7 H7 D7 S8

xy   SK HK DK
xe   D9 C9 C8 C7
pe   none
"""


def test_a_deal_with_a_carte_blanche_is_compared_across_procedures(
    work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one rule set younger discards three before elder shows; in the other elder names four."""
    (work / "blank.piquet").write_text(ELDERS_BLANK, encoding="utf-8")
    assert main(["compare", "blank.piquet", "hoyle1909", "little"]) == 1
    out = capsys.readouterr().out
    assert "refused" not in out
    assert "blank.show" in out
