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
    """Key for choosing one option. Each option has its own assessment.

    ``model`` is the right option to show first in a solution.
    """

    judgements: Mapping[str, Assessment]
    model: str = ""

    def judge(self, chosen: Chosen) -> Assessment:
        """Return the assessment of the chosen option."""
        return self.judgements[chosen[0]]

    def right(self) -> tuple[Chosen, ...]:
        """Return the options that are right or best, each as an answer of its own."""
        found = [
            value
            for value, judgement in self.judgements.items()
            if judgement.verdict in (Verdict.RIGHT, Verdict.BEST)
        ]
        return tuple((value,) for value in sorted(found, key=lambda one: one != self.model))


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectionKey:
    """Key for selecting options, with one or more right selections. The feedback names a surplus option first.

    ``wanted`` has the right selections. It is never empty: if nothing is to be selected, it has the empty
    tuple. ``empty`` is the feedback for wrongly selecting nothing, and ``again`` the feedback for doing so
    after an earlier miss. ``broken`` gives for a surplus option the answer of the rule that it breaks, if it is
    not ``clause``.
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
        """Return the assessment of a selection, compared with the most similar right selection."""
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
        """Return the right selections."""
        return self.wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberKey:
    """Key for a number. ``slips`` has the assessments of wrong numbers that come from known mistakes.

    ``less`` and ``more`` assess other numbers that are too small or too great. ``again`` returns the feedback
    on such a number after an earlier miss.
    """

    number: int
    good: Assessment
    slips: Mapping[int, Assessment]
    less: Assessment
    more: Assessment
    again: Callable[[int], Says] | None = None

    def judge(self, chosen: Chosen) -> Assessment:
        """Return the assessment of a number."""
        number = int(chosen[0])
        if number == self.number:
            return self.good
        if number in self.slips:
            return self.slips[number]
        found = self.less if number < self.number else self.more
        return replace(found, again=self.again(number)) if self.again else found

    def right(self) -> tuple[Chosen, ...]:
        """Return the right number as the only answer."""
        return ((str(self.number),),)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderKey:
    """Key for putting all options in order. The feedback names the first option that comes too early.

    ``clauses`` gives for an option the answer of the rule that puts it before others, if it is not ``clause``.
    """

    order: Chosen
    clause: Answer[object]
    clauses: Mapping[str, Answer[object]] = field(default_factory=dict)
    good: Says
    early: Callable[[str, str], Says]

    def judge(self, chosen: Chosen) -> Assessment:
        """Return the assessment of an order, which is nearly right if only two neighbours are exchanged."""
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
        """Return the right order as the only answer."""
        return (self.order,)


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkKey:
    """Key for giving each option a mark. The feedback explains the first wrong mark and names the others.

    ``faults`` has for each option the assessment of each wrong mark, and ``brief`` a sentence for each option.
    """

    values: Chosen
    marks: Chosen
    good: Assessment
    faults: Sequence[Mapping[str, Assessment]]
    brief: Sequence[Says]
    """A sentence on each option."""

    def judge(self, chosen: Chosen) -> Assessment:
        """Return one assessment of all marks."""
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
        """Return the right marks as the only answer."""
        return (self.marks,)
