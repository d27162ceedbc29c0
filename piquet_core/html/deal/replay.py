"""The replay as a figure: one step drawn, all others waiting, and controls for the script.

Without a script the figure shows the deal as dealt and the controls stay hidden.
"""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.html.deal.account import groups
from piquet_core.html.deal.share import Sharing, render_share
from piquet_core.html.deal.table import render_story, render_table
from piquet_core.html.deal.variations import render_ways
from piquet_core.html.links import Links
from piquet_core.html.markup import Child, Markup, data_attributes, element, join
from piquet_core.pack.seat import Seat
from piquet_core.records.decisions import label_of
from piquet_core.records.steps import Replay
from piquet_core.records.variations import PlayableVariation, own_source_words, variations
from piquet_core.rules import RuleSet, find_ruleset, load_ruleset, ruleset_ids
from piquet_core.seen.view import observe
from piquet_core.words.registers import REGISTERS

WHOLE = "The whole deal, with every total and its clause"


def render_replay(
    replay: Replay,
    links: Links,
    *,
    record_text: str,
    prefix: str = "",
    first: str = "deal",
    titled: bool = False,
    more: Markup | None = None,
    variants: Sequence[str] = (),
    sharing: Sharing | None = None,
    **data: str,
) -> Markup:
    """Return the figure.

    ``first`` is the step it opens with; ``titled`` says that the page's own heading is not the
    deal's title, so that the caption must show it; ``variants`` are changes to the rule set that a
    reader is offered, as `find_ruleset` reads them; ``sharing`` says where else the replay can be
    had; ``data`` goes into data attributes.
    """
    lines = variations(replay)
    sharing = sharing or Sharing()
    tools = (_options(replay, prefix, variants), render_share(replay, sharing, prefix))
    return element(
        "figure",
        _caption(replay, prefix, titled=titled),
        _stage(replay, links, prefix, _step(replay, first, lines, links), tools),
        element("div", class_="pq-otherwise", hidden=True),
        element("div", class_="pq-know", hidden=True),
        more,
        # Each step is inert until the script shows it: not drawn, not printed, not read out.
        *(
            element("template", *_step(replay, step.id, lines, links), data_step=step.id)
            for step in replay.steps
        ),
        element("template", element("pre", record_text), class_="pq-record"),
        class_="pq-replay",
        data_first=first,
        data_prefix=prefix,
        data_next=_next(replay),
        data_lines=" ".join(way.address for way in lines) or None,
        data_decisions=" ".join(step.id for step in replay.steps if step.action is not None),
        data_page=sharing.page or None,
        **links.attributes(),
        **data_attributes(data),
    )


def _caption(replay: Replay, prefix: str, *, titled: bool) -> Markup:
    title = replay.record.tag("Title") or replay.record.tag("Id")
    return element(
        "figcaption",
        element("span", title, class_="pq-title" if titled else "pq-sr"),
        " ",
        element("span", f"Rules: {replay.rules.title}" if replay.rules else "", class_="pq-rules"),
        id=f"{prefix}pq-caption",
    )


def _stage(
    replay: Replay,
    links: Links,
    prefix: str,
    shown: tuple[Markup, Markup],
    tools: tuple[Markup, Markup],
) -> Markup:
    """Return the table and the story of the current step, and the controls below them."""
    table, story = shown
    what_if = element(
        "button", "What if?", type="button", data_act="whatif", title="Decide otherwise (W)"
    )
    return element(
        "div",
        element("div", table, class_="pq-board"),
        element("div", story, class_="pq-tell"),
        element("p", class_="pq-sr pq-live", aria_live="polite"),
        _own(prefix, replay),
        _toolbar(replay, what_if, *tools),
        element("p", class_="pq-engine", role="status"),
        class_="pq-stage",
        tabindex=-1,
        role="region",
        aria_labelledby=f"{prefix}pq-caption",
    )


def _step(
    replay: Replay, id: str, lines: Sequence[PlayableVariation], links: Links
) -> tuple[Markup, Markup]:
    """Return the table and the story of a step."""
    names = replay.record.players
    view = observe(replay.step(id), None)
    more = render_ways(lines, id, names, links)
    return render_table(view, names), render_story(view, names, links, more=more)


def render_whole(address: str) -> Markup:
    """Return the line under a compact figure that leads to the page of its deal."""
    return element("p", element("a", WHOLE, href=address), class_="pq-more")


def _next(replay: Replay) -> str | None:
    """Return the step from which a record that stops early can be played on."""
    label = label_of(replay.steps[-1].state)
    return None if label == "over" else label


def _toolbar(replay: Replay, *extras: Markup) -> Markup:
    names = replay.record.players
    buttons = [
        _button("first", "First step", "Home"),
        _button("prev", "Previous step", "Left arrow"),
        _button("play", "Play", "Space"),
        _button("next", "Next step", "Right arrow"),
        _button("last", "Last step", "End"),
    ]
    jump = element(
        "label",
        element("span", "Go to", class_="pq-sr"),
        element(
            "select",
            *(
                element(
                    "optgroup",
                    *(
                        element("option", step_label(step.id, names), value=step.id)
                        for step in steps
                    ),
                    label=title,
                )
                for title, steps in groups(replay.steps)
            ),
            class_="pq-jump",
        ),
    )
    return element(
        "div",
        element(
            "div", *buttons, role="group", aria_label="Steps of the replay", class_="pq-buttons"
        ),
        element(
            "input",
            type="range",
            min=0,
            max=len(replay.steps) - 1,
            value=0,
            class_="pq-slider",
            aria_label="Step",
        ),
        jump,
        element("div", *extras, class_="pq-extras"),
        class_="pq-controls",
        hidden=True,
    )


def _button(act: str, label: str, key: str) -> Markup:
    return element(
        "button", type="button", data_act=act, aria_label=label, title=f"{label} ({key})"
    )


def step_label(id: str, names: tuple[str, str]) -> str:
    """Return the name of a step in the list of steps to jump to."""
    who = names[Seat.YOUNGER if id.endswith("y") else Seat.ELDER]
    if id.startswith("t"):
        return f"Trick {id[1:-1]}: {who}"
    if id[1:-1].isdecimal():  # a second word on what is called: p2e, p2y
        return f"{who} speaks again: the {_KINDS[id[0]]}"
    return {
        "deal": "Hands as dealt",
        "be": f"{who} shows carte blanche",
        "by": f"{who} shows carte blanche",
        "ae": f"{who} and carte blanche",
        "ay": f"{who} and carte blanche",
        "re": f"{who} and a new deal",
        "ry": f"{who} and a new deal",
        "xe": f"{who} exchanges",
        "xy": f"{who} exchanges",
        "ve": f"{who} leaves cards, or says nothing",
        "vy": f"{who} changes the cards laid out",
        "dy": f"{who} takes in",
        "le": f"{who} looks",
        "ly": f"{who} looks",
        "de": f"{names[0]} asks to see",
        "ne": f"{names[0]} names a suit",
        "pe": f"{who} calls the point",
        "py": f"{who} answers",
        "my": f"{who} answers the pips",
        "se": f"{who} calls the sequence",
        "sy": f"{who} answers",
        "qe": f"{who} calls the set",
        "qy": f"{who} answers",
        "ce": f"{who} counts",
        "cy": f"{who} counts",
        "last": "Last trick",
        "cards": "The cards",
        "result": "Result",
    }[id]


def left_at(id: str, names: tuple[str, str]) -> str:
    """Return the name of a step as the place where a reader's variation begins."""
    if id.startswith("t"):
        return f"trick {id[1:-1]}"
    return f"the step “{step_label(id, names)}”"


_KINDS = {"p": "point", "m": "pips", "s": "sequence", "q": "set"}


def _own(prefix: str, replay: Replay) -> Markup:
    """Return the place where a reader plays a variation; the engine fills it."""
    printed = bool(replay.record.tag("Source"))
    line = "printed line" if printed else "deal as it was played"
    lead = element(
        "p",
        element("b", "What if?", id=f"{prefix}pq-own"),
        " ",
        element("span", own_source_words(replay.record), class_="pq-standing"),
        " From ",
        element("span", class_="pq-where"),
        f" on this is no longer {'the book’s play' if printed else 'the deal as it was played'}.",
        class_="pq-notsource",
    )
    buttons = element(
        "div",
        element("button", "Take back", type="button", data_act="undo"),
        element("button", "Let the engine play on", type="button", data_act="auto"),
        element("button", f"Back to the {line}", type="button", data_act="back", title="Esc"),
        class_="pq-ownbar",
    )
    return element(
        "div",
        lead,
        element("p", class_="pq-remark pq-comment", hidden=True),
        element("div", class_="pq-ask"),
        buttons,
        class_="pq-own",
        role="group",
        aria_labelledby=f"{prefix}pq-own",
        hidden=True,
    )


def _other_rules(replay: Replay, variants: Sequence[str]) -> Markup | None:
    """Return the list of rule sets that can deal these cards, the record's own first."""
    if replay.rules is None:
        return None
    size = replay.rules.number("pack.size").value
    others = [
        rules
        for rules in map(load_ruleset, ruleset_ids())
        if rules is not replay.rules and rules.number("pack.size").value == size
    ]
    return element(
        "label",
        element("span", "Play it by the rules of"),
        element(
            "select",
            element("option", f"{replay.rules.title} (as printed)", value=""),
            *(element("option", rules.title, value=rules.id) for rules in others),
            element(
                "optgroup",
                *(_variant(replay.rules, changes) for changes in variants),
                label="The same, but",
            )
            if variants
            else None,
            data_set="rules",
        ),
        class_="pq-rulesets",
    )


def _variant(base: RuleSet, changes: str) -> Markup:
    rules = find_ruleset(f"{base.id},{changes}")
    return element("option", rules.title.removeprefix(f"{base.title}, but "), value=rules.id)


def _options(replay: Replay, prefix: str, variants: Sequence[str]) -> Markup:
    """Return the settings: whose view, how fast, which pack."""
    names = replay.record.players
    return element(
        "details",
        element("summary", "Options"),
        element(
            "div",
            _choice(
                "view",
                "Show",
                (("both", "Both hands"), ("e", f"{names[0]}’s view"), ("y", f"{names[1]}’s view")),
                prefix,
            ),
            _choice("words", "Words", tuple(REGISTERS.items()), prefix),
            _choice(
                "speed", "Pace", (("4", "Slow"), ("2", "Medium"), ("1", "Fast")), prefix, chosen="2"
            ),
            _choice("suits", "Suits", (("two", "Two colours"), ("four", "Four colours")), prefix),
            _choice("index", "Letters", (("en", "A K Q J"), ("fr", "A R D V")), prefix),
            # The script removes it if the page has no figures to fetch.
            _choice("courts", "Courts", (("letters", "Letters"), ("figures", "Figures")), prefix),
            _other_rules(replay, variants),
            element(
                "label",
                element("input", type="checkbox", data_set="know"),
                " What each can know of the other’s hand",
            ),
            element(
                "p",
                "Keys, while the focus is in the replay: ",
                join(_KEYS),
                class_="pq-keys",
            ),
            # Here the script says how far the engine vouches for what is drawn.
            element("p", class_="pq-proof"),
            class_="pq-panel",
        ),
        class_="pq-options",
    )


def _choice(
    name: str, legend: str, values: tuple[tuple[str, str], ...], prefix: str, chosen: str = ""
) -> Markup:
    chosen = chosen or values[0][0]
    return element(
        "fieldset",
        element("legend", legend),
        *(
            element(
                "label",
                element(
                    "input",
                    type="radio",
                    name=f"{prefix}pq-{name}",
                    value=value,
                    data_set=name,
                    checked=value == chosen,
                ),
                " ",
                text,
            )
            for value, text in values
        ),
    )


def _kbd(key: str, what: str) -> Child:
    return Markup(element("kbd", key) + f" {what} ")


_KEYS = (
    _kbd("←", "back"),
    _kbd("→", "on"),
    _kbd("Home", "first"),
    _kbd("End", "last"),
    _kbd("Space", "play or pause"),
    _kbd("1", "both hands"),
    _kbd("2", "elder’s view"),
    _kbd("3", "younger’s view"),
    _kbd("Y", "why"),
    _kbd("W", "what if"),
    _kbd("V", "next variation"),
    _kbd("Esc", "back to the printed line"),
    _kbd("K", "what they can know"),
    _kbd("C", "copy link"),
)
