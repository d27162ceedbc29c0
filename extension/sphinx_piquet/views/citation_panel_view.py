"""Citation panel: a plain citation, other citation formats, and the ids of the cited subject."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from piquet_core.citations import (
    FORMATS,
    Reference,
    Styled,
    Subject,
    part_subject,
    references,
    subject_path,
    within_quotes,
)
from piquet_core.citations.bibtex import escape_tex
from piquet_core.publication import Edition
from piquet_core.views.markup import Markup, element, escape_html, join

NO_HOME = (
    "This site has no permanent address yet, so the citation gives none: "
    "it names the version and the page."
)
_DRAFT = ("This is a draft, and its text may change; ", "a published edition", " will not.")
DRAFT = "".join(_DRAFT)

# The terms for the id of a subject, and for that of the work that it is part of.
_LABELS = {
    "rule": ("Work", ""),
    "answer": ("Version", "Work"),
    "ruleset": ("Rule set", ""),
    "source": ("Source", ""),
    "deal": ("Deal", ""),
    "step": ("Step", "Deal"),
    "position": ("Position", ""),
    "irregularity": ("Irregularity", ""),
    "irregularity-answer": ("Answer", "Irregularity"),
    "work": ("Work", ""),
    "page": ("Page", ""),
    "site": ("Site", ""),
}


# Placeholders in the citation of a part of a page, which the script replaces. They consist of letters,
# which no format changes.
_ANCHOR, _TITLE = "pqanchor", "pqtitle"


def render_citation_panel(
    subject: Subject,
    edition: Edition,
    *,
    page: str | None = None,
    summary: str = "Cite this",
    more: str = "",
    printed: bool = True,
    opened: bool = False,
    caution: str = "",
    plainly: bool = False,
    after: Markup | None = None,
    frozen: Markup | None = None,
    editions: str = "",
    parts: Sequence[tuple[str, str]] = (),
    keep: Mapping[str, str] | None = None,
    **data: str | bool,
) -> Markup:
    """Return the citation panel of a subject.

    ``page`` is the path of the page that describes the subject. ``summary`` is the text of the
    button; ``more`` follows it for screen readers. A ``printed`` panel puts the plain citation on
    paper. An ``opened`` panel is a sample that cannot be closed. ``caution`` is a warning above the
    citation, and ``after`` is placed between the citation and the other formats. A ``plainly`` cited
    subject has no other formats. ``frozen`` is a row from `render_frozen_row`, and ``editions`` the
    address of the page that lists the published editions. ``parts`` are the (anchor, title) pairs of
    sections that can be cited on their own. ``keep`` has the attributes with which a script keeps the
    subject, and ``data`` other attributes of the panel.
    """
    cited = references(subject, edition, page)
    first, *_ = FORMATS.values()
    link = edition.permalink(subject_path(subject, page))
    rule = f"({subject.kind} {subject.work}" if subject.kind in ("rule", "answer") else ""
    plain = _prose(first.sentences(cited), rule)
    panel = element(
        "details",
        element(
            "summary",
            summary,
            element("span", more, class_="pq-cite-more") if more else None,
            tabindex=-1 if opened else None,
        ),
        element(
            "div",
            element("p", caution, class_="pq-cite-warning") if caution else None,
            _row(first.heading, plain),
            _row("Permanent link", element("a", link, href=link)) if link else None,
            frozen,
            after,
            *(() if plainly else _more_of(subject, edition, editions, cited, rule)),
            _choice(subject, edition, parts, page) if parts else None,
            class_="pq-cite-body",
            data_part="citation-body",
        ),
        class_="pq-cite",
        data_part="citation",
        open=opened,
        **data,
        **(keep or {}),
    )
    return join(
        [
            panel,
            element("div", plain, class_="pq-cite-print", data_part="printed-citation")
            if printed
            else None,
        ]
    )


def _more_of(
    subject: Subject, edition: Edition, editions: str, cited: Sequence[Reference], rule: str
) -> list[Markup | None]:
    """Return the ids, the formats other than plain and, if the site has no permanent address, a note."""
    _, *others = FORMATS.items()
    # The citation of a book does not contain the address of this site.
    homeless = edition.is_preview and subject.kind != "work"
    return [
        _identity(subject, edition, editions),
        *_forms(dict(others), cited, rule),
        element("p", NO_HOME, class_="pq-cite-warning") if homeless else None,
    ]


def _choice(
    page: Subject, edition: Edition, parts: Sequence[tuple[str, str]], path: str | None
) -> Markup:
    """Return the template with which the script cites a section of the page.

    It has a menu of the sections, and a citation with placeholders. ``path`` is the path of the page.
    """
    part = part_subject(page, _ANCHOR, _TITLE)
    cited, link = references(part, edition, path), edition.permalink(subject_path(part, path))
    first, *others = FORMATS.items()
    options = [_option(anchor, within_quotes(title)) for anchor, title in parts]
    select = element("select", element("option", "The whole page", value=""), *options)
    return element(
        "template",
        element("label", "What to cite ", select, class_="pq-cite-part"),
        _row(first[1].heading, _prose(first[1].sentences(cited), "")),
        _row("Permanent link", element("a", link, href=link)) if link else None,
        _identity(part, edition, ""),
        *_forms(dict(others), cited, ""),
        data_anchor=_ANCHOR,
        data_title=_TITLE,
    )


def _option(anchor: str, title: str) -> Markup:
    """Return an option element. Its data attributes have the title as in BibTeX and CSL, if it differs there."""
    in_tex, in_json = escape_tex(title), json.dumps(title, ensure_ascii=False)[1:-1]
    return element(
        "option",
        title,
        value=anchor,
        data_bibtex=in_tex if in_tex != title else None,
        data_csl=in_json if in_json != title else None,
    )


def render_frozen_row(version: str, address: str, href: str = "") -> Markup:
    """Render the row with the address of a page in a published edition.

    The address is a link to ``href``, or plain text if ``href`` is empty.
    """
    shown = element("a", address, href=href) if href else element("p", address)
    return _row(f"In edition {version}, which stays", shown)


def _row(heading: str, body: Markup, *, folded: bool = False) -> Markup:
    """Return a row with a heading and, for example, a citation. The script adds a copy button."""
    if folded:
        # Browsers open one block of a name at a time, if they support it.
        inner = element("details", element("summary", heading), body, name="cite-form")
    else:
        inner = element(
            "div", element("p", heading, class_="pq-cite-head", data_part="citation-heading"), body
        )
    return element("div", inner, class_="pq-cite-row", data_part="citation-row", data_what=heading)


def _forms(others: Iterable[str], cited: Sequence[Reference], rule: str) -> list[Markup]:
    return [_row(FORMATS[name].heading, _format(name, cited, rule), folded=True) for name in others]


def _format(name: str, cited: Sequence[Reference], rule: str) -> Markup:
    one = FORMATS[name]
    return element("pre", one.write(cited)) if one.data else _prose(one.sentences(cited), rule)


def _prose(sentences: Sequence[Styled], rule: str) -> Markup:
    """Return sentences as paragraphs. The rule id at the end of ``rule`` does not break across lines.

    The apostrophes are not changed. Those of the text are typographic already, and those of an
    address must stay straight.
    """
    return join(
        [
            element(
                "p",
                *(
                    element("em", escape_html(text)) if italic else _whole(text, rule)
                    for text, italic in pieces
                ),
            )
            for pieces in sentences
        ]
    )


def _whole(text: str, rule: str) -> Markup:
    before, named, after = text.partition(rule) if rule else (text, "", "")
    kind, _, id = named.partition(" ")
    if not id:
        return escape_html(text)
    whole = element("span", id, class_="pq-cite-whole")
    return join([escape_html(f"{before}{kind} "), whole, escape_html(after)])


def _identity(subject: Subject, edition: Edition, editions: str) -> Markup:
    """Return the ids of the subject and its work, and the edition. A draft links to the published editions."""
    own, whole = _LABELS[subject.kind]
    rows: list[tuple[str, Markup | str]] = []
    if whole:
        rows.append((whole, element("code", subject.work)))
    if subject.kind == "work":  # the book is what it was in every edition of this site
        return element(
            "dl",
            element("dt", own),
            element("dd", element("code", subject.id)),
            class_="pq-cite-ids",
        )
    detail = f", {subject.detail}" if subject.detail else ""
    said = element("code", subject.id) if subject.kind != "site" else edition.title
    rows.append((own, join([said, detail])))
    name = f"{edition.name[0].upper()}{edition.name[1:]}"
    rows.append(("Edition" if edition.has_editions else "Version", name))
    if edition.licence:
        rows.append(("Licence", edition.licence))
    terms = [part for label, said in rows for part in (element("dt", label), element("dd", said))]
    before, which, after = _DRAFT
    named = element("a", which, href=editions) if editions else which
    is_draft = edition.has_editions and not edition.published
    draft = element("p", before, named, after) if is_draft else None
    return join([element("dl", *terms, class_="pq-cite-ids"), draft])
