"""The results of a deal under every rule set with the same size of pack, in order of date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from piquet_core.cards.card_names import join_words
from piquet_core.engine.state import Phase
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Replay
from piquet_core.rules import RuleSet, find_ruleset, load_ruleset, ruleset_ids, variant_changes
from piquet_core.views.markup import Child, Markup, element, join


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSetResult:
    """The result of a deal under a rule set.

    ``value`` identifies the rule set in requests, and is "" for that of the record. ``total`` is
    the score of elder and younger, or None if the deal cannot be completed under the rule set.
    ``changes`` describes the rules changed in a variant of the record's rule set.
    """

    value: str
    name: str
    year: str
    total: tuple[int, int] | None
    changes: tuple[str, ...] = ()

    @property
    def result(self) -> str:
        """The result as text, such as *28–14*."""
        return f"{self.total[0]}–{self.total[1]}" if self.total else "no end"


def rule_set_results(replay: Replay, variants: Sequence[str] = ()) -> list[RuleSetResult]:
    """Return the results under all rule sets with the record's size of pack, in order of date.

    Undated rule sets come last. ``variants`` are changes of the record's rule set, in the form that
    `find_ruleset` reads; each has a result of its own.
    """
    rules = replay.rules
    if rules is None:
        return []
    fitting = [one for one in _all() if one is rules or _size(one) == _size(rules)]
    found = []
    for one in sorted(fitting, key=_date):
        found.append(_book(replay, one))
        if one is rules:
            found += [_changed(replay, rules, one.split(",")) for one in variants]
    return found


def incompatible_rule_sets(replay: Replay) -> list[RuleSet]:
    """Return the rule sets whose size of pack differs from the record's."""
    rules = replay.rules
    return [one for one in _all() if rules is not None and _size(one) != _size(rules)]


def _all() -> list[RuleSet]:
    return [load_ruleset(id) for id in ruleset_ids()]


def _size(rules: RuleSet) -> int:
    return rules.number("pack.size").value


def _date(rules: RuleSet) -> tuple[bool, int, str]:
    source = rules.source
    return source.undated, source.year, rules.short


def _changed(replay: Replay, base: RuleSet, changes: Sequence[str]) -> RuleSetResult:
    """Return the result under a rule set with the rule changes applied, labelled with the name of ``base``."""
    words = tuple(variant_changes(find_ruleset(f"{base.id},{one}")) for one in changes)
    whole = find_ruleset(",".join([base.id, *changes]))
    return replace(_book(replay, whole), name=base.short, year="", changes=words)


def _book(replay: Replay, rules: RuleSet) -> RuleSetResult:
    own = rules is replay.rules
    year = "" if rules.source.undated else str(rules.source.year)
    name = rules.short.replace(year, "").strip() if year else rules.short
    if replay.steps[-1].state.phase is not Phase.OVER:
        total = None
    else:
        played = replay if own else replay_record(replay.record, rules, adapt=True)
        last = played.steps[-1] if played.steps else None
        total = last.score if last and last.state.phase is Phase.OVER else None
    return RuleSetResult(value="" if own else rules.id, name=name, year=year, total=total)


def render_rule_set_results(
    found: Sequence[RuleSetResult], others: Sequence[RuleSet], prefix: str = "", *, note: str = ""
) -> Markup:
    """Render the results as a row of links, each to the deal under a rule set.

    ``others`` are the rule sets with another pack. ``note`` describes the recorded line while the
    reader looks at a variation.
    """
    own = next((book for book in found if not book.value), None)
    changes = list(dict.fromkeys(one for book in found for one in book.changes))
    mark = note.removeprefix("as ")
    items = [element("li", _link(book, own, changes, prefix, mark)) for book in found]
    title = f"{prefix}pq-books"
    left = "; ".join(one.short for one in others)
    heading: list[Child] = ["The same cards by the rules of …"]
    if own is not None and own.total is not None:
        heading += [
            " ",
            element(
                "span", note, class_="pq-books-how pq-of-the-record", data_part="rule-set-note"
            ),
        ]
    return element(
        "section",
        element("p", *heading, id=title, class_="pq-books-title"),
        element(
            "ul", *items, class_="pq-row", data_part="rule-sets", tabindex=0, aria_labelledby=title
        ),
        element(
            "ol",
            *(element("li", f"Change {number}: {one}.") for number, one in enumerate(changes, 1)),
            class_="pq-changes",
            data_part="changes",
        )
        if changes
        else None,
        element(
            "p",
            f"These rule sets use another pack, so they cannot be applied to these cards: {left}.",
            class_="pq-left-out",
        )
        if others
        else None,
        class_="pq-books",
        data_part="rule-set-results",
        aria_labelledby=title,
    )


def _link(
    book: RuleSetResult, own: RuleSetResult | None, changes: Sequence[str], prefix: str, mark: str
) -> Markup:
    same = own is not None and book.total == own.total
    kind = "pq-own-book" if not book.value else "pq-same" if same else "pq-other"
    year: Child = element("time", book.year) if book.year else None
    numbers = join_words([str(changes.index(one) + 1) for one in book.changes])
    change = f", change{'s' if len(book.changes) > 1 else ''} {numbers}" if numbers else None
    has_result = own is not None and own.total is not None
    # The rule set of the record stays recognisable whichever is selected.
    is_marked = has_result and mark and not book.value
    marked = join([", ", element("small", mark)]) if is_marked else None
    return element(
        "a",
        element("span", book.name, change, " " if year else None, year, marked),
        " ",
        element("b", book.result) if has_result else None,
        href=f"?{prefix}rules={book.value}",
        class_=f"pq-book-of {kind if has_result else ''}".rstrip(),
        data_book=book.value,
        title="; ".join(book.changes) or None,
        aria_current=None if book.value else "true",
    )
