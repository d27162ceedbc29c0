"""Requests of the page on which a reader designs a game: its conflicts, its experiment and quick deals."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from piquet_core.api.arguments import Operation, RequestError, number_of, text_of
from piquet_core.designs.design import design_name, experiment_toml, file_name, read_design
from piquet_core.designs.quick_deals import QuickDeals
from piquet_core.views.design_view import render_quick_deals

if TYPE_CHECKING:
    from piquet_core.api.messages import (
        CheckedDesign,
        DesignArguments,
        QuickDealsAnswer,
        QuickDealsArguments,
    )


def check_design(args: DesignArguments) -> CheckedDesign:
    """Return the conflicts of a design or, without any, its text and the experiment that compares it with its base."""
    design, name = read_design(text_of(args, "rules")), design_name(text_of(args, "name", ""))
    return {
        "id": design.rules.id,
        "conflicts": [{"rule": id, "message": message} for id, message in design.conflicts],
        "toml": "" if design.conflicts else experiment_toml(design, name),
        "file": file_name(name),
    }


def quick_deals(args: QuickDealsArguments) -> QuickDealsAnswer:
    """Return the comparison of a design with its base in some deals, or the progress after ``until`` deals."""
    search = _search(text_of(args, "rules"))
    if search.design.conflicts:
        raise RequestError(search.design.conflicts[0][1])
    if search.go_on(max(1, number_of(args, "until", search.total))):
        name = design_name(text_of(args, "name", "")) or "Design"
        return {"html": render_quick_deals(search, name)}
    says = f"{search.done // 2} of {search.total // 2} deals played by both"
    return {"done": search.done, "of": search.total, "says": says}


@lru_cache(maxsize=4)
def _search(rules: str) -> QuickDeals:
    """Return the deals of a design, which go on where they were interrupted."""
    return QuickDeals(read_design(rules))


def forget() -> None:
    """Clear the cache of deals."""
    _search.cache_clear()


OPERATIONS: dict[str, Operation] = {"check-design": check_design, "quick-deals": quick_deals}
