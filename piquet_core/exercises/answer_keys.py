"""Answer keys, one class for each form of answer."""

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
    """Key of a choice of one option, each with its own assessment; ``model`` is the right one to show first."""

    judgements: Mapping[str, Assessment]
    model: str = ""

    def judge(self, chosen: Chosen) -> Assessment:
        """Return the assessment of the choice."""
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
    """Key of a selection of options, with one or more right selections. A surplus option is named before a
    missing one.

    ``wanted`` is never empty; it has the empty tuple if nothing is to be chosen. ``empty`` is shown to a
    learner who wrongly chooses nothing, and ``again`` after an earlier miss. ``broken`` has the rule that a
    surplus option breaks, if it is not ``clause``.
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
        """Return the assessment by the nearest of the wanted selections."""
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
        """Return the wanted selections."""
        return self.wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberKey:
    """Key of a number; ``slips`` are the wrong numbers that come from known mistakes.

    ``again`` says more about any other wrong number after an earlier miss.
    """

    number: int
    good: Assessment
    slips: Mapping[int, Assessment]
    less: Assessment
    more: Assessment
    again: Callable[[int], Says] | None = None

    def judge(self, chosen: Chosen) -> Assessment:
        """Return the assessment of the number, or that of all numbers too small or too great."""
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
    """Key of an order of all options; the assessment names the first option that is too early.

    ``clauses`` has the rule for the option that should have come before, if it is not ``clause``.
    """

    order: Chosen
    clause: Answer[object]
    clauses: Mapping[str, Answer[object]] = field(default_factory=dict)
    good: Says
    early: Callable[[str, str], Says]

    def judge(self, chosen: Chosen) -> Assessment:
        """Return the assessment by the pairs in the right order."""
        if chosen == self.order:
            return Assessment(verdict=Verdict.RIGHT, says=self.good, clause=self.clause)
        place = self.order.index
        pairs = list(combinations(chosen, 2))
        slips = sum(place(one) > place(other) for one, other in pairs)
        # The first option in the place of another.
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
    """Key of a mark for each option. The assessment explains the first wrong mark and names the others."""

    values: Chosen
    marks: Chosen
    good: Assessment
    faults: Sequence[Mapping[str, Assessment]]
    brief: Sequence[Says]
    """A sentence on each option."""

    def judge(self, chosen: Chosen) -> Assessment:
        """Return the assessment of all wrong marks."""
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
