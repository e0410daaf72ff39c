"""Chapter 9.6, an option: a mounted squad may leave behind one of its men who has lost his horse."""

from __future__ import annotations

from collections.abc import Iterable

from alfiere.games.cappa.people.impulses import wishes
from alfiere.games.cappa.state.state import OF_FIGURE, Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.fortune_events import LeftBehind
from alfiere.games.cappa.weaponry.wounds import LOST_HORSE, Harm, withdraw
from alfiere.kernel.procedure import Procedure

LEFT_BEHIND = OF_FIGURE.bare("left behind")


def leave_behind(g: SkirmishGame, harms: Iterable[Harm]) -> Procedure[None]:
    """Before anybody tests his morale: does the squad ride on without him? (cappa.9.6a)"""
    s = g.state
    for name in dict.fromkeys(one.figure for one in harms):
        figure = s.figures[name]
        if not LOST_HORSE.take(figure):
            continue
        squad = s.squad_of(figure)
        if squad is None or not _may_stay_behind(s, squad, figure):
            continue
        about = {"squad": squad.id}
        if (yield from wishes(figure, "unhorsed", "leave-behind", "keep-afoot", about, "cappa.9.6a")):
            LEFT_BEHIND.put(figure)
            squad.strength -= 1  # as if it had never had him, cappa.9.6b; nor does he cost firmness, cappa.9.6.h2
            withdraw(g, figure)
            g.tell(LeftBehind(figure.id, squad.id))


def _may_stay_behind(s: SkirmishState, squad: Squad, figure: Figure) -> bool:
    """Once in the game for each squad, of those who have others on horseback to ride on (cappa.9.6c, cappa.9.6.h1)."""
    mates = [one for one in map(s.figures.__getitem__, squad.members) if one.id != figure.id]
    if not figure.is_up or figure.id == squad.leader or any(LEFT_BEHIND.is_on(one) for one in mates):
        return False
    return any(one.is_up and one.is_mounted for one in mates)
