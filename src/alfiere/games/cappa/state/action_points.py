"""Chapters 2.1.4 and 2.1.5, action points: who has how many left, and what takes them away.

A member of a squad spends the squad's; in the last phase who has not yet acted has one (cappa.2.1.5b).
"""

from __future__ import annotations

from alfiere.battles.marks import TURN
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import OF_FIGURE, Figure, SkirmishState, Squad

HURT = OF_FIGURE.bare("wounded", TURN)  # a leader who takes no further part in his squad's actions, cappa.5.1.2.h1
LED_BY = OF_FIGURE.about("led by", str, TURN)  # he does this turn as that leader does, cappa.8.1.2a
DRUNK = OF_FIGURE.bare("drunk", TURN)  # cappa.2.2.1w
BLINDED = OF_FIGURE.bare("blinded", TURN)  # sand, wine or a cloak in his face, cappa.2.2.3.h5


def purse(s: SkirmishState, who: Figure | Squad) -> Figure | Squad:
    """Whose PA a character spends: his own, his squad's (cappa.2.2.2.h3) or his leader's (cappa.8.1.2.h1)."""
    return who if isinstance(who, Squad) else s.squad_of(who) or _leader_of(s, who) or who


def pa_left(s: SkirmishState, who: Figure | Squad) -> int:
    """The PA somebody could still spend now; in the last phase the one action not yet taken (cappa.2.1.5b)."""
    if s.phase == "last" and not who.is_activated:
        return 0 if who.has_acted else tables().numbers.last_phase
    return who.pa


def can_react(s: SkirmishState, figure: Figure, cost: int = 1) -> bool:
    """Whether a character may answer an enemy's action: activated, with the PA for it (cappa.2.2.2a)."""
    return figure.is_up and pa_left(s, purse(s, figure)) >= cost


def spend(s: SkirmishState, who: Figure | Squad, cost: int = 1) -> None:
    """Pay for a reaction (cappa.2.2.1r)."""
    _take(s, purse(s, who), cost)


def lose(s: SkirmishState, who: Figure | Squad, amount: int) -> None:
    """PA lost and not spent, as by a hit in melee (cappa.5.2.1c, cappa.5.2.1.h2)."""
    _take(s, who if isinstance(who, Squad) else s.squad_of(who) or who, amount)


def lose_all(s: SkirmishState, figure: Figure) -> None:
    """Every PA of his own; a squad keeps what it has (cappa.5.1.2f, cappa.5.1.2.h1)."""
    if s.phase == "last" and not figure.is_activated:
        figure.has_acted = True
    figure.pa = 0
    if not figure.acts_alone:
        HURT.put(figure)


def _take(s: SkirmishState, who: Figure | Squad, amount: int) -> None:
    if s.phase == "last" and not who.is_activated:
        who.has_acted = True
    else:
        who.pa = max(0, who.pa - amount)


def followers_of(s: SkirmishState, leader: Figure | Squad) -> list[Figure]:
    """Who does this turn as somebody does; nobody as a squad does (cappa.8.1.2a)."""
    return LED_BY.bearers(s.figures.values(), leader.id) if isinstance(leader, Figure) else []


def _leader_of(s: SkirmishState, figure: Figure) -> Figure | None:
    """The one who leads him this turn, while he is there to do it."""
    name = LED_BY.first(figure)
    leader = s.figures[name] if name is not None else None
    return leader if leader is not None and leader.is_up and not leader.shaken else None


def acts_now(s: SkirmishState, figure: Figure) -> bool:
    """Whether the impulse is his own, his squad's or his leader's."""
    return bool(s.acting) and (s.acting in (figure.id, figure.squad) or LED_BY.is_on(figure, s.acting))
