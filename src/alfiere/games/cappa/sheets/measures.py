"""Lengths: files speak of um with decimals, the table of whole hundredths of a um. A level is 1 um (cappa.geo.15)."""

from __future__ import annotations

from alfiere.kernel.forms import FINEST

UM = FINEST  # cappa.geo.2
Point = tuple[int, int]
Rect = tuple[int, int, int, int]
