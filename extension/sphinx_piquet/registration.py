"""Declarative registration of directives, roles, nodes, assets and configuration.

A module describes its widgets and passes them to `register` in its ``setup``:

    def setup(app: Sphinx) -> ExtensionMetadata:
        return register(
            app,
            directives={"fan": FanDirective},
            widgets=[Widget(fan_node, wrap=_draw, styles=("components/card.css",))],
        )
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, cast

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective, SphinxRole
from sphinx.util.typing import ExtensionMetadata

from piquet_core import __version__
from piquet_core.views.markup import Markup
from sphinx_piquet.domain import PiquetDomain
from sphinx_piquet.pages import PAGES, Page, add_deck, add_live_script, add_styles

SCOPE: Final = "piquet"
"""The class of the outermost elements that the extension draws on the pages of a host."""

METADATA: ExtensionMetadata = {
    "version": __version__,
    "parallel_read_safe": True,
    "parallel_write_safe": True,
}

Draw = Callable[[Page, Any], str | None]
"""Returns the markup of a node, or None to write the children of the node instead."""

Wrap = Callable[[Page, Any, Markup], str]
"""Returns the markup of a node around the markup of its children."""

Visitor = Callable[[Any, Any], None]
"""Enters or leaves a node, given a docutils translator."""


@dataclass(frozen=True, kw_only=True)
class Assets:
    """Files that a page loads if it contains a certain node or class.

    ``live`` is a script that the page depends on: a note appears if that script fails to load.
    ``cards`` puts the card drawings at the top of the page, either the whole deck or only the suit
    signs. ``late`` loads the styles after those of the theme. ``add`` is a function that loads
    further files, depending on the page.
    """

    styles: Sequence[str] = ()
    scripts: Sequence[str] = ()
    live: str = ""
    cards: Literal["", "deck", "suits"] = ""
    cards_in_books: bool = False
    late: bool = False
    add: Callable[[Sphinx, dict[str, Any]], None] | None = None

    def load(self, app: Sphinx, context: dict[str, Any]) -> None:
        """Add the files to the page that is being written."""
        add_styles(app, self.styles, priority=900 if self.late else 500)
        if self.live:
            add_live_script(app, context, self.live)
        for script in self.scripts:
            app.add_js_file(script, type="module")
        if self.cards and (self.cards_in_books or app.builder.name in PAGES):
            add_deck(context, faces=self.cards == "deck")
        if self.add:
            self.add(app, context)


@dataclass(frozen=True)
class Widget(Assets):
    """A node type, its HTML and its files.

    HTML pages get the markup of ``draw``, or of ``wrap`` around the children. They omit children
    that `plain_only` marks. All other builders write the children, or nothing if ``printed`` is
    false. With ``in_books``, EPUB gets the same markup as HTML pages. ``engine`` means that the node
    needs the engine in the browser.
    """

    node: type[nodes.Element]
    draw: Draw | None = None
    wrap: Wrap | None = None
    printed: bool = True
    in_books: bool = False
    engine: bool = False

    def add_node(self, app: Sphinx) -> None:
        """Register the node with its visitors for every builder."""
        html = (self._visit, self._depart)
        others: tuple[Visitor, Visitor] = (_enter if self.printed else _skip, _leave)
        app.add_node(self.node, html=html, latex=others, text=others, man=others, texinfo=others)

    def _visit(self, translator: Any, node: nodes.Element) -> None:
        page = Page.of(translator)
        if not (self.in_books or page.is_interactive):
            if not self.printed:
                raise nodes.SkipNode
        elif self.wrap:
            for child in [child for child in node.children if _is_plain_only(child)]:
                node.remove(child)
            translator.context.append(len(translator.body))
        elif self.draw and (markup := self.draw(page, node)) is not None:
            translator.body.append(_in_scope(node, markup))
            raise nodes.SkipNode

    def _depart(self, translator: Any, node: nodes.Element) -> None:
        page = Page.of(translator)
        if self.wrap and (self.in_books or page.is_interactive):
            start = translator.context.pop()
            inner = Markup("".join(translator.body[start:]))
            translator.body[start:] = [_in_scope(node, self.wrap(page, node, inner))]


def plain_only[N: nodes.Element](node: N) -> N:
    """Mark a child of a widget as content for builders other than HTML, and return it."""
    node["piquet-plain"] = True
    return node


def _is_plain_only(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Element) and bool(node.get("piquet-plain"))


_TAG: Final = re.compile(r"""<(/?)([a-zA-Z][\w-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>""")
_VOID: Final = frozenset(("br", "hr", "img", "input", "link", "meta", "source", "wbr"))


def _in_scope(node: nodes.Element, markup: str) -> str:
    """Return the markup of a node. If the node has the class `SCOPE`, the outermost elements get it too."""
    if SCOPE not in node["classes"]:
        return markup
    parts: list[str] = []
    depth = done = 0
    for tag in _TAG.finditer(markup):
        closes, name, attributes = tag.groups()
        if closes:
            depth -= 1
            continue
        if depth == 0:
            parts += [markup[done : tag.start()], f"<{name}{_with_class(attributes)}>"]
            done = tag.end()
        if name not in _VOID and not attributes.endswith("/"):
            depth += 1
    return "".join([*parts, markup[done:]])


def _with_class(attributes: str) -> str:
    if ' class="' in attributes:
        return attributes.replace(' class="', f' class="{SCOPE} ', 1)
    return f' class="{SCOPE}"{attributes}'


def _enter(translator: Any, node: nodes.Element) -> None:
    """Do nothing, so that the children of the node are written."""


def _leave(translator: Any, node: nodes.Element) -> None:
    """Do nothing after the children of a node."""


def _skip(translator: Any, node: nodes.Element) -> None:
    raise nodes.SkipNode


class DocumentData[T]:
    """Data in the build environment by document name. Sphinx purges and merges it with the documents."""

    def __init__(self, name: str) -> None:
        self.name = name

    def of(self, env: BuildEnvironment) -> dict[str, T]:
        """Return the data in an environment, by document name."""
        if not hasattr(env, self.name):
            setattr(env, self.name, {})
        return cast("dict[str, T]", getattr(env, self.name))

    def connect(self, app: Sphinx) -> None:
        """Connect the handlers that purge and merge the data."""
        app.connect("env-purge-doc", self._purge)
        app.connect("env-merge-info", self._merge)

    def _purge(self, _app: Sphinx, env: BuildEnvironment, docname: str) -> None:
        self.of(env).pop(docname, None)

    def _merge(
        self, _app: Sphinx, env: BuildEnvironment, docnames: set[str], other: BuildEnvironment
    ) -> None:
        read = self.of(other)
        self.of(env).update({name: read[name] for name in docnames if name in read})


ENGINE_PAGES: Final = DocumentData[bool]("piquet_engine_pages")
"""The documents that need the engine in the browser."""


def register(
    app: Sphinx,
    *,
    directives: Mapping[str, type[SphinxDirective]] | None = None,
    roles: Mapping[str, SphinxRole] | None = None,
    nodes: Sequence[type[nodes.Element]] = (),
    widgets: Sequence[Widget] = (),
    assets: Mapping[type[nodes.Node] | str, Assets] | None = None,
    config: Mapping[str, tuple[Any, Literal["", "env", "html", "epub"]]] | None = None,
    events: Sequence[tuple[str, Callable[..., Any]] | tuple[str, Callable[..., Any], int]] = (),
    data: Sequence[DocumentData[Any]] = (),
    post_transforms: Sequence[type[SphinxPostTransform]] = (),
) -> ExtensionMetadata:
    """Register the parts of a module, and return the metadata of the module as an extension.

    Directives and roles join the domain: ``{piquet:fan}``, or ``{fan}`` if ``piquet_short_names`` is
    true. ``nodes`` are node types that are replaced before a page is written. ``assets`` maps a node
    type or class to the files that it needs. ``config`` maps the name of a configuration value to
    its default and the kind of rebuild that a change causes. ``events`` are tuples of event, handler
    and, optionally, priority.
    """
    app.setup_extension("sphinx_piquet.registration")
    for name, (default, rebuild) in (config or {}).items():
        app.add_config_value(name, default, rebuild, frozenset({type(default)}))
    for name, directive in (directives or {}).items():
        app.add_directive_to_domain(PiquetDomain.name, name, directive)
    for name, role in (roles or {}).items():
        app.add_role_to_domain(PiquetDomain.name, name, role)
    for node in nodes:
        app.add_node(node)
    for widget in widgets:
        widget.add_node(app)
        _load_where(app, widget.node, widget)
        if widget.engine:
            app.connect("doctree-read", _needs_engine(widget.node))
    for where, files in (assets or {}).items():
        _load_where(app, where, files)
    for event, handler, *priority in events:
        app.connect(event, handler, *priority)
    for stored in data:
        stored.connect(app)
    for transform in post_transforms:
        app.add_post_transform(transform)
    return METADATA


def _load_where(app: Sphinx, where: type[nodes.Node] | str, files: Assets) -> None:
    """Load files on the pages that contain a node of a type or with a class."""

    def on_page(
        app: Sphinx,
        _page: str,
        _template: str,
        context: dict[str, Any],
        doctree: nodes.document | None,
    ) -> None:
        if doctree is not None and _contains(doctree, where):
            files.load(app, context)

    # A page needs no separate suit signs if it has the whole deck.
    app.connect("html-page-context", on_page, priority=400 if files.cards == "deck" else 500)


def _needs_engine(node: type[nodes.Node]) -> Callable[[Sphinx, nodes.document], None]:
    """Return a handler that records documents with a node of a type."""

    def on_read(app: Sphinx, doctree: nodes.document) -> None:
        if next(doctree.findall(node), None):
            ENGINE_PAGES.of(app.env)[app.env.current_document.docname] = True

    return on_read


def _contains(doctree: nodes.document, where: type[nodes.Node] | str) -> bool:
    types, classes = _contents(doctree)
    if isinstance(where, str):
        return where in classes
    return any(issubclass(kind, where) for kind in types)


@lru_cache(maxsize=1)  # dozens of handlers ask for each page
def _contents(doctree: nodes.document) -> tuple[frozenset[type[nodes.Node]], frozenset[str]]:
    """Return a pair: the types and the CSS classes of a page's nodes."""
    found = list(doctree.findall())
    elements = (node for node in found if isinstance(node, nodes.Element))
    return frozenset(map(type, found)), frozenset(
        name for one in elements for name in one["classes"]
    )


def is_ours(node: nodes.Element) -> bool:
    """Tell whether a node has a type or a class of this extension."""
    return _is_our_type(type(node)) or any(name.startswith("pq-") for name in node["classes"])


def uses_piquet(doctree: nodes.document) -> bool:
    """Tell whether a page has any node or class of this extension."""
    types, classes = _contents(doctree)
    return any(map(_is_our_type, types)) or any(name.startswith("pq-") for name in classes)


def _is_our_type(kind: type[nodes.Node]) -> bool:
    return kind.__module__.startswith("sphinx_piquet.")


def _add_short_names(app: Sphinx, config: Config) -> None:
    """Register the directives and roles of the domain without their prefix, if configured."""
    if not config.piquet_short_names:
        return
    for name, directive in app.registry.domain_directives.get(PiquetDomain.name, {}).items():
        app.add_directive(name, directive)
    roles = PiquetDomain.roles | app.registry.domain_roles.get(PiquetDomain.name, {})
    for name, role in roles.items():
        app.add_role(name, role)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the domain and the configuration of short names."""
    app.setup_extension("sphinx_piquet.domain")
    app.add_config_value("piquet_short_names", False, "env", frozenset({bool}))
    app.connect("config-inited", _add_short_names)
    return METADATA
