"""What all tests of the engine share: the path to `playing.py`, and a Hypothesis profile.

The profile writes no files and is the same each time: the same tests run in CPython and inside
Pyodide, where the folder is mounted and measuring time makes no sense.
"""

import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

sys.path.append(str(Path(__file__).parent))  # importlib mode finds no neighbours on its own

settings.register_profile(
    "piquet",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("piquet")
