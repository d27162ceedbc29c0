"""The frame of every page: header, breadcrumbs, the list of a section at the side, foot.

All of it follows from the tables of contents.  The first page has one for each section, under its
caption: those that ``piquet_header`` names stand in the header, in that order, the others in the foot.
``piquet_header_under`` says which of the others a section of the header leads to as well, so that every
page has its place up there.  ``piquet_header_labels`` adds links to labelled places within its pages.
A page without scripts or styles has the same links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Final
from urllib.parse import quote

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata

from piquet_core.publication import publication
from piquet_core.rules.rule_groups import rules_by_group
from sphinx_piquet.domain import piquet_domain
from sphinx_piquet.edition import edition_of
from sphinx_piquet.pages import PAGES, add_styles
from sphinx_piquet.replays.deal_order import deals_beside
from sphinx_piquet.style_sheets import BASE

SCRIPT: Final = "frame/page-frame.js"
STYLES: Final = (
    "frame/header.css",
    "frame/page.css",
    "frame/footer.css",
    "frame/sphinx-marks.css",
)
ELEMENTS: Final = "base/elements.css"
FOR_SCREENS: Final = ("base/letters.css", ELEMENTS, *BASE, *STYLES)
HOME: Final = "landing-page.css"
TITLE: Final = "pq-page-title"
VIEWPORT: Final = re.compile(r'<meta name="viewport"[^>]*>\n?')
# Sheets and scripts of the theme, and of Sphinx: its reader of the search, and what that needs.
OTHERS: Final = re.compile(
    r"(^|/)(scripts/sphinx-book-theme|styles/|pygments|basic\.css"
    r"|doctools|documentation_options|sphinx_highlight)"
)
MADE: Final = ("genindex",)  # by Sphinx, from no document: a table of contents names it
FEWEST: Final = 4  # headings that are worth a list of their own
MOST: Final = 12  # headings between the pages of a section, of which a window still shows the last


@dataclass(slots=True, kw_only=True)
class MenuLine:
    """A line of a menu, and the lines below it; a place without a page has no address."""

    title: str
    page: str = ""
    anchor: str = ""
    current: bool = False
    below: list[MenuLine] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class MenuSection:
    """A table of contents of the first page: its caption and its pages."""

    title: str
    places: list[MenuLine]
    current: bool = False
    more: list[MenuLine] = field(default_factory=list)  # first pages of what it stands for


class Contents:
    """The tables of contents of a site, as one page sees them."""

    def __init__(self, env: BuildEnvironment, page: str) -> None:
        self.env = env
        self.page = page
        self.root: str = env.config.root_doc
        self.above: dict[str, str] = {}
        for parent, children in sorted(env.toctree_includes.items()):
            for child in children:
                self.above.setdefault(child, parent)
        for place in self.places(self.trees(self.root)):
            self.above.setdefault(place.page, self.root)  # Sphinx does not count what it makes

    def chain(self) -> list[str]:
        """Return the page and all above it, except the first page."""
        found: list[str] = []
        page = self.page
        while page and page != self.root and page not in found:
            found.append(page)
            page = self.above.get(page, "")
        return found if page == self.root else []

    def trees(self, page: str) -> Iterator[addnodes.toctree]:
        """Return the tables of contents that stand on a page."""
        toc = self.env.tocs.get(page)
        if toc is not None:
            yield from toc.findall(addnodes.toctree)

    def places(self, trees: Iterator[addnodes.toctree]) -> list[MenuLine]:
        """Return what some tables of contents list."""
        return [
            MenuLine(
                title=title or self.title(page),
                page=page,
                current=page == self.page,
            )
            for tree in trees
            for title, page in tree["entries"]
            if page in self.env.titles or (title and page in MADE)
        ]

    def title(self, page: str) -> str:
        """Return the heading of a page."""
        return self.env.titles[page].astext()

    def sections(self) -> list[MenuSection]:
        """Return the sections of the site, in the order of the first page."""
        top = self.chain()[-1:]
        made = []
        for tree in self.trees(self.root):
            places = self.places(iter([tree]))
            if not places:
                continue
            pages = [place.page for place in places]
            made.append(
                MenuSection(
                    title=tree.get("caption") or "",
                    places=places,
                    current=bool(top) and top[0] in pages,
                )
            )
        return made

    def section(self) -> MenuSection | None:
        """Return the section of the page."""
        return next((one for one in self.sections() if one.current), None)

    def opened(self) -> list[MenuLine]:
        """Return the section's pages, with those below opened as far as the page is."""
        section = self.section()
        if section is None:
            return []
        chain = self.chain()
        self._open(section.places, chain)
        return section.places

    def _open(self, places: list[MenuLine], chain: list[str]) -> None:
        for place in places:
            if place.page in chain:
                # The page above lists one that is wide or for the felt; at its side it would be listed again.
                found = self.places(self.trees(place.page))
                place.below = [one for one in found if frame_of(self.env.config, one.page) == "ref"]
                self._open(place.below, chain)
                if place.current and not place.below and len(chain) == 1:
                    place.below = self.headings()

    def headings(self) -> list[MenuLine]:
        """Return the headings of the page, if there are enough of them, or else those and what is below each."""
        toc = self.env.tocs.get(self.page)  # none of a page that Sphinx makes
        whole = toc.next_node(nodes.list_item) if toc is not None else None
        found = self._headings(whole, deep=False)
        if len(found) < FEWEST:
            found = self._headings(whole, deep=True)
        return found if len(found) + sum(len(one.below) for one in found) >= FEWEST else []

    def _headings(self, item: nodes.list_item | None, *, deep: bool) -> list[MenuLine]:
        inner = item.next_node(nodes.bullet_list) if item is not None else None
        found = []
        for one in inner.children if inner is not None else ():
            link = one.next_node(nodes.reference)
            if isinstance(one, nodes.list_item) and link is not None:
                anchor = link["anchorname"] or "#"
                below = self._headings(one, deep=False) if deep else []
                found.append(
                    MenuLine(title=link.astext(), page=self.page, anchor=anchor, below=below)
                )
        return found


@dataclass(slots=True, kw_only=True)
class Sidebar:
    """The list at the side of a page; ``inside`` has its own headings, if they are too many to stand between pages."""

    title: str
    places: list[MenuLine]
    inside: list[MenuLine] = field(default_factory=list)


def rule_group(env: BuildEnvironment, page: str) -> tuple[str, str, list[MenuLine]]:
    """Return name and heading of the group of rules that a page belongs to, and the articles of all."""
    pages = {one.id: one.docname for one in piquet_domain(env) if one.kind == "rule"}
    for name, heading, rules in rules_by_group():
        places = [
            MenuLine(
                title=env.titles[pages[rule.id]].astext(),
                page=pages[rule.id],
                current=pages[rule.id] == page,
            )
            for rule in rules
            if rule.id in pages
        ]
        if any(place.current for place in places):
            return name, heading, places
    return "", "", []


def sidebar_of(contents: Contents) -> Sidebar | None:
    """Return what stands at the side of a page: the rules of its group, or the pages of its section."""
    _name, heading, rules = rule_group(contents.env, contents.page)
    if rules:
        return Sidebar(title=heading, places=rules)
    section = contents.section()
    if section is None:
        return None
    places = contents.opened()
    for place in places:
        if place.current and rule_group(contents.env, next(iter(place.below), place).page)[0]:
            place.below = [
                MenuLine(title=heading, page=place.page, anchor=f"#rules-{name}")
                for name, heading, _rules in rules_by_group()
            ]
    side = Sidebar(title=section.title, places=places)
    for place in places:
        lines = len(place.below) + sum(len(one.below) for one in place.below)
        if place.current and lines > MOST and place.below[0].anchor:
            side.inside, place.below = place.below, []
    return side


def breadcrumbs(contents: Contents) -> list[MenuLine]:
    """Return where a page is: its section, the pages above it, the group of a rule, the place of a deal in its list."""
    section = contents.section()
    if section is None:
        return []
    chain = contents.chain()
    above = [MenuLine(title=contents.title(page), page=page) for page in reversed(chain[1:])]
    if len(section.places) == 1 and not above:
        return []
    known = {place.page: place.title for place in section.places}
    for place in above:
        place.title = known.get(place.page, place.title)
    found = [MenuLine(title=section.title), *above] if len(section.places) > 1 else above
    _list, deals = deals_beside(contents.env, contents.page)
    if deals and above:
        number = deals.index(contents.page) + 1
        found.append(MenuLine(title=f"Deal {number} of {len(deals)}"))
    name, heading, rules = rule_group(contents.env, contents.page)
    if rules and above:
        found.append(MenuLine(title=heading, page=above[-1].page, anchor=f"#rules-{name}"))
    return found


def header_sections(
    contents: Contents,
    named: list[str],
    under: dict[str, list[str]],
    labels: dict[str, dict[str, str]],
) -> list[MenuSection]:
    """Return the sections in the header; each stands for those below it too, and may list labelled places."""
    sections = {one.title: one for one in contents.sections()}
    shown = [sections[name] for name in named if name in sections]
    for one in shown:
        below = [sections[name] for name in under.get(one.title, ()) if name in sections]
        one.more = [
            MenuLine(title=other.title, page=other.places[0].page, current=other.current)
            for other in below
        ]
        one.current = one.current or any(place.current for place in one.more)
        for title, label in labels.get(one.title, {}).items():
            add_label(contents.env, one.places, title, label)
    return shown


def add_label(env: BuildEnvironment, places: list[MenuLine], title: str, label: str) -> None:
    """Add a link to a labelled place after the line of its page, if the page is listed."""
    page, anchor = env.domains.standard_domain.anonlabels.get(label, ("", ""))
    for number, place in enumerate(places, 1):
        if place.page == page:
            places.insert(number, MenuLine(title=title, page=page, anchor=f"#{anchor}"))
            return


def frame_of(config: Config, page: str) -> str:
    """Return which frame a page has: ``play`` and ``wide`` have no list at the side."""
    for frame, patterns in config.piquet_frames.items():
        if any(fnmatchcase(page, pattern) for pattern in patterns):
            return str(frame)
    return "ref"


def report_address(address: str, page: str, edition: str) -> str:
    """Return where to say that something is wrong with a page, "" if nobody has said where.

    >>> report_address("mailto:a@b.example?subject={page}, {edition}", "docs/x.html", "edition 1.0")
    'mailto:a@b.example?subject=docs%2Fx.html, edition%201.0'
    """
    return address.replace("{page}", quote(page, safe="")).replace(
        "{edition}", quote(edition, safe="")
    )


def add_title_id(context: dict[str, Any]) -> str:
    """Give the title of a page an id, and return it; "" on a page whose template writes the title.

    A browser can be told to paint nothing before it has read an element with an id: on a slow machine
    it would else show the header alone for a moment.
    """
    before, title, after = (context.get("body") or "").partition("<h1>")
    if not title:
        return ""
    context["body"] = f'{before}<h1 id="{TITLE}">{after}'
    return TITLE


def add_frame(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], _tree: nodes.document | None
) -> None:
    """Give the templates what the frame shows."""
    if app.builder.name not in PAGES:
        return
    contents = Contents(app.env, page)
    header = app.config.piquet_header
    frame = frame_of(app.config, page)
    # docutils writes a second one for every page.
    context["metatags"] = VIEWPORT.sub("", context.get("metatags") or "")
    context["piquet_frame"] = frame
    context["piquet_title"] = add_title_id(context)
    context["piquet_sections"] = header_sections(
        contents, header, app.config.piquet_header_under, app.config.piquet_header_labels
    )
    context["piquet_foot"] = [one for one in contents.sections() if one.title not in header]
    context["piquet_crumbs"] = breadcrumbs(contents) if frame != "home" else []
    context["piquet_side"] = sidebar_of(contents) if frame == "ref" else None
    if frame == "home":
        app.add_css_file(HOME)
    path = app.builder.get_target_uri(page)
    edition = edition_of(app.config)
    context["piquet_path"] = path
    context["piquet_reports"] = report_address(
        publication().reports, edition.permalink(path) or path, edition.name
    )


def drop_theme_files(
    app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: nodes.document | None
) -> None:
    """Leave out the styles and scripts of theme and Sphinx, which ours replace; a book has a style of its own."""
    theirs = _is_of_the_theme if app.builder.name in PAGES else _is_for_a_screen
    for kind in ("css_files", "script_files"):
        context[kind] = [one for one in context.get(kind, ()) if not theirs(one)]


def _is_of_the_theme(file: Any) -> bool:
    name = str(getattr(file, "filename", None) or "")
    if not name:  # the theme sets options by a script in the page itself
        return "DOCUMENTATION_OPTIONS" in str(file.attributes.get("body", ""))
    return bool(OTHERS.search(name))


def _is_for_a_screen(file: Any) -> bool:
    return str(getattr(file, "filename", None) or "").endswith(FOR_SCREENS)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the values, the files, and the hooks, after those of the theme."""
    app.add_config_value("piquet_header", [], "html", frozenset({list}))
    app.add_config_value("piquet_header_under", {}, "html", frozenset({dict}))
    app.add_config_value("piquet_header_labels", {}, "html", frozenset({dict}))
    app.add_config_value("piquet_frames", {}, "html", frozenset({dict}))
    add_styles(app, (ELEMENTS,), priority=95)  # before the styles of the widgets
    add_styles(app, STYLES, priority=110)
    app.add_js_file(SCRIPT, priority=10)  # at once: it chooses the colours before anything is drawn
    app.connect("html-page-context", add_frame, priority=460)
    app.connect("html-page-context", drop_theme_files, priority=950)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
