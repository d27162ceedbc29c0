"""Links after the last step of a deal: the next deal, the same cards at the table, or under other rules."""

from __future__ import annotations

from dataclasses import dataclass

from piquet_core.notation import format_deal_id
from piquet_core.replay.steps import Replay
from piquet_core.views.markup import Markup, element


@dataclass(frozen=True, slots=True, kw_only=True)
class NextLinks:
    """Targets of the links after a deal. A link with an empty target is omitted.

    ``next`` is the page of the next deal, and ``title`` the heading of that page. ``all`` is the
    list of deals, and ``table`` the page on which to play.
    """

    next: str = ""
    title: str = ""
    all: str = ""
    table: str = ""


NOWHERE = NextLinks()
"""The links of a deal that is in no list."""


def render_next_deal(onward: NextLinks) -> Markup | None:
    """Render a link to the next deal, or to the list of deals after the last one.

    Returns None without either target. The style sheet shows the link at the last step only.
    """
    kind = "pq-next-deal"
    if onward.next:
        label = f"Next deal: {onward.title}"
        return element(
            "a",
            "Next deal",
            href=onward.next,
            rel="next",
            aria_label=label,
            class_=kind,
            data_part="next-deal",
        )
    return (
        element("a", "All deals", href=onward.all, class_=kind, data_part="next-deal")
        if onward.all
        else None
    )


def render_next_links(replay: Replay, onward: NextLinks, prefix: str) -> Markup | None:
    """Render links to play the same cards and to compare rule sets.

    Returns None if the record has no known rule set, or if `render_next_deal` has no link either.
    """
    if render_next_deal(onward) is None:
        return None
    rules, deal = replay.rules, replay.steps[0].state.deal
    ways = []
    if onward.table and rules is not None:
        # Neither id needs quoting. Importing urllib's quote would add 90 KB to the engine snapshot.
        terms = f"by={rules.id}&form=deal&seat=elder&seed={format_deal_id(deal)}"
        ways.append(element("a", "Play it yourself", href=f"{onward.table}?{terms}"))
    if rules is not None:
        ways.append(element("a", "By another book", href=f"#{prefix}pq-books"))
    return element("p", *ways, class_="pq-onward", data_part="next-links") if ways else None
