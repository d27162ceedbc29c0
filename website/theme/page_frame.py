"""The frame of every page: header, breadcrumbs, sidebar and footer.

The menus follow from the toctrees of the root page, one per section, with the caption as its title.
The sections in ``piquet_header`` are in the header, in that order; the others are in the footer.
``piquet_header_under`` names footer sections that a header menu links to as well.
``piquet_header_links`` adds links to a part or a state of a page, such as the table for two players.
The frame needs neither scripts nor styles.
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
# Styles and scripts of the theme, and Sphinx's search highlighting with its requirements.
OTHERS: Final = re.compile(
    r"(^|/)(scripts/sphinx-book-theme|styles/|pygments|basic\.css"
    r"|doctools|documentation_options|sphinx_highlight)"
)
MADE: Final = ("genindex",)  # pages without a source document that a toctree may list
FEWEST: Final = 4  # headings that make a list worthwhile
MOST: Final = 12  # headings that fit between the pages of a section without hiding the last page


@dataclass(slots=True, kw_only=True)
class MenuLine:
    """A menu item with its sub-items. An item without a page is not a link.

    ``suffix`` is the end of the address: a fragment or a query.
    """

    title: str
    page: str = ""
    suffix: str = ""
    current: bool = False
    below: list[MenuLine] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class MenuSection:
    """A section of the site: a toctree of the root page."""

    title: str
    places: list[MenuLine]
    current: bool = False
    more: list[MenuLine] = field(default_factory=list)  # first pages of the sections under it


class Contents:
    """The toctrees of the site from the point of view of one page."""

    def __init__(self, env: BuildEnvironment, page: str) -> None:
        self.env = env
        self.page = page
        self.root: str = env.config.root_doc
        self.above: dict[str, str] = {}
        for parent, children in sorted(env.toctree_includes.items()):
            for child in children:
                self.above.setdefault(child, parent)
        for place in self.places(self.trees(self.root)):
            self.above.setdefault(place.page, self.root)  # toctree_includes leaves them out

    def chain(self) -> list[str]:
        """Return the page and its ancestors, without the root page.

        The result is empty for the root page and for a page outside the toctrees.
        """
        found: list[str] = []
        page = self.page
        while page and page != self.root and page not in found:
            found.append(page)
            page = self.above.get(page, "")
        return found if page == self.root else []

    def trees(self, page: str) -> Iterator[addnodes.toctree]:
        """Yield the toctrees of a page."""
        toc = self.env.tocs.get(page)
        if toc is not None:
            yield from toc.findall(addnodes.toctree)

    def places(self, trees: Iterator[addnodes.toctree]) -> list[MenuLine]:
        """Return the entries of toctrees as menu items."""
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
        """Return the title of a page."""
        return self.env.titles[page].astext()

    def sections(self) -> list[MenuSection]:
        """Return the sections of the site in the order of the root page."""
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
        """Return the section that contains the page, or None."""
        return next((one for one in self.sections() if one.current), None)

    def opened(self) -> list[MenuLine]:
        """Return the menu of the page's section, expanded down to the page.

        A page without a section has no menu.
        """
        section = self.section()
        if section is None:
            return []
        chain = self.chain()
        self._open(section.places, chain)
        return section.places

    def _open(self, places: list[MenuLine], chain: list[str]) -> None:
        for place in places:
            if place.page in chain:
                # Pages without a sidebar are reached from the text of their parent.
                found = self.places(self.trees(place.page))
                place.below = [one for one in found if frame_of(self.env.config, one.page) == "ref"]
                self._open(place.below, chain)
                if place.current and not place.below and len(chain) == 1:
                    place.below = self.headings()

    def headings(self) -> list[MenuLine]:
        """Return the headings of the page as menu items, with subheadings if headings are few.

        The result is empty if headings and subheadings together are fewer than `FEWEST`.
        """
        toc = self.env.tocs.get(self.page)  # None for generated pages
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
                    MenuLine(title=link.astext(), page=self.page, suffix=anchor, below=below)
                )
        return found


@dataclass(slots=True, kw_only=True)
class Sidebar:
    """The sidebar of a page.

    ``inside`` has the headings of the page if they are too many to nest among the pages.
    """

    title: str
    places: list[MenuLine]
    inside: list[MenuLine] = field(default_factory=list)


def rule_group(env: BuildEnvironment, page: str) -> tuple[str, str, list[MenuLine]]:
    """Return the group of rules that a page belongs to, as a tuple of name, heading and articles.

    For a page that is not an article on a rule, all three are empty.
    """
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


def group_links(page: str) -> list[MenuLine]:
    """Return links to the groups of rules on ``page``, which lists the groups."""
    return [
        MenuLine(title=heading, page=page, suffix=f"#rules-{name}")
        for name, heading, _rules in rules_by_group()
    ]


def lists_rules(env: BuildEnvironment, page: str) -> bool:
    """Return whether a page lists the articles on the rules."""
    return any(rule_group(env, child)[0] for child in env.toctree_includes.get(page, ())[:1])


def sidebar_of(contents: Contents) -> Sidebar | None:
    """Return the sidebar of a page: the rules of its group, or the pages of its section.

    The result is None for a page without a section.
    """
    _name, heading, rules = rule_group(contents.env, contents.page)
    if rules:
        return Sidebar(title=heading, places=rules)
    section = contents.section()
    if section is None:
        return None
    places = contents.opened()
    for place in places:
        if place.current and lists_rules(contents.env, place.page):
            place.below = group_links(place.page)
    side = Sidebar(title=section.title, places=places)
    for place in places:
        lines = len(place.below) + sum(len(one.below) for one in place.below)
        if place.current and lines > MOST and place.below[0].suffix:
            side.inside, place.below = place.below, []
    return side


def breadcrumbs(contents: Contents) -> list[MenuLine]:
    """Return the section and the ancestors of a page.

    The group of a rule, or the number of a deal, comes last.
    """
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
        found.append(MenuLine(title=heading, page=above[-1].page, suffix=f"#rules-{name}"))
    return found


def header_sections(
    contents: Contents,
    named: list[str],
    popover: dict[str, list[str]],
    links: dict[str, list[tuple[int, str, str, str]]],
) -> list[MenuSection]:
    """Return the sections of the header, each with its footer sections and additional links.

    The arguments after ``contents`` are the values of ``piquet_header``, ``piquet_header_under``
    and ``piquet_header_links``.
    """
    sections = {one.title: one for one in contents.sections()}
    shown = [sections[name] for name in named if name in sections]
    for one in shown:
        below = [sections[name] for name in popover.get(one.title, ()) if name in sections]
        one.more = [
            MenuLine(title=other.title, page=other.places[0].page, current=other.current)
            for other in below
        ]
        one.current = one.current or any(place.current for place in one.more)
        for position, title, page, suffix in links.get(one.title, ()):
            one.places.insert(position, MenuLine(title=title, page=page, suffix=suffix))
    return shown


def frame_of(config: Config, page: str) -> str:
    """Return the name of a page's frame in ``piquet_frames``, or "ref".

    The frames ``play`` and ``wide`` have no sidebar.
    """
    for frame, patterns in config.piquet_frames.items():
        if any(fnmatchcase(page, pattern) for pattern in patterns):
            return str(frame)
    return "ref"


def report_address(address: str, page: str, edition: str) -> str:
    """Return the address for error reports on a page, or "" if none is configured.

    >>> report_address("mailto:a@b.example?subject={page}, {edition}", "docs/x.html", "edition 1.0")
    'mailto:a@b.example?subject=docs%2Fx.html, edition%201.0'
    """
    return address.replace("{page}", quote(page, safe="")).replace(
        "{edition}", quote(edition, safe="")
    )


def add_title_id(context: dict[str, Any]) -> str:
    """Add an id to the title of a page and return it, or "" if a template writes the title.

    The head of the page delays rendering until the browser has parsed this id.
    Otherwise a slow machine would show the header alone for a moment.
    """
    before, title, after = (context.get("body") or "").partition("<h1>")
    if not title:
        return ""
    context["body"] = f'{before}<h1 id="{TITLE}">{after}'
    return TITLE


def add_frame(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], _tree: nodes.document | None
) -> None:
    """Add the parts of the frame to the template context."""
    if app.builder.name not in PAGES:
        return
    contents = Contents(app.env, page)
    header = app.config.piquet_header
    frame = frame_of(app.config, page)
    # docutils writes a second viewport tag.
    context["metatags"] = VIEWPORT.sub("", context.get("metatags") or "")
    context["piquet_frame"] = frame
    context["piquet_title"] = add_title_id(context)
    context["piquet_sections"] = header_sections(
        contents, header, app.config.piquet_header_under, app.config.piquet_header_links
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
    """Remove the theme's styles and scripts from a web page, and screen styles from a book."""
    theirs = _is_of_the_theme if app.builder.name in PAGES else _is_for_a_screen
    for kind in ("css_files", "script_files"):
        context[kind] = [one for one in context.get(kind, ()) if not theirs(one)]


def _is_of_the_theme(file: Any) -> bool:
    name = str(getattr(file, "filename", None) or "")
    if not name:  # an inline script with the options of the theme
        return "DOCUMENTATION_OPTIONS" in str(file.attributes.get("body", ""))
    return bool(OTHERS.search(name))


def _is_for_a_screen(file: Any) -> bool:
    return str(getattr(file, "filename", None) or "").endswith(FOR_SCREENS)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the values, the files and the hooks. The hooks run after those of the theme."""
    app.add_config_value("piquet_header", [], "html", frozenset({list}))
    app.add_config_value("piquet_header_under", {}, "html", frozenset({dict}))
    app.add_config_value("piquet_header_links", {}, "html", frozenset({dict}))
    app.add_config_value("piquet_frames", {}, "html", frozenset({dict}))
    add_styles(app, (ELEMENTS,), priority=95)  # before the styles of the widgets
    add_styles(app, STYLES, priority=110)
    app.add_js_file(SCRIPT, priority=10)  # it sets the colour scheme before the first paint
    app.connect("html-page-context", add_frame, priority=460)
    app.connect("html-page-context", drop_theme_files, priority=950)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
