"""Tests of `piquet check`: correct records, differences, and the position of every error."""

import random
import re
from io import BytesIO
from pathlib import Path

import pytest
from command_helpers import AB, NAME, ROOT, TEXT, put

from piquet_core import (
    ThumbPlayer,
    dumps,
    load_ruleset,
    loads_all,
    play_out,
    record_actions,
    replay_game,
    replay_record,
    settle_partie,
    shuffled_deal,
    start,
)
from piquet_core.cli import main

# -- check ---------------------------------------------------------------------------------------


def test_a_record_that_holds(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", put(work, NAME)]) == 0
    out, err = capsys.readouterr()
    assert out == f"{NAME}: 43-23, 30 printed totals hold\n"
    assert err == ""


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("ab.piquet", 'write [Id "ab"], or name the file hoyle1909-ab.piquet'),
        ("A and B.piquet", "name the file hoyle1909-ab.piquet"),
    ],
)
def test_a_file_is_named_after_the_id_of_its_record(
    name: str, right: str, work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", put(work, name)]) == 0
    out, err = capsys.readouterr()
    tag = '[Id "hoyle1909-ab"]'
    number = TEXT.splitlines().index(tag) + 1
    first, line, _caret, last = out.splitlines()
    assert first == f"{name}:{number}:1: the Id is hoyle1909-ab, the file {name}: {right}"
    assert line.strip() == tag
    assert last == f"{name}: 43-23, 30 printed totals hold"
    assert err == ""


def test_only_a_file_of_the_library_has_a_name_to_keep(
    work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", put(work, "ab.txt")]) == 0
    assert capsys.readouterr().out == "ab.txt: 43-23, 30 printed totals hold\n"


class Piped:
    """A standard input with a given text."""

    def __init__(self, text: str, encoding: str = "utf-8") -> None:
        self.buffer = BytesIO(text.encode(encoding))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_record_from_standard_input(
    encoding: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Piped(TEXT, encoding))
    assert main(["check", "-"]) == 0
    assert capsys.readouterr().out == "-: 43-23, 30 printed totals hold\n"


def test_a_fault_of_standard_input_has_its_place(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Piped("this is no record"))
    assert main(["replay", "-"]) == 2
    assert capsys.readouterr().err.startswith("-:1:1: ")


def test_a_closed_standard_input_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert main(["check", "-"]) == 2
    assert capsys.readouterr().err == "piquet: standard input is closed\n"


def test_a_total_that_differs(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", put(work, NAME, "cards e=43", "cards e=41")]) == 1
    out, err = capsys.readouterr()
    number = TEXT.splitlines().index("cards e=43") + 1
    assert out == (
        f"{NAME}:{number}:7: the source has 41 for A at cards, the rules give 43 [cards.points]\n"
        "    cards e=41\n"
        "          ^^^^\n"
        f"{NAME}: 43-23, 1 of 30 printed totals differs\n"
    )
    assert err == ""


def test_the_notation_page_shows_what_check_prints(
    work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", put(work, AB.name, "cards e=43", "cards e=41")]) == 1
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    assert f"```\n{capsys.readouterr().out}```\n" in page


def test_an_illegal_card(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", put(work, NAME, "t2y  DK =18", "t2y  CA =18")]) == 1
    out, _ = capsys.readouterr()
    first, line, caret, last = out.splitlines()
    assert first.endswith(
        "CA does not follow suit: D7 was led, and the hand has that suit [play.follow]"
    )
    assert (line, caret) == ("    t2y  CA =18", "         ^^")
    assert last == f"{NAME}: 26-17 at t2e, where the replay ends, 5 printed totals hold"


def test_a_replay_that_reaches_no_printed_total(
    work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stopped = TEXT.replace("xe   S9", "xe   SA")  # a card that the player does not have
    one = re.sub(r" =\d+$", "", stopped, flags=re.MULTILINE)
    one = one.replace("cards e=43\nresult e=43 y=23\n", "")
    for text, said in (
        (stopped, "none of its 30 printed totals reached"),
        (one, "its one printed total not reached"),
    ):
        (work / NAME).write_text(text, encoding="utf-8")
        assert main(["check", NAME]) == 1
        last = capsys.readouterr().out.splitlines()[-1]
        assert last == f"{NAME}: 0-0 at deal, where the replay ends, {said}"


def test_a_record_without_printed_totals(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = re.sub(r" [ey]?=\d+", "", TEXT)
    text = re.sub(r"^(last|cards|result)\n", "", text, flags=re.MULTILINE)
    (work / NAME).write_text(text, encoding="utf-8")
    assert main(["check", NAME]) == 0
    assert capsys.readouterr().out == f"{NAME}: 43-23, no printed totals\n"


def test_a_deal_that_is_no_pack(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", put(work, NAME, "talon    DA", "talon    DK")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "DK appears twice" in err
    assert err.endswith(f"{NAME}: cannot be replayed\n")


def test_faults_of_notation_are_all_reported_on_stderr(
    work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = TEXT.replace("t2y  DK =18", "t2y  DX =18").replace("py   good", "py   yes")
    (work / "bad.piquet").write_text(text, encoding="utf-8")
    assert main(["check", "bad.piquet"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    heads = [line for line in err.splitlines() if line.startswith("bad.piquet:")]
    assert [head.split(": ", 1)[1][:5] for head in heads] == ["'yes'", "'DX' "]
    assert err.count("^") == 5
    assert "Traceback" not in err


def test_one_bad_file_hides_no_other(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (work / "deals" / "more").mkdir(parents=True)
    put(work, f"deals/{NAME}")
    put(work, f"deals/more/{NAME}", "last e=33", "last e=32")
    (work / "deals" / "a.piquet").write_bytes(b"[Piquet]\n caf\xe9")
    (work / "deals" / "notes.txt").write_text("not a record", encoding="utf-8")
    assert main(["check", "deals", "missing.piquet", str(AB)]) == 2
    out, err = capsys.readouterr()
    assert [line.rsplit(" ", 1)[1] for line in out.splitlines() if line.startswith("deals")] == [
        "hold",
        "[play.last-trick]",
        "differs",
    ]
    assert err.splitlines() == [
        "deals/a.piquet:2:5: not UTF-8 text: save the file as UTF-8",
        "     caf\N{REPLACEMENT CHARACTER}",
        "        ^",
        "piquet: missing.piquet: No such file or directory",
    ]
    assert f"{AB}: 43-23" in out


# -- several records in a file -------------------------------------------------------------------


def partie() -> str:
    """Return a partie of six deals in which Anna and Bert play like Thumb, with the totals before each."""
    rules, rng, thumb = load_ruleset("hoyle1909"), random.Random(7), ThumbPlayer()
    totals = [0, 0]
    texts = []
    for number in range(6):
        deal = shuffled_deal(rules, rng)
        actions = [action for action, _, _ in play_out(start(rules, deal)[0], thumb, thumb)]
        names = ("Anna", "Bert") if number % 2 == 0 else ("Bert", "Anna")
        record = record_actions(rules, deal, actions, names)
        elder = number % 2
        before = f"{totals[elder]} {totals[1 - elder]}"
        lines = dumps(record).split("\n")
        lines[4:4] = [f'[Before "{before}"]', f'[Left "{5 - number}"]']
        text = "\n".join(lines)
        made = replay_record(record).steps[-1].score
        totals[elder] += made[0]
        totals[1 - elder] += made[1]
        texts.append(text)
    return "\n".join(texts)


PARTIE = partie()


def test_a_whole_partie_in_one_file(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (work / "partie.txt").write_text(PARTIE, encoding="utf-8")
    assert main(["check", "partie.txt"]) == 0
    out, err = capsys.readouterr()
    *deals, game = out.splitlines()
    assert err == ""
    assert len(deals) == 6
    ids = [record.tag("Id") for record in loads_all(PARTIE)]
    scores = []
    for line, id in zip(deals, ids, strict=True):
        match = re.fullmatch(rf"partie\.txt#{id}: (\d+)-(\d+), no printed totals", line)
        assert match, line
        scores.append((int(match[1]), int(match[2])))
    anna = sum(score[number % 2] for number, score in enumerate(scores))
    bert = sum(score[1 - number % 2] for number, score in enumerate(scores))
    settled = settle_partie(load_ruleset("hoyle1909"), replay_game(loads_all(PARTIE)).deals)
    assert settled is not None
    winner = "Anna" if anna > bert else "Bert"
    assert game == (
        f"partie.txt: Anna {anna}, Bert {bert} in 6 deals; {winner} wins the partie, "
        f"which counts {settled.points} [rubicon.settlement]"
    )


def test_a_total_before_a_deal_is_compared_with_the_deals_before_it(
    work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tags = re.findall(r'\[Before ".*"\]', PARTIE)
    wrong = PARTIE.replace(tags[2], '[Before "1 1"]')
    (work / "partie.txt").write_text(wrong, encoding="utf-8")
    assert main(["check", "partie.txt"]) == 1
    line = wrong.split("\n").index('[Before "1 1"]') + 1
    right = tags[2].removeprefix('[Before "').removesuffix('"]')
    said = f"partie.txt:{line}:1: the deals before this one give {right}\n"
    assert said in capsys.readouterr().out


def test_records_that_are_no_game_are_checked_one_by_one(
    work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = TEXT.replace('[Id "hoyle1909-ab"]', '[Id "other"]').replace("cards e=43", "cards e=41")
    other = other.replace('[Younger "B"]', '[Younger "C"]')
    (work / "deals.txt").write_text(f"{TEXT}\n{other}", encoding="utf-8")
    assert main(["check", "deals.txt"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "deals.txt#hoyle1909-ab: 43-23, 30 printed totals hold"
    line = len(TEXT.split("\n")) + TEXT.split("\n").index("cards e=43") + 1
    assert out[1].startswith(f"deals.txt:{line}:7: the source has 41 for A")
    assert out[-1] == "deals.txt#other: 43-23, 1 of 30 printed totals differs"


def test_one_of_several_records_is_chosen_by_its_id(
    work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (work / "deals.txt").write_text(f"{PARTIE}\n{TEXT}", encoding="utf-16")
    assert main(["replay", "deals.txt#hoyle1909-ab"]) == 0
    assert "43-23, 30 printed totals hold" in capsys.readouterr().out
    assert main(["replay", "deals.txt"]) == 2
    second = PARTIE.split("\n").index('[Piquet "1"]', 1) + 1
    assert capsys.readouterr().err.startswith(
        f"deals.txt:{second}:1: a second record begins here, where one is expected\n"
    )
    assert main(["id", "deals.txt#nobody"]) == 2
    assert "no record here has the Id nobody; choose one of deal-" in capsys.readouterr().err
    put(work, "a#b.piquet")
    assert main(["check", "a#b.piquet"]) == 0, "a file may have such a name"


def test_a_record_in_a_markdown_page(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = f"# My deal\n\n```piquet\n{TEXT}```\n\nThank you.\n"
    (work / "page.md").write_text(page, encoding="utf-8")
    assert main(["check", "page.md"]) == 0
    assert capsys.readouterr().out == "page.md: 43-23, 30 printed totals hold\n"
    (work / "page.md").write_text(page.replace("py   good", "py   yes"), encoding="utf-8")
    assert main(["check", "page.md"]) == 2
    line = page.split("\n").index("py   good") + 1
    assert capsys.readouterr().err.startswith(f"page.md:{line}:6: 'yes' is not an answer")


# -- folders -------------------------------------------------------------------------------------


def test_a_folder_without_records(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (work / "empty").mkdir()
    assert main(["check", "empty"]) == 2
    assert capsys.readouterr().err == "piquet: empty: no *.piquet file in this folder\n"


def test_all_records_of_the_repository_hold(capsys: pytest.CaptureFixture[str]) -> None:
    folders = [ROOT / "docs" / "deals", ROOT / "tests" / "records"]
    assert main(["check", *map(str, folders)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    holds = re.compile(
        r"\S+\.piquet: \d+-\d+, (no printed totals|1 printed total holds|\d+ printed totals hold)"
    )
    lines = out.splitlines()
    assert len(lines) == sum(len(list(folder.glob("*.piquet"))) for folder in folders)
    assert [line for line in lines if not holds.fullmatch(line)] == []
