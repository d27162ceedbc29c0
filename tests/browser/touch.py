"""Touches on a touch screen, each with a time of its own.

Playwright's `touchscreen.tap` waits until the page has handled a tap, so the interval between two taps depends on
the machine. This module sends several touches at once, and a page reads their times in `event.timeStamp`.
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

BETWEEN = 0.35  # Seconds between the two taps of a double tap; beginners on a phone took as long.
LIES = 0.06  # Seconds for which the finger touches the screen.


def touch(page: Page, touches: Sequence[tuple[str, Sequence[Spot], float]]) -> None:
    """Send touches, each as (type, points, seconds since 1970), without waiting between them."""
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
    """Tap a point of the window once for each time, in seconds since 1970."""
    touch(
        page,
        [one for at in times for one in (("touchStart", [spot], at), ("touchEnd", [], at + LIES))],
    )


def tap_twice(page: Page, spot: Spot) -> None:
    """Tap a point twice, as fast as a double tap."""
    now = time.time()
    tap(page, spot, now - BETWEEN - LIES, now - LIES)


def middle(place: Locator) -> Spot:
    """Return the centre of an element, in window coordinates."""
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def work(page: Page, milliseconds: int) -> None:
    """Block the page's main thread, as a long layout does on a slow phone."""
    page.evaluate(
        "milliseconds => { const end = performance.now() + milliseconds; while (performance.now() < end); }",
        milliseconds,
    )


@contextmanager
def slowed(page: Page, rate: int) -> Iterator[None]:
    """Slow the page's processor down by a factor."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    yield
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    session.detach()
