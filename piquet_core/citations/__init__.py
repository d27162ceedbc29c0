"""Citations of rules, versions, rule sets, sources, deals, steps and pages, ready to copy.

We write them ourselves, without a citation processor such as citeproc: the command line and the
browser, where Python has no other packages, want the same few kinds of reference, and no processor
tells a work from a version of it.
"""

from piquet_core.citations.formats import FORMATS, Format
from piquet_core.citations.prose import Styled, text_of, within_quotes
from piquet_core.citations.reference import CitedPart, Name, Reference
from piquet_core.citations.references import (
    our_reference,
    path_of,
    references,
    source_reference,
    source_references,
)
from piquet_core.citations.subject import (
    DealFacts,
    Subject,
    UnknownSubject,
    answer_subject,
    deal_facts,
    deal_subject,
    find_subject,
    page_subject,
    part_subject,
    rule_subject,
    ruleset_subject,
    site_subject,
    source_subject,
    step_subject,
    work_subject,
)

__all__ = [
    "FORMATS",
    "CitedPart",
    "DealFacts",
    "Format",
    "Name",
    "Reference",
    "Styled",
    "Subject",
    "UnknownSubject",
    "answer_subject",
    "deal_facts",
    "deal_subject",
    "find_subject",
    "our_reference",
    "page_subject",
    "part_subject",
    "path_of",
    "references",
    "rule_subject",
    "ruleset_subject",
    "site_subject",
    "source_reference",
    "source_references",
    "source_subject",
    "step_subject",
    "text_of",
    "within_quotes",
    "work_subject",
]
