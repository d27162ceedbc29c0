"""The ways in which an answer is compared with what the engine found: one class per form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from piquet_core.exercises.item import Chosen, Judgement, Verdict
from piquet_core.narration import Part
from piquet_core.rules import Answer

Says = tuple[Part, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OneKey:
    """One of several, each with its own judgement."""

    judgements: Mapping[str, Judgement]

    def judge(self, chosen: Chosen) -> Judgement:
        """Return the judgement of the choice."""
        return self.judgements[chosen[0]]

    def right(self) -> tuple[Chosen, ...]:
        """Return the choices that are right, or best, each alone."""
        return tuple(
            (value,)
            for value, judgement in self.judgements.items()
            if judgement.verdict in (Verdict.RIGHT, Verdict.BEST)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SomeKey:
    """Exactly these, or exactly those: a card too many is told before one that is missing.

    ``wanted`` is never empty; it has the empty tuple if nothing is to be chosen. ``empty`` is said
    to who chooses nothing where there is something.
    """

    wanted: tuple[Chosen, ...]
    clause: Answer[object]
    good: Callable[[Chosen], Says]
    surplus: Callable[[str, Chosen], Says]
    missed: Callable[[str, Chosen], Says]
    empty: Says = ("There is something of the kind here. Look again, one suit after the other.",)

    def judge(self, chosen: Chosen) -> Judgement:
        """Return the judgement by the wanted choice that is nearest."""
        have = set(chosen)
        near = min(self.wanted, key=lambda one: len(have ^ set(one)))
        more = [value for value in chosen if value not in near]
        less = [value for value in near if value not in have]
        if not more and not less:
            verdict, says = Verdict.RIGHT, self.good(near)
        elif more:
            verdict, says = Verdict.WRONG, self.surplus(more[0], near)
        elif chosen:
            verdict, says = Verdict.PART, self.missed(less[0], near)
        else:
            verdict, says = Verdict.WRONG, self.empty
        return Judgement(verdict=verdict, says=says, clause=self.clause)

    def right(self) -> tuple[Chosen, ...]:
        """Return what is wanted."""
        return self.wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberKey:
    """A number; ``slips`` are the wrong ones that come from a known mistake."""

    number: int
    good: Judgement
    slips: Mapping[int, Judgement]
    less: Judgement
    more: Judgement

    def judge(self, chosen: Chosen) -> Judgement:
        """Return the judgement of the number, or of all that are too small or too great."""
        number = int(chosen[0])
        if number == self.number:
            return self.good
        if number in self.slips:
            return self.slips[number]
        return self.less if number < self.number else self.more

    def right(self) -> tuple[Chosen, ...]:
        """Return the number."""
        return ((str(self.number),),)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderKey:
    """All in one order; the first that stands too early is told.

    ``clauses`` has the rule for what should have come before, where it is another than ``clause``.
    """

    order: Chosen
    clause: Answer[object]
    clauses: Mapping[str, Answer[object]] = field(default_factory=dict)
    good: Says
    early: Callable[[str, str], Says]

    def judge(self, chosen: Chosen) -> Judgement:
        """Return the judgement; with only two neighbours exchanged the answer is nearly right."""
        for place, (given, wanted) in enumerate(zip(chosen, self.order, strict=True)):
            if given != wanted:
                swapped = (
                    *chosen[:place],
                    *reversed(chosen[place : place + 2]),
                    *chosen[place + 2 :],
                )
                return Judgement(
                    verdict=Verdict.PART if swapped == self.order else Verdict.WRONG,
                    says=self.early(given, wanted),
                    clause=self.clauses.get(wanted, self.clause),
                )
        return Judgement(verdict=Verdict.RIGHT, says=self.good, clause=self.clause)

    def right(self) -> tuple[Chosen, ...]:
        """Return the order."""
        return (self.order,)


@dataclass(frozen=True, slots=True, kw_only=True)
class MarksKey:
    """A mark for each; the first that does not hold is told."""

    marks: Chosen
    good: Judgement
    faults: Sequence[Mapping[str, Judgement]]

    def judge(self, chosen: Chosen) -> Judgement:
        """Return the judgement of the first mark that does not hold."""
        for given, wanted, fault in zip(chosen, self.marks, self.faults, strict=True):
            if given != wanted:
                return fault[given]
        return self.good

    def right(self) -> tuple[Chosen, ...]:
        """Return the marks."""
        return (self.marks,)
