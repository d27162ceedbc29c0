"""The directive ``library``: every deal beside the page, with what it shows and how it was checked.

The list is complete as written; a script only hides what a reader filters out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from piquet_core.errors import NotationError
from piquet_core.html import sprite
from piquet_core.html.deal.account import hand_by_suits, played_hands, verdict
from piquet_core.html.markup import Child, Markup, element, join
from piquet_core.pack.seat import Seat
from piquet_core.records.notation import THEMES
from piquet_core.records.steps import Replay
from piquet_core.sphinxext import doctree as dt
from piquet_core.sphinxext.deals.replay import replayed
from piquet_core.sphinxext.domain import piquet_domain
from piquet_core.sphinxext.pages import PAGES, add_files_where
from piquet_core.sphinxext.rules.compare_page import addresses

logger = logging.getLogger(__name__)

OURS = "ours"
_THEMES = {
    "capot": "Capot",
    "carte-blanche": "Carte blanche",
    "divided-cards": "Divided cards",
    "example": "Teaching example",
    "pique": "Pique",
    "repique": "Repique",
    "sinking": "Sinking",
    "to-the-score": "Playing to the score",
}
_ORDINALS = {17: "17th", 18: "18th", 19: "19th", 20: "20th", 21: "21st"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A deal as the list has it."""

    replay: Replay

    @property
    def id(self) -> str:
        """The id of the record."""
        return self.replay.record.tag("Id")

    @property
    def title(self) -> str:
        """Its title."""
        return self.replay.record.tag("Title") or self.id

    @property
    def year(self) -> str:
        """The year of its source; empty for a deal of this site's own."""
        return self.replay.record.tag("Year")

    @property
    def era(self) -> tuple[str, str]:
        """The century as (value of the filter, name)."""
        if not self.year:
            return OURS, "Made for this site"
        century = (int(self.year) + 99) // 100
        return str(century), f"{_ORDINALS.get(century, f'{century}th')} century"

    @property
    def themes(self) -> list[str]:
        """What it is an example of."""
        return self.replay.record.tag("Theme").split()

    @property
    def rules(self) -> tuple[str, str]:
        """The rule set as (id, title)."""
        assert self.replay.rules is not None
        return self.replay.rules.id, self.replay.rules.title

    @property
    def names(self) -> tuple[str, str]:
        """The players."""
        return self.replay.record.player(Seat.ELDER), self.replay.record.player(Seat.YOUNGER)

    @property
    def ending(self) -> str:
        """The final totals in words."""
        one, two = self.replay.steps[-1].score
        return f"{self.names[0]} {one}, {self.names[1]} {two}"

    @property
    def order(self) -> tuple[bool, str, str]:
        """By year; the deals of this site's own come last."""
        return not self.year, self.year, self.title


def missing_tags(replay: Replay) -> list[str]:
    """Return the tags without which the list cannot place a deal."""
    record = replay.record
    needed = ["Title", "Theme", *(["Year"] if record.tag("Source") else [])]
    return [name for name in needed if not record.tag(name)]


# -- the directive -------------------------------------------------------------------------------


class library_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The list: the records' texts for HTML, children for everything else."""


class LibraryDirective(SphinxDirective):
    """``{library}``: the deals whose records lie beside the page."""

    def run(self) -> list[nodes.Node]:
        """Read every record; complain of what the list cannot place."""
        folder = Path(self.env.doc2path(self.env.docname)).parent
        piquet_domain(self.env).note_list(self.env.docname)  # read again when a page comes or goes
        texts = []
        for path in sorted(folder.glob("*.piquet")):
            self.env.note_dependency(str(path))
            try:
                text = path.read_text("utf-8")
                replay = replayed(text)
            except (OSError, UnicodeDecodeError, NotationError) as error:
                warn(f"the record cannot be read: {error}", str(path))
                continue
            if missing := missing_tags(replay):
                warn(f"the list of deals needs the tag {' and '.join(missing)}", str(path))
            if replay.steps and replay.rules is not None:
                texts.append(text)
        found = sorted(map(entry, texts), key=lambda one: one.order)
        node = library_node("", _plain(found, self.env.docname), docname=self.env.docname)
        node["texts"] = sorted(texts, key=lambda text: entry(text).order)
        self.set_source_info(node)
        return [node]


def warn(message: str, location: Any) -> None:
    """Warn about a deal; with ``-W`` that fails the build."""
    logger.warning(message, location=location, type="piquet", subtype="library")


def entry(text: str) -> Entry:
    """Return the entry of a record."""
    return Entry(replay=replayed(text))


def check_complete(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of a deal that has a page but no place in the list, and of one without a page."""
    del app
    domain = piquet_domain(env)
    lists = [
        node
        for docname in domain.data["lists"]
        for node in env.get_doctree(docname).findall(library_node)
    ]
    for node in lists:
        folder = node["docname"].rpartition("/")[0]
        listed = {entry(text).id for text in node["texts"]}
        paged = {
            one.id: one.docname
            for one in domain
            if one.kind == "deal" and one.docname.rpartition("/")[0] == folder
        }
        for id in sorted(listed - paged.keys()):
            warn(f"no page here replays the deal {id}", node["docname"])
        for id in sorted(paged.keys() - listed):
            warn(f"the deal {id} is missing from the list of deals", paged[id])


# -- HTML ----------------------------------------------------------------------------------------


def visit_html(self: HTML5Translator, node: library_node) -> None:
    """Write filters and list; builders without scripts get the plain nodes."""
    if self.builder.name not in PAGES:
        return
    address = addresses(self.builder, node["docname"])
    found = [entry(text) for text in node["texts"]]
    self.body.append(sprite(faces=False))
    self.body.append(_filters(found))
    items = [_item(one, address) for one in found]
    self.body.append(element("ul", *items, class_="pq-library"))
    raise nodes.SkipNode


def _filters(found: Sequence[Entry]) -> Markup:
    """Return the form; hidden until the script can serve it."""
    eras = dict(one.era for one in found)
    rules = dict(sorted((one.rules for one in found), key=lambda pair: pair[1]))
    themes = {
        name: words for name, words in _THEMES.items() if any(name in e.themes for e in found)
    }
    return element(
        "form",
        _select("theme", "Shows", "Every theme", themes),
        _select("era", "Printed in", "Every century", eras),
        _select("rules", "Rules", "Every rule set", rules),
        element("button", "Show all", type="reset"),
        element("p", class_="pq-count", role="status"),
        class_="pq-filters",
        hidden=True,
        aria_label="Filter the deals",
    )


def _select(name: str, label: str, every: str, options: dict[str, str]) -> Markup:
    field = f"pq-by-{name}"
    return element(
        "p",
        element("label", label, for_=field),
        element(
            "select",
            element("option", every, value=""),
            *(element("option", words, value=value) for value, words in options.items()),
            id=field,
            name=name,
            autocomplete="off",
        ),
    )


def _item(one: Entry, address: Callable[[str, str], str]) -> Markup:
    deal, rules = address("deal", one.id), address("ruleset", one.rules[0])
    about: list[Child] = [
        join([f"{one.names[0]} and {one.names[1]}"]),
        one.year or "made for this site",
        element("a", one.rules[1], href=rules) if rules else one.rules[1],
    ]
    hands = [
        element("div", element("dt", name), element("dd", hand_by_suits(hand)))
        for name, hand in zip(one.names, played_hands(one.replay), strict=True)
    ]
    tags = [element("li", _THEMES[name]) for name in one.themes]
    return element(
        "li",
        element("h2", element("a", one.title, href=deal) if deal else one.title),
        element("p", join(about, " · "), class_="pq-about"),
        element("dl", *hands, class_="pq-both-hands"),
        element("p", element("b", one.ending), ". ", verdict(one.replay), class_="pq-ends"),
        element("ul", *tags, class_="pq-themes", aria_label="Shows") if tags else None,
        data_rules=one.rules[0],
        data_era=one.era[0],
        data_theme=" ".join(one.themes),
    )


# -- everything else -----------------------------------------------------------------------------


def _plain(found: Sequence[Entry], docname: str) -> nodes.Node:
    return dt.definitions(
        (
            (
                "",
                dt.link("deal", one.id, one.title, docname),
                dt.paragraph(
                    f"{one.year or 'Made for this site'}. {one.rules[1]}. {one.ending}. "
                    f"{verdict(one.replay)} {', '.join(_THEMES[name] for name in one.themes)}."
                ),
            )
            for one in found
        ),
        classes=[],
    )


def visit_plain(self: Any, node: library_node) -> None:
    """Let the children speak."""


def depart(self: Any, node: library_node) -> None:
    """Nothing to close: either all was written, or the children were."""


def _add_files(app: Sphinx, context: dict[str, Any]) -> None:
    """Load script and styles on the page with the list, and on no other."""
    del context
    app.add_css_file("cards.css")
    app.add_css_file("deal/library.css")
    app.add_js_file("deal/library.js", type="module")


def setup(app: Sphinx) -> None:
    """Register the directive, its node, and the files its page needs."""
    assert tuple(_THEMES) == THEMES, "every theme of the notation has a name here"
    app.add_directive("library", LibraryDirective)
    plain = (visit_plain, depart)
    app.add_node(
        library_node, html=(visit_html, depart), latex=plain, text=plain, man=plain, texinfo=plain
    )
    app.connect("env-check-consistency", check_complete)
    add_files_where(app, library_node, _add_files)
