"""The citation formats by name, in display order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from piquet_core.citations.bibtex import bibtex
from piquet_core.citations.csl import csl
from piquet_core.citations.prose import (
    Styled,
    chicago_entry,
    chicago_note,
    mla,
    mla_text,
    plain,
    plain_text,
)
from piquet_core.citations.reference import Reference
from piquet_core.citations.ris import ris


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A citation format, with either ``sentence`` or ``data``.

    ``sentence`` writes one reference as a sentence; ``data`` writes all references as one text for programs.
    """

    heading: str
    sentence: Callable[[Reference], Styled] | None = None
    data: Callable[[Sequence[Reference]], str] | None = None

    def sentences(self, references: Sequence[Reference]) -> list[Styled]:
        """Return a sentence for each reference, or [] for a data format."""
        return [self.sentence(one) for one in references] if self.sentence else []

    def write(self, references: Sequence[Reference]) -> str:
        """Return all references as one text in this format."""
        if self.data:
            return self.data(references)
        return "\n".join(map(plain_text, self.sentences(references)))


FORMATS: Mapping[str, Format] = {
    "plain": Format(heading="Plain", sentence=plain),
    "chicago-note": Format(heading="Chicago, note", sentence=chicago_note),
    "chicago": Format(heading="Chicago, bibliography", sentence=chicago_entry),
    "mla-text": Format(heading="MLA, in the text", sentence=mla_text),
    "mla": Format(heading="MLA, works cited", sentence=mla),
    "bibtex": Format(heading="BibTeX", data=lambda many: "\n\n".join(map(bibtex, many))),
    "csl": Format(heading="CSL-JSON", data=csl),
    "ris": Format(heading="RIS", data=lambda many: "\n\n".join(map(ris, many))),
}
