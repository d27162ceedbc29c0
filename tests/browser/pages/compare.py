"""The page that compares rule sets."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

COMPARE = "docs/compare.html"
PAIR = f"{COMPARE}?a=hoyle1909&b=little"


class ComparePage:
    """The comparison of rule sets in a browser."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def status(self) -> Locator:
        """The sentence about the chosen rule sets."""
        return self.page.locator("[data-part=comparison-status]")

    @property
    def table(self) -> Locator:
        """The table of rules and answers."""
        return self.page.locator("[data-part=comparison]")

    @property
    def form(self) -> Locator:
        """The form in which rule sets are chosen."""
        return self.page.locator("[data-part=comparison-form]")

    def rules(self) -> list[str]:
        """Return the ids of the visible rules."""
        found: list[str] = self.page.locator("tr[data-rule]").evaluate_all(
            "rows => rows.filter(row => row.checkVisibility()).map(row => row.dataset.rule)"
        )
        return found

    def rule_sets(self) -> list[str]:
        """Return the ids of the rule sets in the table's head."""
        found: list[str] = self.table.locator("thead th[data-set]").evaluate_all(
            "heads => heads.map(head => head.dataset.set)"
        )
        return found

    def wait_for_query(self, query: str) -> None:
        """Wait until the address has a query. The page updates it after a delay."""
        expect(self.page).to_have_url(re.compile(rf"/{re.escape(COMPARE + query)}$"))
