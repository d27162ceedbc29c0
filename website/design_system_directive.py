"""The directive ``design-system``: the design tokens and the components of the style sheets.

Both lists come from the style sheets themselves, so that the page cannot differ from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cards.cards import parse_card
from piquet_core.views.card_symbols import back_svg, card_svg
from piquet_core.views.markup import Markup, element
from sphinx_piquet import doctree as dt
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.static_files import STATIC
from sphinx_piquet.style_sheets import REPLAY, TILE, TOKENS

PIXELS: Final = 16
"""The pixels of a rem."""


class DesignToken(NamedTuple):
    """A design token: a CSS custom property and its value."""

    name: str
    value: str


class tokens_node(nodes.General, nodes.Element):
    """A table of the design tokens of one kind, such as colours."""


class component_node(nodes.General, nodes.Element):
    """Samples of one component."""


class DesignSystemDirective(SphinxDirective):
    """``{design-system} tokens`` or ``{design-system} components``: samples with names."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a section for each kind of token, or for each component."""
        self.env.note_dependency(str(STATIC / TOKENS))
        if self.arguments == ["tokens"]:
            found = [self._section(kind, tokens_node("", kind=kind)) for kind in KINDS]
        else:
            found = [
                self._section(name.capitalize(), component_node("", component=name), summary(name))
                for name in SAMPLES
            ]
        return found

    def _section(self, title: str, content: nodes.Element, text: str = "") -> nodes.Node:
        self.set_source_info(content)
        paragraphs = [dt.paragraph(text)] if text else []
        name = nodes.make_id(f"design {title}")
        return nodes.section("", nodes.title("", title), *paragraphs, content, ids=[name])


def tokens() -> list[DesignToken]:
    """Return the design tokens in the order of the style sheet, with their light-palette values."""
    sheet = re.sub(r"/\*.*?\*/", "", (STATIC / TOKENS).read_text("utf-8"), flags=re.DOTALL)
    light = sheet[: sheet.index("@supports")]
    pairs = re.findall(r"--([\w-]+):\s*([^;]+);", light)
    return [DesignToken(name, " ".join(value.split())) for name, value in pairs]


def summary(component: str) -> str:
    """Return the description of a component.

    It is the comment at the head of the component's style sheet, without the leading name.
    """
    sheet = (STATIC / f"components/{component}.css").read_text("utf-8")
    comment = " ".join(sheet[2 : sheet.index("*/")].split())
    text = comment.partition(": ")[2] or comment
    return text[0].upper() + text[1:]


KINDS: Final = {
    "Colour": re.compile(r"#|gradient|transparent"),
    "Space": re.compile(r"space-"),
    "Type": re.compile(r"text-|line-|w-|serif|mono"),
    "Radius": re.compile(r"radius"),
    "Size": re.compile(r"measure|wide|gutter|bar|touch|tick|window"),
    "Motion": re.compile(r"quick|slide|waiting|patience"),
    "Focus and shadow": re.compile(r"focus|shadow|frame"),
}


def of_kind(kind: str) -> Iterator[DesignToken]:
    """Yield the tokens of a kind in `KINDS`. Colours match by value, and all other tokens by name."""
    for token in tokens():
        colour = KINDS["Colour"].match(token.value) is not None
        if colour if kind == "Colour" else not colour and KINDS[kind].match(token.name):
            yield token


def _draw_tokens(_page: Page, node: nodes.Element) -> str:
    rows = [
        element(
            "tr",
            element("td", _sample(node["kind"], token)),
            element("th", element("code", f"--{token.name}"), scope="row"),
            element("td", element("code", token.value)),
        )
        for token in of_kind(node["kind"])
    ]
    head = element(
        "tr", *(element("th", name, scope="col") for name in ("Sample", "Name", "Value"))
    )
    table = element("table", element("thead", head), element("tbody", *rows))
    return element("div", table, class_="pq-design-tokens")


def _sample(kind: str, token: DesignToken) -> Markup:
    """Return an SVG sample of a token, or "" if the token cannot be drawn.

    The colours follow the reader's palette.
    """
    length = re.fullmatch(r"([\d.]+)(rem|px)", token.value)
    size = round(float(length[1]) * (PIXELS if length[2] == "rem" else 1)) if length else 0
    match kind:
        case "Colour":
            fill = "var(--felt)" if "gradient" in token.value else f"var(--{token.name})"
            return _drawing(96, 32, element("rect", width=96, height=32, fill=fill))
        case "Space":
            return _drawing(96, 16, element("rect", width=size, height=16, fill="var(--link)"))
        case "Radius" if size:
            shape = element("rect", x=1, y=1, width=94, height=46, rx=min(size, 23), fill="none")
            return _drawing(96, 48, shape)
        case "Type" if size:
            text = element("text", "Quint", y=36, font_size=size, fill="currentColor")
            return _drawing(144, 48, text)
    return Markup("")


def _drawing(width: int, height: int, shape: Markup) -> Markup:
    return element(
        "svg", shape, width=width, height=height, aria_hidden="true", class_="pq-design-sample"
    )


def _button(text: str, **attributes: str | bool | None) -> Markup:
    return element("button", text, type="button", **attributes)


def _on_felt(*parts: Markup) -> Markup:
    return element("div", *parts, class_="pq-felt pq-design-row")


def _row(*parts: Markup) -> Markup:
    return element("div", *parts, class_="pq-design-row")


def _buttons() -> Markup:
    states = (
        _button("Plain"),
        _button("Primary", class_="pq-button pq-primary"),
        _button("Quiet", class_="pq-quiet"),
        _button("Not possible now", aria_disabled="true"),
    )
    return Markup(_row(*states) + _on_felt(*states))


def _disclosures() -> Markup:
    closed = element("details", element("summary", "Closed"), element("p", "The contents."))
    opened = element(
        "details", element("summary", "Open"), element("p", "The contents."), open=True
    )
    word = element(
        "details", element("summary", "Why?"), element("p", "The reason."), class_="pq-because"
    )
    return Markup(closed + opened + word)


def _form() -> Markup:
    fields = (
        element("label", element("span", "Name"), element("input", type="text", value="Elder")),
        element(
            "label",
            element("span", "Rule set"),
            element("select", element("option", "Hoyle, 1909"), element("option", "Cavendish")),
        ),
        element("label", element("input", type="checkbox", checked=True), "Ticked"),
        element("label", element("input", type="radio", name="design"), "Not chosen"),
        element("label", element("span", "Progress"), element("progress", value="12", max="36")),
    )
    return element("form", _row(*fields))


def _table() -> Markup:
    head = element(
        "tr", element("th", "Combination", scope="col"), element("th", "Points", scope="col")
    )
    rows = [
        element("tr", element("th", name, scope="row"), element("td", points))
        for name, points in (("Quint", "15"), ("Quatorze", "14"), ("Tierce", "3"))
    ]
    return element("table", element("thead", head), element("tbody", *rows))


def _dialog() -> Markup:
    title = element("p", "Settings", class_="pq-dialog-title")
    head = element("div", title, _button("Close", class_="pq-quiet"))
    return element("div", head, element("p", "The contents."), class_="pq-dialog")


def _cards() -> Markup:
    cards = [Markup(card_svg(parse_card(name), label=True)) for name in ("SA", "HQ", "DT", "CJ")]
    return _on_felt(*cards, Markup(back_svg(label=True)))


def _notes() -> Markup:
    kinds = (("right", "Right."), ("nearly", "Nearly."), ("wrong", "Wrong."), ("", "Waiting."))
    verdicts = [
        element(
            "div",
            element("div", element("p", text), class_="pq-verdict-text"),
            class_="pq-feedback",
            data_verdict=kind or None,
        )
        for kind, text in kinds
    ]
    return Markup("".join(verdicts))


def _chips() -> Markup:
    links = [element("li", element("a", text, href="#design-chip")) for text in ("A", "B", "C")]
    pill = element("ul", element("li", "Pique! +30"), class_="pq-notes pq-design-row")
    return Markup(element("ul", *links, class_="pq-jumps") + _on_felt(pill))


def _tiles() -> Markup:
    tiles = [
        element(
            "li",
            element("p", number, class_="pq-tile-number"),
            element("div", class_="pq-tile-cards"),
            element("h3", element("a", title, href="#design-tile")),
            element("p", "One sentence about the lesson.", class_="pq-tile-about"),
            element("p", element("span", "12 minutes"), class_="pq-tile-foot"),
            element("progress", value=done, max="6", aria_label=f"Progress of lesson {number}"),
            class_="pq-tile",
        )
        for number, title, done in (("1", "Take tricks", "6"), ("2", "Your hand", "2"))
    ]
    return element("ol", *tiles, class_="pq-tiles")


def _tabs() -> Markup:
    choices = [
        element(
            "li",
            element(
                "a",
                element("span", name),
                element("b", result),
                href="#design-tabs",
                class_="pq-book-of",
                aria_current="true" if name == "Hoyle 1909" else None,
            ),
        )
        for name, result in (
            ("Cavendish 1882", "43–23"),
            ("Hoyle 1909", "43–23"),
            ("Penguin", "42–23"),
        )
    ]
    return element("ul", *choices, class_="pq-row")


def _sheet() -> Markup:
    return element("div", element("p", "A panel of paper."), class_="pq-lesson-end")


def _felt() -> Markup:
    return _on_felt(element("p", "Text on felt."), element("p", "Quieter text.", class_="pq-label"))


SAMPLES: Final = {
    "button": _buttons,
    "disclosure": _disclosures,
    "table": _table,
    "form": _form,
    "dialog": _dialog,
    "card": _cards,
    "felt": _felt,
    "sheet": _sheet,
    "note": _notes,
    "chip": _chips,
    "tile": _tiles,
    "tabs": _tabs,
}


def _draw_component(_page: Page, node: nodes.Element) -> str:
    return element("div", SAMPLES[node["component"]](), class_="pq-design-component")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    return register(
        app,
        directives={"design-system": DesignSystemDirective},
        widgets=[
            Widget(tokens_node, draw=_draw_tokens),
            Widget(
                component_node,
                draw=_draw_component,
                printed=False,
                styles=(
                    TILE,
                    *REPLAY,
                    "practice/lesson.css",
                    "practice/panel/answers.css",
                    "design-system.css",
                ),
                cards="deck",
            ),
        ],
    )
