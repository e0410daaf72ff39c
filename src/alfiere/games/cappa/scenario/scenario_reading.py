"""Chapters 2.1 and 3, reading a scenario: its file, and everything that must be true of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from alfiere.battles.arrivals import check_arrival
from alfiere.battles.ground_forms import GROUND_LENGTHS, ZoneForm
from alfiere.games.cappa.scenario.checks import Check
from alfiere.games.cappa.scenario.features import FeatureForm, features
from alfiere.games.cappa.scenario.gun_checks import check_gun
from alfiere.games.cappa.scenario.occasions import check_occasions, check_weather, with_table
from alfiere.games.cappa.scenario.relations import check_relations
from alfiere.games.cappa.scenario.scenario import Scenario
from alfiere.games.cappa.scenario.scenario_aims import check_aims
from alfiere.games.cappa.scenario.scenario_forms import (
    OPTIONS,
    ComingForm,
    EntryForm,
    ScenarioForm,
    SideForm,
    SpecialForm,
    SquadForm,
)
from alfiere.games.cappa.sheets.abilities import DEVOTED, LOYAL
from alfiere.games.cappa.sheets.character_forms import LENGTHS as SHEET_LENGTHS
from alfiere.games.cappa.sheets.characters import Character, characters, make_sheet
from alfiere.games.cappa.sheets.measures import UM, Rect
from alfiere.games.cappa.sheets.optional_rules import optional_rules
from alfiere.games.cappa.sheets.tables import DATA, tables, terrain
from alfiere.kernel.bad_data import battle_ids, battle_source, shaped
from alfiere.kernel.forms import Name, check_name, hundredths

FOLDER = DATA / "scenarios"
LENGTHS = (*GROUND_LENGTHS, "limber", "inner")
TABLES = (8 * UM, 240 * UM)  # the least and the most that one measures
MEETINGS = ("scouting", "rearguard")  # the skirmishes of a campaign, cappa.9.8b, cappa.9.8d
PIKE, SHOT = "PK", frozenset({"MMK", "FMK", "ARQ"})


def read(name: str | Path | Mapping[str, Any], form: type[ScenarioForm[Any]]) -> Scenario:
    """A scenario of this form by its id, from a file, or from data read before. Raises BadData."""
    source, file = battle_source(name, FOLDER)
    whole = with_table(source, file)
    data = {
        key: hundredths({key: value}, SHEET_LENGTHS if key == "character" else LENGTHS, file)[key]
        for key, value in whole.items()
    }
    scenario = Scenario(shaped(data, form, file), source, file)
    _Reading(scenario).all()
    return scenario


def scenario_ids() -> list[str]:
    """The skirmishes a player is offered, the earliest first."""
    return battle_ids(FOLDER)


class _Reading(Check):
    """Everything the form of the file cannot say; the first slip found is told in one sentence."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario)
        self.heroes: set[str] = set()

    def all(self) -> None:
        form = self.form
        for key in ("title", "summary"):
            check_name(getattr(form, key), key, self.file)
        self.size(*TABLES)
        self.at_least(1, form.turns, "turns")
        seats = [side.seat for side in form.side]
        if sorted(seats) not in (["blue", "red"], ["blue", "green", "red"]):
            self.fail("side", 'there must be one side with seat = "red", one "blue", and at most a third, "green"')
        if len(self.scenario.seat_of) != len(seats):
            self.fail("side", "the sides need different codes")
        self.own_sheets()
        for number, feature in enumerate(form.terrain):
            self.feature(feature, f"terrain[{number}]")
        self.scenario.features = features(form.terrain)
        self.ids_once(feature.id for feature in self.scenario.features)
        for side in form.side:
            self.side(side)
        check_occasions(self)
        if not form.objective:
            self.fail("objective", "every player must have a clear aim: there is none (cappa.3.1e)")
        for number, objective in enumerate(form.objective):
            where = f"objective[{number}]"
            check_name(objective.text, f"{where}.text", self.file)
            self.its_side(objective.side, f"{where}.side")
            objective.check(self, where)
        for number, score in enumerate(form.score):
            where = f"score[{number}]"
            check_name(score.text, f"{where}.text", self.file)
            self.its_side(score.side, f"{where}.side")
            if score.option:
                self.one_of(score.option, OPTIONS, f"{where}.option")
            self.at_least(1, score.each, f"{where}.each")
        for number, special in enumerate(form.special):
            self.special(special, f"special[{number}]")
        check_aims(self)
        check_relations(self)

    def own_sheets(self) -> None:
        for form in self.form.character:
            if form.id in characters().sheets or form.id in self.scenario.own:
                self.fail(f"character {form.id}", "this id stands twice; a scenario's own characters need new ones")
            self.scenario.own[form.id] = make_sheet(form, self.file, may_lack_second=True)  # cappa.1.2.4.h2

    def feature(self, form: FeatureForm, where: str) -> None:
        self.ground(form, terrain().kinds, where)
        kind = terrain().kinds[form.kind]
        if form.pa < 0 or not 1 <= form.storeys <= 4:
            self.fail(where, "sizes cannot be negative; storeys are 1 to 4")
        if form.cart and (kind.of != "barricade" or len(form.points) + len(form.lines) != 1):
            self.fail(f"{where}.cart", "only a barricade with one line or point is an overturned cart (cappa.geo.49)")
        self.building(form, where)

    def building(self, form: FeatureForm, where: str) -> None:
        kind = terrain().kinds[form.kind]
        entrances = form.doors + form.gates
        if kind.what != "building":
            if entrances or form.windows is not None or form.windows_on or form.is_closed or form.storeys > 1:
                self.fail(where, "only buildings have doors, gates, windows and storeys")
            return
        if not set(form.locked) <= set(entrances):
            self.fail(f"{where}.locked", "only a side with a door or gate can be locked")
        if form.is_closed and (entrances or form.windows):
            self.fail(where, "a closed building has no opening (cappa.geo.45)")
        if len(set(entrances)) != len(entrances):
            self.fail(where, "a side has one door or gate, in its middle (cappa.geo.45)")
        if form.windows is not None and not 0 <= form.windows <= 24:
            self.fail(f"{where}.windows", f"it is {form.windows}; it must be 0 to 24")
        if form.windows_on and not form.windows:
            self.fail(f"{where}.windows_on", "say with «windows» how many there are on these sides")

    def side(self, side: SideForm) -> None:
        where = f"side {side.code}"
        check_name(side.name, f"{where}.name", self.file)
        check_name(side.aim, f"{where}.aim", self.file)
        self.one_of(side.mission, tuple(tables().missions), f"{where}.mission")
        if not side.character and not side.squad:
            self.fail(where, "a side needs at least one character or squad")
        self.its_zone(side.zone, f"{where}.zone")
        ids = self.ids_of(side)
        for entry in side.character:
            self.entry(entry, ids, f"{where}.character {entry.id}")
        for squad in side.squad:
            self.squad(squad, ids, f"{where}.squad {squad.id}")
        self.its_room(side)

    def ids_of(self, side: SideForm) -> tuple[str, ...]:
        """The ids of a side's characters; every id stands once in the scenario, squads and members included."""
        where = f"side {side.code}"
        pieces: list[tuple[str, Name]] = [(entry.id, entry.name) for entry in side.character]
        leaders = [squad.leader for squad in side.squad if squad.leader is not None]
        pieces += [(leader.id, leader.name) for leader in leaders]
        single = tuple(piece for piece, _ in pieces)
        pieces += [(squad.id, squad.name) for squad in side.squad]
        for piece, name in pieces:
            if not piece or " " in piece:
                self.fail(where, f"the id «{piece}» must be one word, without spaces")
            if piece in self.scenario.names:
                self.fail(where, f"the id «{piece}» stands twice; everybody needs his own")
            self.scenario.names[piece] = name
        return single

    def known(self, profile: str, where: str) -> Character:
        if profile in characters().vehicles:
            self.fail(where, f"«{profile}» is a vehicle, not a character")
        if profile not in characters().sheets and profile not in self.scenario.own:
            self.fail(where, f"profile «{profile}» is not among the characters")
        return self.scenario.sheet(profile)

    def entry(self, entry: EntryForm, ids: tuple[str, ...], where: str) -> None:
        check_name(entry.name, f"{where}.name", self.file)
        sheet = self.known(entry.profile, where)
        if sheet.is_hero and entry.profile in self.heroes:
            self.fail(where, f"the hero «{entry.profile}» stands twice; heroes are unique (cappa.1.2.1a)")
        if sheet.is_hero:
            self.heroes.add(entry.profile)
        for key, code, master in (("devoted_to", DEVOTED, entry.devoted_to), ("loyal_to", LOYAL, entry.loyal_to)):
            if (code in sheet.abilities) != bool(master):
                self.fail(f"{where}.{key}", f"it names another's id for who has the ability {code}, and only for him")
            if master and (master not in ids or master == entry.id):
                self.fail(f"{where}.{key}", f"«{master}» is not another character of the side")
        if entry.devoted_to and self.rank_of(entry.devoted_to) == "extra":
            self.fail(f"{where}.devoted_to", "one is devoted to a hero or protagonist (cappa.8.1.2g)")
        hands = 0
        for code in entry.in_hand:
            self.one_of(code, tuple(weapon.code for weapon in sheet.weapons), f"{where}.in_hand")
            hands += next(weapon.hands for weapon in sheet.weapons if weapon.code == code)
        if hands > 2:
            self.fail(f"{where}.in_hand", "that takes more than two hands (cappa.2.2.1.h1)")
        self.arrival(entry, where)

    def rank_of(self, piece: str) -> str:
        for side in self.form.side:
            for entry in (*side.character, *(squad.leader for squad in side.squad if squad.leader is not None)):
                if entry.id == piece:
                    return self.known(entry.profile, piece).cls
        return ""

    def arrival(self, form: ComingForm, where: str) -> None:
        check_arrival(self, form, where)
        if form.by_markers is not None:
            if not form.is_off_table or form.arrives_in:
                self.fail(f"{where}.by_markers", "it is for those who come on later, by a marker (cappa.2.1.3c)")
            self.its_zone(form.by_markers, f"{where}.by_markers")
        if not 1 <= form.player <= 4:
            self.fail(f"{where}.player", f"it is {form.player}; a side has up to 4 players (cappa.2.1.1.h3)")
        if form.zone is not None:
            self.its_zone(form.zone, f"{where}.zone")

    def squad(self, squad: SquadForm, ids: tuple[str, ...], where: str) -> None:
        check_name(squad.name, f"{where}.name", self.file)
        if squad.leader is not None:
            self.entry(squad.leader, ids, f"{where}.leader")
            if not self.scenario.sheet(squad.leader.profile).rank.may_lead:
                self.fail(f"{where}.leader", "only a hero or protagonist leads a squad (cappa.1.2.2a)")
        size = int(squad.leader is not None)
        for members in squad.members:
            sheet = self.known(members.profile, where)
            if (not sheet.rank.may_be_member and not squad.is_mixed) or sheet.is_animal:
                self.fail(f"{where}.members", f"«{members.profile}» cannot be one of a squad's men (cappa.1.2.1a)")
            if squad.formation not in ("open", *sheet.formations):
                self.fail(f"{where}.formation", f"«{members.profile}» does not know «{squad.formation}» (cappa.6.3d)")
            if members.count < 1:
                self.fail(f"{where}.members", f"the count of «{members.profile}» is {members.count}")
            size += members.count
        least, most = tables().numbers.squad_size
        if not squad.is_of_any_size and not least <= size <= most:
            self.fail(where, f"a squad has {least} to {most} members, not {size} (cappa.6.0e)")
        self.composition(squad, size, where)
        if squad.gun is not None:
            check_gun(self, squad, where)
            if squad.zone is not None and squad.zone.around:
                self.fail(f"{where}.zone", "a gun is set up in a «rect» or by an «edge»")
        self.arrival(squad, where)

    def composition(self, squad: SquadForm, size: int, where: str) -> None:
        """What kind of men, whether they may have a flag, whether there are enough of them for close order."""
        men = [self.scenario.sheet(one.profile) for one in squad.members]
        if not men:
            self.fail(f"{where}.members", "a squad needs men (cappa.6.0b)")
        for sheet, members in zip(men, squad.members, strict=True):
            if sheet.is_hero and (members.count > 1 or sheet.id in self.heroes):
                self.fail(f"{where}.members", f"the hero «{sheet.id}» stands twice; heroes are unique (cappa.1.2.1a)")
            if sheet.is_hero:
                self.heroes.add(sheet.id)
        if len({sheet.id for sheet in men}) > 1 and not squad.is_mixed and not are_pike_and_shot(men):
            self.fail(f"{where}.members", "the men of a squad are all of one type, unless «is_mixed» (cappa.6.0c)")
        if squad.has_ensign and not all(sheet.troops for sheet in men):
            self.fail(f"{where}.has_ensign", "only regular soldiers and militia carry a flag (cappa.6.2a)")
        if squad.has_ensign and all(sheet.cls != "extra" for sheet in men):
            self.fail(f"{where}.has_ensign", "an extra of the squad carries the flag, and it has none (cappa.6.2.h3)")
        if squad.formation == "close" and size < tables().numbers.close_order:
            self.fail(f"{where}.formation", "close order needs at least four (cappa.6.3.3b)")

    def its_zone(self, zone: ZoneForm, where: str) -> None:
        areas = (one.id for one in self.scenario.features if one.form.rect is not None)
        self.zone(zone, where, areas, tables().lengths.foot_base)

    def its_room(self, side: SideForm) -> None:
        """Every base needs a square of its own size in its zone (cappa.1.3a)."""
        wanted: dict[Rect, list[int]] = {}
        entries = [(entry.zone, [self.scenario.sheet(entry.profile).base]) for entry in self.present(side)]
        for squad in side.squad:
            if not squad.is_off_table:
                men = [self.scenario.sheet(m.profile).base for m in squad.members for _ in range(m.count)]
                leader = [self.scenario.sheet(squad.leader.profile).base] if squad.leader is not None else []
                entries.append((squad.zone, men + leader))
        for zone, bases in entries:
            wanted.setdefault(self.scenario.zone(zone or side.zone).rect, []).extend(bases)
        self.room(wanted, f"side {side.code}.zone", "cappa.1.3a")

    def present(self, side: SideForm) -> list[EntryForm]:
        return [entry for entry in side.character if not entry.is_off_table]

    def special(self, special: SpecialForm, where: str) -> None:
        check_name(special.text, f"{where}.text", self.file)
        if special.kind == "squad of any size":
            free = tuple(squad.id for side in self.form.side for squad in side.squad if squad.is_of_any_size)
            if special.squad not in free:
                self.fail(f"{where}.squad", "it must be the id of a squad with «is_of_any_size»")
        if special.kind == "recommended":
            self.one_of(special.option, OPTIONS, f"{where}.option")
        if special.kind == "campaign":
            self.one_of(special.value, MEETINGS, f"{where}.value")
            self.one_of(special.side, tuple(self.scenario.seat_of), f"{where}.side")
            if sum(not side.are_civilians for side in self.form.side) != 2:
                self.fail(where, "a campaign has two armies (cappa.9.8b)")
        elif special.side and special.kind != "fire":
            self.fail(f"{where}.side", "only a special rule of the kind «campaign» or «fire» names a side")
        self.stock(special, where)
        check_weather(self, special, where)

    def stock(self, special: SpecialForm, where: str) -> None:
        """A stock names a squad, a weapon its men have, and how many there are (cappa.5.3.3.h10)."""
        if special.kind != "stock":
            if special.weapon or special.count:
                self.fail(where, "only a special rule of the kind «stock» names «weapon» and «count» (cappa.5.3.3.h10)")
            return
        squads = {squad.id: squad for side in self.form.side for squad in side.squad}
        self.one_of(special.squad, tuple(squads), f"{where}.squad")
        sheets = [self.scenario.sheet(one.profile) for one in squads[special.squad].members]
        codes = dict.fromkeys(weapon.code for sheet in sheets for weapon in sheet.weapons)
        counted = tuple(code for code in codes if code in optional_rules().shots)
        self.one_of(special.weapon, counted, f"{where}.weapon")
        self.at_least(1, special.count, f"{where}.count")


def are_pike_and_shot(men: list[Character]) -> bool:
    """Pikemen with musketeers or arquebusiers, and nobody else (cappa.6.h2)."""
    codes = [{weapon.code for weapon in sheet.weapons} for sheet in men]
    pikes = [one for one in codes if PIKE in one]
    return 0 < len(pikes) < len(codes) and all(one in pikes or SHOT & one for one in codes)
