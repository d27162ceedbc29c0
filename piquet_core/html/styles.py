"""The styles that dress one thing together, in the order in which a page names them."""

from __future__ import annotations

from typing import Final

TOKENS: Final = "site/tokens.css"
PLAIN: Final = (TOKENS, "site/elements.css", "site/words.css")
"""What every page has: the tokens, which all others use, and the plain elements of a text."""

WINDOW: Final = "site/window.css"
"""A window over the page."""

CITE_WINDOW: Final = "rules/cite-window.css"
"""What a window over the page cites."""

STAGE: Final = (
    "deal/stage/stage.css",
    "deal/stage/board.css",
    "deal/stage/leaf.css",
    "deal/stage/strip.css",
    "deal/stage/under.css",
    WINDOW,
    "deal/stage/windows.css",
    "deal/stage/sizes.css",
    "deal/stage/paper.css",
)
"""The stage on which a deal is replayed and played."""

REPLAY: Final = ("cards.css", *STAGE, "deal/replay.css", "deal/share.css", CITE_WINDOW)
"""A replay with all that it offers."""

COMPARISON: Final = (
    "rules/compare/choice.css",
    "rules/compare/matrix.css",
    "rules/compare/pair.css",
    "rules/compare/narrow.css",
    "rules/compare/apart.css",
    "rules/compare/paper.css",
)
"""The page that compares rule sets."""
