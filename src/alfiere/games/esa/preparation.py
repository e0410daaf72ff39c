"""Chapters 2.2 to 2.4, preparing for battle: good generals choose cards, divisions deploy, hands are drawn."""

from __future__ import annotations

from alfiere.battles.turns import one_after_another
from alfiere.games.esa.armies import deck_changers, exchange
from alfiere.games.esa.card_tests import card_value, draw
from alfiere.games.esa.cards import cards
from alfiere.games.esa.command import command_capacity, commanded_hexes, in_command
from alfiere.games.esa.events import (
    CardsDrawn,
    CardShown,
    ChosenAtRandom,
    DeckChanged,
    LeaderPlaced,
    LossesTaken,
    UnitChanged,
    UnitPlaced,
)
from alfiere.games.esa.movement import facings
from alfiere.games.esa.scenario import ZoneForm
from alfiere.games.esa.state import SEATS, BattleState, Division, EsaGame, Leader, Unit, other
from alfiere.games.esa.tables import DeckChange
from alfiere.kernel.decision import Decision, Option, Seat, Spread
from alfiere.kernel.procedure import MARK, Procedure, Together, choose
from alfiere.table.hexes import Hex

# Steps of the deployment, kept in BattleState.step
DEAL, PLACE, LEADERS, HANDS = 0, 1, 2, 3


def choose_at_random(g: EsaGame) -> Seat:
    """Each side turns over its top card, the lower value wins; ties are repeated (esa.g.14)."""
    s = g.state
    g.reveal()  # cards that lay known on top cost no chance, but now everybody has seen them
    while True:
        drawn = {seat: draw(g, s.armies[seat]) for seat in SEATS}
        values = {seat: card_value(card) if card else 0 for seat, card in drawn.items()}
        for seat, card in drawn.items():
            if card:
                s.armies[seat].discard.append(card)
        if values["red"] != values["blue"] or not all(drawn.values()):
            winner = min(SEATS, key=lambda seat: values[seat])
            g.tell(ChosenAtRandom(winner, values["red"], values["blue"]))
            return winner


# Decks


def prepare(g: EsaGame) -> Procedure[None]:
    """Both sides choose, unseen, which cards their good generals exchange (esa.2.2h-esa.2.2j2)."""
    yield Together({seat: _choose_cards(g, seat) for seat in SEATS})
    s = g.state
    for seat in SEATS:
        base, deck = set(range(1, 31)), s.armies[seat].deck.middle
        commander = s.armies[seat].commander
        g.tell(DeckChanged(seat, commander, tuple(sorted(base - set(deck))), tuple(sorted(set(deck) - base))))
    g.reveal()
    s.phase, s.step = "deployment", DEAL


def _choose_cards(g: EsaGame, seat: Seat) -> Procedure[None]:
    deck = g.state.armies[seat].deck.middle
    usual = False
    for leader, change in deck_changers(g.state, seat):
        if not change.choice:
            continue
        for _ in range(change.cards):
            if not usual:
                usual = yield from _swap(deck, seat, leader, change)
            if usual:
                exchange(deck, 1, change)


def _swap(deck: list[int], seat: Seat, leader: Leader, change: DeckChange) -> Procedure[bool]:
    """One exchange; tells whether the owner takes the usual cards for this and all the rest."""
    out = [card for card in change.out if card in deck]
    into = [card for card in change.into if card not in deck]
    if not out or not into:
        return False
    about = {"leader": leader.id}
    options = [Option("usual", {}, ("esa.2.2j2",))]
    options += [Option("remove", {"card": card}, ("esa.2.2j",)) for card in sorted(out)]
    chosen = yield Decision(seat, "card-out", options, about, (change.rule, "esa.2.2j"))
    if chosen.key == "usual":
        return True
    added = yield Decision(
        seat,
        "card-in",
        [Option("add", {"card": card}, ("esa.2.2j",)) for card in into],
        about,
        (change.rule,),
    )
    deck.remove(chosen["card"])
    deck.append(added["card"])
    deck.sort()
    return False


# Deployment


def deploy(g: EsaGame) -> Procedure[None]:
    """Chapter 2.3: cards, divisions by priority, leaders, starting hands."""
    while g.state.phase == "deployment":
        yield MARK
        s = g.state
        if s.step == DEAL:
            yield from _deal(g)
        elif s.step == PLACE:
            yield from _place_divisions(g)
        elif s.step == LEADERS:
            yield from _place_leaders(g)
        else:
            _draw_hands(g)


def deploying(s: BattleState, seat: Seat) -> list[Division]:
    """A side's divisions that are on the table from the start."""
    forms = s.scenario.division_forms
    return [one for one in s.divisions.values() if one.seat == seat and forms[one.id].arrival is None]


def _deal(g: EsaGame) -> Procedure[None]:
    """One card a division, drawn at random and given out by choice, both sides at once (esa.2.3a)."""
    s = g.state
    for seat in SEATS:
        army = s.armies[seat]
        if not army.aside:
            army.aside = sorted(draw(g, army) for _ in deploying(s, seat))
            g.tell(CardsDrawn(seat, tuple(army.aside), ("esa.2.3a",)))
    yield MARK
    s = g.state
    yield Together({seat: _give_out(g, seat) for seat in SEATS})
    for seat in SEATS:
        for division in deploying(s, seat):
            s.queue.append(division.id)
            g.tell(CardShown(seat, division.id, division.card, False, ("esa.2.3b",)))
    s.cards_shown = True
    g.reveal()
    s.step = PLACE


def _give_out(g: EsaGame, seat: Seat) -> Procedure[None]:
    army = g.state.armies[seat]
    for division in deploying(g.state, seat):
        kinds = sorted(army.aside, key=lambda card: -cards()[card].priority)
        options = [Option("give", {"division": division.id, "card": one}, ("esa.2.3a",)) for one in kinds]
        chosen = yield from choose(seat, "deployment-card", options, {"division": division.id}, ("esa.2.3a",))
        army.aside.remove(chosen["card"])
        division.card = chosen["card"]


def _level(s: BattleState) -> int:
    """The priority level being placed: 3, 2, 1, then cards without priority (esa.2.3b, esa.2.3d)."""
    return max(cards()[s.divisions[name].card].priority for name in s.queue)


def _count(s: BattleState, seat: Seat, level: int) -> int:
    return [cards()[one.card].priority for one in deploying(s, seat)].count(level)


def _precedence(g: EsaGame, level: int) -> Seat:
    """Who places first at a level: the side with more cards of it, else by chance (esa.2.3c-esa.2.3d2).

    Scouts who were seen, or seen off, take the place of chance.
    """
    s = g.state
    red, blue = (_count(s, seat, level) for seat in SEATS)
    if red == blue:
        for rule in s.scenario.special("deploys first", s.options):
            return s.scenario.seat_of[rule.side]
        return choose_at_random(g)
    return "red" if red > blue else "blue"


def _place_divisions(g: EsaGame) -> Procedure[None]:
    while True:
        yield MARK
        s = g.state
        if not s.acting:
            if not s.queue:
                s.step = LEADERS
                return
            yield from _next_division(g)
        yield from _place_pieces(g)
        g.state.acting = ""


def _next_division(g: EsaGame) -> Procedure[None]:
    """The players take turns inside a level; one who has none left is passed over (esa.2.3b, esa.2.3d3)."""
    s = g.state
    level = _level(s)
    if not s.first_to_deploy:
        s.first_to_deploy = _precedence(g, 3)  # esa.2.3f2: needed for the leaders even if nobody has a 3
        if level == 3:
            s.precedence = [str(level), s.first_to_deploy]
    if not s.precedence or s.precedence[0] != str(level):
        s.precedence = [str(level), _precedence(g, level)]
    seat = s.precedence[1]
    waiting = [s.divisions[name] for name in s.queue if cards()[s.divisions[name].card].priority == level]
    mine = [one for one in waiting if one.seat == seat] or waiting
    options = [Option("division", {"division": one.id}, ("esa.2.3b",)) for one in mine]
    chosen = yield from choose(mine[0].seat, "deploy-division", options, {}, ("esa.2.3b",))
    division = s.divisions[chosen["division"]]
    s.precedence = [str(level), other(division.seat)]
    s.queue.remove(division.id)
    s.acting = division.id
    general = s.leaders[division.general]
    s.active = ([general.id] if not general.hex else []) + division.units


def zone_of(s: BattleState, division: Division) -> list[Hex]:
    """Where a division deploys; nothing for one that comes later (esa.2.3k)."""
    form = s.scenario.division_forms[division.id]
    return s.scenario.zone(form.zone) if form.zone is not None else []


def _is_free(s: BattleState, label: Hex) -> bool:
    """At deployment a hex holds one unit or one leader (esa.2.3g)."""
    return label not in s.at and label not in s.leader_at and label not in s.field.impassable


def _place_pieces(g: EsaGame) -> Procedure[None]:
    """The general first, then his units, each where its owner wishes (esa.2.3e-esa.2.3k)."""
    while g.state.active:
        yield MARK
        s = g.state
        division = s.divisions[s.acting]
        piece = s.active[0]
        if piece in s.leaders:
            yield from _place_leader(g, s.leaders[piece], zone_of(s, division))
        else:
            yield from _place_unit(g, division, s.units[piece])
        s.active.pop(0)


def _place_leader(g: EsaGame, leader: Leader, zone: list[Hex]) -> Procedure[None]:
    s = g.state

    def places() -> list[Hex]:
        free = [label for label in zone if _is_free(s, label)] or [h for h in s.field.grid.hexes if _is_free(s, h)]
        return free[len(free) // 2 :] + free[: len(free) // 2]  # the middle of the zone first

    options = Spread("leader", {"leader": leader.id}, "hex", places, ("esa.2.3k",))
    chosen = yield Decision(leader.seat, "deploy-leader", options, {"leader": leader.id}, ("esa.2.3i", "esa.2.3k"))
    s.place_leader(leader, chosen["hex"])
    g.tell(LeaderPlaced(leader.id, leader.hex))


def _place_unit(g: EsaGame, division: Division, unit: Unit) -> Procedure[None]:
    s = g.state
    for rule in s.scenario.special("placed", s.options):
        if rule.unit == unit.id and _is_free(s, rule.hex):
            s.place(unit, rule.hex)
            g.tell(UnitPlaced(unit.id, unit.hex, unit.facing))
            return
    places = deployment_hexes(s, division, unit)
    options = Spread("place", {"unit": unit.id}, "hex", list(places), ("esa.2.3e", "esa.2.3k"))
    chosen = yield Decision(unit.seat, "deploy-unit", options, {"unit": unit.id}, ("esa.2.3e", "esa.2.3k"))
    s.place(unit, chosen["hex"])
    if len(unit.profile.lines) > 1 and not unit.profile.is_square:
        yield from _choose_state(g, unit)
    yield from _face_at_deployment(g, unit, places[chosen["hex"]])
    g.tell(UnitPlaced(unit.id, unit.hex, unit.facing))


def _choose_state(g: EsaGame, unit: Unit) -> Procedure[None]:
    """Guns in battery or in tow, dragoons mounted or on foot (esa.9.2p)."""
    options = [Option("as", {"unit": unit.id, "into": name}, ("esa.9.2p",)) for name in unit.profile.lines]
    chosen = yield Decision(unit.seat, "deploy-as", options, {"unit": unit.id}, ("esa.9.2p",))
    unit.values = unit.profile.line(chosen["into"])
    g.tell(UnitChanged(unit.id, chosen["into"], ("esa.9.2p",)))


def _face_at_deployment(g: EsaGame, unit: Unit, forced: int | None) -> Procedure[None]:
    """Every unit looks clearly at a vertex (esa.2.3h); one in command only through its line looks as the line does."""
    if forced is not None:
        unit.facing = forced
        return
    form = g.state.scenario.division_forms[unit.division]
    usual = form.zone.facing if form.zone is not None else form.arrival.facing if form.arrival is not None else 0
    s = g.state

    def order() -> list[int]:
        return [usual, *(facing for facing in facings(s, unit) if facing != usual)]

    options = Spread("face", {"unit": unit.id}, "facing", order, ("esa.2.3h",))
    unit.facing = (yield Decision(unit.seat, "face", options, {"unit": unit.id}, ("esa.2.3h",)))["facing"]


def deployment_hexes(s: BattleState, division: Division, unit: Unit) -> dict[Hex, int | None]:
    """Where a unit may deploy, in command of its general (esa.2.3e-esa.2.3e3); a facing where the line asks it."""
    kind = unit.values.kind
    no_standing = s.field.no_standing(kind)
    closed = no_standing.union(s.field.impassable, s.at, s.leader_at)  # esa.2.3g
    free = [h for h in zone_of(s, division) if h not in closed]
    general = s.leaders[division.general]
    distance, reach = s.field.command_distance, commanded_hexes(s, general)
    found: dict[Hex, int | None] = {h: None for h in free if h in reach}
    if unit.profile.is_artillery:  # esa.2.3e2, esa.9.2b
        for leader in s.leaders.values():
            if leader.seat == unit.seat and leader.hex and leader.rank != "character":
                reach = commanded_hexes(s, leader)
                found |= {h: None for h in free if h in reach}
    if unit.profile.has_battle_line:
        for name in division.units:  # esa.2.3e2: in command through a battle line
            mate = s.units[name]
            if (
                mate.hex
                and mate.profile.has_battle_line
                and mate.profile.cls == unit.profile.cls
                and in_command(s, mate)
            ):
                for turn in (1, 4):
                    label = s.field.grid.neighbours[mate.hex][(mate.facing + turn) % 6]
                    if label in free and label not in found and s.field.kind[label] == s.field.kind[mate.hex]:
                        found[label] = mate.facing
    if not found:  # esa.2.3e3
        pool = free or [h for h in s.field.grid.hexes if _is_free(s, h) and s.field.may_occupy(h, kind)]
        nearest = min(distance(general.hex, h) for h in pool)
        found = {h: None for h in pool if distance(general.hex, h) == nearest}
    return found


def _place_leaders(g: EsaGame) -> Procedure[None]:
    """Intermediate generals, then characters, then the commanders (esa.2.3f-esa.2.3f3)."""
    s = g.state
    order = (s.first_to_deploy, other(s.first_to_deploy))
    s.queue = [
        leader.id
        for rank in ("wing", "character", "commander")
        for seat in order
        for leader in s.leaders.values()
        if leader.rank == rank and leader.seat == seat and not leader.hex and not _arrives_later(s, leader)
    ]
    yield from one_after_another(g, lambda name: _place_in_zone(g, g.state.leaders[name]))
    g.state.step = HANDS


def _place_in_zone(g: EsaGame, leader: Leader) -> Procedure[None]:
    yield from _place_leader(g, leader, g.state.scenario.zone(leader_zone(g.state, leader)))


def _arrives_later(s: BattleState, leader: Leader) -> bool:
    form = s.scenario.division_forms.get(leader.division)
    return leader.rank == "character" and form is not None and form.arrival is not None


def leader_zone(s: BattleState, leader: Leader) -> ZoneForm:
    """Where a leader who is placed by himself deploys (esa.2.3f, esa.2.3k)."""
    side = s.scenario.sides[leader.seat]
    form = s.scenario.division_forms.get(leader.division)
    if leader.rank == "character" and form is not None and form.zone is not None:
        return form.zone
    if side.commander_zone is not None:
        return side.commander_zone
    return next(one.zone for one in side.division if one.zone is not None)


def _draw_hands(g: EsaGame) -> None:
    """Deployment cards go back, decks are shuffled, the starting hands are drawn (esa.2.3j, esa.2.4b)."""
    s = g.state
    for division in s.divisions.values():
        if division.card:
            s.armies[division.seat].deck.middle.append(division.card)
            division.card = 0
    s.cards_shown = False
    for seat in SEATS:
        army = s.armies[seat]
        army.deck.middle = sorted([*army.deck.top, *army.deck.middle, *army.deck.bottom, *army.discard])
        army.deck.top, army.deck.bottom, army.discard = [], [], []
    for rule in s.scenario.special("night surprise", s.options):
        _night_surprise(g, s.divisions[rule.division])
    for seat in SEATS:
        draw_to_hand(g, seat, command_capacity(s, seat), "esa.2.4b")
    s.precedence, s.first_to_deploy = [], ""
    s.phase, s.step = "planning", 0


def draw_to_hand(g: EsaGame, seat: Seat, count: int, rule: str) -> None:
    """Cards come into a hand."""
    army = g.state.armies[seat]
    drawn = [card for _ in range(count) if (card := draw(g, army))]
    army.hand = sorted(army.hand + drawn)
    g.tell(CardsDrawn(seat, tuple(drawn), (rule,)))


def _night_surprise(g: EsaGame, division: Division) -> None:
    """A card of value 1, 2 or 3 tells which unit was caught asleep; the cards are shuffled back."""
    army = g.state.armies[division.seat]
    turned = []
    while card := draw(g, army):
        turned.append(card)
        if card_value(card) <= len(division.units):
            unit = g.state.units[division.units[card_value(card) - 1]]
            unit.strength -= 1
            g.tell(LossesTaken(unit.id, 1, unit.strength, ("esa.2.1f",)))
            break
    army.deck.middle = sorted(army.deck.middle + turned)
