"""Chapter 6.7, melee of a squad: who strikes, a die for each, who falls, who has won and drives the other back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from alfiere.games.cappa.action_points import lose, pa_left, spend
from alfiere.games.cappa.arms import empty_after_melee
from alfiere.games.cappa.blows import Arm, Blow, arms_against, has_charged, in_hand, strike
from alfiere.games.cappa.engaged import are_in_melee, foes
from alfiere.games.cappa.events import Moved, RoundWon
from alfiere.games.cappa.ground import gap, journey
from alfiere.games.cappa.impulses import Actor, Deed, bodies
from alfiere.games.cappa.leaving import parting_blows
from alfiere.games.cappa.morale import after_attack
from alfiere.games.cappa.morale_tests import present
from alfiere.games.cappa.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.tables import tables
from alfiere.games.cappa.volleys import casualties
from alfiere.games.cappa.weapons import hand_to_hand
from alfiere.games.cappa.wounds import RIDER, Harm, harm
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.headings import heading_of, offset
from alfiere.table.shapes import Point


class Struck(NamedTuple):
    """What one party has done in a round: its blows, before anything is applied."""

    enemy: Actor
    blows: list[Blow]

    @property
    def hits(self) -> int:
        """How many struck home."""
        return sum(1 for blow in self.blows if blow.is_hit)

    @property
    def wounds(self) -> int:
        """How many of them wound."""
        return sum(1 for blow in self.blows if blow.wounds)


def party(s: SkirmishState, who: Actor) -> list[Figure]:
    """Those who fight with somebody: himself, or every member of his squad (cappa.6.7.4.h2)."""
    return [who] if isinstance(who, Figure) else present(s, who)


def touching(s: SkirmishState, who: Actor, enemy: Actor) -> list[Figure]:
    """The members of a party who are themselves in melee with the other."""
    return [one for one in party(s, who) if any(are_in_melee(s, one, two) for two in party(s, enemy))]


def enemies_of(s: SkirmishState, squad: Squad) -> list[Actor]:
    """Every lone character and squad that a squad is in melee with (cappa.6.7.h2)."""
    found: list[Actor] = []
    for one in bodies(s, squad):
        for enemy in foes(s, one):
            other = s.squad_of(enemy) or enemy
            if other not in found:
                found.append(other)
    return found


# A round


def fight_squads(g: SkirmishGame, attacker: Actor, defender: Actor, chosen: Figure | None = None) -> Procedure[None]:
    """One round in which at least one party is a squad (cappa.6.7.4). ``chosen``: whom a lone charger strikes."""
    s = g.state
    is_first = _has_just_charged(s, attacker, defender)
    mine = _strikers(s, attacker, defender, is_first)
    theirs: list[Figure] = []
    if pa_left(s, defender):  # cappa.5.2d
        theirs = _strikers(s, defender, attacker, is_first)
        if theirs:
            spend(s, theirs[0])
    rounds = [_strike(g, mine, defender, chosen)]
    if theirs:
        rounds.append(_strike(g, theirs, attacker, None))
    before = {who.id: len(party(s, who)) for who in (attacker, defender)}
    harms: list[Harm] = []
    for one in rounds:
        harms += yield from _apply(g, one, chosen if one.enemy is defender and is_first else None)
    for figure in (*mine, *theirs):
        empty_after_melee(figure)
    margin, why, rule = _margin(s, attacker, defender, rounds, before)
    winner, loser = (attacker, defender) if margin > 0 else (defender, attacker)
    g.tell(RoundWon(winner.id if margin else "", loser.id if margin else "", why, (rule,)))
    yield from after_attack(g, harms)
    if margin and not s.winner:
        yield from _drive_back(g, winner, loser)


def _has_just_charged(s: SkirmishState, attacker: Actor, defender: Actor) -> bool:
    """The first round of a charge between a squad and a lone character (cappa.6.7.1a, cappa.6.7.2a)."""
    if isinstance(attacker, Squad) and isinstance(defender, Squad):
        return False  # cappa.6.7.3a
    return any(has_charged(one, two) for one in party(s, attacker) for two in party(s, defender))


def _strikers(s: SkirmishState, who: Actor, enemy: Actor, is_first: bool) -> list[Figure]:
    """In the first round of such a charge only those in contact, otherwise all of them (cappa.6.7.4a)."""
    return touching(s, who, enemy) if is_first else party(s, who)


def _strike(g: SkirmishGame, strikers: list[Figure], enemy: Actor, chosen: Figure | None) -> Struck:
    """A die for each who can fight, in contact or not (cappa.6.7.4a, cappa.6.7.4b)."""
    blows = []
    for one in strikers:
        target = chosen or _opposite(g.state, one, enemy)
        blows.append(strike(g, one, target, arm_of(g.state, one, target)))
    return Struck(enemy, blows)


def _opposite(s: SkirmishState, figure: Figure, enemy: Actor) -> Figure:
    """The one of the other party he has before him: in contact, otherwise the nearest."""
    there = party(s, enemy)
    return min(there, key=lambda one: (not are_in_melee(s, figure, one), gap(s, figure, one), one.id))


def arm_of(s: SkirmishState, figure: Figure, target: Figure) -> Arm:
    """What he fights with; those behind the first line use their weapon as in contact (cappa.6.7.4.h2)."""
    arms = arms_against(s, figure, target)
    if arms:
        return arms[0]
    used, blow = hand_to_hand(in_hand(figure)[0])
    return Arm(in_hand(figure)[0].code, used, blow.hit, blow.damage, False)


def _apply(g: SkirmishGame, done: Struck, chosen: Figure | None) -> Procedure[list[Harm]]:
    """One PA lost in all, the wounds on one man or on as many as there are (cappa.5.2.1.h2, cappa.6.7.4d)."""
    s = g.state
    if not done.hits:
        return []
    enemy = done.enemy
    here = party(s, enemy)
    if here:
        lose(s, here[0], tables().numbers.hit_loses)
    if isinstance(enemy, Figure) or chosen is not None:
        return _on_one(g, enemy if isinstance(enemy, Figure) else chosen, done)
    names = [blow.attacker for blow in done.blows]
    strikers = [s.figures[name] for name in names]
    front = [one.id for one in here if any(are_in_melee(s, one, two) for two in strikers)]
    harms: list[Harm] = []
    for name in (yield from casualties(g, enemy, done.wounds, front)):
        harms += harm(g, s.figures[name], "melee", True, RIDER)
    return harms


def _on_one(g: SkirmishGame, figure: Figure | None, done: Struck) -> list[Harm]:
    """Against one man every wound is his (cappa.6.7.4c)."""
    harms: list[Harm] = []
    for blow in done.blows:
        if figure is not None and blow.is_hit and figure.is_up:
            harms += harm(g, figure, "melee", blow.wounds, blow.struck)
    return harms


def _margin(
    s: SkirmishState, attacker: Actor, defender: Actor, rounds: list[Struck], before: dict[str, int]
) -> tuple[int, str, str]:
    """Who has put more out of action; then more wounds; then more hits (cappa.6.7.5a, cappa.6.7.5.h1)."""
    mine = rounds[0]
    theirs = rounds[1] if len(rounds) > 1 else Struck(attacker, [])
    fallen = {who.id: before[who.id] - sum(1 for one in party(s, who) if one.is_up) for who in (attacker, defender)}
    scores = (
        (fallen[defender.id] - fallen[attacker.id], "out", "cappa.6.7.5a"),  # cappa.5.2.3b
        (mine.wounds - theirs.wounds, "wounds", "cappa.5.2.3c"),
        (mine.hits - theirs.hits, "hits", "cappa.5.2.3d"),
    )
    return next((one for one in scores if one[0]), (0, "draw", "cappa.5.2.3e"))


# After the round


def _drive_back(g: SkirmishGame, winner: Actor, loser: Actor) -> Procedure[None]:
    """The whole losing squad goes back 1 um in one direction; the winner may follow as a body (cappa.6.7.5.h2)."""
    s = g.state
    ours, theirs = [one for one in party(s, winner) if one.is_up], [one for one in party(s, loser) if one.is_up]
    if not ours or not theirs or not touching(s, winner, loser):
        return
    step = _step_from(ours, theirs)
    if not _can_shift(s, theirs, step):
        return
    args = {"figure": winner.id, "target": loser.id, "to": [theirs[0].x + step[0], theirs[0].y + step[1]]}
    options = [Option("push", {**args, "follows": False}, ("cappa.6.7.5.h2",))]
    if _can_follow(s, ours, theirs, step, loser):
        options.insert(0, Option("push", {**args, "follows": True}, ("cappa.6.7.5.h2",)))
    options.append(Option("stay", {"figure": winner.id}, ("cappa.5.2.3f",)))
    about = {"figure": winner.id, "enemy": loser.id}
    chosen = yield Decision(winner.seat, "push", options, about, ("cappa.6.7.5.h2", "cappa.5.2.3k"))
    if chosen.key == "stay":
        return
    _shift(g, theirs, step, "push")
    if chosen["follows"]:
        _shift(g, ours, step, "follow")
        for one in ours:
            one.charged = loser.id  # cappa.5.2.3.h3


def _step_from(ours: list[Figure], theirs: list[Figure]) -> Point:
    """1 um straight away, from the middle of one party to the middle of the other."""
    dx = sum(one.x for one in theirs) * len(ours) - sum(one.x for one in ours) * len(theirs)
    dy = sum(one.y for one in theirs) * len(ours) - sum(one.y for one in ours) * len(theirs)
    return offset(heading_of(dx or 1, dy), tables().lengths.push) if dx or dy else offset(0, tables().lengths.push)


def _can_shift(s: SkirmishState, figures: list[Figure], step: Point) -> bool:
    """Whether all of them can go so far straight, not minding one another."""
    names = [one.id for one in figures]
    far = tables().lengths.push + tables().lengths.tolerance
    for one in figures:
        trip = journey(s, one, far, zones=False, leave_out=names)
        if trip.straight(one.x + step[0], one.y + step[1]) is not None:
            return False
    return True


def _can_follow(s: SkirmishState, ours: list[Figure], theirs: list[Figure], step: Point, loser: Actor) -> bool:
    for one in theirs:
        one.x, one.y = one.x + step[0], one.y + step[1]
    free = _can_shift(s, ours, step)
    for one in theirs:
        one.x, one.y = one.x - step[0], one.y - step[1]
    known = {one.id for one in theirs}
    return free and not any(enemy.id not in known for one in ours for enemy in foes(s, one))  # cappa.5.2.6e


def _shift(g: SkirmishGame, figures: list[Figure], step: Point, how: str) -> None:
    for one in figures:
        start = one.x, one.y
        one.x, one.y = start[0] + step[0], start[1] + step[1]
        path = (start, (one.x, one.y))
        g.tell(Moved(one.id, start, path, tables().lengths.push, how, ("cappa.6.7.5.h2",)))


# Actions


def _offer_fight(s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
    """A squad in melee attacks one of its enemies; a shaken one defends itself so (cappa.6.7.h2, cappa.2.3.3j)."""
    if isinstance(who, Squad):
        for enemy in enemies_of(s, who):
            yield Option("fight-together", {"figure": who.id, "target": enemy.id}, ("cappa.6.7.h2",))


def _fight(g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
    s = g.state
    enemy: Actor = s.squads.get(option["target"]) or s.figures[option["target"]]
    yield from fight_squads(g, who, enemy)


def _offer_leaving(s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
    """A squad breaks off as a body, out of contact with everybody (cappa.5.2.5.h3)."""
    if not isinstance(who, Squad) or not enemies_of(s, who):
        return
    step = _way_off(s, who)
    if step is not None:
        first = bodies(s, who)[0]
        args = {"figure": who.id, "to": [first.x + step[0], first.y + step[1]]}
        yield Option("leave-together", args, ("cappa.2.2.1h", "cappa.5.2.5.h3"))


def _way_off(s: SkirmishState, squad: Squad) -> Point | None:
    here = bodies(s, squad)
    there = [one for enemy in enemies_of(s, squad) for one in party(s, enemy)]
    step = _step_from(there, here)
    if not _can_shift(s, here, step):
        return None
    for one in here:
        one.x, one.y = one.x + step[0], one.y + step[1]
    clear = not any(foes(s, one) for one in here)
    for one in here:
        one.x, one.y = one.x - step[0], one.y - step[1]
    return step if clear else None


def _leave(g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
    s = g.state
    harms: list[Harm] = []
    here = bodies(s, who)
    first = here[0].x, here[0].y
    for one in here:
        harms += yield from parting_blows(g, one)
    yield from after_attack(g, harms)
    left = bodies(s, who)
    _shift(g, left, (option["to"][0] - first[0], option["to"][1] - first[1]), "break off")


SQUAD_MELEE_DEEDS = [Deed("fight-together", _offer_fight, _fight), Deed("leave-together", _offer_leaving, _leave)]
