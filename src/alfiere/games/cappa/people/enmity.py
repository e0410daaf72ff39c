"""Who is whose enemy, where a scenario begins with sides at peace: what ends it, and who hides among neutrals.

Everybody may attack neutrals, and makes enemies of them by it. Somebody whom nobody recognises is attacked by nobody.
"""

from __future__ import annotations

from alfiere.games.cappa.ground.ground import building_of
from alfiere.games.cappa.people.impulses import Actor
from alfiere.games.cappa.state.state import GONE, OFF, WANTED, Figure, SkirmishGame, SkirmishState, peace_of
from alfiere.games.cappa.state.unplayed import unplayed
from alfiere.games.cappa.told.enmity_events import PeaceBroken, Recognised
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.procedure import MARK, Procedure

RULE = "cappa.2.1.1.h4"


def is_neutral(s: SkirmishState, figure: Figure) -> bool:
    """Whether he is nobody's enemy: unrecognised, or of a side at peace with all others."""
    if figure.id in s.peace:
        return True
    return not WANTED.is_on(figure) and all(
        s.are_at_peace(figure.seat, one) for one in s.scenario.sides if one != figure.seat
    )


def break_peace(g: SkirmishGame, seat: Seat, other: Seat, cause: str) -> None:
    """From now on the two sides are enemies; nothing happens if they are already."""
    pair = peace_of(seat, other)
    if pair in g.state.peace:
        g.state.peace.remove(pair)
        g.tell(PeaceBroken(seat, other, cause))


def provoke(g: SkirmishGame, who: Actor, victim: Actor) -> None:
    """Somebody attacks another: if he was no enemy, all of his side are enemies now, and so is theirs."""
    if g.state.peace and who.seat != victim.seat and not g.state.are_enemies(who, victim):
        break_peace(g, who.seat, victim.seat, "attack")


def declare_attack(g: SkirmishGame, who: Actor, option: Option) -> None:
    """What an attack means for those who were at peace, before it is carried out."""
    s = g.state
    if who.id in s.peace and isinstance(who, Figure):
        recognise(g, who)
    name = str(option.get("target") or "")
    victim = s.squads.get(name) or s.figures.get(name)
    if victim is not None:
        provoke(g, who, victim)


def recognise(g: SkirmishGame, figure: Figure) -> None:
    """Whoever was taken for somebody else is known now, and everybody's enemy."""
    g.state.peace.remove(figure.id)
    WANTED.put(figure)
    g.tell(Recognised(figure.id))


def settle_peace(g: SkirmishGame) -> None:
    """After every action: who has drawn a weapon is known; nobody comes armed into a house that is guarded."""
    s = g.state
    for name in [one for one in s.peace if one in s.figures]:
        figure = s.figures[name]
        if figure.hands and figure.where != OFF:
            recognise(g, figure)
    for seat in unplayed(s):
        house = s.scenario.sides[seat].guards
        if house and any(one.is_up for one in s.figures.values() if one.seat == seat):
            armed = {one.seat for one in s.standing() if one.hands and building_of(s, one) == house}
            for other in s.seats:
                if other in armed:
                    break_peace(g, other, seat, "armed")


def minds_guards(s: SkirmishState, seat: Seat) -> bool:
    """Whether a side at peace may not show weapons somewhere."""
    return any(s.scenario.sides[one].guards and s.are_at_peace(seat, one) for one in unplayed(s))


# At the start of a turn


def who_declares(s: SkirmishState) -> list[str]:
    """Whose turn it is to speak of peace: each neutral side about each of the others, «green red»."""
    found = []
    for seat, side in s.scenario.sides.items():
        is_there = any(one.seat == seat and one.where != GONE for one in s.figures.values())
        if side.neutral_to and seat not in unplayed(s) and not s.sides[seat].is_beaten and is_there:
            others = (s.scenario.seat_of[code] for code in side.neutral_to)
            found += [f"{seat} {one}" for one in others if s.are_at_peace(seat, one) and not s.sides[one].is_beaten]
    return found


def declarations(g: SkirmishGame) -> Procedure[None]:
    """The player of a neutral side may say that it is somebody's enemy from now on."""
    while g.state.queue:
        yield MARK
        seat, other = g.state.queue[0].split()
        options = [Option("keep-peace", {"side": other}, (RULE,)), Option("declare", {"side": other}, (RULE,))]
        chosen = yield Decision(seat, "declare", options, {"side": other}, (RULE,))
        if chosen.key == "declare":
            break_peace(g, seat, other, "declared")
        g.state.queue.pop(0)
