"""List of recorded deals and positions, and a form that filters the list.

The list is complete without a script, which only filters it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from piquet_core.cards.card_names import join_words
from piquet_core.cards.cards import Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Scored
from piquet_core.number_words import number_in_words
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
        return century(int(self.year))

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


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPosition:
    """A position in the list: the cards of the player who decides, the question and its properties.

    ``rules`` is a pair of id and title, or of two "" for a position without a rule set.
    """

    id: str
    title: str
    year: int
    dated: str
    names: tuple[str, str]
    decider: str
    cards: Hand
    question: str
    rules: tuple[str, str]
    themes: Sequence[str]
    lesson: str

    @property
    def era(self) -> tuple[str, str]:
        """The century of the position's source, as a pair: the value for the filter, and the name."""
        return century(self.year)

    @property
    def theme_words(self) -> list[str]:
        """The themes in words."""
        return [THEME_WORDS[name] for name in self.themes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The lessons that the deals and positions of a list belong to.

    ``titles`` has the lessons by page name, in the order of the course, and ``deals`` the lessons of each deal.
    """

    titles: Mapping[str, str]
    deals: Mapping[str, Sequence[str]]


NO_COURSE = Course(titles={}, deals={})


def century(year: int) -> tuple[str, str]:
    """Return the century of a year as a pair: its number as text, and its name.

    >>> century(1890)
    ('19', '19th century')
    """
    number = (year + 99) // 100
    return str(number), f"{_ORDINALS.get(number, f'{number}th')} century"


def render_deal_list(
    found: Sequence[ListedDeal],
    address: Callable[[str, str], str],
    begin: str = "",
    positions: Sequence[ListedPosition] = (),
    course: Course = NO_COURSE,
) -> Markup:
    """Return the form and the list. ``address`` returns the address of an object by kind and id.

    ``begin`` is the id of the recommended deal, which comes first in the list. The positions come after the
    deals.
    """
    ordered = sorted(found, key=lambda one: one.id != begin)
    items = [
        *(_item(one, address, course, begin=one.id == begin) for one in ordered),
        *(_position(one, address) for one in positions),
    ]
    return join(
        [
            _filters(found, positions, course),
            element("ul", *items, class_="pq-library", data_part="deals"),
        ]
    )


def _filters(
    found: Sequence[ListedDeal], positions: Sequence[ListedPosition], course: Course
) -> Markup:
    """Return the form that filters the list. It is hidden until the script can handle it."""
    every: list[ListedDeal | ListedPosition] = [*found, *positions]
    eras = dict(sorted((one.era for one in every), key=lambda pair: (pair[0] == OURS, pair[0])))
    rules = dict(sorted({one.rules for one in every if one.rules[0]}, key=lambda pair: pair[1]))
    themes = {
        name: words for name, words in THEME_WORDS.items() if any(name in e.themes for e in every)
    }
    taught = {one.lesson for one in positions} | {
        name for one in found for name in course.deals.get(one.id, ())
    }
    lessons = {_slug(name): title for name, title in course.titles.items() if name in taught}
    kinds = {"deal": "Deals", "position": "Positions"} if positions else {}
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
        _select("kind", "Kind", "Deals and positions", kinds) if kinds else None,
        _select("theme", "Shows", "Every theme", themes),
        _select("lesson", "Teaches", "Every lesson", lessons) if lessons else None,
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
        data_noun="deals and positions" if positions else "deals",
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


def _slug(lesson: str) -> str:
    """Return the value of a lesson in the filter: the last part of its page name."""
    return lesson.rpartition("/")[2]


def _item(
    one: ListedDeal, address: Callable[[str, str], str], course: Course, *, begin: bool
) -> Markup:
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
        data_kind="deal",
        data_lesson=" ".join(map(_slug, course.deals.get(one.id, ()))) or None,
        class_="pq-begin" if begin else None,
    )


def _position(one: ListedPosition, address: Callable[[str, str], str]) -> Markup:
    """Return the item of a position: the cards of the player who decides and the question."""
    there, rules = address("position", one.id), address("ruleset", one.rules[0])
    about: list[Child] = [join([f"{one.names[0]} and {one.names[1]}"]), one.dated]
    if one.rules[0]:
        about.append(element("a", one.rules[1], href=rules) if rules else one.rules[1])
    tags = [element("li", words) for words in one.theme_words]
    cards = element(
        "div",
        *(Markup(card_svg(card)) for card in one.cards),
        class_=card_row_classes("pq-fan-of", len(one.cards), 1),
        aria_hidden="true",
    )
    question = element("p", one.question, class_="pq-moment")
    return element(
        "li",
        element(
            "div", cards if one.cards else None, question, class_="pq-still", data_part="still"
        ),
        element("h2", element("a", _title(one.title), href=there) if there else _title(one.title)),
        element("p", join(about, " · "), class_="pq-about"),
        element("p", element("b", f"{one.decider} decides"), class_="pq-ends"),
        element("ul", *tags, class_="pq-themes", aria_label="Shows") if tags else None,
        data_rules=one.rules[0] or None,
        data_era=one.era[0],
        data_theme=" ".join(one.themes),
        data_kind="position",
        data_lesson=_slug(one.lesson) or None,
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
    # Two tierces are "two tierces", not "the tierce and the tierce".
    alike = [
        name if count == 1 else f"{number_in_words(count)} {name.removeprefix('the ')}s"
        for name, count in Counter(named).items()
    ]
    more = ["more"] if len(scored) > len(best) else []
    return f"{PlayerNames.of(names).first(seat, 'counts')} {totals[seat]}: {join_words([*alike, *more])}."


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
