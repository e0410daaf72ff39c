"""Chapter G.5: defenders of villages and farms who stay at a price or give way, and who takes their place."""

from __future__ import annotations

from alfiere.battles.ground_forms import Edge
from alfiere.games.risorgimento.morale.disorder import disorder
from alfiere.games.risorgimento.morale.losses import take_losses
from alfiere.games.risorgimento.morale.morale import lose_morale
from alfiere.games.risorgimento.movement.forced import whole_move
from alfiere.games.risorgimento.movement.out_of_houses import come_out, get_out, into_sector
from alfiere.games.risorgimento.sheets.ground import OPPOSITE
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.posts import is_contested, place_on, refuges, sector_of, side_of
from alfiere.games.risorgimento.state.unit import INFANTRY, Unit
from alfiere.games.risorgimento.told.melee import StayedInPlace
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.legs import WHOLE

# Staying all the same (risorgimento.g.5.7, .g.5.11, .g.5.17)


def may_stay(s: BattleState, unit: Unit) -> bool:
    """Whether a defender who has failed his test may pay to stay: only if that does not break him."""
    is_defender = bool(unit.post) and not is_contested(s, sector_of(unit))
    return is_defender and unit.is_steady and unit.morale - s.tables.numbers.stay_morale >= unit.spirit // 2


def stay_or_retire(g: BattleGame, unit: Unit) -> Procedure[bool]:
    """The choice of a defender who has failed his test; True if he stays."""
    rules = ("risorgimento.g.5.7",)
    options = [Option("retire", {"unit": unit.id}, rules), Option("stay", {"unit": unit.id}, rules)]
    chosen = yield Decision(unit.seat, "stay-or-retire", options, {"unit": unit.id}, rules)
    if chosen.key != "stay":
        return False
    numbers = g.state.tables.numbers
    g.tell(StayedInPlace(unit.id, ("risorgimento.g.5.7", "risorgimento.g.5.11")))
    take_losses(g, unit, numbers.stay_strength * numbers.losses_per_vf, "melee")
    if unit.is_steady:
        lose_morale(g, unit, numbers.stay_morale, "stays", "risorgimento.g.5.11")
    return unit.is_steady


# Giving way (risorgimento.g.5.8-10, .g.5.15)


def give_way(g: BattleGame, unit: Unit, attacked: Edge | None = None) -> Procedure[None]:
    """A beaten defender goes into a free sector behind or beside his own, or out of the village; disordered.

    ``attacked``: the side from which he was beaten; inside a contested sector he leaves over his own.
    """
    s = g.state
    row = s.tables.forced["melee-lost"]
    attacked = attacked or OPPOSITE[side_of(unit)]
    disorder(g, unit)
    options = [
        Option("into-sector", {"unit": unit.id, "sector": sector, "side": side}, ("risorgimento.g.5.8",))
        for sector, side in refuges(s, unit, attacked)
    ]
    if options:
        options.append(Option("out-of-village", {"unit": unit.id}, ("risorgimento.g.5.15",)))
        chosen = yield Decision(unit.seat, "give-way", options, {"unit": unit.id}, ("risorgimento.g.5.8",))
        if chosen.key == "into-sector":
            into_sector(g, unit, chosen["sector"], chosen["side"], "retire", ("risorgimento.g.5.8",))
            return
    far = whole_move(s, unit, "melee-lost") * row.share // WHOLE
    get_out(g, unit, OPPOSITE[attacked], far, "enemy", "retire", "risorgimento.g.5.15")


# Taking the place (risorgimento.g.5.14)


def take_place(g: BattleGame, unit: Unit, post: str) -> bool:
    """The winner goes in where the defender stood, instead of the advance of 1 cm; False if it cannot."""
    s = g.state
    sector, _, name = post.partition("/")
    side = next(one for one in OPPOSITE if one == name)
    place = place_on(s, unit, sector, side) if unit.arm == INFANTRY else None
    if place is None:
        return False
    come_out(g, unit, place, "advance", ("risorgimento.g.5.14",), post)
    return True
