"""Entry point of ``python -m piquet_core``, the same as the command ``piquet``."""

import sys

from piquet_core.cli import main

sys.exit(main())
