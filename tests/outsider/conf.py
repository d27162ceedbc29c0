"""Project of someone else, built with and without the extension by tests/test_wheel.py."""

import os

project = "My garden"
author = copyright = "Jane Roe"
extensions = ["sphinx.ext.intersphinx"]
exclude_patterns = ["deal.rst"]
if os.environ.get("PIQUET"):
    extensions += ["sphinx_piquet"]
    exclude_patterns = []
