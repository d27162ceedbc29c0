"""Files for search engines: ``robots.txt`` and a sorted site map."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet.edition import edition_of

SCHEMA = "http://www.sitemaps.org/schemas/sitemap/0.9"


def sort_site_map(path: Path) -> None:
    """Sort the addresses of a site map, because parallel writers finish in any order."""
    ET.register_namespace("", SCHEMA)
    tree = ET.parse(path)  # noqa: S314 - written by this very build
    root = tree.getroot()
    root[:] = sorted(root, key=lambda url: url.findtext(f"{{{SCHEMA}}}loc", ""))
    ET.indent(root)
    tree.write(path, xml_declaration=True, encoding="utf-8")


def write_crawler_files(app: Sphinx, exception: Exception | None) -> None:
    """Sort the site map and write ``robots.txt``.

    A frozen copy, or a site without a base URL, has neither file.
    """
    edition = edition_of(app.config)
    if exception or app.builder.format != "html" or app.builder.name == "epub":
        return
    if edition.is_preview or app.config.piquet_frozen:
        return
    sitemap = Path(app.outdir) / "sitemap.xml"
    sort_site_map(sitemap)
    text = f"User-agent: *\nAllow: /\n\nSitemap: {edition.home}{sitemap.name}\n"
    (Path(app.outdir) / "robots.txt").write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hook. It runs after the hook that writes the site map."""
    app.connect("build-finished", write_crawler_files, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
