"""Lengths: files speak of um with decimals, the table of whole hundredths of a um. A level is 1 um (cappa.geo.15)."""

from __future__ import annotations

from alfiere.battles.ground_forms import Rect as Rect
from alfiere.kernel.forms import FINEST
from alfiere.table.shapes import Point as Point

UM = FINEST  # cappa.geo.2
