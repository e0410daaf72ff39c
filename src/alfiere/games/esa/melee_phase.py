"""Chapter 7, the melee action: who attacks whom, who joins, and the cavalry's way out."""

from __future__ import annotations

from dataclasses import dataclass, field

from alfiere.battles.turns import one_after_another
from alfiere.games.esa.card_tests import base_tally, least, may_act, told, turn_cards
from alfiere.games.esa.command import enemies_around, has_melee_order, is_engaged
from alfiere.games.esa.events import BatteryOverrun, MeleeLapsed, MeleeSplit, MeleeStruck
from alfiere.games.esa.follow_up import follow_up
from alfiere.games.esa.forced import withdraw
from alfiere.games.esa.ground_rules import may_fight
from alfiere.games.esa.losses import eliminate, flee, hit_leader, is_broken, shake, take_losses
from alfiere.games.esa.melee import Combat, Side, can_strike, fight, have_fought, may_follow_up, melee_tally, own_armour
from alfiere.games.esa.melee_split import Parted, split
from alfiere.games.esa.state import (
    ATTACKED,
    CHANGED,
    FAILED_MELEE,
    BattleState,
    Division,
    EsaGame,
    Leader,
    Unit,
)
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import MARK, Procedure, choose


@dataclass(slots=True)
class Melee:
    """A melee in the making: who attacks, who is attacked or steps in, and who of them will strike."""

    attackers: list[Unit]
    defenders: list[Unit]
    fighting: set[str] = field(default_factory=set)
    out: set[str] = field(default_factory=set)  # asked, and would rather not
    spared: set[str] = field(default_factory=set)  # enemies the active player leaves alone


def can_attack(s: BattleState, unit: Unit) -> bool:
    """Whether a unit may still attack in this phase (esa.7.1l, esa.9.7c2, esa.10.16a)."""
    return bool(unit.hex) and not (
        unit.is_shaken or unit.profile.is_artillery or unit.did & (ATTACKED | FAILED_MELEE | CHANGED)
    )


def opponents(s: BattleState, unit: Unit) -> list[Unit]:
    """Enemy units a unit with a melee order may attack now (esa.7.1a, esa.7.1b, esa.7.1m)."""
    return [enemy for enemy in enemies_around(s, unit) if not have_fought(s, unit, enemy) and may_fight(s, unit, enemy)]


def lone_leaders(s: BattleState, unit: Unit) -> list[Leader]:
    """Enemy leaders without a unit in adjacent hexes, where the unit may fight a unit (esa.10.1j, esa.7.1.1c)."""
    alone = [
        s.leaders[name]
        for label in s.field.grid.adjacent[unit.hex]
        if (name := s.leader_at.get(label)) is not None and label not in s.at
    ]
    return [leader for leader in alone if leader.seat != unit.seat and may_fight(s, unit, leader)]


def must_attack(s: BattleState, unit: Unit) -> bool:
    """A unit with a melee order beside the enemy must fight; reiter only if engaged (esa.7.1.1a, esa.9.16c)."""
    return not unit.profile.is_reiter or is_engaged(s, unit)


def tell_lapsed(g: EsaGame, division: Division) -> None:
    """Say of units that have moved into contact why they do not attack: they are in command no more (esa.6.3f)."""
    s = g.state
    for unit in map(s.units.__getitem__, division.units):
        if unit.id not in s.active and can_attack(s, unit):
            met = [enemy for enemy in opponents(s, unit) if enemy.id in unit.contacts]
            if met and not has_melee_order(s, unit):
                g.tell(MeleeLapsed(unit.id, met[0].id, division.general))


def fight_with(g: EsaGame, names: list[str]) -> Procedure[None]:
    """All attacks of these units, in the order their owner likes; those that must fight do."""
    while True:
        yield MARK
        s = g.state
        ready = [unit for unit in map(s.units.__getitem__, names) if can_attack(s, unit)]
        options = [
            Option("attack", {"unit": unit.id, "target": enemy.id}, ("esa.7.1a",))
            for unit in ready
            for enemy in opponents(s, unit)
        ]
        duty = any(must_attack(s, s.units[option["unit"]]) for option in options)
        options += [
            Option("attack-leader", {"unit": unit.id, "target": leader.id}, ("esa.10.1j",))
            for unit in ready
            for leader in lone_leaders(s, unit)
        ]
        if not duty:  # as there is none where nobody is to be attacked
            options.append(Option("done"))
        chosen = options[0]
        if len(options) > 1:
            seat = ready[0].seat
            chosen = yield Decision(seat, "attack", options, {"division": s.acting}, ("esa.7a", "esa.7.1.1a"))
        if chosen.key == "done":
            return
        unit = s.units[chosen["unit"]]
        if chosen.key == "attack-leader":
            yield from attack_leader(g, unit, s.leaders[chosen["target"]])
        else:
            yield from attack(g, unit, s.units[chosen["target"]], names)


def attack(g: EsaGame, unit: Unit, target: Unit, names: list[str]) -> Procedure[None]:
    """A declared attack: the melee it belongs to is gathered, parted and fought (esa.7.4.1g-esa.7.4.1j)."""
    s = g.state
    if target.profile.is_artillery:
        yield from overrun(g, unit, target)
        return
    melee = yield from gather(g, unit, target, names)
    combats = yield from part(g, melee)
    if len(combats) > 1:
        g.tell(MeleeSplit(tuple((_ids(c.attackers), _ids(c.defenders)) for c in combats)))
    while combats:  # esa.7.4.1e: the active player decides which is fought first
        options = [
            Option("fight", {"unit": c.attackers.units[0].id, "target": c.defenders.units[0].id}) for c in combats
        ]
        chosen = yield from choose(unit.seat, "first-combat", options, {}, ("esa.7.4.1e",))
        combat = combats.pop(options.index(chosen))
        if _still_stands(s, combat):
            winners = yield from fight(g, combat)
            for winner, vacated in winners:
                if (yield from follow_up(g, winner, vacated)):
                    yield from melee_after_pursuit(g, winner)


def _ids(side: Side) -> tuple[str, ...]:
    return tuple(unit.id for unit in side.units)


def _still_stands(s: BattleState, combat: Combat) -> bool:
    """Units that have gone drop out; a combat without contact is not fought (esa.7.4.1j)."""
    mine, theirs = combat.attackers, combat.defenders
    adjacent = s.field.grid.adjacent
    mine.units = [u for u in mine.units if u.hex and any(v.hex in adjacent[u.hex] for v in theirs.units if v.hex)]
    theirs.units = [v for v in theirs.units if v.hex and any(u.hex in adjacent[v.hex] for u in mine.units)]
    for side in (mine, theirs):  # a pursuit in the meantime may have shaken one of them, esa.7.4c2
        side.fighting -= {unit.id for unit in side.units if unit.is_shaken}
    return bool(theirs.units)


def gather(g: EsaGame, unit: Unit, target: Unit, names: list[str]) -> Procedure[Melee]:
    """Who takes part: the acting units linked by contact, and the enemies who are attacked or step in."""
    melee = Melee([unit], [target])
    yield from _fights_back(g, melee, unit, target)
    while (
        (yield from _mates_join(g, melee, names))
        or (yield from _enemies_join(g, melee))
        or (yield from _attack_more(g, melee))
    ):
        pass
    melee.fighting |= {one.id for one in melee.attackers}
    return melee


def _fights_back(g: EsaGame, melee: Melee, unit: Unit, target: Unit) -> Procedure[None]:
    """The owner of a unit that is attacked says whether it is activated by reaction (esa.7.1c, esa.3.3.1d)."""
    if can_strike(g.state, target, [unit]):
        about = {"unit": target.id, "enemy": unit.id}
        options = [Option("fight", {"unit": target.id}, ("esa.3.3.1d",)), Option("none")]
        chosen = yield Decision(target.seat, "fight-back", options, about, ("esa.7.1c", "esa.3.3.1d"))
        (melee.fighting if chosen.key == "fight" else melee.out).add(target.id)


def _mates_join(g: EsaGame, melee: Melee, names: list[str]) -> Procedure[bool]:
    """Units of the division in contact with the defenders take part; tells whether there were any (esa.7.4.1g)."""
    s = g.state
    joined = False
    for mate in map(s.units.__getitem__, names):
        if mate in melee.attackers or mate.id in melee.out or not can_attack(s, mate):
            continue
        foes = [foe for foe in opponents(s, mate) if foe in melee.defenders]
        if not foes:
            continue
        if not must_attack(s, mate):  # esa.9.16c: reiter whom nobody engages
            options = [Option("join", {"unit": mate.id}, ("esa.7.4.1g",)), Option("none")]
            chosen = yield Decision(mate.seat, "join-attack", options, {"enemy": foes[0].id}, ("esa.9.16c",))
            if chosen.key == "none":
                melee.out.add(mate.id)
                continue
        melee.attackers.append(mate)
        joined = True
    return joined


def _enemies_join(g: EsaGame, melee: Melee) -> Procedure[bool]:
    """Enemies next to the attackers may step in; tells whether one was asked (esa.3.3.1e, esa.7.4.1g2)."""
    s = g.state
    near = {foe.id: foe for one in melee.attackers for foe in enemies_around(s, one)}
    able = [
        foe
        for foe in near.values()
        if foe.id not in melee.fighting
        and foe.id not in melee.out
        and can_strike(
            s, foe, [a for a in enemies_around(s, foe) if a in melee.attackers and not have_fought(s, a, foe)]
        )
    ]
    if not able:
        return False
    options = [Option("join", {"unit": foe.id}, ("esa.3.3.1e",)) for foe in able] + [Option("none")]
    about = {"enemy": melee.attackers[0].id}
    chosen = yield Decision(able[0].seat, "join-melee", options, about, ("esa.3.3.1e",))
    if chosen.key == "none":
        melee.out |= {foe.id for foe in able}
        return True
    joined = s.units[chosen["unit"]]
    melee.fighting.add(joined.id)
    if joined not in melee.defenders:
        melee.defenders.append(joined)
    return True


def _attack_more(g: EsaGame, melee: Melee) -> Procedure[bool]:
    """The other attackers may turn on enemies who keep out of it, shaken or not (esa.7.4.1g2)."""
    s = g.state
    idle = {
        foe.id: mate
        for mate in melee.attackers[1:]
        for foe in opponents(s, mate)
        if foe not in melee.defenders and foe.id not in melee.spared and not foe.profile.is_artillery  # esa.9.2l3
    }
    if not idle:
        return False
    options = [Option("attack", {"unit": mate.id, "target": name}, ("esa.7.4.1g2",)) for name, mate in idle.items()]
    about = {"unit": melee.attackers[0].id}
    chosen = yield Decision(melee.attackers[0].seat, "attack-more", [Option("none"), *options], about, ("esa.7.4.1g2",))
    if chosen.key == "none":
        melee.spared |= idle.keys()
        return False
    foe = s.units[chosen["target"]]
    melee.defenders.append(foe)
    yield from _fights_back(g, melee, idle[foe.id], foe)
    return True


def part(g: EsaGame, melee: Melee) -> Procedure[list[Combat]]:
    """The combats of a melee; the player with more units splits it, the active one at a tie (esa.7.4.1h)."""
    s = g.state
    attackers, defenders = melee.attackers, melee.defenders
    mine, theirs = attackers[0].seat, defenders[0].seat

    def able(units: list[Unit], enemies: list[Unit]) -> set[str]:
        return {u.id for u in units if u.id in melee.fighting and can_strike(s, u, enemies)}

    def combat(ours: list[Unit], others: list[Unit]) -> Combat:
        return Combat(Side(mine, ours, False, able(ours, others)), Side(theirs, others, True, able(others, ours)))

    if len(attackers) == 1 or len(defenders) == 1:
        return [combat(attackers, defenders)]
    parted: list[Parted]
    if len(defenders) > len(attackers):
        parted = yield from split(g, theirs, defenders, attackers)
        return [combat(one.theirs, one.mine) for one in parted]
    parted = yield from split(g, mine, attackers, defenders)
    return [combat(one.mine, one.theirs) for one in parted]


def overrun(g: EsaGame, unit: Unit, battery: Unit) -> Procedure[None]:
    """A battery reached by a unit is eliminated without a test (esa.9.2l-esa.9.2l4)."""
    unit.did |= ATTACKED
    if not may_act(g, unit, "melee", FAILED_MELEE):
        return
    vacated = battery.hex
    g.tell(BatteryOverrun(unit.id, battery.id))
    eliminate(g, battery, "esa.9.2l")
    if may_follow_up(g.state, unit, vacated) and (yield from follow_up(g, unit, vacated)):
        yield from melee_after_pursuit(g, unit)


def attack_leader(g: EsaGame, unit: Unit, leader: Leader) -> Procedure[None]:
    """A unit attacks a lone leader, who fights back with his own strength (esa.10.1j-esa.10.1j3)."""
    s = g.state
    unit.did |= ATTACKED
    if not may_act(g, unit, "melee", FAILED_MELEE):
        return
    tally = melee_tally(s, unit, unit, attacked=False, main_of_many=False)
    armour = Tally("armour")
    armour.add(leader.profile.armour[1], "armour", "esa.10.1j")
    turned, hits = turn_cards(g, unit.seat, tally.total, leader.strength + armour.total)
    losses = max(0, hits - armour.total)
    none = Tally("automatic")
    drawn = told(s, unit.seat, turned)
    g.tell(MeleeStruck(unit.id, (), leader.id, none, tally, *drawn, hits, armour, losses, ("esa.10.1j",)))
    back = least(base_tally("melee", leader.strength, leader.profile.melee))
    shield = own_armour(s, unit)
    answered, blows = turn_cards(g, leader.seat, back.total, unit.strength + shield.total)
    harm = max(0, blows - shield.total)
    drawn = told(s, leader.seat, answered)
    g.tell(MeleeStruck(leader.id, (), unit.id, none, back, *drawn, blows, shield, harm, ("esa.10.1j2",)))
    survives = not losses or hit_leader(g, leader, losses)
    take_losses(g, unit, harm)
    if harm and unit.hex and is_broken(s, unit):
        shake(g, unit, "esa.6.1k")  # esa.10.1j: but nothing moves
    if survives:
        yield from flee(g, leader, must_leave=False)  # esa.10.1j3


def melee_after_pursuit(g: EsaGame, unit: Unit) -> Procedure[None]:
    """A pursuit that has met the enemy is fought at once, as an attack of its own (esa.9.12b, esa.7.1l)."""
    s = g.state
    foes = opponents(s, unit)
    if not foes or unit.is_shaken:
        return
    options = [Option("attack", {"unit": unit.id, "target": foe.id}, ("esa.9.12b",)) for foe in foes]
    chosen = yield from choose(unit.seat, "attack", options, {"unit": unit.id}, ("esa.9.12b",))
    yield from attack(g, unit, s.units[chosen["target"]], [unit.id])


def cavalry_leaves(g: EsaGame) -> Procedure[None]:
    """Cavalry still facing a fresh enemy it has fought withdraws at the end of the phase (esa.9.4a-esa.9.4c)."""

    def leave(waiting: str) -> Procedure[None]:
        name, threat = waiting.split()
        yield from withdraw(g, g.state.units[name], threat, "esa.7.1i", from_losses=False)

    yield from one_after_another(g, leave)


def end_melees(s: BattleState, order: tuple[Seat, Seat]) -> list[str]:
    """The melees of a phase are over: who must leave. Those of late moves are counted anew (esa.9.6d2, esa.9.6d3)."""
    found = leaving_cavalry(s, order)
    s.fought.clear()
    s.gave_way.clear()
    return found


def leaving_cavalry(s: BattleState, order: tuple[Seat, Seat]) -> list[str]:
    """The list made once at the end of the melee phase, as unit and threat (esa.9.4b, esa.9.4b2, esa.5.3.2d)."""
    found: list[str] = []
    if not s.fought:
        return found
    for seat in order:
        for unit in (one for one in s.side(seat) if one.values.is_cavalry):
            foes = [enemy for enemy in enemies_around(s, unit) if _holds_out(s, enemy, unit)]
            if foes:
                last = max(foes, key=lambda foe: _last_fight(s, unit, foe))
                found.append(f"{unit.id} {last.hex}")
    return found


def _holds_out(s: BattleState, enemy: Unit, unit: Unit) -> bool:
    """Whether an enemy a unit has fought is still in the melee: fresh, and has not given way to it (esa.9.4a)."""
    return not enemy.is_shaken and have_fought(s, unit, enemy) and f"{enemy.id} {unit.id}" not in s.gave_way


def _last_fight(s: BattleState, unit: Unit, foe: Unit) -> int:
    pairs = (f"{unit.id} {foe.id}", f"{foe.id} {unit.id}")
    return max(place for place, pair in enumerate(s.fought) if pair in pairs)
