"""Length of the link to a set of work, of a pupil's result and of its short code."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "engine"))

from test_teaching import ADDRESS, problems, result

from piquet_core.teaching import lay_set, write_result, write_set, write_short_code
from piquet_core.teaching.set_link import LONGEST_LINK
from piquet_core.teaching.work_set import LONGEST_NOTE, LONGEST_TITLE, MOST_ITEMS

NOTE = "Lay the cards of each hand out before you look at the question, and say why you choose a card. "


def run() -> list[tuple[str, str]]:
    """Return rows of a name and a formatted figure."""
    note = (NOTE * 5)[:LONGEST_NOTE]
    work = lay_set("T" * LONGEST_TITLE, note, problems(MOST_ITEMS))
    handed = result(work)
    return [
        (f"link to {MOST_ITEMS} problems", f"{len(ADDRESS + write_set(work))} of {LONGEST_LINK}"),
        ("result of a pupil", f"{len(write_result(handed))} characters"),
        ("short code", f"{len(write_short_code(handed).replace('-', ''))} letters"),
    ]
