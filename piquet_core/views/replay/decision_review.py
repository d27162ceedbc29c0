"""The review of a deal: the accuracy of both players, and their costliest decisions."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.card_names import capitalize
from piquet_core.cards.cards import Hand
from piquet_core.cards.seat import Seat
from piquet_core.players import JUDGE, find_player
from piquet_core.replay.steps import Step
from piquet_core.review.deal_objective import game_name
from piquet_core.review.deal_review import Judgement, Review, costliest, unluckiest
from piquet_core.review.discard_outcomes import cost_reason
from piquet_core.views.card_symbols import inline_card, inline_cards
from piquet_core.views.markup import Child, Markup, element, join
from piquet_core.views.replay.decision_text import (
    OPEN,
    cost_clause,
    open_cost_text,
    render_best_cards,
    unnamed_cards_text,
)
from piquet_core.views.replay.expected_result_chart import expected_result, legend
from piquet_core.views.replay.step_labels import step_label
from piquet_core.wording.advice import past_cost_words, points_words
from piquet_core.wording.decision_reviews import (
    already_decided_words,
    best_decision_counts_words,
    better_line_words,
    objective_words,
    unjudged_calls_words,
)
from piquet_core.wording.player_names import PlayerNames


def render_review_details(sheet: Markup | None, line: Markup | None = None) -> Markup:
    """Render the disclosure with the review of a deal.

    ``sheet`` is the review. Without it a script requests the review when the reader opens the
    disclosure. ``line`` is a summary that is always visible above the disclosure.
    """
    return join(
        [
            element(
                "div",
                line,
                class_="pq-judged-line",
                data_part="decision-verdict",
                hidden=line is None,
            ),
            element(
                "details",
                element("summary", "What each decision cost"),
                element(
                    "div",
                    sheet,
                    class_="pq-judged-sheet",
                    data_part="decision-review-sheet",
                    aria_live="polite",
                ),
                class_="pq-judged",
                data_part="decision-review",
                hidden=sheet is None,
            ),
        ]
    )


def render_review_summary(
    review: Review,
    names: Sequence[str],
    prefix: str,
    steps: Sequence[Step],
    *,
    what_if: bool = False,
) -> Markup:
    """Render a summary of the quality of play, and the legend of the expected result in the chart.

    ``steps`` are the reviewed steps, and ``prefix`` precedes a step id in a link. ``what_if`` says
    whether the steps are a variation.
    """
    if not review.judgements:
        return Markup("")
    cast = PlayerNames.of(names)
    said: list[Child] = [_sides(review, cast)]
    for one in costliest(review.judgements, 1):
        game = game_name(review.objective)
        lost = past_cost_words(one.cost, game, cast.whose(one.seat))
        said += [" The costliest decision (", _way(one, cast, prefix), f") {lost}."]
        said += [unnamed_cards_text(_step(steps, one))]
    key = element("small", legend(expected_result(review, steps[-1]), cast))
    other = join([element("b", "This is the review of the other line."), " "]) if what_if else None
    return element("p", other, *said, " ", key)


def _sides(review: Review, cast: PlayerNames) -> str:
    """Return the number of good decisions of each player as text, or that the game was already decided."""
    if review.is_decided:
        return already_decided_words(game_name(review.objective))
    return best_decision_counts_words([(one.best, one.decisions) for one in review.sides], cast)


def render_review(
    review: Review, names: Sequence[str], prefix: str, steps: Sequence[Step], *, what_if: str = ""
) -> Markup:
    """Render the accuracy of both players and the costliest decisions, with links to their steps.

    ``prefix`` precedes the ids of ``steps`` on the page. ``what_if`` is a sentence about the
    variation under review, or "" for the record.
    """
    if not review.judgements:
        return element(
            "p", "Nobody lays out or plays a card in this record, so there is nothing to judge."
        )
    cast = PlayerNames.of(names)
    dear, game = costliest(review.judgements), game_name(review.objective)
    return join(
        [
            element("p", what_if) if what_if else None,
            _dearest(dear, unluckiest(review.judgements), cast, prefix, game, steps),
            element("dl", *(_side(review, seat, cast) for seat in Seat)),
            element(
                "details",
                element("summary", "Every decision"),
                _every(review, cast, prefix, game),
                class_="pq-judged-every",
            )
            if any(map(_costs, review.judgements))
            else None,
            element(
                "details",
                element("summary", "How this is counted"),
                element("p", _how(review, dear, cast)),
                class_="pq-judged-how",
                data_part="decision-review-method",
            ),
        ]
    )


def _dearest(
    dear: Sequence[Judgement],
    unlucky: Judgement | None,
    cast: PlayerNames,
    prefix: str,
    game: str,
    steps: Sequence[Step],
) -> Markup:
    """Render a list of the costliest decisions.

    ``unlucky`` is a good decision that nevertheless cost much with both hands open. It ends the
    list. ``game`` is the name of the game at stake, or "" for a single deal.
    """
    if not dear and not unlucky:
        return Markup("")
    return element(
        "div",
        element("p", "The costliest", class_="pq-judged-head"),
        element(
            "ol",
            *(
                _dear(one, cast, prefix, game, unnamed_cards_text(_step(steps, one)))
                for one in dear
            ),
            _unlucky(unlucky, cast, prefix) if unlucky else None,
        ),
    )


def _every(review: Review, cast: PlayerNames, prefix: str, game: str) -> Markup:
    """Render a table per player with the costs of all decisions.

    Each decision has two costs: one by the knowledge of the player, and one with both hands open.
    """
    unit = "In points"
    if game:
        unit = f"In per cent of the chance to win the {game}; as the cards lay, in points"
    dash = "; a dash means no cost" if any(map(_has_dash, review.judgements)) else ""
    if any(_costs(one) and (_lay(one) or 0) < 0 for one in review.judgements):
        dash += "; a minus means that it brought more than the better discard"
    return join(
        [
            element("p", f"{unit}{dash}.", class_="pq-judged-unit"),
            element(
                "div",
                *(_decisions(review, seat, cast, prefix) for seat in Seat),
                class_="pq-judged-sides",
            ),
        ]
    )


def _decisions(review: Review, seat: Seat, cast: PlayerNames, prefix: str) -> Markup:
    """Render the decisions of a player: a table row for each that cost something, and one line for the rest."""
    own = [one for one in review.judgements if one.seat is seat]
    dear = [one for one in own if _costs(one)]
    who, free = cast.who(seat), len(own) - len(dear)
    if not dear:
        return element("p", f"{capitalize(cast.whose(seat))} {free} decisions lost nothing.")
    heads = ("Decision", "On average", OPEN)
    rest = element("p", f"The other {free} lost nothing.") if free else None
    return element(
        "div",
        element(
            "table",
            element("caption", capitalize(who)),
            element("thead", element("tr", *(element("th", one, scope="col") for one in heads))),
            element("tbody", *(_decision(one, cast, prefix) for one in dear)),
        ),
        rest,
    )


def _costs(one: Judgement) -> bool:
    """Return whether a decision cost something, either by the player's knowledge or with both hands open."""
    return not one.is_best or bool(one.open)


def _has_dash(one: Judgement) -> bool:
    """Return whether a decision has a row in which one of the two costs is zero, shown as a dash."""
    return _costs(one) and (one.is_best or _lay(one) == 0)


def _decision(one: Judgement, cast: PlayerNames, prefix: str) -> Markup:
    """Render a decision as a table row with both costs."""
    return element(
        "tr",
        element("th", _way_of(one, cast, prefix), scope="row"),
        _cost("" if one.is_best else f"{one.cost:.1f}"),
        element("td", "not judged", class_="pq-judged-none")
        if (lay := _lay(one)) is None
        else _cost(f"{lay}".replace("-", "\N{MINUS SIGN}") if lay else ""),
    )


def _lay(one: Judgement) -> int | None:
    """Return the cost of a decision with both hands open, or None if it was not computed."""
    return one.discard.lay if one.discard else one.open


def _cost(figure: str) -> Markup:
    """Render a table cell with a cost, or with a dash and a text alternative if ``figure`` is ""."""
    if figure:
        return element("td", element("b", figure))
    return element(
        "td",
        element("span", "–", aria_hidden="true"),
        element("span", "nothing", class_="pq-sr"),
        class_="pq-judged-none",
    )


def _way_of(one: Judgement, cast: PlayerNames, prefix: str) -> Markup:
    """Render a link to the step of a decision. The player's name is for screen readers only."""
    who = capitalize(cast.who(one.seat))
    label = step_label(one.step, (who, who)).removeprefix(f"{who} ").removesuffix(f": {who}")
    name = element("span", f": {who}", class_="pq-sr")
    return element("a", capitalize(label), name, href=f"#{prefix}{one.step}")


def _side(review: Review, seat: Seat, cast: PlayerNames) -> Markup:
    """Render the number of a player's good decisions and the total cost of the others."""
    side = review.sides[seat]
    said: list[Child] = [
        element("b", f"{side.best} of {side.decisions}"),
        " as good as the best. ",
    ]
    lost = sum(one.cost for one in review.judgements if one.seat is seat and not one.is_best)
    if lost:
        rest = past_cost_words(lost, game_name(review.objective), cast.whose(seat))
        said.append(f"The rest {rest}, as far as {cast.who(seat)} could know. ")
    said.append(f"{OPEN}, the play cost {points_words(side.open)}.")
    return element("div", element("dt", capitalize(cast.who(seat))), element("dd", *said))


def _way(one: Judgement, cast: PlayerNames, prefix: str) -> Markup:
    return element("a", step_label(one.step, cast), href=f"#{prefix}{one.step}")


def _step(steps: Sequence[Step], one: Judgement) -> Step | None:
    return next((step for step in steps if step.id == one.step), None)


def _dear(one: Judgement, cast: PlayerNames, prefix: str, game: str, unnamed: str) -> Markup:
    """Render a costly decision with the better choice, the reason and the cost.

    ``unnamed`` is a note on cards that the source does not name, or "".
    """
    lay, why = open_cost_text(one), cost_reason(one, cast)
    said: list[Child] = [
        element("b", cost_clause(one, cast, game)),
        f"; {OPEN.lower()}, {lay}" if lay else None,
        f".{unnamed}",
    ]
    return element(
        "li",
        element("p", _way(one, cast, prefix), class_="pq-judged-at"),
        element(
            "p",
            "Laid out " if one.open is None else "Played ",
            _apart(one.chosen, one.best),
            "; better ",
            *(render_best_cards(one) if one.equals else [_apart(one.best, one.chosen)]),
            ".",
        ),
        element("p", why) if why else None,
        element("p", *said),
        better_button(one),
    )


def _unlucky(one: Judgement, cast: PlayerNames, prefix: str) -> Markup:
    """Render a decision that was good by the player's knowledge, with its cost with both hands open."""
    return element(
        "li",
        element("p", _way(one, cast, prefix), class_="pq-judged-at"),
        element(
            "p",
            "Played ",
            inline_cards(one.chosen),
            f": as good as the best, as far as {cast.who(one.seat)} could know.",
        ),
        element("p", element("b", f"{OPEN}, cost {points_words(one.open or 0)}"), "."),
    )


def _apart(cards: Hand, others: Hand) -> Markup:
    """Render the cards of a choice.

    Cards absent from ``others`` are marked, provided that the two have a card in common.
    """
    shared = set(cards) & set(others)
    if not shared:
        return inline_cards(cards)
    drawn = ((one, Markup(inline_card(one))) for one in cards)
    found = [card if one in shared else element("mark", card) for one, card in drawn]
    return Markup(" ".join(map(str, found)))


def better_button(one: Judgement) -> Markup:
    """Render the button that plays the better choice of a decision. A script makes it visible."""
    judge = find_player(JUDGE).name
    return element(
        "button",
        "Play the better line",
        type="button",
        data_wait=f"{judge} plays on …",
        data_better=f"{one.step}~{'+'.join(map(str, one.best))}",
        title=f"{judge} plays on for both from this step; Esc goes back",
        hidden=True,
    )


def _how(review: Review, dear: list[Judgement], cast: PlayerNames) -> str:
    judge, game = find_player(JUDGE).name, game_name(review.objective)
    none = "" if dear else "No decision was worse than the best. "
    if review.is_decided:
        none = f"{already_decided_words(game)} "
    before = review.objective.before if review.objective else (0, 0)
    less = f"half a per cent of the chance to win the {game}" if game else "half a point"
    return (
        f"{none}{judge} tried each discard and each card against hands that the other player could hold, "
        f"and judged it by {objective_words(game, before, cast)}. We call a decision as good as the best if it costs "
        f"less than {less}, or if chance may explain the difference. “{OPEN}” gives the cost in points with both "
        "hands open and the best play by both; a discard is compared with the better one. If that changes the number "
        "of cards left for younger, we assume in both cases that he discards by rules of thumb. "
        f"Calls, answers and counts are not judged: {unjudged_calls_words(judge)}. "
        f"{better_line_words(judge)}"
    )
