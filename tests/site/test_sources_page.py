"""The page of the sources: facts about each source, and its sections with the rules on them."""

from __future__ import annotations

import re

import pytest
from project import QUOTES, Project, words_of

from piquet_core.rules import Source, sources

pytestmark = pytest.mark.site


def told_of(page: str, source: Source) -> dict[str, str]:
    """Return the text for each name in the list of a source."""
    start = page.index(f'id="source-{source.id}"')
    found = re.search(r'<dl class="[^"]*pq-facts[^>]*>(.*?)</dl>', page[start:], re.DOTALL)
    assert found, source.id
    pairs = re.findall(r"<dt[^>]*>(.*?)</dt>\s*<dd[^>]*>(.*?)</dd>", found[1], re.DOTALL)
    # A tag becomes a space, but not before a comma.
    return {words_of(name): re.sub(r" (?=[,;.])", "", words_of(text)) for name, text in pairs}


def plain(text: str) -> str:
    return " ".join(text.translate(QUOTES).split())


def test_what_is_known_of_a_source_stands_under_its_name(project: Project) -> None:
    project.write({"index": "# Sources\n\n```{sources}\n```\n"})
    assert project.build() == (0, "")
    page = project.read("index.html")
    for source in sources().values():
        told = told_of(page, source)
        assert told["Id"] == source.id
        assert told["Family"].startswith(plain(source.family.name))
        assert plain(source.family.note) in told["Family"]
        assert told["Language"]
        assert told["Rule sets"]
        assert plain(source.note) == told.get("Note", "")
        assert source.tertiary is ("tertiary" in told.get("Kind", ""))
        assert plain(source.read).lower() in " ".join(told.get("Read in", "").lower().split())
        for part in source.sections.values():
            assert f'id="source-{source.id}-{part.id}"' in page


def test_the_link_to_a_copy_is_on_its_name_and_not_on_all_that_is_said_of_it(
    project: Project,
) -> None:
    project.write({"index": "# Sources\n\n```{sources}\n```\n"})
    assert project.build() == (0, "")
    links = re.findall(
        r"<dt[^>]*>Read in</dt>\s*<dd><p><a [^>]*>(.*?)</a>", project.read("index.html")
    )
    assert links
    assert not any(re.search("[,;]", link) for link in links)
