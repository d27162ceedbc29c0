"""Tests of the prose linter: each pattern finds its example, and the text of every kind of file is read."""

import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import prose  # noqa: E402  # it is a script, found by its folder
from prose_pieces import Piece, pieces, segments  # noqa: E402

PATTERNS: list[dict[str, Any]] = prose.config()["pattern"]


@pytest.fixture(scope="module")
def found() -> dict[str, set[str]]:
    """Return the ids of the patterns that match each example of prose.toml."""
    texts = {text for one in PATTERNS for text in (*one["wrong"], *one["right"])}
    return {text: {id for _, id, _ in prose.match([Piece(1, 1, text)], PATTERNS)} for text in texts}


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda one: str(one["id"]))
def test_pattern_finds_what_is_wrong_and_nothing_else(
    pattern: dict[str, Any], found: dict[str, set[str]]
) -> None:
    assert pattern["wrong"]
    assert pattern["right"]
    for text in pattern["wrong"]:
        assert pattern["id"] in found[text], text
    for text in pattern["right"]:
        assert pattern["id"] not in found[text], text


FILES = {
    "one.py": (
        (
            '"""A docstring is read.\n\n>>> not("this")\n"""\n\n'
            "# A comment that goes\n# on is one text.\n"
            'SAY = f"a message with {SAY} in it"\nID = "not-this"\n'
            "def test_names_are_sentences(): ...\n"
        ),
        [
            "A docstring is read.",
            "A comment that goes",
            "on is one text.",
            "a message with X in it",
            "Names are sentences",
        ],
    ),
    "one.toml": (
        '# Of the data\nwords = "what a reader sees"\nid = "not-this"\nlong = """\nalso these words\n"""\n',
        ["Of the data", "what a reader sees", "also these words"],
    ),
    "one.js": (
        (
            "/** Of the script.\n * And on. */\nconst say = `a word for ${name} alone`; // at the end\n"
            'const id = "not-this", home = "https://not.this/one";\n'
        ),
        ["Of the script.", "And on.", "a word for ${name} alone", "at the end"],
    ),
    "one.css": ("/* Of the style. */\na { color: red }\n", ["Of the style."]),
    "one.html": (
        (
            "{#- Of the page\n    and its parts. -#}\n{% if not this %}\n"
            '<nav aria-label="The way home"\n  class="not-this">\n  <a href="{{ not_this() }}">All rules</a>\n</nav>\n'
        ),
        ["Of the page", "and its parts.", "The way home", "All rules"],
    ),
    "one.piquet": (
        '[Title "The words above a deal"]\nelder AKQ\n  {A remark on it.}\n',
        ["The words above a deal", "A remark on it."],
    ),
    "one.md": (
        (
            "# Heading\n\nProse with {rule}`a link <not.this>` in it.\n\n"
            "```{worked}\n:caption: Words below it\n:show: not this\n```\n\n"
            "```{glossary}\nelder\n  A definition.\n```\nThe end.\n"
        ),
        [
            "Heading",
            "Prose with a link in it.",
            "Words below it",
            "elder",
            "A definition.",
            "The end.",
        ],
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_words_of_every_kind_of_file_are_read_with_their_lines(name: str, tmp_path: Path) -> None:
    text, words = FILES[name]
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    read = [
        (line, segment.line + after)
        for piece in pieces(file)
        for segment in segments(piece)
        for after, line in enumerate(segment.text.split("\n"))
    ]
    assert [line.strip() for line, _ in read] == words
    for line, place in read:
        assert line.split()[-1] in text.split("\n")[place - 1], (line, place)


def test_titles_italics_and_excused_words_are_let_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one.md").write_text(
        "The *toward* of old books.\n\nGame of Toward Piquet, a title.\n\n"
        "It prints: unrecognized arguments.\n\nIt counts toward a pique.\n"
    )
    monkeypatch.setattr(prose, "ROOT", tmp_path)
    monkeypatch.setattr(prose, "titles", lambda: ["Game of Toward Piquet"])
    assert [(slip.line, slip.id) for slip in prose.slips(["one.md"])] == [(7, "spelling")]


def test_every_excuse_has_a_reason_and_is_needed() -> None:
    excuses = prose.config()["excuse"]
    assert all(one["why"] for one in excuses)
    for one in excuses:
        assert list(prose.match([Piece(1, 1, one["words"])], PATTERNS)), one["words"]


def test_a_clean_file_is_read_again_once_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tools").mkdir()
    monkeypatch.setattr(prose, "ROOT", tmp_path)
    monkeypatch.setattr(prose, "CLEAN", tmp_path / "build" / "prose-clean.json")
    monkeypatch.setattr(prose, "titles", list)
    file = tmp_path / "one.md"
    for words, code in (
        ("The colour.", 0),
        ("The colour.", 0),
        ("The color.", 1),
        ("The color.", 1),
    ):
        file.write_text(words)
        assert prose.main([str(file)]) == code, words
        assert ("spelling" in capsys.readouterr().out) is bool(code)
