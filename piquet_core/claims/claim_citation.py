"""Citation of a printed figure: its entry on our page of claims, and the books that print it."""

from __future__ import annotations

from piquet_core.citations import Reference, Subject
from piquet_core.claims.verdicts import Claim, PrintedPlace
from piquet_core.rules import Citation


def claim_subject(claim: Claim, page: str, fragment: str) -> Subject:
    """Return a claim as a citable subject, with every place that prints the figure.

    ``page`` is the path of our page of claims, and ``fragment`` the anchor of the claim on that page.

    >>> from piquet_core.claims import claims
    >>> found = claim_subject(claims()["elder-one"], "docs/claims", "claim-elder-one")
    >>> [(source.id, str(*places)) for source, places in found.grounds]
    [('cavendish', 'cavendish:calculations.3')]
    """
    printed: dict[str, list[Citation]] = {}
    for place in claim.places:
        if place.citation is not None:
            printed.setdefault(place.citation.source.id, []).append(place.citation)
    return Subject(
        kind="claim",
        id=claim.id,
        title=f"{claim.asked}: {claim.printed}",
        page=("page", page),
        fragment=fragment,
        grounds=tuple((many[0].source, tuple(many)) for many in printed.values()),
        works=tuple(_reference(place) for place in claim.places if place.book is not None),
    )


def _reference(place: PrintedPlace) -> Reference:
    book = place.book
    assert book is not None
    return Reference(
        key=book.id,
        kind="chapter" if book.chapter else "book",
        authors=(),
        title=book.chapter or book.title,
        container=book.title if book.chapter else "",
        volume=book.volume,
        place=book.place,
        date=book.about,
        circa=bool(book.about),
        note=place.at,
    )
