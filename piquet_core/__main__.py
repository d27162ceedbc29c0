"""``python -m piquet_core`` is the command ``piquet``."""

import sys

from piquet_core.cli import main

sys.exit(main())
