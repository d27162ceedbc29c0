"""The addresses that a replay offers for sharing: the page to embed, the workbench and the guide to embedding."""

from __future__ import annotations

from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.util.typing import ExtensionMetadata

from piquet_core.publication import Edition
from piquet_core.views.replay.share_dialog import ShareOptions
from sphinx_piquet.domain import Entry, piquet_domain
from sphinx_piquet.edition import edition_of
from sphinx_piquet.registration import register

FOLDER = "embed"


def embed_name(deal: Entry) -> str:
    """Return the document name of the embedded page of a deal, in a folder beside the deal's own page."""
    folder, slash, _ = deal.docname.rpartition("/")
    return f"{folder}{slash}{FOLDER}/{deal.id}"


def sharing_of(builder: Builder, name: str, id: str) -> ShareOptions:
    """Return the share options of the deal ``id``, with addresses relative to the page ``name``."""
    deal = piquet_domain(builder.env).find("deal", id)
    edition = edition_of(builder.config)
    inside = deal is not None and name == embed_name(deal)
    return ShareOptions(
        embed=_embed(builder, name, deal, edition) if deal else "",
        preview=edition.is_preview,
        workbench=_page(builder, name, builder.config.piquet_workbench_page),
        guide=_page(builder, name, builder.config.piquet_embedding_page),
        page=builder.get_relative_uri(name, deal.docname) if deal and inside else "",
    )


def _embed(builder: Builder, name: str, deal: Entry, edition: Edition) -> str:
    """Return the address of the embedded page of a deal.

    It is absolute if the site has a permanent address. Otherwise it is relative to the page ``name``,
    and a script completes it.
    """
    target = builder.get_target_uri(embed_name(deal))
    here = target.rpartition("/")[2] or "./"  # as the page to embed itself sees it
    return edition.permalink(target) or builder.get_relative_uri(name, embed_name(deal)) or here


def _page(builder: Builder, name: str, docname: str) -> str:
    return builder.get_relative_uri(name, docname) if docname in builder.env.all_docs else ""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the configuration values that name the workbench page and the guide to embedding."""
    return register(
        app,
        config={"piquet_workbench_page": ("", "html"), "piquet_embedding_page": ("", "html")},
    )
