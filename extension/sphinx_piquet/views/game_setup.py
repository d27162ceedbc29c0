"""Page of a game before the game starts: the form for its options, and the empty table."""

from __future__ import annotations

from piquet_core.cards.cards import parse_card
from piquet_core.number_words import number_in_words
from piquet_core.players import DEFAULT, PLAYERS, Profile, strengths
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.sessions.session import FRIEND, LONGEST_NAME, ONE_DEAL, forms
from piquet_core.views.card_symbols import back_svg, card_svg
from piquet_core.views.form_controls import button
from piquet_core.views.markup import Child, Markup, data_attributes, element
from piquet_core.views.reference_links import Links
from piquet_core.views.replay.replay_settings import (
    render_card_appearance,
    render_dialog,
    render_setting,
)
from sphinx_piquet.views.statistics_sheets import render_statistics
from sphinx_piquet.views.storage_panels import render_set_aside

PARTIE = "rubicon"
# The forms of the game in words, the longest last.
_FORMS = {
    ONE_DEAL: "A single deal",
    "hundred-up": "A hundred up",
    PARTIE: "A partie with the Rubicon",
}
_EXPLAINED = (
    "In a hundred up, you play deals until one player has a hundred, or another target of the rules. A partie has six "
    "deals in most books, and a player who falls short of the Rubicon loses heavily."
)
# An example hand, in the order of a sorted hand.
_SHOWN = ("SA", "SK", "ST", "HQ", "HJ", "H9", "DA", "DT", "D8", "CK", "CJ", "C7")
_HANDED_OVER = "You hand it over at every turn. Both hands are face down until the other player asks to see the cards."
_TABLE = "table-"
_PACES = (
    ("slow", "Slowly"),
    ("usual", "As usual"),
    ("quick", "Quickly"),
    ("tap", "When I tap"),
)
_TIPS = (
    ("first", "In my first deal"),
    ("always", "Always"),
    ("never", "Never"),
)
_OFF_OR_ON = (("off", "Off"), ("on", "On"))
_KEYS = (
    "Keys: the arrows move along your hand. The keys 1 to 9, 0 and the two after it choose a card. "
    "H gives a hint, U takes back, T shows the last trick."
)
_SEATS = {
    "turn": "In turn: elder in one game, younger in the next",
    "elder": "You are elder: you exchange, call and lead first",
    "younger": "You deal, and are younger",
}


def render_resume_link(table: str) -> Markup:
    """Return the link to a saved game at the ``table``, hidden until a script finds one."""
    link = element("a", "Go on with your game", href=table)
    return element("p", link, class_="pq-go-on", hidden=True)


def render_game_setup(links: Links, first: str, **data: str) -> Markup:
    """Return the form for the options of a game, and the empty table.

    ``first`` is the id of the rule set to select. ``data`` are attributes from which a script starts the engine.
    """
    return element(
        "div",
        _kept(),
        element("div", class_="pq-notice", data_part="notice", role="alert", hidden=True),
        element("div", class_="pq-keeping", data_part="saving-note", role="status", hidden=True),
        _terms(first),
        _table(),
        element("div", class_="pq-review", data_part="deal-review"),
        render_statistics(),
        render_set_aside(),
        class_="pq-game",
        data_part="game",
        **links.attributes(),
        hidden=True,
        **data_attributes(data),
    )


def _kept() -> Markup:
    """Return the notes about a saved game, hidden until a script finds one."""
    return element(
        "div",
        element("p", element("b", "A game of yours is kept here."), " ", element("span")),
        element(
            "p",
            button("resume", "Go on with your game"),
            button("aside", "Set it aside"),
            element("span", "A new game sets this one aside."),
            class_="pq-action-bar",
            data_part="actions",
        ),
        class_="pq-kept",
        data_part="saved-game",
        hidden=True,
    )


# -- the terms -----------------------------------------------------------------------------------


def _terms(first: str) -> Markup:
    """Return the form: a laid table with the start buttons, and the folded options."""
    rules = element(
        "p",
        element("label", "Rules", for_="pq-play-rules"),
        element("select", *_rules(first), id="pq-play-rules", name="rules"),
    )
    seats = element("fieldset", element("legend", "The first deal"), *_seats())
    own = element(
        "div",
        _name("name", "Your name, for the record of the deals", "Guest", between="A"),
        _name("friend", "Your friend’s name", "B", class_="pq-friend"),
        _forced(),
        _both_open(),
        _number(),
    )
    change = element(
        "summary",
        element("span", class_="pq-agreed", data_part="agreed-terms"),
        " ",
        element("b", "Change", element("span", " the terms", class_="pq-sr")),
        class_="pq-on-terms",
        data_part="change-terms",
    )
    chosen = element(
        "div",
        _opponents(),
        element("div", rules, _form_of_the_game(), seats),
        own,
        element(
            "p",
            element("button", "Play now", type="submit"),
            # A script shows it on a page with challenges.
            element(
                "button",
                "Challenge a friend",
                type="button",
                class_="pq-quiet",
                data_do="challenge",
                hidden=True,
            ),
            class_="pq-agree",
            data_part="play-now",
        ),
        class_="pq-choose",
    )
    return element(
        "form",
        _welcome(first),
        element("details", change, chosen),
        class_="pq-offer",
        data_part="new-game",
    )


def _rules(first: str) -> list[Markup]:
    """Return the options of the rule set menu. The rule set ``first`` is in a group of its own at the top."""
    options = {
        id: element(
            "option",
            load_ruleset(id).title,
            value=id,
            selected=id == first,
            data_form=forms(load_ruleset(id))[1],
        )
        for id in ruleset_ids()
    }
    if first not in options:
        return [*options.values()]
    others = [option for id, option in options.items() if id != first]
    return [
        element("optgroup", options[first], label="For most people: this one"),
        element("optgroup", *others, label="Other rules"),
    ]


def _begin(first: str) -> Markup:
    """Return the buttons that start a game with the chosen options, or a partie under the rule set ``first``.

    A script offers newcomers the choice between a first deal with tips and one without.
    """
    partie = None
    if first and PARTIE in forms(load_ruleset(first)):
        deals = number_in_words(load_ruleset(first).number("rubicon.deals").value)
        partie = element(
            "button", f"Partie, {deals} deals", type="button", data_do="partie", data_rules=first
        )
    start = element(
        "button",
        "Play now",
        type="submit",
        class_="pq-primary",
        data_part="start",
        data_newcomer="Show me",
    )
    return element(
        "div",
        start,
        element("button", "I know Piquet", type="button", data_do="known", hidden=True),
        partie,
        class_="pq-begin",
    )


def _welcome(first: str) -> Markup:
    """Return the laid table: backs on the far side, a hand on the near side, and the start buttons.

    A script shows the progress of the engine's start there.
    """
    far, near = _laid()
    return element(
        "div",
        far,
        element("p", "The table is laid", class_="pq-felt-words", data_part="felt-message"),
        element(
            "div",
            _begin(first),
            element("div", class_="pq-booting", data_part="starting"),
            class_="pq-start",
        ),
        near,
        class_="pq-welcome",
        data_part="welcome",
    )


def _laid() -> tuple[Markup, Markup]:
    """Return a pair of example hands: one face down, and one face up."""
    hand = [Markup(card_svg(parse_card(one))) for one in _SHOWN]
    backs = [Markup(back_svg())] * len(hand)
    return (
        element("div", *backs, class_="pq-laid-far", aria_hidden="true"),
        element("div", *hand, class_="pq-laid-near", data_part="laid-hand", aria_hidden="true"),
    )


def render_bare_table() -> Markup:
    """Return the table for readers without JavaScript, with a link to the section on playing with real cards."""
    far, near = _laid()
    way = element("a", "Play at a real table", href="#at-a-real-table", class_="pq-button")
    return element(
        "div",
        far,
        element("p", way),
        near,
        class_="pq-welcome pq-bare-table",
        data_part="no-engine-table",
    )


def _form_of_the_game() -> Markup:
    """Return the menu of forms of the game. A data attribute lists the rule sets that have each form."""
    kinds = [
        element(
            "option",
            words,
            value=form,
            data_for=" ".join(id for id in ruleset_ids() if form in forms(load_ruleset(id))),
        )
        for form, words in _FORMS.items()
    ]
    return element(
        "p",
        element("label", "What to play", for_="pq-play-form"),
        element("select", *kinds, id="pq-play-form", name="form", aria_describedby="pq-play-forms"),
        element("small", _EXPLAINED, id="pq-play-forms"),
    )


def _told(id: str, one: Profile) -> str:
    """Return the description of an opponent, with its playing strength if that was measured."""
    found = strengths().get(id)
    return f"{one.words} {found.words}" if found else one.words


def _opponents() -> Markup:
    """Return the choice of opponents, the weakest selected. The last one is a second person at the same device."""
    cards = [
        _opponent(id, element("b", one.name), _told(id, one), checked=not place)
        for place, (id, one) in enumerate(PLAYERS.items())
    ]
    friend = element("b", "A friend, at this device", data_said="Two at this device")
    cards.append(_opponent(FRIEND, friend, _HANDED_OVER))
    return element(
        "fieldset",
        element("legend", "Your opponent"),
        element(
            "div",
            *cards,
            class_="pq-opponents",
            data_part="opponents",
            # The opponent in addresses that name none, and of readers who have played before.
            data_default=DEFAULT,
        ),
    )


def _opponent(id: str, name: Markup, words: str, *, checked: bool = False) -> Markup:
    return element(
        "label",
        element("input", type="radio", name="opponent", value=id, checked=checked),
        element("span", name, " ", element("small", words)),
    )


def _seats() -> list[Child]:
    return [
        element(
            "label",
            element("input", type="radio", name="seat", value=seat, checked=seat == "turn"),
            f" {words}",
        )
        for seat, words in _SEATS.items()
    ]


def _name(
    name: str, words: str, unnamed: str, *, between: str | None = None, class_: str | None = None
) -> Markup:
    """Return the field for a player's name. ``words`` is its label.

    ``unnamed`` is its placeholder, and ``between`` its placeholder in a game between two people.
    """
    id = f"pq-play-{name}"
    return element(
        "p",
        element("label", words, for_=id),
        element(
            "input",
            type="text",
            id=id,
            name=name,
            maxlength=LONGEST_NAME,
            placeholder=unnamed,
            autocomplete="nickname" if name == "name" else "off",
            data_between=between,
        ),
        class_=class_,
    )


def _forced() -> Markup:
    box = element("input", type="checkbox", name="forced")
    shows = "Between two friends, this shows the other that there was no choice."
    return element(
        "p",
        element("label", box, " Play forced cards for me"),
        element("small", shows, class_="pq-friend"),
    )


def _both_open() -> Markup:
    """Return the option of two persons to play with both hands face up."""
    box = element("input", type="checkbox", name="open")
    teaches = "One of you can teach the other, and nothing is handed over."
    return element(
        "p",
        element("label", box, " Play with both hands open"),
        element("small", teaches),
        class_="pq-friend",
    )


def _number() -> Markup:
    """Return the field for the number of a shared deal or game."""
    return element(
        "p",
        element(
            "label",
            "The id of a deal, or the number of a game that was sent to you",
            for_="pq-play-seed",
        ),
        element(
            "input",
            type="text",
            id="pq-play-seed",
            name="seed",
            autocomplete="off",
            spellcheck="false",
        ),
    )


# -- the table -----------------------------------------------------------------------------------


def _table() -> Markup:
    return element(
        "div",
        _stage(),
        element(
            "div",
            element(
                "div",
                element("div", class_="pq-sheet", data_part="score-sheet"),
                _passed_on(),
                class_="pq-written",
            ),
            element(
                "details",
                element("summary", "The deal so far"),
                element("div"),
                class_="pq-log",
                data_part="transcript",
            ),
            class_="pq-beside",
        ),
        _settings(),
        element("p", class_="pq-sr pq-live", data_part="announcement", aria_live="polite"),
        class_="pq-live-table pq-replay",
        data_part="table",
        role="region",
        aria_label="The table",
        tabindex=-1,
        hidden=True,
    )


def _settings() -> Markup:
    """Return the settings dialog, closed."""
    choices = [
        render_setting("pace", "Tricks are taken", _PACES, _TABLE, chosen="usual"),
        render_setting("tips", "Tips", _TIPS, _TABLE, chosen="first"),
        render_setting("sound", "Sound", _OFF_OR_ON, _TABLE),
        render_setting("vibration", "Vibration", _OFF_OR_ON, _TABLE),
        render_setting("claims", "Opponent may claim the rest", _OFF_OR_ON, _TABLE),
        *render_card_appearance(_TABLE),
    ]
    return render_dialog(
        "settings",
        "Settings",
        element("div", *choices, class_="pq-choices-of"),
        element("p", _KEYS, class_="pq-keys"),
        prefix=_TABLE,
    )


def _passed_on() -> Markup:
    """Return the button that copies a link to the same deals, and a status line."""
    return element(
        "p",
        button("link", "Copy a link to these deals"),
        element("span", class_="pq-status-line", data_part="status", role="status"),
        class_="pq-passed-on",
    )


def _stage() -> Markup:
    """Return the stage: board and prompt, which the engine draws, the narration, the tools and the score rail."""
    bar = element(
        "div",
        button("hint", "Hint", "What the strongest player would do, and why (H)"),
        button("undo", "Take back", "Back to your last decision (U)"),
        button("last", "Last trick", "The last tricks once more (T)"),
        button("tally", "Your games", "How many you have played and won"),
        button("settings", "Settings", "Pace, sound, keys, and how the cards look"),
        element(
            "button",
            element("span", "Back", element("span", " to the game", class_="pq-sr")),
            type="button",
            data_do="back",
            title="Leave this moment and return to its game",
            hidden=True,
        ),
        element(
            "button",
            element("span", "Leave", element("span", " the table", class_="pq-sr")),
            type="button",
            data_do="leave",
            title="For another game",
        ),
        class_="pq-action-bar",
        data_part="actions",
        role="group",
        aria_label="At the table",
    )
    asked = element(
        "div",
        element("div", class_="pq-board", data_part="board"),
        element("div", class_="pq-question", data_part="question"),
        class_="pq-prompt",
        data_part="prompt",
    )
    told = element(
        "div",
        element("div", class_="pq-hint", data_part="hint", hidden=True),
        element("div", class_="pq-narration", data_part="story"),
        class_="pq-told",
        data_part="news",
        tabindex=0,
        role="group",
        aria_label="What happened",
    )
    return element(
        "div",
        asked,
        told,
        bar,
        element("div", class_="pq-rail", data_part="rail"),
        class_="pq-stage",
        data_part="stage",
    )
