"""The answers of all rule sets side by side."""

from __future__ import annotations

import pytest

from piquet_core.errors import RuleSetError
from piquet_core.rules.answer_matrix import _few


@pytest.mark.parametrize(
    ("id", "raw", "said"),
    [
        ("play.low-card", {"yes": "count"}, "no such rule"),
        ("play.low-cards", {"true": "count"}, "unknown key 'true'"),
        ("point.score", {"ten": "tens"}, "unknown key 'ten'"),
        ("point.score", {"tens": 10}, "expected str"),
        ("point.score", "tens", "expected dict"),
    ],
)
def test_few_words_for_what_no_rule_has_are_refused(id: str, raw: object, said: str) -> None:
    with pytest.raises(RuleSetError, match=said) as error:
        _few(id, raw)
    assert id in str(error.value)
