"""What breaks the policy fails its test, on a page and in the engine's worker."""

import pytest
from playwright.sync_api import Route
from reading import DEAL_PAGE, STRICT, Open

pytestmark = pytest.mark.browser

# Texts that a script would take as markup or as a script.
TRIES = {
    "markup": "() => { document.querySelector('h1').innerHTML = '<b>Ha</b>'; }",
    "script": "() => { document.body.append(Object.assign(document.createElement('script'), { text: '1' })); }",
    "style": "() => { document.head.append(Object.assign(document.createElement('style'), { textContent: 'p {}' })); }",
    "handler": "() => { document.body.setAttribute('onclick', 'go()'); }",
    "attribute": "() => { document.body.setAttribute('style', 'color: red'); }",
    "other host": "() => fetch('http://localhost:9/').catch(() => {})",
    "another policy": "() => { window.trustedTypes.createPolicy('theirs', {}); }",
}


@pytest.mark.parametrize("script", TRIES.values(), ids=TRIES)
def test_a_page_that_breaks_it_is_found_out(visit: Open, script: str) -> None:
    reader = visit(faulty=True)
    try:
        reader.page.evaluate(script)
    except Exception as error:  # noqa: BLE001 - what a browser throws here is its own
        assert "Trusted" in str(error)  # noqa: PT017 - others only tell the console
    for _ in range(50):
        if any("against the policy" in fault for fault in reader.watch.faults):
            return
        reader.page.wait_for_timeout(100)
    pytest.fail(f"nobody noticed: {reader.watch.faults}")


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
    for _ in range(50):
        if any("worker.js" in fault for fault in reader.watch.faults):
            return
        reader.page.wait_for_timeout(100)
    pytest.fail(f"nobody noticed: {reader.watch.faults}")


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
    assert reader.find(".pq-say").text_content()
