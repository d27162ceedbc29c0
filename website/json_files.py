"""The JSON documents and schemas at the root of the site, and links to them.

The positions come from the file that ``piquet_positions`` names, and the results of the laboratory from the
folder ``piquet_laboratory``, since they are data of the site.

Only the HTML builders write them. In other builders the role ``dataset`` is plain text. Projects
that only refer to our rules do not load this extension, so they publish no copy.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.util import logging
from sphinx.util.docutils import ReferenceRole
from sphinx.util.osutil import relative_uri
from sphinx.util.typing import ExtensionMetadata

from piquet_core.export import (
    COMMANDS,
    DATASETS,
    LICENCE,
    Site,
    document,
    dumps,
    file_name,
    schema,
    schema_name,
)
from piquet_core.notation import loads
from piquet_core.rules import find_rule
from piquet_core.views.markup import Markup, data_script
from sphinx_piquet.domain import Entry, piquet_domain
from sphinx_piquet.edition import edition_of
from sphinx_piquet.laboratory.effects_of_site import laboratory_folder
from sphinx_piquet.page_head import render_alternate
from sphinx_piquet.pages import PAGES
from sphinx_piquet.replays.positions import load_positions
from sphinx_piquet.replays.replay_directive import replay_node
from website import laboratory_data, positions_json

logger = logging.getLogger(__name__)

TITLES = {
    "rules": "The rules and every answer, as data",
    "rulesets": "The rule sets, as data",
    "deals": "The deals, as data",
    "sources": "The sources, as data",
    "witnesses": "What other texts answer, as data",
    positions_json.NAME: "The positions, as data",
    "irregularities": "The irregularities, as data",
    laboratory_data.NAME: "What the rules are worth, as data",
}
FILES = {file: name for name in TITLES for file in (file_name(name), schema_name(name))}
FILES |= {schema_name(name): name for name in COMMANDS}
FILES |= {laboratory_data.TABLE: laboratory_data.NAME}

# -- addresses -----------------------------------------------------------------------------------


class ObjectAddresses:
    """The addresses of objects in this build, relative to the root of the site."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.entries = {(one.kind, one.id): one for one in reversed([*piquet_domain(builder.env)])}
        self.records: dict[str, str] = {}  # deal -> text of its record
        self.prefixes: dict[str, str] = {}  # deal -> prefix of its steps on the page
        for entry in list(piquet_domain(builder.env)):
            if entry.kind == "deal" and entry.id not in self.records:
                self._read(entry)

    def __call__(self, kind: str, id: str) -> str:
        """Return the address of an object, or "" if no page has it.

        The signature is that which `piquet_core.export.Site` expects.
        """
        match kind:
            case "answer":
                rule, _at, ruleset = id.partition("@")
                return self._at(("rule", rule), f"at-{ruleset}")
            case "work":
                page = str(getattr(self.builder.config, "piquet_bibliography_page", ""))
                known = page in self.builder.env.found_docs
                return f"{self.builder.get_target_uri(page)}#cite-{id}" if known else ""
            case "step":
                deal, _sign, step = id.partition("#")
                return self._at(("deal", deal), f"{self.prefixes.get(deal, '')}{step}")
            case _:
                return self._at((kind, id))

    def _at(self, key: tuple[str, str], anchor: str = "") -> str:
        entry = self.entries.get(key)
        if entry is None:
            return ""
        anchor = anchor or entry.anchor
        return self.builder.get_target_uri(entry.docname) + (f"#{anchor}" if anchor else "")

    def _read(self, entry: Entry) -> None:
        """Store the record of a deal and the prefix of its steps, from its full replay on a page."""
        for node in self.builder.env.get_doctree(entry.docname).findall(replay_node):
            if not node["compact"] and loads(node["text"]).tag("Id") == entry.id:
                self.records[entry.id] = node["text"]
                self.prefixes[entry.id] = node["prefix"]
                return


def write_documents(app: Sphinx, exception: Exception | None) -> None:
    """Write the documents, their schemas, and the schemas of the commands."""
    if exception is not None or app.builder.name not in PAGES:
        return
    addresses = ObjectAddresses(app.builder)
    site = Site(address=addresses, edition=edition_of(app.config))
    for name in DATASETS:
        text = dumps(document(name, site, addresses.records.values()))
        for file, content in ((file_name(name), text), (schema_name(name), schema(name))):
            (Path(app.outdir) / file).write_text(content, "utf-8", newline="\n")
    if app.config.piquet_positions:
        positions = load_positions(Path(app.srcdir) / app.config.piquet_positions)
        found = positions_json.positions_document(positions.values(), site)
        _write(app, positions_json.NAME, found, positions_json.SCHEMA)
    if folder := laboratory_folder(app.env):
        found = laboratory_data.laboratory_document(folder, site)
        _write(app, laboratory_data.NAME, found, laboratory_data.SCHEMA)
        table = laboratory_data.laboratory_table(folder)
        (Path(app.outdir) / laboratory_data.TABLE).write_text(table, "utf-8", newline="\n")
    for name in COMMANDS:
        (Path(app.outdir) / schema_name(name)).write_text(schema(name), "utf-8", newline="\n")


def _write(app: Sphinx, name: str, found: dict[str, Any], schema_path: Path) -> None:
    """Write a document of this site and its schema."""
    schema_text = schema_path.read_text("utf-8")
    for file, content in ((file_name(name), dumps(found)), (schema_name(name), schema_text)):
        (Path(app.outdir) / file).write_text(content, "utf-8", newline="\n")


# -- links ---------------------------------------------------------------------------------------


class dataset_node(nodes.Inline, nodes.TextElement):
    """A link to a document or schema, before the builder is known."""


class DatasetRole(ReferenceRole):
    """``{dataset}`rules.json` ``: a link to a document or to its schema."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return a `dataset_node`. Warn about an unknown file."""
        if self.target not in FILES:
            message = f"unknown file {self.target!r}; choose one of {', '.join(FILES)}"
            logger.warning(message, location=self.get_location(), type="piquet", subtype="dataset")
        words = nodes.Text(self.title) if self.has_explicit_title else nodes.literal("", self.title)
        return [dataset_node("", "", words, file=self.target)], []


def resolve_links(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Replace each `dataset_node` by a link, or by its text if the builder does not write the file."""
    for node in list(doctree.findall(dataset_node)):
        if app.builder.name in PAGES and node["file"] in FILES:
            uri = _uri(app.builder, docname, node["file"])
            link = nodes.reference("", "", *node.children, refuri=uri, internal=True)
            link["piquet-dataset"] = FILES[node["file"]]
            node.replace_self(link)
        else:
            node.replace_self(node.children)


def _uri(builder: Builder, docname: str, file: str) -> str:
    return relative_uri(builder.get_target_uri(docname), file)


# -- the head of a page --------------------------------------------------------------------------

_KINDS = {
    "rule": "rules",
    "ruleset": "rulesets",
    "deal": "deals",
    "source": "sources",
    "position": "positions",
    "irregularity": "irregularities",
}


def add_data_links(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Add links to the JSON documents to the head of a page, and its rules as JSON-LD."""
    del templatename
    if doctree is None or app.builder.name not in PAGES:
        return
    entries = piquet_domain(app.env).entries.get(pagename, [])
    named = {_KINDS[entry.kind] for entry in entries if entry.kind in _KINDS}
    named |= {node.get("piquet-dataset", "") for node in doctree.findall(nodes.reference)}
    head = [
        render_alternate(TITLES[name], _uri(app.builder, pagename, file_name(name)))
        for name in TITLES
        if name in named
    ]
    head += _terms(app.builder, pagename, entries)
    context["metatags"] = "".join((context.get("metatags", ""), *(f"\n    {one}" for one in head)))


def _terms(builder: Builder, docname: str, entries: list[Entry]) -> Iterator[Markup]:
    """Yield each rule of a page as a schema.org DefinedTerm with relative addresses."""
    for entry in entries:
        if entry.kind == "rule":
            yield data_script(
                {
                    "@context": "https://schema.org",
                    "@type": "DefinedTerm",
                    "@id": f"#{entry.anchor}",
                    "name": entry.title,
                    "termCode": entry.id,
                    "description": find_rule(entry.id).question,
                    "inDefinedTermSet": {
                        "@type": "DefinedTermSet",
                        "@id": _uri(builder, docname, file_name("rules")),
                        "name": "Rules of Piquet",
                        "license": LICENCE["url"],
                    },
                },
                "application/ld+json",
            )


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the role, its node and the hooks."""
    app.setup_extension("sphinx_piquet")
    app.add_node(dataset_node)
    app.add_role("dataset", DatasetRole())
    app.add_config_value("piquet_positions", "", "env", frozenset({str}))
    app.connect("doctree-resolved", resolve_links)
    app.connect("html-page-context", add_data_links)
    app.connect("build-finished", write_documents)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
