"""A small share of the long runs; ``make soak`` runs all of it."""

from __future__ import annotations

import pytest

from alfiere.games import GAMES
from alfiere.games.cappa.sheets.characters import characters
from alfiere.games.esa.troops import profiles
from soak.battles import many
from soak.brawls import brawl
from soak.damage import damage_pages
from soak.plan import made_up, names_of, plan_of
from soak.scuffles import scuffle
from soak.tables import sit_down
from tests.kernel.walks import BATTLES, EVERY_BATTLE


def is_fought(code: str, name: str) -> bool:
    """Whether the tests fight a battle at all; those that are large and slow are left to the long runs."""
    plan = plan_of(code)
    return name not in plan.large & plan.slow


@pytest.mark.parametrize(("code", "name"), [one for one in BATTLES if one[0] in GAMES])
def test_random_battles_end_and_every_invariant_holds(code: str, name: str) -> None:
    battles, checked = (3, 1) if name in plan_of(code).slow else (25, 8)
    found = many(code, name, battles, checked, first=50_000)
    assert (found.battles, found.checked) == (battles, checked)


@pytest.mark.parametrize(("code", "name"), [one for one in sorted(set(EVERY_BATTLE) - set(BATTLES)) if is_fought(*one)])
def test_the_other_battles_played_at_random_end_too(code: str, name: str) -> None:
    found = many(code, name, battles=2, checked=1, first=50_000)
    assert (found.battles, found.checked) == (2, 1)


@pytest.mark.parametrize("veterans", ["no", "yes"])
def test_brawls_with_every_kind_of_troop_end_and_every_invariant_holds(veterans: str) -> None:
    found = many("esa", "brawls", battles=30, checked=30, first=70_000, options={"veterans": veterans})
    assert found.checked == 30


def test_brawls_are_made_from_their_seed_alone_and_use_every_profile() -> None:
    assert brawl(3) == brawl(3)
    assert brawl(3) != brawl(4)
    divisions = [one for seed in range(60) for side in brawl(seed)["side"] for one in side["division"]]
    assert {unit["profile"] for one in divisions for unit in one["units"]} == set(profiles().units)


@pytest.mark.parametrize("visibility", ["no", "yes"])
def test_scuffles_end_and_every_invariant_holds(visibility: str) -> None:
    found = many("cappa", "scuffles", battles=15, checked=15, first=80_000, options={"visibility": visibility})
    assert found.checked == 15


def test_scuffles_are_made_from_their_seed_alone_and_use_every_character() -> None:
    assert scuffle(3) == scuffle(3)
    assert scuffle(3) != scuffle(4)
    cast = {one["profile"] for seed in range(150) for side in scuffle(seed)["side"] for one in side["character"]}
    assert cast == {name for name, sheet in characters().sheets.items() if not sheet.is_animal}


@pytest.mark.parametrize(
    ("code", "name"), [(code, name) for code in GAMES for name in names_of(code) if is_fought(code, name)]
)
def test_at_a_table_everything_is_told_and_foretold(code: str, name: str) -> None:
    battles = 5 if made_up(code, name) else 1
    decisions, chosen = sit_down((code, name, 90_000, battles))
    assert decisions == chosen.total() > 0


@pytest.mark.slow
def test_a_damaged_page_is_told_as_damage_and_never_blamed_on_the_rules() -> None:
    assert damage_pages(6, lambda done: None).total() == 6
