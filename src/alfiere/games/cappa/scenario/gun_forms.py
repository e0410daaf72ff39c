"""Chapter 10.1, the gun of a squad in a scenario: its kind, place, charge and limber."""

from __future__ import annotations

from typing import Literal

from alfiere.games.cappa.sheets.characters import characters
from alfiere.games.cappa.sheets.measures import Point
from alfiere.games.cappa.sheets.tables import terrain
from alfiere.kernel.forms import Form

LIMBER = "traino"
UNLOADED = "none"


class GunForm(Form, frozen=True, kw_only=True):
    """The single piece of an artillery squad (cappa.10.1a). What is left out its player says when he sets it up."""

    kind: Literal["light_gun", "medium_gun", "heavy_gun", "howitzer", "mortar"]
    at: Point | None = None
    faces: int = -1  # degrees from north
    charge: Literal["", "canister", "round shot", "shell", "none"] = ""  # cappa.10.2.1.h3
    has_limber: bool = False
    limber: Point | None = None  # where its limber stands; left out: behind the gun
    animals: int = -1  # before the limber; left out: as many as it needs, cappa.10.4.3.h6

    @property
    def piece(self) -> str:
        """Mortars are howitzers by another name in every table."""
        return "howitzer" if self.kind == "mortar" else self.kind

    @property
    def points(self) -> int:
        """What it costs besides its crew (cappa.t.gun_bases)."""
        limber = characters().vehicles[LIMBER].points if self.has_limber else 0
        return terrain().guns[self.piece].points + limber


def gun_id(squad: str) -> str:
    """What the gun of a squad is called among the things."""
    return f"{squad}-gun"


def limber_id(squad: str) -> str:
    """What its limber is called."""
    return f"{squad}-limber"
