"""The JSON documents conform to their schemas, and the schemas reject damaged documents."""

import copy
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parent))

from schema_checker import faults

from piquet_core.cards.cards import parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.cli import main
from piquet_core.engine.events import BlankShown
from piquet_core.export import (
    DATASETS,
    FORMAT,
    LICENCE,
    Site,
    document,
    dumps,
    rules_document,
    schema,
)
from piquet_core.export.plain_json import event_json
from piquet_core.notation import loads, parse_deal_id
from piquet_core.publication import Edition
from piquet_core.replay.replay import replay_record
from piquet_core.rules import Status, catalogue, find_rule, load_ruleset, ruleset_ids, sources
from piquet_core.rules.agreement import Stance
from piquet_core.witnesses import answers_of, witnesses

ROOT = Path(__file__).parents[1]
DEALS = sorted([*ROOT.glob("docs/deals/*.piquet"), *ROOT.glob("tests/records/*.piquet")])
RECORDS = [path.read_text("utf-8") for path in DEALS]
AB = "hoyle1909-ab"
EDITION = Edition(version="1.2", date="2030-01-05", home="https://a.example/", published=True)
SAFE = str.maketrans("#:", "--")
SITE = Site(address=lambda *names: "-".join(names).translate(SAFE) + ".html", edition=EDITION)

Document = dict[str, Any]


@pytest.fixture(scope="module")
def schemas() -> dict[str, Document]:
    return {name: json.loads(schema(name)) for name in DATASETS}


@pytest.fixture(scope="module")
def made() -> dict[str, Document]:
    """Return every document, read back from its file, with all records of this project."""
    return {name: json.loads(dumps(document(name, SITE, RECORDS))) for name in DATASETS}


@pytest.fixture(scope="module")
def small(made: dict[str, Document]) -> dict[str, Document]:
    """Return documents with a few rules and one deal, small enough to damage and check quickly."""
    rules = [find_rule(id) for id in ("pack.size", "pack.ranks", "blank.both", "repique.bonus")]
    deals = [one for one in made["deals"]["deals"] if one["id"] == AB]
    return {
        **made,
        "rules": json.loads(dumps(rules_document(rules, SITE))),
        "deals": {**made["deals"], "deals": deals},
    }


def printed(capsys: pytest.CaptureFixture[str], *args: str) -> Document:
    assert main(args) == 0
    found: Document = json.loads(capsys.readouterr().out)
    return found


def walk(value: Any) -> Iterator[Document]:
    """Yield every object of a document."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from walk(one)


# -- they keep to the schema ---------------------------------------------------------------------


@pytest.mark.parametrize("name", DATASETS)
def test_a_document_keeps_to_its_schema(
    name: str,
    made: dict[str, Document],
    schemas: dict[str, Document],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert faults(made[name], schemas[name], schemas[name]) == []
    assert made[name]["$schema"] == f"{name}.schema.json"
    assert made[name]["edition"] == {
        "version": "1.2",
        "date": "2030-01-05",
        "published": True,
        "url": "https://a.example/editions/1.2/",
    }
    paths = [str(ROOT / "docs/deals")] if name == "deals" else []
    found = printed(capsys, "data", name, *paths)
    assert faults(found, schemas[name], schemas[name]) == []
    assert found["edition"] is None
    assert {one["url"] for one in walk(found[name]) if "url" in one} == {""}


@pytest.mark.parametrize("name", DATASETS)
def test_a_schema_is_printed_strict_and_of_this_format(
    name: str, schemas: dict[str, Document], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["data", name, "--schema"]) == 0
    path = ROOT / "piquet_core" / "rules" / "schema" / f"{name}.schema.json"
    assert capsys.readouterr().out == path.read_text("utf-8")
    own = schemas[name]
    assert own["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert own["properties"]["format"] == {**own["properties"]["format"], "const": FORMAT}
    assert own["$defs"]["licence"]["properties"]["spdx"]["const"] == LICENCE["spdx"]
    for one in walk(own):
        # Conditions have no type: they apply to a part.
        if "properties" in one and "object" in one.get("type", ()):
            assert one["additionalProperties"] is False, one
            assert one["required"] == list(one["properties"]), one
    for shared in schemas.values():
        for key in own["$defs"].keys() & shared["$defs"].keys():
            assert own["$defs"][key] == shared["$defs"][key], key


def test_rules_prints_the_same_document_and_its_schema(
    schemas: dict[str, Document], capsys: pytest.CaptureFixture[str]
) -> None:
    every = printed(capsys, "rules", "--json")
    assert every == printed(capsys, "data", "rules")
    assert printed(capsys, "rules", "--schema") == schemas["rules"]
    one = printed(capsys, "rules", "play.low-cards", "--json")
    assert faults(one, schemas["rules"], schemas["rules"]) == []
    kept = [rule for rule in every["rules"] if rule["id"] == "play.low-cards"]
    assert one == {**every, "rules": kept}


def test_the_same_input_gives_the_same_bytes() -> None:
    for name in DATASETS:
        one, two = (dumps(document(name, SITE, RECORDS)) for _ in range(2))
        assert one == two
        assert one.endswith("}\n")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["deals"], "only 'data deals' takes records"),
        (["rules", "x.piquet"], "only 'data deals' takes records"),
        (["deals", "x.piquet", "--schema"], "data takes records or --schema, not both"),
        (["deals", "missing.piquet"], "missing.piquet: No such file or directory"),
        (
            ["books"],
            "argument rules|rulesets|deals|sources|witnesses|irregularities: invalid choice",
        ),
    ],
)
def test_what_cannot_be_printed_is_refused_in_one_line(
    args: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["data", *args]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"piquet: {message}")
    assert err.count("\n") == 1


# -- they say what the data say ------------------------------------------------------------------


def test_every_rule_and_answer_is_there(made: dict[str, Document]) -> None:
    seen = set()
    assert [rule["id"] for rule in made["rules"]["rules"]] == list(catalogue())
    for rule in made["rules"]["rules"]:
        assert rule["url"] == f"rule-{rule['id']}.html"
        assert list(rule["answers"]) == list(ruleset_ids())
        for name, given in rule["answers"].items():
            answer = load_ruleset(name).answers[rule["id"]]
            assert given["id"] == f"{rule['id']}@{name}"
            assert given["url"] == f"answer-{given['id']}.html"
            assert (given["status"], given["note"]) == (answer.status, answer.note)
            assert (given["slip"], given["base"]) == (answer.slip, answer.base)
            assert [one["id"] for one in given["citations"]] == [str(c) for c in answer.citations]
            seen.add(given["status"])
    assert seen <= set(Status)
    assert {Status.STATED, Status.CONTESTED, Status.SILENT} <= seen
    assert [one["status"] for one in made["rules"]["statuses"]] == list(Status)


def test_ids_that_are_named_are_there(made: dict[str, Document]) -> None:
    """The documents are meant to be joined by their ids."""
    rules = {rule["id"]: rule for rule in made["rules"]["rules"]}
    answers = {one["id"]: one for rule in rules.values() for one in rule["answers"].values()}
    books = {one["id"]: one for one in made["sources"]["sources"]}
    places = {part["id"]: part for book in books.values() for part in book["sections"]}
    sets = {one["id"]: one for one in made["rulesets"]["rulesets"]}
    assert list(books) == list(sources())
    assert list(sets) == list(ruleset_ids())
    assert len(answers) == len(rules) * len(sets)
    cited = [c for one in answers.values() for c in one["citations"]]
    cited += [deal["source"] for deal in made["deals"]["deals"] if deal["source"]]
    for one in cited:
        assert one["paragraph"] <= places[f"{one['source']}:{one['section']}"]["paragraphs"]
    for one in sets.values():
        assert one["source"] in books
        assert one["base"] in {"", *sets}
        for part in one["differences"]:
            assert answers[part["answer"]]["words"] == part["words"]
            assert answers[part["instead"]]["words"] == part["instead_words"]
            assert answers[part["answer"]]["value"] != answers[part["instead"]]["value"]
    for deal in made["deals"]["deals"]:
        assert sets[deal["ruleset"]]["version"] == deal["ruleset_version"]
        assert {one["rule"] for step in deal["steps"] for one in step["points"]} <= rules.keys()


def test_an_irregularity_names_rules_rule_sets_sources_and_texts_that_are_there(
    made: dict[str, Document],
) -> None:
    rules = {one["id"] for one in made["rules"]["rules"]}
    books = {one["id"] for one in made["sources"]["sources"]}
    texts = {one["id"]: one for one in made["irregularities"]["texts"]}
    followed = [id for one in texts.values() for id in one["rulesets"]]
    assert sorted(followed) == sorted(ruleset_ids())
    assert {one["source"] for one in texts.values()} <= {"", *books}
    for one in made["irregularities"]["irregularities"]:
        assert set(one["rules"]) <= rules
        assert one["url"] == f"irregularity-{one['id']}.html"
        named = [*one["answers"], *one["silent"], *one["unseen"]]
        deferring = [id for id, text in texts.items() if text["defers"] in one["answers"]]
        assert sorted({*named, *deferring}) == sorted(texts)
        assert len(named) == len(set(named))
        for id, answer in one["answers"].items():
            assert {place["source"] for place in answer["citations"]} <= {texts[id]["source"]}
            if answer["same_as"]:
                assert answer["words"] == one["answers"][answer["same_as"]]["words"]


def test_what_differs_from_the_base_is_all_that_differs(made: dict[str, Document]) -> None:
    for one in made["rulesets"]["rulesets"]:
        named = {part["rule"] for part in one["differences"]}
        differ = {
            rule["id"]
            for rule in made["rules"]["rules"]
            if one["base"]
            and rule["answers"][one["id"]]["value"] != rule["answers"][one["base"]]["value"]
        }
        assert named == differ
    # The appendix itself names a hundred up, in place of the six deals of the code.
    sets = {one["id"]: one for one in made["rulesets"]["rulesets"]}
    assert "game.forms" in {part["rule"] for part in sets["cavendish-au-cent"]["differences"]}
    assert sets["cavendish"]["differences"] == []


def test_a_witness_has_the_answers_of_its_file_and_only_those(made: dict[str, Document]) -> None:
    """Encyclopædia Britannica, 9th ed., p. 115 on low cards; p. 116, hints, on sinking; nothing on
    another deal.
    """
    found = {one["id"]: one for one in made["witnesses"]["witnesses"]}
    assert list(found) == [one.id for one in witnesses()]
    for id, one in found.items():
        answers = {answer.rule.id: answer for answer in answers_of(id)}
        assert list(one["answers"]) == list(answers)
        for rule, answer in answers.items():
            assert one["answers"][rule]["status"] == answer.status
            assert [place["text"] for place in one["answers"][rule]["places"]] == [
                place.words for place in answer.places
            ]
    britannica = found["britannica9"]["answers"]
    assert (britannica["play.low-cards"]["value"], britannica["exchange.redeal"]["value"]) == (
        True,
        None,
    )
    (place,) = britannica["declare.sink"]["places"]
    assert (place["text"], place["online"][-4:]) == ("p. 116, hints", "/126")
    assert britannica["exchange.redeal"]["status"] == "silent"
    assert "exchange.redeal" not in found["cassell1881"]["answers"], "unseen is not silent"
    assert found["americana"]["answers"]["point.score"]["words"] == "one a card, one less at fours"


def test_a_deal_is_its_record_replayed(made: dict[str, Document]) -> None:
    for deal, text in zip(made["deals"]["deals"], RECORDS, strict=True):
        replay = replay_record(loads(text))
        assert deal["record"] == text
        assert [tag["name"] for tag in deal["tags"]] == [tag.name for tag in replay.record.tags]
        assert [step["step"] for step in deal["steps"]] == [step.id for step in replay.steps]
        assert deal["steps"][-1]["score"] == deal["total"] == list(replay.steps[-1].score)
        assert len(deal["findings"]) == len(replay.findings)
        totals = [0, 0]
        for step in deal["steps"]:
            for one in step["points"]:
                totals[one["seat"] == "younger"] += one["points"]
            assert totals == step["score"], step["id"]
        every = [one for one in walk(deal["steps"]) if "step" in one]
        assert [one["id"] for one in every] == [f"{deal['id']}#{one.id}" for one in replay.walk()]
        dealt = parse_deal_id(deal["deal_id"])
        assert deal["cards"]["talon"] == list(map(str, dealt.talon))


def test_the_printed_deal(made: dict[str, Document]) -> None:
    """Hoyle's Games Modernized (1909), the example: 43 to 23. B's last five cards are ours."""
    deal = next(one for one in made["deals"]["deals"] if one["id"] == AB)
    assert deal["source"]["id"] == "hoyle1909:example"
    assert deal["certainty"]["play"] == "partial"
    assert (deal["ruleset"], deal["total"]) == ("hoyle1909", [43, 23])
    steps = {one["step"]: one for one in walk(deal["steps"]) if "step" in one}
    assert steps["ce"]["written"] == ["6D", "5JD", "3JC"]
    assert [one["points"] for one in steps["ce"]["points"]] == [6, 15, 3]
    assert steps["t8y"]["written"] == ["*HT"]
    assert steps["t6e"]["branches"][0]["id"] == f"{AB}#t6e-1"
    assert steps["t6e"]["branches"][0]["url"] == steps["t6e-1-t6e"]["url"]
    assert steps["cy"]["checks"] == [{"seat": "younger", "printed": 17, "given": 17}]


def test_a_card_in_doubt_is_marked_and_one_unknown_has_no_deal_id() -> None:
    head = '[Piquet "1"]\n[Id "x"]\n[Rules "hoyle1909"]\n[Certainty "deal=inferred play=partial"]\n'
    cards = RECORDS[0].partition("\n\n")[2].partition("\n\n")[0]
    sure = next(text for text in RECORDS if f'[Id "{AB}"]' in text)
    cards = next(part for part in sure.split("\n\n") if part.startswith("elder"))
    (deal,) = document("deals", SITE, [head + "\n" + cards.replace("DA C9", "~DA C9") + "\n"])[
        "deals"
    ]
    assert deal["cards"]["marks"] == {"DA": "inferred"}
    (deal,) = document("deals", SITE, [head + "\n" + cards.replace("DA C9", "? C9") + "\n"])[
        "deals"
    ]
    assert deal["cards"]["talon"][0] is None
    assert (deal["deal_id"], deal["source"]) == ("", None)


# -- the schemas refuse what is damaged ----------------------------------------------------------


def answer_to(data: Document, id: str) -> Document:
    rule = next(rule for rule in data["rules"] if rule["id"] == id)
    found: Document = rule["answers"]["hoyle1909"]
    return found


def text_answer(data: Document) -> Document:
    found: Document = data["irregularities"][0]["answers"]["picquet1651"]
    return found


def deal_of(data: Document) -> Document:
    found: Document = next(one for one in data["deals"] if one["id"] == AB)
    return found


def based(data: Document) -> Document:
    found: Document = next(one for one in data["rulesets"] if one["base"])
    return found


def column(data: Document) -> Document:
    found: Document = next(one for one in data["witnesses"] if one["id"] == "britannica9")
    return found


def witness_answer(data: Document, rule: str) -> Document:
    found: Document = column(data)["answers"][rule]
    return found


Spoil = Callable[[Document], object]
ALL: dict[str, Spoil] = {
    "a key too many": lambda data: data.update(more=1),
    "a key too few": lambda data: data.pop("engine"),
    "another format": lambda data: data.update(format=1),
    "another schema": lambda data: data.update({"$schema": "other.schema.json"}),
    "another licence": lambda data: data["licence"].update(spdx="MIT"),
    "no licence": lambda data: data.update(licence=None),
    "a date in words": lambda data: data["edition"].update(date="5 January 2030"),
    "an edition without an address": lambda data: data["edition"].update(url="here"),
}
FIRST: dict[str, Spoil] = {
    "a key too many": lambda one: one.update(more=1),
    "a key too few": lambda one: one.pop("title"),
    "an id with capitals": lambda one: one.update(id=one["id"].upper()),
    "no id": lambda one: one.update(id=""),
    "an address elsewhere": lambda one: one.update(url="https://a.example/x.html"),
    "an address of two parts": lambda one: one.update(url="a.html b.html"),
    "a title that is a number": lambda one: one.update(title=1),
}
ONE: dict[str, dict[str, Spoil]] = {
    "rules": {
        "a number in words": lambda data: answer_to(data, "repique.bonus").update(value="sixty"),
        "a bool for a number": lambda data: answer_to(data, "repique.bonus").update(value=True),
        "no number": lambda data: answer_to(data, "repique.bonus").update(value=None),
        "an unknown status": lambda data: answer_to(data, "pack.size").update(status="sure"),
        "stated nowhere": lambda data: answer_to(data, "pack.size").update(citations=[]),
        "inferred without a reason": lambda data: answer_to(data, "pack.size").update(
            status="inferred", citations=[], note=""
        ),
        "absent, with a value": lambda data: answer_to(data, "blank.both").update(value="none"),
        "an unknown rank": lambda data: answer_to(data, "pack.ranks").update(value="AKQJT98X"),
        "a citation without words": lambda data: answer_to(data, "pack.size")["citations"][0].pop(
            "text"
        ),
        "a paragraph below zero": lambda data: answer_to(data, "pack.size")["citations"][0].update(
            paragraph=-1
        ),
        "a citation of no section": lambda data: answer_to(data, "pack.size")["citations"][
            0
        ].update(id="hoyle1909"),
        "a rule id without a group": lambda data: data["rules"][0].update(id="pack"),
        "an answer without its rule set": lambda data: answer_to(data, "pack.size").update(
            id="pack.size"
        ),
        "no rules": lambda data: data.update(rules=[]),
    },
    "rulesets": {
        "a version in words": lambda data: based(data).update(version="first"),
        "differences without a base": lambda data: based(data).update(base=""),
        "a difference of no rule": lambda data: based(data)["differences"][0].update(rule="x"),
        "a difference without words": lambda data: based(data)["differences"][0].update(words=""),
        "a base of two": lambda data: based(data).update(base="little old36"),
    },
    "sources": {
        "a year in words": lambda data: data["sources"][0].update(year="1909"),
        "a link that is not a link": lambda data: data["sources"][0].update(online="wikisource"),
        "nothing to cite": lambda data: data["sources"][0].update(sections=[]),
        "paragraphs below zero": lambda data: data["sources"][0]["sections"][0].update(
            paragraphs=-1
        ),
        "a section without its source": lambda data: data["sources"][0]["sections"][0].update(
            id="opening"
        ),
    },
    "witnesses": {
        "a value for a silent text": lambda data: witness_answer(data, "exchange.redeal").update(
            value="none"
        ),
        "an answer without its place": lambda data: witness_answer(data, "pack.size").update(
            places=[]
        ),
        "an answer without its words": lambda data: witness_answer(data, "pack.size").update(
            words=""
        ),
        "inferred without a reason": lambda data: witness_answer(data, "cards.toward-pique").update(
            note=""
        ),
        "an answer to no rule": lambda data: column(data)["answers"].update(
            pack=witness_answer(data, "pack.size")
        ),
        "an address in words": lambda data: witness_answer(data, "pack.size")["places"][0].update(
            online="wikisource"
        ),
        "no answers": lambda data: column(data).update(answers={}),
    },
    "irregularities": {
        "an unknown moment": lambda data: data["irregularities"][0].update(moment="supper"),
        "an unknown kind": lambda data: data["irregularities"][0].update(kind="mistake"),
        "no answer": lambda data: data["irregularities"][0].update(answers={}),
        "an answer in two places": lambda data: text_answer(data).update(
            places=[{"text": "p. 1", "online": "", "reported": "", "accessed": ""}]
        ),
        "an answer without a place": lambda data: text_answer(data).update(citations=[]),
        "an answer that is silent": lambda data: text_answer(data).update(status="silent"),
        "a text read to no extent": lambda data: data["texts"][0].pop("read"),
    },
    "deals": {
        "a card that does not exist": lambda data: deal_of(data)["cards"]["talon"].append("D1"),
        "an unknown mark": lambda data: deal_of(data)["cards"]["marks"].update(DA="sure"),
        "a third total": lambda data: deal_of(data)["total"].append(0),
        "a total in words": lambda data: deal_of(data).update(total=["43", "23"]),
        "a third player": lambda data: deal_of(data)["players"].update(third="C"),
        "an unknown seat": lambda data: deal_of(data)["steps"][9]["points"][0].update(seat="A"),
        "points of no rule": lambda data: deal_of(data)["steps"][9]["points"][0].update(rule=""),
        "a step without its deal": lambda data: deal_of(data)["steps"][0].update(id="deal"),
        "a grade that does not exist": lambda data: deal_of(data)["certainty"].update(play="maybe"),
        "a part that does not exist": lambda data: deal_of(data)["certainty"].update(talk="stated"),
        "a deal id of another pack": lambda data: deal_of(data).update(deal_id="31-XY8BPT54XW5N-D"),
        "a source in words": lambda data: deal_of(data).update(source="Hoyle"),
        "no record": lambda data: deal_of(data).update(record=""),
        "a finding without its place": lambda data: deal_of(data)["findings"].append(
            {"message": "wrong"}
        ),
    },
}


def in_first(name: str, spoil: Spoil) -> Spoil:
    """Return a function that damages the first object of a document."""
    return lambda data: spoil(data[name][0])


SPOILT = {
    f"{name}: {what}": (name, spoil)
    for name in DATASETS
    for what, spoil in {
        **ALL,
        **{f"one: {what}": in_first(name, spoil) for what, spoil in FIRST.items()},
        **ONE[name],
    }.items()
}


@pytest.mark.parametrize(("name", "spoil"), SPOILT.values(), ids=SPOILT)
def test_what_does_not_keep_to_it_is_found(
    name: str, spoil: Spoil, small: dict[str, Document], schemas: dict[str, Document]
) -> None:
    data = copy.deepcopy(small[name])
    assert faults(data, schemas[name], schemas[name]) == []
    spoil(data)
    assert faults(data, schemas[name], schemas[name])


def test_the_licence_is_that_of_the_repository() -> None:
    """The data have the same licence in the file, in LICENSE and in the package's description."""
    data = (ROOT / "LICENSE").read_text("utf-8").partition("-" * 79)[0]
    texts = data.partition("2. ")[2]
    assert f"(SPDX: {LICENCE['spdx']})" in texts
    assert LICENCE["name"] in " ".join(texts.split())
    assert LICENCE["attribution"] in " ".join(texts.split())
    assert "piquet_core/rules/data/" in texts
    for name in DATASETS:
        assert f"{name}.json" in texts
    assert f"  - {LICENCE['spdx']}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


def test_the_schema_of_the_rules_knows_the_same_statuses_and_stances() -> None:
    definitions = json.loads(schema("rules"))["$defs"]
    assert definitions["status"]["enum"] == list(Status)
    assert definitions["voice"]["properties"]["stance"]["enum"] == list(Stance)


def test_a_published_event_has_the_name_of_its_class() -> None:
    proof = BlankShown(seat=Seat.ELDER, cards=parse_hand("987.987.987.987"), rule="blank.show")
    published = event_json(proof)
    assert (published["event"], published["rule"]) == ("BlankShown", "blank.show")
