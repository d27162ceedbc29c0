"""JSON documents of the rules, rule sets, deals, sources, witnesses and irregularities, with their schemas."""

from piquet_core.export.documents import (
    DATASETS,
    FORMAT,
    LICENCE,
    Site,
    document,
    document_head,
    rules_document,
)
from piquet_core.export.export_files import COMMANDS, dumps, file_name, schema, schema_name

__all__ = [
    "COMMANDS",
    "DATASETS",
    "FORMAT",
    "LICENCE",
    "Site",
    "document",
    "document_head",
    "dumps",
    "file_name",
    "rules_document",
    "schema",
    "schema_name",
]
