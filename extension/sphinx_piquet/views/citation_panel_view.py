"""The panel “Cite this”: a citation to read, six more to open, and the ids of the thing cited."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

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
_DRAFT = ("This is a draft. What it says may change; ", "a published edition", " does not.")
DRAFT = "".join(_DRAFT)

# What comes before the id of a subject, and before that of the work that it is part of.
_LABELS = {
    "rule": ("Work", ""),
    "answer": ("Version", "Work"),
    "ruleset": ("Rule set", ""),
    "source": ("Source", ""),
    "deal": ("Deal", ""),
    "step": ("Step", "Deal"),
    "work": ("Work", ""),
    "page": ("Page", ""),
    "site": ("Site", ""),
}


# Placeholders in the citation of a part of a page, which the script replaces. They have only letters, so that
# no format changes them.
_ANCHOR, _TITLE = "pqanchor", "pqtitle"


def render_cite(
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
    **data: str | bool,
) -> Markup:
    """Return the panel, closed.

    ``page`` is the path of its page, ``more`` completes the name of the summary for those who only hear it,
    ``printed`` puts the plain citation on paper. One that is ``opened`` is a sample, which nobody needs to fold. The
    script adds the copy buttons, and one that closes. A ``caution`` stands above the citation: what to look after
    before one uses it; ``after`` comes between it and its other forms. ``plainly``: it is one of so many that it has
    no other forms. ``frozen`` is the row of `render_frozen`, and ``editions`` leads to the page that lists the
    published ones. ``parts`` are those of the page that can be cited in its place, as anchor and title.
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
    """Return what identifies it, its other forms, and, where it has no address yet, that it has none."""
    _, *others = FORMATS.items()
    # A book has its own address; that of our page is no part of its citation.
    homeless = edition.is_preview and subject.kind != "work"
    return [
        _identity(subject, edition, editions),
        *_forms(dict(others), cited, rule),
        element("p", NO_HOME, class_="pq-cite-warning") if homeless else None,
    ]


def _choice(
    page: Subject, edition: Edition, parts: Sequence[tuple[str, str]], path: str | None
) -> Markup:
    """Return what the script needs to let one choose a part: their list, and a citation to be filled in."""
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
    """Return a part to choose, with its title as data write it where that differs."""
    in_tex, in_json = escape_tex(title), json.dumps(title, ensure_ascii=False)[1:-1]
    return element(
        "option",
        title,
        value=anchor,
        data_bibtex=in_tex if in_tex != title else None,
        data_csl=in_json if in_json != title else None,
    )


def render_frozen(version: str, address: str, href: str = "") -> Markup:
    """Return the row with the address in a published edition, a link if ``href`` leads there."""
    shown = element("a", address, href=href) if href else element("p", address)
    return _row(f"In edition {version}, which stays", shown)


def _row(heading: str, body: Markup, *, folded: bool = False) -> Markup:
    """Return one thing to copy; the script puts its button after it."""
    if folded:
        # One of a name is open at a time, where a browser knows that; elsewhere all may be.
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
    """Return the sentences as paragraphs; no line breaks within the id of the rule.

    Their apostrophes are set already, and those of an address must stay as they are.
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
    """Return the ids of work and version, and the edition, each under its name; a draft leads to what is published."""
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
