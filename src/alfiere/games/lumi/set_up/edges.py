"""Chapter 12.3a: two armies that meet dice for the home edge; the lower chooses and deploys first."""

from __future__ import annotations

from typing import Final

from alfiere.battles.open_battle import SEATS, other
from alfiere.games.lumi.morale.dice import roll
from alfiere.games.lumi.sheets.free_army import ACROSS, FIRST, INITIATIVE, RED_HOME
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.told.set_up import EdgeChosen, RolledOff
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure

CHOOSE_EDGE: Final = "choose-edge"
RULE: Final = "lumi.12.3a"


def is_edge_open(s: State) -> bool:
    """Whether it is still to be diced for."""
    return s.scenario.meeting is not None and not s.options.get(FIRST)


def choose_edge(g: LumiGame) -> Procedure[None]:
    """Who rolls lower chooses one of the long edges and deploys first; the initiative is diced for too."""
    lower = other(_higher(g, "edge", RULE))
    options = [Option(CHOOSE_EDGE, {"edge": edge}, (RULE,)) for edge in ("south", "north")]
    chosen = yield Decision(lower, CHOOSE_EDGE, options, {}, (RULE,))
    edge = chosen["edge"]
    g.tell(EdgeChosen(lower, edge, (RULE,)))
    s = g.state
    s.initiative = _higher(g, "initiative", "lumi.2.3.2b")
    s.options |= {RED_HOME: edge if lower == "red" else ACROSS[edge], FIRST: lower, INITIATIVE: s.initiative}
    s.scenario = s.scenario.as_chosen(s.options)


def _higher(g: LumiGame, what: str, rule: str) -> str:
    """Each rolls a die until one is higher."""
    while True:
        dice = {seat: roll(g, seat) for seat in SEATS}
        g.tell(RolledOff(what, dice["red"], dice["blue"], (rule,)))
        if dice["red"] != dice["blue"]:
            return max(SEATS, key=lambda seat: dice[seat])
