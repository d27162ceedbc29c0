"""Links to rules, sources and glossary entries, relative to the page that contains them."""

from __future__ import annotations

from dataclasses import dataclass

from piquet_core.rules import CHANGED, Answer, Citation, Source, Status
from piquet_core.views.markup import Markup, bind_numbers, element, escape_html, join, typeset


@dataclass(frozen=True, slots=True)
class Links:
    """Patterns of the addresses to which a page links.

    ``{}`` stands for the rule id in ``rule``, for an anchor in ``source`` and ``term``, and for a
    page of the course in ``lesson`` or of chances in ``odds``. An empty pattern produces plain text
    instead of a broken link.
    """

    rule: str = ""
    source: str = ""
    term: str = ""
    lesson: str = ""
    odds: str = ""

    def attributes(self) -> dict[str, str | None]:
        """Return the patterns as data attributes for `element`. Scripts pass them on to the engine."""
        return {
            "data_rule": self.rule,
            "data_source": self.source,
            "data_term": self.term,
            "data_lesson": self.lesson or None,
            "data_odds": self.odds or None,
        }

    def to_term(self, anchor: str, text: str) -> Markup:
        """Return a link to a glossary entry. ``anchor`` is the HTML id of the entry."""
        if not self.term:
            return escape_html(text)
        return element("a", text, href=self.term.replace("{}", anchor), class_="pq-term")

    def to_rule(self, id: str, text: str, **attributes: str | None) -> Markup:
        """Return a link to the article on the rule ``id``. ``attributes`` are those of the link."""
        if not self.rule:
            return escape_html(typeset(text))
        return element("a", typeset(text), href=self.rule.replace("{}", id), **attributes)

    def to_lesson(self, place: str, text: str) -> Markup | None:
        """Return a link to a section of a lesson, or None without lessons.

        ``place`` is the name of the page and the anchor of the section: ``10-younger#guards``.
        """
        if not self.lesson:
            return None
        page, _, anchor = place.partition("#")
        return element("a", text, href=f"{self.lesson.replace('{}', page)}#{anchor}")

    def to_place(
        self, citation: Citation, named: Source | None = None, *, brief: bool = False
    ) -> Markup:
        """Return a citation (book and page) as a link into the bibliography.

        The book's name is omitted if the book is ``named``, that is, already named next to the
        citation. The page reference is abbreviated in that case, and with ``brief``.
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
        """Return the citations of a rule set's answer.

        The answer's status precedes them unless the book states the answer. Citations of the book
        ``named`` omit its name. With ``once``, a book with several citations in a row is named only
        at the first, and page references are abbreviated.
        """
        if answer.note == CHANGED:
            return element("cite", "a changed answer")
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
