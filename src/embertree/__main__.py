"""`python -m embertree` is the command `embertree`."""

import sys

from embertree.cli import main

if __name__ == "__main__":
    sys.exit(main())
