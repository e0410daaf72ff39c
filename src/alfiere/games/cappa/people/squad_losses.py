"""Chapters 6.0, 6.2 and 6.3, what losses do to a squad: the flag falls, the order loosens, the last one stays alone."""

from __future__ import annotations

from alfiere.games.cappa.ground.squads import members_up
from alfiere.games.cappa.people.flags import drop_flag
from alfiere.games.cappa.people.squad_formations import TIGHT, count_ranks
from alfiere.games.cappa.state.action_points import HURT
from alfiere.games.cappa.state.state import OFF, ON, Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.events import FormationChanged, LastOfSquad


def count_loss(g: SkirmishGame, figure: Figure, *, takes_flag: bool = False) -> None:
    """One is lost: before anybody tests his morale the flag has fallen and the ranks are counted."""
    squad = g.state.squads.get(figure.squad)
    if squad is None:
        return
    if not takes_flag:
        drop_flag(g, squad, figure)
    if count_ranks(squad, members_up(g.state, squad)):
        g.tell(FormationChanged(squad.id, TIGHT, ("cappa.6.3.3.h4",)))


def leave_last_alone(g: SkirmishGame, squad: Squad) -> None:
    """The only one left is a lone character from now on, with what the squad had still to spend (cappa.6.h3)."""
    s = g.state
    left = [one for one in map(s.figures.__getitem__, squad.members) if one.where in (ON, OFF)]
    if len(left) != 1 or len(squad.members) < 2 or not left[0].is_up:
        return
    one = left[0]
    if not one.die:
        one.die, one.pa, one.is_activated, one.has_acted = squad.die, squad.pa, squad.is_activated, squad.has_acted
        one.pa = 0 if HURT.is_on(one) else one.pa  # cappa.5.1.2f
    if squad.shaken:
        one.shaken, one.shaken_in = squad.shaken, squad.shaken_in
    one.is_written_off = one.is_written_off or squad.is_written_off
    one.squad, squad.last = "", one.id
    squad.members.remove(one.id)
    squad.die, squad.pa, squad.shaken, squad.has_flag, squad.ensign = 0, 0, "", False, ""
    if s.acting == squad.id:
        s.acting = one.id
    g.tell(LastOfSquad(one.id, squad.id))


def squad_outlived(s: SkirmishState, figure: Figure) -> Squad | None:
    """The squad of which he is the last, if there was one."""
    if figure.squad:
        return None
    return next((squad for squad in s.squads.values() if squad.last == figure.id), None)
