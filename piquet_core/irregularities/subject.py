"""Citable subjects of this package: an irregularity, and the answer of one text to it."""

from __future__ import annotations

from piquet_core.citations import Subject, UnknownSubject
from piquet_core.irregularities.situations import Irregularity, IrregularityAnswer, irregularities
from piquet_core.rules import Status


def irregularity_subject(id: str) -> Subject:
    """Return the subject for an irregularity, such as ``revoke``, or for one answer, ``revoke@cavendish``.

    Raises `UnknownSubject`.

    >>> irregularity_subject("revoke@cavendish").title
    'A revoke: Cavendish'
    """
    name, at, text = id.partition("@")
    one = irregularities().get(name)
    if one is None:
        raise UnknownSubject(f"irregularity:{id}: no such irregularity")
    if not at:
        return Subject(
            kind="irregularity",
            id=f"irregularity:{name}",
            title=one.title,
            page=("irregularities", one.moment.value),
            fragment=f"irregularity-{name}",
        )
    if text not in one.answers:
        known = ", ".join(one.answers)
        raise UnknownSubject(f"irregularity:{id}: the texts that answer are {known}")
    return _answer_subject(one, one.answers[text])


def _answer_subject(one: Irregularity, answer: IrregularityAnswer) -> Subject:
    """Return the subject for an answer. A text that is not among our sources is named in words."""
    text = answer.text
    places = "; ".join(place.words for place in answer.places)
    stated = answer.status is Status.STATED
    return Subject(
        kind="irregularity-answer",
        id=f"irregularity:{one.id}@{text.id}",
        title=f"{one.title}: {text.name}",
        page=("irregularities", one.moment.value),
        fragment=f"irregularity-{one.id}-at-{text.id}",
        detail="" if text.source else f"{text.name} ({text.dated}), {places}",
        grounds=((text.source, answer.citations),) if text.source else (),
        note="" if stated else f"{answer.status.mark.lower()}: {answer.status.meaning.rstrip('.')}",
    )
