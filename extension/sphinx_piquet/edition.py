"""Edition of the site that is being built: version, date, authors and address for its citations."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cli.source_checkout import last_commit
from piquet_core.publication import Edition, drafted_on, published_on
from sphinx_piquet.registration import register

_UNSET_AUTHOR = "Author name not set"  # Sphinx's own default


def edition_of(config: Config) -> Edition:
    """Return the edition that is being built, from the configuration.

    Its home address is ``html_baseurl``, or "" if that is not set.
    """
    home = str(config.html_baseurl or "").rstrip("/")
    author = "" if config.author == _UNSET_AUTHOR else str(config.author)
    return Edition(
        title=config.project,
        authors=tuple(config.piquet_authors or filter(None, [author])),
        licence=config.piquet_licence,
        doi=config.piquet_doi,
        version=config.release,
        date=config.piquet_edition_date,
        home=f"{home}/" if home else "",
        published=config.piquet_edition_published,
        has_editions=bool(config.piquet_edition_lists),
    )


def lists_of(root: Path, config: Config) -> Path | None:
    """Return the folder with the address lists of the published editions, or None if none is configured."""
    return root / config.piquet_edition_lists if config.piquet_edition_lists else None


def _set_date(app: Sphinx, config: Config) -> None:
    root = Path(app.srcdir)
    try:
        published = published_on(lists_of(root, config), config.release)
    except ValueError as error:
        raise ConfigError(str(error)) from None
    config.piquet_edition_published = bool(published)
    config.piquet_edition_date = (
        published or config.piquet_edition_date or _draft_date(root, config)
    )


def _draft_date(root: Path, config: Config) -> str:
    """Return the date of a draft, in ISO format: ``SOURCE_DATE_EPOCH`` or the last commit.

    Without either, a site with editions has the date in ``publication.toml``, and any other site today.
    """
    commit = last_commit(root)
    if commit or config.piquet_edition_lists or "SOURCE_DATE_EPOCH" in os.environ:
        return drafted_on(os.environ, commit)
    return datetime.now(UTC).date().isoformat()


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the configuration of editions and of citations."""
    return register(
        app,
        config={
            "piquet_authors": ([], "html"),
            "piquet_licence": ("", "html"),
            "piquet_doi": ("", "html"),
            "piquet_edition_lists": ("", "env"),
            "piquet_edition_date": ("", "html"),
            "piquet_edition_published": (False, "html"),
        },
        events=[("config-inited", _set_date)],
    )
