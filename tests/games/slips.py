"""Files with a slip in them, as the tests of every game make them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from alfiere.kernel.bad_data import BadData

Reader = Callable[[Path], Any]


def sentence(tmp_path: Path, original: Path, reader: Reader, old: str, new: str) -> str:
    """What the reader says when the first ``old`` of a file is ``new``; nothing but this one sentence."""
    text = original.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / original.name
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData) as caught:
        reader(path)
    told = str(caught.value)
    assert told.startswith(f"{path}: ")
    assert "\n" not in told
    return told.removeprefix(f"{path}: ")
