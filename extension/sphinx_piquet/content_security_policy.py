"""Content-Security-Policy of the pages.

The policy limits injected markup: the browser does not run its scripts, apply its styles or send
data to another host.

The build writes the policy into each page, so that it holds on any host. A host may also send it as
a header, which then applies to the worker too. The directive ``frame-ancestors`` is left out on
purpose, because any site may show a deal in a frame.

``python -m sphinx_piquet.content_security_policy`` prints the policy.
"""

from __future__ import annotations

from typing import Final

DIRECTIVES: Final = {
    # All other requests. Firefox prefetches the next page of a series.
    "default-src": "'self'",
    # Scripts of the site only, none inline. The engine is WebAssembly, which a browser compiles only
    # with this keyword. The keyword allows no script made from text. The worker is a script too.
    "script-src": "'self' 'wasm-unsafe-eval'",
    "worker-src": "'self'",
    # No inline styles. A script may set single properties.
    "style-src": "'self'",
    # The icons of the site, and the small images in style sheets.
    "img-src": "'self' data:",
    "font-src": "'self'",
    # The engine, the glossary, the search index, the deals of the day and the problems.
    "connect-src": "'self'",
    "manifest-src": "'self'",
    # The page on embedding shows a deal in a frame.
    "frame-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    # Trusted Types: only static/trusted-markup.js turns text into markup and addresses into scripts.
    "require-trusted-types-for": "'script'",
    "trusted-types": "piquet",
}

POLICY: Final = "; ".join(f"{name} {value}" for name, value in DIRECTIVES.items())

if __name__ == "__main__":
    print(POLICY)
