"""Links to rules, sources and glossary entries, relative to the current page."""

from __future__ import annotations

from dataclasses import dataclass

from piquet_core.rules import CHANGED, Answer, Citation, Source, Status
from piquet_core.views.markup import Markup, bind_numbers, element, escape_html, join, typeset


@dataclass(frozen=True, slots=True)
class Links:
    """Address patterns: ``{}`` in ``rule`` is a rule id, in ``source`` and ``term`` an anchor.

    An empty pattern produces plain text instead of a broken link.
    """

    rule: str = ""
    source: str = ""
    term: str = ""

    def attributes(self) -> dict[str, str]:
        """Return the patterns as attributes for `element`, which scripts pass to the engine."""
        return {"data_rule": self.rule, "data_source": self.source, "data_term": self.term}

    def to_term(self, anchor: str, text: str) -> Markup:
        """Return a link to a glossary entry."""
        if not self.term:
            return escape_html(text)
        return element("a", text, href=self.term.replace("{}", anchor), class_="pq-term")

    def to_rule(self, id: str, text: str, **attributes: str | None) -> Markup:
        """Return a link to the article on a rule."""
        if not self.rule:
            return escape_html(typeset(text))
        return element("a", typeset(text), href=self.rule.replace("{}", id), **attributes)

    def to_place(
        self, citation: Citation, named: Source | None = None, *, brief: bool = False
    ) -> Markup:
        """Return a citation whose place links to the bibliography.

        The book is left out if it is ``named`` next to the citation. The place is ``brief`` in that
        case, or on request.
        """
        short = bind_numbers(citation.place.replace(", paragraph ", " ¶ "))
        place, title = short if brief else bind_numbers(citation.place), None
        text = f"{citation.source.short}, {place}"
        if citation.source == named:
            text, title = short, typeset(text)
        if not self.source:
            return element("cite", text, title=title)
        anchor = f"source-{citation.source.id}-{citation.section.id}"
        link = element("a", text, href=self.source.replace("{}", anchor), title=title)
        return element("cite", link)

    def to_answer(
        self, answer: Answer[object], named: Source | None = None, *, once: bool = False
    ) -> Markup:
        """Return the citations of an answer, with its status unless it is stated.

        A book with several places is named at each of them, or ``once``, with the places
        abbreviated.
        """
        if answer.note == CHANGED:
            return element("cite", "an answer changed for this replay")
        before = [None, *(one.source if once else None for one in answer.citations)]
        places = join(
            [
                self.to_place(citation, named or last, brief=once and len(answer.citations) > 1)
                for citation, last in zip(answer.citations, before, strict=False)
            ],
            "; ",
        )
        if answer.status is Status.STATED:
            return places
        mark = element("cite", answer.status.cited_as, title=answer.slip or answer.note)
        return join([mark, answer.status.before_places, places]) if places else mark
