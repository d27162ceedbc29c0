"""Lists of the style sheets that each widget needs, in loading order."""

from __future__ import annotations

from typing import Final

TOKENS: Final = "base/tokens.css"
COMPONENTS: Final = tuple(
    f"components/{name}.css"
    for name in (
        "text",
        "sheet",
        "felt",
        "button",
        "disclosure",
        "form",
        "table",
        "note",
        "chip",
    )
)
"""The components that any page may have. The others are loaded with the widgets that use them."""

BASE: Final = (TOKENS, *COMPONENTS)
"""The design tokens, which all other sheets use, and the components."""

HOST: Final = "base/host.css"
"""The fonts and colours of a host's theme, as values of the tokens."""

EMBEDDED: Final = "replay/frames/embedded.css"
"""The page that other sites show in a frame."""

TILE: Final = "components/tile.css"
"""A tile of the course."""

TABS: Final = "components/tabs.css"
"""A row of equal choices."""

RULE_SETS: Final = "rules/rule-sets.css"
"""The facts, places and overview of rule sets and sources."""

WINDOW: Final = "components/dialog.css"
"""A dialog."""

CITE_WINDOW: Final = "rules/citation-dialog.css"
"""The citation in a dialog."""

IRREGULARITY_LINKS: Final = "rules/irregularity-links.css"
"""The links under *Something went wrong?*."""

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

REPLAY: Final = (
    TABS,
    "components/card.css",
    *STAGE,
    "replay/replay.css",
    "replay/share-dialog.css",
    IRREGULARITY_LINKS,
    CITE_WINDOW,
)
"""A replay with its dialogs."""

EXERCISE: Final = (
    "components/card.css",
    "replay/replay.css",
    "practice/lesson.css",
    "practice/panel/answers.css",
    "practice/panel/steps.css",
)
"""An exercise."""

TABLE: Final = (
    "components/card.css",
    TABS,
    *STAGE,
    "replay/replay.css",
    "table/table.css",
    "table/deal-result.css",
    "table/game-chart.css",
    "table/trick-playback.css",
    "storage/statistics.css",
    "storage/saved-game-panel.css",
)
"""The table at which a reader plays."""

COMPARISON: Final = (
    "rules/compare/choice.css",
    "rules/compare/matrix.css",
    "rules/compare/pair.css",
    "rules/compare/narrow.css",
    "rules/compare/differences.css",
    "rules/compare/print-compare.css",
)
"""The page that compares rule sets."""
