"""Side notes: citations in the margin of articles and chapters, if the window is wide enough.

Side notes are made from passages of a source in brackets, ``[{source}`...`]``, and from works of the
bibliography, ``{cite:p}`...```. Articles always have them. Other pages request them in the front
matter: ``side-notes: true``.

The brackets stay in the text for narrow windows, paper and other builders. The style sheet hides
them in the margin.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet.registration import Assets, register

SIDE_NOTES = "side-notes"
"""The front matter field that requests side notes."""
CITED = "bibtex-citation"
"""The class of bracketed citations of the bibliography."""
_STOPS = {".": "stop", ",": "comma", ";": "semicolon", ":": "colon"}


def _is_source(node: nodes.Node) -> bool:
    return isinstance(node, pending_xref) and node.get("reftype") == "source"


def _is_work(node: nodes.Node) -> bool:
    """Return whether a node cites works in brackets (``{cite:p}``).

    Citations that are part of a sentence (``{cite:t}``) do not count.
    """
    if not isinstance(node, pending_xref):
        return False
    return (node.get("refdomain"), node.get("reftype")) == ("cite", "p")


def move_to_margin(paragraph: nodes.paragraph) -> None:
    """Wrap each bracketed citation of a paragraph as a side note."""
    made: list[nodes.Node] = []
    children = list(paragraph.children)
    while children:
        node = children.pop(0)
        text = node.astext() if isinstance(node, nodes.Text) else ""
        if text.endswith(" ") and children and _is_work(children[0]):
            # Its brackets are added when it is resolved.
            work = children.pop(0)
            made += [nodes.Text(text.rstrip()), *_aside(children, _bracket(" "), work)]
            continue
        note = _taken(text, children)
        if not note:
            made.append(node)
            continue
        made += [
            nodes.Text(text[:-1].rstrip()),
            *_aside(children, _bracket(" ["), *note, _bracket("]")),
        ]
    paragraph.clear()
    paragraph += made


def _aside(rest: list[nodes.Node], *note: nodes.Node) -> list[nodes.Node]:
    """Return the mark and the text of a side note, and the punctuation at the start of ``rest``.

    Punctuation follows brackets but precedes a mark. It is therefore moved from ``rest`` to a node
    that can be hidden. The class of the mark tells the style sheet which punctuation to show instead.
    """
    after = rest[0].astext() if rest and isinstance(rest[0], nodes.Text) else ""
    kind = _STOPS.get(after[:1])
    sign = nodes.inline("", "", classes=["pq-side-sign", *([f"pq-after-{kind}"] if kind else [])])
    aside: list[nodes.Node] = [sign, nodes.inline("", "", *note, classes=["pq-side"])]
    if kind:
        aside.append(nodes.inline("", after[0], classes=["pq-stop"]))
        rest[0] = nodes.Text(after[1:])
    return aside


def _bracket(text: str) -> nodes.inline:
    """Return a text that is hidden where side notes are in the margin."""
    return nodes.inline("", text, classes=["pq-bracket"])


def _note(children: list[nodes.Node]) -> list[nodes.Node]:
    """Return the nodes before a closing bracket, or [] if they are not just citations and separators."""
    for place, node in enumerate(children):
        if isinstance(node, nodes.Text) and node.astext().startswith("]"):
            return _naming_once(children[:place])
        if not _is_source(node) and node.astext() not in (", ", "; "):
            break
    return []


def _taken(text: str, rest: list[nodes.Node]) -> list[nodes.Node]:
    """Remove a bracketed citation from ``rest``, the nodes after ``text``, and return its nodes.

    Return [] if ``text`` does not open a bracket or if the brackets have other content.
    """
    note = _note(rest) if text.endswith("[") else []
    if note:
        rest[: len(note) + 1] = [nodes.Text(rest[len(note)].astext()[1:])]
    return note


def _naming_once(note: list[nodes.Node]) -> list[nodes.Node]:
    """Return a citation in which consecutive passages of the same book name the book only once."""
    before = ""
    for node in filter(_is_source, note):
        assert isinstance(node, pending_xref)
        book = str(node["reftarget"]).partition(":")[0]
        node["named"] = book == before
        before = book
    return note


def format_citations(paragraph: nodes.paragraph) -> None:
    """Format bracketed citations of sources like citations of the bibliography."""
    made: list[nodes.Node] = []
    children = list(paragraph.children)
    while children:
        node = children.pop(0)
        text = node.astext() if isinstance(node, nodes.Text) else ""
        note = _taken(text, children)
        if not note:
            made.append(node)
            continue
        cited = nodes.inline("", "[", *note, nodes.Text("]"), classes=[CITED])
        made += [nodes.Text(text[:-1]), cited]
    paragraph.clear()
    paragraph += made


def _read(app: Sphinx, document: nodes.document) -> None:
    """Turn the citations of a page into side notes, or only format them.

    Articles and pages that request them have side notes.
    """
    del app
    boxes = document.findall(nodes.container)
    article = any(str(box.get("piquet-object", "")).startswith("rule ") for box in boxes)
    asked = any(one.astext() == SIDE_NOTES for one in document.findall(nodes.field_name))
    for paragraph in list(document.findall(nodes.paragraph)):
        if not (article or asked):
            format_citations(paragraph)
        elif not isinstance(paragraph.parent, nodes.entry):  # a cell has no margin
            move_to_margin(paragraph)


class BracketsOfWorks(SphinxPostTransform):
    """Transform that marks the brackets in side notes on works, which the bibliography extension has written."""

    default_priority = 20  # after references are resolved

    def run(self, **kwargs: Any) -> None:
        """Mark the brackets in each side note, so that the style sheet can hide them."""
        del kwargs
        for note in list(self.document.findall(nodes.inline)):
            if "pq-side" not in note["classes"]:
                continue
            for works in list(note.findall(nodes.inline)):
                if CITED in works["classes"]:
                    _part_brackets(works)


def _part_brackets(works: nodes.inline) -> None:
    first, last = works[0], works[-1]
    if isinstance(last, nodes.Text) and last.endswith("]"):
        works[-1:] = [nodes.Text(last[:-1]), _bracket("]")]
    if isinstance(first, nodes.Text) and first.startswith("["):
        works[:1] = [_bracket("["), nodes.Text(first[1:])]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the style sheet, the handler and the transform."""
    return register(
        app,
        assets={"pq-side-sign": Assets(styles=("rules/sidenotes.css",))},
        events=[("doctree-read", _read, 450)],
        post_transforms=[BracketsOfWorks],
    )
