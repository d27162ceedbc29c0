"""Citations of rules, versions, rule sets, sources, deals, steps, positions and pages.

The package does not use a citation processor such as citeproc. The command line and the browser, where Python
has no other packages, need only a few kinds of reference, and no processor distinguishes a work from a version
of it.
"""

from piquet_core.citations.formats import FORMATS, Format
from piquet_core.citations.page_links import Link, Reach, page_link, parse_page_links, read_link
from piquet_core.citations.prose import Styled, plain_text, within_quotes
from piquet_core.citations.reference import CitedPart, Name, Reference
from piquet_core.citations.references import (
    page_reference,
    references,
    source_reference,
    source_references,
    subject_path,
)
from piquet_core.citations.subject import (
    CitedDeal,
    CitedPosition,
    Subject,
    UnknownSubject,
    answer_subject,
    cited_deal,
    deal_subject,
    find_subject,
    page_subject,
    part_subject,
    position_subject,
    read_cited_position,
    rule_subject,
    ruleset_subject,
    site_subject,
    source_subject,
    step_subject,
    work_subject,
)

__all__ = [
    "FORMATS",
    "CitedDeal",
    "CitedPart",
    "CitedPosition",
    "Format",
    "Link",
    "Name",
    "Reach",
    "Reference",
    "Styled",
    "Subject",
    "UnknownSubject",
    "answer_subject",
    "cited_deal",
    "deal_subject",
    "find_subject",
    "page_link",
    "page_reference",
    "page_subject",
    "parse_page_links",
    "part_subject",
    "plain_text",
    "position_subject",
    "read_cited_position",
    "read_link",
    "references",
    "rule_subject",
    "ruleset_subject",
    "site_subject",
    "source_reference",
    "source_references",
    "source_subject",
    "step_subject",
    "subject_path",
    "within_quotes",
    "work_subject",
]
