"""Panel of challenges on the page of the game table: the form, and the places that a script fills."""

from __future__ import annotations

from piquet_core.challenges.challenge import MOST_DEALS
from piquet_core.players import DEFAULT
from piquet_core.sessions.session import LONGEST_NAME
from piquet_core.views.markup import Markup, data_attributes, element, join

_NEEDS = "Challenges are played at the table above, which needs JavaScript."


def render_challenge_panel(**data: str) -> Markup:
    """Render the panel, hidden until a script shows it. ``data`` are attributes for the script."""
    panel = element(
        "div",
        element(
            "div",
            class_="pq-notice pq-challenge-notice",
            data_part="challenge-notice",
            role="alert",
            hidden=True,
        ),
        element("p", class_="pq-sr", role="status"),
        _form(),
        element("div", class_="pq-challenge-status"),
        element(
            "div",
            class_="pq-challenge-result",
            data_part="challenge-result",
            tabindex=-1,
            role="group",
            aria_label="The comparison",
        ),
        element("div", class_="pq-challenge-share", data_part="challenge-link"),
        _kept(),
        class_="pq-challenge",
        data_part="challenge",
        data_opponent=DEFAULT,
        hidden=True,
        **data_attributes(data),
    )
    return join([panel, element("p", _NEEDS, class_="pq-challenge-needs")])


def _form() -> Markup:
    """Return the form, in which a script describes the challenge."""
    counts = [element("option", str(count), value=count) for count in range(1, MOST_DEALS + 1)]
    return element(
        "form",
        element("p", class_="pq-challenge-words", data_part="challenge-terms"),
        element("div", class_="pq-challenge-differs", data_part="challenge-notices"),
        element(
            "div",
            element(
                "p",
                element("label", "Deals", for_="pq-challenge-count"),
                element("select", *counts, id="pq-challenge-count", name="count"),
                class_="pq-challenge-count",
            ),
            element(
                "p",
                element("label", "Your name, as your friends see it", for_="pq-challenge-name"),
                element(
                    "input",
                    type="text",
                    id="pq-challenge-name",
                    name="name",
                    maxlength=LONGEST_NAME,
                    required=True,
                    autocomplete="nickname",
                ),
            ),
            element("button", "Play first", type="submit", class_="pq-button pq-primary"),
            class_="pq-challenge-fields",
        ),
        data_part="new-challenge",
    )


def _kept() -> Markup:
    """Return the list of kept challenges, and the field for a link that was sent as text."""
    return element(
        "details",
        element("summary", "Your challenges, and links to open"),
        element(
            "form",
            element("label", "A link or a line that you were sent", for_="pq-challenge-link"),
            element(
                "input", type="text", id="pq-challenge-link", autocomplete="off", spellcheck="false"
            ),
            element("button", "Open it", type="submit"),
            class_="pq-paste",
        ),
        element("ul", data_part="challenges"),
        class_="pq-challenges",
    )
