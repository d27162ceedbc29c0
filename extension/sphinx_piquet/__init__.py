"""Sphinx extension for Piquet: rules, replays and exercises, with a citation for every point.

A project that needs only cross-references to the rules can load ``sphinx_piquet.references`` instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # an older Sphinx must get as far as the check of its version
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

MINIMUM_SPHINX: Final = (8, 2)
"""The first version with `BuildEnvironment.current_document`."""

MODULES: Final = (
    "messages",
    "runtime",
    "edition",
    "cache",
    "popover",
    "diagrams",
    "score_histogram",
    "valued_hand_directive",
    "citation_panel",
    "rules.kept_places_directive",
    "details",
    "rules.rule_set_directives",
    "rules.article_directive",
    "rules.rule_index",
    "rules.claims_directives",
    "rules.irregularity_directives",
    "rules.compare_directives",
    "rules.differences_directive",
    "rules.rule_set_overview_directive",
    "rules.sheet_directive",
    "rules.design_directive",
    "rules.sidenotes",
    "replays.deal_order",
    "replays.share_links",
    "replays.replay_directive",
    "replays.embed_pages",
    "replays.framed_directive",
    "replays.workbench_directive",
    "practice.table_directive",
    "practice.daily_deal_directive",
    "practice.challenge_directive",
    "inline_roles",
    "replays.deal_list_directive",
    "replays.fan_directive",
    "replays.positions_directive",
    "replays.still_directive",
    "replays.variation_roles",
    "rules.example_directive",
    "practice.exercise_directive",
    "practice.closed_problem_directives",
    "practice.problem_directives",
    "practice.problem_sharing",
    "practice.lesson_index",
    "practice.course_directives",
    "practice.lesson_end_directive",
    "practice.due_directive",
    "practice.today_directive",
    "practice.rating_directive",
    "practice.review_directive",
    "practice.work_set_directives",
    "practice.storage_directives",
    "practice.score_directives",
    "practice.odds_directive",
    "laboratory.worth_section",
    "laboratory.laboratory_directive",
    "laboratory.figure_roles",
    "laboratory.maxims_directive",
    "rules.rule_usage",
    "host_theme",
)
"""The modules that register something. Their order is that of their style sheets on a page."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Check the version of Sphinx and set up all modules of the extension."""
    app.require_sphinx(MINIMUM_SPHINX)
    for module in ("registration", *MODULES):
        app.setup_extension(f"{__name__}.{module}")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
