"""Pages that show something of other pages: written again when that has changed, and only then."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment


def write_when_changed(
    app: Sphinx,
    shown: Callable[[BuildEnvironment], object],
    pages: Callable[[BuildEnvironment], Iterable[str]],
) -> None:
    """Have ``pages`` written again in every build whose reading has changed what is ``shown`` of others.

    ``shown`` returns a value of its own, equal as long as nothing of it has changed.
    """
    before: list[object] = []

    def remember(
        _app: Sphinx,
        env: BuildEnvironment,
        _added: AbstractSet[str],
        _changed: AbstractSet[str],
        _removed: AbstractSet[str],
    ) -> list[str]:
        before[:] = [shown(env)]
        return []

    def compare(_app: Sphinx, env: BuildEnvironment) -> list[str]:
        return [] if before == [shown(env)] else sorted(pages(env))

    app.connect("env-get-outdated", remember)
    app.connect("env-updated", compare)
