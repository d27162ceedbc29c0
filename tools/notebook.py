"""Make the notebook of the tutorial about the library.

    .venv/bin/python tools/notebook.py

Its cells are the text and the examples of docs/at-a-glance.md, without the outputs, which each run
makes again.
"""

import doctest
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
PAGE, NOTEBOOK = DOCS / "at-a-glance.md", DOCS / "at-a-glance.ipynb"
_CODE = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_ROLE = re.compile(r"\{\w+\}`([^`<]*?)(?: <[^`>]*>)?`")


def notebook(page: str) -> dict[str, Any]:
    """Return the notebook of a page, in format 4.5."""
    made: list[dict[str, Any]] = [
        {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": source}
        for number, (kind, source) in enumerate(cells(page), 1)
    ]
    for cell in made:
        if cell["cell_type"] == "code":
            cell |= {"execution_count": None, "outputs": []}
    python = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": python, "language_info": {"name": "python"}}
    return {"cells": made, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def cells(page: str) -> Iterator[tuple[str, str]]:
    """Yield the kind and the source of each cell. A cell of code ends with the first example that shows a result."""
    body = page.split("\n---\n", 1)[1]
    for place, part in enumerate(_CODE.split(body)):
        if place % 2 == 0:
            if text := _plain_markdown(part):
                yield "markdown", text
            continue
        lines: list[str] = []
        for example in doctest.DocTestParser().get_examples(part):
            lines.append(example.source)
            if example.want:
                yield "code", "".join(lines).rstrip("\n")
                lines = []
        if lines:
            yield "code", "".join(lines).rstrip("\n")


def _plain_markdown(text: str) -> str:
    """Return Markdown without the syntax of Sphinx and without lines that offer the notebook."""
    lines = [
        line for line in text.split("\n") if "{download}" not in line and not line.startswith("{.")
    ]
    return _ROLE.sub(r"*\1*", "\n".join(lines)).strip()


def write() -> str:
    """Return the text of the notebook's file."""
    made = notebook(PAGE.read_text("utf-8"))
    return json.dumps(made, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    NOTEBOOK.write_text(write(), "utf-8")
