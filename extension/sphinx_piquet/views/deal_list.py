"""List of recorded deals with their decisive steps and results, and a form that filters the list.

The list is complete without a script, which only filters it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from piquet_core.cards.card_names import join_words
from piquet_core.cards.cards import Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Scored
from piquet_core.replay.steps import Replay, Step
from piquet_core.replay.visibility import View, observe
from piquet_core.views.card_symbols import card_svg
from piquet_core.views.markup import Child, Markup, element, join
from piquet_core.views.replay.deal_as_text import hand_by_suits, played_hands, totals_check_text
from piquet_core.views.replay.step_view import card_row_classes
from piquet_core.views.replay.timeline import phases, render_timeline
from piquet_core.wording.narration import narrate
from piquet_core.wording.player_names import PlayerNames
from piquet_core.wording.rich_text import plain_text
from piquet_core.wording.score_reasons import score_purpose

OURS = "ours"
MOST_NAMED = 3
FIELDS = "pq-fields"
THEME_WORDS = {
    "capot": "Capot",
    "carte-blanche": "Carte blanche",
    "divided-cards": "Divided cards",
    "example": "Teaching example",
    "pique": "Pique",
    "repique": "Repique",
    "sinking": "Sinking",
    "to-the-score": "Playing to the score",
}
_ORDINALS = {17: "17th", 18: "18th", 19: "19th", 20: "20th", 21: "21st"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedDeal:
    """A recorded deal in the list."""

    replay: Replay

    @property
    def id(self) -> str:
        """The id of the record."""
        return self.replay.record.tag("Id")

    @property
    def title(self) -> str:
        """The title of the deal, or its id if it has no title."""
        return self.replay.record.tag("Title") or self.id

    @property
    def year(self) -> str:
        """The year of the deal's source, or "" for a deal made for this site."""
        return self.replay.record.tag("Year")

    @property
    def era(self) -> tuple[str, str]:
        """The century of the deal's source, as a pair: the value for the filter, and the name."""
        if not self.year:
            return OURS, "Made for this site"
        century = (int(self.year) + 99) // 100
        return str(century), f"{_ORDINALS.get(century, f'{century}th')} century"

    @property
    def themes(self) -> list[str]:
        """The themes of the deal."""
        return self.replay.record.tag("Theme").split()

    @property
    def theme_words(self) -> list[str]:
        """The themes in words."""
        return [THEME_WORDS[name] for name in self.themes]

    @property
    def rules(self) -> tuple[str, str]:
        """The rule set as a pair: id and title."""
        assert self.replay.rules is not None
        return self.replay.rules.id, self.replay.rules.title

    @property
    def names(self) -> tuple[str, str]:
        """The names of elder and younger."""
        return self.replay.record.players

    @property
    def ending(self) -> str:
        """The final totals in words."""
        one, two = self.replay.steps[-1].score
        return f"{self.names[0]} {one}, {self.names[1]} {two}"

    @property
    def order(self) -> tuple[bool, str, str]:
        """The sort key: year, then title, with deals made for this site last."""
        return not self.year, self.year, self.title


def render_deal_list(
    found: Sequence[ListedDeal], address: Callable[[str, str], str], begin: str = ""
) -> Markup:
    """Return the form and the list. ``address`` returns the address of an object by kind and id.

    ``begin`` is the id of the recommended deal, which comes first in the list.
    """
    ordered = sorted(found, key=lambda one: one.id != begin)
    items = [_item(one, address, begin=one.id == begin) for one in ordered]
    return join([_filters(found), element("ul", *items, class_="pq-library", data_part="deals")])


def _filters(found: Sequence[ListedDeal]) -> Markup:
    """Return the form that filters the list. It is hidden until the script can handle it."""
    eras = dict(one.era for one in found)
    rules = dict(sorted((one.rules for one in found), key=lambda pair: pair[1]))
    themes = {
        name: words for name, words in THEME_WORDS.items() if any(name in e.themes for e in found)
    }
    # On a phone one button replaces the filters, so that the first deal is in view.
    fold = element(
        "button",
        "Filter",
        type="button",
        class_="pq-fold",
        aria_expanded="false",
        aria_controls=FIELDS,
    )
    lists = element(
        "div",
        _select("theme", "Shows", "Every theme", themes),
        _select("era", "Printed in", "Every century", eras),
        _select("rules", "Rules", "Every rule set", rules),
        element("button", "Show all", type="reset"),
        id=FIELDS,
        class_="pq-fields",
        data_part="fields",
    )
    return element(
        "form",
        fold,
        element("p", class_="pq-count", data_part="count", role="status"),
        lists,
        class_="pq-filters",
        data_part="filters",
        hidden=True,
        aria_label="Filter the deals",
    )


def _select(name: str, label: str, every: str, options: dict[str, str]) -> Markup:
    field = f"pq-by-{name}"
    return element(
        "p",
        element("label", label, for_=field),
        element(
            "select",
            element("option", every, value=""),
            *(element("option", words, value=value) for value, words in options.items()),
            id=field,
            name=name,
            autocomplete="off",
        ),
    )


def _item(one: ListedDeal, address: Callable[[str, str], str], *, begin: bool) -> Markup:
    deal, rules = address("deal", one.id), address("ruleset", one.rules[0])
    about: list[Child] = [
        join([f"{one.names[0]} and {one.names[1]}"]),
        one.year or "made for this site",
        element("a", one.rules[1], href=rules) if rules else one.rules[1],
    ]
    hands = [
        element("div", element("dt", name), element("dd", hand_by_suits(hand)))
        for name, hand in zip(one.names, played_hands(one.replay), strict=True)
    ]
    tags = [element("li", words) for words in one.theme_words]
    return element(
        "li",
        element("p", "Begin here", class_="pq-ribbon") if begin else None,
        _still(one, deal),
        element("h2", element("a", _title(one.title), href=deal) if deal else _title(one.title)),
        element("p", join(about, " · "), class_="pq-about"),
        element(
            "p",
            element("b", one.ending),
            element("span", ". ", _checked(one.replay), class_="pq-how-checked"),
            class_="pq-ends",
        ),
        element(
            "details",
            element("summary", "Both hands"),
            element("dl", *hands),
            class_="pq-both-hands",
            open=begin,
        ),
        element("ul", *tags, class_="pq-themes", aria_label="Shows") if tags else None,
        data_rules=one.rules[0],
        data_era=one.era[0],
        data_theme=" ".join(one.themes),
        class_="pq-begin" if begin else None,
    )


def _checked(replay: Replay) -> str:
    """Return a short text on how many of the printed totals agree with the rules."""
    checks = replay.checks
    if not checks:
        return totals_check_text(replay)
    agree, count = sum(check.agrees for check in checks), len(checks)
    if agree < count:
        return f"{agree} of {count} printed totals agree."
    return f"✓ All {count} printed totals." if count > 1 else "✓ The one printed total."


# -- a still ---------------------------------------------------------------------------------------


def decisive_step(replay: Replay) -> Step:
    """Return the step that scored most points for one player, or the first of such steps.

    The points for the cards and the final result do not count.
    """
    before, best, most = (0, 0), replay.steps[0], -1
    for step in replay.steps:
        gained = max(now - then for now, then in zip(step.score, before, strict=True))
        if gained > most and step.id not in ("cards", "result"):
            best, most = step, gained
        before = step.score
    return best


def moment_words(view: View, names: tuple[str, str]) -> str:
    """Return a summary of the decisive step, such as *A counts 24: quint, point and tierce*.

    It names at most three scores: the highest ones, in the order of counting. If nothing was scored,
    return the narration of the step.
    """
    totals = [
        sum(e.points for e in view.events if isinstance(e, Scored) and e.seat is seat)
        for seat in Seat
    ]
    seat = Seat.ELDER if totals[Seat.ELDER] >= totals[Seat.YOUNGER] else Seat.YOUNGER
    scored = [e for e in view.events if isinstance(e, Scored) and e.seat is seat]
    if not scored:
        return plain_text(narrate(view, names))
    best = sorted(scored, key=lambda event: -event.points)[:MOST_NAMED]
    named = [score_purpose(e).removeprefix("for ") for e in scored if e in best]
    more = ["more"] if len(scored) > len(best) else []
    return f"{PlayerNames.of(names).first(seat, 'counts')} {totals[seat]}: {join_words([*named, *more])}."


def _still(one: ListedDeal, deal: str) -> Markup:
    """Return a picture of the decisive step: cards, summary and timeline."""
    step = decisive_step(one.replay)
    view = observe(step, None)
    cards = view.hands[Seat.ELDER].active | view.hands[Seat.YOUNGER].active
    if view.trick is not None and not cards:
        cards = Hand.of(view.trick.cards)
    said = moment_words(view, one.names)
    drawn = [Markup(card_svg(card)) for card in cards]
    moment = element("a", said, href=f"{deal}#{step.id}") if deal else said
    return element(
        "div",
        element(
            "div", *drawn, class_=card_row_classes("pq-fan-of", len(drawn), 1), aria_hidden="true"
        )
        if drawn
        else None,
        element("p", moment, class_="pq-moment"),
        render_timeline(phases(one.replay.steps, one.names), one.names, linked=False),
        class_="pq-still",
        data_part="still",
    )


def _title(text: str) -> Markup:
    """Return a title without line breaks within hyphenated words and numbers."""
    parts = re.split(r"(\w+-\w+)", text)
    return join([element("span", one, class_="pq-unsplit") if "-" in one else one for one in parts])
