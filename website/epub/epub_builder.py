"""An EPUB builder with all pages in the order of the toctrees, including hidden ones.

It replaces Sphinx's builder, which lists only visible toctrees, includes every static file, and
stores the time of the build in each file.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZipFile

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import _epub_base
from sphinx.builders.epub3 import Epub3Builder
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from piquet_core.rules import catalogue
from piquet_core.rules.rule_groups import rules_by_group
from sphinx_piquet.domain import piquet_domain
from sphinx_piquet.edition import edition_of
from sphinx_piquet.host_theme import without_print_rules
from website.build_paths import add_path_values
from website.epub.epub_files import (
    Chapter,
    Volume,
    referenced_files,
    write_archive,
)
from website.pictures.gallery import cover_png

COVER: Final = "cover.png"


class PiquetEpubBuilder(Epub3Builder):
    """Writes the pages like Sphinx, and collects them into a reproducible archive."""

    name = "epub"

    def prepare_writing(self, docnames: AbstractSet[str]) -> None:
        super().prepare_writing(docnames)
        language = self.config.epub_language
        self.globalcontext["html_tag"] = self.html_tag.replace(
            ">", f' lang="{language}" xml:lang="{language}">'
        )

    def add_visible_links(self, tree: nodes.document, show_urls: str = "inline") -> None:
        """Append the addresses of external links to a page.

        A page without external links gets no empty heading.
        """
        super().add_visible_links(tree, show_urls)
        if tree.children and isinstance(tree[-1], nodes.rubric):
            tree.remove(tree[-1])

    def handle_finish(self) -> None:
        """Write the EPUB archive."""
        volume = self.volume()
        with ZipFile(Path(self.outdir) / f"{self.config.epub_basename}.epub", "w") as archive:
            write_archive(volume, self.files_of(volume), archive)

    def volume(self) -> Volume:
        """Return the metadata and the chapters of the book."""
        config = self.config
        edition = edition_of(config)
        first = Chapter(title=config.epub_title, page=self._page(config.root_doc))
        last = [Chapter(title="Index", page=f"genindex{self.out_suffix}")]
        return Volume(
            title=config.epub_title,
            language=config.epub_language,
            identifier=config.epub_identifier,
            date=edition.date,
            modified=_changed(edition.date),
            creators=edition.authors,
            publisher=config.epub_publisher,
            description=config.epub_description,
            rights=config.epub_copyright,
            cover=COVER if config.piquet_book_cover else "",
            source="" if edition.is_preview else edition.permalink(""),
            chapters=(first, *self.chapters(config.root_doc), *(last if self.use_index else [])),
        )

    def chapters(self, docname: str) -> tuple[Chapter, ...]:
        """Return the entries of a document's toctrees, grouped under the captions of the toctrees."""
        found: list[Chapter] = []
        for tree in self.env.tocs[docname].findall(addnodes.toctree):
            inside = [
                Chapter(
                    title=title or self.env.titles[entry].astext(),
                    page=self._page(entry),
                    parts=self.chapters(entry),
                )
                for title, entry in tree["entries"]
                if entry in self.env.all_docs
            ]
            caption = tree.get("caption")
            found += (
                [Chapter(title=caption, parts=tuple(inside))] if caption else self._grouped(inside)
            )
        return tuple(found)

    def _grouped(self, chapters: Sequence[Chapter]) -> list[Chapter]:
        """Return chapters with the articles on rules grouped under the headings of the rules.

        A group with a single article gets no heading.
        """
        group = {
            self._page(entry.docname): catalogue()[entry.id].group
            for entry in piquet_domain(self.env)
            if entry.kind == "rule"
        }
        members: dict[str, list[Chapter]] = {}
        for chapter in chapters:
            members.setdefault(group.get(chapter.page, chapter.page), []).append(chapter)
        headings = {name: heading for name, heading, _rules in rules_by_group()}
        return [
            Chapter(title=headings[name], parts=tuple(inside)) if inside[1:] else inside[0]
            for name, inside in members.items()
        ]

    def files_of(self, volume: Volume) -> dict[str, bytes]:
        """Return the book's pages, and the styles and pictures they use, as contents by path."""
        root = Path(self.outdir)
        found: dict[str, bytes] = {}
        wanted = volume.pages()
        for name in wanted:  # the list grows while it is read
            if name in found:
                continue
            found[name] = (root / name).read_bytes()
            if name.endswith(".css"):
                found[name] = without_print_rules(found[name].decode()).encode()
            wanted += referenced_files(name, found[name])
        if volume.cover:
            found[volume.cover] = cover_png(self)
        return found

    def _page(self, docname: str) -> str:
        return docname + self.out_suffix


def _changed(dated: str) -> datetime:
    """Return the modification time of the book: SOURCE_DATE_EPOCH, or the day of the edition.

    ``dated`` is that day in ISO format.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isdecimal():
        return datetime.fromtimestamp(int(epoch), UTC)
    return datetime.fromisoformat(dated).replace(tzinfo=UTC)


def _identify(_app: Sphinx, config: Config) -> None:
    """Set the identifier of the book from its version, unless one is configured."""
    if config.epub_identifier == "unknown":
        name = f"{config.project} {config.release}"
        config.epub_identifier = f"urn:uuid:{uuid5(NAMESPACE_URL, name)}"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the builder in place of Sphinx's EPUB builder."""
    _epub_base.FOOTNOTE_LABEL_TEMPLATE = "%d"  # Sphinx would write [#1]
    add_path_values(app)
    app.add_config_value("piquet_book_cover", False, "epub", frozenset({bool}))
    app.add_builder(PiquetEpubBuilder, override=True)
    app.connect("config-inited", _identify)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
