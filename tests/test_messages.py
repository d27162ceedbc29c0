"""The list of texts that translators of the extension get."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from babel.messages.pofile import read_po

from sphinx_piquet.messages import TEMPLATE

sys.path.append(str(Path(__file__).parents[1] / "tools"))

from messages import template


def test_the_list_has_the_texts_of_the_sources() -> None:
    assert template() == TEMPLATE.read_bytes(), "run tools/messages.py"


def test_each_text_is_whole() -> None:
    texts = [str(one.id) for one in read_po(BytesIO(template())) if one.id]
    assert len(texts) > 20
    for text in texts:
        assert text == text.strip()
        assert "%" not in text, "a placeholder is a name in braces"
