"""Write codemeta.json and .zenodo.json from CITATION.cff and the publishers' data; see docs/releasing.md.

    python tools/metadata.py

CodeMeta 3.0 is read by catalogues of software, .zenodo.json by Zenodo when it archives a release. Values that
the publishers have not given are left out.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

import yaml  # type: ignore[import-untyped]  # it carries no types

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from piquet_core.publication import Publication, publication

ROOT: Final = Path(__file__).resolve().parents[1]
CITATION: Final = ROOT / "CITATION.cff"
SPDX: Final = "https://spdx.org/licenses/"


def codemeta(cited: dict[str, Any], published: Publication) -> dict[str, Any]:
    """Return the CodeMeta record of the project."""
    return _without_empty(
        {
            "@context": "https://w3id.org/codemeta/3.0",
            "@type": "SoftwareSourceCode",
            "name": cited["title"],
            "description": cited["abstract"].strip(),
            "version": str(cited["version"]),
            "dateModified": str(cited["date-released"]),
            "license": [SPDX + licence for licence in cited["license"]],
            "keywords": cited["keywords"],
            "author": [_author(name) for name in published.authors],
            "programmingLanguage": ["Python", "JavaScript"],
            "url": published.home,
            "codeRepository": published.repository,
            "identifier": f"https://doi.org/{published.doi}" if published.doi else "",
        }
    )


def _author(name: str) -> dict[str, str]:
    """Return an author of CodeMeta: a person if the name is "Family, Given", else an organisation."""
    family, comma, given = name.partition(", ")
    if comma:
        return {"@type": "Person", "familyName": family, "givenName": given}
    return {"@type": "Organization", "name": name}


def zenodo(cited: dict[str, Any], published: Publication) -> dict[str, Any]:
    """Return the metadata of a deposit at Zenodo, which knows one licence for each."""
    return _without_empty(
        {
            "title": cited["title"],
            "upload_type": "software",
            "description": cited["abstract"].strip(),
            "creators": [{"name": name} for name in published.authors],
            "version": str(cited["version"]),
            "publication_date": str(cited["date-released"]),
            "license": cited["license"][0],
            "keywords": cited["keywords"],
            "related_identifiers": [
                {"identifier": address, "relation": "isDocumentedBy", "scheme": "url"}
                for address in (published.home,)
                if address
            ],
        }
    )


def _without_empty(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if value}


def files() -> dict[Path, str]:
    """Return the text of each file by its path."""
    cited = yaml.safe_load(CITATION.read_text("utf-8"))
    made = {"codemeta.json": codemeta, ".zenodo.json": zenodo}
    return {
        ROOT / name: json.dumps(of(cited, publication()), indent=2, ensure_ascii=False) + "\n"
        for name, of in made.items()
    }


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, "utf-8")
