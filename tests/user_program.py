"""A program of a user, which uses every public name with its type.

`test_wheel.py` runs it with the installed wheel and lets strict type checkers read it.
"""

import random
from collections.abc import Iterator, Mapping
from typing import assert_never, assert_type

from piquet_core import (
    Action,
    Advice,
    AnnounceBlank,
    AnnounceCardsLeft,
    Answer,
    BlankAnnounced,
    BlankShown,
    Branch,
    Budget,
    Card,
    CardError,
    CardsLeftAnnounced,
    CardsShown,
    CardValue,
    Citation,
    Comparison,
    Count,
    Deal,
    DealEnded,
    DealPair,
    DealState,
    Dealt,
    Declare,
    Declared,
    Drew,
    Estimate,
    Event,
    Exchange,
    Exchanged,
    Finding,
    Hand,
    Holding,
    IllegalAction,
    InvalidMove,
    Judgement,
    Knowledge,
    LaidOut,
    LetStand,
    Look,
    Looked,
    MatchResult,
    MissingCardTold,
    NameSuit,
    NoAdvice,
    NoGame,
    NotationError,
    NotInPlay,
    Objective,
    Option,
    Phase,
    PipsTold,
    PiquetError,
    Play,
    Played,
    PlayedDeal,
    Player,
    PointHolding,
    RandomPlayer,
    Rank,
    Record,
    RecordedGame,
    Redeal,
    RedealAnswered,
    RedealAsked,
    RepiqueBarred,
    Replay,
    Replied,
    Reply,
    Response,
    Review,
    Rule,
    RuleSet,
    RuleSetError,
    Scored,
    ScoreEntry,
    Seat,
    SequenceHolding,
    SetHolding,
    Settlement,
    SideReview,
    Solution,
    Source,
    Step,
    Suit,
    SuitNamed,
    ThumbPlayer,
    TotalCheck,
    TrickTaken,
    Turn,
    View,
    __version__,
    advise,
    apply,
    budget_within,
    catalogue,
    compare_rules,
    cut_decides,
    deals_to_play,
    dumps,
    elder_of,
    find_budget,
    find_rule,
    find_ruleset,
    format_deal_id,
    format_hand,
    hundred_chance,
    is_drawn,
    knowledge_of,
    legal_actions,
    load_ruleset,
    loads,
    loads_all,
    match_winner,
    move_of,
    new_deal,
    observe,
    pack,
    parse_card,
    parse_deal_id,
    parse_hand,
    parse_holding,
    parse_ruleset,
    partie_chance,
    play_match,
    play_out,
    read_move,
    record_actions,
    replay_game,
    replay_record,
    review,
    ruleset_ids,
    score_entries,
    score_hands,
    settle_hundred,
    settle_partie,
    shuffled_deal,
    solve,
    sources,
    start,
    tally,
    turn_of,
)


class HighestCard:
    """A player that plays its highest legal card and otherwise decides like Thumb."""

    def __init__(self) -> None:
        self.thumb: Player = ThumbPlayer()

    def choose(self, turn: Turn) -> Action:
        plays = [action for action in turn.legal if isinstance(action, Play)]
        return max(plays, key=lambda play: play.card.rank) if plays else self.thumb.choose(turn)

    def reason(self, turn: Turn, action: Action) -> str:
        return "the highest card" if isinstance(action, Play) else self.thumb.reason(turn, action)


def decision(action: Action) -> object:
    """Return the content of a decision besides its seat."""
    match action:
        case AnnounceBlank(declare=declare):
            return declare
        case AnnounceCardsLeft(count=count):
            return count
        case Redeal(wanted=wanted):
            return wanted
        case Exchange(discards=discards):
            return assert_type(discards, Hand)
        case Look(look=look):
            return look
        case Declare(holding=holding):
            return assert_type(holding, Holding | None)
        case Reply(response=response):
            return assert_type(response, Response)
        case LetStand():
            return None
        case Count(holdings=holdings):
            return assert_type(holdings, tuple[Holding, ...])
        case NameSuit(suit=suit):
            return assert_type(suit, Suit)
        case Play(card=card):
            return assert_type(card, Card)
        case _:
            assert_never(action)


def rule_of(event: Event) -> str:
    """Return the rule that an event names, or "" for a played card."""
    match event:
        case Dealt(rule=rule) | BlankAnnounced(rule=rule) | BlankShown(rule=rule):
            return rule
        case Exchanged(rule=rule) | LaidOut(rule=rule) | Drew(rule=rule) | Looked(rule=rule):
            return rule
        case CardsLeftAnnounced(rule=rule) | RedealAsked(rule=rule) | RedealAnswered(rule=rule):
            return rule
        case Declared(rule=rule) | Replied(rule=rule) | PipsTold(rule=rule):
            return rule
        case CardsShown(rule=rule) | MissingCardTold(rule=rule) | SuitNamed(rule=rule):
            return rule
        case Scored(rule=rule) | RepiqueBarred(rule=rule) | TrickTaken(rule=rule):
            return rule
        case DealEnded(rule=rule):
            return rule
        case Played():
            return ""
        case _:
            assert_never(event)


def suit_of(holding: Holding) -> Suit | None:
    match holding:
        case PointHolding(suit=suit) | SequenceHolding(suit=suit):
            return suit
        case SetHolding():
            return None
        case _:
            assert_never(holding)


def cards_and_rules() -> Iterator[object]:
    whole: Hand = pack(32)
    ace: Card = parse_card("SA")
    yield ace in whole and ace.rank is Rank.ACE and ace.suit is Suit.SPADES
    yield format_hand(parse_hand("SA SK"))
    yield suit_of(parse_holding("6D"))
    rules: RuleSet = load_ruleset(ruleset_ids()[0])
    changed: RuleSet = find_ruleset("little,play.low-cards=yes")
    yield changed.flag("play.low-cards").value
    answer: Answer[int] = rules.number("pack.size")
    place: Citation | None = next(iter(answer.citations), None)
    yield place and assert_type(place.source, Source).title
    asked: Rule = find_rule("play.lead")
    known: Mapping[str, Rule] = catalogue()
    yield known[asked.id] == asked and sorted(sources())
    try:
        parse_card("SX")
    except CardError as error:
        yield str(error)
    try:
        parse_ruleset("[ruleset]")
    except RuleSetError as error:
        yield error.context
    try:
        loads("no record")
    except NotationError as error:
        yield error.faults[0].span.line


def a_deal(rules: RuleSet, rng: random.Random) -> tuple[DealState, tuple[Event, ...]]:
    """Play a deal and return its end with all events."""
    deal: Deal = shuffled_deal(rules, rng)
    assert parse_deal_id(format_deal_id(deal)) == deal
    state, log = start(rules, deal)
    for action, after, events in play_out(state, HighestCard(), RandomPlayer(rng)):
        assert decision(action) == decision(read_move(state, move_of(state, action)))
        state, log = after, (*log, *events)
        assert all(rule_of(event) for event in events if not isinstance(event, Played))
    return state, log


def decisions(rules: RuleSet) -> Iterator[object]:
    state, _ = start(rules, shuffled_deal(rules, random.Random(1)))
    turn: Turn = turn_of(state)
    yield assert_type(turn.knowledge, Knowledge).unseen
    yield assert_type(knowledge_of(state, Seat.YOUNGER), Knowledge).hand
    after, events = apply(state, legal_actions(state)[0])
    yield assert_type(after, DealState).phase is not Phase.OVER
    yield assert_type(events, tuple[Event, ...])
    for refused in ("never", "SA"):
        try:
            apply(after, read_move(after, refused))
        except (InvalidMove, IllegalAction) as error:
            yield error


def games(rules: RuleSet) -> Iterator[object]:
    rng = random.Random(2)
    deals: list[PlayedDeal] = []
    while deals_to_play(rules, deals):
        state, log = a_deal(rules, rng)
        assert tally(log) == state.score
        deals.append(PlayedDeal(elder=elder_of(rules, 0, len(deals)), events=log))
    settled: Settlement | None = settle_partie(rules, deals)
    yield (settled is None) == is_drawn(rules, deals)
    yield settle_hundred(rules, deals[:1])
    yield cut_decides(rules, Rank.ACE, Rank.SEVEN)
    yield match_winner(load_ruleset("little"), [])
    yield partie_chance(rules, (20, 30), 2)
    yield hundred_chance(load_ruleset("little"), (20, 30))
    match: MatchResult = play_match(rules, ("thumb", "beginner"), deals=6)
    pair: DealPair = match.pairs[0]
    yield pair.margin
    yield assert_type(match.points, Estimate).mean


def records(rules: RuleSet) -> Iterator[object]:
    record: Record = new_deal(rules, random.Random(3))
    assert loads(dumps(record)) == record
    played = thumb_deal(rules)
    assert loads(dumps(played)) == played
    assert replay_record(played).steps[-1].state.phase is Phase.OVER
    game: RecordedGame = replay_game(loads_all(dumps(played).encode()))
    yield game.totals
    try:
        replay_game([record])
    except NoGame as error:
        yield error
    replay: Replay = replay_record(record)
    step: Step = replay.step("deal")
    branches: tuple[Branch, ...] = step.branches
    checks: tuple[TotalCheck, ...] = step.checks
    findings: tuple[Finding, ...] = replay.findings
    yield branches, checks, findings
    view: View = observe(step, None)
    yield view.score
    compared: Comparison = compare_rules(record, rules, load_ruleset("cavendish"))
    yield compared.difference
    steps = score_hands(rules, parse_hand("A.AK.AJT987.JT9"), parse_hand("KQJ.QJT.KQ.AKQ8"))
    entries: list[ScoreEntry] = list(score_entries(steps))
    yield entries[0].text


def thumb_deal(rules: RuleSet) -> Record:
    deal = shuffled_deal(rules, random.Random(4))
    thumb = ThumbPlayer()
    state, _ = start(rules, deal)
    actions = [action for action, _, _ in play_out(state, thumb, thumb)]
    return record_actions(rules, deal, actions, ("Anna", "Bert"))


def steady(objective: Objective) -> bool:
    return objective.steady


def judgements(record: Record) -> Iterator[object]:
    replay = replay_record(record)
    state = replay.step("t10e").state
    solved: Solution = solve(state)
    values: Mapping[Card, CardValue] = solved.values
    yield values
    brief: Budget = find_budget("brief")
    yield budget_within(state, 1.0).hands
    advice: Advice = advise(state, budget=brief)
    best: Option = advice.options[0]
    yield best.cards
    judged: Review = review(replay, budget=brief)
    one: Judgement = judged.judgements[0]
    side: SideReview = judged.sides[Seat.ELDER]
    yield one.cost, side.accuracy
    if judged.objective:
        yield steady(judged.objective)
    for call in (solve, advise):
        try:
            call(replay.steps[-1].state)
        except (NotInPlay, NoAdvice, PiquetError) as error:
            yield error


def main() -> None:
    rules = load_ruleset("hoyle1909")
    played = thumb_deal(rules)
    print(__version__)
    for part in (
        cards_and_rules(),
        decisions(rules),
        games(rules),
        records(rules),
        judgements(played),
    ):
        print(sum(1 for _ in part))
    print(played.players)


if __name__ == "__main__":
    main()
