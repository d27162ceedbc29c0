"""Styles for host projects, limited to the elements that the extension draws.

A host is a project with a theme of its own. The extension marks the outermost elements that it draws
with the class ``piquet``, declares its design tokens on that class, and loads its styles only on
pages with such elements. A site whose theme uses the tokens itself sets ``piquet_host_theme = False``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet.pages import add_styles
from sphinx_piquet.registration import SCOPE, is_ours, register, uses_piquet
from sphinx_piquet.static_files import STATIC
from sphinx_piquet.style_sheets import BASE, EMBEDDED, HOST

_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_SELECTORS: Final = re.compile(r"(?<![^{};])([^{};]+)\{")
_FRAME: Final = re.compile(r"from|to|[\d.]+%")
_DARK: Final = re.compile(
    r'(?::root|html)(?::is\(:not\(\[data-theme\]\), *)?(\[data-theme="\w+"\])\)?'
)


def scope_styles(sheet: str) -> str:
    """Return a style sheet in which no selector applies outside the class ``piquet``.

    Selectors with a class of the extension stay as they are.

    >>> scope_styles(":root { --ink: black; } .pq-card { color: var(--ink); } .n-1 { --n: 1; }")
    '.piquet { --ink: black; } .pq-card { color: var(--ink); } .piquet .n-1 { --n: 1; }'
    """
    return _SELECTORS.sub(_scope_rule, _COMMENT.sub("", sheet))


def _scope_rule(rule: re.Match[str]) -> str:
    prelude = rule[1].strip()
    if prelude.startswith("@"):
        return rule[0]
    start = rule[1][: len(rule[1]) - len(rule[1].lstrip())]
    return f"{start}{', '.join(map(_scope_selector, split_selectors(prelude)))} {{"


def split_selectors(prelude: str) -> list[str]:
    """Return the selectors of a list, split at the commas outside brackets.

    >>> split_selectors(".a, :is(.b, .c) .d")
    ['.a', ':is(.b, .c) .d']
    """
    parts, depth = [""], 0
    for letter in prelude:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _scope_selector(selector: str) -> str:
    if ".pq-" in selector or f".{SCOPE}" in selector or _FRAME.fullmatch(selector):
        return selector
    if selector == ":root":
        return f".{SCOPE}"
    if dark := _DARK.fullmatch(selector):
        # Without the attribute a host may have no dark mode.
        return f":is(.{SCOPE}{dark[1]}, {dark[1]} .{SCOPE})"
    if selector.startswith("[data-pq-"):  # a setting of the reader, on the root element
        return f"{selector} .{SCOPE}"
    return f".{SCOPE} {selector}"


def without_print_rules(style: str) -> str:
    """Return a style sheet without ``@page`` and ``@media print`` rules.

    >>> without_print_rules("a { b: c } @media print { @page { d: e } f { g: h } } i { j: k }")
    'a { b: c }  i { j: k }'
    """
    kept, at = "", 0
    for found in re.finditer(r"@page\b[^{]*\{|@media\s+print\b[^{]*\{", style):
        if found.start() < at:
            continue  # inside the omitted rule
        kept += style[at : found.start()]
        at, depth = found.end(), 1
        while depth:
            depth += {"{": 1, "}": -1}.get(style[at], 0)
            at += 1
    return kept + style[at:]


def _add_static_files(app: Sphinx, config: Config) -> None:
    """Add the static files of the extension. Without ``piquet_host_theme``, load the common styles on every page."""
    config.html_static_path.append(str(STATIC))
    config.exclude_patterns = [
        *config.exclude_patterns,
        "**/*.d.ts",
    ]  # types, which no page loads and EPUB does not know
    if not config.piquet_host_theme:
        _add_common_styles(app)


def _add_book_styles(app: Sphinx) -> None:
    """Give an EPUB its style sheets alone: limited to the class ``piquet``, and without rules for print.

    The archive is complete before a build ends, and not every reading system knows those rules.
    """
    if app.builder.name != "epub" or not app.config.piquet_host_theme:
        return
    folder = Path(app.doctreedir) / "piquet"
    for source in STATIC.rglob("*.css"):
        copy = folder / source.relative_to(STATIC)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(without_print_rules(scope_styles(source.read_text("utf-8"))), "utf-8")
    app.config.html_static_path.remove(str(STATIC))
    app.config.html_static_path.append(str(folder))


def _add_common_styles(app: Sphinx) -> None:
    add_styles(app, BASE, priority=100)  # the tokens come before the sheets that use them
    add_styles(app, ("rules/reference.css",))


def _add_styles_to_page(
    app: Sphinx,
    _page: str,
    _template: str,
    _context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    if app.config.piquet_host_theme and doctree is not None and uses_piquet(doctree):
        _add_common_styles(app)
        add_styles(app, (HOST,), priority=110)


def _mark_scope(app: Sphinx, doctree: nodes.document, _docname: str) -> None:
    """Add the class ``piquet`` to the outermost elements of the extension."""
    if app.config.piquet_host_theme and app.builder.format == "html":
        _mark(doctree)


def _mark(node: nodes.Element) -> None:
    for child in node.children:
        if not isinstance(child, nodes.Element):
            continue
        if is_ours(child):
            child["classes"].append(SCOPE)
        else:
            _mark(child)


def _scope_sheets(app: Sphinx, exception: Exception | None) -> None:
    """Limit the copied style sheets to the class ``piquet``.

    The sheet of embedded pages stays as it is, because they show nothing else.
    """
    if exception or not app.config.piquet_host_theme or app.builder.format != "html":
        return
    for source in STATIC.rglob("*.css"):
        name = source.relative_to(STATIC)
        copied = Path(app.outdir) / "_static" / name
        if copied.is_file() and name.as_posix() != EMBEDDED:
            copied.write_text(scope_styles(source.read_text("utf-8")), "utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the configuration values and the handlers."""
    return register(
        app,
        config={"piquet_host_theme": (True, "env"), "piquet_base_styles": ([], "html")},
        events=[
            ("config-inited", _add_static_files),
            ("builder-inited", _add_book_styles),
            ("html-page-context", _add_styles_to_page),
            ("doctree-resolved", _mark_scope, 950),
            ("build-finished", _scope_sheets),
        ],
    )
