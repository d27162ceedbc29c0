"""A deal as text, for reading and print: the hands, every step with the totals, and the check of
printed totals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from piquet_core.cards.cards import SUITS, Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Exchange
from piquet_core.notation import CardMark, Record
from piquet_core.replay.steps import Replay, Step, TotalCheck
from piquet_core.replay.variations import PlayableVariation, variations
from piquet_core.replay.visibility import observe
from piquet_core.views.card_symbols import inline_card
from piquet_core.views.markup import Child, Markup, element, join
from piquet_core.views.reference_links import Links
from piquet_core.views.replay.step_view import render_sentence
from piquet_core.views.replay.variation_list import render_variation_link
from piquet_core.wording.narration import narrate
from piquet_core.wording.player_names import PlayerNames
from piquet_core.wording.score_reasons import score_reasons

# The number of letters that fit a column of totals on a phone.
_NARROW = 3


def render_deal_as_text(
    replay: Replay, links: Links, prefix: str = "", marks: Mapping[str, str] = MappingProxyType({})
) -> Markup:
    """Render a deal as text: the hands, a table of all steps, and the check of printed totals.

    The id of a row is ``prefix`` and the step id. ``marks`` maps step ids to a text on the cost of
    the decision.
    """
    return element(
        "div",
        render_hands(replay),
        _supplied(replay.record),
        _steps(replay, links, prefix, marks),
        _verdict(replay, links, prefix),
        class_="pq-account",
        data_part="steps",
    )


def steps_by_phase(steps: Iterable[Step]) -> list[tuple[str, list[Step]]]:
    """Return (heading, steps) pairs that group the steps by phase of the deal, in order."""
    found: list[tuple[str, list[Step]]] = []
    for step in steps:
        title = _heading(step.id.rsplit("-", 1)[-1])
        # Younger may count, or take back an answer, in the middle of the first trick.
        if title == "The calls" and found and found[-1][0] == "Trick 1":
            title = found[-1][0]
        if not found or found[-1][0] != title:
            found.append((title, []))
        found[-1][1].append(step)
    return found


def _heading(id: str) -> str:
    if id.startswith("t"):
        return f"Trick {id[1:-1]}"
    return {
        "deal": "The deal",
        **dict.fromkeys(
            ("ae", "xe", "re", "ry", "le", "be", "ay", "xy", "ve", "vy", "dy", "ly", "by"),
            "The exchange",
        ),
        **dict.fromkeys(("ce", "ne"), "Elder counts"),
        "de": "Trick 1",
        **dict.fromkeys(("last", "cards", "result"), "The result"),
    }.get(id, "The calls")


# -- hands ---------------------------------------------------------------------------------------


def render_hands(replay: Replay, names: Sequence[str] = ()) -> Markup:
    """Render both hands as dealt, as exchanged and as played, and the rest of the talon.

    ``names`` overrides the players' names of the record.
    """
    cast = PlayerNames.of(names or replay.record.players)
    deal = replay.steps[0].state.deal
    talon = list(deal.talon)
    rows: list[tuple[str, list[Hand]]] = [("Dealt", [deal.hand(seat) for seat in Seat])]
    out = [_laid_out(replay, seat) for seat in Seat]
    drawn = []
    for discards in out:
        drawn.append(Hand.of(talon[: len(discards)]))
        talon = talon[len(discards) :]
    played = played_hands(replay)
    rows += [("Laid out", out), ("Taken in", drawn), ("Played with", played)]
    head = element(
        "thead",
        element(
            "tr",
            element("td"),
            *(element("th", cast.titled(seat), scope="col") for seat in Seat),
        ),
    )
    body = element(
        "tbody",
        *(
            element(
                "tr",
                element("th", name, scope="row"),
                *(
                    element("td", hand_by_suits(hand), data_label=cast.first(seat))
                    for seat, hand in zip(Seat, hands, strict=True)
                ),
            )
            for name, hands in rows
        ),
    )
    taken = " On the table, a brass bar at the foot of a card shows that it has just been drawn."
    caption = element("caption", "The hands", element("small", taken) if any(drawn) else None)
    table = element("table", caption, head, body, class_="pq-hands")
    if not talon:
        return table
    rest = join([Markup(inline_card(card)) for card in talon], " ")
    return Markup(table + element("p", "Left in the talon: ", rest, class_="pq-rest"))


def played_hands(replay: Replay) -> list[Hand]:
    """Return both hands after the exchange, elder's first."""
    deal = replay.steps[0].state.deal
    talon = list(deal.talon)
    found = []
    for seat in Seat:
        discards = _laid_out(replay, seat)
        found.append((deal.hand(seat) - discards) | Hand.of(talon[: len(discards)]))
        talon = talon[len(discards) :]
    return found


def _laid_out(replay: Replay, seat: Seat) -> Hand:
    for step in reversed(replay.steps):
        if isinstance(step.action, Exchange) and step.action.seat is seat:
            return step.action.discards
    return Hand()


def hand_by_suits(hand: Hand) -> Markup:
    """Render a hand suit by suit. A line never breaks within a suit."""
    suits = [
        element(
            "span",
            join([Markup(inline_card(card)) for card in hand.suit(suit)], " "),
            class_="pq-suit",
        )
        for suit in SUITS
        if hand.suit(suit)
    ]
    return join(tuple(suits), " ") if suits else Markup("–")


def _supplied(record: Record) -> Markup | None:
    """Render a note on the cards that the source does not name, or None if it names all."""
    words = {
        CardMark.INFERRED: "The source does not name these cards; we infer them: ",
        CardMark.ANYTHING: "The source leaves these cards open; we chose them: ",
    }
    lines: list[Child] = []
    for mark, text in words.items():
        cards = [one.card for _, one in record.dealt() if one.mark is mark and one.card is not None]
        if cards:
            lines.append(element("p", text, hand_by_suits(Hand.of(cards)), class_="pq-supplied"))
    return join(lines) if lines else None


# -- steps ---------------------------------------------------------------------------------------


def _steps(replay: Replay, links: Links, prefix: str, marks: Mapping[str, str]) -> Markup:
    names = replay.record.players
    lines = variations(replay)
    bodies: list[Child] = []
    for title, steps in steps_by_phase(replay.steps):
        rows: list[Child] = [
            element(
                "tr",
                element("th", title, colspan=3, scope="rowgroup", class_="pq-group"),
            )
        ]
        for step in steps:
            rows.append(_row(step, names, links, prefix, marks.get(step.id, "")))
            own = [way for way in lines if way.branch in step.branches]
            rows += [_branch(way, names, links, prefix) for way in own]
        bodies.append(element("tbody", *rows))
    # On a phone, names too wide for a narrow column are vertical.
    are_long = max(map(len, names)) > _NARROW
    total = "pq-total pq-upright" if are_long else "pq-total"
    head = element(
        "thead",
        element(
            "tr",
            element("th", "What happens", scope="col"),
            *(element("th", name, scope="col", class_=total) for name in names),
        ),
    )
    by = f" by {replay.rules.short}," if replay.rules else ""
    notes = []
    if replay.checks:
        notes.append(
            "A dot marks a total that is printed in the source and follows from the rules."
        )
    if marks:
        notes.append("A framed note gives the cost of a decision.")
    caption = element(
        "caption",
        f"The deal, step by step,{by} with the running totals.",
        element("small", f" {' '.join(notes)}") if notes else None,
    )
    table = element("table", caption, head, *bodies, class_="pq-steps", data_part="steps-table")
    return element("div", element("div", table), class_="pq-steps-of")


def _row(step: Step, names: Sequence[str], links: Links, prefix: str, judged: str) -> Markup:
    view = observe(step, None)
    changed = {why.seat for why in score_reasons(view) if why.points}
    printed = {check.seat for check in step.checks if check.agrees}
    cells = [
        element(
            "td",
            str(step.score[seat]) if step.id != "deal" else None,
            class_="pq-total"
            + (" pq-up" if seat in changed else "")
            + (" pq-printed" if seat in printed else ""),
            title="printed in the source" if seat in printed else None,
        )
        for seat in Seat
    ]
    wrong = [check for check in step.checks if not check.agrees]
    differences = [
        element(
            "strong",
            _difference(check, names, links),
            class_="pq-differs",
        )
        for check in wrong
    ]
    mark = element(
        "a", "#", href=f"#{prefix}{step.id}", class_="pq-anchor", aria_label=f"Step {step.id}"
    )
    return element(
        "tr",
        element(
            "td",
            render_sentence(narrate(view, names), links),
            " ",
            mark,
            _judged(judged),
            *differences,
            element("p", step.comment, class_="pq-comment") if step.comment else None,
        ),
        *cells,
        id=f"{prefix}{step.id}",
        data_step=step.id,
    )


def _judged(words: str) -> Markup | None:
    """Render the text on the cost of a decision, or None if the text is empty."""
    return element("span", words, class_="pq-judged-dear") if words else None


def _branch(way: PlayableVariation, names: Sequence[str], links: Links, prefix: str) -> Markup:
    """Render a variation as a table row with its origin, collapsed on screen and expanded in print."""
    branch = way.branch
    items = [
        element(
            "li",
            render_sentence(narrate(observe(step, None), names), links),
            id=f"{prefix}{step.id}",
            data_step=step.id,
        )
        for step in branch.steps
    ]
    end = branch.steps[-1].score if branch.steps else (0, 0)
    return element(
        "tr",
        element(
            "td",
            element(
                "details",
                element(
                    "summary",
                    element("b", "What if?"),
                    f" {way.source_words} The deal would end {names[0]} {end[0]}, {names[1]} {end[1]}.",
                ),
                element("p", render_variation_link(way, prefix), class_="pq-playable"),
                element("p", branch.comment) if branch.comment else None,
                element("ol", *items),
                class_="pq-branch",
                data_part="branch",
            ),
            colspan=3,
        ),
    )


def _difference(check: TotalCheck, names: Sequence[str], links: Links) -> Markup:
    """Render a sentence on a printed figure that differs from the computed one, with the rule if known."""
    clause: list[Child] = []
    if check.rule:
        clause = [" by ", links.to_rule(check.rule, check.rule)]
    return join(
        [
            f"The source prints {check.printed} for {names[check.seat]}; the rules give {check.given}",
            *clause,
            ".",
        ]
    )


def _verdict(replay: Replay, links: Links, prefix: str) -> Markup | None:
    """Render the number of printed totals that agree with the rules, and a list of those that differ.

    Returns None without a rule set.
    """
    if replay.rules is None:
        return None
    names = replay.record.players
    wrong = [
        element(
            "li",
            element("a", f"Step {step.id}", href=f"#{prefix}{step.id}"),
            ": ",
            _difference(check, names, links),
        )
        for step in replay.steps
        for check in step.checks
        if not check.agrees
    ]
    said = element("p", totals_check_text(replay), class_="pq-verdict", data_part="totals-check")
    return join([said, element("ul", *wrong, class_="pq-wrong") if wrong else None])


def totals_check_text(replay: Replay) -> str:
    """Return a sentence on how many totals the source prints and how many of them the rules reproduce."""
    checks = replay.checks
    if not checks:
        if replay.record.tag("Source"):
            return "The source prints no running totals."
        return "The record names no source, so there are no printed totals to compare."
    assert replay.rules is not None
    agree = sum(check.agrees for check in checks)
    if len(checks) == 1:
        given = "it is right" if agree else "it is wrong"
        return (
            f"The source prints one total for this deal. "
            f"According to {replay.rules.title}, {given}."
        )
    given = "all of them are right" if agree == len(checks) else f"{agree} of them are right"
    return (
        f"The source prints {len(checks)} totals for this deal. "
        f"According to {replay.rules.title}, {given}."
    )
