"""Chapter 9.7.2, the works of table cappa.t.collaborative: fires, doors, hedges, barricades, trenches, bridges."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from alfiere.games.cappa.feats.collaboration import Pooled, hands_of, stake
from alfiere.games.cappa.ground.ground import base_of, field, floor, openings_at, radius, scene
from alfiere.games.cappa.ground.gun_places import base_at, is_at
from alfiere.games.cappa.ground.structures import breach_at
from alfiere.games.cappa.ground.visibility import hidden_from, known, reveal
from alfiere.games.cappa.people.impulses import Actor, bodies
from alfiere.games.cappa.scenario.battlefield import FOOT
from alfiere.games.cappa.scenario.ground_changes import (
    CHANGES,
    Breach,
    Fortified,
    Gap,
    Lit,
    Made,
    as_line,
    base_piece,
    burning,
)
from alfiere.games.cappa.sheets.characters import characters
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Thing
from alfiere.games.cappa.told.gun_events import GroundChanged
from alfiere.games.cappa.weaponry.fires import may_light, may_quench, pa_to_light, quench, why_no_fire
from alfiere.kernel.decision import Args, Option
from alfiere.table.field import Scene
from alfiere.table.headings import heading_of, offset
from alfiere.table.measuring import gap, nearest_point, overlaps, within
from alfiere.table.shapes import Outline, Point, box
from alfiere.table.terrain import LINE, Opening

TORN_DOWN, BRIDGED = ("hedge", "fence", "barricade"), ("stream", "ditch")
HEADINGS = {"north": 0, "east": 900, "south": 1800, "west": 2700}
RULES = ("cappa.9.7.2a", "cappa.9.7.2.h2")


class Job(NamedTuple):
    """A work that could be done here: on what, and what becomes of the ground."""

    work: str
    about: str  # the piece, house or gun it is done to; of what is made anew the side
    at: Point
    change: str  # the line of ``changed`` that it adds; empty where it is something else
    how: str


def jobs(s: SkirmishState, who: Actor) -> Iterator[Job]:
    """Every work whose object one of them touches (cappa.9.7.2.h2)."""
    hands = hands_of(s, who)
    if hands and not any(one.is_mounted for one in hands):
        for find in _FOUND:
            yield from find(s, hands)


def _fires(s: SkirmishState, hands: list[Figure]) -> Iterator[Job]:
    """A building is lit, or put out again in the turn after that (cappa.9.7.2e)."""
    lit, ground, slack = burning(s.changed), field(s).terrain, tables().lengths.tolerance
    for house in s.ground.buildings:
        near = next((one for one in hands if ground.within(house, base_of(s, one).outline, slack)), None)
        if near is None:
            continue
        if house not in lit:
            if may_light(s, near.seat, house):
                yield Job("burn", house, (near.x, near.y), as_line(Lit(house, s.turn)), "lit")
        elif s.turn == lit[house] + 1 and may_quench(s, near.seat):
            yield Job("quench", house, (near.x, near.y), "", "quenched")


def _lines(s: SkirmishState, hands: list[Figure]) -> Iterator[Job]:
    """2 um of hedge, fence or barricade torn down, planks laid over as much of a stream or ditch."""
    slack, wide = tables().lengths.tolerance, tables().lengths.worked_gap
    for piece in field(s).terrain.features:
        if piece.form != LINE or piece.kind not in (*TORN_DOWN, *BRIDGED):
            continue
        line = Outline(piece.points)
        near = next((one for one in hands if within(base_of(s, one).outline, line, slack)), None)
        if near is None or floor(s, near):
            continue
        x, y = nearest_point(line, near.x, near.y)
        at = round(x), round(y)
        work, how = ("tear_down", "torn down") if piece.kind in TORN_DOWN else ("bridge", "bridged")
        gap = Gap(piece.id, 0, *breach_at(piece.points[0], piece.points[-1], at, wide))
        yield Job(work, piece.id, at, as_line(gap), how)


def _carts(s: SkirmishState, hands: list[Figure]) -> Iterator[Job]:
    """A cart or coach that lies there like a barricade is put on its wheels, if it has room to stand."""
    slack = tables().lengths.tolerance
    for piece in field(s).terrain.features:
        feature = s.ground.features.get(piece.id)  # a barricade that has been cut is no cart any more
        if feature is None or not feature.form.cart:
            continue
        line = Outline(piece.points)
        if not any(within(base_of(s, one).outline, line, slack) and not floor(s, one) for one in hands):
            continue
        if _righted(s, piece.id, feature.form.cart) is not None:
            (ax, ay), (bx, by) = piece.points[0], piece.points[-1]
            yield Job("right", piece.id, ((ax + bx) // 2, (ay + by) // 2), piece.id, "righted")


def _righted(s: SkirmishState, piece: str, kind: str) -> Thing | None:
    """The cart on its wheels where it lay, or beside that if somebody is in its way; None where there is no room."""
    (ax, ay), (bx, by) = field(s).terrain.feature(piece).points
    along, wide = heading_of(bx - ax, by - ay), min(characters().vehicles[kind].base)
    there = Scene(s.ground.field([*s.changed, piece]), scene(s).bases)
    for aside in (0, wide // 2 + 1, -(wide // 2 + 1)):
        dx, dy = offset(along, 0, aside)
        thing = Thing(f"{piece}-{kind}", kind, (ax + bx) // 2 + dx, (ay + by) // 2 + dy, 0, "", heading=along)
        placed = base_at(thing)
        if there.journey(placed, 0, going=FOOT).stands(*placed.point) is None:
            return thing
    return None


def _openings(s: SkirmishState, hands: list[Figure]) -> Iterator[Job]:
    """A locked door is broken down; the openings of one side are closed from within."""
    slack = tables().lengths.tolerance
    for piece in field(s).terrain.features:
        for way in piece.openings:
            if way.kind != "locked_door":
                continue
            near = next((one for one in hands if within(base_of(s, one).outline, way.outline, slack)), None)
            if near is not None:
                breach = as_line(Breach(piece.id, way.edge, way.start, way.end))
                yield Job("break_in", way.id, _middle(way), breach, "broken")
    held = {(one.id.split("/")[0], one.edge): one for hand in hands for one in openings_at(s, hand) if not one.floor}
    for (house, edge), way in held.items():
        if way.kind in ("door", "gate", "window"):
            yield Job("fortify", way.id, _middle(way), as_line(Fortified(house, edge)), "fortified")


def _middle(way: Opening) -> Point:
    return (way.start[0] + way.end[0]) // 2, (way.start[1] + way.end[1]) // 2


def _makings(s: SkirmishState, hands: list[Figure]) -> Iterator[Job]:
    """2 um of barricade before the first of them, on any side; a trench where they stand."""
    number = len(CHANGES.among(s.changed, Made))
    first, half = hands[0], tables().lengths.worked_gap // 2
    if s.ground.buildings and any(_is_inside(s, one) for one in hands):
        return
    bases = scene(s).bases
    for side, heading in HEADINGS.items():
        dx, dy = offset(heading, radius(first) + 1)
        ox, oy = offset(heading, 0, half)
        x, y = first.x + dx, first.y + dy
        start, end = (x - ox, y - oy), (x + ox, y + oy)
        line = Outline((min(start, end), max(start, end)))
        if _is_on_table(s, line) and not any(overlaps(one.outline, line) for one in bases):
            change = as_line(Made("barricade", number, line.points[0], line.points[-1]))
            yield Job("barricade", side, (x, y), change, "barricade")
    outlines = [box(base_of(s, one).outline) for one in hands]
    west, north = min(one[0] for one in outlines), min(one[1] for one in outlines)
    east, south = max(one[2] for one in outlines), max(one[3] for one in outlines)
    change = as_line(Made("hollow", number, (west, north), (east, south)))
    yield Job("trench", "", ((west + east) // 2, (north + south) // 2), change, "trench")


def _is_inside(s: SkirmishState, figure: Figure) -> bool:
    return any(field(s).terrain.overlaps(house, base_of(s, figure).outline) for house in s.ground.buildings)


def _is_on_table(s: SkirmishState, line: Outline) -> bool:
    return all(0 <= x <= s.ground.width and 0 <= y <= s.ground.depth for x, y in line.points)


def _spikes(s: SkirmishState, hands: list[Figure]) -> Iterator[Job]:
    """An enemy's gun that one of them touches (cappa.10.1.h5)."""
    for gun in s.guns.values():
        if gun.seat == hands[0].seat or gun.is_spiked or gun.id not in s.things:
            continue
        ground = [base_at(s.things[gun.id]).outline]
        if any(is_at(s, one, ground) for one in hands):
            yield Job("spike", gun.id, (s.things[gun.id].x, s.things[gun.id].y), "", "spiked")


_FOUND: tuple[Callable[[SkirmishState, list[Figure]], Iterator[Job]], ...]
_FOUND = (_fires, _lines, _carts, _openings, _makings, _spikes)


# The action


def _args(who: Actor, job: Job) -> dict[str, Any]:
    return {"figure": who.id, "work": job.work} | ({"about": job.about} if job.about else {})


class Work(Pooled[Actor]):
    """Chapter 9.7.2: one of the works of the table, for the whole turn of a squad or of a leader and his followers."""

    verb = "work"
    rule = "cappa.9.7.2.h2"
    melee_rule = "cappa.9.7.2.h1"

    def possible(self, s: SkirmishState, who: Actor) -> Iterator[Option]:
        for job in jobs(s, who):
            yield Option("work", {**_args(who, job), "pa": stake(s, who)}, (*RULES, tables().works[job.work].rule))

    def needed(self, s: SkirmishState, who: Actor, option: Option) -> tuple[int, int]:
        """The PA of all of them, die by number (cappa.9.7.2a)."""
        hands = hands_of(s, who)
        pa = pa_to_light(s, hands) if option["work"] == "burn" else tables().works[option["work"]].pa
        return len(hands), pa

    def why_not(self, s: SkirmishState, who: Actor, args: Args) -> tuple[str, str] | None:
        fire = why_no_fire(s, who.seat, str(args.get("work")), str(args.get("about")))
        if fire:
            return fire, "cappa.9.7.2e"
        return None if args.get("work") in tables().works else ("work-what", "cappa.9.7.2.h2")

    def do(self, g: SkirmishGame, who: Actor, option: Option) -> None:
        s = g.state
        meant = {name: value for name, value in option.args.items() if name != "pa"}
        job = next((one for one in jobs(s, who) if _args(who, one) == meant), None)
        barred = [] if job is not None else [one for one in jobs(known(s, who.seat), who) if _args(who, one) == meant]
        rule = tables().works[option["work"]].rule
        about = str(option.get("about") or "")
        if not self.pooled(g, who, option, work=option["work"], about=about, rule=rule):
            return
        if job is None:
            for one in barred:
                _come_upon(g, who, one.at)
            return
        if job.work == "right":
            righted = _righted(s, job.about, s.ground.features[job.about].form.cart)
            assert righted is not None  # it was offered
            s.things[righted.id] = righted
        if job.change:
            s.changed.append(job.change)
        elif job.work == "quench":
            quench(s, job.about)
        elif job.work == "spike":
            s.guns[job.about].is_spiked = True
        feature = base_piece(job.about) if job.about not in HEADINGS else ""  # what was made had no name before
        g.tell(GroundChanged(who.id, feature, job.how, job.at, (rule,)))


def _come_upon(g: SkirmishGame, who: Actor, at: Point) -> None:
    """A work that could be done as far as one saw is barred by somebody hidden: he is found (cappa.9.5.1.h3)."""
    s = g.state
    place = Outline((at, at))
    hidden = [s.figures[name] for name in sorted(hidden_from(s, who.seat))]
    nearest = min(hidden, key=lambda one: gap(base_of(s, one).outline, place))
    first = bodies(s, who)[0]
    reveal(g, first, nearest.id, (first.x, first.y))


def end_of_turn(g: SkirmishGame) -> None:
    """What was lit in this turn stands in flames now (cappa.9.7.2e)."""
    s = g.state
    for house, turn in burning(s.changed).items():
        if turn == s.turn:
            left, top, right, bottom = box(Outline(field(s).terrain.feature(house).points))
            g.tell(GroundChanged("", house, "burning", ((left + right) // 2, (top + bottom) // 2), ("cappa.9.7.2e",)))
