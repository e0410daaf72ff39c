"""What a side without a player does in the last phase: it fights its enemies, and one of it may be after somebody."""

from __future__ import annotations

from alfiere.games.cappa.feats.confessing import CONFESSED, is_named_by
from alfiere.games.cappa.ground.ground import gap_to_point
from alfiere.games.cappa.people.impulses import Actor
from alfiere.games.cappa.state.state import GONE, Figure, SkirmishState
from alfiere.games.cappa.state.unplayed import unplayed
from alfiere.kernel.decision import Option

CONFESS, WAIT = "confess", "wait"
GOING = ("move", "cross")


def has_cause(s: SkirmishState, who: Actor) -> bool:
    """Whether one of a side without a player acts at all: it has enemies by now, or whom he wants has been found."""
    return _has_enemies(s, who) or wanted_by(s, who) is not None


def _has_enemies(s: SkirmishState, who: Actor) -> bool:
    return bool(s.enemies_of(who))


def wanted_by(s: SkirmishState, who: Actor) -> Figure | None:
    """The one from whom he wants a confession, if he is on the table."""
    if not isinstance(who, Figure) or who.seat not in unplayed(s):
        return None
    for form in s.scenario.form.confession:
        if who.id in form.who and not CONFESSED.is_on(s, form.id):
            for other in s.figures.values():
                if other.where != GONE and is_named_by(s, form, other):
                    return other
    return None


def is_on_errand(s: SkirmishState, who: Actor) -> bool:
    """Whether he thinks of nothing else: nobody is his enemy, and whom he wants has been found."""
    return wanted_by(s, who) is not None and not _has_enemies(s, who)


def serves(s: SkirmishState, who: Actor, option: Option) -> bool:
    """Whether this brings him nearer to whom he wants."""
    wanted = wanted_by(s, who)
    if wanted is None or option.key in (CONFESS, WAIT):
        return True
    if option.key not in GOING or not isinstance(who, Figure):
        return False
    x, y = option["to"]
    return gap_to_point(s, wanted, x, y) < gap_to_point(s, wanted, who.x, who.y)
