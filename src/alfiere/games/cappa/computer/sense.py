"""What a computer player thinks of at all: no throw without hope, no needless leap, no blow at the fallen, nothing
taken up to be put down again. All of it is allowed; nobody in his senses does it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from alfiere.battles.walking import span
from alfiere.games.cappa.feats.improvised import hit_tally
from alfiere.games.cappa.ground.engaged import are_fighting
from alfiere.games.cappa.people.impulses import Actor, actor, bodies
from alfiere.games.cappa.sheets.measures import UM
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.sheets.weapons import hand_to_hand, weapons
from alfiere.games.cappa.state.state import OUT, Figure, SkirmishState
from alfiere.games.cappa.weaponry.arms import is_loaded
from alfiere.kernel.decision import Decision, Grouped, Option

NEVER = frozenset(("drink", "drink-wine", "go-prone", "leap"))
SENT_FOR = frozenset(("pick-up", "reload", "cross", "jump", "mount", "confess", "question", "tell-news"))
HOPE = 4  # on a d10: what is improvised against less is not tried
RULINGS = ("keep-table", "rule-difficulty", "rule-result")
NEAR = 6 * UM  # from here on a blade is wanted, and no musket
BODIES = frozenset(("captured", "saved"))  # scores for which somebody is carried off

Fits = Callable[[SkirmishState, Actor, Option], bool]


def considered(s: SkirmishState, decision: Decision) -> Sequence[Option]:
    """The options worth a thought; all of them where none is left but to wait."""
    options = decision.options
    if decision.key in RULINGS:
        return options[:1]  # as a Game Master it goes by the book: the table is hidden, and holds as it stands
    if decision.key != "action" or not isinstance(options, Grouped):
        return options
    who = actor(s, decision.about["figure"])
    found: list[Option] = []
    for place, verb in enumerate(options.verbs):
        if verb not in NEVER:
            fits = _FITTING.get(verb)
            found += [one for one in options.group(place) if fits is None or fits(s, who, one)]
    return found if any(one.key not in ("wait", "stop") for one in found) else options


def _stands(s: SkirmishState, who: Actor, option: Option) -> bool:
    """Whoever lies out of action does no more harm."""
    target = s.figures.get(str(option.get("target")))
    return target is None or target.where != OUT


def _has_hope(s: SkirmishState, who: Actor, option: Option) -> bool:
    """With a fair chance to hit, by whoever has no weapon, or with something heavy that stands ready to fall."""
    entry = tables().improvised[option["what"]]
    if not isinstance(who, Figure) or (who.hands and entry.of != "scenery"):
        return False
    return entry.to_hit == "morale" or hit_tally(who, entry).total >= HOPE


def _is_burden(s: SkirmishState, who: Actor, option: Option) -> bool:
    return are_fighting(s, bodies(s, who))


def _is_wanted(s: SkirmishState, who: Actor, option: Option) -> bool:
    """A weapon by the unarmed, somebody only where that is worth points, any other thing."""
    name = str(option.get("thing"))
    if name in s.figures:
        return any(one.kind in BODIES for one in s.scenario.form.score)
    thing = s.things.get(name)
    if thing is None or thing.kind not in weapons():
        return True
    return not any(one.hands for one in bodies(s, who))


def _is_unfit(s: SkirmishState, who: Actor, option: Option) -> bool:
    """Other weapons are taken by whoever has none for what is before him: near the enemy a blade, else a shot."""
    here = bodies(s, who)
    foes = s.enemies(who.seat)
    if not here or not foes:
        return False
    far = min(span(one.x - foe.x, one.y - foe.y) for one in here for foe in foes)
    first = here[0]
    if far <= NEAR:
        return not _has_blade(first)
    shots = [code for code in first.arms if weapons()[code].is_firearm and is_loaded(first, code)]
    return bool(shots) and not any(code in first.hands for code in shots)


def _has_blade(figure: Figure) -> bool:
    """Whether he has nothing better to fight with than what is in his hands."""
    return max(map(_edge, figure.hands), default=0) >= max(map(_edge, figure.arms), default=0)


def _edge(code: str) -> int:
    blow = hand_to_hand(weapons()[code])[1]
    return blow.hit + blow.damage


def _is_sent(s: SkirmishState, who: Actor, option: Option) -> bool:
    """One man alone is sent only for what the squad cannot do together."""
    return option["do"] in SENT_FOR and (option["do"] != "pick-up" or _is_wanted(s, who, option))


_FITTING: dict[str, Fits] = {
    "fight": _stands,
    "improvise": _has_hope,
    "put-down": _is_burden,
    "let-go-load": _is_burden,
    "pick-up": _is_wanted,
    "change-weapon": _is_unfit,
    "single-out": _is_sent,
}
