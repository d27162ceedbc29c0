"""The edition that a build makes, from ``html_baseurl``, the release and the published editions."""

from __future__ import annotations

import os
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError

from piquet_core.cli.source_checkout import last_commit
from piquet_core.publication import Edition, drafted_on, published_on


def edition_of(config: Config) -> Edition:
    """Return the edition; without ``html_baseurl`` it has no home."""
    home = str(config.html_baseurl or "").rstrip("/")
    return Edition(
        version=config.release,
        date=config.piquet_edition_date,
        home=f"{home}/" if home else "",
        published=config.piquet_edition_published,
    )


def lists_of(root: Path, config: Config) -> Path | None:
    """Return the folder with a list for each published edition, if the site has one."""
    return root / config.piquet_edition_lists if config.piquet_edition_lists else None


def _read(app: Sphinx, config: Config) -> None:
    root = Path(app.srcdir)
    try:
        published = published_on(lists_of(Path(app.srcdir), config), config.release)
    except ValueError as error:
        raise ConfigError(str(error)) from None
    config.piquet_edition_published = bool(published)
    config.piquet_edition_date = (
        published or config.piquet_edition_date or drafted_on(os.environ, last_commit(root))
    )


def setup(app: Sphinx) -> None:
    """Register the values; those of the edition are rendered when a page is written."""
    app.add_config_value("piquet_edition_lists", "", "env", frozenset({str}))
    app.add_config_value("piquet_edition_date", "", "html", frozenset({str}))
    app.add_config_value("piquet_edition_published", False, "html", frozenset({bool}))
    app.connect("config-inited", _read)
