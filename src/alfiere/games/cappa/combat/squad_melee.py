"""Chapter 6.7, melee of a squad: who strikes, a die for each, who falls, who has won and drives the other back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from alfiere.games.cappa.combat.crews import lose_gun
from alfiere.games.cappa.combat.lines_drawn import blow_drawn
from alfiere.games.cappa.combat.shoving import Shove
from alfiere.games.cappa.combat.volleys import casualties
from alfiere.games.cappa.ground.engaged import are_in_melee, foes, may_fight
from alfiere.games.cappa.ground.ground import defends, gap, in_contact, stops_near
from alfiere.games.cappa.ground.gun_places import note_melee
from alfiere.games.cappa.ground.squads import fights_among
from alfiere.games.cappa.ground.zones import in_zone_of
from alfiere.games.cappa.morale.leaving import TURNS, parting_blows
from alfiere.games.cappa.morale.morale import after_attack
from alfiere.games.cappa.morale.morale_tests import is_steadied, present
from alfiere.games.cappa.movement.movement import count_move, shift
from alfiere.games.cappa.movement.obstacles import crossing_cost
from alfiere.games.cappa.movement.squad_march import name_formation
from alfiere.games.cappa.movement.squad_moves import cross_over, far_side, near_obstacle
from alfiere.games.cappa.people.impulses import Actor, OfSquad, actor, bodies
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.action_points import HURT, can_react, lose, pa_left, spend
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.events import KnockedDown, RoundWon
from alfiere.games.cappa.weaponry.arms import empty_after_melee
from alfiere.games.cappa.weaponry.blows import (
    Arm,
    Blow,
    arms_against,
    can_strike,
    end_charge,
    fights_with,
    follow_up,
    is_first_round,
    strike,
    whom_it_wounds,
)
from alfiere.games.cappa.weaponry.wounds import Harm, harm
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.drawing import Drawn
from alfiere.kernel.procedure import Procedure, choose
from alfiere.table.headings import FULL_TURN, heading_of, offset
from alfiere.table.measuring import way_length
from alfiere.table.shapes import Point

DIRECTIONS = 8  # of the winner's own um that are offered


class PartyBlows(NamedTuple):
    """What one party has done in a round: its blows, before anything is applied."""

    enemy: Actor
    blows: list[Blow]

    @property
    def hits(self) -> int:
        """How many struck home."""
        return sum(blow.is_hit for blow in self.blows)

    @property
    def wounds(self) -> int:
        """How many of them wound."""
        return sum(blow.wounds for blow in self.blows)


def party(s: SkirmishState, who: Actor) -> list[Figure]:
    """Those who stand in the melee with somebody: himself, or his squad without those who fight on their own."""
    if isinstance(who, Figure):
        return [who]
    return [one for one in present(s, who) if not one.shaken and fights_among(s, one) is who]  # cappa.2.3.h7


def _still_up(s: SkirmishState, who: Actor) -> list[Figure]:
    """Those of a party whom the round has left on the table and able to act."""
    return [one for one in party(s, who) if one.is_up]


def touching(s: SkirmishState, who: Actor, enemy: Actor) -> list[Figure]:
    """The members of a party who are themselves in melee with the other."""
    return [one for one in party(s, who) if any(are_in_melee(s, one, two) for two in party(s, enemy))]


def enemies_of(s: SkirmishState, squad: Squad) -> list[Actor]:
    """Every lone character and squad that a squad is in melee with, if only by one on his own die (cappa.6.7.h2)."""
    found: list[Actor] = []
    for one in party(s, squad) if may_fight(s, squad) else ():
        for enemy in foes(s, one):
            other = enemy if enemy.shaken else fights_among(s, enemy) or enemy  # cappa.2.3.h7
            if other not in found:
                found.append(other)
    return found


# A round


def fight_back(g: SkirmishGame, defender: Figure, attacker: Figure) -> Procedure[Arm | None]:
    """The blow a defender with PA is obliged to return, with a weapon that reaches (cappa.5.2d, cappa.5.3.2.h3)."""
    s = g.state
    if not can_react(s, defender):
        return None  # cappa.5.2e
    arms = arms_against(s, defender, attacker)
    if not arms:
        return None
    args = {"figure": defender.id, "target": attacker.id}
    options = [Option("fight-back", {**args, "weapon": arm.code}, ("cappa.5.2d", "cappa.2.2.1.h1")) for arm in arms]
    about = {"figure": defender.id, "enemy": attacker.id}
    chosen = yield from choose(defender.seat, "fight-back", options, about, ("cappa.5.2d",))
    spend(s, defender)  # cappa.5.2.1.h1: paid before a hit could take it
    return next(arm for arm in arms if arm.code == chosen["weapon"])


def fight_squads(
    g: SkirmishGame,
    attacker: Actor,
    defender: Actor,
    chosen: Figure | None = None,
    *,
    code: str = "",
    yields: bool = False,
) -> Procedure[None]:
    """One round in which at least one party is a squad (cappa.6.7.4). ``chosen``: whom a lone charger strikes.

    ``code``: the weapon a lone attacker has chosen; ``yields``: he gives ground.
    """
    s = g.state
    first, other = party(s, attacker)[0], party(s, defender)[0]
    is_first = is_first_round(s, first, other)
    note_melee(s, (attacker.id, defender.id))
    barriers = _fought_across(s, attacker, defender)
    mine = _strikers(s, attacker, defender, is_first)
    attacked = _strikers(s, defender, attacker, is_first, replies=True)
    own: Arm | None = None
    if isinstance(attacker, Figure):
        arms = arms_against(s, attacker, chosen or _opposite(s, attacker, defender))
        own = next((arm for arm in arms if arm.code == code), None)
    reply: Arm | None = None
    theirs: list[Figure] = []
    if isinstance(defender, Figure):
        reply = yield from fight_back(g, defender, _opposite(s, defender, attacker))
        theirs = [defender] if reply is not None else []
    elif attacked and pa_left(s, defender):  # cappa.5.2d
        theirs = attacked
        spend(s, defender)
    else:
        theirs = [one for one in attacked if one.die and can_react(s, one)]  # on what he has himself, cappa.5.2d
        for mate in theirs:
            spend(s, mate)
    rounds = [(yield from _strike(g, mine, defender, chosen, own, reply, yields=yields))]
    if theirs:
        rounds.append((yield from _strike(g, theirs, attacker, None, reply, own)))
    before = {who.id: len(party(s, who)) for who in (attacker, defender)}
    harms: list[Harm] = []
    for one in rounds:
        harms += yield from _apply(g, one, chosen if one.enemy is defender else None)
    for figure in (*mine, *attacked):
        empty_after_melee(figure)  # cappa.5.2.4a
    margin, why, rule = _margin(s, attacker, defender, rounds, before)
    winner, loser = (attacker, defender) if margin > 0 else (defender, attacker)
    g.tell(RoundWon(winner.id if margin else "", loser.id if margin else "", why, (rule,)))
    end_charge(s, first, other)
    yield from after_attack(g, harms)
    if margin and s.guns:
        lose_gun(g, loser)  # cappa.10.1.h1
    if margin and not s.winner:
        for victor in party(s, winner):
            for beaten in party(s, loser):
                knock_down(g, victor, beaten)
        if not (yield from _drive_back(g, winner, loser)):
            yield from _step_on(g, winner, loser, barriers)


def _strikers(s: SkirmishState, who: Actor, enemy: Actor, is_first: bool, *, replies: bool = False) -> list[Figure]:
    """In the first round of a charge only those in contact, otherwise all who are able (cappa.6.7.4a, cappa.6.7.4.h2).

    A wounded leader takes no part (cappa.5.1.2.h1), nor who cannot fight from the saddle (cappa.4.3.6a). Who has a die
    of his own does not attack with his squad, but strikes back with it (cappa.2.1.2.h6).
    """
    acting = bodies(s, who)
    able = [one for one in party(s, who) if can_strike(one) and (one in acting or (replies and _may_join(one)))]
    there = party(s, enemy)
    return [one for one in able if not is_first or any(are_in_melee(s, one, two) for two in there)]


def _may_join(figure: Figure) -> bool:
    """Whether one on a die of his own strikes back with his squad: not if he was wounded this turn (cappa.5.1.2.h1)."""
    return figure.die > 0 and not HURT.is_on(figure)


def _strike(
    g: SkirmishGame,
    strikers: list[Figure],
    enemy: Actor,
    chosen: Figure | None,
    arm: Arm | None,
    against: Arm | None,
    *,
    yields: bool = False,
) -> Procedure[PartyBlows]:
    """A die for each who can fight, in contact or not (cappa.6.7.4a, cappa.6.7.4b)."""
    s, blows = g.state, []
    names = [one.id for one in strikers]
    for one in strikers:
        target = chosen or _opposite(s, one, enemy)
        blow = yield from strike(
            g,
            one,
            target,
            arm or fights_with(s, one, target),
            against=against,
            flees=target.fled_from in names,  # cappa.4.3.9g
            yields=yields,
            at_squad=isinstance(enemy, Squad) and chosen is None,
        )
        blows.append(blow)
    return PartyBlows(enemy, blows)


def _opposite(s: SkirmishState, figure: Figure, enemy: Actor) -> Figure:
    """The one of the other party he has before him: in contact, otherwise the nearest."""
    there = party(s, enemy)
    return min(there, key=lambda one: (not are_in_melee(s, figure, one), gap(s, figure, one), one.id))


def _apply(g: SkirmishGame, done: PartyBlows, chosen: Figure | None) -> Procedure[list[Harm]]:
    """One PA lost in all, the wounds on one man or on as many as there are (cappa.5.2.1.h2, cappa.6.7.4d)."""
    s = g.state
    if not done.hits:
        return []
    enemy = done.enemy
    here = party(s, enemy)
    lose(s, enemy, tables().numbers.hit_loses)
    if isinstance(enemy, Figure) or chosen is not None:
        return _on_one(g, enemy if isinstance(enemy, Figure) else chosen, done)
    strikers = [s.figures[blow.attacker] for blow in done.blows]
    wounding = [s.figures[blow.attacker] for blow in done.blows if blow.wounds]
    front = [one.id for one in here if any(are_in_melee(s, one, two) for two in strikers)]
    harms: list[Harm] = []
    victims = yield from casualties(g, enemy, done.wounds, front)
    for name, striker in zip(victims, wounding, strict=False):  # more wounds than men are lost, cappa.6.6.2.h2
        victim = s.figures[name]
        if victim.is_up:
            struck = yield from whom_it_wounds(g, striker, victim)
            harms += harm(g, victim, "melee", True, struck)
    return harms


def _on_one(g: SkirmishGame, figure: Figure | None, done: PartyBlows) -> list[Harm]:
    """Against one man every wound is his (cappa.6.7.4c)."""
    harms: list[Harm] = []
    for blow in done.blows:
        if figure is not None and blow.is_hit and figure.is_up:
            harms += harm(g, figure, "melee", blow.wounds, blow.struck)
    return harms


def _margin(
    s: SkirmishState, attacker: Actor, defender: Actor, rounds: list[PartyBlows], before: dict[str, int]
) -> tuple[int, str, str]:
    """Who has put more out of action; then more wounds; then more hits (cappa.6.7.5a, cappa.6.7.5.h1)."""
    mine = rounds[0]
    theirs = rounds[1] if len(rounds) > 1 else PartyBlows(attacker, [])
    fallen = {who.id: before[who.id] - len(_still_up(s, who)) for who in (attacker, defender)}
    scores = (
        (fallen[defender.id] - fallen[attacker.id], "out", "cappa.6.7.5a"),  # cappa.5.2.3b
        (mine.wounds - theirs.wounds, "wounds", "cappa.5.2.3c"),
        (mine.hits - theirs.hits, "hits", "cappa.5.2.3d"),
    )
    return next((one for one in scores if one[0]), (0, "draw", "cappa.5.2.3e"))


# After the round


def knock_down(g: SkirmishGame, victor: Figure, loser: Figure) -> None:
    """A rider lays a man on foot whom he has beaten in the turn of his charge, if he is still there (cappa.5.2.7a)."""
    s = g.state
    if not (victor.is_mounted and victor.charged_this_turn) or not loser.is_up or loser.is_mounted or loser.is_prone:
        return
    if arms_against(s, victor, loser):
        loser.is_prone = True
        g.tell(KnockedDown(loser.id))


def _drive_back(g: SkirmishGame, winner: Actor, loser: Actor) -> Procedure[bool]:
    """The whole losing squad goes back 1 um in one direction; the winner may follow as a body (cappa.6.7.5.h2).

    Tells whether he has followed.
    """
    s = g.state
    ours, theirs = _still_up(s, winner), _still_up(s, loser)
    if not ours or not theirs or not touching(s, winner, loser):
        return False
    options = []
    for step in _pushes(s, ours, theirs):
        args = {"figure": winner.id, "target": loser.id, "to": [theirs[0].x + step[0], theirs[0].y + step[1]]}
        if _can_follow(s, ours, theirs, step):
            options.append(Option("push", {**args, "follows": True}, ("cappa.6.7.5.h2",)))
        options.append(Option("push", {**args, "follows": False}, ("cappa.6.7.5.h2",)))
    if not options:
        return False
    options.append(Option("stay", {"figure": winner.id}, ("cappa.5.2.3f",)))
    about = {"figure": winner.id, "enemy": loser.id}
    chosen = yield Decision(winner.seat, "push", options, about, ("cappa.6.7.5.h2", "cappa.5.2.3k"))
    if chosen.key == "stay":
        return False
    step = chosen["to"][0] - theirs[0].x, chosen["to"][1] - theirs[0].y
    _shift(g, theirs, step, "push")
    if chosen["follows"]:
        _shift(g, ours, step, "follow")
        for one in ours:
            follow_up(one, loser.id)  # cappa.5.2.3.h3
    return bool(chosen["follows"])


def _step_on(g: SkirmishGame, winner: Actor, loser: Actor, barriers: list[str]) -> Procedure[None]:
    """The winner's own um as a body: anywhere, and rid of the loser up to another enemy (cappa.5.2.3f, cappa.5.2.3i).

    Across what they fought over go those who are near enough. Who fights another besides stays (cappa.5.2.6e).
    """
    s = g.state
    ours, theirs = _still_up(s, winner), _still_up(s, loser)
    known = [one.id for one in theirs]
    if not ours or any(enemy.id not in known for one in ours for enemy in foes(s, one)):
        return
    has_fled = not touching(s, winner, loser) and all(s.is_shaken(one) for one in theirs)
    steps = _own_steps(s, ours, theirs, is_rid=not theirs or has_fled)
    over = list(_over(s, winner, ours, known, barriers))
    if not steps and not over:
        return
    options = [
        Option("step-on", {"figure": winner.id, "to": [ours[0].x + dx, ours[0].y + dy]}, ("cappa.5.2.3f",))
        for dx, dy in steps
    ]
    stay = Option("stay", {"figure": winner.id}, ("cappa.5.2.3f",))
    first = over or (steps and _meets_others(s, ours, steps[0], theirs))
    options = [*over, *options, stay] if first else [stay, *options]
    chosen = yield Decision(winner.seat, "step-on", options, {"figure": winner.id}, ("cappa.5.2.3f",))
    obstacle = chosen.get("obstacle")
    if obstacle:
        cross_over(g, near_obstacle(s, ours, obstacle), obstacle, known, "cappa.4.3.2.h5")
        name_formation(g, winner)
    elif chosen.key == "step-on":
        _shift(g, ours, (chosen["to"][0] - ours[0].x, chosen["to"][1] - ours[0].y), "follow")


def _fought_across(s: SkirmishState, one: Actor, other: Actor) -> list[str]:
    """The obstacles and openings over which two parties are in melee (cappa.5.2.h1)."""
    pairs = [(mine, theirs) for mine in party(s, one) for theirs in party(s, other)]
    held = {defends(s, *pair) for mine, theirs in pairs for pair in ((mine, theirs), (theirs, mine))}
    return sorted(held - {""})


def _over(
    s: SkirmishState, winner: Actor, ours: list[Figure], beaten: list[str], barriers: list[str]
) -> Iterator[Option]:
    """Across what they fought over, all within 1 um, if no defender is left at it (cappa.4.3.2.h5, cappa.4.3.2.h3)."""
    for name in barriers:
        near = near_obstacle(s, ours, name)
        if any(crossing_cost(s, one, name) is None for one in near):
            continue
        if any(bar.by == name for enemy in s.enemies_of(winner) for bar in stops_near(s, enemy)):
            continue
        places = [place for one in near if (place := far_side(s, one, name, beaten)) is not None]
        args = {"figure": winner.id, "obstacle": name}
        if places and isinstance(winner, Squad):
            yield Option("cross-together", args, ("cappa.4.3.2.h5", "cappa.4.3.2.h3"))
        elif places:
            yield Option("step-on", {**args, "to": list(places[0])}, ("cappa.4.3.2.h5",))


def _own_steps(s: SkirmishState, ours: list[Figure], theirs: list[Figure], *, is_rid: bool) -> list[Point]:
    """As far as 1 um leads all of them, to near enemies first if they may go there, then all round."""
    known = [one.id for one in theirs]
    near = [enemy for enemy in s.enemies_of(ours[0]) if enemy.id not in known] if is_rid else []
    pairs = [(one, enemy) for enemy in near for one in ours if gap(s, one, enemy) <= tables().lengths.push]
    headings = [heading_of(enemy.x - one.x, enemy.y - one.y) for one, enemy in pairs]
    headings += [number * FULL_TURN // DIRECTIONS for number in range(DIRECTIONS)]
    shove, found = Shove(s, ours), list[Point]()
    for heading in headings:
        step = shove.farthest(heading)
        if step in found or way_length(((0, 0), step)) < tables().lengths.least_move:
            continue
        meets = _meets_others(s, ours, step, theirs)
        if (meets and is_rid) or (not meets and not _enters_zone(s, ours, step, known)):
            found.append(step)
    return sorted(found, key=lambda step: not _meets_others(s, ours, step, theirs))


def _enters_zone(s: SkirmishState, figures: list[Figure], step: Point, known: list[str]) -> bool:
    """Whether a step ends in the zone of an enemy who is none of these (cappa.1.3c)."""
    others = [enemy for enemy in s.enemies_of(figures[0]) if enemy.id not in known]
    return any(in_zone_of(s, one, enemy) for one in _moved(figures, step) for enemy in others)


def _pushes(s: SkirmishState, ours: list[Figure], theirs: list[Figure]) -> list[Point]:
    """Straight away or up to 45 degrees aside, as far as all of them get (cappa.5.2.3.h1, cappa.5.2.3.h2)."""
    aside = 10 * tables().numbers.push_angle
    shove, found = Shove(s, theirs), list[Point]()
    for turn in (0, aside, -aside):
        step = shove.farthest(_away(ours, theirs) + turn)
        if step not in ((0, 0), *found) and not _meets_others(s, theirs, step, ours):  # cappa.5.2.3j
            found.append(step)
    return found


def _away(ours: list[Figure], theirs: list[Figure]) -> int:
    """The heading from the middle of one party to the middle of the other."""
    dx = sum(one.x for one in theirs) * len(ours) - sum(one.x for one in ours) * len(theirs)
    dy = sum(one.y for one in theirs) * len(ours) - sum(one.y for one in ours) * len(theirs)
    return heading_of(dx, dy) if dx or dy else 0


def _meets_others(s: SkirmishState, figures: list[Figure], step: Point, known: list[Figure]) -> bool:
    """Whether after that step one of them would touch an enemy who is none of these."""
    names = [one.id for one in known]
    others = [enemy for enemy in s.enemies_of(figures[0]) if enemy.id not in names]
    return any(in_contact(s, one, enemy) for one in _moved(figures, step) for enemy in others)


def _can_follow(s: SkirmishState, ours: list[Figure], theirs: list[Figure], step: Point) -> bool:
    """Not who is in contact with another enemy, nor into contact with one (cappa.5.2.6e, cappa.5.2.3i)."""
    known = {one.id for one in theirs}
    if any(enemy.id not in known for one in ours for enemy in foes(s, one)):
        return False
    gone = s.supposing(_moved(theirs, step))
    return Shove(gone, ours).is_free(step) and not _meets_others(gone, ours, step, theirs)


def _moved(figures: list[Figure], step: Point) -> list[Figure]:
    return [one.at((one.x + step[0], one.y + step[1])) for one in figures]


def _shift(g: SkirmishGame, figures: list[Figure], step: Point, how: str) -> None:
    for one in figures:
        length = shift(g, one, (one.x + step[0], one.y + step[1]), how, "cappa.6.7.5.h2")
        if how == "follow":
            count_move(one, length)  # cappa.5.1.3.h1


# Actions


class FightTogether(OfSquad):
    """A squad in melee attacks one of its enemies; a shaken one defends itself so (cappa.6.7.h2, cappa.2.3.3j)."""

    verb = "fight-together"
    rule = "cappa.5.2a"
    in_melee = True
    shaken = True
    is_melee_duty = True
    is_with_weapons = True
    is_attack = True

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        if any(can_strike(one) for one in bodies(s, who)):
            for enemy in enemies_of(s, who):
                yield Option("fight-together", {"figure": who.id, "target": enemy.id}, ("cappa.6.7.h2",))

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        return blow_drawn(s, decision, option)

    def perform(self, g: SkirmishGame, who: Squad, option: Option) -> Procedure[None]:
        yield from fight_squads(g, who, actor(g.state, option["target"]))


class LeaveTogether(OfSquad):
    """A squad breaks off as a body, out of contact with everybody, whither its owner likes (cappa.5.2.5.h3).

    Not the loyal before their master's eyes, while an enemy could strike: that would be flight (cappa.8.1.2m).
    """

    verb = "leave-together"
    rule = "cappa.5.2.5.h3"
    in_melee = True
    shaken = True
    is_melee_duty = True

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        if not enemies_of(s, who):
            return
        here = bodies(s, who)
        flees = any(can_react(s, enemy) for one in here for enemy in foes(s, one))
        if flees and is_steadied(s, who):
            return
        for x, y in _ways_off(s, who):
            args = {"figure": who.id, "to": [here[0].x + x, here[0].y + y]}
            yield Option(
                "leave-together", args, ("cappa.2.2.1h", "cappa.5.2.5b" if flees else "cappa.5.2.5a", "cappa.5.2.5.h3")
            )

    def perform(self, g: SkirmishGame, who: Squad, option: Option) -> Procedure[None]:
        s = g.state
        here = bodies(s, who)
        first = here[0].x, here[0].y
        harms = yield from parting_blows(g, who, here, "cappa.5.2.5.h2")
        yield from after_attack(g, harms)
        left = bodies(s, who)
        _shift(g, left, (option["to"][0] - first[0], option["to"][1] - first[1]), "break off")
        for one in left:
            count_move(one, tables().lengths.break_off)


def _ways_off(s: SkirmishState, squad: Squad) -> Iterator[Point]:
    """The steps of 1 um that leave nobody in melee, straight away first."""
    here = bodies(s, squad)
    there = [one for enemy in enemies_of(s, squad) for one in party(s, enemy)]
    shove = Shove(s, here)
    for turn in TURNS:
        step = offset(_away(there, here) + turn, tables().lengths.break_off)
        if not shove.is_free(step):
            continue
        away = _moved(here, step)
        later = s.supposing(away)
        if not any(foes(later, one) for one in away):
            yield step
