"""The ways to compare an answer with what the engine found: one class for each form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from piquet_core.exercises.exercise import Assessment, Chosen, Verdict, is_near
from piquet_core.rules import Answer
from piquet_core.wording.rich_text import Part, join_sentences

Says = tuple[Part, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceKey:
    """One of several, each with its own judgement; ``model`` is the right one to show first."""

    judgements: Mapping[str, Assessment]
    model: str = ""

    def judge(self, chosen: Chosen) -> Assessment:
        """Return the judgement of the choice."""
        return self.judgements[chosen[0]]

    def right(self) -> tuple[Chosen, ...]:
        """Return the choices that are right or best, each on its own."""
        found = [
            value
            for value, judgement in self.judgements.items()
            if judgement.verdict in (Verdict.RIGHT, Verdict.BEST)
        ]
        return tuple((value,) for value in sorted(found, key=lambda one: one != self.model))


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectionKey:
    """Exactly these, or exactly those: a card too many is named before one that is missing.

    ``wanted`` is never empty; it has the empty tuple if nothing is to be chosen. ``empty`` is said
    to a learner who chooses nothing where there is something, and ``again`` to one who has missed
    before. ``broken`` has the rule that a value too many offends against, where it is another than
    ``clause``.
    """

    wanted: tuple[Chosen, ...]
    clause: Answer[object]
    good: Callable[[Chosen], Says]
    surplus: Callable[[str, Chosen], Says]
    missed: Callable[[str, Chosen], Says]
    empty: Says
    again: Says = ()
    broken: Mapping[str, Answer[object]] = field(default_factory=dict)

    def judge(self, chosen: Chosen) -> Assessment:
        """Return the judgement by the nearest of the wanted choices."""
        have = set(chosen)
        near = min(self.wanted, key=lambda one: len(have ^ set(one)))
        more = [value for value in chosen if value not in near]
        less = [value for value in near if value not in have]
        if not more and not less:
            return self._said(Verdict.RIGHT, self.good(near))
        if not chosen:
            return replace(self._said(Verdict.WRONG, self.empty), again=self.again)
        nearly = is_near(len(near) - len(less), max(len(more), len(less)))
        if more:
            verdict = Verdict.NEARLY if nearly else Verdict.WRONG
            return self._said(verdict, self.surplus(more[0], near), self.broken.get(more[0]))
        verdict = Verdict.NEARLY if nearly else Verdict.PART
        return self._said(verdict, self.missed(less[0], near))

    def _said(
        self, verdict: Verdict, says: Says, broken: Answer[object] | None = None
    ) -> Assessment:
        return Assessment(verdict=verdict, says=says, clause=broken or self.clause)

    def right(self) -> tuple[Chosen, ...]:
        """Return what is wanted."""
        return self.wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberKey:
    """A number; ``slips`` are the wrong numbers that come from known mistakes.

    ``again`` says more about any other wrong number after an earlier miss.
    """

    number: int
    good: Assessment
    slips: Mapping[int, Assessment]
    less: Assessment
    more: Assessment
    again: Callable[[int], Says] | None = None

    def judge(self, chosen: Chosen) -> Assessment:
        """Return the judgement of the number, or that of all numbers too small or too great."""
        number = int(chosen[0])
        if number == self.number:
            return self.good
        if number in self.slips:
            return self.slips[number]
        found = self.less if number < self.number else self.more
        return replace(found, again=self.again(number)) if self.again else found

    def right(self) -> tuple[Chosen, ...]:
        """Return the number."""
        return ((str(self.number),),)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderKey:
    """All in one order; the first that stands too early is named.

    ``clauses`` has the rule for what should have come before, where it is another than ``clause``.
    """

    order: Chosen
    clause: Answer[object]
    clauses: Mapping[str, Answer[object]] = field(default_factory=dict)
    good: Says
    early: Callable[[str, str], Says]

    def judge(self, chosen: Chosen) -> Assessment:
        """Return the judgement by the pairs that are the right way round."""
        if chosen == self.order:
            return Assessment(verdict=Verdict.RIGHT, says=self.good, clause=self.clause)
        place = self.order.index
        pairs = list(combinations(chosen, 2))
        slips = sum(place(one) > place(other) for one, other in pairs)
        # The first that is in another's place.
        given, wanted = next(
            (one, other) for one, other in zip(chosen, self.order, strict=True) if one != other
        )
        return Assessment(
            verdict=Verdict.NEARLY if is_near(len(pairs) - slips, slips) else Verdict.WRONG,
            says=self.early(given, wanted),
            clause=self.clauses.get(wanted, self.clause),
        )

    def right(self) -> tuple[Chosen, ...]:
        """Return the order."""
        return (self.order,)


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkKey:
    """A mark for each of some values; the first that does not hold is explained, and the others are named."""

    values: Chosen
    marks: Chosen
    good: Assessment
    faults: Sequence[Mapping[str, Assessment]]
    brief: Sequence[Says]
    """What each is, in a sentence."""

    def judge(self, chosen: Chosen) -> Assessment:
        """Return the judgement of all marks that do not hold."""
        wrong = [n for n, given in enumerate(chosen) if given != self.marks[n]]
        if not wrong:
            return self.good
        first, *others = wrong
        fault = self.faults[first][chosen[first]]
        near = is_near(len(chosen) - len(wrong), len(wrong))
        return replace(
            fault,
            verdict=Verdict.NEARLY if near else fault.verdict,
            says=join_sentences([fault.says, *(self.brief[n] for n in others)]),
            missed=tuple(self.values[n] for n in wrong),
        )

    def right(self) -> tuple[Chosen, ...]:
        """Return the marks."""
        return (self.marks,)
