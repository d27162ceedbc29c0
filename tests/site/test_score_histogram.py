"""Printed figures next to played ones: the drawing agrees with the table, and the table is complete."""

import re

import pytest
from project import Project

pytestmark = pytest.mark.site

TABLE = """In the hundred,Cavendish,Here,95% bounds,Apart
Elder scores under 10,10.00,20.00,15.00–25.00,+10.00
Elder scores 10 to 19,5.00,4.00,3.00–6.00,none
Elder scores 150 or more,0.16,0.00,0.00–0.38,none
Younger scores under 10,35.56,34.80,31.91–37.80,none
Younger scores nothing,1.02,0.60,0.27–1.30,none
"""
PAGE = """# Hands

```{hands} elder hands.csv
```

```{hands} others hands.csv
```
"""


def test_a_seat_is_drawn_to_scale_with_its_figures_and_the_rest_is_a_table(
    project: Project,
) -> None:
    project.write({"index": PAGE})
    (project.path / "hands.csv").write_text(TABLE, "utf-8")
    assert project.build() == (0, "")
    html = project.read("index.html")
    bars = [float(one) for one in re.findall(r'<rect x="[\d.]+%"[^>]* width="([\d.]+)%"', html)]
    assert len(bars) == 3  # elder's classes only
    assert bars[0] == pytest.approx(2 * bars[1], abs=0.02)  # ten in the hundred, and five
    assert "0–9: printed 10.00%, played 20.00% (15.00 to 25.00)" in html
    cells = re.findall(r"<p>([^<]+)</p>", html)
    assert {"under 10", "150 or more", "Younger scores nothing", "+10.00"} <= set(cells)
    assert "Younger scores under 10" not in html


def test_an_unknown_seat_is_refused(project: Project) -> None:
    project.write({"index": "# Hands\n\n```{hands} dealer hands.csv\n```\n"})
    _, said = project.build()
    assert "unknown hands 'dealer'" in said
