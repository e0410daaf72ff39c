"""Chapter 2.2.3 with a Game Master: how hard an improvised attack is and what it does, within what the table knows."""

from __future__ import annotations

from alfiere.games.cappa.scenario.scenario import MASTER
from alfiere.games.cappa.sheets.tables import Improvised as Entry
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.game_master import has_master
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.master_events import Ruled, RuledResult
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure

RULE = ("cappa.2.2.3a",)


def is_ruled(s: SkirmishState, who: Figure) -> bool:
    """Whether a Game Master has a say in what somebody improvises: not over his own people, nobody judges himself."""
    return has_master(s) and who.seat != MASTER


def difficulty(g: SkirmishGame, who: Figure, target: Figure, entry: Entry) -> Procedure[int]:
    """What the Game Master adds to the roll to hit; the first of the options is as the table has it."""
    if not is_ruled(g.state, who):
        return 0
    most = tables().numbers.ruling
    about = {"figure": who.id, "target": target.id, "what": entry.id}
    adds = sorted(range(-most, most + 1), key=lambda add: (abs(add), -add))
    options = [Option("rule-difficulty", {"add": add}, RULE) for add in adds]
    chosen = yield Decision(MASTER, "rule-difficulty", options, about, RULE)
    add = int(chosen["add"])
    g.tell(Ruled(MASTER, who.id, entry.id, add))
    return add


def ruled_result(g: SkirmishGame, who: Figure, target: Figure, entry: Entry) -> Procedure[Entry]:
    """The entry of the table whose result an attack has: its own, or another that does something else."""
    if not is_ruled(g.state, who):
        return entry
    about = {"figure": who.id, "target": target.id, "what": entry.id}
    options = [Option("rule-result", {"what": one.id}, RULE) for one in results(entry)]
    chosen = yield Decision(MASTER, "rule-result", options, about, RULE)
    found = tables().improvised[chosen["what"]]
    g.tell(RuledResult(MASTER, who.id, target.id, found.id))
    return found


def results(entry: Entry) -> list[Entry]:
    """Every result of the table once, its own first; without a roll to hit there is none for damage."""
    found: dict[object, Entry] = {}
    fitting = [one for one in tables().improvised.values() if entry.to_hit != "morale" or not one.rolls_damage]
    for one in (entry, *fitting):
        does = (one.rolls_damage, one.loses_all, one.loses, one.push, one.prone, one.worse_hits)
        found.setdefault(does, one)
    return list(found.values())
