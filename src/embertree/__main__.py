"""`python -m embertree` is the command `embertree`."""

import sys

from embertree.cli import main

sys.exit(main())
