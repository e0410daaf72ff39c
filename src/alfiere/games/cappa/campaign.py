"""Chapter 9.8, linked games: what a scouting skirmish means for the battle, the battle for the rearguard, and who wins.

A campaign is plain data that stands between the games. The armies keep their seats from one game to the next; the
battle is played with other rules, which are told what the scouts brought home.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import msgspec

from alfiere.games.cappa.measures import Form
from alfiere.games.cappa.scenario import Scenario
from alfiere.games.cappa.state import Figure, SkirmishState
from alfiere.games.cappa.tables import DATA, tables
from alfiere.kernel.bad_data import BadData, read_toml, shaped
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Seat
from alfiere.kernel.plain import Plain, plain

SCOUTING, BATTLE, REARGUARD, OVER = "scouting", "battle", "rearguard", "over"
SCOUTS, ENEMY = "scouts", "enemy"
ESA, LUMI = "esa", "lumi"  # the battle rules of the 17th and of the 18th century, cappa.9.8a
D10 = 10


class CampaignNumbers(Form, frozen=True, kw_only=True):
    """Single numbers of the chapter."""

    returns_on: int
    turns: int
    tenth: int


class CampaignMissions(Form, frozen=True, kw_only=True):
    """How much firmness the sides have (cappa.9.8.h1, cappa.9.8.h3)."""

    scouts: tuple[str, ...]
    rearguard: str
    pursuer: str


class CampaignPoints(Form, frozen=True, kw_only=True):
    """What the games are worth (cappa.9.8.h4)."""

    battle: int
    scouting: int
    rearguard: int


Whose = Literal["scouts", "enemy", ""]


class Scouted(Form, frozen=True, kw_only=True):
    """A row of the table: what a margin of victory points means for the battle."""

    least: int = msgspec.field(name="from")
    first: Whose = ""
    lowered: Whose = ""
    dice: int = 0
    turns: int = 0
    cohesion: int = 0


class CampaignTables(Form, frozen=True, kw_only=True):
    """The whole file."""

    numbers: CampaignNumbers
    missions: CampaignMissions
    points: CampaignPoints
    scouted: tuple[Scouted, ...]


@lru_cache(maxsize=1)
def campaign_tables() -> CampaignTables:
    """The tables of the chapter."""
    file = str(DATA / "campaign.toml")
    found = shaped(read_toml(DATA / "campaign.toml"), CampaignTables, file)
    for mission in (*found.missions.scouts, found.missions.rearguard, found.missions.pursuer):
        if mission not in tables().missions:
            raise BadData(file, "missions", f"«{mission}» is no mission")
    return found


@plain
class Campaign(Plain):
    """Where a campaign stands."""

    scouts: Seat
    enemy: Seat
    stage: str  # the game that comes next, or «over»
    margin: int  # of the scouts, after their game
    loser: Seat  # of the battle, or ""
    points: dict[Seat, int]
    experience: dict[Seat, int]  # PE, cappa.9.8.h5
    missing: dict[Seat, list[str]]  # ids of characters, and sheets of heroes


class Roll(NamedTuple):
    """A d10 for a protagonist who was put out of action."""

    figure: str
    roll: int
    returns: bool


class Outlook(NamedTuple):
    """What the battle begins with. Only what its own rules know of is set."""

    deploys_first: Seat  # in every tie of priority, or ""
    lowered: Seat  # who starts with determination reduced by a tenth, or ""
    dice: dict[Seat, tuple[int, int]]  # activation dice more or fewer, in so many first turns
    cohesion: dict[Seat, int]  # on the first brigade cohesion roll


# The first game


def begin(scenario: Scenario, scouts: Seat) -> Campaign:
    """A campaign before its scouting game: the scouts have a mission of 1/4 or 1/2 (cappa.9.8b, cappa.9.8.h1)."""
    if len(scenario.sides) != 2 or scouts not in scenario.sides:
        raise BadData(scenario.file, "side", "a campaign has two armies, and one of them scouts (cappa.9.8b)")
    side = scenario.sides[scouts]
    if side.mission not in campaign_tables().missions.scouts:
        raise BadData(scenario.file, f"side {side.code}.mission", "scouts have firmness 1/4 or 1/2 (cappa.9.8.h1)")
    enemy = next(seat for seat in scenario.sides if seat != scouts)
    both = (scouts, enemy)
    return Campaign(
        scouts=scouts,
        enemy=enemy,
        stage=SCOUTING,
        margin=0,
        loser="",
        points=dict.fromkeys(both, 0),
        experience={seat: scenario.sides[seat].experience for seat in both},
        missing={seat: [] for seat in both},
    )


def after_scouting(c: Campaign, s: SkirmishState, chance: Chance) -> list[Roll]:
    """Margin, points, PE and who does not come back; the dice thrown for protagonists (cappa.9.8.h1, cappa.9.8.h2)."""
    _must_be(c, SCOUTING, s)
    c.margin = s.sides[c.scouts].points - s.sides[c.enemy].points
    if s.winner in c.points:
        c.points[s.winner] += campaign_tables().points.scouting
    _keep_experience(c, s)
    rolls = []
    for one in s.figures.values():
        if not _was_put_out(one):
            continue
        if one.sheet.is_hero:
            c.missing[one.seat] += [one.id, one.sheet.id]
        elif one.sheet.cls == "protagonist":
            roll = chance.below(D10) + 1
            rolls.append(Roll(one.id, roll, roll <= campaign_tables().numbers.returns_on))
            if not rolls[-1].returns:
                c.missing[one.seat].append(one.id)
    c.stage = BATTLE
    return rolls


def _was_put_out(figure: Figure) -> bool:
    """Whether he has all his wounds, on the table or killed; who only left it has not."""
    return figure.wounds >= figure.sheet.wounds


def _keep_experience(c: Campaign, s: SkirmishState) -> None:
    """What is left of the PE goes on to the next game (cappa.9.8.h5)."""
    for seat in c.experience:
        c.experience[seat] = s.sides[seat].experience


def _must_be(c: Campaign, stage: str, s: SkirmishState | None = None) -> None:
    if c.stage != stage:
        raise BadData("campaign", "stage", f"the next game is «{c.stage}», not «{stage}» (cappa.9.8a)")
    if s is not None and not s.winner:
        raise BadData("campaign", stage, "the skirmish is not over yet")


# The second game


def scouted(margin: int) -> Scouted:
    """The row of the table for a margin of the scouts."""
    return next(row for row in campaign_tables().scouted if row.least <= margin)


def outlook(c: Campaign, rules: str) -> Outlook:
    """What the scouts have done for the battle, in the terms of its rules (cappa.9.8a, cappa.9.8c, cappa.9.8.h1)."""
    _must_be(c, BATTLE)
    row = scouted(c.margin)
    seats: dict[str, Seat] = {SCOUTS: c.scouts, ENEMY: c.enemy, "": ""}
    if rules == ESA:
        return Outlook(seats[row.first], seats[row.lowered], {}, {})
    if rules != LUMI:
        raise BadData("campaign", "battle", f"«{rules}» are no battle rules of the series (cappa.9.8a)")
    dice = {c.scouts: (row.dice, row.turns)} if row.dice else {}
    return Outlook("", "", dice, {c.enemy: row.cohesion} if row.cohesion else {})


def lowered_determination(whole: int) -> int:
    """A tenth less, rounded up."""
    return whole - -(-whole // campaign_tables().numbers.tenth)


def missing_from(c: Campaign, seat: Seat, names: Sequence[str]) -> list[str]:
    """Which of these generals and personalities of an army do not take the field (cappa.9.8.h2)."""
    return [name for name in names if name in c.missing[seat]]


def after_battle(c: Campaign, winner: Seat | None) -> None:
    """Points for the winner; the loser fights the rearguard game. A drawn battle leaves nobody to pursue."""
    _must_be(c, BATTLE)
    if winner is None:
        c.stage = OVER
        return
    c.points[winner] += campaign_tables().points.battle
    c.loser = c.enemy if winner == c.scouts else c.scouts
    c.stage = REARGUARD


# The third game


def rearguard(c: Campaign, data: Mapping[str, Any]) -> dict[str, Any]:
    """A scenario as the rearguard game (cappa.9.8d): ten turns, missions 3/4 and 1/2, PE, without who is missing.

    (cappa.9.8.h2, cappa.9.8.h3, cappa.9.8.h5)
    """
    _must_be(c, REARGUARD)
    missions = campaign_tables().missions
    sides = [
        _without_missing(c, side)
        | {
            "mission": missions.rearguard if side["seat"] == c.loser else missions.pursuer,
            "experience": c.experience.get(side["seat"], 0),
        }
        for side in data["side"]
    ]
    return {**data, "turns": campaign_tables().numbers.turns, "side": sides}


def _without_missing(c: Campaign, side: Mapping[str, Any]) -> dict[str, Any]:
    gone = c.missing.get(side["seat"], [])

    def is_here(entry: Mapping[str, Any]) -> bool:
        return entry["id"] not in gone and entry["profile"] not in gone

    found = dict(side)
    if "character" in side:
        found["character"] = [entry for entry in side["character"] if is_here(entry)]
    if "squad" in side:
        found["squad"] = [
            {key: value for key, value in squad.items() if key != "leader" or is_here(value)} for squad in side["squad"]
        ]
    return found


def after_rearguard(c: Campaign, s: SkirmishState) -> Seat:
    """Who gets the points: the beaten army if it holds out or beats the pursuer, or else he (cappa.9.8.h4)."""
    _must_be(c, REARGUARD, s)
    pursuer = c.enemy if c.loser == c.scouts else c.scouts
    _keep_experience(c, s)
    is_held = s.sides[pursuer].firmness <= 0 or (s.sides[c.loser].firmness > 0 and bool(s.standing(c.loser)))
    taker = c.loser if is_held else pursuer
    c.points[taker] += campaign_tables().points.rearguard
    c.stage = OVER
    return taker


def winner(c: Campaign) -> Seat | None:
    """Who has most points when all games are over; None while they are not, or if both have as many."""
    if c.stage != OVER or c.points[c.scouts] == c.points[c.enemy]:
        return None
    return max(c.points, key=lambda seat: c.points[seat])
