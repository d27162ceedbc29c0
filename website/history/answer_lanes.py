"""The answers to a rule by date: a lane per answer, with a mark for each text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from piquet_core.cards.card_names import capitalize, lower_article
from piquet_core.citations.reference import join_items
from piquet_core.number_words import number_in_words
from piquet_core.rules import Answer, Family, RuleSet, Status, load_ruleset
from piquet_core.rules.agreement import agreement
from piquet_core.rules.catalogue import Rule, find_rule
from piquet_core.witnesses import Witness, WitnessAnswer
from sphinx_piquet.rules.answer_marks import (
    LONGEST_NAME,
    AnswerSide,
    Mark,
    by_ruleset,
    name_of,
    year_of,
)

NO_ANSWER, NO_QUESTION = "No answer", "Does not arise"


@dataclass(frozen=True, slots=True, kw_only=True)
class DatedText:
    """A text with its date and its answer to a rule.

    ``rulesets`` are the rule sets made from the text that share the answer. ``dated`` is the year
    in short form, ``when`` the form for a sentence, ``place`` the location of the answer, if known.
    ``retold`` says that the text retells other books, so that it is evidence for its own date only.
    A text without rule sets has an ``answer`` of its own instead.
    """

    year: int
    dated: str
    when: str
    name: str
    side: AnswerSide
    status: Status
    says: str
    place: str = ""
    retold: bool = False
    rulesets: tuple[RuleSet, ...] = ()
    answer: WitnessAnswer | None = None

    @property
    def since(self) -> str:
        """The date as a phrase that follows an answer: " from 1651" or ", undated [c. 1700]"."""
        return f", {self.when}" if self.when.startswith("undated") else f" from {self.when}"

    @property
    def family(self) -> Family:
        """The family of texts that it belongs to."""
        return self.answer.witness.family if self.answer else self.rulesets[0].source.family

    @property
    def key(self) -> str:
        """The key of the text in addresses, unique within a rule."""
        return self.answer.witness.id if self.answer else self.rulesets[0].id


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """An answer to a rule and the texts that give it, the oldest first.

    ``says`` is the answer in a few words, and ``written`` identifies it.
    """

    says: str
    written: str
    marks: tuple[DatedText, ...]

    @property
    def span(self) -> str:
        """The years of the first and last text with the answer, such as "1651 to 1890".

        Texts that retell other books follow if they are later: ", retold 2008".
        """
        told = [mark for mark in self.marks if not mark.retold] or self.marks
        first, last = self.marks[0].when, told[-1].when
        years = first if first == last else f"{first} to {last}"
        later = dict.fromkeys(
            one.dated for one in self.marks if one.retold and one.year > told[-1].year
        )
        return f"{years}, retold {join_items(later)}" if later else years


def lanes(rule_id: str, witnesses: Iterable[WitnessAnswer] = ()) -> tuple[Lane, ...]:
    """Return a lane for each answer to a rule, the oldest first.

    Texts without an answer form the last lanes.

    >>> [lane.says for lane in lanes("pack.size")]
    ['36 cards', '32 cards']
    """
    rule = find_rule(rule_id)
    found: dict[str, list[DatedText]] = {}
    words: dict[str, str] = {}
    for key, mark in [*_of_rulesets(rule), *(_of_witness(rule, one) for one in witnesses)]:
        found.setdefault(key, []).append(mark)
        words.setdefault(key, _label(mark))
    made = [
        Lane(
            says=words[key],
            written=key,
            marks=tuple(sorted(marks, key=lambda one: (one.year, one.name))),
        )
        for key, marks in found.items()
    ]
    quiet = (NO_QUESTION, NO_ANSWER)
    return tuple(sorted(made, key=lambda one: (one.says in quiet, one.marks[0].year)))


def first_appearance(rule_id: str, ruleset: str, witnesses: Iterable[WitnessAnswer] = ()) -> str:
    """Return a sentence on the first text with a rule set's answer, and on older answers.

    It is "" if the rule set has no answer. Without ``witnesses``, it says how many texts were
    examined.

    >>> first_appearance("pack.size", "hoyle1909").partition("texts ")[2]
    'with rule sets: undated [c. 1825] (Hoyle). Before it: “36 cards” from 1651 (Picquet).'
    """
    others = tuple(witnesses)
    found = [lane for lane in lanes(rule_id, others) if lane.says not in (NO_ANSWER, NO_QUESTION)]
    own = next((lane for lane in found if ruleset in _sets_of(lane)), None)
    if own is None:
        return ""
    first = _first(find_rule(rule_id), own, found)
    longer = "" if first is own else ", with a longer list"
    found = [lane for lane in found if lane not in (own, first)] + [own]
    few = f"first in the {number_in_words(len(texts_with_rulesets()))} texts with rule sets"
    many = len(found) > 1
    if others:
        subject = f"“{capitalize(own.says)}” is first" if many else "First"
        named = f"{subject} found{_in_year(first.marks[0].when)}"
    else:
        named = f"“{capitalize(own.says)}”, {few}:" if many else f"{capitalize(few)}:"
        named += f" {first.marks[0].when}"
    said = f"{named} {_oldest_text(first, longer)}."
    older = [lane for lane in found if lane.marks[0].year < first.marks[0].year]
    if older:
        steps = (f"“{lane.says}”{lane.marks[0].since} {_oldest_text(lane)}" for lane in older)
        said += f" Before it: {'; '.join(steps)}."
    return said


def answer_dates(found: Iterable[Lane]) -> str:
    """Return a sentence with each answer and the date of its first text, the oldest first.

    >>> answer_dates(lanes("pack.size"))
    '36 cards from 1651; 32 cards, undated [c. 1825].'
    """
    answers = [lane for lane in found if lane.says not in (NO_ANSWER, NO_QUESTION)]
    return f"{capitalize('; '.join(f'{one.says}{one.marks[0].since}' for one in answers))}."


def dissenters(rule_id: str, witnesses: Iterable[WitnessAnswer]) -> tuple[WitnessAnswer, ...]:
    """Return the witnesses that differ from a unanimous answer of all rule sets.

    If the rule sets differ among themselves, the result is empty.
    """
    found = agreement(rule_id)
    if len(found.by_answer) != 1 or len(found.by_answer[0][1]) < found.answering_count:
        return ()
    ((common, _),) = found.by_answer
    return tuple(one for one in witnesses if one.status.speaks and one.written != common)


def first_witness(
    rule_id: str, ruleset: str, witnesses: Iterable[WitnessAnswer] = ()
) -> Witness | None:
    """Return the witness in which a rule set's answer appears first.

    The result is None if that text has a rule set, or if the rule set has no answer.
    """
    found = lanes(rule_id, witnesses)
    own = next((lane for lane in found if ruleset in _sets_of(lane)), None)
    answer = _first(find_rule(rule_id), own, found).marks[0].answer if own else None
    return answer.witness if answer else None


def _sets_of(lane: Lane) -> set[str]:
    return {book.id for mark in lane.marks for book in mark.rulesets}


def _first(rule: Rule, own: Lane, found: Iterable[Lane]) -> Lane:
    """Return the lane of the oldest text that gives an answer.

    For a list, this may be a lane whose list begins with the rows of ``own`` and goes on. A list
    with an additional row, such as a sequence of nine, agrees on the other rows.
    """
    same = [own]
    if rule.is_scale:
        same += (lane for lane in found if lane.written.startswith(f"{own.written},"))
    return min(same, key=lambda lane: lane.marks[0].year)


def _in_year(when: str) -> str:
    """Return the date of a text as an adverbial phrase with a leading space.

    >>> _in_year("1709"), _in_year("about 1875"), _in_year("undated [18th c.]")
    (' in 1709', ' about 1875', ' in an undated text [18th c.]')
    """
    if when.startswith("about"):
        return f" {when}"
    return f" in {when.replace('undated', 'an undated text', 1)}"


def _oldest_text(lane: Lane, addition: str = "") -> str:
    """Return the name of a lane's oldest text in brackets.

    The status follows the name unless the text states the answer. ``addition`` comes last.
    """
    mark = lane.marks[0]
    status = "" if mark.status is Status.STATED else f", {mark.status.mark.lower()}"
    return f"({lower_article(mark.name)}{status}{addition})"


def texts_with_rulesets() -> tuple[DatedText, ...]:
    """Return the texts with rule sets, the oldest first.

    All have the same mark, whatever they answer.
    """
    found: dict[str, list[Mark]] = {}
    for mark in by_ruleset("pack.size"):
        found.setdefault(mark.source.id, []).append(mark)
    made = (_of_text(marks, alone=True) for marks in found.values())
    plain = (replace(one, side=AnswerSide.COMMON, status=Status.STATED, says="") for one in made)
    return tuple(sorted(plain, key=lambda one: (one.year, one.name)))


def _of_rulesets(rule: Rule) -> list[tuple[str, DatedText]]:
    """Return (lane key, dated text) pairs. Rule sets of one text with the same answer share a pair."""
    together: dict[tuple[str, str], list[Mark]] = {}
    for mark in by_ruleset(rule.id):
        book = load_ruleset(mark.rulesets[0])
        key = _lane_of(book.answers[rule.id])
        together.setdefault((book.source.id, key), []).append(mark)
    texts = Counter(source for source, _ in together)
    return [
        (key, replace(_of_text(marks, alone=texts[source] == 1), place=_place(rule, marks)))
        for (source, key), marks in together.items()
    ]


def _place(rule: Rule, marks: Sequence[Mark]) -> str:
    """Return the first location that the answers of ``marks`` cite, or ""."""
    answers = (load_ruleset(mark.rulesets[0]).answers[rule.id] for mark in marks)
    return next((one.citations[0].place for one in answers if one.citations), "")


def _of_text(marks: Sequence[Mark], *, alone: bool) -> DatedText:
    """Return the dated text of rule sets that agree.

    ``alone`` says that all rule sets of the text agree.
    """
    source, statuses = marks[0].source, {mark.status for mark in marks}
    books = tuple(load_ruleset(mark.rulesets[0]) for mark in marks)
    return DatedText(
        year=source.year,
        dated=year_of(source),
        when=f"undated {year_of(source)}" if source.undated else source.dated,
        name=_name(books, alone=alone),
        side=marks[0].side,
        status=next(status for status in Status if status in statuses),
        says=marks[0].says,
        retold=source.tertiary,
        rulesets=books,
    )


def _lane_of(answer: Answer[object]) -> str:
    """Return the key of an answer's lane.

    It is "" for a gap in the text, even if a default fills the gap.
    """
    if answer.absent:
        return answer.written
    return answer.written if answer.status.speaks else ""


def _of_witness(rule: Rule, answer: WitnessAnswer) -> tuple[str, DatedText]:
    key = answer.written or answer.says
    witness = answer.witness
    mark = DatedText(
        year=witness.year,
        dated=witness.dated,
        when=witness.when,
        name=witness.name,
        side=_side(rule, answer),
        status=answer.status,
        says=answer.says,
        place=answer.place,
        answer=answer,
    )
    return key, mark


def _side(rule: Rule, answer: WitnessAnswer) -> AnswerSide:
    if not answer.status.speaks:
        return AnswerSide.NONE
    if rule.kind == "bool" and answer.written:
        return AnswerSide(answer.written)
    return AnswerSide.COMMON if answer.written == agreement(rule.id).common else AnswerSide.OTHER


def _label(mark: DatedText) -> str:
    if mark.status is Status.ABSENT:
        return NO_QUESTION
    return mark.says if mark.status.speaks else NO_ANSWER


def _name(books: Sequence[RuleSet], *, alone: bool) -> str:
    family = books[0].source.family.name
    if alone and len(books) > 1 and len(family) <= LONGEST_NAME:
        return family
    if alone:
        return name_of(next((book for book in books if not book.base), books[0]))
    return "; ".join(name_of(book) for book in books)
