"""The list of deals: what each shows, how it ended, and a form that filters them.

The list is complete without a script, which only hides what a reader filters out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from piquet_core.html.deal.account import hand_by_suits, played_hands, verdict
from piquet_core.html.markup import Child, Markup, element, join
from piquet_core.records.steps import Replay

OURS = "ours"
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
    """A deal in the list."""

    replay: Replay

    @property
    def id(self) -> str:
        """The id of the record."""
        return self.replay.record.tag("Id")

    @property
    def title(self) -> str:
        """Its title."""
        return self.replay.record.tag("Title") or self.id

    @property
    def year(self) -> str:
        """The year of its source; empty for one of our own deals."""
        return self.replay.record.tag("Year")

    @property
    def era(self) -> tuple[str, str]:
        """The century as (value of the filter, name)."""
        if not self.year:
            return OURS, "Made for this site"
        century = (int(self.year) + 99) // 100
        return str(century), f"{_ORDINALS.get(century, f'{century}th')} century"

    @property
    def themes(self) -> list[str]:
        """What it is an example of."""
        return self.replay.record.tag("Theme").split()

    @property
    def theme_words(self) -> list[str]:
        """The same in words."""
        return [THEME_WORDS[name] for name in self.themes]

    @property
    def rules(self) -> tuple[str, str]:
        """The rule set as (id, title)."""
        assert self.replay.rules is not None
        return self.replay.rules.id, self.replay.rules.title

    @property
    def names(self) -> tuple[str, str]:
        """The players."""
        return self.replay.record.players

    @property
    def ending(self) -> str:
        """The final totals in words."""
        one, two = self.replay.steps[-1].score
        return f"{self.names[0]} {one}, {self.names[1]} {two}"

    @property
    def order(self) -> tuple[bool, str, str]:
        """Sort by year, with our own deals last."""
        return not self.year, self.year, self.title


def render_library(found: Sequence[ListedDeal], address: Callable[[str, str], str]) -> Markup:
    """Return the form and the list; ``address`` finds the page of an object by its kind and id."""
    items = [_item(one, address) for one in found]
    return join([_filters(found), element("ul", *items, class_="pq-library")])


def _filters(found: Sequence[ListedDeal]) -> Markup:
    """Return the form, hidden until the script can handle it."""
    eras = dict(one.era for one in found)
    rules = dict(sorted((one.rules for one in found), key=lambda pair: pair[1]))
    themes = {
        name: words for name, words in THEME_WORDS.items() if any(name in e.themes for e in found)
    }
    return element(
        "form",
        _select("theme", "Shows", "Every theme", themes),
        _select("era", "Printed in", "Every century", eras),
        _select("rules", "Rules", "Every rule set", rules),
        element("button", "Show all", type="reset"),
        element("p", class_="pq-count", role="status"),
        class_="pq-filters",
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


def _item(one: ListedDeal, address: Callable[[str, str], str]) -> Markup:
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
        element("h2", element("a", one.title, href=deal) if deal else one.title),
        element("p", join(about, " · "), class_="pq-about"),
        element("dl", *hands, class_="pq-both-hands"),
        element("p", element("b", one.ending), ". ", verdict(one.replay), class_="pq-ends"),
        element("ul", *tags, class_="pq-themes", aria_label="Shows") if tags else None,
        data_rules=one.rules[0],
        data_era=one.era[0],
        data_theme=" ".join(one.themes),
    )
