"""The directives ``kept-list`` and ``keeping``: every storage key with its purpose, and controls for the
data.
"""

from project import Project

from sphinx_piquet.practice.storage_directives import storage_keys

PAGE = "# Kept\n\n```{kept-list}\n```\n\n```{keeping}\n```\n"


def test_the_list_has_every_key_and_the_place_waits_for_the_script(project: Project) -> None:
    project.write({"index": PAGE})
    assert project.build() == (0, "")
    html = project.read("index.html")
    for one in storage_keys():
        assert one.key in html
        assert one.what in html
    assert "data-page.js" in html
    assert '<div class="pq-keep" data-part="saved-data" hidden>' in html
    assert "Without JavaScript your browser keeps nothing" in html


def test_other_builders_print_the_list_alone(project: Project) -> None:
    project.write({"index": PAGE})
    assert project.build("text") == (0, "")
    text = project.read("index.txt", "text")
    assert storage_keys()[0].key in text
    assert "Forget everything" not in text
