"""What the scan of the code finds, and what it must not find."""

from __future__ import annotations

from pathlib import Path

from sphinx_piquet.rules.codescan import scan

CODE = """
TABLE = {"play.lead": 1}
class Count:
    def card(self, kind):
        return self.rules[f"{kind}.others"], "play.low-cards and more"
def place(context, key):
    return f"{context}.{key}", f"{context}.value", "play.no-such-rule"
"""


def test_ids_are_found_with_the_function_that_holds_them(tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    file.write_text(CODE, "utf-8")
    assert scan(file) == {
        "play.lead": ["TABLE"],
        "play.low-cards": ["Count.card"],
        "sequence.others": ["Count.card"],
        "set.others": ["Count.card"],
    }


def test_a_file_that_cannot_be_read_as_python_holds_nothing(tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    file.write_text("def (", "utf-8")
    assert scan(file) == {}
    assert scan(tmp_path / "none.py") == {}
