"""A deal under two rule sets: the first difference, the rules behind it, and both results."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.card_names import capitalize
from piquet_core.replay.comparison import Cause, ComparedDeal, Comparison, Difference
from piquet_core.replay.visibility import observe
from piquet_core.rules import RuleSet, variant_changes
from piquet_core.views.markup import Child, Markup, element
from piquet_core.views.reference_links import Links
from piquet_core.views.replay.decision_choices import refusal_text
from piquet_core.views.replay.step_view import render_sentence
from piquet_core.wording.narration import narrate


def render_comparison(found: Comparison, links: Links) -> Markup:
    """Render a comparison: both results, the first difference, and changes to the record.

    Changes are listed if the record had to be adapted to a rule set.
    """
    names = found.record.players
    return element(
        "div",
        _brief(found),
        _totals(found, names),
        _first(found, names, links),
        *(_adapted(side) for side in found.sides if side.replay.adaptations),
        class_="pq-comparison",
    )


def _brief(found: Comparison) -> Markup:
    """Render both results and the place of the first difference as one line."""
    results = "; ".join(
        f"{_name(side.rules)}: {side.total[0]}–{side.total[1]}" for side in reversed(found.sides)
    )
    parted = (
        f"They first differ {_where(found.difference)}." if found.difference else "Nothing differs."
    )
    return element("p", f"{results}. ", element("span", parted), class_="pq-brief")


def _name(rules: RuleSet) -> str:
    """Return the short title of a rule set with its changed answers, so that two variants of one book differ."""
    changes = variant_changes(rules)
    return f"{rules.short} ({changes})" if changes else rules.short


def _where(one: Difference) -> str:
    return f"at trick {one.trick}" if one.trick else "before the play"


def _to(one: Difference) -> str:
    return f"to trick {one.trick}" if one.trick else "there"


def _totals(found: Comparison, names: Sequence[str]) -> Markup:
    rows: list[Child] = []
    for side in found.sides:
        stops = None if side.over else element("small", f" stops at {side.replay.steps[-1].id}")
        rows.append(
            element(
                "tr",
                element("th", side.rules.title, stops, scope="row"),
                *(element("td", str(points)) for points in side.total),
            )
        )
    head = element(
        "tr",
        element("th", "Rules", scope="col"),
        *(element("th", name, scope="col") for name in names),
    )
    return element(
        "table",
        element("caption", "The same cards, by two books"),
        element("thead", head),
        element("tbody", *rows),
        class_="pq-two",
        data_part="both-answers",
    )


def _first(found: Comparison, names: Sequence[str], links: Links) -> Markup:
    one = found.difference
    if one is None:
        text = "Nothing differs: the same happens under both, and it scores the same."
        return element("p", text, class_="pq-parting")
    lead = element(
        "p",
        element("b", "They first differ"),
        f" {_where(one)}: ",
        element("button", f"Go {_to(one)}", type="button", data_go=one.step)
        if one.step
        else "one of them goes no further",
        class_="pq-parting",
    )
    sides = [
        element(
            "div",
            element("dt", side.rules.title),
            element("dd", _said(one, place, side, names, links)),
        )
        for place, side in enumerate(found.sides)
    ]
    return element(
        "div", lead, element("dl", *sides), _causes(one, found.sides, links), class_="pq-first"
    )


def _said(
    one: Difference, place: int, side: ComparedDeal, names: Sequence[str], links: Links
) -> Markup | str:
    step = one.steps[place]
    if step is not None:
        return render_sentence(narrate(observe(step, None), names), links)
    if side.refusal is not None:
        rule = side.refusal.rule
        said = refusal_text(side.refusal.message)
        answer = side.rules.answers.get(rule)
        if answer is None:
            return said
        link = links.to_rule(rule, answer.rule.title, class_="pq-rule")
        return Markup(
            element(
                "span",
                "Refused: ",
                said,
                " ",
                link,
                " ",
                links.to_answer(answer, side.rules.source),
            )
        )
    return "Nothing of the kind happens here."


def _causes(one: Difference, sides: Sequence[ComparedDeal], links: Links) -> Markup | None:
    if not one.causes:
        return None
    lead = None
    if len(one.causes) > 1:
        text = (
            "It takes these answers together:" if one.together else "Each of these does it alone:"
        )
        lead = element("p", text)
    return element(
        "div",
        lead,
        *(_cause(cause, sides, links) for cause in one.causes),
        class_="pq-causes",
        data_part="causes",
    )


def _cause(cause: Cause, sides: Sequence[ComparedDeal], links: Links) -> Markup:
    rule = cause.answers[0].rule
    rows = [
        element(
            "li",
            element("b", f"{side.rules.title}: "),
            element("span", capitalize(answer.words), class_="pq-answer", data_part="answer"),
            " ",
            links.to_answer(answer, side.rules.source),
        )
        for side, answer in zip(sides, cause.answers, strict=True)
    ]
    return element(
        "div",
        element("p", links.to_rule(rule.id, rule.title, class_="pq-rule"), f": {rule.question}"),
        element("ul", *rows),
    )


def _adapted(side: ComparedDeal) -> Markup:
    items = [element("li", finding.message) for finding in side.replay.adaptations]
    return element(
        "details",
        element("summary", f"What {side.rules.title} decides differently from the record"),
        element("ul", *items),
    )
