"""The variations of a record: buttons at the step where they begin, links, and a comparison of results."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.card_names import capitalize
from piquet_core.cards.seat import Seat
from piquet_core.engine.state import DealState, Phase
from piquet_core.pulse import beat
from piquet_core.replay.steps import Step
from piquet_core.replay.variations import PlayableVariation
from piquet_core.replay.visibility import observe
from piquet_core.replay.what_if import ReaderVariation
from piquet_core.views.markup import Child, Markup, element, join
from piquet_core.views.reference_links import Links
from piquet_core.views.replay.step_view import render_sentence
from piquet_core.wording.decision_reviews import better_line_gain_words
from piquet_core.wording.narration import narrate
from piquet_core.wording.player_names import PlayerNames

PLAY = "Play it on the table"


def render_variations(
    ways: Sequence[PlayableVariation], step: str, names: Sequence[str], links: Links
) -> Markup | None:
    """Render a list of the variations that depart from the record at a step, each with a button, or None."""
    items: list[Child] = []
    for way in ways:
        if way.at != step or not way.branch.steps:
            continue
        beat()
        first = render_sentence(narrate(observe(way.branch.steps[0], None), names), links)
        button = element("button", PLAY, type="button", data_variation=way.address)
        lead = element("b", "What if?")
        items.append(element("li", lead, " ", first, f" {way.source_words} ", button))
    return element("ul", *items, class_="pq-ways") if items else None


def render_variation_link(way: PlayableVariation, prefix: str = "") -> Markup:
    """Render a link that plays a variation on the board."""
    address = f"?{prefix}w={way.address}#{prefix}{way.at}"
    return element("a", PLAY, href=address, class_="pq-line")


def render_variation_results(
    own: ReaderVariation, names: PlayerNames, title: str, *, over: bool
) -> Markup:
    """Render the results of the record and of the reader's variation on one line.

    ``title`` is the name of the recorded line of play. ``over`` says whether the variation is
    complete. The reader's score is first if the reader is one of the players.
    """
    ends = own.replay.steps[-1]
    first = Seat.ELDER if names.you is None else names.you

    def line(name: str, step: Step) -> Markup:
        score = f"{step.score[first]}–{step.score[first.other]}"
        return element("span", name, " ", element("b", score))

    ours = "this line" if over else "so far"
    now = (own.steps or own.kept)[-1]
    is_known = ends.state.phase is Phase.OVER
    between = element("i", " · ")  # omitted where each has a line of its own
    lines = (
        [line(title, ends), between, line(ours, now)] if is_known else [line(capitalize(ours), now)]
    )
    return join([*lines, " (you first)" if names.you is not None else None])


def render_no_gain_note(own: ReaderVariation, end: DealState, names: PlayerNames) -> Markup:
    """Render a note that better play gains nothing in this deal, or an empty string if it does gain.

    ``own`` is the reader's variation, and ``end`` the final state that it leads to. The note is
    also empty if the record is incomplete or the variation has no moves.
    """
    printed = own.replay.steps[-1]
    if printed.state.phase is not Phase.OVER or not own.by:
        return Markup("")
    seat = own.by[0]
    before, after = (score[seat] - score[seat.other] for score in (printed.score, end.score))
    said = better_line_gain_words(after - before, seat, names)
    return join([": ", said, "."]) if said else Markup("")
