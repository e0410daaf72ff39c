"""A battle put together piece by piece, for chapters that need commanders and chains as well as units.

    game = Stage()
    game.commander("cb", at=(50, 60), bonus=1)
    game.unit("A", at=(50, 55), morale=3)
    game.run(lambda g: morale_test(g, g.state.units["A"], "fire", game.retire), dice=[5])
    assert game["A"].is_routed and game.ran == ["A breaks"]

Places are in cm, y to the south; dice are rolled in the order given, whoever rolls; to roll more of them is a slip.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from alfiere.battles.ground_forms import TableForm
from alfiere.games.risorgimento.sheets.ground import PieceForm
from alfiere.games.risorgimento.sheets.profiles import profiles
from alfiere.games.risorgimento.sheets.scenario import Scenario
from alfiere.games.risorgimento.sheets.scenario_forms import PlaceForm, ScenarioForm, SideForm
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.unit import ON, Commander, Unit
from alfiere.kernel.event import Event
from alfiere.kernel.forms import Name
from alfiere.kernel.game import Game
from alfiere.kernel.procedure import Procedure
from tests.games.scripted import OneProcedure, Scripted

CM = 100
NAMED = Name(en="-", it="-")


class _Rules(OneProcedure):
    """So much of a ruleset as one procedure needs."""

    def options(self) -> dict[str, Any]:
        return {}

    def told(self, state: BattleState, event: Event) -> Event:
        return event


class _Game(Game[BattleState]):
    """A game whose dice are known beforehand."""

    known: list[int]

    def pick(self, items: Sequence[Any], seat: str, kind: str = "card") -> int:
        """The next die."""
        assert self.known, f"{seat} rolls a {kind}, and no more dice are given"
        return list(items).index(self.known.pop(0))


class Stage(Scripted[BattleState]):
    """A battle in the middle of things; a unit without a commander has one of its side far off, of rank CD."""

    otherwise = 0

    def __init__(
        self, *, terrain: Sequence[PieceForm] = (), places: Sequence[PlaceForm] = (), special: Sequence[Any] = ()
    ) -> None:
        sides = tuple(
            SideForm(seat=seat, code=seat, name=NAMED, army=army, home=home, aim=NAMED)  # type: ignore[arg-type]
            for seat, army, home in (("red", "french", "south"), ("blue", "austrian", "north"))
        )
        form: Any = ScenarioForm(
            id="staged",
            game="risorgimento",
            origin="house",
            title=NAMED,
            date="1859",
            summary=NAMED,
            starts="10:00",
            turns=12,
            table=TableForm(width=150 * CM, depth=150 * CM),
            terrain=tuple(terrain),
            side=sides,
            commander=(),
            first="red",
            place=tuple(places),
            objective=(),
            special=tuple(special),
        )
        scenario = Scenario(form, {}, "staged", 1, lambda figures: scenario)
        state = BattleState(
            scenario=scenario,
            options={},
            turn=1,
            phase="E",
            step=0,
            queue=[],
            winner="",
            reason="",
            units={},
            commanders={},
            initiative="",
            ahead=0,
            charges={},
            are_charges_shown=False,
            control={one.id: one.held_by for one in places},
            points={"red": 0, "blue": 0},
            marks=[],
        )
        super().__init__(state)
        self.ran: list[str] = []
        for seat, nation, y in (("red", "french", 145), ("blue", "austrian", 5)):
            self.commander(f"{seat}-chief", seat, rank="CIC", nation=nation, at=(145, y), radius=500 * CM)

    def commander(self, id: str, seat: str = "red", *, at: tuple[float, float], **sets: Any) -> Commander:
        """One more commander; a CB under the chief of his side unless told otherwise."""
        values: dict[str, Any] = {
            "rank": "CB",
            "nation": "french" if seat == "red" else "austrian",
            "superior": f"{seat}-chief" if id != f"{seat}-chief" else "",
            "where": ON,
            "heading": 0,
            "radius": 14 * CM,
            "initiative": 5,
            "bonus": 1,
            "unit": "",
            "absent": 0,
            "is_dead": False,
            "colour": "",
            "marks": [],
        } | sets
        who = Commander(id=id, seat=seat, x=round(at[0] * CM), y=round(at[1] * CM), **values)
        self.state.commanders[id] = who
        return who

    def unit(self, id: str, seat: str = "red", *, at: tuple[float, float], profile: str = "", **sets: Any) -> Unit:
        """One more unit; facing the enemy in line, or unlimbered, under the chief of its side unless told otherwise."""
        sheet = profiles()[profile or ("fr_line" if seat == "red" else "au_line")]
        values: dict[str, Any] = {
            "commander": f"{seat}-chief",
            "where": ON,
            "formation": "unlimbered" if sheet.arm == "artillery" else "line",
            "heading": 0 if seat == "red" else 1800,
            "post": "",
            "strength": sets.pop("vf", sheet.vf),
            "losses": 0,
            "spirit": sets.pop("vm", sheet.vm),
            "disorder": 0,
            "fatigue": 0,
            "is_routed": False,
            "colour": "",
            "marks": [],
        }
        values |= {"morale": values["spirit"]} | sets
        one = Unit(id=id, seat=seat, profile=sheet, x=round(at[0] * CM), y=round(at[1] * CM), **values)
        self.state.units[id] = one
        self.state.laid = None
        return one

    def __getitem__(self, id: str) -> Unit:
        return self.state.units[id]

    def who(self, id: str) -> Commander:
        """A commander as he is now."""
        return self.state.commanders[id]

    def run(self, what: Callable[[BattleGame], Any], *answers: Any, dice: Sequence[int] = ()) -> Any:
        """Run a procedure or a plain function of the rules with these dice and answers; what it gave comes back."""
        found: list[Any] = []

        def play(g: BattleGame) -> Procedure[None]:
            result = what(g)
            found[:] = [(yield from result) if isinstance(result, Generator) else result]

        _Game.known = list(dice)
        game = _Game(_Rules(play), self.state.scenario, "staged", state=self.state)  # type: ignore[arg-type]
        self.play_out(game, answers)
        assert not _Game.known, f"never rolled: {_Game.known}"
        return found[0]

    def retire(self, g: BattleGame, unit: Unit, cause: str) -> Procedure[None]:
        """A forced move that leads nowhere, for chapters below movement: it is written down."""
        yield from ()
        self.ran.append(f"{unit.id} {cause}")
