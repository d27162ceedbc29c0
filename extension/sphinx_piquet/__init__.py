"""The Sphinx extension: the rules of Piquet as a domain, and the pages made from the data."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from piquet_core import __version__
from sphinx_piquet import cache as store
from sphinx_piquet import citation_panel as cite
from sphinx_piquet import details as leaf
from sphinx_piquet import diagrams as drawn
from sphinx_piquet import domain, edition, pages
from sphinx_piquet import hand_values as valued
from sphinx_piquet import inline_roles as figures
from sphinx_piquet import popover as under
from sphinx_piquet import score_histogram as hands
from sphinx_piquet.pages import add_styles, shows_ours
from sphinx_piquet.practice import course_directives as course
from sphinx_piquet.practice import daily_deal_directive as day
from sphinx_piquet.practice import due_directive as due
from sphinx_piquet.practice import exercise_directive as exercise
from sphinx_piquet.practice import lesson_end_directive as ending
from sphinx_piquet.practice import lesson_index as lessons
from sphinx_piquet.practice import problem_directives as problems
from sphinx_piquet.practice import review_directive as review
from sphinx_piquet.practice import score_directives as paper
from sphinx_piquet.practice import storage_directives as keeping
from sphinx_piquet.practice import table_directive as game
from sphinx_piquet.replays import deal_list_directive as library
from sphinx_piquet.replays import deal_order as onward
from sphinx_piquet.replays import embed_pages as embed
from sphinx_piquet.replays import fan_directive as fan
from sphinx_piquet.replays import framed_directive as framed
from sphinx_piquet.replays import replay_directive as replay
from sphinx_piquet.replays import share_targets as sharing
from sphinx_piquet.replays import still_directive as still
from sphinx_piquet.replays import variation_roles as variations
from sphinx_piquet.replays import workbench_directive as workbench
from sphinx_piquet.rules import article_directive as article
from sphinx_piquet.rules import claims_directives as claims
from sphinx_piquet.rules import compare_directives as compare_page
from sphinx_piquet.rules import differences_directive as differences
from sphinx_piquet.rules import example_directive as worked
from sphinx_piquet.rules import overview_directive as overview
from sphinx_piquet.rules import rule_index as listing
from sphinx_piquet.rules import rule_set_directives as directives
from sphinx_piquet.rules import rule_usage as trace
from sphinx_piquet.rules import sheet_directive as sheet
from sphinx_piquet.rules import sidenotes
from sphinx_piquet.static_files import STATIC
from sphinx_piquet.style_sheets import PLAIN


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register everything; each module registers its own."""
    app.connect("config-inited", _add_browser)
    app.connect("html-page-context", _add_styles_to_page)
    edition.setup(app)
    store.setup(app)
    pages.setup(app)
    under.setup(app)
    drawn.setup(app)
    hands.setup(app)
    valued.setup(app)
    cite.setup(app)
    leaf.setup(app)
    domain.setup(app)
    directives.setup(app)
    article.setup(app)
    listing.setup(app)
    claims.setup(app)
    compare_page.setup(app)
    differences.setup(app)
    overview.setup(app)
    sheet.setup(app)
    sidenotes.setup(app)
    onward.setup(app)
    sharing.setup(app)
    replay.setup(app)
    embed.setup(app)
    framed.setup(app)
    workbench.setup(app)
    game.setup(app)
    day.setup(app)
    figures.setup(app)
    library.setup(app)
    fan.setup(app)
    still.setup(app)
    variations.setup(app)
    worked.setup(app)
    exercise.setup(app)
    problems.setup(app)
    lessons.setup(app)
    course.setup(app)
    ending.setup(app)
    due.setup(app)
    review.setup(app)
    keeping.setup(app)
    paper.setup(app)
    trace.setup(app)
    return {
        "version": __version__,
        "env_version": 6,  # raise this when the form of the nodes or of the domain's data changes
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }


def _add_browser(app: Sphinx, config: Config) -> None:
    """Have scripts and style sheets copied to ``_static/``."""
    config.html_static_path.append(str(STATIC))
    if config.piquet_own_pages:
        _add_common_styles(app)


def _add_styles_to_page(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    del pagename, templatename, context
    if not app.config.piquet_own_pages and doctree is not None and shows_ours(doctree):
        _add_common_styles(app)


def _add_common_styles(app: Sphinx) -> None:
    add_styles(app, PLAIN, priority=100)  # the tokens, before all that use them
    add_styles(app, ("rules/reference.css", "rules/rule-sets.css"))
