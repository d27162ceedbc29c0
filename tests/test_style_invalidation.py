"""No style rule of the stage or the table makes a browser restyle the whole page at each step.

Chromium keeps one invalidation set for each place where `:has()` is used. A universal rule in such a place
puts every element in it. The drawings of the cards have some 5,000 elements, which costs a fifth of a
second per step.
"""

import re
from pathlib import Path

import pytest
from static_sources import static_sources
from test_css_compatibility import parts, rules

FOLDERS = ("replay", "replay/stage", "table", "practice", "practice/panel")
LIVE = [
    path
    for name, path in static_sources("*.css").items()
    if name.rpartition("/")[0] in FOLDERS
    and name != "table/score-keeper.css"  # it has no cards that come and go
]
# The last part of a selector, if it names no element, class, id or attribute, and a `:has()` before it.
EVERYTHING = re.compile(r":has\(.*\).*[ >+~](?:\*|:[^.#\[]*)$")


def everything_after_has(path: Path) -> list[str]:
    return [
        f"{rule.place}: {one}"
        for rule in rules(path)
        if not any("print" in within for within in rule.within)
        for one in parts(rule.selector)
        if EVERYTHING.search(re.sub(r"\s*([>+~])\s*", r"\1", one))
    ]


@pytest.mark.parametrize("path", LIVE, ids=lambda path: path.name)
def test_no_rule_of_a_step_is_for_everything_after_has(path: Path) -> None:
    assert everything_after_has(path) == []


def test_such_a_rule_is_found(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.css"
    sheet.write_text(".a:has(.b) .c > * { margin: 0; } .a:has(.b) .c { margin: 0; }", "utf-8")
    assert len(everything_after_has(sheet)) == 1
