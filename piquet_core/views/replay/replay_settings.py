"""The settings dialog of a replay: point of view, narration style, and appearance of the cards."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.seat import Seat
from piquet_core.views.markup import Child, Markup, element
from piquet_core.wording.player_names import PlayerNames
from piquet_core.wording.styles import STYLES

Values = tuple[tuple[str, str], ...]

_PACE: Values = (("4", "Slow"), ("2", "Medium"), ("1", "Fast"))
_COURTS: Values = (("figures", "Figures"), ("letters", "Letters"))
_INDEX: Values = (("en", "A K Q J"), ("fr", "A R D V"))
_SUITS: Values = (("two", "Two colours"), ("four", "Four colours"))
_SIZE: Values = (("fit", "As they fit"), ("large", "Larger"))
_KEYS: Values = (
    ("←", "back"),
    ("→", "on"),
    ("Home", "first step"),
    ("End", "last step"),
    ("Space", "play or pause"),
    ("1", "both hands"),
    ("2", "elder’s view"),
    ("3", "younger’s view"),
    ("Y", "why"),
    ("W", "what if"),
    ("V", "next variation"),
    ("Esc", "back from your own line"),
    ("K", "what they can know"),
    ("C", "copy link"),
)


def render_settings(names: Sequence[str], prefix: str) -> Markup:
    """Render the settings dialog, initially closed.

    ``names`` are the players, and ``prefix`` precedes the ids.
    """
    elder, younger = (PlayerNames.of(names).first_whose(seat) for seat in Seat)
    views = (("both", "Both hands"), ("e", f"{elder} view"), ("y", f"{younger} view"))
    know = element(
        "label",
        element("input", type="checkbox", data_set="know"),
        " What each player can know of the other’s hand",
        class_="pq-tick",
    )
    return render_dialog(
        "settings",
        "Settings",
        element(
            "div",
            render_setting("view", "Show", views, prefix),
            render_setting("words", "Words", tuple(STYLES.items()), prefix),
            render_setting("speed", "Pace", _PACE, prefix, chosen="2"),
            *render_card_appearance(prefix),
            know,
            class_="pq-choices-of pq-choices-all",
        ),
        _keys(),
        # The script writes here how far the engine vouches for the display.
        element("p", class_="pq-proof", data_part="proof"),
        prefix=prefix,
    )


def render_dialog(kind: str, title: str, *children: Child, prefix: str) -> Markup:
    """Render a closed dialog with a heading and a close button.

    ``kind`` names the dialog for scripts and styles.
    """
    id = f"{prefix}pq-{kind}-title"
    close = element("button", "Close", type="button", data_act="close", class_="pq-quiet")
    head = element("div", element("p", title, id=id, class_="pq-dialog-title"), close)
    return element(
        "dialog",
        head,
        *children,
        class_=f"pq-dialog pq-{kind}",
        data_part=kind,
        aria_labelledby=id,
    )


def render_card_appearance(prefix: str) -> list[Markup]:
    """Render the settings for the appearance of the cards."""
    return [
        render_setting("courts", "Courts", _COURTS, prefix),
        render_setting("index", "Corners", _INDEX, prefix),
        render_setting("suits", "Suits", _SUITS, prefix),
        render_setting("size", "Cards", _SIZE, prefix),
    ]


def render_setting(name: str, legend: str, values: Values, prefix: str, chosen: str = "") -> Markup:
    """Render a setting as a group of radio buttons.

    ``values`` are (value, text) pairs. ``chosen`` is the selected value; the first one if empty.
    """
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


def _keys() -> Markup:
    """Render the list of keyboard shortcuts."""
    rows = [
        element("div", element("dt", element("kbd", key)), element("dd", what))
        for key, what in _KEYS
    ]
    return element(
        "div",
        element("p", "Keys that work while the focus is in the replay"),
        element("dl", *rows),
        class_="pq-keys",
    )
