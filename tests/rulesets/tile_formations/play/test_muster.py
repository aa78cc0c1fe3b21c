"""Armies: ready forces, uploads with every fault at once, and values that options give."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.tile_formations.model.messages import ArmyMustered, FormationSheet, MusterArmy, UnitSheet
from adjudicator.rulesets.tile_formations.roster.ready_made import READY_FORCES
from tests.rulesets.tile_formations.fixtures import formation_sheet, infantry, open_table, weapon
from tests.rulesets.tile_formations.steps import create, muster, silence_of

BARE = UnitSheet(name="band", unit_type="INF", speed=3, integrity=2, columns=0, rows=0)


def ready(**options):
    """Open a game that waits for armies."""
    played = open_table()
    create(played, options=options).accepted()
    return played


def test_a_ready_force():
    """A ready force musters with its formations and every value of a unit written out."""
    played = ready()
    muster(played, "red", force="river_guard").then(ArmyMustered, seat=0, force="river_guard").asks("muster", "blue")
    units = [unit for formation in played.events[0].formations for unit in formation.units]
    assert all(None not in (unit.armour, unit.vision) and unit.columns and unit.weapons for unit in units)
    assert [row.id for row in played.game.formations.values()] == ["a1", "a2"]
    assert played.game.units["a1.4"].formation == "a1"
    assert played.game.sides[0].mustered


def test_defaults_come_from_the_options():
    """Armour, vision, footprint and weapon that a unit does not bring are those of the options."""
    gun = weapon("default", weapon_range=3)
    played = ready(default_armour=2, default_vision=7, default_footprint=(1, 2), default_weapon=gun)
    muster(played, "red", formation_sheet(BARE)).accepted()
    sheet = played.game.sheets["a1.1"]
    assert (sheet.armour, sheet.vision, sheet.columns, sheet.rows, sheet.weapons) == (2, 7, 1, 2, (gun,))


def test_what_a_unit_brings_stands():
    """A unit keeps what it brings, armour 0 and vision without a limit too."""
    played = ready(default_armour=3, default_vision=5)
    muster(played, "red", formation_sheet(infantry(armour=0, vision=0))).accepted()
    assert (played.game.sheets["a1.1"].armour, played.game.sheets["a1.1"].vision) == (0, 0)


def test_every_fault_of_an_army_at_once():
    """All formations, units and weapons are looked at before an army is refused."""
    gun = weapon("gun", dice=31, save_modifier=9)
    odd = replace(
        BARE,
        name="\t",
        unit_type="ELF",
        speed=99,
        integrity=0,
        armour=7,
        columns=2,
        flags=("wings", "no_zoc", "no_zoc"),
        weapons=(gun, gun),
    )
    played = ready()
    outcome = muster(played, "red", formation_sheet(odd), formation_sheet(name=""))
    outcome.looked_at = True
    unit = "formations[0].units[0]"
    assert {(fault.reason, fault.path) for fault in outcome.faults} == {
        ("bad-name", f"{unit}.name"),
        ("not-among", f"{unit}.unit_type"),
        ("number-range", f"{unit}.speed"),
        ("number-range", f"{unit}.integrity"),
        ("number-range", f"{unit}.armour"),
        ("number-range", f"{unit}.rows"),
        ("not-among", f"{unit}.flags[0]"),
        ("id-twice", f"{unit}.flags[2]"),
        ("id-twice", f"{unit}.weapons[1].name"),
        ("number-range", f"{unit}.weapons[0].dice"),
        ("number-range", f"{unit}.weapons[0].save_modifier"),
        ("number-range", f"{unit}.weapons[1].dice"),
        ("number-range", f"{unit}.weapons[1].save_modifier"),
        ("bad-name", "formations[1].name"),
        ("number-range", "formations[1].units"),
    }


@pytest.mark.rule("WG-ARMY-01")
def test_an_army_has_one_source():
    """A force that there is not, a force besides formations, and neither, are refused."""
    played = ready()
    muster(played, "red", force="nobody").rejected("WG-ARMY-01", "not-among", "force")
    muster(played, "red", formation_sheet(BARE), force="river_guard").rejected("WG-ARMY-01", "two-armies", "formations")
    muster(played, "red").rejected("WG-DATA-01", "number-range", "formations", found=0)


@pytest.mark.rule("WG-DATA-01")
def test_an_army_has_a_size():
    """There is an upper limit to formations, to units of one and to units in all."""
    played = ready()
    muster(played, "red", *[formation_sheet(BARE)] * 25).rejected("WG-DATA-01", "number-range", "formations", found=25)
    many = FormationSheet(name="Many", units=(BARE,) * 24)
    muster(played, "red", *[many] * 7).rejected("WG-DATA-01", "number-range", "formations", found=168)


def test_silence_musters_a_ready_force():
    """What silence stands for is another ready force for each seat, and is accepted."""
    played = ready()
    for seat, name in enumerate(list(READY_FORCES)[:2]):
        made = silence_of(played, seat)
        assert made == MusterArmy(force=name, formations=())
        outcome = played.when(seat, made)
    outcome.asks("deploy", "red")
