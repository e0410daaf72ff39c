"""What the tests of artillery share: a piece with its crew in contact, looking to the east."""

from __future__ import annotations

# A light gun at 20,20 that looks east: its front edge is at x 21, two gunners stand on either side of it.
CREW = """
    red artigliere A at 19.5,18.5, squad S
    red artigliere B at 20.5,18.5, squad S
    red artigliere C at 19.5,21.5, squad S
    red artigliere D at 20.5,21.5, squad S
"""


def light_gun(charge: str, more: str = "", *, die: int = 2, size: str = "60x40", kind: str = "light_gun") -> str:
    """A light gun or howitzer with four gunners, and whatever else there is."""
    loaded = f", charge {charge}" if charge else ""
    return f"""
        cappa on open ground {size}
        {CREW}
        red squad S, open, die {die}
        gun G {kind} at 20,20 facing 90, crew S{loaded}
        {more}
    """


def medium_gun(more: str = "", *, die: int = 2, charge: str = "canister") -> str:
    """The medium gun of the book: A, B, E and F touch it, C touches F, D touches nothing."""
    return f"""
        cappa on open ground 60x40
        red artigliere A at 19.5,18.5, squad S
        red artigliere B at 20.5,18.5, squad S
        red artigliere E at 19.5,21.5, squad S
        red artigliere F at 20.5,21.5, squad S
        red artigliere C at 20.5,22.5, squad S
        red artigliere D at 17,24, squad S
        red squad S, open, die {die}
        gun G medium_gun at 20,20 facing 90, crew S, charge {charge}
        {more}
    """


def told(events, key):
    """The events of one kind."""
    return [event for event in events if event.key == key]
