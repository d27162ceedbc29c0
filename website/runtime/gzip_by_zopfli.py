"""Gzip by zopfli, which takes seconds longer than zlib and saves readers 4% of the download."""

from __future__ import annotations

import zopfli.gzip


def gzipped(data: bytes) -> bytes:
    """Return gzip data that depends only on ``data``.

    One iteration is enough: five take a third longer and save less than a thousandth.
    """
    made: bytes = zopfli.gzip.compress(data, numiterations=1)
    return made
