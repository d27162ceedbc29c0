"""Project of someone else, built with and without the extension."""

import os
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx
from sphinx.domains import Domain

project = "My garden"
author = copyright = "Jane Roe"
version = "1"
extensions = ["sphinx.ext.intersphinx"]
man_pages = [("index", "garden", "My garden", "Jane Roe", 1)]


class Absent(Directive):
    """A directive of the extension where the extension is absent. It shows nothing."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return no nodes."""
        return []


class AbsentDomain(Domain):
    """The domain of the extension where the extension is absent."""

    name = "piquet"
    directives: ClassVar = {"replay": Absent, "cite": Absent}
    roles: ClassVar = {"cards": lambda *_: ([], [])}


def setup(app: Sphinx) -> None:
    """Load the extension if the environment says so."""
    if os.environ.get("PIQUET"):
        app.setup_extension("sphinx_piquet")
    else:
        app.add_domain(AbsentDomain)
