"""What comes after the last step of a deal: the next one, the same cards to play, the same cards by another book."""

from __future__ import annotations

from dataclasses import dataclass

from piquet_core.notation import format_deal_id
from piquet_core.replay.steps import Replay
from piquet_core.views.markup import Markup, element


@dataclass(frozen=True, slots=True, kw_only=True)
class NextLinks:
    """Where a deal of a list leads on to; an empty address is not offered.

    ``next`` is the page of the deal after it, ``title`` the heading there; ``all`` is the list, ``table``
    the page where cards are played.
    """

    next: str = ""
    title: str = ""
    all: str = ""
    table: str = ""


NOWHERE = NextLinks()
"""For a deal that is in no list."""


def render_next_deal(onward: NextLinks) -> Markup | None:
    """Return the link to the next deal, after the last to the list; the styles show it at the last step."""
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
    """Return what else may be done with the cards, shown with `render_next_deal`; None if there is nothing."""
    if render_next_deal(onward) is None:
        return None
    rules, deal = replay.rules, replay.steps[0].state.deal
    ways = []
    if onward.table and rules is not None:
        # Neither id needs quoting, and the library's way to quote weighs 90 KB in the image of the engine.
        terms = f"by={rules.id}&form=deal&seat=elder&seed={format_deal_id(deal)}"
        ways.append(element("a", "Play it yourself", href=f"{onward.table}?{terms}"))
    if rules is not None:
        ways.append(element("a", "By another book", href=f"#{prefix}pq-books"))
    return element("p", *ways, class_="pq-onward", data_part="next-links") if ways else None
