"""Public values can be copied, pickled, compared and hashed, and never share the engine's tables.

The tests walk `piquet_core.__all__`: a new function or class without an example here fails.
"""

import copy
import inspect
import pickle
import pkgutil
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache, partial
from importlib import import_module
from typing import Any

import pytest
from random_play import AB, ALL_RECORDS, ROOT, read

import piquet_core
from piquet_core import (
    AnnounceCardsLeft,
    CardsLeftAnnounced,
    DealState,
    IllegalAction,
    NotationError,
    PiquetError,
    PlayedDeal,
    RandomPlayer,
    Rank,
    Replay,
    RuleSet,
    RuleSetError,
    Seat,
    ThumbPlayer,
    catalogue,
    find_budget,
    find_rule,
    legal_actions,
    load_ruleset,
    loads,
    parse_deal_id,
    parse_ruleset,
    play_out,
    replay_record,
    shuffled_deal,
    sources,
    start,
)
from piquet_core.errors import Fault, Span
from piquet_core.frozen_dict import FrozenDict

RULES = load_ruleset("hoyle1909")
LITTLE = load_ruleset("little")
DEAL = "32-XY8BPT54XW5N-D"
PUBLIC = {name: getattr(piquet_core, name) for name in piquet_core.__all__}
CLASSES = {name: thing for name, thing in PUBLIC.items() if isinstance(thing, type)}
FUNCTIONS = {
    name: thing
    for name, thing in PUBLIC.items()
    if callable(thing) and inspect.isfunction(inspect.unwrap(thing))
}
NO_VALUES = {"Objective", "Player"}
"""Public protocols; their implementations have examples."""


def state() -> DealState:
    return start(RULES, parse_deal_id(DEAL))[0]


def replay() -> Replay:
    return replay_record(read(AB))


def last_trick() -> DealState:
    return replay().step("t11e").state


def played(elder: int = 0) -> PlayedDeal:
    events = tuple(event for step in replay().steps for event in step.events)
    return PlayedDeal(elder=elder, events=events)


def text_of(id: str) -> str:
    return (ROOT / f"piquet_core/rules/data/rulesets/{id}.toml").read_text("utf-8")


def another(id: str) -> str:
    return text_of(id).replace('version = "', 'version = "9.')


# An example call of every public function.
CALLS: dict[str, Callable[[], Any]] = {
    "advise": lambda: piquet_core.advise(last_trick(), budget=find_budget("endings")),
    "apply": lambda: piquet_core.apply(state(), legal_actions(state())[0]),
    "budget_within": lambda: piquet_core.budget_within(last_trick(), 1.0),
    "catalogue": catalogue,
    "compare_rules": lambda: piquet_core.compare_rules(read(AB), RULES, LITTLE),
    "cut_decides": lambda: piquet_core.cut_decides(RULES, Rank.ACE, Rank.SIX),
    "deals_to_play": lambda: piquet_core.deals_to_play(RULES, [played()]),
    "dumps": lambda: piquet_core.dumps(read(AB)),
    "elder_of": lambda: piquet_core.elder_of(RULES, 0, 1),
    "find_budget": lambda: find_budget("brief"),
    "find_rule": lambda: find_rule("play.lead"),
    "find_ruleset": lambda: piquet_core.find_ruleset("little,play.low-cards=yes"),
    "format_deal_id": lambda: piquet_core.format_deal_id(state().deal),
    "format_hand": lambda: piquet_core.format_hand(state().hands[0]),
    "hundred_chance": lambda: piquet_core.hundred_chance(LITTLE, (20, 30)),
    "is_drawn": lambda: piquet_core.is_drawn(RULES, [played()]),
    "knowledge_of": lambda: piquet_core.knowledge_of(last_trick(), Seat.ELDER),
    "legal_actions": lambda: legal_actions(state()),
    "load_ruleset": lambda: load_ruleset("old36"),
    "loads": lambda: loads(AB.read_text("utf-8")),
    "loads_all": lambda: piquet_core.loads_all(AB.read_bytes()),
    "match_winner": lambda: piquet_core.match_winner(LITTLE, []),
    "move_of": lambda: piquet_core.move_of(state(), legal_actions(state())[0]),
    "new_deal": lambda: piquet_core.new_deal(RULES, random.Random(1)),
    "observe": lambda: piquet_core.observe(replay().step("t1e"), Seat.ELDER),
    "pack": lambda: piquet_core.pack(36),
    "parse_card": lambda: piquet_core.parse_card("SA"),
    "parse_deal_id": lambda: parse_deal_id(DEAL),
    "parse_hand": lambda: piquet_core.parse_hand("SA SK"),
    "parse_holding": lambda: piquet_core.parse_holding("6D"),
    "parse_ruleset": lambda: parse_ruleset(another("modern")),
    "partie_chance": lambda: piquet_core.partie_chance(RULES, (20, 30), 2),
    "play_match": lambda: piquet_core.play_match(RULES, ("thumb", "thumb"), deals=6),
    "play_out": lambda: tuple(play_out(state(), ThumbPlayer(), RandomPlayer(random.Random(1)))),
    "score_entries": lambda: tuple(piquet_core.score_entries(replay().steps)),
    "record_actions": lambda: piquet_core.record_actions(
        RULES, state().deal, [legal_actions(state())[0]]
    ),
    "read_move": lambda: piquet_core.read_move(state(), "S9+S7+C7"),
    "review": lambda: piquet_core.review(replay(), budget=find_budget("brief")),
    "ruleset_ids": piquet_core.ruleset_ids,
    "replay_game": lambda: piquet_core.replay_game([read(AB)]),
    "replay_record": replay,
    "score_hands": lambda: piquet_core.score_hands(
        RULES, *(replay().step("pe").state.hands[seat] for seat in Seat)
    ),
    "settle_hundred": lambda: piquet_core.settle_hundred(RULES, [played()] * 3),
    "settle_partie": lambda: piquet_core.settle_partie(RULES, [played(n % 2) for n in range(6)]),
    "shuffled_deal": lambda: shuffled_deal(RULES, random.Random(1)),
    "solve": lambda: piquet_core.solve(last_trick()),
    "sources": sources,
    "start": lambda: start(RULES, parse_deal_id(DEAL)),
    "tally": lambda: piquet_core.tally(played().events),
    "turn_of": lambda: piquet_core.turn_of(last_trick()),
}


def refused(call: Callable[[], object]) -> PiquetError:
    with pytest.raises(PiquetError) as caught:
        call()
    return caught.value


ERRORS: dict[str, Callable[[], PiquetError]] = {
    "IllegalAction": lambda: IllegalAction("hearts must be followed", "play.follow"),
    "NotationError": lambda: NotationError(
        (Fault(span=Span(line=1, column=2), message="no such step"),), "t1x SA", "deal"
    ),
    "NoCommonDeal": lambda: refused(
        lambda: piquet_core.compare_rules(read(AB), RULES, load_ruleset("old36"))
    ),
    "RuleSetError": lambda: RuleSetError("a number is expected", "little: play.lead"),
}
"""Errors with more arguments than a message."""


def test_there_is_an_example_of_every_public_function() -> None:
    assert set(CALLS) == set(FUNCTIONS)


# -- what the values hold ------------------------------------------------------------------------


def inside(value: object, seen: dict[int, object]) -> Iterator[object]:
    """Yield a value and everything it contains, each once."""
    if id(value) in seen:
        return
    seen[id(value)] = value
    yield value
    held: tuple[object, ...] = ()
    if is_dataclass(value) and not isinstance(value, type):
        held = tuple(getattr(value, field.name) for field in fields(value))
    elif isinstance(value, Mapping):
        held = (*value.keys(), *value.values())
    elif isinstance(value, tuple | list | set | frozenset):
        held = tuple(value)
    for one in held:
        yield from inside(one, seen)


def values() -> Iterator[object]:
    """Yield the results of the public functions, and the decisions and events of many deals."""
    for call in CALLS.values():
        yield call()
    yield (
        ThumbPlayer(),
        RandomPlayer(random.Random(1)),
        played(),
        AnnounceCardsLeft(seat=Seat.ELDER, count=1),
    )
    yield CardsLeftAnnounced(seat=Seat.ELDER, count=1, rule="blank.show")
    yield CALLS["play_match"]().points
    for path in ALL_RECORDS:
        yield replay_record(read(path))
    for id in piquet_core.ruleset_ids():
        for seed in range(20):
            rng = random.Random(seed)
            now, log = start(load_ruleset(id), shuffled_deal(load_ruleset(id), rng))
            yield log
            for action, _, events in play_out(now, RandomPlayer(rng), RandomPlayer(rng)):
                yield action, events


@cache
def examples() -> Mapping[type, object]:
    """Return an example of each type that the public functions return, at any depth."""
    seen: dict[int, object] = {}
    found: dict[type, object] = {}
    for value in values():
        for one in inside(value, seen):
            found.setdefault(type(one), one)
    return found


@cache
def modules() -> tuple[Any, ...]:
    """Return all modules that need only Python."""
    others = (
        "sphinx_piquet",
        "website",
        "piquet_core.__main__",
        "piquet_core.environments.piquet_v0",
        "piquet_core.environments.open_spiel_game",
    )
    names = (one.name for one in pkgutil.walk_packages(piquet_core.__path__, "piquet_core."))
    return tuple(import_module(name) for name in names if not name.startswith(others))


def errors() -> dict[str, PiquetError]:
    """Return an example of every error of the package."""
    assert modules()
    classes = [PiquetError]
    for one in classes:
        classes += one.__subclasses__()
    return {
        one.__name__: ERRORS[one.__name__]() if one.__name__ in ERRORS else one("the message")
        for one in classes
    }


def test_there_is_an_example_of_every_public_class() -> None:
    known = {type(one) for one in errors().values()} | set(examples())
    assert {name for name, one in CLASSES.items() if one not in known} == NO_VALUES


# -- copies --------------------------------------------------------------------------------------


def pickled(value: object, protocol: int) -> object:
    return pickle.loads(pickle.dumps(value, protocol))


WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{
        f"pickle {protocol}": partial(pickled, protocol=protocol)
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    },
}
PLAYERS = (RandomPlayer, ThumbPlayer)
"""Players can be copied, but two are never equal."""


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_of_a_value_is_equal_to_it(way: str) -> None:
    for kind, value in examples().items():
        copied = WAYS[way](value)
        assert type(copied) is kind
        if kind not in PLAYERS:
            assert copied == value, kind
            assert hash(copied) == hash(value), kind


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_of_an_error_says_the_same(way: str) -> None:
    for name, error in errors().items():
        error.add_note("while reading")
        copied = WAYS[way](error)
        assert type(copied) is type(error), name
        assert (str(copied), copied.args) == (str(error), error.args), name
        assert vars(copied) == vars(error), name


def test_a_source_and_a_citation_have_a_short_repr() -> None:
    (citation,) = RULES.answers["play.lead"].citations
    assert repr(citation) == "<Citation hoyle1909:play.3>"
    assert repr(citation.source) == "sources()['hoyle1909']"


# -- rule sets -----------------------------------------------------------------------------------


def test_rule_sets_with_the_same_answers_are_equal() -> None:
    copied = replace(LITTLE, answers=dict(LITTLE.answers))
    assert copied is not LITTLE
    assert copied == LITTLE
    assert hash(copied) == hash(LITTLE)
    assert {copied: 1}[LITTLE] == 1


def test_rule_sets_that_differ_in_one_thing_are_not_equal() -> None:
    answers = {**LITTLE.answers, "play.lead": replace(LITTLE.answers["play.lead"], note="other")}
    assert replace(LITTLE, answers=answers) != LITTLE
    assert replace(LITTLE, title="Other") != LITTLE
    assert LITTLE != RULES
    assert LITTLE != "little"


def test_the_text_of_a_rule_set_gives_the_one_that_is_loaded() -> None:
    """Caches are keyed by rule set, and an identical object is found fastest."""
    assert parse_ruleset(text_of("little")) is LITTLE
    assert parse_ruleset(another("little")) is parse_ruleset(another("little"))
    assert parse_ruleset(another("little")) != LITTLE


def test_a_copied_state_plays_on_with_the_same_rule_set() -> None:
    copied = pickle.loads(pickle.dumps(last_trick()))
    assert copied.rules is RULES
    other = replace(RULES, version="9")
    first, second = (pickle.loads(pickle.dumps(replace(state(), rules=other))) for _ in range(2))
    assert first.rules == other
    assert first.rules is second.rules


# -- tables --------------------------------------------------------------------------------------


def changeable(value: object) -> Iterator[object]:
    """Yield the mutable lists, dictionaries and sets in a value."""
    for one in inside(value, {}):
        if isinstance(one, list | set | bytearray) or (
            isinstance(one, Mapping) and not isinstance(one, FrozenDict)
        ):
            yield one


@pytest.mark.parametrize("name", CALLS)
def test_what_a_public_function_returns_is_never_shared_and_changeable(name: str) -> None:
    first, second = list(changeable(CALLS[name]())), list(changeable(CALLS[name]()))
    assert not {id(one) for one in first} & {id(one) for one in second}


def cached() -> dict[str, Callable[[], object]]:
    """Return the cached public functions without arguments."""
    return {
        f"{module.__name__}.{name}": one
        for module in modules()
        for name, one in vars(module).items()
        if hasattr(one, "cache_info") and not name.startswith("_")
        if one.__module__ == module.__name__ and not inspect.signature(one).parameters
    }


def test_a_packaged_rule_set_is_pickled_by_id_and_digest() -> None:
    written = pickle.dumps(RULES)
    assert len(written) < 200
    assert pickle.loads(written) is RULES
    other = written.replace(RULES.digest.encode(), b"0" * 16)
    with pytest.raises(RuleSetError, match="hoyle1909: pickled with other answers"):
        pickle.loads(other)


def test_what_is_remembered_cannot_be_changed() -> None:
    assert "piquet_core.rules.sources.families" in cached()
    assert [name for name, one in cached().items() if list(changeable(one()))] == []


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.pop("play.lead"),
        lambda table: table.popitem(),
        lambda table: table.clear(),
        lambda table: table.update(a=1),
        lambda table: table.setdefault("a", 1),
        lambda table: table.__setitem__("a", 1),
        lambda table: table.__delitem__("play.lead"),
        lambda table: table.__ior__({"a": 1}),
    ],
)
@pytest.mark.parametrize(
    "table", [lambda: LITTLE.answers, catalogue, lambda: FrozenDict({"play.lead": 1})]
)
def test_a_shared_table_refuses_a_change_and_stays_as_it_was(
    table: Callable[[], Any], change: Callable[[Any], object]
) -> None:
    before = dict(table())
    with pytest.raises(TypeError, match="read-only"):
        change(table())
    assert dict(table()) == before


def test_a_rule_set_goes_on_after_somebody_tried_to_change_it() -> None:
    with pytest.raises(TypeError):
        load_ruleset("little").answers.pop("play.lead", None)  # type: ignore[attr-defined]
    now, _ = start(LITTLE, parse_deal_id(DEAL))
    assert sum(1 for _ in play_out(now, ThumbPlayer(), ThumbPlayer())) > 24


def test_a_rule_set_keeps_no_table_of_its_maker() -> None:
    answers = dict(LITTLE.answers)
    made = RuleSet(**{field.name: getattr(LITTLE, field.name) for field in fields(RuleSet)})
    copied = replace(made, answers=answers)
    answers.clear()
    assert copied == LITTLE
