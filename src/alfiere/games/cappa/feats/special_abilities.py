"""Chapter 8.1.2, abilities that are deeds or answers: leadership, aggressive, reactive, betrayer, brave.

Those that change a roll, a cost or a wound act where they belong: in fire.py, blows.py, arms.py, wounds.py,
morale_tests.py, activation.py and battle_cry.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from alfiere.games.cappa.combat.charge_deeds import Charge
from alfiere.games.cappa.combat.fire import Hit, roll_shot
from alfiere.games.cappa.combat.reactions import apply_answer
from alfiere.games.cappa.combat.shooting import FireTogether, Shoot
from alfiere.games.cappa.combat.squad_charge import ChargeTogether
from alfiere.games.cappa.combat.volleys import Volley, line_of, roll_volley
from alfiere.games.cappa.ground.engaged import are_fighting, is_in_melee
from alfiere.games.cappa.ground.ground import within
from alfiere.games.cappa.ground.sight import sees
from alfiere.games.cappa.morale.morale import after_attack, compulsory_test, must_squad_test
from alfiere.games.cappa.morale.morale_tests import LOSSES, can_charge, recover
from alfiere.games.cappa.morale.rousing import may_be_roused, rouse
from alfiere.games.cappa.movement.carrying import drop_parted
from alfiere.games.cappa.people.impulses import Actor, AnyAction, OfOne, actor, bodies, cost_of
from alfiere.games.cappa.sheets.abilities import AGGRESSIVE, BETRAYER, BRAVE, LEADERSHIP, REACTIVE
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.state.action_points import LED_BY, followers_of
from alfiere.games.cappa.state.state import ACTION, OF_FIGURE, Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.events import Corrupted, Followed, Roused
from alfiere.games.cappa.victory.firmness import judge, score
from alfiere.games.cappa.weaponry.arms import loosen, missiles
from alfiere.games.cappa.weaponry.blows import FOLLOWED
from alfiere.games.cappa.weaponry.wounds import Harm, eliminate
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.procedure import Procedure

ATTACKS: tuple[AnyAction, ...] = (Charge(), ChargeTogether(), Shoot(), FireTogether())  # cappa.8.1.2.h8
CHARGES = (Charge.verb, ChargeTogether.verb)
BETRAYED = OF_FIGURE.bare("BE")
PLENTY = 9  # PA beyond any cost: what he meant to do is paid for already


def carry_out(g: SkirmishGame, who: Actor, option: Option, deed: AnyAction) -> Procedure[None]:
    """An action with all that others do about it: the aggressive before, followers and the watchful after."""
    s = g.state
    OF_FIGURE.end_of_all(s.figures.values(), ACTION)
    for one in FOLLOWED.bearers(s.figures.values()):
        if not one.charged:
            FOLLOWED.take(one)  # of an impulse that is over
    led = followers(s, who) if isinstance(who, Figure) else []
    watching = {one.id for one in _watchful(s, who) if not _is_near(s, one, who)}
    roused, meanwhile = yield from _rouse_aggressive(g, who, option, deed)
    if roused and not _is_still_possible(s, who, option, deed):
        return
    shots = yield from _shots_of(g, meanwhile)
    yield from deed.perform(g, who, option)
    for charger, attack in meanwhile:
        if attack.key in CHARGES:
            yield from _charge_meanwhile(g, charger, attack)
    harms: list[Harm] = []
    for shot, seat in shots:
        harms += yield from apply_answer(g, shot, seat)
    if harms and not s.winner:
        yield from after_attack(g, harms)
    if isinstance(who, Figure):
        yield from _follow(g, who, led, option, deed)
    drop_parted(s)
    for one in _watchful(s, who) if watching else ():
        if one.id in watching and _is_near(s, one, who):
            yield from rouse(g, one, "approach")  # cappa.8.1.2o


def _is_still_possible(s: SkirmishState, who: Actor, option: Option, deed: AnyAction) -> bool:
    """Whether he may still do what he meant to do, whatever it has cost, offered or pointed at.

    Who has fallen does nothing more, who is shaken or in melee now only what is left to such (cappa.5.2.h2).
    """
    here = [one for one in bodies(s, who) if one.is_up]
    if not here or (who.shaken and not deed.shaken):
        return False
    if not deed.in_melee and are_fighting(s, here):
        return False
    meant = {name: value for name, value in option.args.items() if name != "pa"}
    for one in deed.offer(s, who, who.pa + PLENTY):
        if {name: value for name, value in one.args.items() if name != "pa"} == meant:
            return True
    return isinstance(deed.judged(s, who, option.args), Option)


# Leadership


def followers(s: SkirmishState, leader: Figure) -> list[Figure]:
    """Those who do as he does until his PA are spent, as long as they keep close (cappa.8.1.2b, cappa.8.1.2.h1)."""
    return _close_to(s, leader, (one for one in _led(s, leader) if not one.shaken))


def _led(s: SkirmishState, leader: Figure) -> list[Figure]:
    return [one for one in followers_of(s, leader) if one.seat == leader.seat and one.is_up]


def _may_follow(s: SkirmishState, leader: Figure, one: Figure) -> bool:
    """A hero or protagonist on his own, not shaken (cappa.8.1.2a)."""
    return one.id != leader.id and one.sheet.rank.lines > 1 and not one.squad and not one.shaken


def _close_to(s: SkirmishState, leader: Figure, those: Iterable[Figure]) -> list[Figure]:
    """Of those, who is at most 1 um from him or from another of them (cappa.8.1.2b)."""
    found, left = [leader], list(those)
    while near := [one for one in left if any(within(s, one, two, tables().lengths.leadership) for two in found)]:
        found += near
        left = [one for one in left if one not in near]
    return found[1:]


def group_of(s: SkirmishState, leader: Figure) -> list[Figure]:
    """All who could follow."""
    return _close_to(s, leader, (one for one in s.standing(leader.seat) if _may_follow(s, leader, one)))


class Lead(OfOne):
    """As many of them as he likes, who with those he leads already keep close together."""

    verb = "lead"
    in_melee = True
    keeps_nocked = True

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if LEADERSHIP not in who.sheet.abilities or s.squad_of(who) is not None or pa < 2:
            return
        led = _led(s, who)
        group = [one for one in group_of(s, who) if one not in led]
        for size in range(len(group), 0, -1):
            for few in combinations(group, size):
                close = _close_to(s, who, (*led, *few))
                if all(one in close for one in few):
                    yield Option("lead", {"figure": who.id, "followers": [one.id for one in few]}, ("cappa.8.1.2a",))

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        """Their own dice are taken away; they spend his PA (cappa.8.1.2c, cappa.8.1.2.h1)."""
        for name in option["followers"]:
            one = g.state.figures[name]
            one.die, one.pa, one.is_activated = 0, 0, True
            one.moved_now, one.has_aimed = 0, False
            LED_BY.put(one, who.id)
        g.tell(Followed(who.id, tuple(option["followers"])))


def _follow(g: SkirmishGame, leader: Figure, led: list[Figure], option: Option, deed: AnyAction) -> Procedure[None]:
    """Each does the same thing in his own way, for the PA it has cost the leader, or nothing (cappa.8.1.2a)."""
    if deed.verb == "lead":
        return
    paid = cost_of(option)
    for one in led:
        if not one.is_up or one.shaken or (not deed.in_melee and is_in_melee(g.state, one)):
            continue
        options = [same for same in deed.offer(g.state, one, leader.pa + paid) if cost_of(same) <= paid]
        if not options:
            continue
        options.append(Option("hold", {"figure": one.id}, ("cappa.8.1.2a",)))
        about = {"figure": one.id, "leader": leader.id}
        chosen = yield Decision(one.seat, "follow", options, about, ("cappa.8.1.2a",))
        if chosen.key != "hold":
            yield from deed.perform(g, one, chosen)
            loosen(one, deed)


# Aggressive


def _rouse_aggressive(
    g: SkirmishGame, who: Actor, option: Option, deed: AnyAction
) -> Procedure[tuple[bool, list[tuple[Actor, Option]]]]:
    """Whoever is aggressive, without a die, and sees an enemy declare an action gets one PA (cappa.8.1.2e).

    Tells whether somebody has attacked before the action, and who attacks while a shot is fired (cappa.8.1.2.h8).
    """
    s = g.state
    if s.phase != "actions" or not [one for one in s.figures.values() if AGGRESSIVE in one.sheet.abilities]:
        return False, []
    everybody: list[Actor] = [one for one in s.enemies_of(who) if not one.squad]
    everybody += [squad for squad in s.squads.values() if s.are_enemies(squad, who)]
    attacked = False
    meanwhile: list[tuple[Actor, Option]] = []
    for one in everybody:
        if not is_provoked(s, one, who):
            continue
        attack = yield from _answer(g, one, who, option, deed)
        if attack is not None and deed.is_fire:
            meanwhile.append((one, attack))
        elif attack is not None:
            yield from _deed_of(attack).perform(g, one, attack)
            attacked = True
    return attacked, meanwhile


def _deed_of(attack: Option) -> AnyAction:
    return next(deed for deed in ATTACKS if deed.verb == attack.key)


def _shots_of(g: SkirmishGame, meanwhile: list[tuple[Actor, Option]]) -> Procedure[list[tuple[Hit | Volley, Seat]]]:
    """Who fires while the enemy does fires with what he has now, whatever that shot does to him (cappa.5.1.h1).

    It is an answer, which nobody answers (cappa.2.2.2.h4).
    """
    s, fired = g.state, []
    for one, attack in meanwhile:
        if attack.key in CHARGES:
            continue
        rolled: Hit | Volley
        if isinstance(one, Figure):
            weapon = dict(missiles(one))[attack["weapon"]]
            rolled = yield from roll_shot(g, one, s.figures[attack["target"]], attack["weapon"], weapon)
        else:
            target = actor(s, attack["target"])
            aim = line_of(s, one, target, attack)
            assert aim is not None  # it was offered, and nobody has moved
            rolled = yield from roll_volley(g, one, aim, target)
        fired.append((rolled, one.seat))
    return fired


def _charge_meanwhile(g: SkirmishGame, one: Actor, attack: Option) -> Procedure[None]:
    """The shot and the charge are one moment: neither undoes the other, unless the charger fell or lost heart."""
    able = bool(bodies(g.state, one)) and not one.shaken and not g.state.winner
    if able and not (isinstance(one, Figure) and not one.is_up) and g.state.figures[attack["target"]].is_up:
        yield from _deed_of(attack).perform(g, one, attack)


def is_provoked(s: SkirmishState, one: Actor, who: Actor) -> bool:
    """Not activated, not shaken, in sight of the one who acts; so once a turn at the most (cappa.8.1.2.h2)."""
    if s.phase != "actions" or one.is_activated or one.shaken or not _is_aggressive(s, one):
        return False
    here = bodies(s, one)
    if not here or not here[0].is_up or not all(AGGRESSIVE in figure.sheet.abilities for figure in here):
        return False
    return any(sees(s, figure, enemy) for figure in here for enemy in bodies(s, who))


def _is_aggressive(s: SkirmishState, one: Actor) -> bool:
    """Whether he is, or anybody of a squad: cheaper to ask than who of them stand together."""
    everybody = [one] if isinstance(one, Figure) else map(s.figures.__getitem__, one.members)
    return any(AGGRESSIVE in figure.sheet.abilities for figure in everybody)


def _answer(g: SkirmishGame, one: Actor, who: Actor, option: Option, deed: AnyAction) -> Procedure[Option | None]:
    """Shoot, charge, or keep the PA to answer an attack on himself; with neither it is taken back (cappa.8.1.2f)."""
    s = g.state
    here = bodies(s, one)
    die = tables().numbers.aggressive_die
    free = not is_in_melee(s, here[0])  # with one of a squad all are, cappa.5.1.5a
    attacks = [attack for own in ATTACKS if free for attack in own.offer(s, one, die)]
    is_aimed_at = option.get("target") in (one.id, *(figure.id for figure in here))
    if is_aimed_at and deed.is_fire:  # to fire at him who fires at one is the answer itself, cappa.2.2.2b
        theirs = (who.id, *(figure.id for figure in bodies(s, who)))
        attacks = [attack for attack in attacks if attack.key in CHARGES or attack["target"] not in theirs]
    if not attacks and not is_aimed_at:
        return None
    one.die, one.pa, one.is_activated = die, die, True
    g.tell(Roused(one.id, die, die))
    options = list(attacks)
    if is_aimed_at:
        options.append(Option("answer", {"figure": one.id}, ("cappa.8.1.2e",)))
    elif not any(can_charge(s, figure, enemy) for figure in here for enemy in s.enemies_of(one)):  # cappa.8.1.2.h9
        options.append(Option("decline", {"figure": one.id}, ("cappa.8.1.2f",)))
    about = {"figure": one.id, "enemy": who.id}
    chosen = yield Decision(one.seat, "aggressive", options, about, ("cappa.8.1.2e", "cappa.8.1.2.h8"))
    if chosen.key == "answer":
        return None
    one.pa = 0
    return None if chosen.key == "decline" else chosen


# Reactive, when somebody comes near


def _watchful(s: SkirmishState, who: Actor) -> list[Figure]:
    if not [one for one in s.figures.values() if REACTIVE in one.sheet.abilities]:
        return []  # so it is in most skirmishes
    return [one for one in s.enemies_of(who) if REACTIVE in one.sheet.abilities and may_be_roused(s, one)]


def _is_near(s: SkirmishState, figure: Figure, who: Actor) -> bool:
    """Within the short range of a weapon he holds (cappa.8.1.2o)."""
    bands = [weapons()[code].short for code in figure.hands]
    far = max((band.um for band in bands if band is not None), default=0)
    return bool(far) and any(within(s, figure, one, far) for one in bodies(s, who))


# Betrayer


def corruptible(s: SkirmishState, figure: Figure) -> list[tuple[Figure, ...]]:
    """One protagonist, one extra, or two of the same squad, whom he sees and who see him (cappa.8.1.2t)."""
    seen = [one for one in s.enemies_of(figure) if sees(s, figure, one) and sees(s, one, figure)]
    extras = [one for one in seen if one.sheet.cls == "extra" and not one.sheet.is_animal]
    found: list[tuple[Figure, ...]] = [(one,) for one in seen if one.sheet.cls == "protagonist"]
    found += [pair for pair in combinations(extras, 2) if pair[0].squad and pair[0].squad == pair[1].squad]
    return found + [(one,) for one in extras]


class Betray(OfOne):
    """Once a game, in his own impulse, for nothing (cappa.8.1.2s, cappa.8.1.2.h7)."""

    verb = "betray"
    is_attack = True
    keeps_nocked = True

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if BETRAYER in who.sheet.abilities and not BETRAYED.is_on(who):
            for bought in corruptible(s, who):
                args = {"figure": who.id, "bought": [one.id for one in bought], "pa": 0}
                yield Option("betray", args, ("cappa.8.1.2s",))

    def perform(self, g: SkirmishGame, who: Figure, option: Option) -> Procedure[None]:
        """They count as eliminated in every respect (cappa.8.1.2u)."""
        s = g.state
        BETRAYED.put(who)
        g.tell(Corrupted(who.id, tuple(option["bought"])))
        for name in option["bought"]:
            eliminate(g, s.figures[name], "cappa.8.1.2u")
            score(g, "out of action", s.figures[name])
        squad = s.squads.get(s.figures[option["bought"][0]].squad)
        if squad is not None and must_squad_test(s, squad, option["bought"]):
            yield from compulsory_test(g, squad, LOSSES)
        judge(g)


# Brave


class Encourage(OfOne):
    """A shaken friend in sight within 1 um, or the squad he belongs to (cappa.8.1.2v, cappa.8.1.2w)."""

    verb = "encourage"
    in_melee = True

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if BRAVE not in who.sheet.abilities or s.squad_of(who) is not None:
            return
        named: list[Figure | Squad] = []
        for one in s.standing(who.seat):
            friend = one if one.shaken else s.squad_of(one) or one  # a leader may be shaken by himself, cappa.2.3.h7
            if one.id == who.id or not s.is_shaken(one) or friend in named:
                continue
            if within(s, who, one, tables().lengths.brave) and sees(s, who, one):
                named.append(friend)
                yield Option("encourage", {"figure": who.id, "target": friend.id}, ("cappa.8.1.2v",))

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        recover(g, actor(g.state, option["target"]), "cappa.8.1.2v")
