"""An exercise as HTML: question, cards, controls and verdicts.

The page contains the verdict on every possible answer, unless there are too many: a script then
looks a verdict up without knowing any rules. The distinct verdicts are in ``verdicts``. For an
exercise with several options, ``row`` is a string with one letter per combination of options,
indexed by a binary number whose lowest digit is the first option; for a number it is indexed by the
number. The letter's position in ``letters`` is an index into ``verdicts``. For other exercises,
``by`` maps each answer to such an index.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NotRequired, TypedDict

from piquet_core.cards.card_names import card_name
from piquet_core.cards.cards import Card, Hand
from piquet_core.exercises import (
    AnswerOption,
    Assessment,
    Exercise,
    Exhibit,
    Form,
    Question,
    SearchedKey,
    Verdict,
    answer_words,
    judge,
    possible_answers,
    write_answer,
)
from piquet_core.exercises.deal_after_answer import can_replay_answer
from piquet_core.players import JUDGE, find_player
from piquet_core.views.card_symbols import card_svg, inline_card
from piquet_core.views.form_controls import button
from piquet_core.views.markup import Child, Markup, data_script, element, join
from piquet_core.views.odds_links import render_exercise_odds
from piquet_core.views.reference_links import Links
from piquet_core.views.replay.step_view import render_sentence, render_why_summary, spoken_cards

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_KEPT = ("verdict", "passes", "html", "again", "trick")
_SHORT = 16
"""The most letters of choices that fit side by side."""
_MOST_IN_A_ROW = 8
"""The most cards of a single hand that fit in one row."""
_MOST_NAMED = 4
"""The most other correct answers that a verdict lists."""
_HEADS = {
    Verdict.RIGHT: "Right.",
    Verdict.NEARLY: "Nearly.",
    Verdict.PART: "Partly.",
    Verdict.WRONG: "Not quite.",
    Verdict.BEST: "As good as any.",
    Verdict.FINE: "Fine.",
    Verdict.COSTLY: "Costly.",
}
_CORNER_KEY = element(
    "p",
    element("span", class_="pq-corner", aria_hidden="true"),
    f"Corner: what {find_player(JUDGE).name} lays out.",
    class_="pq-corner-key",
    data_part="corner-key",
)
"""The legend for marked cards in a verdict."""

_FEEDBACK = element("div", class_="pq-feedback", data_part="feedback", role="status")


def render_item(
    item: Exercise,
    links: Links,
    *,
    id: str,
    label: str,
    name: str = "",
    table: bool = True,
    answer: str = "",
) -> Markup:
    """Render an exercise. ``id`` is a prefix that makes the ids of its controls unique on the page.

    ``label`` is the number of the exercise among several, and ``name`` the title that they share,
    which is shown beside it.

    With ``table`` the page contains verdicts, hint and solution; otherwise a script requests them
    from the engine. ``answer`` is the address of the printed answer, for readers without
    JavaScript.
    """
    posed = item.posed
    known = render_verdicts(item, links) if table else None
    controls = _controls(item, id)
    hands = [one for one in posed.shown if one.cards]
    told = [one for one in posed.shown if not one.cards]
    # The felt holds cards or choices; without either there is none.
    laid = _is_laid(posed, hands)
    felt = _felt(posed, hands, controls if laid else None)
    return element(
        "div",
        element(
            "div",
            element(
                "p",
                label,
                _name(name) if label and name else None,
                class_="pq-item-label",
                data_part="item-label",
            ),
            element(
                "p",
                *_question(posed),
                class_="pq-prompt-text",
                data_part="question-text",
                id=f"{id}-asked",
            ),
            *map(_shown, told),
            class_="pq-asks",
            data_part="question-area",
        ),
        felt,
        element(
            "div",
            None if laid else controls,
            _FEEDBACK,
            _buttons(item),
            element(
                "p",
                element("a", "The answer", href=answer),
                class_="pq-to-answer",
                data_part="printed-answer",
            )
            if answer
            else None,
            class_="pq-tells",
            data_part="answer-area",
        ),
        element("template", render_hint(item), class_="pq-hint", data_part="hint")
        if table
        else None,
        element("template", render_solution(item, links), class_="pq-solution") if table else None,
        data_script(known, "application/json") if known else None,
        class_="pq-item",
        data_part="exercise-item",
        data_felt="beside" if felt else None,
        data_item=item.id,
        data_form=posed.form.value,
        data_least=posed.least,
        data_most=posed.most,
        data_on=posed.goes_on,
        data_can_play_on=item.can_play_on,
        data_can_replay=can_replay_answer(item),
    )


def _name(name: str) -> Markup:
    """Render the title shared by several exercises.

    It is hidden from screen readers, which get it from the heading.
    """
    return element("span", f". {name}", class_="pq-item-name", aria_hidden="true")


def _is_laid(posed: Question, hands: Sequence[Exhibit]) -> bool:
    """Return whether the answer controls belong on the felt, rather than below it."""
    alone = posed.form is Form.ORDER and not hands
    return alone or posed.form is Form.MARKS or _has_hand(posed) or _is_long(posed)


def _felt(posed: Question, hands: Sequence[Exhibit], controls: Markup | None) -> Markup | None:
    """Render the felt: the hands of the question, with cards of one size, and the answer controls.

    Returns None if there are neither cards nor controls.
    """
    by_card = _has_hand(posed)
    counts = [len(one.cards) for one in hands] + ([len(posed.options)] if by_card else [])
    most = max(counts, default=0)
    # A single hand takes two rows, so that all its cards are fully visible.
    alone = len(hands) == 1 and not by_card and most > _MOST_IN_A_ROW
    if not (most or controls):
        return None
    return element(
        "div",
        *(_shown(one, rows=alone) for one in hands),
        controls,
        class_=f"pq-felt n-{most}" if most else "pq-felt",
        data_part="exercise-felt",
    )


def _question(posed: Question) -> tuple[Child, ...]:
    """Return the text of a question.

    A leading *Tap* is an element, so that print can replace it by *Ring*.
    """
    verb, tap, rest = posed.question.partition("Tap ")
    return (verb, element("span", tap.strip(), class_="pq-tap"), f" {rest}") if tap else (verb,)


class TrickData(TypedDict):
    """The trick that a correct card completes: whether the reader takes it, and the points in words."""

    taken: bool
    points: str


class AnswerVerdict(TypedDict):
    """The verdict on an answer as data for a page.

    ``passes`` is whether the answer counts as correct, ``chosen`` the answer as text, ``html`` the
    verdict and ``right`` the correct answers. If the reader has already made a mistake in this
    exercise, ``again`` replaces ``html``. ``trick`` is the trick that the card completes.
    """

    verdict: str
    passes: bool
    chosen: str
    html: str
    right: NotRequired[str]
    again: NotRequired[str]
    trick: NotRequired[TrickData]


def render_verdicts(item: Exercise, links: Links) -> dict[str, Any] | None:
    """Return the verdicts on all possible answers in the form that the module describes, or None.

    Returns None if there are too many distinct verdicts, or if the exercise has no list of possible
    answers.
    """
    place = {option.value: number for number, option in enumerate(item.posed.options)}
    found: dict[object, int] = {}
    shown: list[dict[str, Any]] = []
    row: dict[int, int] = {}
    by: dict[str, int] = {}
    for chosen in possible_answers(item):
        # Thousands of answers share a few dozen verdicts. Render each verdict once.
        one = item.posed.key.judge(chosen)
        same = (one.verdict, one.says, one.again, one.behind, one.clause and one.clause.id)
        number = found.setdefault(
            (same, chosen) if one.verdict is Verdict.RIGHT else same, len(found)
        )
        if number == len(shown):
            made = render_answer(item, write_answer(item, chosen), links)
            shown.append({key: value for key, value in made.items() if key in _KEPT})
        match item.posed.form:
            case Form.SOME:
                row[sum(1 << place[value] for value in chosen)] = number
            case Form.NUMBER:
                row[int(chosen[0])] = number
            case _:
                by[write_answer(item, chosen)] = number
    if not shown or len(shown) > len(LETTERS):
        return None
    if row:
        letters = "".join(LETTERS[row[i]] if i in row else " " for i in range(max(row) + 1))
        return {"verdicts": shown, "row": letters, "letters": LETTERS}
    return {"verdicts": shown, "by": by}


def render_answer(item: Exercise, answer: str, links: Links) -> AnswerVerdict:
    """Return the verdict on an answer as data for a page.

    Raises `ExerciseError` if ``answer`` is not an answer to the exercise.
    """
    judgement = judge(item, answer)
    told: AnswerVerdict = {
        "verdict": judgement.verdict.value,
        "passes": judgement.verdict.passes,
        "chosen": answer_words(item, answer),
        "html": str(render_assessment(item, answer, judgement, links)),
    }
    if right := _right(item):
        told["right"] = right
    if judgement.again:
        more = replace(judgement, says=judgement.again)
        told["again"] = str(render_assessment(item, answer, more, links))
    if trick := judgement.trick:
        told["trick"] = {"taken": trick.is_taken, "points": trick.points}
    return told


def render_assessment(item: Exercise, answer: str, judgement: Assessment, links: Links) -> Markup:
    """Render the verdict on an answer: its consequence, other correct answers, and the rule.

    ``judgement`` is the assessment of ``answer``.
    """
    others = None
    if judgement.verdict is Verdict.RIGHT:
        more = [one for one in item.right if one != answer]
        if len(more) > _MOST_NAMED:
            others = element("p", f"Right as well: {len(more)} others.")
        elif more:
            others = element("p", "Right as well: ", _answers(item, more), ".")
    return join(
        (
            element(
                "p",
                element("b", _HEADS[judgement.verdict]),
                " ",
                render_sentence(judgement.says, links),
                class_=f"pq-says pq-is-{judgement.verdict.value}",
                data_part="verdict",
                data_named="+".join(judgement.named) or None,
                data_missed="+".join(judgement.missed) or None,
            ),
            _onward(judgement, links),
            _CORNER_KEY if judgement.named else None,
            others,
            _clause(judgement, links),
        )
    )


def _onward(judgement: Assessment, links: Links) -> Markup | None:
    """Render the deal played on after an answer, folded after a right one."""
    if not judgement.onward:
        return None
    said = element("p", render_sentence(judgement.onward, links))
    if not judgement.verdict.passes:
        return said
    return element(
        "details",
        element("summary", "What would have punished the mistake"),
        said,
        class_="pq-behind",
        data_part="onward",
    )


def _answers(item: Exercise, written: list[str]) -> Markup:
    cards = {option.value: option.card for option in item.posed.options}
    said: list[Child] = []
    for place, answer in enumerate(written):
        drawn = [
            Markup(inline_card(card))
            for value in answer.split("+")
            if (card := cards.get(value)) is not None
        ]
        if place:
            said.append("; ")
        said.append(join(tuple(drawn), " ") if drawn else answer_words(item, answer))
    return join(tuple(said))


def _clause(judgement: Assessment, links: Links, odds: Markup | None = None) -> Markup | None:
    """Render the rule behind a verdict, folded, with ``odds``, the links to the chances of the hand."""
    clause, behind = judgement.clause, judgement.behind
    if clause is None:
        return odds
    said = element("p", render_sentence(behind, links)) if behind else None
    line = element(
        "p",
        "The rule: ",
        links.to_rule(clause.id, clause.rule.title, class_="pq-rule"),
        "" if clause.words == "yes" else f", {clause.words}",
        ". ",
        links.to_answer(clause),
        class_="pq-clause-line",
        data_part="clause",
    )
    return element(
        "details",
        render_why_summary([clause.rule.title]),
        said,
        line,
        odds,
        class_="pq-behind",
        data_part="why",
    )


def render_hint(item: Exercise) -> Markup:
    """Render the hint of an exercise, which does not give the answer away."""
    return element("p", element("b", "Hint."), " ", item.posed.hint)


def render_solution(item: Exercise, links: Links) -> Markup:
    """Render the solution of an exercise: the correct answer, the reason and the rule."""
    clause = item.posed.clause
    return join(
        (
            element(
                "p",
                element("b", "The answer: "),
                render_sentence(item.solution, links),
                class_="pq-says",
                data_part="verdict",
                data_right=_right(item) or None,
                data_named=_thought(item) or None,
            ),
            _clause(
                Assessment(verdict=Verdict.RIGHT, says=(), clause=clause),
                links,
                render_exercise_odds(item, links),
            ),
        )
    )


def _right(item: Exercise) -> str:
    """Return the correct answers joined by ``|``, the displayed one first.

    Returns "" if the answer is not a choice among options, or if a search determines it.
    """
    chosen = item.posed.form in (Form.SOME, Form.ONE)
    return "" if not chosen or isinstance(item.posed.key, SearchedKey) else "|".join(item.right)


def _thought(item: Exercise) -> str:
    """Return the best answer according to the search, or "" if the rules determine the answer."""
    return item.right[0] if isinstance(item.posed.key, SearchedKey) else ""


# -- what is shown -------------------------------------------------------------------------------


def _shown(one: Exhibit, *, rows: bool = False) -> Markup:
    if one.told:
        lines = [
            element(
                "li", render_sentence(line, Links()), class_="pq-turn" if line is one.turn else None
            )
            for line in one.told
        ]
        body = element("ul", *lines, class_="pq-lines")
    else:
        in_rows = " pq-fan-rows" if rows else ""
        body = element(
            "div", *_fan(one.cards), class_=f"pq-fan n-{len(one.cards)}{in_rows}", data_part="fan"
        )
    if one.aside:
        summary = element("summary", one.label)
        return element(
            "details", summary, body, class_="pq-shown pq-shown-aside", data_part="given"
        )
    spoken = None
    if one.cards:
        words = spoken_cards(Hand.of(one.cards)) if len(one.cards) > 1 else card_name(one.cards[0])
        spoken = element("p", words, class_="pq-sr")
    return element(
        "div",
        element("p", one.label, class_="pq-label", data_part="label"),
        body,
        spoken,
        class_="pq-shown pq-open-trick" if one.is_trick else "pq-shown",
        data_part="given",
    )


def _fan(cards: tuple[Card, ...]) -> Iterator[Markup]:
    suit = None
    for card in cards:
        gap = "pq-suit-gap" if suit is not None and card.suit is not suit else ""
        suit = card.suit
        yield element("span", Markup(card_svg(card)), class_=gap or None)


# -- controls ------------------------------------------------------------------------------------


def _has_hand(posed: Question) -> bool:
    """Return whether the reader answers by tapping cards of a hand."""
    return posed.form in (Form.SOME, Form.ONE) and any(
        one.card is not None for one in posed.options
    )


def _is_long(posed: Question) -> bool:
    """Return whether the options are texts so long that each needs a line of its own."""
    picked = posed.form in (Form.SOME, Form.ONE)
    return picked and any(one.card is None and len(one.words) > _SHORT for one in posed.options)


def _controls(item: Exercise, id: str) -> Markup:
    posed = item.posed
    match posed.form:
        case Form.NUMBER:
            inside: Markup = element(
                "input",
                type="text",
                inputmode="numeric",
                pattern="[0-9]*",
                maxlength=4,
                autocomplete="off",
                aria_labelledby=f"{id}-asked",
                class_="pq-number",
                data_part="number",
            )
            return element("div", inside, class_="pq-controls-of")
        case Form.ORDER:
            rows = [_row(option) for option in posed.options]
            return element(
                "ol", *rows, class_="pq-order", data_part="order", aria_labelledby=f"{id}-asked"
            )
        case Form.MARKS:
            cards = [_marks(option, posed.marks, id) for option in posed.options]
            return element("div", *cards, class_="pq-marks", data_part="marks")
        case _:
            kind = "checkbox" if posed.form is Form.SOME else "radio"
            options = [_pick(option, kind, id) for option in posed.options]
            by_card = _has_hand(posed)
            layout = " pq-picks-cards" if by_card else " pq-picks-lines" if _is_long(posed) else ""
            return element(
                "div",
                element("p", "Your hand", class_="pq-label", data_part="label")
                if by_card
                else None,
                *options,
                class_=f"pq-picks{layout}",
                data_part="answers",
                role="group" if kind == "checkbox" else "radiogroup",
                aria_labelledby=f"{id}-asked",
            )


def _pick(option: AnswerOption, kind: str, id: str) -> Markup:
    return element(
        "label",
        element("input", type=kind, name=f"{id}-pick", value=option.value),
        _face(option),
        element("span", option.words, class_="pq-sr" if option.card is not None else None),
        class_="pq-pick-option",
        data_part="answer",
    )


def _face(option: AnswerOption) -> Markup | None:
    if option.card is None:
        return None
    return element("span", Markup(card_svg(option.card)), class_="pq-face-of", aria_hidden="true")


def _row(option: AnswerOption) -> Markup:
    return element(
        "li",
        element("span", option.words, class_="pq-words"),
        element("button", "↑", type="button", data_move="-1", aria_label=f"Up: {option.words}"),
        element("button", "↓", type="button", data_move="1", aria_label=f"Down: {option.words}"),
        data_value=option.value,
    )


def _marks(option: AnswerOption, marks: tuple[str, ...], id: str) -> Markup:
    choices = [
        element(
            "label",
            element("input", type="radio", name=f"{id}-{option.value}", value=mark),
            f" {mark}",
        )
        for mark in marks
    ]
    return element(
        "fieldset",
        element("legend", _face(option), element("span", option.words, class_="pq-sr")),
        *choices,
        data_value=option.value,
    )


def _buttons(item: Exercise) -> Markup:
    posed = item.posed
    none = posed.form is Form.SOME and posed.least == 0
    return element(
        "p",
        element(
            "button",
            "Answer",
            type="button",
            data_do="answer",
            class_="pq-first",
            data_part="primary",
        ),
        button("none", "None of these") if none else None,
        button("hint", "Hint"),
        element("button", "Show the answer", type="button", data_do="solution", hidden=True),
        class_="pq-item-buttons",
        data_part="item-actions",
        hidden=True,
    )
