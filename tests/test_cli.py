"""Tests of the command line: output, streams and exit codes."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from command_helpers import AB, NAME, ROOT, TEXT, put

from piquet_core.cards.seat import Seat
from piquet_core.cli import CODES, main
from piquet_core.cli.play import THEMES
from piquet_core.engine.events import Scored
from piquet_core.engine.state import Phase
from piquet_core.notation import dumps, loads
from piquet_core.notation.tags import PARTS
from piquet_core.players import PLAYERS
from piquet_core.replay.replay import replay_record
from piquet_core.rules import catalogue, ruleset_ids

# -- exit codes ----------------------------------------------------------------------------------

CHANGES = {
    "good": ("", "", 0),
    "total": ("cards e=43", "cards e=41", 1),
    "illegal": ("t2y  DK =18", "t2y  CA =18", 1),
    "rules": ('"hoyle1909"', '"hoyle1742"', 2),
    "pack": ("talon    DA", "talon    DK", 2),
    "unknown": ("talon    DA", "talon    ?", 2),
    "syntax": ("t2y  DK =18", "t2y  DX =18", 2),
}


@pytest.mark.parametrize("change", CHANGES)
def test_an_exit_code_means_one_thing_in_every_command(
    change: str, work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit codes mean the same in all commands: 0 agrees, 1 differs, 2 is an error.

    An error counts only for commands that use the part with the error. A citation and a deal id depend on
    the record alone, and `score` does not compare the printed totals.
    """
    old, new, code = CHANGES[change]
    name = put(work, NAME, old, new)
    usable = 2 if code == 2 else 0
    found = {"total": 0}.get(change, code)
    expected = {
        "check": code,
        "replay": code,
        "replay --json": code,
        "data deals": code,
        "score": found,
        "score --json": found,
        "cite --format plain --home https://cards.example/": usable,
        "cite --format plain": usable,
        "solve": usable,
        "solve --json": usable,
    }
    for command, wanted in expected.items():
        assert main([*command.split(), name]) == wanted, command
        out, err = capsys.readouterr()
        if wanted == 2:
            assert out == "", command
            assert f"{NAME}:" in err, command
    assert main(["compare", name, "hoyle1909", "hoyle1909"]) == {"rules": 0}.get(change, found)
    assert main(["id", name]) == {"rules": 0}.get(change, usable)


def test_of_several_records_the_worst_counts(
    work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = {
        key: put(work, f"{key}.piquet", *CHANGES[key][:2]) for key in ("good", "total", "rules")
    }
    for keys, code in (
        (("good", "total"), 1),
        (("total", "good"), 1),
        (("rules", "total", "good"), 2),
        (("good", "rules"), 2),
    ):
        for command in (["check"], ["data", "deals"]):
            assert main([*command, *(names[key] for key in keys)]) == code
    assert main(["check", "."]) == 2
    assert "unknown rule set" in capsys.readouterr().err


def test_help_and_page_say_what_the_codes_mean(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    assert said.endswith(CODES)
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for line in CODES.splitlines()[1:-1]:
        number, _, meaning = line.strip().partition("  ")
        assert f"| {number} | {meaning} |" in page


# -- replay --------------------------------------------------------------------------------------


def test_the_story_of_a_deal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(AB)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    rows = out.splitlines()
    assert rows[0] == "A and B play at Piquet"
    assert "A: 97.A98.JT98.JT7" in rows
    assert rows[-1] == "43-23, 30 printed totals hold"
    assert max(map(len, rows)) <= 96
    (count,) = (row for row in rows if row.startswith("ce "))
    assert count.split()[:3] == ["ce", "24", "0"]
    assert "[declare.show point.score sequence.scores]" in out


def test_the_steps_of_a_deal_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(AB), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["players"] == {"elder": "A", "younger": "B"}
    assert data["findings"] == []
    steps = {step["id"]: step for step in data["steps"]}
    assert data["steps"][-1]["score"] == [43, 23]
    scored = [event for event in steps["cy"]["events"] if event["event"] == "Scored"]
    assert [(e["seat"], e["points"], e["rule"], e["holding"]) for e in scored] == [
        ("younger", 14, "set.quatorze", "4Q"),
        ("younger", 3, "set.trio", "3K"),
    ]
    assert steps["cy"]["checks"] == [{"seat": "younger", "printed": 17, "given": 17}]
    assert steps["t6e"]["branches"][0]["steps"][-1]["id"] == "t6e-1-result"
    rules = {e["rule"] for step in data["steps"] for e in step["events"] if e.get("rule")}
    assert rules <= set(catalogue())


def test_replay_tells_what_is_wrong_too(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = put(work, NAME, "cards e=43", "cards e=41")
    assert main(["replay", name]) == 1
    assert "the rules give 43" in capsys.readouterr().out
    assert main(["replay", name, "--json"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert (finding["step"], finding["rule"], finding["column"]) == ("cards", "cards.points", 7)
    assert main(["replay", "missing"]) == 2
    assert capsys.readouterr().err == "piquet: missing: No such file or directory\n"


# -- play ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ruleset_ids())
def test_a_deal_played_out_is_a_whole_record_that_holds(
    rules: str, work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The record passes the checks of tests/engine/test_library.py for invented records."""
    for seed in ("1", "2", "3"):
        assert main(["play", "--rules", rules, "--seed", seed, "--id", "deal"]) == 0
        text, err = capsys.readouterr()
        assert err == ""
        (work / "deal.piquet").write_text(text, encoding="utf-8")
        assert main(["check", "deal.piquet"]) == 0
        said = capsys.readouterr().out
        assert re.fullmatch(r"deal.piquet: \d+-\d+, no printed totals\n", said)
        record = loads(text)
        assert record.tag("Id") == "deal"
        replay = replay_record(record)
        assert replay.steps[-1].state.phase is Phase.OVER
        assert dumps(record) == text
        assert record.tag("Certainty").split() == [f"{part}=inferred" for part in PARTS]
        scored = {event.rule for event in replay.events if isinstance(event, Scored)}
        for rule, theme in THEMES.items():
            assert (theme in record.tag("Theme").split()) == (rule in scored)


def test_a_seed_or_an_id_names_the_deal_that_is_played(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = []
    for chosen in (["--seed", "9"], ["--seed", "9"], ["--seed", "10"], [], []):
        assert main(["play", "--rules", "hoyle1909", *chosen]) == 0
        found.append(capsys.readouterr().out)
    assert found[0] == found[1]
    assert len({loads(text).tag("DealId") for text in found}) == 4
    assert main(["play", "--rules", "hoyle1909", "--deal", "32-XY8BPT54XW5N-D"]) == 0
    text = capsys.readouterr().out
    assert loads(text).tag("DealId") == "32-XY8BPT54XW5N-D"
    assert "elder    97.A98.JT98.JT7\n" in text  # A's hand, as in the A-versus-B record
    assert [loads(text).player(seat) for seat in Seat] == ["Elder", "Younger"]


def test_two_players_play_under_their_names(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    second = replace(PLAYERS["thumb"], name="Second")
    monkeypatch.setitem(PLAYERS, "second", second)
    assert main(["play", "--rules", "little", "--seed", "1", "--younger", "second"]) == 0
    record = loads(capsys.readouterr().out)
    assert [record.player(seat) for seat in Seat] == ["Thumb", "Second"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ("", "the following arguments are required: --rules"),
        ("--rules skat", "unknown rule set"),
        (
            "--rules little --elder nobody",
            f"unknown player 'nobody'; choose one of {', '.join(PLAYERS)}",
        ),
        ("--rules little --deal 32-XY8BPT54XW5N-E", "invalid deal id"),
        ("--rules little --id A_Deal", "--id: an Id has lower-case letters, digits"),
        ("--rules old36 --deal 32-XY8BPT54XW5N-D", "the talon has 8 cards, not 12"),
        ("--rules little --deal 32-XY8BPT54XW5N-D --seed 1", "not allowed with"),
    ],
)
def test_a_deal_that_cannot_be_played_is_refused_in_one_line(
    args: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *args.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1


# -- rules ---------------------------------------------------------------------------------------


def test_the_list_of_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    out, _ = capsys.readouterr()
    assert [row.split()[0] for row in out.splitlines()] == list(catalogue())
    assert main(["rules", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [rule["id"] for rule in data["rules"]] == list(catalogue())
    assert all(rule["answers"] for rule in data["rules"])


def test_one_rule_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "repique.bonus"]) == 0
    out, _ = capsys.readouterr()
    assert "repique.bonus: Repique\nWhat does a repique add?\n" in out
    assert "hoyle1909: 60 points\n" in out
    assert "“Repique”, paragraph 1" in out
    assert main(["rules", "declare.above-called"]) == 0
    assert "  inferred: text silent\n" in capsys.readouterr().out
    assert main(["rules", "set.ranks", "--json"]) == 0
    (rule,) = json.loads(capsys.readouterr().out)["rules"]
    answer = rule["answers"]["hoyle1909"]
    assert (answer["value"], answer["status"]) == ("AKQJT", "stated")


def test_an_unknown_rule_is_one_line_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "repique.bonos"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("piquet: repique.bonos: no such rule; did you mean repique.bonus")
    assert err.count("\n") == 1


def test_a_rule_set_is_not_a_rule_and_is_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    for args in (["little"], ["little", "--json"]):
        assert main(["rules", *args]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("piquet: little is a rule set, not a rule: ")
        assert err.count("\n") == 1


def test_a_misspelt_rule_set_is_not_taken_for_a_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "hoyle1908"]) == 2
    said = "piquet: hoyle1908: unknown rule; did you mean the rule set hoyle1909\n"
    assert capsys.readouterr() == ("", said)


def test_what_a_rule_set_answers_as_no_other_does(capsys: pytest.CaptureFixture[str]) -> None:
    # Only Piquet au cent lets younger wait with a carte blanche; other rule sets share its pack.
    assert main(["rules", "--alone", "cavendish-au-cent"]) == 0
    told = capsys.readouterr().out
    assert re.search(
        r"^blank\.announce +the holder must announce it, .* younger may wait", told, re.MULTILINE
    )
    assert "pack.size" not in told
    assert main(["rules", "--alone", "little"]) == 0  # its old and modern forms share every answer
    assert capsys.readouterr().out == "little  answers every rule as another does\n"


def test_a_list_for_one_rule_set_takes_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    for args in (["pack.size"], ["--json"], ["--schema"]):
        assert main(["rules", "--alone", "little", *args]) == 2
        said = "piquet: --alone RULESET cannot be combined with an id or --schema\n"
        assert capsys.readouterr() == ("", said)
    assert main(["rules", "--alone", "hoyle1908"]) == 2
    assert capsys.readouterr().err.startswith("piquet: hoyle1908: unknown rule set; ")


def test_the_schema_is_of_all_rules_and_takes_no_id(capsys: pytest.CaptureFixture[str]) -> None:
    for args in (["repique.bonus", "--schema"], ["--schema", "repique.bonos"], ["", "--schema"]):
        assert main(["rules", *args]) == 2
        out, err = capsys.readouterr()
        assert (out, err) == ("", "piquet: rules takes an id or --schema, not both\n")


# -- deal ids ------------------------------------------------------------------------------------


def test_the_id_of_a_record_and_the_deal_of_an_id(
    work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["id", str(AB)]) == 0
    id = capsys.readouterr().out
    assert id == "32-XY8BPT54XW5N-D\n"
    assert main(["deal", id.strip().lower()]) == 0
    assert capsys.readouterr().out in TEXT
    assert main(["id", str(ROOT / "docs" / "deals" / "facheux.piquet")]) == 0
    assert capsys.readouterr().out.startswith("36-")
    assert main(["deal", "32-XY8BPT54XW5M-D"]) == 2
    assert "check letter" in capsys.readouterr().err
    assert main(["id", put(work, NAME, "talon    DA", "talon    ?")]) == 2
    assert "unknown card" in capsys.readouterr().err
    assert main(["id", put(work, NAME, "talon    DA", "talon    DK")]) == 2
    assert "one pack" in capsys.readouterr().err


# -- as a program --------------------------------------------------------------------------------


def test_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert "usage: piquet" in capsys.readouterr().out
    assert main(["check", "--help"]) == 0
    assert "usage: piquet check" in capsys.readouterr().out
    assert main(["--version"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ("", "the following arguments are required: COMMAND; see piquet --help"),
        ("check", "the following arguments are required: FILE|DIR; see piquet check --help"),
        ("chek x", "argument COMMAND: invalid choice: 'chek'"),
        ("compare x little", "the following arguments are required: B; see piquet compare --help"),
        ("rules --jsn", "unrecognized arguments: --jsn; see piquet --help"),
        ("score --rules", "argument --rules: expected one argument; see piquet score --help"),
        ("id a b", "unrecognized arguments: b; see piquet --help"),
    ],
)
def test_a_wrong_argument_is_one_line_on_stderr(
    args: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(args.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"piquet: {said}")
    assert err.count("\n") == 1


def test_a_wrong_argument_of_many_lines_is_one_line_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["id", "a", "b\nc"]) == 2
    assert capsys.readouterr().err == "piquet: unrecognized arguments: b c; see piquet --help\n"


def test_a_reader_who_has_seen_enough_gets_no_traceback() -> None:
    command = [sys.executable, "-m", "piquet_core", "replay", str(AB), "--json"]
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        command, stdout=write, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False
    )
    os.close(write)
    assert done.stderr == ""
    assert done.returncode == 141


def test_a_terminal_that_knows_only_ascii() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "piquet_core", "replay", str(AB)],
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"43-23" in done.stdout
