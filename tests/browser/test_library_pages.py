"""The pages of the library: signs that mean one thing, dates that stay whole, nothing that only writers need."""

import pytest
from playwright.sync_api import expect
from reading import Open

pytestmark = pytest.mark.browser

CLAIMS = "docs/claims.html"
COLOURS = "(all, name) => [...new Set(all.map(one => getComputedStyle(one)[name]))]"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_verdict_has_one_colour_in_the_bar_the_key_and_the_tables(
    visit: Open, scheme: str
) -> None:
    page = visit(CLAIMS, color_scheme=scheme).page
    seen = set()
    for verdict in ("exact", "rounded", "wrong", "undecided"):
        marks = page.locator(f".pq-mark-{verdict}")
        places = ".pq-claims-count", ".pq-claims-key"
        assert all(page.locator(place).locator(marks).count() == 1 for place in places), verdict
        (sign,) = marks.evaluate_all(COLOURS, "backgroundColor")
        assert page.locator(f"rect.pq-bar-{verdict}").evaluate_all(COLOURS, "fill") == [sign]
        seen.add(sign)
    assert len(seen) == 4
    expect(page.locator("article")).not_to_contain_text("{claim}")


def test_the_date_of_an_edition_stays_on_one_line(visit: Open) -> None:
    page = visit("docs/editions/index.html").page
    dates = page.locator(".pq-editions td:nth-child(2) p")
    for width in (320, 360, 768, 1440):
        page.set_viewport_size({"width": width, "height": 740})
        for date in dates.all():
            high, line = date.evaluate(
                "one => [one.clientHeight, parseFloat(getComputedStyle(one).lineHeight)]"
            )
            assert high < 1.5 * line, width
