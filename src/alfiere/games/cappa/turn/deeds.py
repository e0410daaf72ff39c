"""Chapter 2.2.1, the list of actions: in the book's order, but what is ordinary first and what is seldom wise last."""

from __future__ import annotations

from alfiere.games.cappa.artillery.gun_moves import GUN_MOVE_DEEDS
from alfiere.games.cappa.artillery.gun_service import GUNNERY_DEEDS
from alfiere.games.cappa.artillery.teams import TEAM_DEEDS
from alfiere.games.cappa.chance.animals import ANIMAL_DEEDS
from alfiere.games.cappa.chance.questioning import QUESTION_DEEDS
from alfiere.games.cappa.chance.revealing import EVENT_DEEDS
from alfiere.games.cappa.chance.squad_errands import ERRAND_DEEDS
from alfiere.games.cappa.combat.charge_deeds import CHARGE_ANSWERS, CHARGE_DEEDS
from alfiere.games.cappa.combat.crews import CREW_DEEDS
from alfiere.games.cappa.combat.grenades import GRENADE_DEEDS
from alfiere.games.cappa.combat.melee_deeds import MELEE_ANSWERS, MELEE_DEEDS
from alfiere.games.cappa.combat.reactions import FIRE_ANSWERS
from alfiere.games.cappa.combat.shooting import FIRE_DEEDS, VOLLEY_DEEDS
from alfiere.games.cappa.combat.squad_charge import SQUAD_CHARGE_DEEDS
from alfiere.games.cappa.feats.cellar import CELLAR_DEEDS
from alfiere.games.cappa.feats.confessing import CONFESSION_DEEDS
from alfiere.games.cappa.feats.experience import EXPERIENCE_DEEDS
from alfiere.games.cappa.feats.improvised import IMPROVISED_DEEDS
from alfiere.games.cappa.feats.simple_actions import (
    HORSE_DEEDS,
    POSTURE_DEEDS,
    TALK_DEEDS,
    THING_DEEDS,
    WAIT_DEEDS,
    WEAPON_DEEDS,
)
from alfiere.games.cappa.feats.special_abilities import ABILITY_DEEDS
from alfiere.games.cappa.feats.squad_horses import SQUAD_HORSE_DEEDS
from alfiere.games.cappa.feats.works import WORK_DEEDS
from alfiere.games.cappa.morale.deserters import DESERTER_DEEDS
from alfiere.games.cappa.morale.evasion import EVASION_ANSWERS
from alfiere.games.cappa.morale.morale import MORALE_DEEDS
from alfiere.games.cappa.movement.carrying import CARRYING_DEEDS
from alfiere.games.cappa.movement.carts import CART_DEEDS
from alfiere.games.cappa.movement.exits import EXIT_DEEDS
from alfiere.games.cappa.movement.movement import MOVE_DEEDS
from alfiere.games.cappa.movement.obstacles import CLIMBING_DEEDS, CROSSING_DEEDS, JUMPING_DEEDS
from alfiere.games.cappa.movement.rejoining import REJOIN_DEEDS
from alfiere.games.cappa.movement.squad_march import MARCH_DEEDS
from alfiere.games.cappa.movement.squad_moves import SQUAD_MOVE_DEEDS
from alfiere.games.cappa.people.flags import FLAG_DEEDS
from alfiere.games.cappa.people.impulses import Answer, AnyAction, AnyDeed
from alfiere.games.cappa.set_up.squad_set_up import SET_UP_ANSWERS
from alfiere.games.cappa.turn.arrival import ARRIVAL_ANSWERS
from alfiere.games.cappa.victory.news import NEWS_DEEDS
from alfiere.games.cappa.weaponry.ammunition import AMMUNITION_DEEDS
from alfiere.kernel.decision import Option

# Whoever can do one of these mostly wants to; the list a person reads begins with them.
ORDINARY = (
    *("get-up", "fire-gun", "shoot", "volley", "fight", "fight-together", "charge", "charge-together"),
    *("load-gun", "turn-gun", "shift-gun", "drive", "unlimber-gun", "limber-gun"),
    *("reload", "load-all", "move"),
)
# And these only with a reason: they come last, and a long list folds them away.
SELDOM = ("put-down", "let-go-load", "go-prone", "improvise", "leap", "haggle", "drink", "drink-wine", "wait")

_IN_THE_BOOK: list[AnyAction] = [
    *FIRE_DEEDS,
    *AMMUNITION_DEEDS,
    *VOLLEY_DEEDS,
    *GRENADE_DEEDS,
    *MELEE_DEEDS,
    *CHARGE_DEEDS,
    *SQUAD_CHARGE_DEEDS,
    *WEAPON_DEEDS,
    *THING_DEEDS,
    *CARRYING_DEEDS,
    *CART_DEEDS,
    *FLAG_DEEDS,
    *MOVE_DEEDS,
    *EXIT_DEEDS,
    *REJOIN_DEEDS,
    *MARCH_DEEDS,
    *SQUAD_MOVE_DEEDS,
    *CROSSING_DEEDS,
    *JUMPING_DEEDS,
    *POSTURE_DEEDS,
    *HORSE_DEEDS,
    *SQUAD_HORSE_DEEDS,
    *MORALE_DEEDS,
    *TALK_DEEDS,
    *QUESTION_DEEDS,
    *CONFESSION_DEEDS,
    *NEWS_DEEDS,
    *IMPROVISED_DEEDS,
    *EVENT_DEEDS,
    *ANIMAL_DEEDS,
    *CELLAR_DEEDS,
    *DESERTER_DEEDS,
    *CLIMBING_DEEDS,
    *ABILITY_DEEDS,
    *EXPERIENCE_DEEDS,
    *ERRAND_DEEDS,
    *GUNNERY_DEEDS,
    *GUN_MOVE_DEEDS,
    *TEAM_DEEDS,
    *CREW_DEEDS,
    *WORK_DEEDS,
    *WAIT_DEEDS,
]


def _place(deed: AnyAction) -> int:
    if deed.verb in ORDINARY:
        return ORDINARY.index(deed.verb)
    return len(ORDINARY) + (1 + SELDOM.index(deed.verb) if deed.verb in SELDOM else 0)


def is_seldom(option: Option) -> bool:
    """Whether few would do that, or send one man of a squad to do it."""
    return option.key in SELDOM or option.get("do") in SELDOM


DEEDS = sorted(_IN_THE_BOOK, key=_place)
ANSWERS: list[Answer] = [
    *FIRE_ANSWERS,
    *EVASION_ANSWERS,
    *CHARGE_ANSWERS,
    *MELEE_ANSWERS,
    *SET_UP_ANSWERS,
    *ARRIVAL_ANSWERS,
]
_BY_VERB: dict[str, AnyDeed] = {one.verb: one for one in (*ANSWERS, *DEEDS)}


def doing(verb: str) -> AnyDeed | None:
    """The action or answer of this verb, if it is one of which there is something to draw or to reckon."""
    return _BY_VERB.get(verb)
