"""The page on the notation has every label, every choice and every theme, and so has its grammar."""

import re
from itertools import product
from string import ascii_lowercase

from random_play import ROOT
from test_notation import LABELS, SECOND

from piquet_core.notation.parser import _LABEL_HELP, _reader
from piquet_core.notation.record import CHOICES, CONSEQUENCES, STAND
from piquet_core.notation.tags import THEMES

# -- the page ------------------------------------------------------------------------------------

PAGE = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
PAIRS = ["".join(pair) for pair in product(ascii_lowercase, repeat=2)]
TRICKS = [f"t{n}{s}" for n in range(20) for s in "ey"]
WORDS = [f"{letter}{n}{s}" for letter in ascii_lowercase for n in range(20) for s in "ey"]
KNOWN = {word for word in (*PAIRS, *TRICKS, *WORDS, *CONSEQUENCES) if _reader(word)}
"""Every label that the parser reads."""


def defined(name: str) -> str:
    """Return the right side of a definition in the page's grammar."""
    (found,) = re.findall(rf"^{name} += (.*?) ;$", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


def test_the_tests_draw_every_label_and_a_fault_names_it() -> None:
    assert set(LABELS) == KNOWN
    spelled = set(_LABEL_HELP.split()) - {"…"}
    told = {"t1e", "t1y", "t12y", "p2e", "p2y"}
    assert spelled == KNOWN - set(TRICKS) - set(SECOND) | told


def test_the_page_has_every_label_and_every_choice() -> None:
    rows = [line for line in PAGE.split("\n") if line.startswith("| `")]
    second = {"p2e", "s2e", "q2e", "p2y", "s2y", "q2y", "m2y"}
    for label in KNOWN - set(TRICKS) - set(SECOND) | second:
        assert sum(f"`{label}`" in row.split("|")[1] for row in rows) == 1, label
    assert KNOWN & set(TRICKS) == {f"t{n}{s}" for n in range(1, 13) for s in "ey"}
    assert any("`t1e` … `t12y`" in row for row in rows)
    for label, words in CHOICES.items():
        (row,) = (row for row in rows if f"`{label}`" in row.split("|")[1])
        assert all(f"`{word}`" in row for word in words), label


def test_the_page_names_every_theme() -> None:
    (sentence,) = re.findall(r"The themes are (.*?)\n\(playing", PAGE, re.DOTALL)
    assert tuple(re.findall(r"`([a-z-]+)`", sentence)) == THEMES


def test_the_grammar_has_every_label_and_every_choice() -> None:
    parts = {name: re.findall(r'"(\w)"', defined(name)) for name in ("seat", "kind")}
    parts["number"] = [str(n) for n in range(1, 13)]
    parts["time"] = [str(n) for n in range(2, 10)]
    labels = {
        "".join(word)
        for one in defined("label").split("|")
        for word in product(*(parts.get(part, [part.strip('"')]) for part in one.split()))
    }
    assert labels == KNOWN
    choices = set(re.findall(r'"(\w+)"', defined("choice")))
    assert choices == {word for words in CHOICES.values() for word in words} | {STAND}
