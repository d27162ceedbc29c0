"""Directive ``worked``: an example that the engine plays when the page is built.

Rule sets with equal results share a row, with the passages that they cite.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cards.cards import Card, parse_card, parse_hand
from piquet_core.errors import NotationError, PiquetError
from piquet_core.examples import (
    Cell,
    Example,
    ExampleError,
    ExchangeExample,
    HandsExample,
    HundredExample,
    MatchExample,
    PartieExample,
    RecordExample,
    RuleFactsExample,
    SharedResult,
    WorkedExample,
    differing_rules,
    is_same_answer,
    work_out,
)
from piquet_core.notation import Record, loads
from piquet_core.rules import RuleSet, Status, catalogue, find_rule, load_ruleset, ruleset_ids
from piquet_core.wording.rich_text import Part
from sphinx_piquet import doctree as dt
from sphinx_piquet.details import details_block
from sphinx_piquet.domain import piquet_domain
from sphinx_piquet.inline_roles import card, parts, short_title
from sphinx_piquet.record_files import read_record
from sphinx_piquet.registration import Assets, DocumentData, register
from sphinx_piquet.rules.rule_set_directives import DataDirective

logger = logging.getLogger(__name__)

OTHERS = "The same example by the other rule sets"

_SCORE = re.compile(r"(?<=\d) to (?=\d)")

# The tags that a record in the body of the directive may leave out.
_TAGS = '[Piquet "1"]\n[Id "example"]\n[Rules "{rules}"]\n[Certainty "play=partial"]\n'


class WorkedDirective(DataDirective):
    """``{worked} RULE``: one example under all rule sets that it fits, or under those in ``rules``.

    RULE may be omitted in the article on a rule. The options decide the kind of example: ``elder``
    and ``younger`` (and ``play``), ``deal`` (a file) or a record in the body, ``exchange``,
    ``partie``, ``hundred`` and ``counts``, or ``match``. Without any of them, the example shows
    answers to rules. ``show`` lists the columns of the table, each with an optional heading after
    ``=``.
    """

    required_arguments = 0
    optional_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        **dict.fromkeys(("elder", "younger", "play", "deal"), directives.unchanged_required),
        **dict.fromkeys(("exchange", "partie", "match"), directives.unchanged_required),
        **dict.fromkeys(("hundred", "counts"), directives.unchanged_required),
        **dict.fromkeys(("rules", "show", "caption"), directives.unchanged_required),
        "bare": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        try:
            return super().run()
        except NotationError as error:
            for fault in error.faults:
                self.warn(fault.message, self._place(fault.span.line))
        except PiquetError as error:
            rule = getattr(error, "rule", "")
            said = str(error)
            self.warn(said if rule in said else f"{said} [{rule}]", self.get_location())
        return []

    def warn(self, message: str, location: str) -> None:
        """Warn about an example at a location."""
        logger.warning(message, location=location, type="piquet", subtype="worked")

    def _place(self, line: int) -> str:
        """Return the location of a line of the record, in its file or in the body."""
        if "deal" in self.options:
            name = self.options["deal"].partition("#")[0]
            return f"{self.env.relfn2path(name)[1]}:{line}"
        source, start = self.get_source_info()
        # Markdown counts the content from the directive, reStructuredText from the file.
        before = start if start and self.content_offset < start else 0
        offset = self.content_offset + before
        return f"{source}:{offset + max(1, line - self._added())}"

    def build(self) -> list[nodes.Node]:
        rule = find_rule(self.arguments[0] if self.arguments else self._rule_of_page()).id
        measures, headings = self._measures(rule)
        worked = work_out(
            self._example(), measures, self._rulesets(), strict="rules" in self.options
        )
        note_example(self.env, self.docname, rule)
        # The places of a rule without differences would look like the cause of the differences.
        alike = len(worked.rows) > 1 and is_same_answer(worked, rule)
        others = differing_rules(worked, measures) if alike else ()
        return [self._figure(worked, "" if alike else rule, headings, others)]

    def _rule_of_page(self) -> str:
        for box in self.state.document.findall(nodes.container):
            kind, _, id = str(box.get("piquet-object", "")).partition(" ")
            if kind == "rule":
                return id
        raise ExampleError("no {rule} precedes this example; name the rule: {worked} RULE")

    def _measures(self, rule: str) -> tuple[list[str], list[str]]:
        """Return a pair of lists: the measures to show, and their headings, which are "" by default."""
        pairs = [one.partition("=") for one in self.options.get("show", rule).split(",")]
        return [name.strip() for name, _, _ in pairs], [title.strip() for _, _, title in pairs]

    def _rulesets(self) -> list[RuleSet]:
        return [load_ruleset(id) for id in self.options.get("rules", "").split() or ruleset_ids()]

    # -- what is given -----------------------------------------------------------------------

    def _example(self) -> Example:
        ways: dict[str, Callable[[], Example]] = {
            "elder": self._hands,
            "deal": self._deal,
            "exchange": self._exchange,
            "partie": self._partie,
            "hundred": self._hundred,
            "match": self._match,
        }
        given = [name for name in ways if name in self.options]
        if len(given) + bool(self.content) > 1:
            raise ExampleError(f"give the example in one way only, not by {', '.join(given)}")
        if self.content:
            return self._body()
        return ways[given[0]]() if given else RuleFactsExample()

    def _hands(self) -> Example:
        if "younger" not in self.options:
            raise ExampleError("'younger' is missing")
        return HandsExample(
            elder=parse_hand(self.options["elder"]),
            younger=parse_hand(self.options["younger"]),
            play=tuple(parse_card(word) for word in self.options.get("play", "").split()),
        )

    def _deal(self) -> Example:
        try:
            _, text = read_record(self.env, self.options["deal"])
        except OSError as error:
            raise ExampleError(f"the record cannot be read: {error}") from None
        return RecordExample(record=loads(text), shown="bare" not in self.options)

    def _added(self) -> int:
        tagged = any(line.startswith("[Piquet") for line in self.content)
        return 0 if tagged else _TAGS.count("\n")

    def _body(self) -> Example:
        tags = _TAGS.replace("{rules}", self._rulesets()[0].id) if self._added() else ""
        record: Record = loads(tags + "\n".join(self.content) + "\n")
        return RecordExample(record=record, shown="bare" not in self.options)

    def _exchange(self) -> Example:
        words = self.options["exchange"].split()
        if not 1 <= len(words) <= len(("elder", "younger")):
            raise ExampleError(
                "'exchange' takes the number of elder's cards and, optionally, of younger's"
            )
        counts = [None if word == "most" else _whole(word) for word in words]
        return ExchangeExample(elder=counts[0], younger=counts[1] if len(counts) > 1 else None)

    def _partie(self) -> Example:
        return PartieExample(deals=tuple(_two(word) for word in self.options["partie"].split()))

    def _hundred(self) -> Example:
        counts = []
        for one in self.options.get("counts", "").split(","):
            if one.strip():
                who, head, points = [*one.split(), "", "", ""][:3]
                counts.append((_player(who), head, _whole(points)))
        return HundredExample(before=_two(self.options["hundred"]), counts=tuple(counts))

    def _match(self) -> Example:
        return MatchExample(winners=tuple(_player(who) for who in self.options["match"].split()))

    # -- what is shown -----------------------------------------------------------------------

    def _figure(
        self, worked: WorkedExample, rule: str, headings: list[str], others: tuple[str, ...]
    ) -> nodes.container:
        """Return the whole example: caption, premises and table of results.

        Rows cite the answers to ``rule``, or nothing if it is "". ``others`` are different rules that
        cause the differences.
        """
        titles = [given or own for given, own in zip(headings, worked.headings, strict=True)]
        box = nodes.container("", classes=["pq-worked"])
        box += dt.paragraph(self.options.get("caption", "Worked example"), classes=["pq-caption"])
        for label, what in worked.example.given():
            box += dt.paragraph(
                nodes.strong("", f"{label}: "), *self._given(what), classes=["pq-given"]
            )
        if others:
            box += dt.paragraph(*self._because(others), classes=["pq-because"])
        rows = list(worked.rows)
        if others:  # the page is not about differences that this rule does not decide
            taught = self.config.piquet_first_ruleset
            rows.sort(key=lambda row: all(one.id != taught for one in row.rules))
            shown, *folded = rows
            box += self._table([shown], rule, titles)
            box += details_block(OTHERS, inside=[self._table(folded, rule, titles)])
        else:
            box += self._table(rows, rule, titles)
        for reason, members in worked.left_out:
            who = "; ".join(short_title(one) for one in members)
            box += dt.paragraph(f"Does not apply to {who}: {reason}.", classes=["pq-note"])
        self.set_source_info(box)
        return box

    def _table(self, rows: list[SharedResult], rule: str, titles: list[str]) -> nodes.table:
        """Return the table of results, with the rule sets that lead to each."""
        only_told = all(_is_told(cell) for row in rows for cell in row.cells)
        return dt.table(
            (*titles, "So in"),
            (self._row(row, rule, titles) for row in rows),
            widths=[*(40 // len(titles) for _ in titles), 60],
            classes=["pq-outcomes", *(["pq-only-told"] if only_told else [])],
        )

    def _given(self, what: Cell) -> list[nodes.Node]:
        """Return a premise of the example as nodes. The lines of a longer premise are numbered tricks."""
        if "\n" not in what:
            return parts(what, self.docname)
        found: list[nodes.Node] = []
        for number, line in enumerate(_lines(what), start=1):
            found += [_heard(";"), nodes.Text(" ")] if found else []
            found.append(_trick(number, line))
        return found

    def _because(self, others: tuple[str, ...]) -> list[nodes.Node]:
        """Return a note that the rules ``others`` cause the differences, and not the rule of the article."""
        what = "another rule" if len(others) == 1 else "other rules"
        said: list[nodes.Node] = [
            nodes.Text(
                f"All have the same answer to this rule. The results differ because of {what}: "
            )
        ]
        for place, id in enumerate(others):
            between = " and " if place == len(others) - 1 else ", "
            said += [nodes.Text(between)] if place else []
            said.append(dt.link("rule", id, catalogue()[id].title, self.docname))
        return [*said, nodes.Text(".")]

    def _row(self, row: SharedResult, rule: str, titles: list[str]) -> list[list[nodes.Node]]:
        cells: list[list[nodes.Node]] = [
            self._cell(title, cell) for title, cell in zip(titles, row.cells, strict=True)
        ]
        who: list[nodes.Node] = []
        for one in row.rules:
            who += [nodes.Text("; ")] if who else []
            who.append(dt.link("ruleset", one.id, short_title(one), self.docname))
            if not rule:
                continue
            answer = one.answers[rule]
            if answer.status is not Status.STATED:
                who += [nodes.Text(", "), dt.status_mark(answer)]
            if answer.citations and answer.status.speaks:
                place = answer.citations[0]
                text = place.place.replace("paragraph ", "\N{PILCROW SIGN}\N{NO-BREAK SPACE}")
                if place.source != one.source:
                    text = f"{place.source.short}, {text}"
                who += [nodes.Text(", "), dt.link("source", str(place), text, self.docname)]
        return [*cells, [dt.paragraph(*who, classes=["pq-who"])]]

    def _cell(self, title: str, cell: Cell) -> list[nodes.Node]:
        """Return a table cell. Narrow pages, which have no column headings, show ``title`` as its label."""
        label = nodes.inline("", f"{title}: ", classes=["pq-label"])
        if "\n" in cell:
            return [dt.paragraph(label, classes=["pq-story-cell"]), self._steps(cell)]
        first = cell[0]
        if isinstance(first, str):
            cell = (first[:1].upper() + first[1:], *cell[1:])
        cell = tuple(_unbroken(part) if isinstance(part, str) else part for part in cell)
        classes = ["pq-story-cell"] if _is_story(cell) else []
        return [dt.paragraph(label, *parts(cell, self.docname), classes=classes)]

    def _steps(self, cell: Cell) -> nodes.enumerated_list:
        """Return the lines of a cell as a numbered list."""
        items = (
            nodes.list_item("", dt.paragraph(*parts(line, self.docname))) for line in _lines(cell)
        )
        return nodes.enumerated_list("", *items, enumtype="arabic", classes=["pq-told-steps"])


def _unbroken(words: str) -> str:
    """Return a text with no-break spaces within scores.

    >>> _unbroken("32 to 23, to A").split(" ")
    ['32\\xa0to\\xa023,', 'to', 'A']
    """
    return _SCORE.sub("\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}", words)


def _lines(cell: Cell) -> list[list[Part]]:
    """Return the parts of a cell, split into lines."""
    lines: list[list[Part]] = [[]]
    for part in cell:
        if part == "\n":
            lines.append([])
        else:
            lines[-1].append(part)
    return lines


def _trick(number: int, line: list[Part]) -> nodes.inline:
    """Return a trick without line breaks: the leader if known, the number of the trick and its cards."""
    told = [part for part in line if isinstance(part, str) and part != " "]
    trick = nodes.inline("", "", classes=["pq-one-trick"])
    for words in told:
        trick += [nodes.inline("", words.strip(), classes=["pq-leads"]), nodes.Text(" ")]
    trick += nodes.inline(
        "", "", _heard("trick "), nodes.Text(str(number)), classes=["pq-trick-no"]
    )
    trick += _heard(":")
    for place, one in enumerate(part for part in line if isinstance(part, Card)):
        trick += [*([_heard(",")] if place else []), nodes.Text(" "), card(one)]
    return trick


def _heard(text: str) -> nodes.inline:
    """Return a text for screen readers only."""
    return nodes.inline("", text, classes=["pq-sr"])


def _is_story(cell: Cell) -> bool:
    """Return whether a cell has several lines or several pieces of text."""
    return "\n" in cell or sum(isinstance(part, str) for part in cell) > 1


def _is_told(cell: Cell) -> bool:
    """Return whether a cell contains cards, several lines or several pieces of text, and not just a figure."""
    return _is_story(cell) or any(isinstance(part, Card) for part in cell)


def _whole(text: str) -> int:
    if not text.isdecimal():
        raise ExampleError(f"expected a number, not {text!r}")
    return int(text)


def _two(text: str) -> tuple[int, int]:
    first, dash, second = text.strip().partition("-")
    if not dash:
        raise ExampleError(f"expected two scores, such as 88-94, not {text!r}")
    return _whole(first), _whole(second)


def _player(text: str) -> int:
    if text not in ("A", "B"):
        raise ExampleError(f"expected A or B, not {text!r}")
    return int(text == "B")


# -- every rule has an example -------------------------------------------------------------------


EXAMPLES: DocumentData[list[str]] = DocumentData("piquet_examples")
"""The ids of the rules that have a worked example, by document name."""


def note_example(env: BuildEnvironment, docname: str, rule: str) -> None:
    """Store that a document has a worked example of a rule."""
    EXAMPLES.of(env).setdefault(docname, []).append(rule)


def _without_example(env: BuildEnvironment) -> Iterator[tuple[str, tuple[str, int]]]:
    for entry in piquet_domain(env):
        if entry.kind == "rule" and entry.id not in EXAMPLES.of(env).get(entry.docname, ()):
            yield entry.id, entry.location


def _check(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn about every article without a worked example, if ``piquet_check_worked`` is true."""
    if app.config.piquet_check_worked:
        for rule, location in _without_example(env):
            logger.warning(
                "the article on %s has no {worked} example",
                rule,
                location=location,
                type="piquet",
                subtype="worked",
            )


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and the check that no article lacks an example."""
    files = Assets(styles=("rules/examples.css",))
    return register(
        app,
        directives={"worked": WorkedDirective},
        # The sheet also styles the lists of where a rule is used.
        assets={"pq-worked": files, "pq-trace": files, "pq-agreement": files},
        config={"piquet_check_worked": (False, "env")},
        events=[("env-check-consistency", _check)],
        data=[EXAMPLES],
    )
