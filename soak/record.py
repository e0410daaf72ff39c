"""What became of the changes of a draw, kept in a file while they are tried."""

from __future__ import annotations

from pathlib import Path

UNNOTICED, ALL = "unnoticed by ", "all"


class Record:
    """What was found out of a draw so far, a line for each change: it can be stopped, and goes on from there.

    What went unnoticed by as many tests as run in so many seconds is open again for whoever has more of them.
    """

    def __init__(self, path: Path, draw: str, most: int | None = None) -> None:
        self.path, self.most, self.results = path, most, dict[int, str]()
        if path.exists():
            first, *lines = path.read_text().splitlines()
            if first == draw:
                for line in lines:
                    place, _, test = line.partition(" ")
                    asked = test.removeprefix(UNNOTICED)
                    if asked == test:
                        self.results[int(place)] = test
                    elif asked == ALL or (most is not None and most <= int(asked)):
                        self.results[int(place)] = ""
                return
        path.parent.mkdir(exist_ok=True)
        path.write_text(draw + "\n")

    def add(self, place: int, test: str) -> None:
        """Keep what one change came to."""
        self.results[place] = test
        with self.path.open("a") as file:
            file.write(f"{place} {test or UNNOTICED + str(self.most or ALL)}\n")
