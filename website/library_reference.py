"""The reference of the library, made by autodoc: its options, its links, and its place in inventory and search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sphinx.application import Sphinx
from sphinx.domains.python import PythonDomain
from sphinx.util.typing import ExtensionMetadata

import piquet_core

_NAME = re.compile(r"(?<!`)`([^`]+)`(?!`)")
_OPTIONS = {
    "autodoc_member_order": "bysource",
    "autodoc_typehints_format": "short",
    # The general index is for words of the game.
    "autodoc_default_options": {"no-index-entry": True},
}
# Types of Python, for which this site has no inventory, and type parameters.
_NOT_OURS = (r"array\.array|collections\.abc\..*|random\.Random|T|tuple\[.*|Status",)


class ReferenceDomain(PythonDomain):
    """The Python domain with objects that only the inventory lists, not the search index."""

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield all objects with the priority of those that a search does not find."""
        for *place, _priority in super().get_objects():
            name, shown, kind, docname, anchor = place
            yield name, shown, kind, docname, anchor, -1


def _link_names(
    _app: Sphinx, _what: str, _name: str, _object: object, _options: Any, lines: list[str]
) -> None:
    """Turn the names in single backquotes into links to public names, or into code."""
    lines[:] = [_NAME.sub(_linked, line) for line in lines]


def _linked(match: re.Match[str]) -> str:
    name = match[1]
    if name in piquet_core.__all__:
        return f":py:obj:`~piquet_core.{name}`"
    return f"``{name}``"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up autodoc for the reference."""
    app.setup_extension("sphinx.ext.autodoc")
    for name, value in _OPTIONS.items():
        app.config[name] = value
    app.config.nitpick_ignore_regex = [
        *app.config.nitpick_ignore_regex,
        *(("py:.*", pattern) for pattern in _NOT_OURS),
    ]
    app.add_domain(ReferenceDomain, override=True)
    app.connect("autodoc-process-docstring", _link_names)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
