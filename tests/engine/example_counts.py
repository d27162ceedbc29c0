"""Number of Hypothesis examples: all with `make test-all`, otherwise a third.

Hundreds of random games find hardly more than some dozens.
"""

from hypothesis import settings

EXAMPLES = 60
"""Default number of examples with `make test-all`."""
SOME = 20
"""Default number of examples otherwise."""


def examples(count: int) -> int:
    """Scale a number of examples to the current profile."""
    profile: int = settings().max_examples
    return max(1, count * profile // EXAMPLES)
