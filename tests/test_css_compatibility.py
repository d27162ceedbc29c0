"""Style sheets need no feature that Chromium 105, Firefox 114 or Safari 16.4 lacks.

These are the oldest browsers in which widgets work (`browser-check.js`). Newer features may only improve a
page that works without them. The versions are from the tables of MDN.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
SHEETS = sorted(
    path for folder in ("extension", "website", "docs") for path in (ROOT / folder).rglob("*.css")
)
BOOK = {"book.css"}  # EPUB readers have their own versions

# At-rules that all three browsers support, with their conditions on window and container.
AT_RULES = {"media", "container", "supports", "font-face", "keyframes", "page"}
# Values that one of the three browsers lacks. A supported value of the property must precede them.
VALUES = re.compile(
    r"color-mix\(|light-dark\(|ok(lab|lch)\(|\b(round|mod|calc-size|anchor|linear|sibling-index)\("
    r"|(?<=\d)(r?lh|r?ic|r?cap)\b|\bfrom (var|#|rgb)|\battr\([^)]* (type|raw)|\bcontents / "
)
WINDOW = re.compile(r"(?<=\d)[sdl]v(h|w|b|i|min|max)\b")
# Properties that one of the three browsers lacks and that change a page visibly; `text-wrap` and the like
# only improve it.
LATER = re.compile(
    r"text-box|field-sizing|position-(area|anchor|try)|anchor-name|view-transition|animation-(timeline|range)"
    r"|scroll-timeline|reading-flow|corner-shape|line-clamp"
)
# Pseudo-classes and pseudo-elements that one of the three browsers lacks, which drops the whole rule.
PSEUDO = re.compile(
    r"::details-content|::(scroll|view-transition|picker|checkmark)|:(user-(in)?valid|open|state\()"
    r"|:nth-[a-z-]+\([^)]* of "
)


class Rule(NamedTuple):
    """A style rule: its file, at-rules, selectors and declarations."""

    place: str
    within: tuple[str, ...]
    selector: str
    says: tuple[tuple[str, str], ...]


def rules(path: Path) -> Iterator[Rule]:
    """Yield the rules of a sheet in order."""
    text = re.sub(
        r"/\*.*?\*/",
        lambda one: re.sub(r"[^\n]", " ", one[0]),
        path.read_text("utf-8"),
        flags=re.DOTALL,
    )
    opened: list[str] = []
    says: list[list[tuple[str, str]]] = [[]]
    begin = 0
    for found in re.finditer(r'"(?:[^"\\]|\\.)*"|url\([^)"]*\)|[{};]', text):
        if found[0] not in "{};":
            continue
        part = " ".join(text[begin : found.start()].split())
        begin = found.end()
        if found[0] == "{":
            opened.append(part)
            says.append([])
            continue
        name, colon, value = part.partition(":")
        if colon and opened:
            says[-1].append((name.strip(), value.strip()))
        if found[0] == "}":
            line = text.count("\n", 0, found.start()) + 1
            place = "/".join(path.parts[-3:])
            yield Rule(f"{place}:{line}", tuple(opened[:-1]), opened.pop(), tuple(says.pop()))


def parts(selector: str) -> list[str]:
    """Return the selectors of a list, without the parts in which browsers ignore unknown selectors."""
    depth, found = 0, [""]
    for letter in selector:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return [unforgiven(one) for one in found]


def unforgiven(selector: str) -> str:
    """Return a selector without `:is()` and `:where()`, which ignore unknown selectors."""
    while (found := re.search(r":(is|where)\(", selector)) is not None:
        end, depth = found.end(), 1
        while depth:
            depth += {"(": 1, ")": -1}.get(selector[end], 0)
            end += 1
        selector = f"{selector[: found.start()]}.is{selector[end:]}"
    return selector


def missed(rule: Rule) -> Iterator[str]:
    """Yield the features of a rule that an old browser lacks."""
    if rule.selector.startswith("@"):
        name = rule.selector[1:].partition(" ")[0]
        if name not in AT_RULES and rule.within[-1:] != (
            "@page",
        ):  # margin boxes of a printed page
            yield "an at-rule that some do not know"
        return
    if any(not one.startswith("@") for one in rule.within):
        yield "a rule within a rule: Chromium 112, Firefox 117"
    new = [bool(re.search(r":has\(", one) or PSEUDO.search(one)) for one in parts(rule.selector)]
    if any(new) and not all(new):
        yield "`:has()` in a list, of which Firefox before 121 loses the whole"
    known = " ".join(one for one in rule.within if one.startswith("@supports"))
    before: set[str] = set()
    for name, whole in rule.says:
        value = re.sub(r'"[^"]*"', '""', whole)
        units = {found[0] for found in WINDOW.finditer(value)}
        if any(unit not in known for unit in units):
            yield f"`{value}`: Chromium 108; `--window` of tokens.css is it"
        if (found := VALUES.search(value)) and name not in before and found[0] not in known:
            yield f"`{name}: {value}` has no older value before it"
        if LATER.match(name):
            yield f"`{name}`, without which the page is another"
        before.add(name)


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_a_sheet_asks_nothing_that_the_oldest_browsers_lack(path: Path) -> None:
    if path.name not in BOOK:
        assert [f"{rule.place}: {said}" for rule in rules(path) for said in missed(rule)] == []


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ("a { height: 100svh; }", "Chromium 108"),
        ("@supports (height: 100svh) { a { height: 100svh; } }", ""),
        ("a:has(b), c { color: red; }", "Firefox before 121"),
        ("a:not(:has(b)), c { color: red; }", "Firefox before 121"),
        ("a:is(:has(b), c), d { color: red; }", ""),
        ("a:has(b), c:has(d) { color: red; }", ""),
        ("a { b { color: red; } }", "Firefox 117"),
        ("@media print { a { color: red; } }", ""),
        ("@scope (a) { b { color: red; } }", "at-rule"),
        ("a { color: color-mix(in srgb, red, blue); }", "no older value"),
        ("a { color: red; color: color-mix(in srgb, red, blue); }", ""),
        ("a { height: 3lh; }", "no older value"),
        ('a::after { content: "1lh;}"; }', ""),
    ],
)
def test_the_check_itself_sees_each_of_them(sheet: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "a.css"
    path.write_text(sheet)
    found = [one for rule in rules(path) for one in missed(rule)]
    assert (said in found[0]) if said else found == []
