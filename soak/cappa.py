"""Cappa in the long runs."""

from __future__ import annotations

from alfiere.games import GAMES
from soak.plan import MadeUp, Plan, Run
from soak.scuffles import scuffle
from soak.set_pieces import set_piece

LARGE = ("antoine", "dunkerque", "foats", "lens", "retroguardia", "terheyden")  # with squads
DARK = {"visibility": "yes"}

PLAN = Plan(
    runs=(
        Run("duello", 3_000, 300),
        Run("convento", 1_500, 150),
        Run("guardie", 1_500, 150),
        *(Run(name, 100, 20) for name in LARGE),
        Run("scuffles", 4_000, 400),
        Run("scuffles", 500, 100, DARK),
    ),
    secrets=(
        ("terheyden", {}),  # by night
        *((name, DARK) for name in (*GAMES["cappa"].scenario_ids(), "scuffles") if name != "terheyden"),
        ("lens", DARK | {"third_player": "no"}),
        *((name, {}) for name in ("dunkerque", "foats")),  # by day, with markers
        ("duello", DARK | {"game_master": "yes"}),
        *((name, {"game_master": "yes"}) for name in ("terheyden", "foats")),
        ("lens", {"game_master": "yes", "third_player": "no"}),
    ),
    held="no two bases overlap, nobody has moved farther than he may in a turn, wounds, PA and loaded weapons are "
    "within bounds, nobody and nothing is in two places",
    made_up=MadeUp("scuffles", scuffle, walks=50),
    set_pieces=MadeUp("set-pieces", set_piece, walks=32),
    large=frozenset(LARGE),
    told=("duello", "convento"),  # without squads
    unruly=frozenset(
        {
            "judgement",
            "sense",
            "plan",
            "errands",
            "squad_goals",
            "walking",
            "preview",
            "ways_drawn",
            "lines_drawn",
            "picture",
        }
    ),
    unruly_functions=frozenset(
        {"may_wait", "leader", "pull", "from_home", "on_the_way", "_to_rest", "sketch", "_sector_after"}
    ),
)
