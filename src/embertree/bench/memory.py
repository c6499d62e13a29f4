"""How much memory a process has in hand, as the system counts it. Linux tells; elsewhere nobody knows."""

import os
from pathlib import Path


class Memory:
    """What the process has taken since."""

    def __init__(self) -> None:
        self._before = resident_bytes()

    def grown(self) -> int | None:
        """Bytes; None where the system does not tell."""
        now = resident_bytes()
        return None if now is None or self._before is None else max(0, now - self._before)

    def affordable_mib(self, wanted: int) -> int:
        """So many MiB, or half of what the machine has free where that is less."""
        try:
            lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        except OSError:
            return wanted
        free = next((int(line.split()[1]) >> 10 for line in lines if line.startswith("MemAvailable:")), 2 * wanted)
        return max(1, min(wanted, free // 2))


def resident_bytes(process: int | None = None) -> int | None:
    """Of this process, or of another one by its number; None where the system does not tell."""
    try:
        pages = int(Path(f"/proc/{process or 'self'}/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")
