"""Incremental builds of pages that show data of other pages: they are written again when that data changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment


def write_when_changed(
    app: Sphinx,
    shown: Callable[[BuildEnvironment], object],
    pages: Callable[[BuildEnvironment], Iterable[str]],
) -> None:
    """Write some documents again if reading changes the data that they show.

    ``shown`` returns that data, and ``pages`` the names of the documents.
    """

    def values(env: BuildEnvironment) -> dict[str, object]:
        return dict.fromkeys(pages(env), shown(env))

    write_changed(app, values)


def write_changed(app: Sphinx, shown: Callable[[BuildEnvironment], Mapping[str, object]]) -> None:
    """Write each document again if reading changes the data that it shows.

    ``shown`` returns that data by document name. The values are compared later, so they must not
    change with the environment.
    """
    before: dict[str, object] = {}

    def remember(
        _app: Sphinx,
        env: BuildEnvironment,
        _added: AbstractSet[str],
        _changed: AbstractSet[str],
        _removed: AbstractSet[str],
    ) -> list[str]:
        before.clear()
        before.update(shown(env))
        return []

    def compare(_app: Sphinx, env: BuildEnvironment) -> list[str]:
        missing = object()
        after = shown(env)
        return sorted(name for name in after if before.get(name, missing) != after[name])

    app.connect("env-get-outdated", remember)
    app.connect("env-updated", compare)
