"""Sphinx domain ``piquet``: pages of rules, rule sets, sources, deals, positions, claims and irregularities."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, cast

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode
from sphinx.util.typing import ExtensionMetadata

from piquet_core import __version__
from piquet_core.errors import RuleSetError
from piquet_core.rules import catalogue, parse_citation, ruleset_ids, sources
from piquet_core.views.markup import typeset
from sphinx_piquet.messages import _
from sphinx_piquet.rebuild import write_when_changed

logger = logging.getLogger(__name__)

_TABLES = ("entries", "parts", "lists")

# Smart quotes do not make two titles different.
_PLAIN_QUOTES = str.maketrans("‘’“”", "''\"\"")


class Entry(NamedTuple):
    """An object of the domain with the page and anchor that describe it. It has plain data, because it is pickled.

    ``record`` is a digest of the record of a deal. Several pages may replay the same record.
    """

    kind: str
    id: str
    title: str
    docname: str
    anchor: str
    line: int
    record: str = ""

    @property
    def location(self) -> tuple[str, int]:
        """The document name and line number, in the form that Sphinx's logger expects."""
        return self.docname, self.line


class PiquetRole(XRefRole):
    """A role for references to an object of the domain. It also works without the prefix ``piquet:``."""

    def result_nodes(
        self,
        document: nodes.document,  # noqa: ARG002 - the signature is Sphinx's
        env: BuildEnvironment,  # noqa: ARG002 - the signature is Sphinx's
        node: nodes.Element,
        is_ref: bool,  # noqa: ARG002
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        node["refdomain"] = PiquetDomain.name
        return [node], []


class PiquetDomain(Domain):
    """The domain of rules, rule sets, sources, deals, positions, claims and irregularities, each on one page.

    Entries are stored per document and include duplicates. A document can therefore be removed, read
    again or merged on its own, and `check_consistency` finds the same duplicates in serial and
    parallel builds.
    """

    name = "piquet"
    label = "Piquet"
    object_types: ClassVar[dict[str, ObjType]] = {
        "rule": ObjType(_("rule"), "rule"),
        "ruleset": ObjType(_("rule set"), "ruleset"),
        "source": ObjType(_("source"), "source"),
        "deal": ObjType(_("deal"), "deal"),
        "position": ObjType(_("position"), "position"),
        "claim": ObjType(_("claim"), "claim"),
        "irregularity": ObjType(_("irregularity"), "irregularity"),
        # Parts of another object's page: a rule's answer in one rule set, a step of a deal.
        "answer": ObjType(_("answer"), "rule"),
        "step": ObjType(_("step"), "deal"),
    }
    roles: ClassVar[dict[str, Any]] = {
        kind: PiquetRole(innernodeclass=nodes.inline, warn_dangling=True)
        for kind in (
            "rule",
            "ruleset",
            "source",
            "deal",
            "position",
            "claim",
            "irregularity",
        )
    }
    initial_data: ClassVar[dict[str, Any]] = {
        "entries": {},  # docname -> list of Entry
        "parts": {},  # docname -> id -> Entry of an answer or a step
        # docname -> ids of the deals that it lists, if it lists deals: documents that depend on the others
        "lists": {},
    }
    data_version = 4

    @property
    def entries(self) -> dict[str, list[Entry]]:
        """The entries of each document, by document name."""
        return cast(dict[str, list[Entry]], self.data["entries"])

    def __iter__(self) -> Iterator[Entry]:
        for docname in sorted(self.entries):
            yield from self.entries[docname]

    def find(self, kind: str, id: str) -> Entry | None:
        """Return the entry of an object, or None if no page describes it.

        Of duplicates, return the one with the first document name.
        """
        return self.objects.get((kind, id))

    @cached_property
    def objects(self) -> dict[tuple[str, str], Entry]:
        """The entries by (kind, id), without duplicates. `_forget` drops this index when entries change."""
        found: dict[tuple[str, str], Entry] = {}
        for entry in self:
            found.setdefault((entry.kind, entry.id), entry)
        return found

    def _forget(self) -> None:
        self.__dict__.pop("objects", None)

    def note(self, entry: Entry) -> None:
        """Add the entry of an object that a document describes."""
        self.entries.setdefault(entry.docname, []).append(entry)
        self._forget()

    @property
    def parts(self) -> dict[str, dict[str, Entry]]:
        """The entries of answers and steps by id, for each document name."""
        return cast(dict[str, dict[str, Entry]], self.data["parts"])

    def find_part(self, id: str) -> Entry | None:
        """Return the entry of an answer (``rule@ruleset``) or a step (``deal#step``), or None if no page shows it."""
        return next(
            (self.parts[name][id] for name in sorted(self.parts) if id in self.parts[name]), None
        )

    def note_part(self, entry: Entry) -> None:
        """Add the entry of an answer or a step. If the document has one with this id, keep that."""
        self.parts.setdefault(entry.docname, {}).setdefault(entry.id, entry)

    def note_deal(self, id: str, title: str, docname: str, line: int = 0, record: str = "") -> None:
        """Add the entry of a deal that a document replays. ``record`` is the text of its record."""
        digest = hashlib.sha256(record.encode()).hexdigest()
        self.note(Entry("deal", id, title, docname, "", line, digest))

    def note_list(self, docname: str) -> None:
        """Mark a document that lists rules or deals. It is written again if any entry changes."""
        self.data["lists"].setdefault(docname, None)

    def note_deals(self, docname: str, ids: list[str]) -> None:
        """Store the ids of the deals that a document lists, to read the document again when deal pages change."""
        self.data["lists"][docname] = ids

    def outdated(self, touched: AbstractSet[str]) -> list[str]:
        """Return the deal lists to read again after the documents ``touched`` were added, changed or removed."""
        # A document never read before may replay any deal; any other, what it replayed last time.
        matters = any(
            docname not in self.env.all_docs
            or any(entry.kind == "deal" for entry in self.entries.get(docname, ()))
            for docname in touched
        )
        lists = cast(dict[str, list[str] | None], self.data["lists"])
        return sorted(name for name, deals in lists.items() if deals is not None and matters)

    def places(self) -> set[Entry]:
        """Return the set of all entries without line numbers and digests, because no list shows them."""
        return {entry._replace(line=0, record="") for entry in self}

    # Methods that Sphinx calls.

    def clear_doc(self, docname: str) -> None:
        self._forget()
        for table in _TABLES:
            self.data[table].pop(docname, None)

    def merge_domaindata(self, docnames: AbstractSet[str], otherdata: dict[str, Any]) -> None:
        self._forget()
        for table in _TABLES:
            self.data[table].update(
                {name: value for name, value in otherdata[table].items() if name in docnames}
            )

    def process_doc(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        """Add the objects that a whole page describes. Their anchor is the top section of the page.

        Unlike the directives, this method sees the final, translated heading.
        """
        del env
        for box in document.findall(nodes.container):
            kind, _space, id = box.get("piquet-object", "").partition(" ")
            if not kind:
                continue
            title = box["piquet-title"]
            anchor = anchor_of(kind, id)
            section: nodes.Node = box
            while isinstance(section.parent, nodes.section):
                section = section.parent
            heading = section[0] if isinstance(section, nodes.section) else None
            if isinstance(section, nodes.section) and isinstance(heading, nodes.title):
                section["ids"].append(anchor)
                if kind == "rule":
                    self._check_heading(heading, title)
                    title = heading.astext()
            else:
                _warn(f"{{{kind}}} {id} needs a page with a heading", kind, box)
                box["ids"].append(anchor)
            self.note(Entry(kind, id, title, docname, anchor, box.line or 0))

    def _check_heading(self, heading: nodes.title, title: str) -> None:
        if heading.get("translated"):
            return
        typed = heading.astext()
        if typed.translate(_PLAIN_QUOTES) != title.translate(_PLAIN_QUOTES):
            _warn(
                f"the heading is {typed!r}, the title in the catalogue {title!r}", "title", heading
            )

    def check_consistency(self) -> None:
        """Warn about objects that are described more than once, unless it is a deal with the same record.

        With ``piquet_check_complete``, warn also about objects that no page describes.
        """
        seen = self.objects
        for entry in self:
            first = seen[entry.kind, entry.id]
            if first is entry:
                continue
            if entry.kind != "deal":
                message = f"{entry.kind} {entry.id!r} is described already in {first.docname}"
                _warn(message, "duplicate", entry.location)
            elif entry.record != first.record:
                message = f"{first.docname} replays another record with the Id {entry.id!r}"
                _warn(message, "duplicate", entry.location)
        if not self.env.config.piquet_check_complete:
            return
        for kind, ids, directive in (
            ("rule", catalogue(), "{rule} %s"),
            ("ruleset", ruleset_ids(), "{ruleset} %s"),
            ("source", sources(), "{sources}"),
        ):
            for id in ids:
                if (kind, id) not in seen:
                    want = directive.replace("%s", id)
                    _warn(
                        f"{kind} {id!r} has no page: nowhere is the directive {want}",
                        "missing",
                        None,
                    )

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        if typ == "label":  # a place on a page of this site, if the site has it
            page, anchor = env.domains.standard_domain.anonlabels.get(target, ("", ""))
            return make_refnode(builder, fromdocname, page, anchor, contnode) if page else None
        if typ == "work":  # its entry in the bibliography, if the site has one
            page = str(getattr(env.config, "piquet_bibliography_page", ""))
            known = page in env.found_docs
            return (
                make_refnode(builder, fromdocname, page, f"cite-{target}", contnode)
                if known
                else None
            )
        title = ""
        id = target
        if typ == "source" and ":" in target:  # a place in a source: the anchor is its section's
            try:
                place = parse_citation(target, "")
            except RuleSetError:
                return None
            # Consecutive places of one book name it once.
            title = place.place if node.get("named") else f"{place.source.short}, {place.place}"
            id = f"{place.source.id}:{place.section.id}"
        part = "@" in id if typ == "rule" else "#" in id and typ == "deal"
        entry = self.find_part(id) if part else self.find(typ, id)
        if entry is None:
            return None
        if not node.get("refexplicit"):
            said = typeset(title or entry.title)
            contnode = nodes.inline("", said, classes=contnode["classes"])
        return make_refnode(builder, fromdocname, entry.docname, entry.anchor, contnode)

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        found = (
            (kind, self.resolve_xref(env, fromdocname, builder, kind, target, node, contnode))
            for kind in self.roles
        )
        return [(f"{self.name}:{kind}", ref) for kind, ref in found if ref is not None]

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        for entry in self.objects.values():
            # The sections of a source are there to be linked to, and so are positions and the
            # rows of a table of claims; in a search they would only be clutter.
            part = entry.kind in ("claim", "position") or (
                entry.kind == "source" and ":" in entry.id
            )
            priority = -1 if part else 0
            yield entry.id, entry.title, entry.kind, entry.docname, entry.anchor, priority
        # In a search an answer or a step adds nothing to its rule or deal.
        first: dict[str, Entry] = {}
        for docname in sorted(self.parts):
            first = self.parts[docname] | first
        for entry in first.values():
            yield entry.id, entry.title, entry.kind, entry.docname, entry.anchor, -1

    def get_full_qualified_name(self, node: nodes.Element) -> str | None:
        return cast("str | None", node.get("reftarget"))

    def why_missing(self, kind: str, target: str) -> str:
        """Return the reason why a reference has no target. It suggests the most similar ids."""
        if kind == "source" and ":" in target:
            try:
                parse_citation(target, "")
            except RuleSetError as error:
                return str(error).removeprefix(": ")
        if kind == "rule" and "@" in target:
            known = [f"{rule}@{ruleset}" for rule in catalogue() for ruleset in ruleset_ids()]
            kind = "answer"
        elif kind == "deal" and "#" in target:
            known = [id for parts in self.parts.values() for id in parts]
            kind = "step"
        else:
            known = {
                "rule": list(catalogue()),
                "ruleset": list(ruleset_ids()),
                "source": list(sources()),
            }.get(kind, [entry.id for entry in self if entry.kind == kind])
        if target in known or (kind == "source" and ":" in target):
            return f"no page describes the {kind} {target!r}"
        near = difflib.get_close_matches(target, known, n=3, cutoff=0.4)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        return f"no such {kind}: {target!r}{hint}"


def piquet_domain(env: BuildEnvironment) -> PiquetDomain:
    """Return the Piquet domain of an environment."""
    return cast(PiquetDomain, env.domains[PiquetDomain.name])


def anchor_of(kind: str, id: str) -> str:
    """Return the HTML id of an object. It has no dots, so CSS selectors need no escapes.

    >>> anchor_of("rule", "play.last-trick")
    'rule-play-last-trick'
    """
    return nodes.make_id(f"{kind}-{id}")


def rule_uri(builder: Builder, from_docname: str, rule_id: str) -> str:
    """Return the address of a rule's article relative to a document, or "" if the rule has no article.

    Only raw HTML needs the address. Docutils nodes use a reference.
    """
    entry = piquet_domain(builder.env).find("rule", rule_id)
    if entry is None:
        return ""
    uri = f"{builder.get_relative_uri(from_docname, entry.docname)}#{entry.anchor}"
    # In a single-page build the address of a document is itself a fragment.
    return uri[uri.rindex("#") :] if uri.startswith("#") else uri


def _warn(message: str, subtype: str, location: nodes.Node | tuple[str, int] | None) -> None:
    logger.warning(message, location=location, type=PiquetDomain.name, subtype=subtype)


def _warn_missing(app: Sphinx, domain: Domain | None, node: pending_xref) -> bool | None:
    del app
    if not isinstance(domain, PiquetDomain):
        return None
    # A link in a generated table warns once, in `check_consistency`, not in every table.
    if not node.get("piquet-generated"):
        kind = node["reftype"]
        _warn(domain.why_missing(kind, node["reftarget"]), kind, node)
    return True


def _outdated(
    app: Sphinx,
    env: BuildEnvironment,
    added: AbstractSet[str],
    changed: AbstractSet[str],
    removed: AbstractSet[str],
) -> list[str]:
    del app
    return piquet_domain(env).outdated(added | changed | removed)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the domain and the check that every object has a page."""
    app.add_config_value("piquet_check_complete", False, "env", frozenset({bool}))
    app.add_domain(PiquetDomain)
    app.connect("warn-missing-reference", _warn_missing)
    app.connect("env-get-outdated", _outdated)
    write_when_changed(
        app, lambda env: piquet_domain(env).places(), lambda env: piquet_domain(env).data["lists"]
    )
    return {
        "version": __version__,
        "env_version": 9,  # raise this when the form of the nodes or of the domain's data changes
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
