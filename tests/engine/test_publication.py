"""Publication data: base URL, date, permanent links."""

from pathlib import Path

import pytest

from piquet_core.publication import Edition, drafted_on, publication, read_edition

VERSION = "0.1.0"
# 1795219200 seconds after 1970: 20778 whole days, of which 2026-11-21 is the last.
EPOCH = {"SOURCE_DATE_EPOCH": "1795219200"}


def lists(tmp_path: Path, head: str) -> Path:
    (tmp_path / f"{VERSION}.txt").write_text(f"{head}\ndocs/rules/index.html\n", "utf-8")
    return tmp_path


def test_without_a_list_it_is_a_draft_of_the_day_of_its_sources(tmp_path: Path) -> None:
    edition = read_edition(tmp_path, VERSION, EPOCH)
    assert edition == Edition(version=VERSION, date="2026-11-21", home="", published=False)
    assert edition.is_preview
    assert edition.name == "draft of edition 0.1.0, 21 November 2026"
    assert edition.permalink("a.html#b") == ""  # an address without a host is not an address


def test_a_published_edition_has_its_own_date_and_folder(tmp_path: Path) -> None:
    kept = lists(tmp_path, "# Edition 0.1.0, 2027-02-03")
    edition = read_edition(kept, VERSION, {**EPOCH, "PIQUET_HOME": "https://cards.example/piquet"})
    assert edition.published
    assert not edition.is_preview
    assert edition.name == "edition 0.1.0, 3 February 2027"
    assert edition.permalink("a.html") == "https://cards.example/piquet/editions/0.1.0/a.html"
    assert not read_edition(kept, "0.2.0", EPOCH).published


@pytest.mark.parametrize("head", ["# Edition 0.2.0, 2027-02-03", "# Edition 0.1.0", ""])
def test_a_list_that_does_not_say_its_date_is_refused(tmp_path: Path, head: str) -> None:
    with pytest.raises(ValueError, match="the first line must be"):
        read_edition(lists(tmp_path, head), VERSION, EPOCH)


@pytest.mark.parametrize(
    ("environ", "home"),
    [
        ({}, ""),
        (
            {"PIQUET_HOME": "", "READTHEDOCS_CANONICAL_URL": "https://b.example/en/"},
            "https://b.example/en/",
        ),
        (
            {"PIQUET_HOME": "https://a.example", "READTHEDOCS_CANONICAL_URL": "https://b.example/"},
            "https://a.example/",
        ),
    ],
)
def test_the_owners_word_comes_before_the_hosts(
    tmp_path: Path, environ: dict[str, str], home: str
) -> None:
    assert read_edition(tmp_path, VERSION, environ).home == home


def test_a_draft_is_as_old_as_its_sources_and_not_as_their_build() -> None:
    # The environment comes first, then the last commit, then the packaged date.
    assert drafted_on(EPOCH, "0") == "2026-11-21"
    assert drafted_on({}, "1795219200") == "2026-11-21"
    assert drafted_on({}) == publication().date


def test_who_answers_for_an_edition_comes_from_one_file() -> None:
    edition = Edition(version=VERSION, date="2026-11-21", home="", published=False)
    assert (edition.authors, edition.doi) == (publication().authors, publication().doi)
