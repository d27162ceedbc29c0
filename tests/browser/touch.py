"""Fingers on a touch screen, each touch with the time at which it was made.

Playwright's `touchscreen.tap` waits until the page has handled a tap, so that two taps are as far apart as the machine
is slow.  Here several touches are sent at once, and a page reads in `event.timeStamp` when each was made.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Locator, Page

if TYPE_CHECKING:
    from collections.abc import Iterator

Spot = tuple[float, float]

BETWEEN = 0.35  # seconds between the two taps of a double tap; beginners on a phone took as long
LIES = 0.06  # seconds for which the finger lies at each tap


def touch(page: Page, touches: Sequence[tuple[str, Sequence[Spot], float]]) -> None:
    """Send touches, each as (type, points, seconds since 1970), without waiting for one before the next."""
    session = page.context.new_cdp_session(page)
    # The synchronous interface of Playwright waits after each command.
    send: Any = session._impl_obj.send

    async def send_all() -> None:
        await asyncio.gather(
            *(
                send(
                    "Input.dispatchTouchEvent",
                    {
                        "type": kind,
                        "touchPoints": [{"x": x, "y": y} for x, y in points],
                        "timestamp": at,
                    },
                )
                for kind, points, at in touches
            )
        )

    session._sync(send_all())
    session.detach()


def tap(page: Page, spot: Spot, *times: float) -> None:
    """Tap a spot of the window once for each time, in seconds since 1970."""
    touch(
        page,
        [one for at in times for one in (("touchStart", [spot], at), ("touchEnd", [], at + LIES))],
    )


def tap_twice(page: Page, spot: Spot) -> None:
    """Tap a spot twice, as a finger does that hits twice."""
    now = time.time()
    tap(page, spot, now - BETWEEN - LIES, now - LIES)


def middle(place: Locator) -> Spot:
    """Return the middle of an element, in the window."""
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def work(page: Page, milliseconds: int) -> None:
    """Keep the page from handling anything, as a long layout does on a slow phone."""
    page.evaluate(
        "milliseconds => { const end = performance.now() + milliseconds; while (performance.now() < end); }",
        milliseconds,
    )


@contextmanager
def slowed(page: Page, rate: int) -> Iterator[None]:
    """Let the processor of a page be so many times slower."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    yield
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    session.detach()
