"""The replay figure: the stage at one step, templates of all steps, and the tools.

The stage contains the board, the story and the timeline at fixed positions, so that a change of
step moves nothing. Without JavaScript it shows a single step, hides the controls, and the timeline
links to the account.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from piquet_core.cards.seat import Seat
from piquet_core.players import JUDGE, find_player
from piquet_core.replay.decisions import label_of
from piquet_core.replay.steps import Replay
from piquet_core.replay.variations import (
    LineWords,
    PlayableVariation,
    is_played,
    line_words,
    variations,
)
from piquet_core.replay.visibility import observe
from piquet_core.review.deal_review import Review
from piquet_core.views.markup import Child, Markup, data_attributes, element
from piquet_core.views.reference_links import Links
from piquet_core.views.replay.deal_as_text import steps_by_phase
from piquet_core.views.replay.decision_review import (
    render_review,
    render_review_details,
    render_review_summary,
)
from piquet_core.views.replay.expected_result_chart import expected_result
from piquet_core.views.replay.next_links import NextLinks, render_next_deal, render_next_links
from piquet_core.views.replay.replay_settings import render_settings
from piquet_core.views.replay.rule_set_results import (
    incompatible_rule_sets,
    render_rule_set_results,
    rule_set_results,
)
from piquet_core.views.replay.share_dialog import ShareOptions, render_share_dialog
from piquet_core.views.replay.step_view import render_story, render_table
from piquet_core.views.replay.timeline import phases, render_timeline
from piquet_core.views.replay.variation_list import render_variations
from piquet_core.wording.player_names import PlayerNames

WHOLE = "The whole deal, with every total and its rule"


def render_replay(
    replay: Replay,
    links: Links,
    *,
    record_text: str,
    prefix: str = "",
    first: str = "deal",
    titled: bool = False,
    pasted: bool = False,
    more: Markup | None = None,
    cite: Markup | None = None,
    variants: Sequence[str] = (),
    sharing: ShareOptions | None = None,
    account: str = "",
    review: Review | None = None,
    judged: bool = True,
    you: Seat | None = None,
    title: str = "",
    **data: str,
) -> Markup:
    """Render the replay figure of a deal.

    ``record_text`` is the source of the record, and ``prefix`` precedes all ids. ``first`` is the
    id of the initial step. ``titled`` says that the caption must show the title, because the page
    heading does not. ``pasted`` says that the reader supplied the record. ``more`` is content below
    the stage. ``cite`` are the citations of a step, for the dialog. ``variants`` are rule changes
    to compare, in the form that `find_ruleset` reads. ``sharing`` has the addresses for the dialog
    *Cite or share*. ``account`` is the page with the steps as text, if that is not the current
    page. ``review`` is the review of the decisions, and ``judged`` says whether the reader may
    request one. ``you`` is the reader's seat in a deal that they played. ``title`` overrides the
    title of the record. ``data`` are data attributes.
    """
    names = PlayerNames(replay.record.players, you)
    lines, sharing = variations(replay), sharing or ShareOptions()
    words = line_words(replay.record, pasted=pasted)
    steps = f"{account}#" if account else f"#{prefix}"
    parts = {step.id: title for title, steps in steps_by_phase(replay.steps) for step in steps}
    drawn = {id: _step(replay, id, part, lines, links, names) for id, part in parts.items()}
    return element(
        "figure",
        _caption(replay, prefix, title, titled=titled),
        _stage(replay, prefix, drawn[first], steps, review, sharing.onward, names, words),
        element("p", class_="pq-sr pq-live", data_part="announcement", aria_live="polite"),
        element("p", class_="pq-engine", data_part="engine-status", role="status"),
        _books(replay, variants, prefix, words),
        element("div", class_="pq-other-rules", data_part="other-rules", hidden=True),
        element("div", class_="pq-know", data_part="knowledge", hidden=True),
        _judged(replay, review, prefix, names) if judged else None,
        _tools(),
        more,
        render_settings(names, prefix),
        render_share_dialog(replay, sharing, prefix, cite, changes=len(variants)),
        *_templates(drawn, record_text),
        class_="pq-replay pq-turned" if you is Seat.YOUNGER else "pq-replay",
        data_part="replay",
        data_first=first,
        data_prefix=prefix,
        data_you=None if you is None else you.name.lower(),
        **_ways_on(replay, lines, sharing),
        **links.attributes(),
        **data_attributes(data),
    )


def _templates(drawn: Mapping[str, tuple[Markup, Markup]], record_text: str) -> list[Markup]:
    """Return a template element for each step, and one with the text of the record."""
    steps = [element("template", *step, data_step=id) for id, step in drawn.items()]
    return [*steps, element("template", element("pre", record_text), class_="pq-record")]


def _ways_on(
    replay: Replay, lines: Sequence[PlayableVariation], sharing: ShareOptions
) -> dict[str, str | None]:
    """Return data attributes for the script: the deal's page, step ids and addresses.

    They contain the step to play on from, the addresses of the variations, and the steps with a
    decision.
    """
    return {
        "data_page": sharing.page or None,
        "data_next": _next(replay),
        "data_variations": " ".join(way.address for way in lines) or None,
        "data_decisions": " ".join(one.id for one in replay.steps if one.action is not None),
    }


def _caption(replay: Replay, prefix: str, title: str, *, titled: bool) -> Markup:
    title = title or replay.record.tag("Title") or replay.record.tag("Id")
    id = replay.record.tag("DealId")
    # Deals that were only dealt are named by their id, which means nothing to a reader.
    named: tuple[Child, ...] = (
        ("Your deal ", element("small", id)) if title == f"Deal {id}" else (title,)
    )
    return element(
        "figcaption",
        element("span", *named, class_="pq-title"),
        " ",
        element(
            "span",
            f"Rules: {replay.rules.title}" if replay.rules else "",
            class_="pq-rules",
            data_part="rules",
        ),
        id=f"{prefix}pq-caption",
        class_=None if titled else "pq-sr",
    )


def _books(replay: Replay, variants: Sequence[str], prefix: str, words: LineWords) -> Markup | None:
    if replay.rules is None:
        return None
    return render_rule_set_results(
        rule_set_results(replay, variants), incompatible_rule_sets(replay), prefix, note=words.note
    )


def _judged(replay: Replay, review: Review | None, prefix: str, names: PlayerNames) -> Markup:
    if review is None:
        return render_review_details(None)
    line = render_review_summary(review, names, prefix, replay.steps)
    return render_review_details(render_review(review, names, prefix, replay.steps), line)


def _stage(
    replay: Replay,
    prefix: str,
    shown: tuple[Markup, Markup],
    steps: str,
    review: Review | None,
    onward: NextLinks,
    names: PlayerNames,
    words: LineWords,
) -> Markup:
    """Render the stage: the board, the story beside it, and the timeline below.

    ``shown`` is the board and the story of the initial step, and ``steps`` precedes a step id in
    links.
    """
    table, story = shown
    return element(
        "div",
        element("div", table, class_="pq-board", data_part="board"),
        _story_and_tools(replay, prefix, story, steps, onward, words),
        _rail(replay, steps, review, names, words),
        class_="pq-stage",
        data_part="stage",
        tabindex=-1,
        role="region",
        aria_labelledby=f"{prefix}pq-caption",
    )


def _step(
    replay: Replay,
    id: str,
    part: str,
    lines: Sequence[PlayableVariation],
    links: Links,
    names: PlayerNames,
) -> tuple[Markup, Markup]:
    """Render a step as a pair of the board and the story.

    ``part`` is the name of the phase, and ``lines`` are the variations of the record.
    """
    view = observe(replay.step(id), None)
    more = render_variations(lines, id, names, links)
    return render_table(view, names), render_story(view, names, links, more=more, act=part)


def render_deal_page_link(address: str) -> Markup:
    """Render a link from a compact figure to the full page of the deal."""
    return element("p", element("a", WHOLE, href=address), class_="pq-more")


def _next(replay: Replay) -> str | None:
    """Return the id of the step after an incomplete record, or None if the deal is complete."""
    label = label_of(replay.steps[-1].state)
    return None if label == "over" else label


# -- the story and the buttons -----------------------------------------------------------------------------------


def _story_and_tools(
    replay: Replay,
    prefix: str,
    story: Markup,
    address: str,
    onward: NextLinks,
    words: LineWords,
) -> Markup:
    """Render the panel beside the board: the story, which scrolls, and the buttons, which stay in place.

    ``story`` is that of the initial step, and ``address`` precedes a step id in a link to the
    account.
    """
    steps = element(
        "div",
        _button("first", "First step", "Home"),
        _button("prev", "Previous step", "Left arrow"),
        _button("play", "Play", "Space"),
        _button("last", "Last step", "End"),
        _button("next", "Next step", "Right arrow", "Next"),
        role="group",
        aria_label="Steps of the replay",
        class_="pq-buttons",
        data_part="step-buttons",
    )
    extras = element(
        "div",
        element(
            "button", "What if?", type="button", data_act="whatif", title="Decide otherwise (W)"
        ),
        element("button", "Reasons", type="button", data_act="why", title="Every reason (Y)"),
        render_next_deal(onward),
        class_="pq-extras",
    )
    return element(
        "div",
        element(
            "div",
            element("p", class_="pq-by", data_part="rule-set-brief", hidden=True),
            _own(prefix, replay, words),
            element("p", class_="pq-told-cost", data_part="cost", hidden=True),
            element("div", story, class_="pq-narration", data_part="story"),
            element("p", class_="pq-remark pq-comment", data_part="remark", hidden=True),
            _left(replay, words),
            _way_on(replay, address),
            render_next_links(replay, onward, prefix),
            class_="pq-pages",
            data_part="pages",
            tabindex=0,
            role="group",
            aria_label="What happens",
        ),
        element(
            "div",
            extras,
            _ownbar(words),
            steps,
            class_="pq-controls",
            data_part="controls",
            hidden=True,
        ),
        class_="pq-stage-sheet",
        data_part="story-panel",
    )


def _way_on(replay: Replay, address: str) -> Markup | None:
    """Render a link to the account of the deal, for readers without JavaScript, or None if there is no account."""
    if not address or len(replay.steps) < 2:
        return None
    line = element("a", "step by step, in words", href=f"{address}{replay.steps[1].id}")
    return element("p", "The play, ", line, ".", class_="pq-in-words", data_part="in-words")


def _button(act: str, label: str, key: str, text: str = "") -> Markup:
    return element(
        "button",
        text,
        type="button",
        data_act=act,
        aria_label=label,
        title=f"{label} ({key})",
        class_="pq-first" if text else None,
    )


def _own(prefix: str, replay: Replay, words: LineWords) -> Markup:
    """Render the empty container of the reader's variation, which the engine fills."""
    fresh = not is_played(replay.record)
    lead = element(
        "p",
        element("b", "Your deal" if fresh else "What if?", id=f"{prefix}pq-own"),
        " ",
        element("span", words.own, class_="pq-provenance", data_part="provenance"),
        class_="pq-act",
        data_part="act",
    )
    return element(
        "div",
        lead,
        element("div", class_="pq-prompt", data_part="prompt"),
        element("p", class_="pq-results", data_part="results"),
        class_="pq-own",
        data_part="what-if",
        role="group",
        aria_labelledby=f"{prefix}pq-own",
        hidden=True,
    )


def _left(replay: Replay, words: LineWords) -> Markup:
    """Render a note on the step at which the reader's variation departs from the record, hidden at first."""
    return element(
        "p",
        element(
            "span",
            "From ",
            element("span", class_="pq-where", data_part="position"),
            f" on this is no longer {words.play}. ",
            hidden=not is_played(replay.record),
        ),
        element("span", class_="pq-go-on"),
        class_="pq-notsource",
        data_part="not-a-source",
        hidden=True,
    )


def _ownbar(words: LineWords) -> Markup:
    """Render the buttons of the reader's variation: take back, play on, and back to the record."""
    return element(
        "div",
        element(
            "button",
            "Take back",
            type="button",
            data_act="undo",
            title="The decision at the step shown, and everything after it",
        ),
        element(
            "button",
            f"{find_player(JUDGE).name} plays on",
            type="button",
            data_act="auto",
            title="For both players, to the end of the deal",
        ),
        element("button", f"Back to the {words.line}", type="button", data_act="back", title="Esc"),
        class_="pq-action-bar",
        data_part="actions",
        hidden=True,
    )


# -- the rail, and what is under the stage -------------------------------------------------------


def _rail(
    replay: Replay, steps: str, review: Review | None, names: PlayerNames, words: LineWords
) -> Markup:
    """Render the timeline with a slider over it and a legend.

    ``steps`` precedes a step id in a link to the account.
    """
    slider = element(
        "input",
        type="range",
        min=0,
        max=len(replay.steps) - 1,
        value=0,
        class_="pq-slider",
        data_part="step-slider",
        aria_label="Step",
        hidden=True,
    )
    return element(
        "div",
        slider,
        render_timeline(
            phases(replay.steps, names),
            names,
            address=steps,
            judged=expected_result(review, replay.steps[-1]) if review else None,
        ),
        _key(names, words),
        class_="pq-rail",
        data_part="rail",
        role="group",
        aria_label="The deal, act by act",
    )


def _key(names: Sequence[str], words: LineWords) -> Markup:
    """Render the legend of the timeline. Only print shows it."""
    cast = PlayerNames.of(names)
    return element(
        "p",
        "The points of each step: ",
        element("b", cast.who(Seat.ELDER)),
        " in black above the line, ",
        element("b", cast.who(Seat.YOUNGER)),
        " in white below it.",
        element("span", f" Dashed: {words.note}.", class_="pq-key-dashed"),
        class_="pq-key",
        data_part="timeline-key",
        aria_hidden="true",
    )


def _tools() -> Markup:
    """Render the buttons that open the dialogs. A script makes them visible."""
    words: tuple[tuple[str, Child], ...] = (("share", "Cite or share"), ("settings", "Settings"))
    return element(
        "div",
        *(element("button", text, type="button", data_act=act) for act, text in words),
        class_="pq-tools",
        data_part="tools",
        hidden=True,
    )
