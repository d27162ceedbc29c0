"""Addresses and policy violations of a built page, collected in one parse."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

sys.path.append(str(Path(__file__).parents[1] / "tools"))

from addresses import Reader

from sphinx_piquet.content_security_policy import POLICY

# Types of `<script>` that contain data and are not executed.
DATA = {"application/json", "application/ld+json"}
# Elements that load a resource, with the attribute that names it.
LOADS = {
    "script": "src",
    "link": "href",
    "img": "src",
    "image": "href",
    "use": "href",
    "iframe": "src",
    "source": "src",
    "embed": "src",
    "object": "data",
    "form": "action",
}
# Values of `rel` that make a browser load something.
LOADED = {"stylesheet", "icon", "manifest", "preload", "modulepreload", "prefetch"}


class Offences(Reader):
    """The addresses of a page, and its violations of the policy."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.policy: list[str] = []
        self.began = False
        self.feed(html)
        self.close()
        if self.policy != [POLICY]:
            self.found.append(f"policies: {self.policy}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        said = {name: value or "" for name, value in attrs}
        if tag == "meta" and said.get("http-equiv", "").lower() == "content-security-policy":
            self.policy.append(said["content"])
            if self.began:
                self.found.append("the policy stands after something that it should rule")
        self.began = self.began or tag in {"script", "style", "link", "body"}
        self.found += [f"<{tag} {name}=…>" for name in said if name.startswith("on")]
        self.found += [f"<{tag} {name}=…>" for name in ("style", "srcdoc") if name in said]
        self.found += [
            f"<{tag} {name}={value}>"
            for name, value in said.items()
            if value.strip().lower().startswith("javascript:")
        ]
        if tag == "style" or (tag == "base" and "href" in said):
            self.found.append(f"<{tag}>")
        if tag == "script" and "src" not in said and said.get("type") not in DATA:
            self.found.append("a script in the page")
        if tag != "link" or LOADED & set(said.get("rel", "").split()):
            address = urlsplit(said.get(LOADS.get(tag, ""), ""))
            if address.scheme or address.netloc:
                self.found.append(f"<{tag}> loads {address.geturl()}")


@cache
def read_once(path: Path) -> Offences:
    """Return the scan of a page of the built site. The result is cached, since several tests need it."""
    return Offences(path.read_text("utf-8"))
