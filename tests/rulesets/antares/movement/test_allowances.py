"""AN-MOVE-01 to AN-MOVE-05: how far an advance, a run and a sprint go."""

from __future__ import annotations

import pytest

from adjudicator.board.inches import Pose
from adjudicator.rulesets.antares.model.messages import ModelPath, MoveDeclared, MoveUnit, UnitMoved
from tests.rulesets.antares.fixtures import X, Y
from tests.rulesets.antares.movement.fixtures import FAR_ENEMY, go_with, moving, unwatched
from tests.rulesets.antares.sheets import INCH, probe, troopers, vehicle
from tests.rulesets.antares.steps import distance_gone, move_unit, place_of


@pytest.mark.rule("AN-MOVE-01")
def test_an_advance_goes_up_to_m():
    """With M 5 an Advance of 5.0 inches is made and one of 5.1 is refused."""
    played = unwatched("advance")
    move_unit(played, 5 * INCH + 100).rejected("AN-MOVE-01", "too-far", limit=5 * INCH)
    move_unit(played, 5 * INCH).then(UnitMoved, over=True)
    assert distance_gone(played) == 5 * INCH


@pytest.mark.rule("AN-MOVE-01", "AN-MOVE-09")
def test_the_length_of_a_path_counts_with_its_turns():
    """A path of 3 and 2.1 inches round a corner is longer than M 5, though it ends nearer."""
    played = unwatched("advance", troopers(1))
    path = (Pose(X + 3 * INCH, Y, 0, 0), Pose(X + 3 * INCH, Y + 2100, 0, 0))
    command = MoveUnit(unit="a-x", paths=(ModelPath(model="a-x.1", path=path),), sprint=False)
    played.when("red", command).rejected("AN-MOVE-01", "too-far")


@pytest.mark.rule("AN-MOVE-01", "AN-MOVE-02", "AN-MOVE-04")
def test_an_advance_goes_1m_a_run_2m_and_a_sprint_3m():
    """An Advance goes 1M, a Run 2M and a sprint 3M, to the thousandth."""
    for order, sprint, most, clause in (
        ("advance", False, 5000, "AN-MOVE-01"),
        ("run", False, 10_000, "AN-MOVE-02"),
        ("run", True, 15_000, "AN-MOVE-04"),
    ):
        played = moving(order, [5] * sprint)
        go_with(played, most + 1, sprint=sprint).rejected(clause, "too-far", distance=most + 1, limit=most)
        go_with(played, most, sprint=sprint).then(MoveDeclared, UnitMoved, over=True)
        assert place_of(played, "a-x.1") == (10_000 + most, 10_000)


@pytest.mark.rule("AN-MOVE-02")
@pytest.mark.parametrize(("move", "flags"), [(5, ()), (10, ("fast",))])
def test_a_run_goes_up_to_twice_m(move, flags):
    """A Run goes 10 inches with M 5 and 20 with the M 10 of a Fast unit, and not a tenth of an inch more."""
    played = unwatched("run", troopers(3, movement=move * INCH, flags=flags))
    move_unit(played, 2 * move * INCH + 100).rejected("AN-MOVE-02", "too-far", limit=2 * move * INCH)
    move_unit(played, 2 * move * INCH).then(UnitMoved, over=True)
    assert distance_gone(played) == 2 * move * INCH


@pytest.mark.rule("AN-MOVE-04")
def test_a_sprint_goes_three_times_m_in_all():
    """With M 5 a sprint goes 15 inches in all, and 16 are refused."""
    played = unwatched("run", faces=[5])
    move_unit(played, 16 * INCH, sprint=True).rejected("AN-MOVE-04", "too-far", limit=15 * INCH)
    move_unit(played, 15 * INCH, sprint=True).then(UnitMoved, over=True)
    assert distance_gone(played) == 15 * INCH


@pytest.mark.rule("AN-MOVE-04")
def test_an_advance_is_no_run_and_is_not_sprinted():
    """A sprint stretches a Run: under an Advance it is refused."""
    played = unwatched("advance")
    move_unit(played, 5 * INCH, sprint=True).rejected("AN-ORDER-09", "no-sprint-here")


@pytest.mark.rule("AN-MOVE-05")
@pytest.mark.parametrize("kind", ["weapon_team", "vehicle", "drone"])
@pytest.mark.ruling("AN-MOVE-05.2")
def test_types_without_sprint_are_refused(kind):
    """A unit whose data does not let it sprint is refused a sprint, and may still run."""
    sheet = troopers(1, unit_type=kind, flags=("can_assault",))
    played = unwatched("run", sheet)
    move_unit(played, 5 * INCH, sprint=True).rejected("AN-MOVE-05", "cannot-sprint")
    move_unit(played, 10 * INCH).then(UnitMoved, over=True)


@pytest.mark.rule("AN-MOVE-05")
@pytest.mark.parametrize("kind", ["infantry", "mounted", "beast", "drone"])
@pytest.mark.ruling("AN-MOVE-05.2")
def test_units_marked_in_data_may_sprint(kind):
    """Infantry, mounted, beasts, and any type that data marks may sprint."""
    played = unwatched("run", troopers(1, unit_type=kind, flags=("can_sprint",)), [5])
    move_unit(played, 15 * INCH, sprint=True).then(UnitMoved, over=True)


@pytest.mark.rule("AN-MOVE-05")
def test_a_probe_does_not_sprint():
    """A probe has no sprint by its data."""
    move_unit(unwatched("run", probe(movement=10 * INCH)), 5 * INCH, sprint=True).rejected(
        "AN-MOVE-05", "cannot-sprint"
    )


@pytest.mark.rule("AN-MOVE-05", "AN-ORDER-09")
def test_vehicles_do_not_sprint_and_nobody_does_on_an_advance():
    """A vehicle does not sprint, and nobody does on an Advance."""
    played = moving("run", units=(("a-x", vehicle(), (10_000, 10_000)), FAR_ENEMY))
    go_with(played, 12_000, sprint=True).rejected("AN-MOVE-05", "cannot-sprint", unit_type="vehicle")
    go_with(moving("advance"), 5000, sprint=True).rejected("AN-ORDER-09", "no-sprint-here")


@pytest.mark.rule("AN-DMG-15", "AN-MOVE-02")
def test_damage_takes_multiples_of_m_away():
    """Damage takes multiples of M away, down to none."""
    for limit, order, most, clause in (
        (2, "run", 12_000, "AN-MOVE-02"),
        (1, "run", 6000, "AN-DMG-15"),
        (1, "advance", 6000, "AN-MOVE-01"),
    ):
        played = moving(order, units=(("a-x", vehicle(), (10_000, 10_000), {"move_limit": limit}), FAR_ENEMY))
        go_with(played, most + 1).rejected(clause, "too-far")
        go_with(played, most).then(UnitMoved)
    played = moving("run", units=(("a-x", vehicle(), (10_000, 10_000), {"move_limit": 0}), FAR_ENEMY))
    go_with(played, 1).rejected("AN-DMG-15", "immobilised")
