"""Citations as notes in the margin of articles and chapters, if the window has one.

They are places in a source in brackets, ``[{source}`...`]``, and works of the bibliography,
``{cite:p}`...```. A page that is no article requests it in its front matter: ``side-notes: true``.

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
"""The field of the front matter."""
CITED = "bibtex-citation"
"""The class that the bibliography gives to works in their brackets."""
_STOPS = {".": "stop", ",": "comma", ";": "semicolon", ":": "colon"}


def _is_source(node: nodes.Node) -> bool:
    return isinstance(node, pending_xref) and node.get("reftype") == "source"


def _is_work(node: nodes.Node) -> bool:
    """Whether a node cites works in brackets. Citations in the text, ``{cite:t}``, are part of the sentence."""
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
    """Return the mark and the text of a note, and the punctuation that follows.

    Brackets stand before punctuation, a mark after it. The punctuation is taken from the rest so
    that it can be hidden, and the class of the mark tells the style sheet what to put before it.
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
    """Return text that the margin does not show."""
    return nodes.inline("", text, classes=["pq-bracket"])


def _note(children: list[nodes.Node]) -> list[nodes.Node]:
    """Return the nodes up to a closing bracket, if they are citations and separators."""
    for place, node in enumerate(children):
        if isinstance(node, nodes.Text) and node.astext().startswith("]"):
            return _naming_once(children[:place])
        if not _is_source(node) and node.astext() not in (", ", "; "):
            break
    return []


def _taken(text: str, rest: list[nodes.Node]) -> list[nodes.Node]:
    """Remove a bracketed note from the rest of a paragraph, if ``text`` opens its bracket."""
    note = _note(rest) if text.endswith("[") else []
    if note:
        rest[: len(note) + 1] = [nodes.Text(rest[len(note)].astext()[1:])]
    return note


def _naming_once(note: list[nodes.Node]) -> list[nodes.Node]:
    """Return a note in which consecutive places of one book name it once."""
    before = ""
    for node in filter(_is_source, note):
        assert isinstance(node, pending_xref)
        book = str(node["reftarget"]).partition(":")[0]
        node["named"] = book == before
        before = book
    return note


def format_citations(paragraph: nodes.paragraph) -> None:
    """Format bracketed places in a source like citations of the bibliography."""
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
    """Turn the citations of articles, and of pages that request it, into side notes. Format those of other pages."""
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
    """Transform that marks the brackets of works in side notes, after the bibliography has written them."""

    default_priority = 20  # after references are resolved

    def run(self, **kwargs: Any) -> None:
        """Mark the brackets in each note."""
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
    """Register the transforms."""
    return register(
        app,
        assets={"pq-side-sign": Assets(styles=("rules/sidenotes.css",))},
        events=[("doctree-read", _read, 450)],
        post_transforms=[BracketsOfWorks],
    )
