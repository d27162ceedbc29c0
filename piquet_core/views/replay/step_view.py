"""A step of a deal as HTML: the board with both hands, and the story beside it."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.card_names import card_name, rank_name, suit_name
from piquet_core.cards.cards import SUITS, Card, Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Response
from piquet_core.replay.visibility import CallView, HandView, TrickView, View
from piquet_core.rules import Answer
from piquet_core.views.card_symbols import back_svg, card_svg, inline_card
from piquet_core.views.glossary_links import first_term, split_at_terms
from piquet_core.views.markup import Child, Markup, bind_numbers, element, join
from piquet_core.views.reference_links import Links
from piquet_core.views.replay.score_ledger import SOURCES, points_by_heading, render_ledger
from piquet_core.wording.call_texts import answer_noun, answer_word, call_words, count_words
from piquet_core.wording.explanations import explain
from piquet_core.wording.narration import outcome
from piquet_core.wording.player_names import PlayerNames
from piquet_core.wording.rich_text import Clause, Part
from piquet_core.wording.score_reasons import score_reasons
from piquet_core.wording.styles import narrate_in_style


def render_step(view: View, names: Sequence[str], links: Links) -> Markup:
    """Render a step as two elements: the board and the story."""
    return Markup(render_table(view, names) + render_story(view, names, links))


def render_table(view: View, names: Sequence[str]) -> Markup:
    """Render the board: younger above, talon or trick in the middle, elder below."""
    elder, younger = view.hands
    return element(
        "div",
        render_player(younger, view, names),
        render_table_centre(view, names),
        render_player(elder, view, names),
        class_="pq-table",
        data_part="felt",
    )


def render_still(view: View, names: Sequence[str]) -> Markup:
    """Render the board as a static picture without scripts."""
    board = element("div", render_table(view, names), class_="pq-board", data_part="board")
    return element(
        "div",
        element("div", board, class_="pq-stage", data_part="stage"),
        class_="pq-replay pq-still",
        data_part="still",
    )


def render_table_centre(view: View, names: Sequence[str]) -> Markup:
    """Render the area between the hands: the talon, the calls, the trick or the final points."""
    return element(
        "div",
        _talon(view, names)
        or _calls(view, names)
        or _ledger(view, names)
        or _trick(view.trick, names),
        class_="pq-middle",
        data_part="centre",
    )


def render_story(
    view: View,
    names: Sequence[str],
    links: Links,
    register: str = "plain",
    more: Markup | None = None,
    act: str = "",
    *,
    folded: bool = False,
) -> Markup:
    """Render the story of a step: the narration, the rules behind its points, and the comment.

    ``register`` is the id of the narration style, and ``act`` the name of the phase. ``more`` is
    appended. With ``folded`` all rules and reasons are in one disclosure *Why?* after the sentence.
    """
    clauses = _folded_clauses if folded else _clauses
    return element(
        "div",
        element("p", act, class_="pq-act", data_part="act") if act else None,
        element(
            "p",
            render_sentence(_said(view, names, register), links),
            class_="pq-say",
            data_part="sentence",
        ),
        clauses(view, names, links),
        _checks(view, names),
        element("p", view.comment, class_="pq-comment") if view.comment else None,
        more,
        class_="pq-story",
        data_part="story-entry",
    )


def _said(view: View, names: Sequence[str], register: str) -> Sequence[Part]:
    """Return the narration of a step.

    At the end of a deal, the plain style gives only the result, because the board shows where the
    points come from.
    """
    ended = outcome(view, names) if register == "plain" and view.points_by_rule else ()
    if not ended:
        return narrate_in_style(view, names, register)
    return [bind_numbers(part) if isinstance(part, str) else part for part in ended]


def render_sentence(parts: Sequence[Part], links: Links) -> Markup:
    """Render rich text as HTML with drawn cards and linked rules.

    The first use of each glossary term is a link. A term inside the link of a rule has a data
    attribute instead, from which a script shows the definition.
    """
    found: list[Child] = []
    seen: set[str] = set()
    for part in parts:
        if isinstance(part, Card):
            found.append(Markup(inline_card(part)))
        elif isinstance(part, Clause):
            # A number stays on one line with its noun.
            text = part.text.replace(" ", "\u00a0", 1) if part.text[0].isdigit() else part.text
            term = (first_term(part.text, seen) or None) if links.term else None
            found.append(links.to_rule(part.rule, text, class_="pq-clause", data_term=term))
        elif links.term:
            for text, name in split_at_terms(part, seen):
                found.append(links.to_term(name, text) if name else text)
        else:
            found.append(part)
    return join(found)


# -- one player's side ---------------------------------------------------------------------------


def render_player(hand: HandView, view: View, names: Sequence[str], gained: int = 0) -> Markup:
    """Render a player's name, score and hand.

    ``gained`` is the number of points just added to the score, shown beside it.
    """
    fan = _fan(hand)
    cards = element(
        "div",
        *fan,
        class_=card_row_classes("pq-hand", len(fan), 1 + join(fan).count("pq-suit-gap")),
        data_part="hand",
        aria_hidden="true",
        data_cards=len(hand.cards),
    )
    holds = PlayerNames.of(names).first(hand.seat, "holds")
    spoken = element("p", f"{holds} {_spoken(hand)}.", class_="pq-sr")
    seat = "younger" if hand.seat is Seat.YOUNGER else "elder"
    who = _who(hand, view, names, gained)
    return element("div", who, cards, spoken, class_=f"pq-side pq-{seat}", data_part=f"{seat}-side")


def _who(hand: HandView, view: View, names: Sequence[str], gained: int) -> Markup:
    """Render a line with a player's name, discards, points just gained, tricks and score."""
    cast = PlayerNames.of(names)
    # Avoid repeating the seat if the name contains it.
    parts = ("younger", "dealer") if hand.seat is Seat.YOUNGER else ("elder",)
    role = ", ".join(one for one in parts if one != cast.first(hand.seat).lower())
    return element(
        "p",
        element("b", cast.first(hand.seat), class_="pq-name", data_part="name"),
        element("span", role, class_="pq-role", data_part="role") if role else None,
        _laid_out(hand),
        element("span", f"{gained:+}", class_="pq-gained", data_part="gained", aria_hidden="true")
        if gained
        else None,
        element(
            "span",
            _tricks_word(hand.tricks),
            class_="pq-tricks",
        )
        if view.trick is not None
        else None,
        element(
            "span",
            element("span", f"{cast.first_whose(hand.seat)} score ", class_="pq-sr"),
            str(hand.score),
            class_="pq-score",
            data_part="score",
        ),
        class_="pq-who",
        data_part="player",
    )


def card_row_classes(kind: str, cards: int, groups: int) -> str:
    """Return the CSS classes of a row of cards: ``kind``, the number of cards and the number of groups.

    The style sheet computes the overlap of the cards from these numbers.

    >>> card_row_classes("pq-hand", 12, 3)
    'pq-hand n-12 s-3'
    """
    return f"{kind} n-{cards} s-{groups}"


def _fan(hand: HandView) -> list[Child]:
    """Return the cards of a hand as elements, with a gap before each suit.

    Unknown cards are face down at the end.
    """
    found: list[Child] = []
    suit = None
    for card in hand.cards:
        classes = []
        if suit is not None and card.suit is not suit:
            classes.append("pq-suit-gap")
        if card in hand.active:
            classes.append("pq-active")
        if card in hand.drawn:
            classes.append("pq-drawn")
        suit = card.suit
        found.append(Markup(card_svg(card, classes=" ".join(classes))))
    for place in range(hand.hidden):
        gap = "pq-suit-gap" if place == 0 and hand.cards else ""
        found.append(Markup(back_svg(gap)))
    return found


def _spoken(hand: HandView) -> str:
    words = [spoken_cards(hand.cards)] if hand.cards else []
    if hand.hidden:
        several = "s that are" if hand.hidden > 1 else " that is"
        words.append(f"{hand.hidden} card{several} not seen")
    return "; ".join(words) or "no cards"


def spoken_cards(cards: Hand) -> str:
    """Return the names of cards by suit, for screen readers: *spades: nine, seven; hearts: ace*."""
    suits = []
    for suit in SUITS:
        ranks = [rank_name(card.rank) for card in cards.suit(suit)]
        if ranks:
            suits.append(f"{suit_name(suit)}: {', '.join(ranks)}")
    return "; ".join(suits)


def _laid_out(hand: HandView) -> Markup | None:
    if hand.discards_hidden:
        return element("span", f"laid out {hand.discards_hidden}", class_="pq-out")
    if not hand.discards:
        return None
    # The key lets a script animate a card from the hand to this position.
    cards = [
        element("span", Markup(inline_card(card)), data_card=str(card)) for card in hand.discards
    ]
    return element("span", "laid out ", join(tuple(cards), " "), class_="pq-out")


def _tricks_word(tricks: int) -> str:
    return "1 trick" if tricks == 1 else f"{tricks} tricks"


# -- the middle ----------------------------------------------------------------------------------


def _talon(view: View, names: Sequence[str]) -> Markup | None:
    """Render the talon, split into the shares of elder and younger, or None once the calls have begun."""
    if not view.talon or view.calls or view.trick is not None:
        return None
    taken = view.talon_size - len(view.talon)
    drawn: list[Child] = []
    for place, card in enumerate(view.talon, taken):
        gap = "pq-suit-gap" if place == view.share and place > taken else ""
        drawn.append(Markup(back_svg(gap) if card is None else card_svg(card, classes=gap)))
    known = [card for card in view.talon if card is not None]
    words = ", ".join(card_name(card) for card in known) if known else "face down"
    cast = PlayerNames.of(names)
    shares = (
        (Seat.ELDER, max(view.share - taken, 0)),
        (Seat.YOUNGER, view.talon_size - max(view.share, taken)),
    )
    packets = [_packet(seat, count, taken, cast) for seat, count in shares if count > 0]
    return element(
        "div",
        element(
            "p",
            f"Talon: {', '.join(packets)}",
            class_="pq-label",
            data_part="talon-label",
            aria_hidden="true",
        ),
        element(
            "div",
            *drawn,
            class_=card_row_classes("pq-cards", len(drawn), 2),
            data_part="talon-cards",
            aria_hidden="true",
        ),
        element(
            "p",
            f"The talon has {len(view.talon)} card{'' if len(view.talon) == 1 else 's'}, "
            f"{' and '.join(packets)}; from the top: {words}.",
            class_="pq-sr",
        ),
        class_="pq-talon",
        data_part="talon",
    )


def _packet(seat: Seat, count: int, taken: int, cast: PlayerNames) -> str:
    """Return a phrase for a share of the talon: *A's three*, or *two that A left*.

    ``count`` is the number of cards in the share, and ``taken`` the number that were already drawn.
    """
    if seat is Seat.ELDER and taken:
        return f"{count_words(count)} that {cast.who(seat)} left"
    return f"{cast.whose(seat)} {count_words(count)}"


def _calls(view: View, names: Sequence[str]) -> Markup | None:
    """Render a table of the calls and answers so far.

    Returns None before the first call and once a card has been played.
    """
    if not view.calls or view.trick is not None:
        return None
    cast = PlayerNames.of(names)
    rows: list[Child] = []
    for call in view.calls:
        won: Child = element("b", cast.who(call.winner)) if call.winner is not None else None
        if _stays_equal(call, last=call is view.calls[-1]):
            won = "neither"
        rows.append(
            element(
                "tr",
                element("td", call_words(call.kind, call.size, call.rank)),
                element("td", _answered(view, call)),
                element("td", won),
            )
        )
    head = element(
        "tr",
        element("th", cast.first(Seat.ELDER, "calls"), scope="col"),
        element("th", cast.first(Seat.YOUNGER, "answers"), scope="col"),
        element("th", "good for", scope="col"),
    )
    return element("table", head, *rows, class_="pq-calls", data_part="calls")


def _stays_equal(call: CallView, *, last: bool) -> bool:
    """Return whether nobody scores for a call because both holdings are equal.

    The ``last`` call may still be decided by a comparison of pips.
    """
    is_settled = not last or len(call.responses) > 1
    return is_settled and call.responses[-1:] == (Response.EQUAL,)


def _answered(view: View, call: CallView) -> str:
    """Return the answer to a call in the words of the rule set's book or in a standard word.

    Returns *?* as long as there is no answer.
    """
    words = [answer_word(view.rules, one, to_none=not call.size) for one in call.responses]
    if not words:
        return "?"
    return f"“{', '.join(words)}”" if words[-1] else answer_noun(call.kind, call.responses[-1])


def _trick(trick: TrickView | None, names: Sequence[str]) -> Markup | None:
    """Render the cards of a trick, each on the side of its player, with a text alternative."""
    if trick is None:
        return None
    cast = PlayerNames.of(names)
    found: list[Child] = []
    for place, card in enumerate(trick.cards):
        seat = trick.leader if place == 0 else trick.leader.other
        won = " pq-won" if seat is trick.winner else ""
        side = f"pq-by-{seat.name.lower()}"
        drawn = Markup(card_svg(card, label=True))
        found.append(
            element("div", drawn, class_=f"pq-played {side}{won}", data_part="played-card")
        )
    taken = cast.first(trick.winner, "takes it") if trick.winner is not None else None
    return join(
        [
            element("p", cast.first(trick.leader, "leads"), class_="pq-aside"),
            element("div", *found, class_="pq-trick", data_part="trick"),
            element("p", taken, class_="pq-aside pq-taken", data_part="taken"),
        ]
    )


def _ledger(view: View, names: Sequence[str]) -> Markup | None:
    """Render a table of the points by origin at the end of the deal, otherwise None."""
    if not view.points_by_rule or not outcome(view, names):
        return None
    cast = PlayerNames.of(names)
    rows = list(points_by_heading(view.points_by_rule, Seat.ELDER).items())
    total = ("The deal", (sum(one for _, (one, _) in rows), sum(one for _, (_, one) in rows)))
    return render_ledger(SOURCES, [cast.first(seat) for seat in Seat], rows, total)


# -- the story -----------------------------------------------------------------------------------


def _explained(
    view: View, names: Sequence[str], links: Links
) -> list[tuple[Answer[object], list[Markup]]]:
    """Return (answer, paragraphs) pairs: each rule answer applied in a step, and its explanation."""
    found: dict[str, tuple[Answer[object], list[Markup]]] = {}
    for why in score_reasons(view):
        _, said = found.setdefault(why.answer.id, (why.answer, []))
        parts = explain(view, why.event, names) if why.event else ()
        if parts:
            said.append(element("p", render_sentence(parts, links)))
    return list(found.values())


def _clauses(view: View, names: Sequence[str], links: Links) -> Markup | None:
    """Render a list of the rules applied in a step, each with its citation and the reason in a disclosure."""
    lines = [
        element(
            "li",
            _cited(answer, view, links),
            # Keeps *Why?* from starting a line.
            "\u00a0" if said else None,
            element(
                "details",
                render_why_summary([answer.rule.title]),
                *said,
                class_="pq-because",
                data_part="why",
            )
            if said
            else None,
        )
        for answer, said in _explained(view, names, links)
    ]
    return element("ul", *lines, class_="pq-why", data_part="reasons") if lines else None


def _folded_clauses(view: View, names: Sequence[str], links: Links) -> Markup | None:
    """Render the disclosure *Why?* with the rules applied in a step, their citations and the reasons."""
    found = _explained(view, names, links)
    if not found:
        return None
    lines = [element("li", _cited(answer, view, links), *said) for answer, said in found]
    return element(
        "details",
        render_why_summary([answer.rule.title for answer, _ in found]),
        element("ul", *lines, class_="pq-why", data_part="reasons"),
        class_="pq-because pq-because-all",
        data_part="why",
    )


def _cited(answer: Answer[object], view: View, links: Links) -> Markup:
    """Render the title of a rule, and the citation of the rule set's answer to it."""
    title = links.to_rule(answer.id, answer.rule.title, class_="pq-rule")
    return join([title, " ", links.to_answer(answer, view.rules.source)])


def render_why_summary(titles: Sequence[str]) -> Markup:
    """Render the label *Why?* of a disclosure. Screen readers also get the titles of the rules inside."""
    about = element("span", f" {'; '.join(titles)}", class_="pq-sr")
    return element("summary", "Why?", about)


def _checks(view: View, names: Sequence[str]) -> Markup | None:
    """Render the printed totals of a step beside the computed ones.

    Returns None if the source prints no total at the step.
    """
    if not view.checks:
        return None
    lines: list[Child] = []
    for check in view.checks:
        name, printed = names[check.seat], check.printed
        same = f"{name}: {printed}, as printed"
        text = same if check.agrees else f"{name}: printed {printed}, by these rules {check.given}"
        sign = "pq-agrees" if check.agrees else "pq-differs"
        lines.append(element("li", text, class_=sign))
    return element("ul", *lines, class_="pq-check", data_part="checks")
