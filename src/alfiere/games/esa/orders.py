"""Chapters 3.2.1, 3.2.2, 10.3 and 10.7: planning, secret orders, reveal, initiative, special cards, chain tests."""

from __future__ import annotations

from functools import lru_cache, partial

from alfiere.games.esa.armies import prevailing
from alfiere.games.esa.card_tests import leader_passes
from alfiere.games.esa.cards import cards, focusable, values
from alfiere.games.esa.command import chain, command_capacity, is_linked, is_on_field
from alfiere.games.esa.events import (
    CardShown,
    CardsPutBack,
    FocusDeclared,
    InitiativeTaken,
    OrderLost,
    OrderReceived,
    PhaseBegan,
    ReserveAssigned,
    TurnBegan,
)
from alfiere.games.esa.order_of_play import by_initiative
from alfiere.games.esa.preparation import choose_at_random, draw_to_hand
from alfiere.games.esa.reinforcements import bring_on
from alfiere.games.esa.special_cards import ON_REVEAL, play_special
from alfiere.games.esa.state import SEATS, Army, BattleState, Division, EsaGame, Unit
from alfiere.kernel.decision import Decision, Made, Option, Seat
from alfiere.kernel.procedure import MARK, Procedure, Together, choose

# Steps of the orders phase, kept in BattleState.step (esa.3.2.2e)
RESERVE, ASSIGN, FOCUS, SPECIALS, CHAIN = 0, 1, 2, 3, 4


def planning(g: EsaGame) -> Procedure[None]:
    """A turn begins: reinforcements, then each side draws its command capacity (esa.3.2.1a, esa.10.4a)."""
    s = g.state
    if s.step == 0:
        s.turn += 1
        s.field = s.scenario.field_in(s.turn)
        begin_turn(s)
        g.tell(TurnBegan(s.turn))
        s.step = 1
    yield from bring_on(g)
    s = g.state
    for seat in SEATS:
        draw_to_hand(g, seat, command_capacity(s, seat), "esa.3.2.1a")
    s.phase, s.step = "orders", RESERVE
    g.tell(PhaseBegan("orders"))


def begin_turn(s: BattleState) -> None:
    """Set back what counts only for a turn; note who begins it attached or in cover (esa.10.1b, esa.card.40)."""
    for unit in s.units.values():
        unit.did, unit.lost, unit.under = 0, 0, ""
        unit.contacts.clear()
        unit.began_in_cover = bool(unit.hex) and s.field.ground(unit.hex, unit.values.kind) != "open"
    for leader in s.leaders.values():
        leader.has_moved = False
        leader.began_with = s.at.get(leader.hex, "") if leader.hex else ""


def orders(g: EsaGame) -> Procedure[None]:
    """The steps of the orders phase, one after the other."""
    while g.state.phase == "orders":
        yield MARK
        yield from _STEPS[g.state.step](g)


# Reserve


def reserve_choices(s: BattleState, seat: Seat) -> list[tuple[Unit, Division]]:
    """Reserve units and the divisions they may join, within reach of both generals (esa.10.15b, c, e)."""
    commander = s.leaders[s.armies[seat].commander]
    distance = s.field.command_distance
    found = []
    for reserve in s.divisions.values():
        if reserve.seat != seat or not reserve.is_reserve:
            continue
        for unit in map(s.units.__getitem__, reserve.units):
            if not unit.hex or distance(commander.hex, unit.hex) > commander.profile.morale:
                continue
            for division in s.divisions.values():
                general = s.leaders[division.general]
                if (
                    division.seat == seat
                    and not division.is_reserve
                    and not division.is_routed
                    and general.hex
                    and distance(general.hex, unit.hex) <= general.profile.morale
                ):
                    found.append((unit, division))
    return found


def join_division(g: EsaGame, unit: Unit, division: Division, rule: str = "esa.10.15b") -> None:
    """A reserve unit belongs to another division for the rest of the battle (esa.10.15d, esa.2.1.1f)."""
    s = g.state
    reserve = s.divisions[unit.division]
    reserve.units.remove(unit.id)
    division.units.append(unit.id)
    unit.division = division.id
    for one in (reserve, division):
        one.prevailing = [member.id for member in prevailing([s.units[name] for name in one.units])]
    g.tell(ReserveAssigned(unit.id, division.id, (rule, "esa.10.15d")))


def _assign_reserve(g: EsaGame) -> Procedure[None]:
    """Before orders are assigned reserve units may be given away; who lacks the initiative decides first (esa.g.15)."""
    s = g.state
    if not s.queue:
        first, second = by_initiative(s)
        s.queue = [second, first]
    while g.state.queue:
        yield MARK
        s = g.state
        seat = s.queue[0]
        choices = reserve_choices(s, seat)
        if choices:
            options = [Option("keep")]
            options += [
                Option("assign-reserve", {"unit": unit.id, "division": one.id}, ("esa.10.15b",))
                for unit, one in choices
            ]
            chosen = yield Decision(seat, "reserve", options, {}, ("esa.10.15b", "esa.10.15c"))
            if chosen.key == "assign-reserve":
                join_division(g, s.units[chosen["unit"]], s.divisions[chosen["division"]])
                continue
        s.queue.pop(0)
    g.state.step = ASSIGN


# Assigning


def commanded(s: BattleState, seat: Seat) -> list[Division]:
    """A side's divisions that can be given a card: units and a general on the map (esa.3.2.2a)."""
    return [
        division
        for division in s.divisions.values()
        if division.seat == seat and s.leaders[division.general].hex and is_on_field(s, division)
    ]


def _assign(g: EsaGame) -> Procedure[None]:
    """Both sides give out cards and put cards back, unseen by each other (esa.3.2.2a-esa.3.2.2d, esa.3.2.2n)."""
    put_back: dict[Seat, CardsPutBack] = {}
    yield Together({seat: _plan(g, seat, put_back) for seat in SEATS})
    s = g.state
    for seat in SEATS:
        g.tell(put_back[seat])
    s.cards_shown = True
    for division in s.divisions.values():  # esa.3.2.2f
        if division.card:
            division.has_order = bool(cards()[division.card].orders)
            g.tell(CardShown(division.seat, division.id, division.card, bool(division.focus)))
    g.reveal()
    s.step = FOCUS


@lru_cache(maxsize=1)
def usefulness() -> dict[int, tuple[int, bool, int]]:
    """Which card one would ordinarily give first: more orders, then an ability, then priority."""
    return {card.number: (len(card.orders), bool(card.ability), card.priority) for card in cards().values()}


def _plan(g: EsaGame, seat: Seat, put_back: dict[Seat, CardsPutBack]) -> Procedure[None]:
    s = g.state
    army = s.armies[seat]
    for division in commanded(s, seat):
        options = Made(partial(_assignments, army), partial(_assignment, division.id))
        chosen = yield Decision(seat, "assign", options, {"division": division.id}, ("esa.3.2.2a", "esa.10.7a"))
        if chosen.key != "none":
            army.hand.remove(chosen["card"])
            division.card = chosen["card"]
            division.focus = "?" if chosen.key == "focus" else ""
    put_back[seat] = yield from _put_back(s, seat)


def _assignments(army: Army) -> list[tuple[str, int]]:
    """Every card of the hand, plain or focused, or none (esa.3.2.2a, esa.3.2.2b, esa.10.7a)."""
    in_hand = sorted(army.hand, key=usefulness().__getitem__, reverse=True)
    may_be_focused = focusable()
    found = [("assign", number) for number in in_hand]
    found += [("focus", number) for number in in_hand if number in may_be_focused]
    return [*found, ("none", 0)]


def _assignment(division: str, thing: tuple[str, int]) -> Option:
    verb, card = thing
    if verb == "assign":
        return Option("assign", {"division": division, "card": card}, ("esa.3.2.2a",))
    if verb == "focus":
        return Option("focus", {"division": division, "card": card}, ("esa.10.7a",))
    return Option("none", {"division": division}, ("esa.3.2.2b",))


def _put_back(s: BattleState, seat: Seat) -> Procedure[CardsPutBack]:
    """Hand cards go face down on top or at the bottom of the deck; the excess must (esa.3.2.2c, esa.3.2.2d)."""
    army, limit = s.armies[seat], command_capacity(s, seat)
    top: list[int] = []
    bottom: list[int] = []
    while army.hand:
        about = {"excess": max(0, len(army.hand) - limit)}
        options = Made(partial(_returns, army, limit), _returned)
        chosen = yield Decision(seat, "put-back", options, about, ("esa.3.2.2c", "esa.3.2.2d"))
        if chosen.key == "done":
            break
        number: int = chosen["card"]
        army.hand.remove(number)
        if chosen.key == "put-top":
            army.deck.top.append(number)
            top.append(number)
        else:
            army.deck.bottom.append(number)
            bottom.append(number)
    return CardsPutBack(seat, tuple(top), tuple(bottom))


def _returns(army: Army, limit: int) -> list[tuple[str, int]]:
    """Every card of the hand, to the top or the bottom of the deck."""
    found = [("done", 0)] if len(army.hand) <= limit else []
    # the worst card first: a poor order with a low value is best on top of the deck
    for number in sorted(army.hand, key=usefulness().__getitem__):
        places = ("top", "bottom") if values()[number] <= army.value else ("bottom", "top")
        found += [(place, number) for place in places]
    return found


def _returned(thing: tuple[str, int]) -> Option:
    place, card = thing
    return Option("done") if place == "done" else Option(f"put-{place}", {"card": card}, ("esa.3.2.2c",))


# Reveal


def _declare_focus(g: EsaGame) -> Procedure[None]:
    """The one action of each focused card is declared, then the initiative is settled (esa.10.7h)."""
    s = g.state
    first, second = by_initiative(s)
    for seat in (second, first):  # esa.g.15
        for division in s.divisions.values():
            if division.seat == seat and division.focus == "?":
                actions, rules = cards()[division.card].focusable, ("esa.10.7c", "esa.10.7h")
                options = [Option("focus-on", {"division": division.id, "action": one}) for one in actions]
                chosen = yield from choose(seat, "focus", options, {"division": division.id}, rules)
                division.focus = chosen["action"]
                g.tell(FocusDeclared(division.id, division.focus))
    settle_initiative(g)
    s.step = SPECIALS
    order = by_initiative(s)
    s.queue = [
        division.id
        for seat in order  # esa.3.2.2l
        for division in s.divisions.values()
        if division.seat == seat
        and division.card
        and not division.focus
        and cards()[division.card].ability in ON_REVEAL
    ]


def settle_initiative(g: EsaGame) -> None:
    """More cards of priority 3; a tie leaves it where it was; chance in the first turn (esa.3.2.2g-esa.3.2.2j)."""
    s = g.state
    threes = {
        seat: sum(
            1 for one in s.divisions.values() if one.seat == seat and one.card and cards()[one.card].priority == 3
        )
        for seat in SEATS
    }
    rules: tuple[str, ...] = ("esa.3.2.2g",)
    for rule in s.scenario.special("initiative", s.options):
        if s.turn in rule.turns:
            s.initiative = s.scenario.seat_of[rule.side]
            g.tell(InitiativeTaken(s.initiative, threes["red"], threes["blue"], ("esa.2.1f",)))
            return
    if threes["red"] != threes["blue"]:
        s.initiative = max(SEATS, key=lambda seat: threes[seat])
    elif s.initiative:
        rules = ("esa.3.2.2h",)
    else:
        s.initiative = choose_at_random(g)
        rules = ("esa.3.2.2i",)
    g.tell(InitiativeTaken(s.initiative, threes["red"], threes["blue"], rules))


def _play_specials(g: EsaGame) -> Procedure[None]:
    """Special cards work when they are revealed, the initiative's first (esa.3.2.2k, esa.3.2.2l)."""
    while g.state.queue:
        yield MARK
        s = g.state
        name = yield from _first_of_mine(g, "special", ("esa.3.2.2l",))
        yield from play_special(g, s.divisions[name], join_division)
        g.state.queue.remove(name)
    s = g.state
    s.step = CHAIN
    s.queue = [
        division.id
        for seat in by_initiative(s)  # esa.3.2.2m2
        for division in s.divisions.values()
        if division.seat == seat
        and division.has_order
        and any(not is_linked(s, sender, receiver) for sender, receiver in chain(s, division))
    ]


def _first_of_mine(g: EsaGame, key: str, rules: tuple[str, ...]) -> Procedure[str]:
    """The next in the queue; its owner chooses between his own."""
    s = g.state
    seat = s.divisions[s.queue[0]].seat
    mine = [name for name in s.queue if s.divisions[name].seat == seat]
    if len(mine) == 1:
        return mine[0]
    options = [Option("division", {"division": name}, rules) for name in mine]
    chosen = yield Decision(seat, key, options, {}, rules)
    name: str = chosen["division"]
    return name


def _test_chains(g: EsaGame) -> Procedure[None]:
    """Orders that have too far to go need a morale test of their receiver (esa.3.2.2m, esa.10.3b, esa.10.3e)."""
    while g.state.queue:
        yield MARK
        s = g.state
        name = yield from _first_of_mine(g, "chain", ("esa.3.2.2m2",))
        division = s.divisions[name]
        received = all(
            is_linked(s, sender, receiver) or leader_passes(g, receiver, "chain", "esa.10.3b", "esa.3.2.2m")
            for sender, receiver in chain(s, division)
        )
        if received:
            g.tell(OrderReceived(division.id, division.card))
        else:
            g.tell(OrderLost(division.id, division.card))
            s.armies[division.seat].discard.append(division.card)
            division.card, division.focus, division.has_order = 0, "", False
        s.queue.remove(name)
    g.state.phase, g.state.step = "actions", 0


_STEPS = {
    RESERVE: _assign_reserve,
    ASSIGN: _assign,
    FOCUS: _declare_focus,
    SPECIALS: _play_specials,
    CHAIN: _test_chains,
}
