"""Chapters 3.3 and 9.1.2, experience points: spent for firmness, a longer move, a longer range, an obstacle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from alfiere.battles.marks import BareMark
from alfiere.games.cappa.combat.fire import may_be_shot, may_shoot
from alfiere.games.cappa.combat.grenades import GRENADE, can_throw, crosses_wall
from alfiere.games.cappa.ground.ground import gap, gap_to_point, stops_near
from alfiere.games.cappa.ground.sight import sees
from alfiere.games.cappa.movement.movement import engages, go, is_place, may_move, walk
from alfiere.games.cappa.movement.obstacles import Cross, beyond, crossing_cost
from alfiere.games.cappa.people.impulses import Actor, OfAny, OfOne
from alfiere.games.cappa.people.muster import is_measured
from alfiere.games.cappa.sheets.measures import UM
from alfiere.games.cappa.sheets.optional_rules import optional_rules
from alfiere.games.cappa.sheets.weapons import Band, Weapon, weapons
from alfiere.games.cappa.state.bought import RANGE, STRIDE, bought_range, bought_stride, left_over
from alfiere.games.cappa.state.earning import has_experience
from alfiere.games.cappa.state.fortune import is_helped, spend_experience
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.fortune_events import ExperienceSpent
from alfiere.games.cappa.victory.firmness import buy
from alfiere.games.cappa.weaponry.arms import missiles
from alfiere.kernel.decision import Args, Decision, Option, Seat
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Mark, Passing, Procedure, Together
from alfiere.table.headings import offset
from alfiere.table.measuring import root_up
from alfiere.table.places import as_far_as
from alfiere.table.reach import Journey, Way

DIRECTIONS = 8
ACTION = "action"  # the decision that has the purchase among its deeds
BUY = Option("spend-experience", {}, ("cappa.3.3a",))


class BuyFirmness(OfAny):
    """One point at a time, for nothing, while one of his own acts and firmness can rise (cappa.3.3a, cappa.3.3b)."""

    verb = "spend-experience"
    in_melee = True
    shaken = True
    keeps_bought = True

    def options(self, s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
        if has_experience(s) and may_buy(s, who.seat):
            yield Option("spend-experience", {"figure": who.id, "pa": 0}, ("cappa.3.3a",))

    def do(self, g: SkirmishGame, who: Actor, option: Option) -> None:
        """One point gives one of firmness."""
        buy(g, who.seat, 1)


def may_buy(s: SkirmishState, seat: Seat) -> bool:
    """Whether a side has points to spend and firmness to be raised (cappa.3.3b, cappa.3.3c)."""
    side = s.sides.get(seat)
    return side is not None and bool(side.experience) and 0 < side.firmness < side.firmness_at_start


def with_purchases(g: SkirmishGame, procedure: Procedure[None]) -> Passing[None]:
    """The same procedure, and in any moment firmness may be bought (cappa.3.3a).

    That is, beside whatever a side is asked, and as soon as it has lost some: its own next action may come too late.
    """
    answer: Any = None
    known = _firmness(g.state)
    while True:
        asked: Decision | Mark | Together | None
        try:
            asked = procedure.send(answer)
        except StopIteration:
            asked = None
        seat = asked.seat if isinstance(asked, Decision) else ""
        for other, before in known.items():
            if other != seat and g.state.sides[other].firmness < before:
                yield from _buy_at_once(g, other)
        if asked is None:
            return
        known = _firmness(g.state)
        answer = (yield from _or_buy(g, asked)) if isinstance(asked, Decision) else (yield asked)


def _firmness(s: SkirmishState) -> dict[Seat, int]:
    return {seat: side.firmness for seat, side in s.sides.items()}


def _buy_at_once(g: SkirmishGame, seat: Seat) -> Procedure[None]:
    """Firmness has fallen, and others go on."""
    while may_buy(g.state, seat) and not g.state.winner:
        keep = Option("keep-experience", {}, ("cappa.3.3a",))
        about = {"firmness": g.state.sides[seat].firmness, "experience": g.state.sides[seat].experience}
        chosen = yield Decision(seat, "buy-firmness", [BUY, keep], about, ("cappa.3.3a",))
        if chosen.key == keep.key:
            return
        buy(g, seat, 1)


def _or_buy(g: SkirmishGame, asked: Decision) -> Procedure[Option]:
    """What is asked, and firmness beside it; the first option stays the first, the last the one that lets be."""
    seat, offered = asked.seat, asked.options
    while asked.key != ACTION and not asked.opening and may_buy(g.state, seat):
        options = [*offered[:-1], BUY, offered[-1]] if len(offered) > 1 else [*offered, BUY]
        asked = Decision(seat, asked.key, options, asked.about, asked.rules, free=asked.free)
        chosen = yield asked
        if chosen.key != BUY.key:
            return chosen
        buy(g, seat, 1)
        left = g.state.sides[seat].experience
        offered = [one for one in offered if _price(one) <= left]  # what is spent on firmness is gone, cappa.9.1.2g
    return (yield Decision(seat, asked.key, offered, asked.about, asked.rules, opening=asked.opening, free=asked.free))


def _price(option: Option) -> int:
    """The experience that an option costs beside which firmness may be bought."""
    prices = optional_rules().prices
    return {"change-order": prices.die, "change-score": prices.die, "roll-again": prices.again}.get(option.key, 0)


def _purse(s: SkirmishState, who: Figure) -> int:
    """What may be spent on him: only on heroes and protagonists who act for themselves (cappa.9.1.2a)."""
    if not has_experience(s) or not is_helped(who) or s.squad_of(who) is not None:
        return 0
    return s.sides[who.seat].experience


# A longer move


class LongerStride(OfOne):
    """Up to 3 um more for his next move, 1 PE each (cappa.9.1.2d)."""

    verb = "longer-stride"
    keeps_bought = True

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        prices, purse = optional_rules().prices, _purse(s, who)
        if not purse or not pa or not may_move(s, who):
            return
        for um in range(1, min(prices.most_um - bought_stride(who) // UM, purse // prices.um) + 1):
            yield Option("longer-stride", {"figure": who.id, "um": um, "pa": 0}, ("cappa.9.1.2d",))

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        """For the next move of his."""
        _buy(g, who, option["um"], optional_rules().prices.um, STRIDE, "stride", "cappa.9.1.2d")


def _buy(g: SkirmishGame, who: Figure, um: int, price: int, mark: BareMark[Figure], what: str, rule: str) -> None:
    """So many um of something; the points are gone, whatever comes of it (cappa.9.1.2g)."""
    spend_experience(g, who.seat, um * price)
    mark.put(who, um)
    g.tell(ExperienceSpent(who.seat, who.id, um * price, what, (rule, "cappa.9.1.2g")))


# A longer range


class LongerRange(OfOne):
    """Up to 3 um more for his next shot, where that brings somebody into short or long range (cappa.9.1.2f)."""

    verb = "longer-range"
    keeps_bought = True

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        prices, purse = optional_rules().prices, _purse(s, who)
        if not purse or not pa or not may_shoot(s, who):
            return
        had, ready = bought_range(who), [weapon for _, weapon in missiles(who)]
        if can_throw(s, who):
            ready.append(weapons()[GRENADE])
        seen = [one for one in s.may_attack(who) if ready and may_be_shot(s, one) and sees(s, who, one)]
        for um in range(1, min(prices.most_range - had // UM, purse // prices.range) + 1):
            more = had + um * UM
            gains = any(
                _band(s, who, one, weapon, more) is not _band(s, who, one, weapon, more - UM)
                for one in seen
                for weapon in ready
            )
            if gains or (seen and not is_measured(s)):
                yield Option("longer-range", {"figure": who.id, "um": um, "pa": 0}, ("cappa.9.1.2f",))

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        """For the next shot of his."""
        _buy(g, who, option["um"], optional_rules().prices.range, RANGE, "range", "cappa.9.1.2f")


def _band(s: SkirmishState, who: Figure, target: Figure, weapon: Weapon, more: int) -> Band | None:
    """The columns that would count against somebody with so much more range."""
    if weapon.code != GRENADE:
        return weapon.band(gap(s, who, target), more=more)
    walled = crosses_wall(s, who, target.x, target.y, target.level)
    return weapon.band(gap_to_point(s, who, target.x, target.y), walled, more)


# An obstacle in his stride


class Vault(OfOne):
    """An obstacle that has stopped his move is crossed with what is left of that move, for 2 PE (cappa.9.1.2e)."""

    verb = "vault"

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if _purse(s, who) < optional_rules().prices.crossing or who.is_prone:
            return
        left = left_over(who)
        for bar in stops_near(s, who) if left else ():
            place = beyond(s, who, bar) if crossing_cost(s, who, bar.by) is not None else None
            if place is not None and _length(who, place) <= left:
                yield Option(
                    "vault", {"figure": who.id, "obstacle": bar.by, "to": list(place), "pa": 0}, ("cappa.9.1.2e",)
                )

    def perform(self, g: SkirmishGame, who: Figure, option: Option) -> Procedure[None]:
        """Across, and on as far as the move still carries him."""
        s, price = g.state, optional_rules().prices.crossing
        left = left_over(who) - _length(who, tuple(option["to"]))
        spend_experience(g, who.seat, price)
        g.tell(ExperienceSpent(who.seat, who.id, price, "vault", ("cappa.9.1.2e", "cappa.9.1.2g")))
        yield from Cross().perform(g, who, option)
        if not may_move(s, who):
            return
        on = walk(s, who, left)
        options = _places_on(s, who, on, left)
        if not options:
            return
        options.append(Option("halt", {"figure": who.id}, ("cappa.9.1.2e",)))

        def free(key: str, args: Args) -> Option | Objection | None:
            to = args.get("to")
            if key != "go-on" or args.get("figure") != who.id or set(args) - {"figure", "to"} or not is_place(to):
                return None
            way = on.way(*to)
            if not isinstance(way, Way) or engages(s, who, way.end):
                return because("no-place", "cappa.9.1.2e", figure=who.id)
            return Option("go-on", {"figure": who.id, "to": list(way.end)}, ("cappa.9.1.2e",))

        about = {"figure": who.id, "length": left}
        chosen = yield Decision(who.seat, "run-on", options, about, ("cappa.9.1.2e",), free=free)
        if chosen.key == "go-on":
            way = on.way(*chosen["to"])
            assert isinstance(way, Way)
            go(g, who, way, "move", ("cappa.9.1.2e",))


def _length(figure: Figure, place: tuple[int, int]) -> int:
    return root_up((place[0] - figure.x) ** 2 + (place[1] - figure.y) ** 2)


def _places_on(s: SkirmishState, who: Figure, on: Journey, left: int) -> list[Option]:
    """As far as possible all round, never into contact."""
    found: dict[tuple[int, int], Option] = {}
    for number in range(DIRECTIONS):
        dx, dy = offset(number * 3600 // DIRECTIONS, left)
        end = as_far_as(on, who.x + dx, who.y + dy).end
        if end != (who.x, who.y) and not engages(s, who, end) and isinstance(on.way(*end), Way):
            found[end] = Option("go-on", {"figure": who.id, "to": list(end)}, ("cappa.9.1.2e",))
    return list(found.values())
