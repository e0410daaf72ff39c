"""Small games of which the program knows nothing: what stands in their folders must be enough for all of it."""

from __future__ import annotations

import os
from pathlib import Path

from alfiere.games import Shelf

HERE = Path(__file__).parent
FOLDERS = os.pathsep.join(str(path.parent) for path in sorted(HERE.glob("*/ruleset.py")))
SHELF = Shelf(FOLDERS)  # every game of the program, and these
