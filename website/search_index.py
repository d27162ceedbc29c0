"""The entries of the search page: rules, lessons, rule sets, terms, deals and pages.

Sections of narrative pages are entries too, and rules and deals are found by the words of their
prose. Full-text matches follow the entries in the results. The list of entries is part of the
search page, so that the search works offline and from a folder. Every entry has a description, so
that no page has to be fetched.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata

from piquet_core.irregularities import irregularities
from piquet_core.number_words import number_in_words
from piquet_core.rules import catalogue, load_ruleset
from piquet_core.rules.rule_groups import rules_by_group
from piquet_core.views.markup import script_json, typeset
from sphinx_piquet.domain import Entry, piquet_domain
from sphinx_piquet.pages import PAGES
from website.bibliography import KNOWN, author_names, container_title
from website.cited_work import printed_year
from website.history.by_date_directive import date_anchor
from website.page_meta import page_description
from website.search_passages import Passage, distinct_words, node_text, page_prose, passages
from website.search_summary import (
    answer_summary,
    other_answers_summary,
    remedy_summary,
    rule_laws,
)

FILE = "finds.json"
SUGGEST = "search/suggestions.js"
KEYWORDS = Path(__file__).with_name("keywords.toml")

# The order of equally good matches. Other kinds of the domain follow.
KINDS = {
    "rule": "Rule",
    "lesson": "Lesson",
    "term": "Glossary",
    "ruleset": "Rule set",
    "deal": "Deal",
    "learn": "Learn",
    "history": "History",
    "irregularity": "Irregularity",
    "page": "Page",
    "source": "Source",
    "work": "Bibliography",
    "sheet": "Sheet",
}
_ADDRESS = re.compile(r"<[^>]*>")
SHOWN = ("title", "text", "says")
BY_DATE = "{}, through the centuries"  # distinguishes a rule by date from its article, which has the same name
COMMON = 4  # a prose word in more entries than this is too common
LONGEST = 160  # characters of a description
LONGEST_PASSAGE = 100


def rule_keywords() -> dict[str, list[str]]:
    """Return other names for the subject of each rule, by rule id."""
    return dict(_keywords())


@cache
def read_aliases(path: Path) -> dict[str, Any]:
    """Return the parsed file of search aliases.

    The tables *pages*, *passages* and *terms* list readers' words for each of these, and *words*
    lists synonyms. *asks* has patterns of questions (*when*) and the kinds or addresses that they
    favour (*leads*); ``#`` in a pattern stands for a number of cards.
    """
    return tomllib.loads(path.read_text("utf-8"))


def _aliases(source: Sphinx | Builder, what: str) -> dict[str, list[str]]:
    """Return the table ``what`` of the file of search aliases."""
    return dict(_told_aliases(source).get(what, {}))


def _told_aliases(source: Sphinx | Builder) -> dict[str, Any]:
    name = source.config.piquet_search_aliases
    return read_aliases(Path(source.confdir) / name) if name else {}


@cache
def _keywords() -> dict[str, list[str]]:
    return tomllib.loads(KEYWORDS.read_text("utf-8"))


def search_entries(builder: Builder) -> list[dict[str, str]]:
    """Return all entries in the order of `KINDS`.

    Each has a kind, title, address, description and other words to find it by.
    """
    known, named = rule_keywords(), _aliases(builder, "pages")
    told = page_descriptions(builder.env)
    # The sections of a source add nothing to the source, nor do positions to their page.
    entries = [
        entry
        for entry in piquet_domain(builder.env)
        if ":" not in entry.id and entry.kind != "position"
    ]
    made = [_find(builder, entry, *_described(entry, known, named, told)) for entry in entries]
    made += _terms(builder)
    made += _works(builder)
    whole = {entry.docname for entry in entries if entry.kind in ("rule", "ruleset", "deal")}
    pages = sorted(told.keys() - whole)
    made += [_page(builder, name, told[name]) for name in pages]
    made += [passage for name in pages for passage in _passages(builder, name)]
    # Only passages with aliases of a rule set's page: its rules cover the rest.
    sets = sorted(entry.docname for entry in entries if entry.kind == "ruleset")
    made += [passage for name in sets for passage in _passages(builder, name) if passage["words"]]
    _without_common(made)
    for entry in made:
        entry.update({name: typeset(entry[name]) for name in SHOWN if name in entry})
    order = {kind: place for place, kind in enumerate(KINDS.values())}
    return sorted(made, key=lambda one: order.get(one["kind"], len(order)))


def _without_common(made: list[dict[str, str]]) -> None:
    """Remove words that many entries share from the field ``more``. Mostly names and years remain."""
    spread = Counter(word for entry in made for word in entry.get("more", "").split())
    for entry in made:
        more = " ".join(word for word in entry.pop("more", "").split() if spread[word] <= COMMON)
        if more:
            entry["more"] = more


def to_columns(entries: list[dict[str, str]]) -> dict[str, list[str]]:
    """Return entries as one list of values per field, which compresses better.

    A value that an entry lacks is "".
    """
    names = dict.fromkeys(name for entry in entries for name in entry)
    return {name: [entry.get(name, "") for entry in entries] for name in names}


def _find(builder: Builder, entry: Entry, text: str, words: str) -> dict[str, str]:
    anchor = f"#{entry.anchor}" if entry.anchor else ""
    made = {
        "kind": KINDS.get(entry.kind, entry.kind.capitalize()),
        "title": entry.title,
        "href": builder.get_relative_uri("search", entry.docname) + anchor,
        "text": text,
        "words": words,
    }
    if entry.kind in ("rule", "deal"):
        told = _told_of(builder.env)[entry.docname].words
        made["more"] = distinct_words(told, f"{entry.title} {text}")
    if entry.kind == "rule":
        made["says"] = answer_summary(entry.id, builder.config.piquet_first_ruleset)
        made["answers"] = other_answers_summary(entry.id)
    if entry.kind == "irregularity":
        made["says"] = remedy_summary(entry.id, builder.config.piquet_first_ruleset)
    return made


def _kind(builder: Builder, docname: str) -> str:
    """Return the kind of a page that is not about a rule, a rule set or a deal, from its name."""
    kinds = builder.config.piquet_search_kinds.items()
    return KINDS[next((kind for pattern, kind in kinds if re.match(pattern, docname)), "page")]


def _passages(builder: Builder, docname: str) -> Iterator[dict[str, str]]:
    """Yield an entry for each indexed section of a page.

    The field ``of`` is the title of the page. Sections on a rule by date also have the keywords of
    the rule.
    """
    by_date = builder.config.piquet_by_date_page
    dated = {f"{by_date}#{date_anchor(id)}": rule_keywords().get(id, []) for id in catalogue()}
    known = dated | _aliases(builder, "passages")
    for one in _told_of(builder.env)[docname].passages:
        text, place = clip_sentences(one.text, LONGEST_PASSAGE), f"{docname}#{one.anchor}"
        made = {
            "kind": _kind(builder, docname),
            "title": BY_DATE.format(one.heading) if place in dated else one.heading,
            "href": f"{builder.get_relative_uri('search', docname)}#{one.anchor}",
            "text": text,
            "words": "; ".join(known.get(place, [])),
            "of": builder.env.titles[docname].astext(),
            "more": distinct_words(
                one.words, f"{one.heading} {clip_sentences(one.words, LONGEST_PASSAGE)}"
            ),
        }
        yield made | {"says": one.says} if one.says else made


def _page(builder: Builder, docname: str, text: str) -> dict[str, str]:
    return {
        "kind": _kind(builder, docname),
        "title": builder.env.titles[docname].astext(),
        "href": builder.get_relative_uri("search", docname),
        "text": text,
        "words": "; ".join(_aliases(builder, "pages").get(docname, [])),
    }


def _described(
    entry: Entry, known: dict[str, list[str]], named: dict[str, list[str]], told: dict[str, str]
) -> tuple[str, str]:
    """Return a pair: the description of an object, and other words to find the object by."""
    match entry.kind:
        case "rule":
            words = [entry.id, *known.get(entry.id, []), *rule_laws(entry.id)]
            return catalogue()[entry.id].question, "; ".join(words)
        case "ruleset":
            ruleset = load_ruleset(entry.id)
            names = named.get(entry.docname, [])
            return clip_sentences(ruleset.summary), "; ".join([entry.id, ruleset.short, *names])
        case "deal":
            names = named.get(entry.docname, [])
            return told.get(entry.docname, ""), "; ".join([entry.id, *names])
        case "irregularity":
            one = irregularities()[entry.id]
            return one.question, "; ".join(one.words)
        case _:
            return "", entry.id


def _terms(builder: Builder) -> list[dict[str, str]]:
    """Return an entry for each glossary entry, found by all its terms."""
    env, known = builder.env, _aliases(builder, "terms")
    found = []
    for docname in sorted({name for name, *_ in _places(builder)}):
        for glossary in env.get_doctree(docname).findall(addnodes.glossary):
            for item in glossary.findall(nodes.definition_list_item):
                terms = [term for term in item.children if isinstance(term, nodes.term)]
                text = " ".join(node_text(part) for part in item.findall(nodes.paragraph))
                names = [term.astext().strip() for term in terms]
                found.append(
                    {
                        "kind": KINDS["term"],
                        "title": names[0],
                        "href": f"{builder.get_relative_uri('search', docname)}#{terms[0]['ids'][0]}",
                        "text": clip_sentences(text),
                        "words": "; ".join([*names[1:], *known.get(names[0], [])]),
                    }
                )
    return found


def _works(builder: Builder) -> list[dict[str, str]]:
    """Return an entry for each work of the bibliography, found by year, author and title."""
    bibliography = builder.config.piquet_bibliography_page
    if bibliography not in builder.env.found_docs:
        return []
    works = builder.env.get_domain("cite").bibdata.data.entries  # type: ignore[attr-defined]
    page = builder.get_relative_uri("search", bibliography)
    found = []
    for key, work in works.items():
        year, who = printed_year(work) or "n.d.", author_names(work)
        told = " ".join(work.fields.get(name, "") for name in ("note", "knownas", "second"))
        found.append(
            {
                "kind": KINDS["work"],
                "title": f"{who}, {container_title(work)} ({year})"
                if who
                else f"{container_title(work)} ({year})",
                "href": f"{page}#cite-{key}",
                "text": _read(work),
                "words": "; ".join(filter(None, (year, who, work.fields.get("shorttitle", "")))),
                "more": distinct_words(_ADDRESS.sub("", told)),
            }
        )
    return found


def _read(work: Any) -> str:
    """Return the description of a work: its reading status and its remark."""
    known, more = KNOWN.get(work.fields.get("known", ""), ""), work.fields.get("knownas", "")
    said = f"{known}{' ' if known == KNOWN['quoted'] else ': '}{more}" if more else known
    note = work.fields.get("note", "").replace("*", "")  # title markup
    return clip_sentences(" ".join(filter(None, (f"{said}." if said else "", note))))


def _places(builder: Builder) -> list[tuple[str, str]]:
    objects = builder.env.domains.standard_domain.objects
    return [place for (kind, _name), place in objects.items() if kind == "term"]


def clip_sentences(text: str, longest: int = LONGEST) -> str:
    """Return the leading sentences that fit in ``longest`` characters.

    A first sentence that is too long is truncated.

    >>> clip_sentences("The stock.  Eight cards.")
    'The stock. Eight cards.'
    """
    sentences = re.split(r"(?<=[.!?]) ", " ".join(text.split()))
    kept = sentences.pop(0)
    while sentences and len(kept) + len(sentences[0]) < longest:
        kept = f"{kept} {sentences.pop(0)}"
    return kept if len(kept) <= longest else f"{kept[: longest - 1].rsplit(' ', 1)[0]} …"


# -- what each page is about -----------------------------------------------------------------------


def page_descriptions(env: BuildEnvironment) -> dict[str, str]:
    """Return the description of every page by name, stored in the environment."""
    if not hasattr(env, "piquet_descriptions"):
        env.piquet_descriptions = {}  # type: ignore[attr-defined]
    return cast(dict[str, str], env.piquet_descriptions)  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class PageText:
    """The distinct words of a page's prose, and its passages if they are indexed separately."""

    words: str
    passages: tuple[Passage, ...]


def _told_of(env: BuildEnvironment) -> dict[str, PageText]:
    """Return the prose of every page by name, stored in the environment while pages are read.

    It is stored because reopening all pages takes a second.
    """
    if not hasattr(env, "piquet_told"):
        env.piquet_told = {}  # type: ignore[attr-defined]
    return cast(dict[str, PageText], env.piquet_told)  # type: ignore[attr-defined]


def _describe(app: Sphinx, tree: nodes.document) -> None:
    name = app.env.current_document.docname
    page_descriptions(app.env)[name] = page_description(name, tree)
    telling = app.config.piquet_search_sections
    found = tuple(passages(tree)) if telling and re.match(telling, name) else ()
    _told_of(app.env)[name] = PageText(distinct_words(page_prose(tree)), found)


def _purge(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    del app
    page_descriptions(env).pop(docname, None)
    _told_of(env).pop(docname, None)


def _merge(app: Sphinx, env: BuildEnvironment, docnames: set[str], other: BuildEnvironment) -> None:
    del app
    _take(page_descriptions(env), page_descriptions(other), docnames)
    _take(_told_of(env), _told_of(other), docnames)


def _take[Kept](to: dict[str, Kept], other: dict[str, Kept], names: set[str]) -> None:
    to.update({name: other[name] for name in names if name in other})


def _offer(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Add the entries, the search scripts and the phases of the game to the search page.

    Other pages get the script for suggestions.
    """
    del templatename
    if app.builder.name not in PAGES:
        return
    if pagename != "search":
        if doctree is not None:
            app.add_js_file(SUGGEST, type="module")
        return
    context["piquet_phases"] = _phases(app.builder)
    body = script_json(to_columns(search_entries(app.builder)))
    app.add_js_file(None, body=body, type="application/json", id="pq-finds")
    app.add_css_file("search/search.css")
    body = script_json(_aliases(app, "words"))
    app.add_js_file(None, body=body, type="application/json", id="pq-aliases")
    asks = script_json(_asks(app))
    app.add_js_file(None, body=asks, type="application/json", id="pq-asks")
    for name in ("ranking", "spelling", "search-page"):
        app.add_js_file(f"search/{name}.js", loading_method="defer")


def _asks(app: Sphinx) -> list[dict[str, Any]]:
    return [
        {**ask, "when": [said for one in ask["when"] for said in _numbered(one)]}
        for ask in _told_aliases(app).get("asks", [])
    ]


def _numbered(phrase: str) -> list[str]:
    """Return copies of a phrase with each possible number of exchanged cards instead of ``#``.

    The numbers are in figures and in words. A phrase without ``#`` is returned alone.

    >>> _numbered("discard #")[:3], _numbered("throw away")
    (['discard 1', 'discard one', 'discard 2'], ['throw away'])
    """
    if "#" not in phrase:
        return [phrase]
    numbers = (said for one in range(1, 9) for said in (str(one), number_in_words(one)))
    return [phrase.replace("#", number) for number in numbers]


def _cut_index(app: Sphinx) -> list[Any]:
    """Remove from Sphinx's search index what only Sphinx's own search uses, and headings that are entries.

    This uses private parts of Sphinx, whose version is locked.
    """
    indexer = getattr(app.builder, "indexer", None)
    if indexer is not None:
        indexer.get_objects = lambda _numbers: {}
        indexer._filenames = dict.fromkeys(indexer._filenames, "")  # noqa: SLF001 - see above
        entries = {entry["href"] for entry in search_entries(app.builder)}
        for name, headings in indexer._all_titles.items():  # noqa: SLF001
            page = app.builder.get_relative_uri("search", name)
            headings[:] = [
                (heading, anchor)
                for heading, anchor in headings
                if (f"{page}#{anchor}" if anchor else page) not in entries
            ]
    return []


def _write(app: Sphinx, exception: Exception | None) -> None:
    """Write the entries to a file, which pages fetch when a reader types into the search box."""
    if exception is None and app.builder.name in PAGES:
        listed = to_columns(search_entries(app.builder))
        told = {"finds": listed, "words": _aliases(app, "words"), "asks": _asks(app)}
        text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
        (Path(app.outdir) / "_static" / FILE).write_text(text + "\n", "utf-8", newline="\n")


def _phases(builder: Builder) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return the phases of the game, each as a tuple of name, heading and rules.

    A rule is a pair of its title and its address.
    """
    pages = {entry.id: entry for entry in piquet_domain(builder.env) if entry.kind == "rule"}
    return [
        (
            name,
            heading,
            [
                (entry.title, builder.get_relative_uri("search", entry.docname))
                for entry in (pages[rule.id] for rule in rules if rule.id in pages)
            ],
        )
        for name, heading, rules in rules_by_group()
    ]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks and the values.

    ``piquet_search_aliases`` names the file with readers' words (see `read_aliases`).
    ``piquet_search_kinds`` maps patterns of page names to kinds (see `KINDS`).
    ``piquet_search_sections`` matches the pages whose sections are indexed separately.
    """
    app.add_config_value("piquet_search_aliases", "", "env", frozenset({str}))
    app.add_config_value("piquet_search_kinds", {}, "env", frozenset({dict}))
    app.add_config_value("piquet_search_sections", "", "env", frozenset({str}))
    app.add_config_value("piquet_bibliography_page", "", "env", frozenset({str}))
    app.add_config_value("piquet_by_date_page", "", "env", frozenset({str}))
    app.connect("doctree-read", _describe, priority=900)
    app.connect("env-purge-doc", _purge)
    app.connect("env-merge-info", _merge)
    app.connect("html-page-context", _offer)
    app.connect("html-collect-pages", _cut_index)
    app.connect("build-finished", _write)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
