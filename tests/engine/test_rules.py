"""The rule data: complete, cited, and strictly decoded."""

import re
import tomllib
from importlib import resources

import pytest

from piquet_core.cards.cards import RANKS, Rank
from piquet_core.errors import RuleSetError
from piquet_core.rules import (
    catalogue,
    families,
    find_rule,
    load_ruleset,
    parse_citation,
    parse_ruleset,
    ruleset_ids,
    sources,
)
from piquet_core.rules.catalogue import KINDS, _rule
from piquet_core.rules.decode import (
    list_of_type,
    of_type,
    optional,
    parse_toml,
    refuse_unknown_keys,
    required,
)
from piquet_core.rules.sources import _source

DATA = resources.files("piquet_core.rules").joinpath("data")
TEXT = DATA.joinpath("rulesets", "hoyle1909.toml").read_text("utf-8")


# -- what is there -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ruleset_ids())
def test_every_rule_has_an_answer_and_every_answer_a_place_or_a_reason(name: str) -> None:
    rules = load_ruleset(name)
    assert list(rules.answers) == list(catalogue())
    for id, answer in rules.answers.items():
        assert answer.id == id
        assert answer.words
        if answer.absent:
            assert answer.status == "absent"
            assert answer.value is None
            assert answer.citations == ()
            assert len(answer.note) > 20, f"{id}: why the question does not arise"
        elif answer.status != "stated":
            assert bool(answer.slip) == (answer.status == "slip")
            assert len(answer.slip or answer.note) > 18, f"{id}: what is ours is explained"
        else:
            assert answer.citations
        for citation in answer.citations:
            assert citation.source.id in sources()
            assert parse_citation(str(citation), id) == citation
            assert citation.section.title in citation.place


@pytest.mark.parametrize("number", ["\u0662", "²", "0", "-1", "1" * 10_000, "", "2 "])
def test_a_paragraph_has_the_digits_of_the_data(number: str) -> None:
    with pytest.raises(RuleSetError):
        parse_citation(f"hoyle1909:calling.{number}", "example")


def test_the_catalogue_asks_questions() -> None:
    for id, rule in catalogue().items():
        assert rule.id == id
        assert rule.group in {one.partition(".")[0] for one in catalogue()}
        assert rule.kind in KINDS
        assert rule.question.endswith("?")
        assert not rule.title.endswith(".")
        if rule.kind == "int":
            assert rule.unit, f"{id}: what does the number count?"
        assert not rule.unit or rule.kind in ("int", "ints")


def test_ids_are_words_and_dots() -> None:
    for id in catalogue():
        group, name = id.split(".")
        assert all(part.replace("-", "").isalpha() and part.islower() for part in (group, name))


def test_a_near_miss_of_an_id_is_helped() -> None:
    with pytest.raises(RuleSetError, match="did you mean repique") as error:
        find_rule("repique.bonos")
    assert error.value.context == "repique.bonos"
    with pytest.raises(RuleSetError, match=r"no such rule$"):
        find_rule("xyzzy")


def test_the_figures_of_the_book() -> None:
    rules = load_ruleset("hoyle1909")
    figures = {
        "pack.size": 32,
        "deal.hand": 12,
        "deal.talon": 8,
        "blank.points": 10,
        "exchange.elder-min": 1,
        "exchange.elder-max": 5,
        "exchange.younger-min": 1,
        "sequence.least": 3,
        "set.quatorze": 14,
        "set.trio": 3,
        "repique.threshold": 30,
        "repique.bonus": 60,
        "pique.threshold": 30,
        "pique.bonus": 30,
        "play.lead": 1,
        "play.lead-wins": 0,
        "play.capture": 1,
        "play.last-trick": 1,
        "cards.majority": 7,
        "cards.points": 10,
        "cards.divided": 0,
        "capot.points": 40,
        "hundred.target": 100,
        "rubicon.deals": 6,
        "rubicon.line": 100,
        "rubicon.bonus": 100,
        "rubicon.tie-deals": 2,
    }
    ints = {id for id, rule in catalogue().items() if rule.kind == "int" and rules.has(id)}
    assert {id: rules.number(id).value for id in ints} == figures
    pips = rules.pips("point.pips").value
    assert [pips[rank] for rank in RANKS[:0:-1]] == [11, 10, 10, 10, 10, 9, 8, 7]
    assert rules.ranks("set.ranks").value == (RANKS[:3:-1])
    assert Rank.SIX not in pips


def test_a_rule_set_is_read_once_and_known_by_identity() -> None:
    rules = load_ruleset("hoyle1909")
    assert load_ruleset("hoyle1909") is rules
    same = parse_ruleset(TEXT)
    assert same.answers == rules.answers
    assert repr(same) == "load_ruleset('hoyle1909')"


# -- what is refused -----------------------------------------------------------------------------

BROKEN = [
    # (original text, replacement, context in the message, words of the message)
    ('["pack.size"]\nvalue = 32', '["pack.size"]\nvalue = "32"', "pack.size.value", "expected int"),
    ('["pack.size"]\nvalue = 32', '["pack.size"]\nvalue = true', "pack.size.value", "found bool"),
    ('["pack.size"]\nvalue = 32\n', '["pack.size"]\n', "pack.size", "'value' is missing"),
    ('["pack.size"]\nvalue', '["pack.sise"]\nvalue', "pack.sise", "no such rule"),
    (
        'cite = ["hoyle1909:capot.3"]',
        'cites = ["x"]',
        "play.last-trick-capot",
        "unknown key 'cites'",
    ),
    ('cite = ["hoyle1909:capot.3"]', "", "play.last-trick-capot.cite", "stated must cite a place"),
    (
        'cite = ["hoyle1909:capot.3"]',
        "cite = []",
        "last-trick-capot.cite",
        "stated must cite a place",
    ),
    ('cite = ["hoyle1909:capot.3"]', 'cite = ["penguin:score.1"]', "capot.cite", "text itself"),
    ('cite = ["hoyle1909:capot.3"]', 'status = "sure"', "capot.status", "unknown status 'sure'"),
    ('cite = ["hoyle1909:capot.3"]', "cite = [3]", "play.last-trick-capot.cite[0]", "expected str"),
    (
        '"hoyle1909:capot.3"',
        '"hoyle1910:capot.3"',
        "last-trick-capot",
        "unknown source 'hoyle1910'",
    ),
    ('"hoyle1909:capot.3"', '"hoyle1909:kapot.3"', "last-trick-capot", "no section 'kapot'"),
    ('"hoyle1909:capot.3"', '"hoyle1909:capot.5"', "last-trick-capot", "has 4 paragraphs"),
    ('"hoyle1909:capot.3"', '"hoyle1909:capot.x"', "last-trick-capot", "has 4 paragraphs"),
    ('value = "high-chooses"', 'value = "high"', "deal.first-dealer.value", "unknown option"),
    ('value = "AKQJT987"', 'value = "AKQJT98X"', "pack.ranks.value", "unknown rank 'X'"),
    ('value = "AKQJT987"', "value = 8", "pack.ranks.value", "expected str"),
    ("value = [2, 3]", 'value = [2, "3"]', "deal.packets.value[1]", "expected int"),
    ('value = ["point", ', 'value = ["pint", ', "declare.order.value", "unknown option 'pint'"),
    ("{ A = 11,", "{ B = 11,", "point.pips.value", "unknown rank 'B'"),
    ("{ A = 11,", '{ A = "11",', "point.pips.value.A", "expected int"),
    ('source = "hoyle1909"', 'source = "edmond"', "ruleset.source", "unknown source 'edmond'"),
    ('version = "1.1"', "version = 1.0", "ruleset.version", "expected str, found float"),
    ('version = "1.1"', 'versoin = "1.0"', "ruleset", "unknown key 'versoin'"),
    ('short = "Hoyle 1909"', "short = 1909", "ruleset.short", "expected str, found int"),
    ("[ruleset]", "[ruleset", "book.toml", "Expected"),
]


@pytest.mark.parametrize(("old", "new", "context", "said"), BROKEN)
def test_a_faulty_rule_set_is_refused_at_its_place(
    old: str, new: str, context: str, said: str
) -> None:
    assert old in TEXT
    with pytest.raises(RuleSetError) as error:
        parse_ruleset(TEXT.replace(old, new, 1), "book.toml")
    assert error.value.context.startswith("book.toml")
    assert context in error.value.context
    assert said in str(error.value)
    assert str(error.value).startswith(error.value.context)


def test_no_answer_may_be_missing() -> None:
    table = tomllib.loads(TEXT)
    for id in table:
        cut = TEXT.replace(f'["{id}"]', f'["x{id}"]') if id != "ruleset" else TEXT[len("[") :]
        with pytest.raises(RuleSetError):
            parse_ruleset(cut, "book.toml")
    short = TEXT[: TEXT.index('["rubicon.tie-deals"]')]
    with pytest.raises(RuleSetError, match="the rule has no answer") as error:
        parse_ruleset(short, "book.toml")
    assert error.value.context == "book.toml: rubicon.tie-deals"


def test_a_rule_set_without_a_short_name_goes_by_its_title() -> None:
    assert parse_ruleset(TEXT).short == "Hoyle 1909"
    unnamed = parse_ruleset(TEXT.replace('short = "Hoyle 1909"\n', ""))
    assert unnamed.short == unnamed.title != "Hoyle 1909"


def test_an_unknown_rule_set_is_refused_with_those_there_are() -> None:
    with pytest.raises(RuleSetError, match=r"choose one of .*hoyle1909"):
        load_ruleset("../hoyle1909")


@pytest.mark.parametrize(
    ("table", "context", "said"),
    [
        ({"title": "T", "question": "Q?", "kind": "number"}, "x.y.kind", "unknown kind"),
        ({"title": "T", "question": "Q?", "kind": "choice"}, "x.y", "'options' is required"),
        ({"title": "T", "question": "Q?", "kind": "int", "options": {"a": "b"}}, "x.y", "options"),
        ({"title": "T", "kind": "int"}, "x.y", "'question' is missing"),
        ({"title": 1, "question": "Q?", "kind": "int"}, "x.y.title", "expected str"),
        ({"title": "T", "question": "Q?", "kind": "int", "unti": "cards"}, "x.y", "unknown key"),
        (
            {"title": "T", "question": "Q?", "kind": "choice", "options": {"a": 1}},
            "x.y.options.a",
            "expected str",
        ),
        ("T", "x.y", "expected dict"),
    ],
)
def test_a_faulty_question_is_refused_at_its_place(table: object, context: str, said: str) -> None:
    with pytest.raises(RuleSetError, match=said) as error:
        _rule("x.y", table)
    assert error.value.context == context


@pytest.mark.parametrize(
    ("changes", "context", "said"),
    [
        ({"year": "1909"}, "book.year", "expected int"),
        ({"year": 0}, "book.year", "an estimate if the source is undated"),
        ({"family": "smith"}, "book.family", "unknown family"),
        ({"alone": "Nothing."}, "book.alone", "cannot be combined"),
        ({"yaer": 1909}, "book", "unknown key 'yaer'"),
        ({"site": "S", "accessed": "2026-11-22"}, "book", "needs 'tertiary'"),
        ({"site": "S", "tertiary": False}, "book", "needs 'accessed'"),
        ({"sections": {"a": {"title": "A"}}}, "book.sections.a", "'paragraphs' is missing"),
        ({"sections": {"a": "A"}}, "book.sections.a", "expected dict"),
        (
            {"sections": {"a": {"title": "A", "paragraphs": 1, "x": 1}}},
            "book.sections.a",
            "unknown",
        ),
    ],
)
def test_a_faulty_source_is_refused_at_its_place(
    changes: dict[str, object], context: str, said: str
) -> None:
    table: dict[str, object] = {"author": "A", "title": "T", "year": 1909, "sections": {}}
    table |= {"language": "en", "family": "hoyle", "whole": True}
    assert _source("book", table).short == "T (1909)"
    with pytest.raises(RuleSetError, match=said) as error:
        _source("book", table | changes)
    assert error.value.context == context


LONER: dict[str, object] = {"author": "A", "title": "T", "year": 1909, "sections": {}}
LONER |= {"language": "en", "alone": "It names no other book.", "whole": True}


def test_a_text_that_stands_alone_is_a_family_of_its_own() -> None:
    family = _source("loner", LONER).family
    assert (family.id, family.name, family.note) == ("loner", "T", "It names no other book.")
    assert _source("loner", LONER | {"name": "T, by A"}).family.name == "T, by A"
    for table, said in (
        (LONER | {"alone": 1}, "expected str"),
        (
            {key: one for key, one in LONER.items() if key != "alone"},
            "a source needs 'family', or 'alone' with a reason",
        ),
    ):
        with pytest.raises(RuleSetError, match=said):
            _source("loner", table)
    with pytest.raises(RuleSetError, match="'hoyle' is already the name of a family"):
        _source("hoyle", LONER)


def test_every_family_of_a_text_is_in_the_list() -> None:
    assert {one.family.id for one in sources().values()} == set(families())
    assert all(id == one.id for id, one in families().items())


def test_the_small_readers() -> None:
    assert of_type(3, int, "x") == 3
    assert list_of_type([1, 2], int, "x") == (1, 2)
    assert required({"a": "b"}, "a", str, "x") == "b"
    assert optional({}, "a", str, "c", "x") == "c"
    refuse_unknown_keys({"a": 1}, {"a"}, "x")
    with pytest.raises(RuleSetError, match=r"x\[1\]: expected int, found bool"):
        list_of_type([1, True], int, "x")
    with pytest.raises(RuleSetError, match=r"^file\.toml: "):
        parse_toml("a = ", "file.toml")


def test_every_section_that_is_cited_is_read_by_somebody() -> None:
    rules = load_ruleset("hoyle1909")
    places = [c for a in rules.answers.values() for c in a.citations]
    cited = {place.section.id for place in places if place.source == rules.source}
    assert cited <= set(rules.source.sections)
    assert cited >= {"deal", "exchange", "calling", "play", "repique", "pique", "capot"}


# -- answers that make no playable game -----------------------------------------------------


def derived(base: str) -> str:
    """Return the head of a rule set of the same text, with all answers from a base."""
    return f"""
[ruleset]
id = "odd"
title = "Odd"
version = "1"
source = "{load_ruleset(base).source.id}"
summary = "A rule set that cannot be played."
base = "{base}"

"""


@pytest.mark.parametrize(
    ("id", "answer", "message"),
    [
        ("pack.size", "value = 36", "a pack of 36 has its 9 ranks"),
        ("pack.ranks", 'value = "AKQ"', "a pack of 32 has its 8 ranks"),
        ("deal.talon", "value = 9", "are not 32 cards"),
        ("deal.packets", "value = [0]", "a packet has at least one card"),
        ("exchange.elder-max", "value = 13", "cannot exchange 1 to 13"),
        ("exchange.younger-min", "value = 4", "must not exceed 3"),
        ("declare.order", "value = []", "must name each of point, sequence, set exactly once"),
        ("reckon.order", 'value = ["play"]', "must name each of"),
        ("point.pips", "value = { A = 1 }", "the ranks must be exactly those of the pack"),
        ("sequence.least", "value = 0", "a score for each"),
        ("sequence.scores", "value = [3]", "a score for each"),
        ("set.ranks", 'value = "A6"', "a rank that is not in the pack"),
        ("cards.majority", "value = 6", "both players could win the cards"),
    ],
)
def test_answers_that_do_not_go_together_are_refused(id: str, answer: str, message: str) -> None:
    own = f'["{id}"]\n{answer}\nstatus = "inferred"\nnote = "A test of what is refused."\n'
    with pytest.raises(RuleSetError, match=message):
        parse_ruleset(derived("hoyle1909") + own)


@pytest.mark.parametrize(
    ("base", "answer", "id", "said"),
    [
        (
            "cavendish",
            '["play.last-trick"]\nvalue = 0',
            "play.last-trick-low",
            (
                "rulesets/cavendish.toml answers 'yes', since play.last-trick is 1 there; here it is 0, "
                "and the question arises only where the last trick counts: "
                'write ["play.last-trick-low"] with status = "absent" and a note'
            ),
        ),
        (
            "penguin",
            '["play.last-trick"]\nvalue = 1',
            "play.last-trick-low",
            (
                "rulesets/penguin.toml says that it does not arise, since play.last-trick is 0 there; "
                "here it is 1, and the question arises where the last trick counts: "
                'write ["play.last-trick-low"] with a value and its place'
            ),
        ),
        (
            "hoyle1909",
            '["pique.within"]\nvalue = "first-card"',
            "pique.unbroken",
            "since pique.within is any-card there; here it is first-card",
        ),
        (
            "penguin",
            '["game.forms"]\nvalue = ["hundred-up"]',
            "hundred.target",
            "since game.forms is rubicon there; here it is hundred-up",
        ),
    ],
)
def test_an_inherited_answer_that_no_longer_fits_is_refused_with_what_to_write(
    base: str, answer: str, id: str, said: str
) -> None:
    own = f'{answer}\nstatus = "inferred"\nnote = "A test of what is refused."\n'
    with pytest.raises(RuleSetError) as error:
        parse_ruleset(derived(base) + own, "book.toml")
    assert error.value.context == f"book.toml: {id}"
    assert said in str(error.value)


def test_what_is_told_by_its_differences_from_a_text_is_of_its_family() -> None:
    """Otherwise a family that only repeats another would count separately."""
    other = derived("hoyle1909").replace('source = "hoyle1909"', 'source = "penguin"')
    with pytest.raises(
        RuleSetError, match="'penguin' and the text of 'hoyle1909' belong to different families"
    ):
        parse_ruleset(other)


def test_an_answer_that_has_been_put_right_is_accepted() -> None:
    own = '["play.last-trick"]\nvalue = 0\nstatus = "inferred"\nnote = "It is a test."\n'
    for id in ("play.last-trick-low", "play.last-trick-capot"):
        own += f'["{id}"]\nstatus = "absent"\nnote = "There is no point for the last trick."\n'
    assert not parse_ruleset(derived("cavendish") + own).has("play.last-trick-low")


@pytest.mark.parametrize("id", ["set.trio", "play.low-cards", "deal.hand"])
def test_a_question_that_always_arises_cannot_be_absent(id: str) -> None:
    text = TEXT.replace(f'["{id}"]\n', f'["{id}"]\nstatus = "absent"\nnote = "no"\n["x"]\n')
    text = re.sub(r'\["x"\]\n.*?(?=\n\[)', "", text, count=1, flags=re.DOTALL)
    with pytest.raises(RuleSetError, match="always arises"):
        parse_ruleset(text)
