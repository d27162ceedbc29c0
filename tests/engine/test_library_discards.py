"""Check the table of discards in *Judging a deal* against the engine's judgement."""

import re
from pathlib import Path

from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.review.deal_review import review

DOCS = Path(__file__).parents[2] / "docs"
ROW = re.compile(
    r"\| \{deal\}`[^<]*<([\w-]+)#(x[ey])>`[^|]*\| \{cards\}`([^`]*)` \| \{cards\}`([^`]*)` \| ([\d.]+) \|"
)
CONSTRUCTED = {"most-172", "most-174"}


def test_the_table_lists_every_costly_discard_of_the_library_with_its_cost() -> None:
    """Deals that were constructed for their scores are left out, as the page says."""
    costly = [
        (file.stem, one.step, str(one.chosen), str(one.best), f"{one.cost:.1f}")
        for file in sorted((DOCS / "deals").glob("*.piquet"))
        if file.stem not in CONSTRUCTED
        for one in review(replay_record(loads(file.read_text("utf-8")))).judgements
        if one.step in ("xe", "xy") and not one.is_best
    ]
    listed = ROW.findall((DOCS / "judging.md").read_text("utf-8"))
    assert sorted(listed) == sorted(costly)
