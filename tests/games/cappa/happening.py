"""What the tests of events share: somebody beside a marker, and a table with one row."""

from __future__ import annotations

from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.told.events import EventRevealed
from tests.situation import situation

RULES = Cappa()
ALONE = """
    cappa on open ground 60x60
    event 20,20
    event 40,20
    event 20,40
    red extra A at 20,20.5, pa 3
    blue extra B at 50,50
"""
PIG = 'thing = { id = "pig", kind = "keg", name = { en = "the pig", it = "il maiale" } }'
CASK = 'thing = { id = "cask", kind = "keg", name = { en = "the cask", it = "la botte" } }'


def row(type_, *more, id_="it"):
    """A row of the table of events."""
    words = 'text = { en = "Something.", it = "Qualcosa." }'
    return "\n".join(("[[event]]", f'id = "{id_}"', words, f'type = "{type_}"' if type_ else "", *more)) + "\n"


def revealed(text, *answers, who="A"):
    """A situation in which somebody has revealed the marker he touches."""
    game = situation(text)
    game.do(who, "reveal", *answers)
    assert not RULES.faults(game.state)
    return game


def events(game):
    """What the markers were, in order."""
    return [event.event for event in game.told(EventRevealed)]


SQUAD = """
    cappa on open ground 60x60
    event 20,20
    red extra A at 20,20.5, squad S
    red extra C at 21,20.5, squad S
    red extra D at 19,20.5, squad S
    red extra E at 20,21.5, squad S
    red squad S, pa 3
    blue extra B at 50,50
"""
