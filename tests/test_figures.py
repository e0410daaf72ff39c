"""A small share of what the tables of each game come to, beside what history gives; ``make soak`` has all of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from soak.figures import fucilieri, lumi, risorgimento
from soak.figures.staging import Scene

S = TypeVar("S", bound=Scene)


def read(lines: Iterable[str]) -> list[dict[str, str]]:
    """The rows of a table, each cell by the head of its column."""
    head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    return [dict(zip(head, row, strict=True)) for row in rows]


def column(lines: Iterable[str], head: str) -> dict[str, float]:
    """One column of shares of a table, by the name of the row."""
    rows = read(lines)
    return {next(iter(row.values())): float(row[head].rstrip("%")) for row in rows}


def among(scenes: Sequence[S], *names: str) -> list[S]:
    """Some scenes by their names."""
    found = [one for one in scenes if one.name in names]
    assert len(found) == len(names)
    return found


BAYONET = "bayonet attack of a column on a line"


def test_risorgimento_fire_falls_off_with_range_steady_troops_mostly_hold_guns_alone_are_taken() -> None:
    fire = {(row["who fires"], row["cm"]): float(row["at line"]) for row in read(risorgimento.volleys())}
    at = [fire["French line", range] for range in ("3", "7", "11")]
    assert at == sorted(at, reverse=True)
    assert 20 <= at[0] <= 50
    scenes = among(
        risorgimento.SCENES,
        "hussars on a square",
        "hussars on skirmishers",
        "hussars on guns",
        "column on a line worn to half",
        BAYONET,
    )
    holds = column(risorgimento.attacks(30, scenes), "holds his place")
    assert holds["hussars on a square"] > 80 > holds["hussars on skirmishers"] > holds["hussars on guns"]
    assert holds[BAYONET] > 50 > holds["column on a line worn to half"]


def test_fucilieri_volleys_fall_off_with_range_and_cover_and_grow_with_quality() -> None:
    fire = {(row["who fires"], row["cm"]): row for row in read(fucilieri.volleys())}
    foot = [float(fire[f"{quality} foot", "10"]["at line"]) for quality in ("poor", "average", "veteran")]
    assert foot == sorted(set(foot))
    assert foot[1] == 2.0  # six dice, of which each hits in one case of three (fucilieri.3.4.8a, .3.4.10)
    assert float(fire["average foot", "25"]["at line"]) < foot[1]
    covered = [float(fire["average foot", "10"][f"at line{cover}"]) for cover in (" in works", " behind a wall", "")]
    assert covered == sorted(set(covered))


def test_fucilieri_squares_hold_and_who_is_taken_in_the_flank_does_not() -> None:
    names = ("foot on a line that fires", "foot on a demoralised line", "horse on a line that fires")
    flank, square = "horse on the flank of a line", "horse on a square"
    holds = column(fucilieri.charges(40, among(fucilieri.SCENES, *names, flank, square)), "holds his place")
    assert holds[square] > 85 > holds[names[2]] > holds[flank]
    assert holds[flank] < 20
    assert holds[names[0]] > 40 > holds[names[1]]


def test_fucilieri_leaders_do_better_with_a_higher_cv() -> None:
    for lines in (fucilieri.influence(), fucilieri.commands()):
        for row in read(lines):
            cells = [cell.split("/") for head, cell in row.items() if head.startswith("CV")]
            good, bad = ([float(cell[part].strip(" %")) for cell in cells] for part in (0, 1))
            assert good == sorted(good)
            assert bad == sorted(bad, reverse=True)


def test_lumi_fire_falls_off_with_range_and_cover_and_is_worst_for_columns() -> None:
    fire = {(row["who fires"], row["um"]): row for row in read(lumi.fire())}
    near, far = fire["average foot, fire 0", "0.4"], fire["average foot, fire 0", "0.9"]
    assert far["at line"] == "42% / 17%"  # die against die: 15 ways of 36 to be higher, 6 by three (lumi.5.1.1, .5.1.3)
    targets = ("line behind works", "open order", "line", "column")
    shares = [[float(row[f"at {one}"].split("%")[0]) for one in targets] for row in (far, near)]
    assert all(one == sorted(set(one)) for one in shares)
    assert all(less < more for less, more in zip(*shares, strict=True))
    assert fire["field guns", "7"]["at column"].endswith("/ 0%")  # no losses at extreme range (lumi.5.2.1c)


def test_lumi_horse_takes_guns_and_flanks_and_mostly_not_squares() -> None:
    flank, square, guns = (f"cuirassiers on {one}" for one in ("the flank of a line", "a square", "guns"))
    holds = column(lumi.attacks(90, among(lumi.SCENES, flank, square, guns)), "defender holds his place")
    assert holds[square] > 40 > holds[flank] >= holds[guns] == 0
