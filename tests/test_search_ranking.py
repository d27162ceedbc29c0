"""The first search results for real questions, on the search index of the built site."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
SITE = ROOT / "build" / "html"
RANKING = ROOT / "website/static/search/ranking.js"

pytestmark = [
    pytest.mark.site,
    pytest.mark.skipif(sys.platform == "emscripten", reason="runs Node.js"),
]

# A query and the expected first result: the id of a rule, or the beginning of an address.
QUERIES = {
    "capot": ("capot.points", "docs/glossary.html#term-capot"),
    "last trick": ("play.last-trick", "docs/glossary.html#term-last-trick"),
    "rubicon": ("rubicon.line", "docs/glossary.html#term-Rubicon"),
    "elder": ("docs/glossary.html#term-elder",),
    "discard": ("docs/glossary.html#term-discard", "tutorials/09-discards"),
    "jack": ("docs/glossary.html#term-jack",),
    "quatorze of tens": ("set.ranks", "set.quatorze"),
    "carte blanche points": ("blank.points",),
    "molière": ("docs/rulesets/old36",),
    "sixes": ("pack.ranks", "pack.size"),
    "how many cards": ("pack.size",),
    "win": ("cards.points", "cards.majority", "play.winner"),
    # The site's own example: the winner of the trick, and elder first.
    "who leads": ("play.winner",),
    "who leads next": ("play.winner",),
    "who leads to the first trick": ("docs/glossary.html#term-elder",),
    "tie": ("point.tie",),
    "scoring": ("tutorials/03-worth", "reckon.order"),
    "points for ace": ("point.pips",),
    "can i look at the talon": ("docs/irregularities/exchange.html#irregularity-talon-looked",),
    "how to play": ("tutorials/learn",),
    "what is repique": ("repique.bonus", "docs/glossary.html#term-repique"),
    "quinze": ("docs/glossary.html#term-quint", "sequence.scores"),
    # Queries of a historian, by date or author.
    "1744": ("docs/bibliography.html#cite-",),
    "cotton": ("docs/bibliography.html#cite-cotton",),
    "britannica": ("docs/bibliography.html#cite-britannica",),
    "who deals first": ("deal.first-dealer",),
    "may younger look at the talon?": ("exchange.younger-look",),
    "How many cards may elder exchange": ("exchange.elder-max",),
    "must elder exchange": ("exchange.elder-min",),
    "what is a carte blanche": ("docs/glossary.html#term-carte-blanche", "blank.courts"),
    "cartes blanches": ("blank.both", "blank.", "docs/glossary.html#term-carte-blanche"),
    "do sevens count": ("play.low-cards",),
    "order of calling": ("declare.order",),
    "what beats what": ("tutorials/04-good",),
    "best point": ("point.compare",),
    "equal sequences": ("sequence.tie",),
    "how much is a quint worth": ("sequence.scores", "docs/glossary.html#term-quint"),
    "four aces": ("set.quatorze",),
    "three kings": ("set.trio",),
    "thirty points": ("pique.threshold", "repique.threshold"),
    "who can make a pique": ("pique.seat",),
    "does younger get a pique": ("pique.seat",),
    "most tricks": ("cards.points", "cards.majority"),
    "ten for the cards": ("cards.points",),
    "six tricks each": ("cards.divided",),
    "how long is a game": ("game.forms",),
    "how is a partie settled": ("rubicon.settlement",),
    "tie after six deals": ("rubicon.tie-deals",),
    "can I look back at the tricks": ("conduct.tricks",),
    "look at my own discards": ("conduct.own-discards",),
    "stock": ("docs/glossary.html#term-stock", "deal.talon"),
    "écart": ("docs/glossary.html#term-", "tutorials/09-discards"),
    "levée": ("docs/glossary.html#term-",),
    "quint fifteen": ("sequence.scores",),
    "what did Cotton call carte blanche": ("docs/glossary.html#term-carte-blanche",),
    "Rubicon first printed": ("docs/history/count.html#the-game",),
    "repique before the adversary counts": ("repique.threshold",),
    "huitième": ("docs/glossary.html#term-huitieme", "sequence.scores"),
    "hide a combination": ("declare.sink",),
    "change my answer": ("reply.recall-until",),
    "must I follow suit": ("play.follow",),
    "who wins the trick": ("play.winner",),
    "misdeal": ("docs/irregularities/dealing.html#irregularity-misdeal-",),
    "cavendish laws": ("docs/rulesets/cavendish",),
    "1651": ("docs/rulesets/picquet1651",),
    "history of piquet": ("docs/history/",),
    "score sheet": ("tutorials/score-sheet",),
    "play against the computer": ("tutorials/table",),
    "chances": ("docs/claims",),
    "since when": ("docs/by-date",),
    "timeline": ("docs/by-date",),
    "when did the sixes go": ("docs/history/pack",),
    "since when are sixes left out": ("docs/by-date.html#date-pack-size", "docs/history/pack"),
    "which source gives last trick no point": ("play.last-trick.",),
    # Questions in words: a beginner's,
    "what is a pique": ("docs/glossary.html#term-pique", "pique.bonus"),
    "how many cards do I get": ("deal.hand",),
    "how do you pronounce repique": ("docs/glossary.html#term-repique",),
    "do I have to show my cards": ("declare.show",),
    "does elder have to discard": ("exchange.elder-min",),
    "what happens when both have the same point": ("point.tie",),
    "how do you win the game": ("rubicon.settlement",),
    "what should I discard": ("tutorials/09",),
    "can I play without a connection": ("docs/offline",),
    "print the rules on one page": ("docs/rulesets/summary/index",),
    # a historian's,
    "since when is the last trick worth a point": ("docs/by-date.html#", "docs/history/count"),
    "since when are there 32 cards": ("docs/by-date.html#date-pack-size",),
    "when did the sixes disappear": ("docs/history/pack", "docs/by-date.html#date-pack-size"),
    "who says that a nine counts nothing": ("play.low-cards",),
    "may younger look at the talon in 1651": ("exchange.younger-look",),
    "hoyle 1744": ("docs/bibliography.html#cite-hoyle1744",),
    "seymour 1719": ("docs/bibliography.html#cite-seymour1719",),
    "dryden": ("docs/positions/comedies.html",),
    "is cent the same as piquet": ("docs/glossary.html#term-cent", "docs/history/game"),
    "how do I cite": ("docs/citing",),
    "how do I cite a rule": ("docs/citing",),
    "1709 pack": ("docs/by-date.html#date-pack-size", "docs/history/pack"),
    "who says younger may look": ("exchange.younger-look",),
    "who wrote the oldest book": ("docs/history/game",),
    "what is the earliest English book on piquet": ("docs/history/game",),
    "oldest mention of piquet": ("docs/history/game",),
    "who wrote the laws of the Turf Club": ("docs/rulesets/cavendish", "docs/bibliography"),
    "did Cotton copy the treatise of 1651": ("docs/rulesets/cotton1674",),
    "which sources are silent on ties": ("point.tie", "sequence.tie", "rubicon.tie-"),
    "where does the word piquet come from": ("docs/history/game",),
    "was pique only on the first card": ("pique.within",),
    "what did Molière's player hold": ("docs/deals/facheux",),
    "when did the point stop being counted in tens": ("docs/history/count",),
    "in which book may younger ask for a new deal": ("exchange.redeal",),
    "how many books have been read": ("docs/bibliography",),
    "cite a book in BibTeX": ("docs/bibliography",),
    "how reliable are the web pages": ("docs/sources",),
    "may I quote this site": ("docs/editions/",),
    "who are the authors": ("docs/colophon",),
    # a designer's.
    "what did Cavendish say about sinking": ("declare.sink",),
    "compare two rule books": ("docs/compare",),
    "download the rules as JSON": ("docs/data",),
    "how strong is the computer": ("docs/judging",),
    "probability of a carte blanche": ("docs/claims.html#claim-blank-",),
    "highest possible score": ("docs/deals/most-174",),
    # More queries of historians and players.
    "false call": ("docs/irregularities/calls.html#irregularity-false-call",),
    "what happens if I call something I do not have": (
        "docs/irregularities/calls.html#irregularity-false-call",
    ),
    "penalty for a revoke": ("docs/irregularities/play.html#irregularity-revoke",),
    "wrong number of cards": ("docs/irregularities/dealing.html#irregularity-misdeal-one",),
    "why is a pique called pique": ("docs/glossary.html#term-pique",),
    "why is it called carte blanche": ("docs/glossary.html#term-carte-blanche",),
    "since when is the last trick worth one": ("docs/by-date.html#date-play-last-trick",),
    "since when may younger keep all his cards": ("docs/by-date.html#date-exchange-younger-min",),
    "since when is a capot forty": ("docs/by-date.html#date-capot-points",),
    "capot 40 since when": ("docs/by-date.html#date-capot-points", "capot.points"),
    "capot 40": ("capot.points",),
    "since when do low cards count": ("docs/history/count.html#low",),
    "since when are six deals played": ("docs/history/",),
    "since when is the game a hundred and one": ("docs/by-date.html#date-hundred-target",),
    "who says so": ("docs/sources",),
    "who says that the dealer may look": ("exchange.younger-look",),
    "may younger exchange none": ("exchange.younger-min",),
    "may younger exchange no cards": ("exchange.younger-min",),
    "must the dealer exchange a card": ("exchange.younger-min",),
    "can elder exchange none": ("exchange.elder-min",),
    "how to cite this page": ("docs/citing", "docs/editions/"),
    "which book is the oldest": ("docs/history/game",),
    "was the point always counted by cards": ("point.score",),
    "what did the point count in 1651": ("point.score",),
    "how was carte blanche shown in the seventeenth century": ("blank.show",),
    "is elder allowed to look at the cards he leaves": ("exchange.elder-look",),
    "which books let younger make a pique": ("pique.seat",),
    "does a tie bar a repique": ("repique.bar",),
    "do equalities save from a repique": ("repique.bar",),
    "when does younger count his point": ("declare.younger-counts",),
    "can I raise my call": ("call.raise-until",),
    "what is the difference between pique and repique": ("repique.",),
    "who was Cavendish": ("docs/rulesets/cavendish",),
    "Cotgrave": ("docs/bibliography.html#cite-cotgrave1662",),
    "Rabelais": ("docs/bibliography.html#cite-rabelais1535",),
    "Perrache 1585": ("docs/bibliography.html#cite-perrache1585",),
    "when was piquet first mentioned": ("docs/history/game",),
    "Portland Club": ("docs/rulesets/cavendish",),
    "encyclopédie 1765": ("docs/bibliography.html#cite-encyclopedie1765",),
    "what is a neuvième": ("docs/glossary.html#term-neuvi",),
    "longest sequence": ("sequence.compare",),
    "sixteen points for six cards": ("sequence.scores",),
    "how many tricks win the cards": ("cards.majority",),
    "do the cards count towards a pique": ("cards.toward-pique",),
    "does the last trick count in a capot": ("play.last-trick-capot",),
    "what if both pass a hundred": ("hundred.end",),
    "what is paid for a rubicon": ("rubicon.bonus",),
    "trio of nines": ("set.ranks",),
    "must I say which king is missing": ("set.missing",),
    "which king is missing": ("set.missing",),
    "can I sink a quatorze": ("declare.sink",),
    "what does sinking mean": ("declare.sink",),
    "who deals the first hand": ("deal.first-dealer",),
    "is the deal dealt in threes": ("deal.packets",),
    "how many cards does the talon have": ("deal.talon",),
    "are there trumps in piquet": ("pack.ranks",),
    "errata": ("docs/errata",),
    "mistakes on this site": ("docs/errata",),
    "when was the Rubicon introduced": ("docs/history/count.html#the-game-a-hundred-a-",),
    "odds three of four cards": ("docs/claims.html#claim-elder-three-of-four",),
    "odds of three of four cards": ("docs/claims.html#claim-elder-three-of-four",),
    "odds": ("docs/claims",),
    "how old is the rubicon": ("docs/history/",),
    "when did the capot become forty": ("docs/by-date.html#date-capot-points",),
    "who was Henry Jones": ("docs/bibliography.html#cite-cavendish",),
    "does Cotton mention sinking": ("declare.sink",),
    "which texts are in French": ("docs/sources",),
    "where can I read the treatise of 1651": ("docs/rulesets/picquet1651",),
    "what does inferred mean": ("docs/rules/index",),
    "how are the texts counted": ("docs/sources",),
    "auction piquet": ("docs/glossary.html",),
    "piquet for three players": ("docs/glossary.html",),
    "piquet normand": ("docs/glossary.html",),
    "marriage of Charles I": ("docs/history/game",),
    "when did the Portland Club adopt its laws": ("docs/history/game",),
    "when was piquet played with 36 cards": ("docs/by-date.html#date-pack-size",),
    "is the ten higher than the jack": ("pack.ranks",),
    "must I show a carte blanche": ("blank.show",),
    "can both hands be blank": ("blank.both",),
    "what is the best sequence": ("sequence.compare",),
    "may I look at my opponent's tricks": ("conduct.tricks",),
    "how many points is a quatorze": ("set.quatorze",),
    "how is the score kept": ("tutorials/score",),
    "print a score sheet": ("tutorials/score-sheet",),
    "who counts first": ("reckon.order",),
    "most points in one deal": ("docs/deals/most-174",),
    "which books elder take only one card": ("exchange.elder-min",),
    "since when is carte blanche worth ten": ("blank.points",),
    "cite rubicon": ("rubicon.line",),
    # A work is cited from its own entry.
    "how do I cite Cavendish Laws of Piquet": ("docs/sources.html#source-cavendish",),
    "how to cite Hoyle 1909": ("docs/sources.html#source-hoyle1909",),
    "cite Cavendish": ("docs/sources.html#source-cavendish",),
    "cite Cotton 1709": ("docs/bibliography.html#cite-cotton1709",),
    "how to cite Molière": ("docs/bibliography.html#cite-moliere1662",),
    "what was Piquet called in English before": ("docs/glossary.html#term-cent",),
    "older name of piquet": ("docs/glossary.html#term-cent", "docs/history/game"),
    "since when is piquet played with 32 cards": ("docs/by-date.html#date-pack-size",),
    "since when is there a rubicon": ("docs/history/count.html#the-game",),
    # A term precedes the rules about it, by any word of its name or of a synonym.
    "carte": ("docs/glossary.html#term-carte-blanche",),
    "blank": ("docs/glossary.html#term-carte-blanche",),
    # A partly typed word, an amount that no answer contains, a book beside the name of a rule.
    "carte b": ("docs/glossary.html#term-carte-blanche",),
    "carte bl": ("docs/glossary.html#term-carte-blanche",),
    "repique 90": ("repique.bonus",),
    "academie 1718 equal points": ("point.tie",),
    "who was first to print the rubicon": ("rubicon.line",),
    "in which book is Rubicon first": ("docs/history/count.html#the-game",),
    "which book has the Rubicon first": ("docs/history/count.html#the-game",),
    "what did Cotton call the point": ("docs/glossary.html#term-ruff",),
    "may younger take fewer cards": ("exchange.younger-min",),
    # The words of a rule's question, verbatim.
    "how many cards may younger exchange": ("exchange.younger-max",),
    "how many cards must younger exchange": ("exchange.younger-min",),
    "how many cards must elder exchange": ("exchange.elder-min",),
    "which cards of the talon may younger look at": ("exchange.younger-look",),
    "who leads to the next": ("play.winner",),
    # Queries of a beginner at the table.
    "how many cards are dealt": ("deal.hand",),
    "can I discard nothing": ("exchange.elder-min",),
    "how many points to win": ("hundred.target",),
    "how many cards can younger take": ("exchange.younger-max",),
    "who leads first": ("play.winner",),
    "who plays first": ("play.winner",),
    "how many cards can I swap": ("exchange.elder-max",),
    "how many cards can elder take": ("exchange.elder-max",),
    "do I have to take cards": ("exchange.elder-min",),
    "how many cards do we each get": ("deal.hand",),
    "who is the dealer": ("docs/glossary.html#term-younger",),
    "what happens if nobody wins the most tricks": ("cards.divided",),
    "what do I get for winning all the tricks": ("capot.points",),
    "can I look at my discards": ("conduct.own-discards",),
    "what do I get for winning the last trick": ("play.last-trick",),
    "do I have to play a higher card": ("play.follow",),
    "can I play any card": ("play.follow",),
    "what is the highest card": ("pack.ranks",),
    "how much is an ace worth": ("point.pips",),
    "how many points for a run of four": ("sequence.scores",),
    "how many points for four kings": ("set.quatorze",),
    "do three of a kind count": ("set.trio",),
    "how many hands in a game": ("rubicon.deals",),
    "when is the game over": ("hundred.end",),
    "what happens if we both have the same sequence": ("sequence.tie",),
    "do we take turns dealing": ("deal.alternates",),
    "how many cards are left over": ("deal.talon",),
    "can I keep my cards secret": ("declare.sink",),
    "do jacks count in a set": ("set.ranks",),
    "who says their point first": ("declare.order",),
    "how many points do I need to win": ("hundred.target",),
    "who goes first": ("play.winner",),
    # Mistakes at the table, in the words of readers who look for a remedy.
    "revoke": ("docs/glossary.html#term-revoke",),
    "renounce": ("docs/irregularities/play.html#irregularity-revoke",),
    "revoke in 1651": ("docs/irregularities/play.html#irregularity-revoke",),
    "what happens after a misdeal": ("docs/irregularities/dealing.html#irregularity-misdeal-",),
    "exposed card": ("docs/irregularities/",),
    "too many cards": ("docs/irregularities/",),
    "late carte blanche": ("docs/irregularities/exchange.html#irregularity-blank-late",),
    "lead out of turn": ("docs/irregularities/play.html#irregularity-lead-out-of-turn",),
    "who copied whom": ("docs/history/game.html#who-copied-whom",),
    "which books copied from 1651": ("docs/history/game.html#who-copied-whom",),
    "bystander": ("docs/irregularities/count.html#irregularity-bystander",),
    "how many cards can the dealer exchange": ("exchange.younger-max",),
    "can younger take nothing": ("exchange.younger-min",),
    "how many cards can I draw": ("exchange.elder-max",),
    "what wins a trick": ("play.winner",),
    "throw away": ("exchange.elder-max",),
    "how many cards do I throw away": ("exchange.elder-max",),
    "can I discard 5 cards": ("exchange.elder-max",),
    "throw away three cards": ("exchange.elder-max",),
    "rules": ("docs/rules/index",),
    "piquet rules": ("docs/rules/index",),
    "footnote": ("docs/citing",),
    "trèfle": ("docs/history/pack",),
    "carreau": ("docs/history/pack",),
    "cœur": ("docs/history/pack",),
    "pique": ("pique.bonus",),
}

# A query and a result that must be among the first five: the place of the answer, besides the work.
TOLD = {
    # A page of about 2000 describes that game, next to the contemporary rule set.
    "what was played at Molière's time": "docs/rulesets/picquet1651.html#ruleset-picquet1651",
    "cent saunt": "docs/history/game.html#a-hundred",
    "1709": "docs/history/pack.html#the-sixes-go",
    "dryden": "docs/history/game.html#on-the-stage",
    "since when are sixes left out": "docs/history/pack.html",
    "seymour 1719": "docs/history/pack.html#the-sixes-go",
    "when was the rubicon 100": "docs/rules/rubicon.line.html#rule-rubicon-line",
    "differences between hoyle and cavendish": "docs/compare.html",
    "who says a pique is for elder only": "docs/rules/pique.seat.html#rule-pique-seat",
    "how do I cite Cavendish Laws of Piquet": "docs/bibliography.html#cite-cavendish",
    "what was Piquet called in English before": "docs/history/game.html#a-hundred",
    "cavendish law 36": "docs/rules/exchange.younger-look.html#rule-exchange-younger-look",
}

RUN = """
import fs from "node:fs";
import vm from "node:vm";
const [ranking, given] = process.argv.slice(1);
vm.runInThisContext(fs.readFileSync(ranking, "utf8"));
const { finds, aliases, asks, queries } = JSON.parse(fs.readFileSync(given, "utf8"));
const { Ranking, rows } = globalThis.PiquetRanking;
const list = new Ranking(rows(finds), aliases, asks);
const asked = process.argv[3] ?? "best";
console.log(JSON.stringify(queries.map((query) => list[asked](query))));
"""


def best(queries: list[str], folder: Path) -> list[list[dict[str, str]]]:
    """Return the results of the script for each query, the best first."""
    found: list[list[dict[str, str]]] = answered("best", queries, folder)
    return found


def answered(method: str, queries: list[str], folder: Path) -> Any:
    """Call a method of the script's index for each query."""
    node = shutil.which("node")
    assert node, "Node.js is not on PATH"
    html = (SITE / "search.html").read_text("utf-8")
    held = {id: re.search(rf'<script id="pq-{id}"[^>]*>(.*?)</script>', html) for id in KEYS}
    given = {id: json.loads(found[1]) for id, found in held.items() if found}
    path = folder / "given.json"
    path.write_text(json.dumps({**given, "queries": queries}), "utf-8")
    command = [node, "--input-type=module", "-e", RUN, str(RANKING), str(path), method]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


KEYS = ("finds", "aliases", "asks")


def address(wanted: str) -> str:
    """Return the beginning of the expected address."""
    return wanted if "/" in wanted else f"docs/rules/{wanted}"


def test_questions_find_the_right_thing_first(tmp_path: Path) -> None:
    found = best(list(QUERIES), tmp_path)
    wrong = {
        query: [one["href"] for one in finds[:3]]
        for (query, wanted), finds in zip(QUERIES.items(), found, strict=True)
        if not finds or not finds[0]["href"].startswith(tuple(map(address, wanted)))
    }
    assert wrong == {}


def test_a_name_or_a_year_leads_to_the_passage_that_tells_of_it(tmp_path: Path) -> None:
    found = best(list(TOLD), tmp_path)
    first = {
        query: [one["href"] for one in finds[:5]] for query, finds in zip(TOLD, found, strict=True)
    }
    assert {query: hrefs for query, hrefs in first.items() if TOLD[query] not in hrefs} == {}


def test_no_two_things_of_one_name_are_offered(tmp_path: Path) -> None:
    """A rule's article and its entry by date have different titles; a section shares the title of its page."""
    queries = ["What younger may see of the talon", "the pack", "the last trick", "capot"]
    (first, *_) = best(queries[:1], tmp_path)
    assert [one["title"] for one in first].count(queries[0]) == 1
    for finds in best(queries, tmp_path):
        titles = [f"{one['title']}, {one.get('of', '')}" for one in finds[:6]]
        assert len(titles) == len(set(titles)), titles


def test_the_first_example_is_answered_for_the_first_trick_and_for_every_other(
    tmp_path: Path,
) -> None:
    (finds,) = best(["who leads"], tmp_path)
    rule, elder, *_ = finds
    assert "leads next" in rule["says"]
    assert (elder["title"], "to lead" in elder["text"]) == ("elder", True)


def test_the_line_of_the_first_hit_says_since_when(tmp_path: Path) -> None:
    """piquet_core/witnesses: the 1709 edition of Cotton, the code of 1882, and the first text read, of 1885."""
    queries = ["since when is piquet played with 32 cards", "since when is there a rubicon"]
    (pack, *_), (rubicon, *_) = best(queries, tmp_path)
    assert pack["says"] == "36 cards from 1642; 32 cards from 1709."
    assert all(year in rubicon["text"] for year in ("1882", "1885"))


def test_what_is_shown_is_set_as_a_printer_sets_it_and_ends_with_a_word(tmp_path: Path) -> None:
    (finds,) = best(["cavendish"], tmp_path)
    for one in finds:
        shown = " ".join(one.get(name, "") for name in ("title", "text", "says"))
        assert not re.search(r"\w'\w", shown), shown
        assert len(one["text"]) <= 160 or one["kind"] != "Rule set"


def test_a_claim_comes_after_rules_and_lessons_that_fit_as_well(tmp_path: Path) -> None:
    for finds in best(["pique", "quatorze", "point", "discard"], tmp_path):
        kinds = [one["kind"] for one in finds]
        assert "Rule" in kinds[:3]
        assert "Claim" not in kinds[:3]


def test_letter_case_accents_plurals_and_marks_change_nothing(tmp_path: Path) -> None:
    same = ["sixieme", "Sixième", "SIXIÈMES?", "what is a sixième"]
    first, *others = best(same, tmp_path)
    assert first
    assert all([one["href"] for one in finds[:1]] == [first[0]["href"]] for finds in others)


def test_a_word_that_no_entry_has_is_named(tmp_path: Path) -> None:
    queries = ["rubicon 1887", "rubicon", "the xyzzy of a stock", "Molière écart 1651", "piq"]
    said = answered("unknown", queries, tmp_path)
    assert said == [["1887"], [], ["xyzzy"], [], []]


def test_what_is_not_there_is_not_found(tmp_path: Path) -> None:
    assert best(["xyzzy", "", "?!", "__proto__"], tmp_path) == [[], [], [], []]
