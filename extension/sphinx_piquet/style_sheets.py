"""The styles that dress one thing together, in the order in which a page names them."""

from __future__ import annotations

from typing import Final

TOKENS: Final = "base/tokens.css"
PLAIN: Final = (TOKENS, "base/elements.css", "base/words.css")
"""What every page has: the tokens, which all others use, and the plain elements of a text."""

WINDOW: Final = "base/dialog.css"
"""A window over the page."""

CITE_WINDOW: Final = "rules/citation-dialog.css"
"""What a window over the page cites."""

STAGE: Final = (
    "replay/stage/stage.css",
    "replay/stage/board.css",
    "replay/stage/sheet.css",
    "replay/stage/strip.css",
    "replay/stage/below-stage.css",
    WINDOW,
    "replay/stage/stage-dialogs.css",
    "replay/stage/sizes.css",
    "replay/stage/print-stage.css",
)
"""The stage on which a deal is replayed and played."""

REPLAY: Final = ("cards.css", *STAGE, "replay/replay.css", "replay/share-dialog.css", CITE_WINDOW)
"""A replay with all that it offers."""

COMPARISON: Final = (
    "rules/compare/choice.css",
    "rules/compare/matrix.css",
    "rules/compare/pair.css",
    "rules/compare/narrow.css",
    "rules/compare/differences.css",
    "rules/compare/print-compare.css",
)
"""The page that compares rule sets."""
