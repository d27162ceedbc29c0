"""The search page."""

from __future__ import annotations

from playwright.sync_api import Locator, Page


class SearchPage:
    """The search page in a browser."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def summary(self) -> Locator:
        """The line that says how many results there are."""
        return self.page.locator(".search-summary")

    @property
    def results(self) -> Locator:
        """The entries found, the best first."""
        return self.page.locator("[data-part=search-results] > li")

    @property
    def links(self) -> Locator:
        """The links of the entries found."""
        return self.results.locator("> a")

    @property
    def text_results(self) -> Locator:
        """The list of pages whose text contains the words."""
        return self.page.locator("[data-part=text-results]")

    def search(self, query: str) -> None:
        """Type a query."""
        self.page.get_by_role("searchbox").fill(query)

    def addresses(self, count: int) -> list[str]:
        """Return the addresses of the first few results."""
        found: list[str] = self.links.evaluate_all(
            "(links, count) => links.slice(0, count).map(link => link.getAttribute('href'))", count
        )
        return found

    def result(self, rule: str) -> Locator:
        """Return the result for a rule."""
        return self.page.locator(
            f'[data-part=search-results] li:has(a[href^="docs/rules/{rule}.html"])'
        )
