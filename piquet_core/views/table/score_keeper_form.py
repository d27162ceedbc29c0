"""The score keeper for a game with real cards: settings, entry form and standing."""

from __future__ import annotations

from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.sessions.game_summary import summarise_game
from piquet_core.sessions.score_keeper import HUNDRED, MOST_POINTS, PARTIE, DealPoints, Scorecard
from piquet_core.sessions.session import LONGEST_NAME
from piquet_core.views.form_controls import button, ruleset_options
from piquet_core.views.markup import Child, Markup, data_attributes, element, join
from piquet_core.views.reference_links import Links
from piquet_core.views.table.game_chart import deciding_factor, render_game_chart
from piquet_core.views.table.game_score_text import (
    render_settlement_rule,
    settlement_text,
    standing_text,
)
from piquet_core.wording.player_names import PlayerNames

_FORMS = {PARTIE: "A partie with the Rubicon", HUNDRED: "A hundred up"}
_SECTIONS = {"hand": "In hand", "play": "Play and cards"}
_NAMES = ("First player", "Second player")


def render_score_keeper(links: Links, first: str, **data: str) -> Markup:
    """Render the settings of a new score, and an empty container for the current one.

    ``first`` is the id of the rule set selected at first. ``data`` are data attributes, from which
    the script starts the engine.
    """
    return element(
        "div",
        element("div", class_="pq-notice", data_part="notice", role="alert", hidden=True),
        _terms(first),
        element("div", class_="pq-tally", data_part="score-card", hidden=True, tabindex=-1),
        element("p", class_="pq-sr", role="status"),
        class_="pq-scorecard",
        data_part="score-keeper",
        **links.attributes(),
        hidden=True,
        **data_attributes(data),
    )


def _terms(first: str) -> Markup:
    kinds = [
        element(
            "option",
            words,
            value=form,
            data_for=" ".join(id for id in ruleset_ids() if form in _forms(id)),
        )
        for form, words in _FORMS.items()
    ]
    elder = element(
        "select",
        *(element("option", words, value=at) for at, words in enumerate(_NAMES)),
        id="pq-score-elder",
        name="elder",
    )
    rules = element("select", *ruleset_options(first), id="pq-score-rules", name="rules")
    form = element("select", *kinds, id="pq-score-form", name="form")
    agreed = f"{load_ruleset(first).title} · {_FORMS[PARTIE]} · A is elder"
    return element(
        "form",
        *(
            _field(
                words,
                element(
                    "input",
                    type="text",
                    id=f"pq-score-name-{at}",
                    name=f"name{at}",
                    required=True,
                    maxlength=LONGEST_NAME,
                    autocomplete="off",
                    value="AB"[at],
                ),
            )
            for at, words in enumerate(_NAMES)
        ),
        element("p", element("button", "Begin the score", type="submit"), class_="pq-actions"),
        element(
            "details",
            element(
                "summary",
                element("span", agreed, class_="pq-score-agreed"),
                " ",
                element("b", "Change", element("span", " the terms", class_="pq-sr")),
            ),
            element(
                "div",
                _field("Rules", rules),
                _field("Form of the game", form),
                _field("Elder in the first deal", elder),
                class_="pq-score-more",
            ),
        ),
        class_="pq-score-terms",
        data_part="score-terms",
    )


def _forms(id: str) -> tuple[str, ...]:
    return load_ruleset(id).names("game.forms").value


def _field(words: str, control: Markup) -> Markup:
    return element("label", element("span", words), control)


# -- the score -------------------------------------------------------------------------------------


def render_scorecard(card: Scorecard, links: Links, draft: DealPoints | None = None) -> Markup:
    """Render a score: the standing, the entry form and the deals so far.

    ``draft`` are the points of a deal in which both players reached the target, so that the form
    also asks who did so first.
    """
    over = card.is_over
    tools: list[Child] = [button("undo", "Strike out the last deal")] if card.entries else []
    tools.append(button("new", "A new score"))
    return join(
        [
            _standing(card, links),
            None if over else _deal(card, draft),
            _deals(card) if card.entries else None,
            element("p", join(_terms_words(card, links)), class_="pq-terms", data_part="terms"),
            element("p", *tools, class_="pq-actions"),
        ]
    )


def _standing(card: Scorecard, links: Links) -> Markup:
    points = card.settlement.totals if card.settlement else card.totals
    totals = [
        element("div", element("span", name), " ", element("b", str(total)))
        for name, total in zip(card.names, points, strict=True)
    ]
    names = PlayerNames(card.names)
    course = summarise_game(card.rules, card.form, card.deals, card.settlement)
    return element(
        "div",
        element("div", *totals, class_="pq-totals"),
        element("p", _words(card), class_="pq-outcome-of" if card.is_over else None),
        element("p", deciding_factor(course, names)) if course else None,
        _settled(card, links),
        render_game_chart(course, names) if course and len(course.deals) > 1 else None,
        class_="pq-standing",
        data_part="standing",
    )


def _words(card: Scorecard) -> str:
    """Return the standing, or the result of a finished game, as text."""
    settled = card.settlement
    if settled is not None:
        return settlement_text(settled, card.names[settled.winner])
    if card.is_over:
        return f"It is a draw, {card.totals[0]} all."
    if not card.entries:
        return f"{card.names[card.elder]} is elder in the first deal."
    return standing_text(card.rules, card.form, PlayerNames(card.names), card.totals, card.left)


def _settled(card: Scorecard, links: Links) -> Markup | None:
    """Render the rule on settlement in a disclosure, or None for an unsettled game."""
    settled = card.settlement
    return None if settled is None else render_settlement_rule(card.rules, settled, links)


def _deal(card: Scorecard, draft: DealPoints | None) -> Markup:
    """Render the entry form for the next deal. ``draft`` has the points already entered."""
    number = len(card.entries)
    head = element(
        "tr",
        element("th", f"Deal {number + 1}", scope="col"),
        *(
            element("th", name, ", elder" if at == card.elder_in(number) else None, scope="col")
            for at, name in enumerate(card.names)
        ),
    )
    rows = [
        element(
            "tr",
            element("th", words, scope="row"),
            *(
                element("td", _number(section, at, f"{words}, {name}", draft))
                for at, name in enumerate(card.names)
            ),
        )
        for section, words in _SECTIONS.items()
    ]
    return element(
        "form",
        element("table", element("thead", head), element("tbody", *rows)),
        _first(card) if draft else None,
        element("p", element("button", "Write it down", type="submit"), class_="pq-actions"),
        class_="pq-score-deal",
        data_part="score-deal",
    )


def _number(section: str, player: int, label: str, draft: DealPoints | None) -> Markup:
    return element(
        "input",
        type="number",
        inputmode="numeric",
        min=0,
        max=MOST_POINTS,
        step=1,
        required=True,
        name=f"{section}{player}",
        aria_label=label,
        value=getattr(draft, section)[player] if draft else None,
    )


def _first(card: Scorecard) -> Markup:
    goal = card.rules.number("hundred.target").value
    return element(
        "fieldset",
        element("legend", f"Both have reached {goal} in this deal. Who counted it first?"),
        *(
            element(
                "label",
                element("input", type="radio", name="first", value=at, required=True),
                " ",
                name,
            )
            for at, name in enumerate(card.names)
        ),
        class_="pq-first",
    )


def _deals(card: Scorecard) -> Markup:
    """Render a table of the deals so far: each player's points in hand and in play, and the total
    after the deal.
    """
    so_far = [0, 0]
    rows = []
    for at, entry in enumerate(card.entries):
        made = [entry.hand[player] + entry.play[player] for player in (0, 1)]
        so_far = [total + one for total, one in zip(so_far, made, strict=True)]
        cells = [
            element(
                "td",
                element("small", f"{entry.hand[player]} + {entry.play[player]} "),
                element("b", str(so_far[player])),
            )
            for player in (0, 1)
        ]
        elder = element("td", card.names[card.elder_in(at)])
        rows.append(element("tr", element("th", str(at + 1), scope="row"), elder, *cells))
    head = element(
        "tr", *(element("th", one, scope="col") for one in ("Deal", "Elder", *card.names))
    )
    caption = element("caption", "In hand + play and cards, and the total after each deal")
    return element(
        "table",
        caption,
        element("thead", head),
        element("tbody", *rows),
        class_="pq-score-deals",
    )


def _terms_words(card: Scorecard, links: Links) -> list[Child]:
    """Return the rule set, the form of the game and its target as rich text with links to the rules."""
    rules = card.rules
    if card.form == HUNDRED:
        goal = rules.number("hundred.target")
        return [f"{rules.title}: the first to reach ", links.to_rule(goal.id, str(goal.value)), "."]
    deals, line = rules.number("rubicon.deals"), rules.number("rubicon.line")
    return [
        f"{rules.title}: a partie of ",
        links.to_rule(deals.id, deals.words),
        "; the ",
        links.to_rule(line.id, "Rubicon"),
        f" is at {line.value}.",
    ]
