"""Sphinx configuration. The pages are index.md, docs/ and tutorials/."""

import gc
import os
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit

# Sphinx keeps most objects alive, so collecting garbage less often saves a twelfth of the time.
gc.set_threshold(100_000, 50, 100)

ROOT = Path(__file__).parent
sys.path[:0] = [
    str(ROOT),
    str(ROOT / "extension"),
]  # import this working tree, not an installed copy

with redirect_stdout(StringIO()):  # its import prints a hint about an optional package
    import sphinxext.opengraph  # noqa: F401

import piquet_core  # noqa: E402 - found through the line above
from piquet_core.publication import home_address, publication  # noqa: E402 - as above

project = publication().title
author = ", ".join(publication().authors)
copyright = "; ".join(filter(None, (author, "text CC BY 4.0, code MIT")))
version = release = piquet_core.__version__
language = "en"

extensions = [
    "myst_parser",
    "sphinx_book_theme",  # loaded early, so that its directives exist for every builder
    "sphinx_piquet",
    "website.static_files",
    "website.search_index",
    "website.design_system_directive",
    "website.players_directive",
    "website.package_map",
    "website.library_reference",
    "website.json_files",
    "website.runtime",
    "website.prune_theme",
    "website.theme.code_blocks",
    "website.theme.toc_fold",
    "website.theme.fonts",
    "website.theme.page_frame",
    "website.theme.genindex",
    "website.theme.no_break",
    "website.theme.lining_figures",
    "website.theme.not_found",
    "website.pictures.gallery",
    "website.assets.policy_tags",
    "website.assets.bundles",
    "website.assets.qr_code",
    "website.assets.service_worker",
    "website.replay_folder",
    "website.code_to_copy",
    "website.notices",
    "website.check_complete",
    "website.incremental",
    "website.epub.epub_builder",
    "website.bibliography",
    "website.history.plate_directive",
    "website.history.timeline_directive",
    "website.history.by_date_directive",
    "website.history.every_rule_directive",
    "website.history.stemma_directive",
    "website.glossary_data",
    "website.page_meta",
    "website.imprint",
    "website.crawlers",
    "sphinxext.opengraph",
    "notfound.extension",
]

root_doc = "index"
include_patterns = ["index.md", "docs/**", "tutorials/**"]
# Folders without pages are listed as well, so that Sphinx does not scan their files.
exclude_patterns = ["**/_*", "**/.*", ".*", "build", "node_modules"]
exclude_patterns += ["extension", "piquet_core", "requirements", "tests", "tools", "website"]
templates_path = ["docs/_templates"]

nitpicky = True
piquet_short_names = True  # {rule} instead of {piquet:rule}
piquet_host_theme = False  # the theme of this site uses the design tokens itself
piquet_base_styles = ["base/letters.css", "base/elements.css"]
piquet_replay_first = True
piquet_citation_panels = True
piquet_authors = list(publication().authors)
piquet_doi = publication().doi
piquet_check_complete = True
piquet_check_worked = True  # every article needs a worked example
# The rule set that articles call "the book" comes first in every table.
piquet_first_ruleset = "hoyle1909"
piquet_compare_page = "docs/compare"
piquet_kept_places_page = "docs/kept-places"
piquet_workbench_page = "docs/deals/own"
piquet_table_page = "tutorials/table"
piquet_embedding_page = "docs/deals/embedding"
piquet_lessons_page = "tutorials/learn"
piquet_lessons_folder = "tutorials/"
piquet_odds_folder = "tutorials/odds/"
piquet_irregularities_folder = "docs/irregularities/"
piquet_bibliography_page = "docs/bibliography"
piquet_by_date_page = "docs/by-date"
piquet_search_aliases = "docs/search.toml"  # readers' words for pages and terms
# Page types for the search by page name, and the pages whose sections are indexed separately.
piquet_search_kinds = {
    r"tutorials/\d": "lesson",
    r"tutorials/": "learn",
    r"docs/(history/|by-date|every-rule)": "history",
    r"docs/rulesets/(?!index)[\w-]+$": "ruleset",
    r".*/summary/.": "sheet",
}
piquet_search_sections = (
    r"docs/(history/\w+|rulesets/(?!index)[\w-]+|by-date|laboratory/[\w-]+|judging|self-play|open-cards|data|offline|colophon|editions/index)$"
    r"|tutorials/(\d|teachers|table)"
)
piquet_offline_page = "docs/offline"
piquet_offline_without = ["docs/deals/embed/*"]  # frames are for other sites
myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3

bibtex_bibfiles = ["docs/references.bib"]
bibtex_default_style = "piquet"
bibtex_reference_style = "piquet"
bibtex_cite_id = "cite-{bibliography_count}-{key}"  # the address to cite is cite-{key}
bibtex_tooltips = False

# Paths relative to this file.
piquet_checkout = "."
piquet_npm = "node_modules"
piquet_cache = "build/cache/runtime"
piquet_records = "docs/deals"
piquet_positions = "docs/positions/positions.toml"
piquet_edition_lists = "docs/editions"
piquet_own_static = "docs/_static"
piquet_laboratory = "docs/laboratory"

html_theme = "sphinx_book_theme"
html_title = "Piquet"
# May be "". Citations, the site map and link previews need it.
html_baseurl = home_address(os.environ)
piquet_frozen = os.environ.get("PIQUET_FROZEN", "")  # the version, while building a frozen copy
piquet_copies = bool(
    os.environ.get("PIQUET_COPIES")
)  # whether the frozen copies will be next to the pages
if html_baseurl and not piquet_frozen:
    extensions.append("sphinx_sitemap")  # a site map needs absolute addresses
sitemap_url_scheme = "{link}"
sitemap_excludes = ["404.html", "genindex.html", "search.html"]

html_static_path = ["docs/_static"]
html_css_files = ["site.css", ("print.css", {"media": "print"})]
html_favicon = "docs/_static/favicon.svg"
html_copy_source = False
html_show_sourcelink = False
html_context = {"default_mode": "auto"}  # light or dark as the system prefers, without a script
# The toctrees of index.md that become menus of the header. The others are in the footer.
piquet_header = ["Learn", "Play", "Deals", "Rules", "Library"]
# Footer sections that a header menu links to as well.
piquet_header_under = {"Library": ["For programs", "About this site"]}
# Menu lines besides the pages: position, title, page, and the rest of the address.
piquet_header_links = {
    "Play": [
        (2, "Two at one device", "tutorials/table", "?against=friend"),
    ]
}
# Pages without a sidebar: those with a board, and those as wide as a table or a frame.
piquet_frames = {
    "home": ["index"],
    "play": [
        *("tutorials/learn", "tutorials/[01]*", "tutorials/review", "tutorials/table"),
        *("tutorials/today", "tutorials/set-work", "tutorials/class-work"),
        *("tutorials/problems/*", "tutorials/score-keeper", "tutorials/how-you-play"),
        *("tutorials/index", "docs/deals/[!e]*", "404"),
    ],
    "wide": [
        *("docs/compare", "docs/deals/embedding", "search"),
        "docs/rulesets/summary/[!i]*",
    ],
}

ogp_site_url = html_baseurl
ogp_description_length = 160
# Show the picture of a page large. `website/pictures/` draws it and names it in the head.
ogp_custom_meta_tags = (
    ['<meta name="twitter:card" content="summary_large_image" />'] if html_baseurl else []
)
ogp_social_cards = {"enable": False}  # they need matplotlib and say less than a description

notfound_urls_prefix = urlsplit(html_baseurl).path or "/"
notfound_template = "notfound.html"
notfound_context = {"title": "No page here", "body": ""}

epub_show_urls = "footnote"
epub_description = (
    "The rules of Piquet with their sources, rule by rule and book by book, and deals in full."
)
epub_css_files = ["book.css"]
piquet_book_cover = True
latex_engine = "lualatex"  # card suits and French letters need Unicode
