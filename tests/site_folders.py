"""The folders that conf.py names, for tests of the build."""

from pathlib import Path

from website.build_paths import BuildPaths

ROOT = Path(__file__).parents[1]
PLACES = BuildPaths(
    checkout=ROOT,
    npm=ROOT / "node_modules",
    cache=ROOT / "build/cache/runtime",
    record_folder=ROOT / "docs/deals",
    own_static=ROOT / "docs/_static",
)
