"""How commands end when something is wrong: one clear line on standard error."""

import sys


def complain(message: str) -> int:
    """Prints `embertree: ...` and returns the exit code of bad input."""
    print("embertree: " + " ".join(message.split()), file=sys.stderr)
    return 2
