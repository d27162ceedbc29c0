"""What a browser may do on a page of the site, as a Content-Security-Policy.

If markup of somebody else's ever got into a page, a browser would neither run a script in it, nor style
it, nor send anything to another host.

The build writes the policy into each page, so that it holds on any host; a host may send it as a
header too, which then also binds the engine's worker.  The one directive that a page cannot say of
itself, ``frame-ancestors``, is left out on purpose: anybody may show a deal in a frame.
"""

from __future__ import annotations

from typing import Final

DIRECTIVES: Final = {
    # Whatever has no line of its own; Firefox fetches the next page of a series ahead of time.
    "default-src": "'self'",
    # The scripts of the site alone, none in a page.  The engine is WebAssembly, which a browser compiles
    # only if this is said; it allows no script to be made from text.  The worker is a script too.
    "script-src": "'self' 'wasm-unsafe-eval'",
    "worker-src": "'self'",
    # No style element and no style attribute; a script sets one property at a time, which is allowed.
    "style-src": "'self'",
    # The icons of the site, and the small signs that the sheets carry as `data:`.
    "img-src": "'self' data:",
    "font-src": "'self'",
    # The parts of the engine, the glossary, what the search knows, the deals of the day, and the problems.
    "connect-src": "'self'",
    "manifest-src": "'self'",
    # A deal shown in a frame, on the page that explains how; other sites have their own policies.
    "frame-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    # Trusted Types: texts become markup, and addresses become scripts, in sphinx_piquet/static/trusted-markup.js only.
    "require-trusted-types-for": "'script'",
    "trusted-types": "piquet",
}

POLICY: Final = "; ".join(f"{name} {value}" for name, value in DIRECTIVES.items())
