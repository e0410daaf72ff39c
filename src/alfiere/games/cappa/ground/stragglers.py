"""Chapter 6.3, who has lost touch with his squad and comes back to it, and who takes part in what it does."""

from __future__ import annotations

from alfiere.games.cappa.ground.engaged import foes
from alfiere.games.cappa.ground.squads import parted, separated
from alfiere.games.cappa.state.state import Figure, SkirmishState, Squad


def stragglers(s: SkirmishState, squad: Squad) -> list[Figure]:
    """Who is separated and comes back with the squad's own actions: not who fights, nor who has a die of his own."""
    return [one for one in separated(s, squad) if not one.die and not foes(s, one)]


def together(s: SkirmishState, squad: Squad) -> list[Figure]:
    """Who takes part in what the squad does: stragglers only try to come back, whatever it is (cappa.6.3a)."""
    here, away = parted(s, squad)
    return here if not away else [one for one in here if one not in away or foes(s, one)]
