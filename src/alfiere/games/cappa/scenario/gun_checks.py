"""Chapter 10.1, the gun of a squad in a scenario, checked: its crew, its charge, where it stands."""

from __future__ import annotations

from alfiere.games.cappa.scenario.checks import Check
from alfiere.games.cappa.scenario.gun_forms import LIMBER, UNLOADED, gun_id, limber_id
from alfiere.games.cappa.scenario.scenario_forms import SquadForm
from alfiere.games.cappa.sheets.characters import characters
from alfiere.games.cappa.sheets.tables import tables, terrain
from alfiere.kernel.forms import Name


def check_gun(check: Check, squad: SquadForm, where: str) -> None:
    """Enough gunners and not too many, a charge it can fire, a place on the table."""
    gun = squad.gun
    assert gun is not None
    least, most = tables().guns[gun.piece].crew
    count = sum(members.count for members in squad.members)
    if not least <= count <= most and not squad.is_of_any_size:
        check.fail(f"{where}.members", f"a {gun.kind} is worked by {least} to {most} gunners, not {count} (cappa.10.1)")
    if count < least:
        check.fail(f"{where}.members", f"fewer than {least} gunners cannot work it (cappa.10.1e)")
    throws_shells = bool(tables().guns[gun.piece].shell)
    if gun.charge not in ("", UNLOADED) and (gun.charge == "shell") != throws_shells:
        check.fail(f"{where}.gun.charge", f"a {gun.kind} does not fire «{gun.charge}» (cappa.10.0b-cappa.10.0d)")
    if squad.is_off_table and not squad.arrives_in:
        check.fail(f"{where}.gun", "a gun stands on the table from the beginning, or is put there in a turn")
    if (gun.at is None) != (gun.faces < 0):
        check.fail(f"{where}.gun", "say both «at» and «faces», or neither")
    if not gun.has_limber and (gun.limber is not None or gun.animals >= 0):
        check.fail(f"{where}.gun", "«limber» and «animals» are for a gun with «has_limber»")
    check.on_table(tuple(at for at in (gun.at, gun.limber) if at is not None), f"{where}.gun")
    names = {gun_id(squad.id): terrain().guns[gun.piece].name, limber_id(squad.id): characters().vehicles[LIMBER].name}
    for name, title in names.items():
        if name in check.scenario.names:
            check.fail(where, f"the id «{name}» stands twice; everybody needs his own")
        check.scenario.names[name] = Name(en=title.en, it=title.it)
