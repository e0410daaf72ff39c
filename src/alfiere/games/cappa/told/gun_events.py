"""What happens with guns and works (chapters 9.7 and 10), typed and language-neutral."""

from __future__ import annotations

from alfiere.kernel.event import Event, Tally
from alfiere.table.shapes import Point

Rules = tuple[str, ...]


class WorkedTogether(Event):
    """A squad pools its PA: how many it had, how many were needed, whether it was enough (cappa.9.7.2b)."""

    figure: str
    work: str
    about: str  # what is worked on: a gun, a house, a hedge; or nothing
    had: int
    needed: int
    done: bool
    rules: Rules = ("cappa.9.7.2a", "cappa.9.7.2b")


class GunFired(Event):
    """A gun against people, or its splinters: where it struck, the dice, whom it hit, who was wounded."""

    figure: str  # the crew
    gun: str
    charge: str  # canister, shell, splinters
    at: Point
    tally: Tally
    dice: tuple[int, ...]
    hit: tuple[str, ...]
    armour: tuple[Tally, ...]
    damage: tuple[int, ...]
    wounded: tuple[str, ...]
    rules: Rules = ("cappa.10.2.2f", "cappa.10.2.2g")


class RoundShotFired(Event):
    """A gun against a wall: how many hits there were and how many it took to breach it (cappa.10.2.3d)."""

    figure: str
    gun: str
    target: str
    at: Point
    tally: Tally
    dice: tuple[int, ...]
    hits: int
    needed: int
    breached: bool
    rules: Rules = ("cappa.10.2.3d", "cappa.10.2.3j")


class TeamShot(Event):
    """A shot at the animals before a limber: hit, killed, how many are left (cappa.10.4.3.h6)."""

    figure: str
    vehicle: str
    weapon: str
    tally: Tally
    roll: int
    hit: bool
    armour: Tally | None
    damage: int
    killed: bool
    left: int
    rules: Rules = ("cappa.10.4.3.h6", "cappa.5.1.7.h1")


class GunLoaded(Event):
    """A gun has a new charge (cappa.10.3a)."""

    figure: str
    gun: str
    charge: str
    rules: Rules = ("cappa.10.3a",)


class GunMoved(Event):
    """A gun, cart or limber is somewhere else, or looks elsewhere, in tenths of a degree."""

    figure: str
    gun: str
    how: str  # set up, turned, shifted, limbered, unlimbered, driven
    to: Point
    heading: int
    rules: Rules = ("cappa.10.4a",)


class GunAbandoned(Event):
    """The gunners have left their gun, which stays where it is (cappa.10.1f, cappa.10.1g)."""

    gun: str
    squad: str
    rules: Rules = ("cappa.10.1g",)


class GunManned(Event):
    """Another crew has taken a gun over (cappa.10.1.h2)."""

    figure: str
    gun: str
    rules: Rules = ("cappa.10.1.h2",)


class GroundChanged(Event):
    """Something on the table is no longer as it was: torn down, built, on fire, put out, broken."""

    figure: str
    feature: str
    how: str  # breached, torn down, bridged, barricade, trench, lit, burning, quenched, broken, spiked
    at: Point
    rules: Rules = ("cappa.9.7.2b",)


class GotOut(Event):
    """Somebody leaves a building that burns by one of its openings."""

    figure: str
    feature: str
    to: Point
    rules: Rules = ("cappa.9.7.2e",)
