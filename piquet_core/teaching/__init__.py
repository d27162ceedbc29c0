"""Work for a class: sets of items in a link, the results of pupils, and their table, without a server."""

from piquet_core.teaching.class_results import ClassResults, collect_results, write_csv
from piquet_core.teaching.deal_code import deal_of_code, new_deal_code, seed_of_code
from piquet_core.teaching.set_link import read_set, set_digest, write_set
from piquet_core.teaching.work_result import (
    ItemResult,
    ItemState,
    WorkResult,
    read_result,
    read_short_code,
    write_result,
    write_short_code,
)
from piquet_core.teaching.work_set import ItemKind, TeachingError, WorkItem, WorkSet, lay_set

__all__ = [
    "ClassResults",
    "ItemKind",
    "ItemResult",
    "ItemState",
    "TeachingError",
    "WorkItem",
    "WorkResult",
    "WorkSet",
    "collect_results",
    "deal_of_code",
    "lay_set",
    "new_deal_code",
    "read_result",
    "read_set",
    "read_short_code",
    "seed_of_code",
    "set_digest",
    "write_csv",
    "write_result",
    "write_set",
    "write_short_code",
]
