"""A violation of the content security policy fails its test, on a page and in the engine's worker."""

import pytest
from harness import DEAL_PAGE, STRICT, wait_until
from pages.replay import Open, ReplayPage
from playwright.sync_api import Route

pytestmark = pytest.mark.browser

# Texts that would be run as markup or script, and a part of the browser's report of each.
TRIES = {
    "() => { document.querySelector('h1').innerHTML = '<b>Ha</b>'; }": "Element innerHTML",
    "() => { document.body.append(Object.assign(document.createElement('script'), { text: '1' })); }": "HTMLScriptElement text",
    "() => { document.head.append(Object.assign(document.createElement('style'), { textContent: 'p {}' })); }": "style-src-elem",
    "() => { document.body.setAttribute('onclick', 'go()'); }": "Element onclick",
    "() => { document.body.setAttribute('style', 'color: red'); }": "style-src-attr",
    "() => fetch('http://localhost:9/').catch(() => {})": "http://localhost:9/",
    "() => { window.trustedTypes.createPolicy('theirs', {}); }": "trusted-types-policy",
}


def test_a_page_that_breaks_it_is_found_out(visit: Open) -> None:
    reader = visit(faulty=True)
    for script, told in TRIES.items():
        assert not noticed(reader, told)
        try:
            reader.page.evaluate(script)
        except Exception as error:  # noqa: BLE001 - what a browser throws here is its own
            assert "Trusted" in str(error)  # noqa: PT017 - others only tell the console
        wait_until(reader.page, lambda: noticed(reader, told), script)  # noqa: B023 - called at once


def noticed(reader: ReplayPage, told: str) -> bool:
    """Return whether the browser has reported a violation with these words."""
    return any(
        "against the policy" in fault and f'"{told}' in fault for fault in reader.watch.faults
    )


def test_a_worker_that_breaks_it_is_found_out(visit: Open) -> None:
    reader = visit(faulty=True)
    reader.page.context.route(
        "**/worker.js*",
        lambda route: route.fulfill(
            body="try { eval('1') } catch { self.postMessage({ state: 'alive' }) }",
            headers={"Content-Type": "text/javascript", "Content-Security-Policy": STRICT},
        ),
    )
    reader.button("next").click()
    wait_until(reader.page, lambda: any("worker.js" in fault for fault in reader.watch.faults))


def test_a_browser_that_knows_no_trusted_types_works_the_same(visit: Open) -> None:
    typed = STRICT[STRICT.index("; require-trusted-types-for") : STRICT.index("; report-uri")]

    def untyped(route: Route) -> None:
        answer = route.fetch()
        assert typed in answer.text()
        headers = {**answer.headers, "content-security-policy": STRICT.replace(typed, "")}
        route.fulfill(body=answer.text().replace(typed, ""), headers=headers)

    reader = visit("docs/deals/index.html")
    page = reader.page
    page.add_init_script("delete window.trustedTypes;")
    page.context.route("**/*.html", untyped)
    page.goto(reader.watch.base + DEAL_PAGE)
    assert page.evaluate("window.trustedTypes") is None
    reader.button("next").click()
    reader.until_live()
    reader.look("e")
    assert reader.part("sentence").text_content()
