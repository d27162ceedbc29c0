"""A record played by the engine: steps, and whatever the record gets wrong.

Printed totals are assertions. One that differs is a finding, not a crash; an illegal decision is
a finding too, but nothing can be replayed behind it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from piquet_core.actions import (
    Action,
    Announce,
    Count,
    Declare,
    Exchange,
    Look,
    NameSuit,
    Play,
    Redeal,
    Reply,
    Response,
)
from piquet_core.cards import Card, Hand, Suit, pack
from piquet_core.combinations import Holding, PointHolding, SequenceHolding, SetHolding
from piquet_core.declaration import full_count, legal_counts
from piquet_core.engine import apply, legal_actions, start
from piquet_core.errors import CardError, Fault, IllegalAction, RuleSetError, Span
from piquet_core.events import DealEnded, Event, Scored, Shown, tally
from piquet_core.notation import Line, MarkedCard, Record, Total, format_deal_id, parse_deal_id
from piquet_core.rules import RuleSet, load_ruleset
from piquet_core.seat import Seat
from piquet_core.state import Deal, DealState, Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something in a record that does not hold: where, what, and by which rule (if a rule says)."""

    span: Span
    message: str
    rule: str = ""
    step: str = ""

    def show(self, text: str, name: str) -> str:
        """Return the finding with its place, the line and a caret."""
        tail = f" [{self.rule}]" if self.rule else ""
        return Fault(span=self.span, message=self.message + tail).show(text, name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A total that the source prints beside the one that the rules give."""

    seat: Seat
    printed: int
    given: int

    @property
    def agrees(self) -> bool:
        """Tell whether source and rules agree."""
        return self.printed == self.given


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """What a seat has scored so far by one rule."""

    seat: Seat
    rule: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One replayed decision, or one consequence of the last: what happened and what is true then.

    ``state`` is the state after the step; ``score`` the totals after its own events, which for
    the consequences at the end of a deal is less than the state already knows. ``sums`` adds up
    the whole deal by rule, at its result only.
    """

    id: str
    action: Action | None
    events: tuple[Event, ...]
    state: DealState
    score: tuple[int, int]
    line: Line | None = None
    checks: tuple[Check, ...] = ()
    branches: tuple[Branch, ...] = ()
    sums: tuple[Sum, ...] = ()

    def is_silent(self, seat: Seat) -> bool:
        """Tell whether the other player decided here to say nothing at all."""
        action = self.action
        return isinstance(action, Announce) and not action.declare and action.seat is not seat

    @property
    def comment(self) -> str:
        """The record's comment on the step."""
        return self.line.comment if self.line else ""

    @property
    def cards(self) -> tuple[MarkedCard, ...]:
        """The cards that the record names at this step, with their marks."""
        items = self.line.items if self.line else ()
        return tuple(item for item in items if isinstance(item, MarkedCard))


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A variation, replayed from before the step it is attached to; it is not in the source."""

    id: str
    comment: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """All the steps that could be replayed, and all that was found wrong."""

    record: Record
    rules: RuleSet | None
    steps: tuple[Step, ...]
    findings: tuple[Finding, ...]
    adaptations: tuple[Finding, ...] = ()

    @property
    def checks(self) -> tuple[Check, ...]:
        """Every printed total of the main line that was compared."""
        return tuple(check for step in self.steps for check in step.checks)

    @property
    def events(self) -> tuple[Event, ...]:
        """The whole log of the main line."""
        return tuple(event for step in self.steps for event in step.events)

    def step(self, id: str) -> Step:
        """Return the step of that id, in the main line or a branch; raises `KeyError`."""
        for step in self.walk():
            if step.id == id:
                return step
        raise KeyError(id)

    def walk(self) -> Iterator[Step]:
        """Yield every step, each branch behind the step that it replaces."""
        return _walk(self.steps)


def _walk(steps: Iterable[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        for branch in step.branches:
            yield from _walk(branch.steps)


def run(record: Record, rules: RuleSet | None = None, *, adapt: bool = False) -> Replay:
    """Replay a record under its own rule set, or under another; never raises for a bad record.

    With ``adapt``, for a record of another rule set: younger answers truly by these rules, what is
    good is counted, and what these rules do not ask for is left out; each such change is noted in
    ``adaptations``. An exchange or a card that these rules refuse is a finding and ends the replay.
    """
    findings: list[Finding] = []
    if rules is None:
        tag = record.find_tag("Rules")
        span = tag.span if tag else Span(line=1, column=1)
        try:
            rules = load_ruleset(record.tag("Rules"))
        except RuleSetError as error:
            findings.append(Finding(span=span, message=str(error)))
            return Replay(record=record, rules=None, steps=(), findings=tuple(findings))
    deal = _deal(record, rules, findings)
    if deal is None:
        return Replay(record=record, rules=rules, steps=(), findings=tuple(findings))
    state, events = start(rules, deal)
    fold = _Fold(record, findings, prefix="", adapt=adapt)
    first, *waiting = fold.consequences("deal", None, state, events, (0, 0))
    steps = [first, *fold.lines(record.lines, state, first.score, waiting)]
    if steps[-1].id == "result":
        log = [event for step in steps for event in step.events]
        steps[-1] = replace(steps[-1], sums=_sums(log))
    if not findings and not _complete(record, steps):
        last = record.lines[-1].span if record.lines else Span(line=1, column=1)
        findings.append(
            Finding(
                span=last,
                message=f"the record stops here, but {steps[-1].state.phase.value}; if the source "
                "stops here too, say play=partial in the tag Certainty",
            )
        )
    findings.sort(key=lambda one: one.span)
    return Replay(
        record=record,
        rules=rules,
        steps=tuple(steps),
        findings=tuple(findings),
        adaptations=tuple(fold.adaptations),
    )


def _sums(events: Iterable[Event]) -> tuple[Sum, ...]:
    """Return the points of a log by seat and rule, each rule where it first scored."""
    points: dict[tuple[Seat, str], int] = {}
    for event in events:
        if isinstance(event, Scored):
            key = event.seat, event.rule
            points[key] = points.get(key, 0) + event.points
    return tuple(Sum(seat=seat, rule=rule, points=n) for (seat, rule), n in points.items())


def _complete(record: Record, steps: list[Step]) -> bool:
    partial = "play=partial" in record.tag("Certainty").split()
    return partial or steps[-1].state.phase is Phase.OVER


# -- the deal ------------------------------------------------------------------------------------


def _deal(record: Record, rules: RuleSet, findings: list[Finding]) -> Deal | None:
    """Return the deal, or None after noting what keeps its cards from being one pack."""
    whole = pack(rules.number("pack.size").value)
    size = {"talon": rules.number("deal.talon").value}
    seen: dict[Card, tuple[str, Span]] = {}
    places: dict[str, list[Card]] = {"elder": [], "younger": [], "talon": []}
    before = len(findings)
    for place, marked in record.dealt():
        card = marked.card
        if card is None:
            findings.append(
                Finding(span=marked.span, message="an unknown card: the deal cannot be replayed")
            )
        elif card in seen:
            other, span = seen[card]
            findings.append(
                Finding(
                    span=marked.span,
                    message=f"{card} stands twice: already with {other} at {span.line}:{span.column}",
                    rule="pack.ranks",
                )
            )
        elif card not in whole:
            findings.append(
                Finding(span=marked.span, message=f"{card} is not in the pack", rule="pack.ranks")
            )
        else:
            seen[card] = (place, marked.span)
            places[place].append(card)
    missing = whole - Hand.of(seen)
    for place in places:
        expected = size.get(place, rules.number("deal.hand").value)
        given = [marked for name, marked in record.dealt() if name == place]
        if len(given) != expected:
            span = given[0].span if given else Span(line=1, column=1)
            findings.append(
                Finding(
                    span=span,
                    message=f"{place} has {len(given)} cards, not {expected}"
                    + (f"; nobody has {missing}" if missing else ""),
                    rule="deal.talon" if place == "talon" else "deal.hand",
                )
            )
    if len(findings) > before:
        if missing and not any("nobody has" in one.message for one in findings):
            findings[-1] = replace(
                findings[-1], message=f"{findings[-1].message}; nobody has {missing}"
            )
        return None
    deal = Deal(
        elder=Hand.of(places["elder"]),
        younger=Hand.of(places["younger"]),
        talon=tuple(places["talon"]),
    )
    _check_id(record, deal, findings)
    return deal


def _check_id(record: Record, deal: Deal, findings: list[Finding]) -> None:
    """Note a deal id that is another deal's; the cards as written stand."""
    tag = record.find_tag("DealId")
    if tag is None:
        return
    try:
        if parse_deal_id(tag.value) == deal:
            return
        message = f"the id {tag.value} is another deal’s; these cards have {format_deal_id(deal)}"
    except CardError as error:
        message = str(error)
    findings.append(Finding(span=tag.span, message=message, step="deal"))


# -- the lines -----------------------------------------------------------------------------------


class _Fold:
    """Applies the lines of a record, or of one of its variations, one after the other."""

    def __init__(
        self, record: Record, findings: list[Finding], prefix: str, *, adapt: bool = False
    ) -> None:
        self.record = record
        self.findings = findings
        self.prefix = prefix
        self.adapt = adapt
        self.adaptations: list[Finding] = []

    def lines(
        self,
        lines: tuple[Line, ...],
        state: DealState,
        score: tuple[int, int],
        waiting: list[Step],
    ) -> list[Step]:
        """Return the steps of lines.

        ``waiting`` are consequences that wait for the line that states their printed total, if
        there is one.
        """
        steps: list[Step] = []
        for line in lines:
            known = {step.id.removeprefix(self.prefix) for step in waiting}
            if line.label in _CONSEQUENCE_LABELS:
                if line.label not in known:
                    if not self.adapt:
                        self.find(line.span, f"there is no step {line.label} here")
                    continue
                while waiting:
                    step = waiting.pop(0)
                    if step.id == self.prefix + line.label:
                        steps.append(self.checked(step, line))
                        break
                    steps.append(step)
                continue
            steps += waiting
            waiting = []
            score = steps[-1].score if steps else score
            state, filled = self.unsaid(state, line, score)
            steps += filled
            score = steps[-1].score if steps else score
            if self.adapt and self.out_of_place(state, line):
                continue
            before = state
            try:
                action = self.adapted(state, line)
                state, events = apply(state, action)
            except IllegalAction as error:
                self.find(_place(line, error), str(error.args[0]), error.rule)
                return steps
            except _UnknownCard as error:
                self.find(error.span, "an unknown card: the replay ends here")
                return steps
            id = "ne" if line.label == "ne" else label_of(before)
            first, *waiting = self.consequences(id, action, state, events, score)
            branches = self.branches(line, before)
            steps.append(replace(self.checked(first, line), branches=branches))
        return steps + waiting

    def consequences(
        self,
        id: str,
        action: Action | None,
        state: DealState,
        events: tuple[Event, ...],
        score: tuple[int, int],
    ) -> list[Step]:
        """Return the step of an action and the consequences of it that have ids of their own."""
        steps = []
        for name, group in _split(id, events):
            score = tally(group, score)
            steps.append(
                Step(
                    id=self.prefix + name,
                    action=action if name == id else None,
                    events=group,
                    state=state,
                    score=score,
                )
            )
        return steps

    def unsaid(
        self, state: DealState, line: Line, score: tuple[int, int]
    ) -> tuple[DealState, list[Step]]:
        """Take the decisions that a record may leave out before a line.

        Nobody looked or asked for a new deal, and who was dealt a carte blanche said so. When
        adapting to other rules, also the answers and counts that these rules ask for besides.
        """
        steps: list[Step] = []
        while label_of(state) != line.label and not (line.label == "ne" and state.led is None):
            action = self.default(state, line)
            if action is None:
                break
            label = label_of(state)
            state, events = apply(state, action)
            if events:
                steps += self.consequences(label, action, state, events, score)
                score = steps[-1].score
        return state, steps

    def default(self, state: DealState, line: Line) -> Action | None:
        """Return the decision that goes without saying in a phase, if one does."""
        seat = state.seat
        if seat is None:
            return None
        match state.phase:
            case Phase.ELDER_LOOK | Phase.YOUNGER_LOOK | Phase.ELDER_DEMAND:
                return Look(seat=seat, look=False)
            case Phase.ELDER_REDEAL:
                return Redeal(seat=seat, wanted=False)
            case Phase.ELDER_BLANK | Phase.YOUNGER_BLANK:
                # Where elder must say how many cards he will exchange, the record shows how many.
                size = len(line.items) if line.label == "xe" else 0
                ways = [one for one in legal_actions(state) if isinstance(one, Announce)]
                said = [one for one in ways if one.declare and one.exchanging in (0, size)]
                return said[0] if said else None
            case Phase.REPLY if self.adapt:
                return self.note(line, state, legal_actions(state)[-1])
            case Phase.ELDER_COUNT | Phase.YOUNGER_COUNT if self.adapt:
                return self.note(line, state, full_count(state))
            case _:
                return None

    def note(self, line: Line, state: DealState, action: Action) -> Action:
        """Note that an action is these rules' own and not the record's."""
        label = label_of(state)
        message = f"{label} is decided by these rules; the record, made under others, has it not so"
        self.adaptations.append(Finding(span=line.span, message=message, step=label))
        return action

    def adapted(self, state: DealState, line: Line) -> Action:
        """Return the decision of a line; adapting, a true answer and a count that these rules allow."""
        action = _action(state, line)
        if not self.adapt:
            return action
        if isinstance(action, Reply):
            # The true answer claims the most: it is the last of the possible ones.
            true = legal_actions(state)[-1]
            return action if action == true else self.note(line, state, true)
        if isinstance(action, Count) and action not in legal_actions(state):
            return self.note(line, state, full_count(state))
        return action

    def out_of_place(self, state: DealState, line: Line) -> bool:
        """Tell whether these rules have no such step here and the record's can be left out."""
        if label_of(state) == line.label or line.label not in _OPTIONAL_LABELS:
            return False
        message = f"these rules have no step {line.label} here"
        self.adaptations.append(Finding(span=line.span, message=message, step=line.label))
        return True

    def branches(self, line: Line, before: DealState) -> tuple[Branch, ...]:
        found = []
        for number, variation in enumerate(line.variations, 1):
            id = f"{self.prefix}{line.label}-{number}"
            fold = _Fold(self.record, self.findings, prefix=f"{id}-", adapt=self.adapt)
            steps = fold.lines(variation.lines, before, before.score, [])
            found.append(Branch(id=id, comment=variation.comment, steps=tuple(steps)))
        return tuple(found)

    def checked(self, step: Step, line: Line) -> Step:
        """Return the step with the line's printed totals compared."""
        checks = []
        for total in line.totals:
            seat = self.whose(total, step)
            check = Check(seat=seat, printed=total.points, given=step.score[seat])
            checks.append(check)
            if not check.agrees:
                self.find(
                    total.span,
                    f"the source has {check.printed} for {self.record.player(seat)} at {step.id}, "
                    f"the rules give {check.given}",
                    _last_score_rule(step, seat),
                    step.id,
                )
        return replace(step, line=line, checks=tuple(checks))

    def whose(self, total: Total, step: Step) -> Seat:
        if total.seat is not None:
            return total.seat
        if step.action is not None:
            return step.action.seat
        return Seat.YOUNGER if step.id.endswith("y") else Seat.ELDER

    def find(self, span: Span, message: str, rule: str = "", step: str = "") -> None:
        self.findings.append(Finding(span=span, message=message, rule=rule, step=step))


_CONSEQUENCE_LABELS = ("be", "by", "last", "cards", "result")
# Steps that one rule set asks for and another does not.
_OPTIONAL_LABELS = ("ae", "ay", "le", "ly", "de", "ne", "re", "ry", "my", "ce", "cy")


class _UnknownCard(Exception):
    def __init__(self, span: Span) -> None:
        self.span = span


def label_of(state: DealState) -> str:
    """Return the step id of the decision that comes next.

    A lead may also be the naming of a suit (``ne``); its label is that of the card led.
    """
    kind = state.calls[-1].kind if state.calls else ""
    letter = {"point": "p", "sequence": "s", "set": "q"}.get(kind, "")
    match state.phase:
        case Phase.ELDER_BLANK:
            return "ae"
        case Phase.YOUNGER_BLANK:
            return "ay"
        case Phase.ELDER_REDEAL:
            return "re"
        case Phase.YOUNGER_REDEAL:
            return "ry"
        case Phase.ELDER_EXCHANGE:
            return "xe"
        case Phase.ELDER_LOOK:
            return "le"
        case Phase.YOUNGER_EXCHANGE:
            return "xy"
        case Phase.YOUNGER_LOOK:
            return "ly"
        case Phase.DECLARE:
            return f"{letter}e"
        case Phase.REPLY:
            return "my" if state.calls[-1].responses else f"{letter}y"
        case Phase.ELDER_COUNT:
            return "ce"
        case Phase.YOUNGER_COUNT:
            return "cy"
        case Phase.ELDER_DEMAND:
            return "de"
        case Phase.LEAD | Phase.FOLLOW:
            assert state.seat is not None
            return f"t{sum(state.tricks) + 1}{state.seat.letter}"
        case Phase.OVER:
            return "over"


def _action(state: DealState, line: Line) -> Action:
    """Return the decision that a line states; raises `IllegalAction` if it is not its turn."""
    label, seat = line.label, state.seat
    expected = label_of(state)
    naming = label == "ne" and state.phase is Phase.LEAD
    if seat is None:
        raise IllegalAction(f"{label}: the deal is over", "cards.majority")
    if label != expected and not naming:
        raise IllegalAction(
            f"{label} cannot come here: {state.phase.value}, which is the step {expected}",
            _TURN_RULES.get(state.phase, "declare.order"),
        )
    first = line.items[0] if line.items else None
    match state.phase:
        case Phase.ELDER_EXCHANGE | Phase.YOUNGER_EXCHANGE:
            try:
                return Exchange(seat=seat, discards=Hand.of(_cards(line)))
            except CardError as error:
                raise IllegalAction(str(error), f"exchange.{seat.name.lower()}-max") from None
        case Phase.ELDER_BLANK | Phase.YOUNGER_BLANK:
            exchanging = first if type(first) is int else 0
            return Announce(seat=seat, declare=first is not False, exchanging=exchanging)
        case Phase.ELDER_REDEAL | Phase.YOUNGER_REDEAL:
            return Redeal(seat=seat, wanted=first is True)
        case Phase.ELDER_LOOK | Phase.YOUNGER_LOOK | Phase.ELDER_DEMAND:
            return Look(seat=seat, look=first is True)
        case Phase.DECLARE:
            held = first if isinstance(first, _HOLDINGS) else None
            return Declare(seat=seat, kind=state.calls[-1].kind, holding=held)
        case Phase.REPLY:
            assert isinstance(first, Response)
            return Reply(seat=seat, kind=state.calls[-1].kind, response=first)
        case Phase.ELDER_COUNT | Phase.YOUNGER_COUNT:
            counted = [item for item in line.items if isinstance(item, _HOLDINGS)]
            return Count(seat=seat, holdings=_in_order(state, counted))
        case _:
            if naming:
                assert isinstance(first, Suit)
                return NameSuit(seat=seat, suit=first)
            return Play(seat=seat, card=_cards(line)[0])


_HOLDINGS = (PointHolding, SequenceHolding, SetHolding)
_TURN_RULES = {
    Phase.LEAD: "play.winner",
    Phase.FOLLOW: "play.winner",
    Phase.YOUNGER_COUNT: "declare.younger-counts",
    Phase.ELDER_EXCHANGE: "exchange.elder-min",
    Phase.YOUNGER_EXCHANGE: "exchange.younger-min",
    Phase.ELDER_BLANK: "blank.announce",
    Phase.YOUNGER_REDEAL: "exchange.redeal",
}


def _cards(line: Line) -> list[Card]:
    found = []
    for item in line.items:
        assert isinstance(item, MarkedCard)
        if item.card is None:
            raise _UnknownCard(item.span)
        found.append(item.card)
    return found


def _in_order(state: DealState, counted: list[Holding]) -> tuple[Holding, ...]:
    """Return holdings as the engine lists them, whatever their order in the record.

    Only the first of each kind has to be the record's first: it is the one that was called.
    """
    kinds = {"point": PointHolding, "sequence": SequenceHolding, "set": SetHolding}
    order = [kinds[name] for name in state.rules.names("declare.order").value]
    given = tuple(sorted(counted, key=lambda one: order.index(type(one))))
    for count in legal_counts(state):
        if _leaders(count.holdings) == _leaders(given) and Counter(given) == Counter(
            count.holdings
        ):
            return count.holdings
    return given


def _leaders(held: tuple[Holding, ...]) -> list[Holding]:
    """Return the first holding of each kind."""
    return [one for i, one in enumerate(held) if i == 0 or type(one) is not type(held[i - 1])]


def _place(line: Line, error: IllegalAction) -> Span:
    """Return the word that an error is about: the one it names, else the line's label."""
    for item, span in zip(line.items, line.spans, strict=False):
        name = str(item.card) if isinstance(item, MarkedCard) else str(item)
        if name in str(error.args[0]).split(":")[0].split():
            return span
    single = line.spans[0] if len(line.spans) == 1 else None
    return single if single and not str(error.args[0]).startswith(line.label) else line.span


def _split(id: str, events: tuple[Event, ...]) -> list[tuple[str, tuple[Event, ...]]]:
    """Cut the events of an action into the step itself and the consequences with ids of their own.

    They are the proof of a carte blanche, the last trick, the cards, and the result. Cards that are
    counted at the seventh trick are part of that trick; a capot on top of them comes at the end.
    """
    groups: list[tuple[str, list[Event]]] = [(id, [])]
    ended = any(isinstance(event, DealEnded) for event in events)
    for event in events:
        name = ""
        if isinstance(event, Shown) and event.rule == "blank.show":
            name = f"b{event.seat.letter}"
        elif isinstance(event, Scored) and event.rule == "play.last-trick":
            name = "last"
        elif isinstance(event, Scored) and event.reckon == "cards" and ended:
            name = "cards"
        elif isinstance(event, DealEnded):
            name = "result"
        if name and name != groups[-1][0]:
            groups.append((name, []))
        groups[-1][1].append(event)
    return [(name, tuple(group)) for name, group in groups]


def _last_score_rule(step: Step, seat: Seat) -> str:
    """Return the rule of the last points that a step gave a seat, to say where the total is from."""
    rules = [e.rule for e in step.events if isinstance(e, Scored) and e.seat is seat]
    return rules[-1] if rules else ""
