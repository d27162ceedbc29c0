"""Tests of `piquet cite`: it prints the same citations as the pages."""

import os
import subprocess
from pathlib import Path

import pytest

from piquet_core import __version__
from piquet_core.citations import FORMATS, find_subject, references
from piquet_core.cli import main
from piquet_core.publication import Edition, date_in_words, publication

ROOT = Path(__file__).parents[1]
AB = ROOT / "docs" / "deals" / "hoyle1909-ab.piquet"
HOME = "https://cards.example/"
NOTE = "piquet: the site has no address yet; --home or PIQUET_HOME gives it one\n"


@pytest.fixture(autouse=True)
def _fixed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    # 20,778 days after 1970-01-01.
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795219200")
    for name in ("PIQUET_HOME", "READTHEDOCS_CANONICAL_URL"):
        monkeypatch.delenv(name, raising=False)


def test_all_formats_each_under_its_heading(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cite", "play.low-cards@little", "--home", HOME]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    cited = references(
        find_subject("play.low-cards@little"),
        Edition(version=__version__, date="2026-11-21", home=HOME, published=False),
    )
    blocks = [
        f"{one.heading}\n{'-' * len(one.heading)}\n{one.write(cited)}\n" for one in FORMATS.values()
    ]
    assert out == "\n".join(blocks)


def test_one_format_stands_alone_and_a_missing_address_is_owned_up_to(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["cite", "little", "--format", "plain"]) == 0
    out, err = capsys.readouterr()
    assert err == NOTE
    ours, theirs = out.splitlines()
    assert ours.endswith("21 November 2026. docs/rulesets/little.html")
    assert theirs.startswith("Académie des jeux oubliés, ")
    assert main(["cite", "little", "--format", "chicago"]) == 0
    heads = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Chicago")]
    assert heads == ["Chicago, note", "Chicago, bibliography"]
    assert main(["cite", "little", "--format", "chicago-note"]) == 0
    (note, _source) = capsys.readouterr().out.splitlines()
    assert note.endswith("November 21, 2026, docs/rulesets/little.html.")


def test_a_draft_is_dated_by_its_last_commit_and_elsewhere_by_the_package(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-C", str(tmp_path)]
    dates = {
        "GIT_COMMITTER_DATE": "2031-03-12T23:59:00+0000",
        "GIT_AUTHOR_DATE": "2030-01-01T00:00:00Z",
    }
    for command in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "x"]):
        subprocess.run([*git, *command], env={**os.environ, **dates}, check=True)
    monkeypatch.setattr("piquet_core.cli.cite.ROOT", tmp_path)
    assert main(["cite", "little", "--format", "plain"]) == 0
    assert "12 March 2031." in capsys.readouterr().out
    # A folder inside a checkout is not a checkout, although git finds one above it.
    (tmp_path / "below").mkdir()
    monkeypatch.setattr("piquet_core.cli.cite.ROOT", tmp_path / "below")
    assert main(["cite", "little", "--format", "plain"]) == 0
    assert date_in_words(publication().date) in capsys.readouterr().out


def test_the_environment_names_the_home(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PIQUET_HOME", "https://home.example/p")
    assert main(["cite", "deal.talon", "--format", "ris"]) == 0
    out, err = capsys.readouterr()
    assert "UR  - https://home.example/p/docs/rules/deal.talon.html\n" in out
    assert err == ""


def test_a_deal_by_file_by_folder_and_where_the_site_keeps_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for args in (
        [f"{AB}#t6e"],
        ["hoyle1909-ab#t6e", "--deals", str(AB.parent)],
        ["deal:hoyle1909-ab#t6e", "--deals", str(AB.parent.parent)],
    ):
        assert main(["cite", *args, "--format", "mla"]) == 0
        said.append(capsys.readouterr().out)
    monkeypatch.chdir(ROOT)
    assert main(["cite", "hoyle1909-ab#t6e", "--format", "mla"]) == 0
    said.append(capsys.readouterr().out)
    assert len(set(said)) == 1
    assert "“A and B Play at Piquet.” Piquet, " in said[0]
    assert "step hoyle1909-ab#t6e, " in said[0]
    assert main(["cite", str(AB), "--format", "plain"]) == 0
    assert "docs/deals/hoyle1909-ab.html\n" in capsys.readouterr().out


def test_a_position_where_the_site_keeps_it_and_by_folder(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(ROOT / "docs/positions")
    assert main(["cite", "position:rhodes", "--deals", folder, "--format", "plain"]) == 0
    said = capsys.readouterr().out
    assert "(position rhodes, " in said
    assert "docs/positions/index.html#position-rhodes\n" in said
    monkeypatch.chdir(ROOT)
    assert main(["cite", "position:rhodes", "--format", "plain"]) == 0
    assert capsys.readouterr().out == said
    assert main(["cite", "position:rhode"]) == 2
    assert "did you mean position:rhodes" in capsys.readouterr().err


def test_an_irregularity_and_the_answer_of_a_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cite", "irregularity:revoke@cavendish", "--format", "plain"]) == 0
    ours, book = capsys.readouterr().out.splitlines()
    assert "“A revoke: Cavendish” (answer revoke@cavendish)" in ours
    assert ours.endswith("docs/irregularities/play.html#irregularity-revoke-at-cavendish")
    assert "“Laws of Piquet”, law 59" in book
    assert main(["cite", "irregularity:revoke@britannica9", "--format", "plain"]) == 0
    assert "Britannica, 9th ed. (1885), p. 116, law 31" in capsys.readouterr().out
    assert main(["cite", "irregularity:revoke", "--format", "plain"]) == 0
    assert "play.html#irregularity-revoke\n" in capsys.readouterr().out
    for id, error in (
        ("revok", "irregularity:revok: no such irregularity"),
        ("revoke@penguin", "irregularity:revoke@penguin: the texts that answer are picquet1651"),
    ):
        assert main(["cite", f"irregularity:{id}"]) == 2
        assert error in capsys.readouterr().err


def test_a_page_of_the_source_tree_and_the_whole(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert main(["cite", "page:docs/claims", "--format", "plain", "--home", HOME]) == 0
    heading = (
        (ROOT / "docs/claims.md").read_text(encoding="utf-8").partition("\n# ")[2].splitlines()[0]
    )
    out = capsys.readouterr().out
    assert f"“{heading}”. Piquet, " in out
    assert out.endswith(f"{HOME}docs/claims.html\n")
    assert main(["cite", "site", "--format", "plain", "--home", HOME]) == 0
    assert capsys.readouterr().out.startswith("The Piquet authors, Piquet, ")
    assert main(["cite", "page:docs/claim"]) == 2
    assert "page:docs/claim: no such page; did you mean page:docs/claims" in capsys.readouterr().err
    monkeypatch.setattr("piquet_core.cli.cite.ROOT", tmp_path)  # an installed package has no pages
    assert main(["cite", "page:docs/claims"]) == 2
    assert "page:docs/claims: no such page" in capsys.readouterr().err


def test_of_the_faulty_records_of_a_folder_only_the_wanted_one_matters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.piquet").write_text("nonsense", encoding="utf-8")
    (tmp_path / "ab.piquet").write_text(AB.read_text(encoding="utf-8"), encoding="utf-8")
    here = ["--deals", str(tmp_path), "--format", "plain"]
    assert main(["cite", "hoyle1909-ab", *here]) == 0
    capsys.readouterr()
    assert main(["cite", "bad", *here]) == 2
    assert "bad.piquet:1:1: " in capsys.readouterr().err


def test_the_site_in_the_current_folder_says_where_its_deals_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "hands").mkdir()
    (tmp_path / "hands" / AB.name).write_text(AB.read_text(encoding="utf-8"), encoding="utf-8")
    cite = ["cite", "hoyle1909-ab", "--format", "plain"]
    for conf in ("", "piquet_records = somewhere()\n", "piquet_records =", "\0"):
        (tmp_path / "conf.py").write_text(conf, encoding="utf-8")
        assert main(cite) == 2
        assert "cited by its file, or with --deals FOLDER" in capsys.readouterr().err
    (tmp_path / "conf.py").write_text('piquet_records = "hands"\n', encoding="utf-8")
    assert main(cite) == 0
    assert "docs/deals/hoyle1909-ab.html\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (
            ["play.low-crads"],
            "play.low-crads: cannot be cited: unknown id; did you mean play.low-car",
        ),
        (["play.low-cards@litle"], "play.low-cards@litle: no such rule set; did you mean play.low"),
        (
            ["some-deal#t1e"],
            "some-deal#t1e: no such deal; a deal is cited by its file, or with --d",
        ),
        (["some.piquet"], "some.piquet: No such file or directory"),
        (["some-deal", "--deals", "nowhere"], "nowhere: no such folder"),
        ([f"{AB}#t99"], "hoyle1909-ab#t99: the deal has no such step; did you mean hoyle1909-ab#"),
        (["little", "--format", "word"], "argument --format: invalid choice: 'word'"),
    ],
)
def test_what_cannot_be_cited_is_one_line_on_stderr(
    args: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cite", *args]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"piquet: {message}")
    assert err.count("\n") == 1
