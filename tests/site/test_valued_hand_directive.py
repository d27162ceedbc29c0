"""A hand with the value of each card: by its player's knowledge, and with open hands."""

import re
from pathlib import Path

import pytest
from project import Project, words_of

pytestmark = pytest.mark.site

RECORD = Path(__file__).parents[2] / "docs/deals/facheux.piquet"
PAGE = """# Hands

```{valued-hand} deal.piquet
:step: t11e
:known:

Two cards.
```
"""


def test_each_card_is_worth_to_its_player_what_he_can_know_and_what_it_was(
    project: Project,
) -> None:
    """`piquet solve --at t11y` values the aces at +69 and +36 for elder, and `piquet advise` at -19.0 and
    -44.5 for younger, who trails by 28 then.
    """
    project.write({"index": PAGE})
    (project.path / "deal.piquet").write_text(RECORD.read_text("utf-8"), "utf-8")
    assert project.build() == (0, "")
    html = project.read("index.html")
    said = words_of(html[html.index("pq-valued") :])
    assert "ace of hearts: as known −47 as the cards lay −69" in said
    assert "ace of clubs: as known −73 as the cards lay −36" in said
    (best,) = re.findall(
        r'<b class="pq-valued-best">(.*?)</b>', html
    )  # the figure by the player's knowledge
    assert words_of(best).endswith("−47")
