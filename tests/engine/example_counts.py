"""How many examples Hypothesis tries: all with `make test-all`, and a third of them every time.

Hundreds of random games show hardly more than some dozens.
"""

from hypothesis import settings

EXAMPLES = 60
"""Of a test that names no number, with `make test-all`."""
SOME = 20
"""Of the same test every time."""


def examples(count: int) -> int:
    """Return how many to try where a test names a number: all, or their share."""
    profile: int = settings().max_examples
    return max(1, count * profile // EXAMPLES)
