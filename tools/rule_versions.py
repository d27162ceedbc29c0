"""Record the digest of each rule set's answers under its version, in tests/engine/rule_versions.toml.

    .venv/bin/python tools/rule_versions.py

A test compares the rule sets with this file. A recorded version keeps its digest: raise `version` in the
file of the rule set if its answers have changed.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from piquet_core.rules import load_ruleset, ruleset_ids

RECORD = Path(__file__).resolve().parent.parent / "tests" / "engine" / "rule_versions.toml"
HEAD = "# Digest of the answers of each rule set, by version. Lines are added by tools/rule_versions.py.\n"


def recorded() -> dict[str, dict[str, str]]:
    """Return the recorded digests, by rule set and version."""
    return tomllib.loads(RECORD.read_text("utf-8")) if RECORD.is_file() else {}


def main() -> int:
    """Record the digests of new versions. Return 1 if the answers of a recorded version have changed."""
    known, failed = recorded(), 0
    for id in ruleset_ids():
        rules = load_ruleset(id)
        digest = known.setdefault(id, {}).setdefault(rules.version, rules.digest)
        if digest != rules.digest:
            path = f"piquet_core/rules/data/rulesets/{id}.toml"
            print(f"{path}: the answers are not those of version {rules.version}: raise 'version'")
            failed = 1
    tables = (
        f"\n[{id}]\n" + "".join(f'"{version}" = "{digest}"\n' for version, digest in of.items())
        for id, of in sorted(known.items())
    )
    RECORD.write_text(HEAD + "".join(tables), encoding="utf-8")
    return failed


if __name__ == "__main__":
    sys.exit(main())
