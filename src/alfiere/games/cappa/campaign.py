"""Chapter 9.8, linked games: what a scouting skirmish means for the battle, the battle for the rearguard, and who wins.

A campaign is plain data that stands between the games. An army is known by its seat in the first game, and found in
the others by the code of its side, or by its seat where the codes differ. The battle is played with other rules; what
the scouts brought home goes into its scenario in their terms.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

import msgspec

from alfiere.battles.campaign import BATTLE, OVER, REARGUARD, SCOUTING, Campaign, Outlook, Roll
from alfiere.games.cappa.scenario.scenario import Scenario
from alfiere.games.cappa.sheets.tables import DATA, tables
from alfiere.games.cappa.state.state import Figure, SkirmishState
from alfiere.kernel.bad_data import BadData, read_toml, shaped
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Seat
from alfiere.kernel.forms import Form, Name

SCOUTS, ENEMY = "scouts", "enemy"
# what the scouts may do for a battle, in the words of its rules (cappa.9.8a): each game says which of it it takes over
FIRST, LOWERED, DICE, COHESION = "deploys first", "determination", "activation dice", "cohesion"
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


class Note(Form, frozen=True, kw_only=True):
    """What a special rule that the scouts bring to the battle is called, and what it says."""

    name: Name
    text: Name


class BattleNotes(Form, frozen=True, kw_only=True):
    """The special rules of the battle, and its general in the place of one who is missing."""

    first: Note
    lowered: Note
    replacement: str


class BattleRules(Form, frozen=True, kw_only=True):
    """Rules of the series that are not among our games: what they are called, and what they take over (cappa.9.8a)."""

    id: str
    name: str
    takes: tuple[Literal["deploys first", "determination", "activation dice", "cohesion"], ...]


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
    scouting: Name  # what the first game says of itself
    battle: BattleNotes
    elsewhere: tuple[BattleRules, ...]
    usual: dict[str, str]  # skirmishes to propose for each game
    patrols: dict[str, str]  # skirmishes with scouts of their own, and the code of their side
    armies: dict[str, str]  # other codes of an army
    leaders: dict[str, str]  # heroes who are generals or personalities in the battle, cappa.9.8.h2


@lru_cache(maxsize=1)
def campaign_tables() -> CampaignTables:
    """The tables of the chapter."""
    file = str(DATA / "campaign.toml")
    found = shaped(read_toml(DATA / "campaign.toml"), CampaignTables, file)
    for mission in (*found.missions.scouts, found.missions.rearguard, found.missions.pursuer):
        if mission not in tables().missions:
            raise BadData(file, "missions", f"«{mission}» is no mission")
    return found


# The first game


def begin(scenario: Scenario, scouts: Seat) -> Campaign:
    """A campaign before its scouting game: the scouts have a mission of 1/4 or 1/2 (cappa.9.8b, cappa.9.8.h1)."""
    armies = _armies(scenario)
    if len(armies) != 2 or scouts not in armies:
        raise BadData(scenario.file, "side", "a campaign has two armies, and one of them scouts (cappa.9.8b)")
    side = scenario.sides[scouts]
    if side.mission not in campaign_tables().missions.scouts:
        raise BadData(scenario.file, f"side {side.code}.mission", "scouts have firmness 1/4 or 1/2 (cappa.9.8.h1)")
    enemy = next(seat for seat in armies if seat != scouts)
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
        codes={seat: scenario.sides[seat].code for seat in both},
    )


def _armies(scenario: Scenario) -> list[Seat]:
    """The sides that are armies: civilians have no battle to fight."""
    return [seat for seat, side in scenario.sides.items() if not side.are_civilians]


def may_scout(scenario: Scenario) -> list[Seat]:
    """Who could be the scouts of a campaign that begins with this skirmish; first whom the scenario names."""
    armies, missions = _armies(scenario), campaign_tables().missions.scouts
    found = [seat for seat in armies if len(armies) == 2 and scenario.sides[seat].mission in missions]
    codes = [rule.side for rule in scenario.special("campaign") if rule.value == SCOUTING]
    codes += [code for name, code in campaign_tables().patrols.items() if name == scenario.id]
    named = [scenario.seat_of.get(code, "") for code in codes]
    return [seat for seat in found if seat in named] or found


def scouting(data: Mapping[str, Any], scouts: Seat) -> dict[str, Any]:
    """Any skirmish as the first game: the scouts have firmness 1/4 or 1/2 (cappa.9.8b, cappa.9.8.h1)."""
    missions, text = campaign_tables().missions.scouts, campaign_tables().scouting
    sides = [
        {**side, "mission": missions[-1]} if side["seat"] == scouts and side["mission"] not in missions else side
        for side in data["side"]
    ]
    special = [one for one in data.get("special", ()) if one["kind"] != "campaign"]
    words = {"en": text.en, "it": text.it}
    special.append({"kind": "campaign", "value": SCOUTING, "side": _codes(data["side"])[scouts], "text": words})
    return {**data, "side": sides, "special": special}


def seats_of(c: Campaign, codes: Mapping[Seat, str]) -> dict[Seat, Seat]:
    """Where the armies sit in another game, given the codes of its sides: by code, or else each in its old seat."""
    seat_of = {_army(code): seat for seat, code in codes.items()}
    if all(_army(code) in seat_of for code in c.codes.values()):
        return {army: seat_of[_army(code)] for army, code in c.codes.items()}
    return {army: army for army in c.codes}


def _army(code: str) -> str:
    return campaign_tables().armies.get(code, code)


def _codes(sides: Sequence[Mapping[str, Any]]) -> dict[Seat, str]:
    return {side["seat"]: side["code"] for side in sides}


def after_scouting(c: Campaign, s: SkirmishState, chance: Chance) -> list[Roll]:
    """Margin, points, PE and who does not come back; the dice thrown for protagonists (cappa.9.8.h1, cappa.9.8.h2)."""
    _must_be(c, SCOUTING, s)
    c.margin = s.sides[c.scouts].points - s.sides[c.enemy].points
    if s.winner in c.points:
        c.points[s.winner] += campaign_tables().points.scouting
    _keep_experience(c, s)
    rolls = []
    for one in s.figures.values():
        if one.seat not in c.missing or not _was_put_out(one):
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
    for army, seat in _seats_in(c, s).items():
        c.experience[army] = s.sides[seat].experience


def _seats_in(c: Campaign, s: SkirmishState) -> dict[Seat, Seat]:
    return seats_of(c, {seat: side.code for seat, side in s.scenario.sides.items()})


def _must_be(c: Campaign, stage: str, s: SkirmishState | None = None) -> None:
    if c.stage != stage:
        raise BadData("campaign", "stage", f"the next game is «{c.stage}», not «{stage}» (cappa.9.8a)")
    if s is not None and not s.winner:
        raise BadData("campaign", stage, "the skirmish is not over yet")


# The second game


def scouted(margin: int) -> Scouted:
    """The row of the table for a margin of the scouts."""
    return next(row for row in campaign_tables().scouted if row.least <= margin)


def outlook(c: Campaign, takes: Collection[str]) -> Outlook:
    """What the scouts have done for a battle whose rules take this over (cappa.9.8a, cappa.9.8c, cappa.9.8.h1)."""
    _must_be(c, BATTLE)
    row = scouted(c.margin)
    seats: dict[str, Seat] = {SCOUTS: c.scouts, ENEMY: c.enemy, "": ""}
    return Outlook(
        seats[row.first] if FIRST in takes else "",
        seats[row.lowered] if LOWERED in takes else "",
        {c.scouts: (row.dice, row.turns)} if row.dice and DICE in takes else {},
        {c.enemy: row.cohesion} if row.cohesion and COHESION in takes else {},
    )


def missing_from(c: Campaign, seat: Seat, names: Sequence[str]) -> list[str]:
    """Which of these generals and personalities of an army do not take the field (cappa.9.8.h2)."""
    leaders = campaign_tables().leaders
    gone = {leaders.get(name, name) for name in c.missing[seat]}
    return [name for name in names if name in gone]


def battle(c: Campaign, data: Mapping[str, Any], takes: Collection[str]) -> dict[str, Any]:
    """A scenario with all of the scouting game that its rules take over (cappa.9.8c, cappa.9.8.h1).

    Who is missing is replaced as if he had fallen; personalities simply stay away (cappa.9.8.h2).
    """
    view, tables_ = outlook(c, takes), campaign_tables()
    codes = _codes(data["side"])
    seats = seats_of(c, codes)
    special = [
        one
        for one in data.get("special", ())
        if one["kind"] not in (FIRST, LOWERED)  # of another campaign
    ]
    if view.deploys_first:
        special.append(_note(tables_.battle.first, FIRST, codes[seats[view.deploys_first]]))
    if view.lowered:
        lowered = _note(tables_.battle.lowered, LOWERED, codes[seats[view.lowered]])
        special.append({**lowered, "value": tables_.numbers.tenth})
    army_at = {seat: army for army, seat in seats.items()}
    sides = [_without_leaders(c, army_at[side["seat"]], side) for side in data["side"]]
    return {**data, "side": sides, "special": special} if special else {**data, "side": sides}


def _note(note: Note, kind: str, code: str) -> dict[str, Any]:
    return {
        "kind": kind,
        "side": code,
        "name": {"en": note.name.en, "it": note.name.it},
        "text": {"en": note.text.en, "it": note.text.it},
    }


def _without_leaders(c: Campaign, army: Seat, side: Mapping[str, Any]) -> dict[str, Any]:
    """An army with replacements for its missing generals (cappa.9.8.h2)."""

    def here(entry: Mapping[str, Any], key: str) -> dict[str, Any]:
        found = dict(entry)
        if missing_from(c, army, [entry.get(key, "")]):
            found[key] = campaign_tables().battle.replacement
        if "characters" in entry:
            found["characters"] = [one for one in entry["characters"] if not missing_from(c, army, [one])]
        return found

    found = here(side, "commander")
    for key in ("division", "wing"):
        if key in side:
            found[key] = [here(entry, "general") for entry in side[key]]
    return found


def after_battle(c: Campaign, winner: Seat | None, codes: Mapping[Seat, str] | None = None) -> None:
    """Points for the winner; the loser fights the rearguard game. A drawn battle leaves nobody to pursue.

    ``codes``: of the armies' sides in the battle, by which they are found again in the third game.
    """
    _must_be(c, BATTLE)
    c.codes = dict(codes or c.codes)
    if winner is None:
        c.stage = OVER
        return
    c.points[winner] += campaign_tables().points.battle
    c.loser = c.enemy if winner == c.scouts else c.scouts
    c.stage = REARGUARD


# The third game


def rearguard(c: Campaign, data: Mapping[str, Any]) -> dict[str, Any]:
    """A scenario as the rearguard game (cappa.9.8d): ten turns, missions 3/4 and 1/2, PE, without who is missing.

    Where the scenario has the other army for its rearguard the two change places. (cappa.9.8.h2, cappa.9.8.h3,
    cappa.9.8.h5)
    """
    _must_be(c, REARGUARD)
    missions, codes = campaign_tables().missions, _codes(data["side"])
    seats = seats_of(c, codes)
    beaten = codes[seats[c.loser]]
    pursuer = next(codes[seat] for army, seat in seats.items() if army != c.loser)
    changed = {**data, "turns": campaign_tables().numbers.turns}
    named = [
        one["side"] for one in data.get("special", ()) if (one["kind"], one.get("value")) == ("campaign", REARGUARD)
    ]
    if pursuer in named:
        changed |= _places_changed(data, beaten, pursuer)
    army_at = {seat: army for army, seat in seats.items()}
    changed["side"] = [
        _without_missing(c, army_at[side["seat"]], side)
        | {
            "mission": missions.rearguard if side["code"] == beaten else missions.pursuer,
            "experience": c.experience[army_at[side["seat"]]],
        }
        if side["seat"] in army_at
        else side
        for side in changed["side"]
    ]
    return changed


PLACES = ("edge", "zone", "aim")  # of a side


def _places_changed(data: Mapping[str, Any], one: str, other: str) -> dict[str, Any]:
    """Both sides with the other's place and aim; what the scenario says of one it says of the other."""
    swap = {one: other, other: one}
    place = {side["code"]: {key: side[key] for key in PLACES} for side in data["side"]}
    found: dict[str, Any] = {
        "side": [side | place[swap.get(side["code"], side["code"])] for side in data["side"]],
    }
    for key in ("objective", "score", "special"):
        if key in data:
            found[key] = [
                {**entry, "side": swap.get(entry["side"], entry["side"])} if "side" in entry else entry
                for entry in data[key]
            ]
    return found


def _without_missing(c: Campaign, army: Seat, side: Mapping[str, Any]) -> dict[str, Any]:
    """A side without its missing heroes and protagonists, and without who is theirs: he stays with his master."""
    gone = set(c.missing[army])
    singles = list(side.get("character", ()))
    leaders = [squad["leader"] for squad in side.get("squad", ()) if "leader" in squad]
    gone |= {one["id"] for one in (*singles, *leaders) if one["profile"] in gone}
    gone |= {one["id"] for one in singles if {one.get("devoted_to"), one.get("loyal_to")} & gone}
    found = dict(side)
    if "character" in side:
        found["character"] = [entry for entry in singles if entry["id"] not in gone]
    if "squad" in side:
        found["squad"] = [
            {key: value for key, value in squad.items() if key != "leader" or value["id"] not in gone}
            for squad in side["squad"]
        ]
    return found


def after_rearguard(c: Campaign, s: SkirmishState) -> Seat:
    """Who gets the points: the beaten army if it holds out or beats the pursuer, or else he (cappa.9.8.h4)."""
    _must_be(c, REARGUARD, s)
    seats, missions = _seats_in(c, s), campaign_tables().missions
    pursuer = c.enemy if c.loser == c.scouts else c.scouts
    last, first = s.sides[seats[c.loser]], s.sides[seats[pursuer]]
    for seat, mission in ((last.seat, missions.rearguard), (first.seat, missions.pursuer)):
        if s.scenario.sides[seat].mission != mission:
            where = f"side {s.scenario.sides[seat].code}.mission"
            raise BadData("campaign", where, f"in the rearguard game it is «{mission}» (cappa.9.8.h3)")
    if s.scenario.turns != campaign_tables().numbers.turns:
        raise BadData("campaign", "turns", f"the rearguard game has {campaign_tables().numbers.turns} (cappa.9.8.h3)")
    _keep_experience(c, s)
    is_held = first.firmness <= 0 or (last.firmness > 0 and bool(s.standing(last.seat)))
    taker = c.loser if is_held else pursuer
    c.points[taker] += campaign_tables().points.rearguard
    c.stage = OVER
    return taker


def winner(c: Campaign) -> Seat | None:
    """Who has most points when all games are over; None while they are not, or if both have as many."""
    if c.stage != OVER or c.points[c.scouts] == c.points[c.enemy]:
        return None
    return max(c.points, key=lambda seat: c.points[seat])
