"""The bare programs in this folder's parent: compiled here, for this processor."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

SOURCES = Path(__file__).parent.parent
COMPILE = ("g++", "-std=c++20", "-O3", "-march=native", "-pthread")


class BarePrograms:
    """Each is compiled into a folder when it is first asked for; none where there is no compiler."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.available = shutil.which(COMPILE[0]) is not None

    def run(self, name: str, *arguments: object) -> dict[str, float]:
        """What the program prints."""
        program = self._folder / name
        if not program.exists():
            subprocess.run([*COMPILE, str(SOURCES / f"{name}.cpp"), "-o", str(program)], check=True)
        found = subprocess.run([str(program), *map(str, arguments)], check=True, capture_output=True, text=True)
        printed: dict[str, float] = json.loads(found.stdout)
        return printed

    def side(self, name: str, figure: str, *arguments: object) -> dict[str, Callable[[float], float]]:
        """A contest's side under the name "bare"; a program measures itself. `{}` stands for the seconds."""
        if not self.available:
            return {}

        def measure(seconds: float) -> float:
            return self.run(name, *(seconds if argument == "{}" else argument for argument in arguments))[figure]

        return {"bare": measure}
