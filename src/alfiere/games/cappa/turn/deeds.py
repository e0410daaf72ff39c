"""Chapter 2.2.1, the list of actions: in the book's order, but what is ordinary first and what is seldom wise last."""

from __future__ import annotations

from alfiere.games.cappa.artillery.gun_moves import Drive, LimberGun, ShiftGun, TurnGun, UnlimberGun
from alfiere.games.cappa.artillery.gun_service import FireGun, LoadGun
from alfiere.games.cappa.artillery.teams import ShootTeam
from alfiere.games.cappa.chance.animals import Catch
from alfiere.games.cappa.chance.questioning import Question
from alfiere.games.cappa.chance.revealing import Reveal
from alfiere.games.cappa.chance.squad_errands import SingleOut
from alfiere.games.cappa.combat.battle_cry import BattleCry
from alfiere.games.cappa.combat.charge_deeds import Charge, Countercharge, LongerCharge
from alfiere.games.cappa.combat.crews import ManGun
from alfiere.games.cappa.combat.grenades import ThrowGrenade, ThrowTogether
from alfiere.games.cappa.combat.melee_deeds import BreakOff, Disarm, FallBack, Fight, FightBack, Push, StrikeFugitive
from alfiere.games.cappa.combat.reactions import ShootBack, VolleyBack
from alfiere.games.cappa.combat.shooting import AimTogether, FireTogether, LoadTogether, PickedShot, Shoot, TakeAim
from alfiere.games.cappa.combat.squad_charge import ChargeTogether
from alfiere.games.cappa.combat.squad_melee import FightTogether, LeaveTogether
from alfiere.games.cappa.feats import simple_actions as simple
from alfiere.games.cappa.feats.cellar import DrinkWine
from alfiere.games.cappa.feats.confessing import Confess
from alfiere.games.cappa.feats.experience import BuyFirmness, LongerRange, LongerStride, Vault
from alfiere.games.cappa.feats.improvised import Improvise, Leap
from alfiere.games.cappa.feats.special_abilities import Betray, Encourage, Lead
from alfiere.games.cappa.feats.squad_horses import DismountTogether, MountTogether
from alfiere.games.cappa.feats.works import Work
from alfiere.games.cappa.morale.deserters import MakeOff
from alfiere.games.cappa.morale.evasion import Evade
from alfiere.games.cappa.morale.morale import Recover, Run
from alfiere.games.cappa.movement.carrying import CarryTogether, LetGoLoad, LiftTogether
from alfiere.games.cappa.movement.carts import LoadCart
from alfiere.games.cappa.movement.exits import Leave
from alfiere.games.cappa.movement.obstacles import Climb, Cross, Jump
from alfiere.games.cappa.movement.rejoining import Rejoin
from alfiere.games.cappa.movement.squad_march import March
from alfiere.games.cappa.movement.squad_moves import ClimbTogether, CrossTogether, JumpTogether, Reform
from alfiere.games.cappa.movement.together import Move
from alfiere.games.cappa.people.flags import TakeFlag
from alfiere.games.cappa.people.impulses import Answer, AnyAction, AnyDeed
from alfiere.games.cappa.set_up.squad_set_up import SetUp
from alfiere.games.cappa.turn.arrival import Deploy
from alfiere.games.cappa.victory.news import TellNews
from alfiere.games.cappa.weaponry.ammunition import ClearWeapon
from alfiere.games.cappa.weaponry.arms import FixBayonet, LightMatch, Reload, RemoveBayonet
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
    *(Shoot(), TakeAim(), LightMatch(), Reload(), FixBayonet(), RemoveBayonet(), ClearWeapon()),
    *(FireTogether(), PickedShot(), AimTogether(), LoadTogether(), ThrowGrenade(), ThrowTogether()),
    *(Fight(), Disarm(), FallBack(), BreakOff(), FightTogether(), LeaveTogether()),
    *(Charge(), ChargeTogether()),
    *(simple.ChangeWeapon(), simple.PickUp(), simple.PutDown()),
    *(LiftTogether(), CarryTogether(), LetGoLoad(), LoadCart(), TakeFlag()),
    *(Move(), Leave(), Rejoin(), March(), Reform(), CrossTogether(), ClimbTogether(), JumpTogether()),
    *(Cross(), Jump(), simple.GoProne(), simple.GetUp()),
    *(simple.Mount(), simple.Dismount(), MountTogether(), DismountTogether()),
    *(Run(), Recover()),
    *(simple.Talk(), simple.Haggle(), simple.Drink(), Question(), Confess(), TellNews()),
    *(Improvise(), Leap()),
    *(Reveal(), Catch(), DrinkWine(), MakeOff()),
    *(Climb(), BattleCry(), Lead(), Encourage(), Betray()),
    *(BuyFirmness(), LongerStride(), LongerRange(), Vault()),
    SingleOut(),
    *(FireGun(), LoadGun(), TurnGun(), ShiftGun(), LimberGun(), UnlimberGun(), Drive(), ShootTeam(), ManGun()),
    *(Work(), simple.Wait()),
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
    *(ShootBack(), VolleyBack(), Evade(), Countercharge(), LongerCharge()),
    *(FightBack(), StrikeFugitive(), Push(), SetUp(), Deploy()),
]
_BY_VERB: dict[str, AnyDeed] = {one.verb: one for one in (*ANSWERS, *DEEDS)}


def doing(verb: str) -> AnyDeed | None:
    """The action or answer of this verb, if it is one of which there is something to draw or to reckon."""
    return _BY_VERB.get(verb)
