"""Armies that are handed in: what comes of them, and every fault of them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import ArmyAccepted, ArmyUnit, KindCount, LoadForceList, SubmitArmy
from adjudicator.rulesets.antares.roster.library import ARMIES
from tests.kit import Outcome
from tests.rulesets.antares.fixtures import PATROL, created_game
from tests.rulesets.antares.roster.fixtures import CONCORD, small_list
from tests.rulesets.antares.steps import default_command, fault_rows


def submit_patrol(**fields: Any) -> Outcome:
    """Hand in the patrol with these changes."""
    return created_game().when("red", replace(PATROL, **fields))


def _unit(**changes: Any) -> tuple[ArmyUnit, ...]:
    return (replace(PATROL.units[0], **changes), *PATROL.units[1:])


def test_an_accepted_army_has_its_units_models_devices_and_options() -> None:
    """An army comes with its units in order, their models, devices and flags, its options and what it costs."""
    event = submit_patrol().one(ArmyAccepted)
    assert event.points == 625
    alpha = event.units[0]
    assert (alpha.id, alpha.sheet.points, alpha.sheet.devices) == ("a-alpha", 130, ("concord_spotter",))
    assert alpha.sheet.models == ("leader", *["trooper"] * 4)
    assert alpha.sheet.flags == ("can_assault", "can_sprint", "down_forces_rerolls")
    assert next((device.id, device.sheet) for device in event.devices) == ("a-alpha#1", "concord_spotter")
    assert [option.id for option in event.options] == ["a-block"]


def test_an_upgrade_rearms_the_last_models() -> None:
    """An upgrade of so many models makes the last ones of a kind its own kind; a "-" takes a flag of the type away."""
    event = submit_patrol().one(ArmyAccepted)
    beta = event.units[1].sheet
    assert beta.models == ("leader", "trooper", "trooper", "trooper", "trooper (plasma lance)")
    assert next(kind.weapons for kind in beta.kinds if kind.name == beta.models[-1]) == ("concord_lance",)
    ghar = created_game().when("red", ARMIES["ghar_legion"]).one(ArmyAccepted)
    flags = next(unit.sheet.flags for unit in ghar.units if unit.id == "a-suits")
    assert flags == ("can_assault", "can_sprint", "heavily_armoured", "-down_forces_rerolls")


@pytest.mark.rule("WG-ARMY-01", "WG-DATA-01")
@pytest.mark.parametrize(
    ("fields", "clause", "reason", "path"),
    [
        ({"list": "romans"}, "WG-ARMY-01", "no-such-list", "list"),
        ({"units": ()}, "WG-ARMY-01", "no-units", "units"),
        ({"name": "x" * 61}, "WG-DATA-01", "name-too-long", "name"),
        ({"units": _unit(id="Alpha")}, "WG-DATA-01", "bad-id", "units[0].id"),
        ({"units": _unit(id="beta")}, "WG-DATA-01", "id-twice", "units[1].id"),
        ({"units": _unit(entry="cohort")}, "WG-ARMY-01", "no-such-entry", "units[0].entry"),
        ({"units": _unit(upgrades=("sword",), points=120)}, "WG-ARMY-01", "no-such-upgrade", "units[0].upgrades[0]"),
        ({"units": _unit(upgrades=("lance",) * 2)}, "WG-ARMY-01", "upgrade-twice", "units[0].upgrades[1]"),
        ({"units": _unit(points=131)}, "WG-ARMY-01", "wrong-points", "units[0].points"),
        ({"options": ("luck",)}, "WG-ARMY-01", "no-such-option", "options[0]"),
    ],
)
def test_each_fault_of_an_army_is_refused_with_its_place(
    fields: dict[str, Any], clause: str, reason: str, path: str
) -> None:
    """Each thing that is wrong with an army is refused with its clause and its place."""
    assert fault_rows(submit_patrol(**fields)) == [(clause, reason, path)]


@pytest.mark.rule("WG-ARMY-01")
@pytest.mark.parametrize(
    ("counts", "found"),
    [
        ((("leader", 1), ("trooper", 3)), ["model-count"]),
        ((("leader", 2), ("trooper", 4)), ["model-count"]),
        ((("leader", 1), ("pilot", 1)), ["no-such-kind", "model-count"]),
        ((("leader", 1), ("trooper", 4), ("trooper", 4)), ["kind-twice"]),
    ],
)
def test_a_unit_has_as_many_models_as_its_entry_allows(counts: tuple[tuple[str, int], ...], found: list[str]) -> None:
    """A unit has of each kind of model as many as its entry allows."""
    models = tuple(KindCount(kind=kind, count=count) for kind, count in counts)
    outcome = fault_rows(submit_patrol(units=_unit(models=models)))
    assert [reason for _, reason, _ in outcome] == found


@pytest.mark.rule("WG-ARMY-01", "WG-DATA-01")
def test_an_army_keeps_to_points_entries_and_models() -> None:
    """An army keeps to its points, to the most of an entry, and to what a table holds."""
    squad = ArmyUnit(id="x", entry="strike_squad", models=(), upgrades=(), points=120)
    many = tuple(replace(squad, id=f"s{number}") for number in range(9))
    assert [(reason, path) for _, reason, path in fault_rows(submit_patrol(units=many))] == [("over-limit", "units")]
    carriers = tuple(replace(squad, id=f"c{n}", entry="heavy_carrier", points=330) for n in range(2))
    submit_patrol(units=carriers).rejected("WG-ARMY-01", "too-many-of-it", "units", found=2, most=1)
    models = (KindCount(kind="leader", count=1), KindCount(kind="trooper", count=9))
    crowd = tuple(replace(squad, id=f"s{number}", points=200, models=models) for number in range(31))
    submit_patrol(units=crowd).rejected("WG-DATA-01", "too-many-models", "units", found=310, most=300)


def test_a_refusal_of_an_army_names_every_fault() -> None:
    """A refusal of an army names every fault of it."""
    units = (*_unit(entry="cohort"), replace(PATROL.units[0], id="omega", points=1))
    found = [reason for _, reason, _ in fault_rows(submit_patrol(units=units, options=("luck",), name="x" * 61))]
    assert found == ["name-too-long", "no-such-entry", "wrong-points", "no-such-option"]


@pytest.mark.rule("WG-DATA-01")
def test_things_of_one_name_are_the_same() -> None:
    """Weapons and devices of both armies that share an id have to be the same."""
    table = created_game()
    other = small_list(weapons=(replace(CONCORD.weapons[0], short_range=10_000),))
    table.play(("red", PATROL), ("blue", LoadForceList(list=other)))
    unit = ArmyUnit(id="one", entry="interceptors", models=(), upgrades=(), points=140)
    army = SubmitArmy(list="mine", name="", units=(unit,), options=())
    table.when("blue", army).rejected("WG-DATA-01", "id-clash", "list", id="concord_carbine")


@pytest.mark.parametrize("name", sorted(ARMIES))
def test_every_ready_army_is_accepted(name: str) -> None:
    """Every ready army is accepted as it stands in a game of its size, and by silence one of them is handed in."""
    army = ARMIES[name]
    table = created_game(scenario="clash" if name not in ("concord_patrol", "ghar_raid", "coil_swarm") else "attrition")
    event = table.when("red", army).one(ArmyAccepted)
    assert event.points <= table.game.terms.points_limit
    assert {unit.id for unit in event.units} == {f"a-{unit.id}" for unit in army.units}


def test_silence_hands_in_a_different_ready_army_for_each_side() -> None:
    """What silence stands for is a ready army for each side, not the same for both."""
    table = created_game().faces(7, 3)
    armies = [default_command(table, seat) for seat in (0, 1)]
    assert armies[0] != armies[1]
    table.play(("red", armies[0]), ("blue", armies[1]))
