"""Chapters G.0 to G.2: who is in contact with whom, laying a unit along its enemy, supports, flank and rear."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from alfiere.battles.contact import laid_along, struck
from alfiere.battles.ground_forms import Edge as SideName
from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.fire.engaged import (
    ABANDONED,
    ATTACKS,
    NO_SUPPORT,
    attacks_no_more,
    is_beside,
    is_flank_to_flank,
    is_front,
)
from alfiere.games.risorgimento.morale.disorder import stays_in_order
from alfiere.games.risorgimento.movement.bridges import attacks_over, bridge_between, is_across
from alfiere.games.risorgimento.movement.costs import manoeuvre
from alfiere.games.risorgimento.movement.fronts import (
    FIGHTS,
    aims,
    before_side,
    defender_of,
    front_taken,
    fronts_on,
    is_engaged_in_front,
    reached,
    sides_touched,
    touches,
)
from alfiere.games.risorgimento.movement.placing import put_down
from alfiere.games.risorgimento.movement.posts import make_room
from alfiere.games.risorgimento.sheets.ground import FARM, SIDES
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.posts import (
    entered_last,
    inside,
    is_contested,
    place_on,
    rivals,
    sector_of,
    side_line,
    side_of,
)
from alfiere.games.risorgimento.state.standing import near
from alfiere.games.risorgimento.state.unit import ARTILLERY, CAVALRY, LIMBERED, OF_UNIT, SQUARE, Unit
from alfiere.table.closing import flush, slid
from alfiere.table.fronts import FLUSH, FRONT, REAR, Edge, contact, edge_of, shared_length
from alfiere.table.legs import Footing

CAME = OF_UNIT.about("came upon", str, TURN)  # the same, in this turn


class Side(NamedTuple):
    """One side of a melee: who is in frontal contact, who supports it, which batteries are drawn in."""

    unit: Unit
    edge: str = FRONT  # the front it fights with: a square has four
    supports: tuple[Unit, ...] = ()  # half strength each, those on the enemy's flank or rear too
    guns: tuple[Unit, ...] = ()  # adjoining, risorgimento.g.7.3
    attacked_in: str = ""  # "flank" or "rear"

    @property
    def all(self) -> tuple[Unit, ...]:
        """Everybody who takes part."""
        return (self.unit, *self.supports, *self.guns)


class Melee(NamedTuple):
    """Two units in contact and who helps them; the first is the attacker where one of them has attacked."""

    first: Side
    second: Side
    is_across_bridge: bool
    is_in_sector: bool  # both are in a contested one: nobody has cover

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both."""
        return self.first, self.second

    @property
    def key(self) -> str:
        """It as a line of text, as it stands in a queue."""
        return "/".join(sorted((self.first.unit.id, self.second.unit.id)))

    def of(self, unit: Unit) -> Side:
        """The side of one of the two units in frontal contact, or of whose side somebody is."""
        return self.first if self.first.unit.seat == unit.seat else self.second

    def against(self, unit: Unit) -> Side:
        """The other side."""
        return self.second if self.first.unit.seat == unit.seat else self.first


# Closing with an enemy


def close(g: BattleGame, unit: Unit) -> None:
    """A unit has moved: it is laid along whatever enemy its front has reached, who may turn to face it."""
    s = g.state
    for sector, side, _ in sides_touched(s, unit, s.footing(unit)):
        if meet_side(g, unit, sector, side):
            return
    if unit.post:  # from houses it fights nobody but next door (.g.5.13), and is not laid along who touches a corner
        return
    met = reached(s, unit)
    if met is not None:
        align(g, unit, met)


def align(g: BattleGame, unit: Unit, enemy: Unit) -> None:
    """A unit has reached an enemy: flush along the edge it touches, middle against middle if it touches with more than
    half its front, at no cost; who is not engaged in front turns to face it (.g.0.3, .g.0.5, .g.0.6, .geo.21)."""
    s = g.state
    if enemy.post:
        meet_side(g, unit, sector_of(enemy), side_of(enemy))
        return
    edge = struck(s, s.base(unit), enemy)
    if edge is None or (is_front(enemy, edge.name) and front_taken(s, unit, enemy, edge.name) is not None):
        return
    begin_attack(unit, enemy)
    is_at_end = bool(bridge_between(s, unit.pose.point, enemy.pose.point))
    _lay(g, unit, edge, slides=not is_at_end)  # it stays at the bridge end, .g.6.3
    if not is_front(enemy, edge.name) and faces(s, enemy, unit) and face_attacker(g, enemy, unit):
        _lay(g, unit, edge_of(s.base(enemy), FRONT))


def lay_on(g: BattleGame, unit: Unit, gun: Unit) -> None:
    """After its friend has gone a battery is alone with the enemy, who is laid along it (risorgimento.g.7.12)."""
    if gun.post:
        meet_side(g, unit, sector_of(gun), side_of(gun))
        return
    begin_attack(unit, gun)
    _lay(g, unit, edge_of(g.state.base(gun), FRONT), always=True)


def begin_attack(unit: Unit, enemy: Unit) -> None:
    """It has moved into contact: until they part the other is the defender, unless he came upon it too."""
    if not ATTACKS.is_on(unit, enemy.id):
        ATTACKS.put(unit, enemy.id)
        attacks_over(unit, enemy)
    if not CAME.is_on(unit, enemy.id):
        CAME.put(unit, enemy.id)
    if not CAME.is_on(enemy, unit.id):
        attacks_no_more(enemy, unit.id)


def _lay(g: BattleGame, unit: Unit, edge: Edge, *, always: bool = False, slides: bool = True) -> None:
    s = g.state
    m = manoeuvre(s, unit)
    here = s.footing(unit)
    found = laid_along(here, {unit.id: here}, edge, lambda _, footing: m.stands(footing) is None)
    if found is None:
        return
    laid = found[unit.id]
    if always or (slides and 2 * shared_length(edge_of(laid.base(unit.id), FRONT), edge) > laid.shape.width):
        laid = slid(m, laid, edge)
    _move(g, unit, laid, "align", ("risorgimento.g.0.3", "risorgimento.g.0.5"))


def _move(g: BattleGame, unit: Unit, footing: Footing, how: str, rules: tuple[str, ...], post: str = "") -> None:
    if footing.pose != unit.pose or unit.post != post:
        put_down(g, unit, footing, how, rules, post)


# Facing an attacker (risorgimento.g.2.3-5, .g.2.7)


def faces(s: BattleState, unit: Unit, attacker: Unit) -> bool:
    """Whether a unit contacted on flank or rear turns: not if its front is engaged; squares and posts have no flank."""
    if not unit.is_steady or ABANDONED.is_on(unit) or unit.formation == SQUARE or unit.post:
        return False
    return not is_engaged_in_front(s, unit, attacker)


def face_attacker(g: BattleGame, unit: Unit, attacker: Unit) -> bool:
    """It turns about its centre, disordered if it fails the test; False where there is no room for both of them."""
    s = g.state
    met = contact(s.base(unit), s.base(attacker), s.scene.field.touch)
    if met is None:
        return False
    here = s.footing(unit)
    turned = here._replace(pose=here.pose._replace(heading=edge_of(s.base(unit), met.own).heading))
    m = manoeuvre(s, unit).but(leave_out={attacker.id})
    if m.stands(turned) is not None or _laid_before(s, attacker, unit, turned) is None:
        return False
    stays_in_order(g, unit, "faces-cavalry" if attacker.arm == CAVALRY else "faces-infantry")
    _move(g, unit, turned, "face", ("risorgimento.g.2.3", "risorgimento.g.2.5"))
    return True


def _laid_before(s: BattleState, attacker: Unit, unit: Unit, turned: Footing) -> Footing | None:
    """How an attacker is laid again on a unit that turns to face it; None if others leave it no room."""
    m = manoeuvre(s, attacker).but(leave_out={unit.id})
    return flush(m, s.footing(attacker), edge_of(turned.base(unit.id), FRONT))


def face_all(g: BattleGame) -> None:
    """Whoever has only enemies on flank or rear by now turns to the one that lies on it over the greatest length."""
    s = g.state
    for unit in list(s.on_table):
        behind = [one for one in fronts_on(s, unit) if not is_front(unit, one.edge)] if unit.is_steady else []
        if behind:
            attacker = max(behind, key=lambda one: one.length).unit
            if faces(s, unit, attacker) and face_attacker(g, unit, attacker):
                _lay(g, attacker, edge_of(s.base(unit), FRONT))


# Sides of villages and farms (risorgimento.g.5.13, .g.5.16)


def meet_side(g: BattleGame, unit: Unit, sector: str, side: SideName) -> bool:
    """A front has reached a side: somebody inside who is not engaged defends it; False if nobody is there to do so."""
    s = g.state
    if unit.arm == CAVALRY:
        return False
    defender = defender_of(s, sector, side, unit)
    if defender is None:
        free = [one for one in inside(s, sector) if one.seat != unit.seat and one.is_steady and one.arm != ARTILLERY]
        free = [one for one in free if not touches(s, one) and place_on(s, one, sector, side) is not None]
        if not free or is_contested(s, sector):
            return False
        defender = max(free, key=lambda one: one.left)
        place = place_on(s, defender, sector, side)
        assert place is not None
        make_room(g, defender, f"{sector}/{side}")
        _move(g, defender, place, "post", ("risorgimento.g.5.13",), f"{sector}/{side}")
    if front_taken(s, unit, defender) is not None:
        return True
    begin_attack(unit, defender)
    _lay(g, unit, side_line(s, sector, side), always=True)
    return True


# The melees


def melees(s: BattleState) -> list[Melee]:
    """All melees on the table: fronts on each other, fronts on the side or back of somebody, contested sectors."""
    pairs = list(_pairs(s))
    engaged = {id for one, two in pairs for id in (one.unit.id, two.unit.id)}
    pairs += _one_sided(s, engaged)
    pairs += _in_sectors(s, engaged)
    return [_melee(s, one, two, engaged) for one, two in pairs]


def melee_of(s: BattleState, unit: Unit, enemy: Unit | None = None) -> Melee | None:
    """The melee in which a unit is in frontal contact, with a certain enemy if one is named."""
    for one in melees(s):
        if unit in (one.first.unit, one.second.unit) and (enemy is None or enemy is one.against(unit).unit):
            return one
    return None


def _pairs(s: BattleState) -> Iterator[tuple[Side, Side]]:
    """Fronts that lie on each other, each aimed at the other."""
    for unit in s.side("red"):
        for edge, found in aims(s, unit).items():
            if is_front(found.foe, found.edge):
                back = aims(s, found.foe).get(found.edge)
                if back is not None and back.foe is unit and back.edge == edge:
                    yield Side(unit, edge), Side(found.foe, found.edge)


def _one_sided(s: BattleState, engaged: set[str]) -> list[tuple[Side, Side]]:
    """Fronts on the flank or rear of who could not turn and is in no other melee; the longest contact first."""
    found = [one for unit in s.on_table if unit.id not in engaged for one in aims(s, unit).values()]
    pairs = []
    for one in sorted(found, key=lambda one: -one.length):
        is_free = one.unit.id not in engaged and one.foe.id not in engaged
        if is_free and not is_front(one.foe, one.edge):
            engaged |= {one.unit.id, one.foe.id}
            pairs.append((Side(one.unit, one.own), Side(one.foe, one.edge)))
    return pairs


def _in_sectors(s: BattleState, engaged: set[str]) -> list[tuple[Side, Side]]:
    """In a contested sector each unit of the side that entered last fights one of the others (.g.5.14)."""
    pairs = []
    for sector in dict.fromkeys(sector_of(one) for one in s.on_table if one.post):
        if not is_contested(s, sector):
            continue
        for unit in choosers(s, sector):
            foes = [one for one in rivals(s, unit) if one.id not in engaged]
            chosen = FIGHTS.first(unit)
            foe = max(foes, key=lambda one: (one.id == chosen, one.arm != ARTILLERY), default=None)
            if foe is not None and unit.id not in engaged:
                engaged |= {unit.id, foe.id}
                pairs.append((Side(unit), Side(foe)))
    return pairs


def choosers(s: BattleState, sector: str) -> list[Unit]:
    """The units in a contested sector of the side that entered it last; of the other, where only guns of that are left.

    Guns fight nobody by themselves, but they are fought: who is in a sector with the enemy always fights (.g.5.14).
    """
    found = [one for one in inside(s, sector) if one.is_steady and one.arm != ARTILLERY]
    able, last = [one.seat for one in found], entered_last(s, sector)
    chooses = last if last in able or not able else able[-1]
    return [one for one in found if one.seat == chooses]


def _melee(s: BattleState, one: Side, two: Side, engaged: set[str]) -> Melee:
    if ATTACKS.is_on(two.unit, one.unit.id) and not ATTACKS.is_on(one.unit, two.unit.id):
        one, two = two, one
    attacker, defender = one.unit, two.unit
    is_in_sector = bool(attacker.post) and sector_of(attacker) == sector_of(defender)
    is_over = is_across(s, attacker, defender) and not is_in_sector
    sides = []
    for side, foe in ((one, two), (two, one)):
        is_attacker = ATTACKS.is_on(side.unit, foe.unit.id)
        found: list[Unit] = []
        where = ""
        if not is_in_sector and not (is_over and is_attacker):  # risorgimento.g.6.3
            found, where = supports(s, side.unit, foe.unit, engaged, strict=is_attacker)
        sides.append((side._replace(supports=tuple(found), guns=adjoining(s, side.unit, engaged)), where))
    (one, on_two), (two, on_one) = sides
    return Melee(one._replace(attacked_in=on_one), two._replace(attacked_in=on_two), is_over, is_in_sector)


# Supports (chapter G.1), flank and rear (chapter G.2)


def supports(s: BattleState, unit: Unit, foe: Unit, engaged: set[str], *, strict: bool) -> tuple[list[Unit], str]:
    """Who supports a unit against an enemy, and where that makes him be attacked: "flank", "rear" or nowhere.

    Those whose front lies on him always, beside him or beside the friend two in all at most (.g.1.6, .g.2.6).
    ``strict``: an attacker, whose supports face exactly as it does (risorgimento.g.1.8).
    """
    if unit.formation == SQUARE:
        return [], ""
    found: list[Unit] = []
    where = ""
    if foe.post and s.ground.pieces[sector_of(foe)].kind.id == FARM:  # risorgimento.g.5.19
        around = (one for side in SIDES for one, _ in before_side(s, sector_of(foe), side, unit.seat))
        found += [one for one in around if one is not unit and _may_support(one, engaged)]
    has_flanks = foe.formation != SQUARE and not foe.post
    if has_flanks:
        for one in fronts_on(s, foe):
            if one.unit.id in engaged or is_front(foe, one.edge) or not _may_support(one.unit, engaged):
                continue
            found.append(one.unit)
            if one.edge == REAR:
                where = "rear"
            elif 2 * one.length > s.shape(one.unit).width:  # risorgimento.g.2.1, .g.2.6
                where = where or "flank"
    touch, limit = s.scene.field.touch, FLUSH if strict else s.tables.angles.zone
    beside: list[tuple[Unit, str]] = []
    if has_flanks:
        for friend in near(s, s.base(foe).outline, touch, unit.seat):
            here, there = s.base(friend), s.base(foe)
            is_along = is_flank_to_flank(contact(here, there, touch), here, there)
            if friend is not unit and _may_support(friend, engaged) and is_along:
                beside.append((friend, "flank"))  # risorgimento.g.1.3
    if not unit.post:
        for friend in near(s, s.base(unit).outline, touch, unit.seat):
            if friend is not unit and _may_support(friend, engaged) and is_beside(s, s.base(friend), unit, limit):
                beside.append((friend, ""))
    for friend, malus in beside:
        if friend not in found and len(found) < s.tables.numbers.supports:
            found.append(friend)
            where = where or malus
    return found, where


def _may_support(unit: Unit, engaged: set[str]) -> bool:
    """Whom nobody engages, in a formation that can (risorgimento.g.1.5, .g.1.9); batteries are drawn in by G.7."""
    is_able = unit.is_steady and unit.arm != ARTILLERY and unit.formation not in NO_SUPPORT and not unit.post
    return is_able and unit.id not in engaged


def adjoining(s: BattleState, unit: Unit, engaged: set[str]) -> tuple[Unit, ...]:
    """The batteries drawn into the melee of a friend they touch (.g.7.3); limbered ones are not (.g.1.9)."""
    if unit.arm == ARTILLERY:
        return ()
    beside = near(s, s.base(unit).outline, s.scene.field.touch, unit.seat)
    return tuple(
        one
        for one in beside
        if one.arm == ARTILLERY and one.is_steady and one.formation != LIMBERED and not ABANDONED.is_on(one)
        if one.id not in engaged and one.post == unit.post
    )
