"""Chapter 6.2, the ensign: who carries the flag of a squad, how it falls, who takes it up again."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.cappa.ground.ground import gap_to_point
from alfiere.games.cappa.ground.squads import members_up
from alfiere.games.cappa.people.impulses import OfSquad, bodies
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Squad, Thing
from alfiere.games.cappa.told.events import FlagFell, FlagRaised, Taken
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure

FLAG = "flag"
ITS_FLAG = "-flag"  # ends the id of a flag that has fallen, after that of its squad


def name_ensign(g: SkirmishGame, squad: Squad) -> Procedure[None]:
    """The owner says which of the extras carries the flag; he stays the man he was (cappa.6.2.h3)."""
    if not squad.has_flag or squad.ensign:
        return
    men = [one for one in members_up(g.state, squad) if one.id != squad.leader]
    options = [Option("carry-flag", {"figure": one.id}, ("cappa.6.2.h3", "cappa.6.2a")) for one in men]
    if options:
        chosen = yield Decision(squad.seat, "ensign", options, {"squad": squad.id}, ("cappa.6.2.h3",))
        raise_flag(g, g.state.figures[chosen["figure"]], ("cappa.6.2a", "cappa.6.2.h3"))


def has_ensign(s: SkirmishState, squad: Squad) -> bool:
    """Whether its flag is with it (cappa.2.3.2d)."""
    return squad.has_flag and (not squad.ensign or s.figures[squad.ensign].is_up)


def raise_flag(g: SkirmishGame, figure: Figure, rules: tuple[str, ...] = ("cappa.6.2c", "cappa.6.2.h1")) -> None:
    """He is the ensign of his squad: the bonus is back, the penalty gone (cappa.6.2.h1, cappa.6.2.h2)."""
    squad = g.state.squads[figure.squad]
    g.state.things.pop(squad.id + ITS_FLAG, None)
    squad.ensign, squad.has_flag, squad.lost_flag = figure.id, True, False
    g.tell(FlagRaised(figure.id, squad.id, rules))


def drop_flag(g: SkirmishGame, squad: Squad, figure: Figure) -> None:
    """With its ensign a squad loses its flag, which lies where he stood (cappa.6.2b, cappa.6.2.h1)."""
    if squad.ensign != figure.id or not squad.has_flag:
        return
    name = squad.id + ITS_FLAG
    squad.ensign, squad.has_flag, squad.lost_flag = "", False, True
    g.state.things[name] = Thing(name, FLAG, figure.x, figure.y, figure.level, "")
    g.tell(FlagFell(figure.id, squad.id, (figure.x, figure.y)))


def is_own_flag(s: SkirmishState, figure: Figure, name: str) -> bool:
    """Whether this is the flag of the squad he belongs to."""
    return bool(figure.squad) and name == figure.squad + ITS_FLAG and name in s.things


def _flags_at(s: SkirmishState, figure: Figure) -> Iterator[str]:
    """The flags on the ground that he touches."""
    touch = tables().lengths.tolerance
    for thing in s.things.values():
        if thing.kind == FLAG and not thing.bearer and thing.level == figure.level:
            if gap_to_point(s, figure, thing.x, thing.y) <= touch:
                yield thing.id


class TakeFlag(OfSquad):
    """One of a squad picks up a flag he touches, its own or an enemy's (cappa.6.2c, cappa.2.2.1.h5)."""

    verb = "take-flag"
    in_melee = True

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        if not any(one.kind == FLAG for one in s.things.values()):
            return
        for one in bodies(s, who):
            for name in _flags_at(s, one) if not one.is_mounted else ():
                rule = "cappa.6.2c" if is_own_flag(s, one, name) else "cappa.6.2.h2"
                yield Option("take-flag", {"figure": who.id, "bearer": one.id, "thing": name}, (rule, "cappa.2.2.1.h5"))

    def do(self, g: SkirmishGame, who: Squad, option: Option) -> None:
        """Its own flies again; another's is carried off as a trophy."""
        s, name = g.state, option["thing"]
        one = s.figures[option["bearer"]]
        if is_own_flag(s, one, name):
            raise_flag(g, one)
        else:
            s.things[name].bearer = one.id
            one.carries.append(name)
            g.tell(Taken(one.id, name, "up", ("cappa.6.2.h2",)))
