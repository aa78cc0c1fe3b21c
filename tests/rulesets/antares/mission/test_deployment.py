"""Deployment: who sets up when, and where units may stand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.kernel.decide.offers import Choice, Places
from adjudicator.kernel.sampling import Sampler
from adjudicator.rulesets.antares.model.messages import (
    DeploymentEnded,
    DeployUnit,
    ModelPose,
    StepBegun,
    SubmitArmy,
    TerrainPiece,
    TurnStarted,
    UnitDeployed,
)
from adjudicator.rulesets.antares.roster.library import ARMIES
from adjudicator.rulesets.antares.rules.mission.deployment import first_free_place, ranked_poses
from tests.kit import Table
from tests.rulesets.antares.fixtures import PATROL, creation, rules
from tests.rulesets.antares.sheets import box
from tests.rulesets.antares.steps import default_command


def armies_submitted(dice: tuple[int, ...] = (7, 3), red: SubmitArmy = PATROL, blue: SubmitArmy = PATROL) -> Table:
    """Hand both armies in; who sets up first is rolled off with these dice."""
    table = Table(rules(), dice=dice)
    table.play(("referee", creation()), ("red", red), ("blue", blue))
    return table


def deploy_from(table: Table, unit: str, x: int, y: int, **changes: Any) -> DeployUnit:
    """Set a unit up in files from a corner."""
    command = DeployUnit(unit=unit, models=ranked_poses(table.game, unit, x, y), devices=())
    return replace(command, **changes)


def test_the_winner_sets_up_first_and_sides_alternate() -> None:
    """A roll-off says who sets the first unit up; then the sides take turns until all stand and turn 1 begins."""
    table = armies_submitted(dice=(3, 7, 7))
    assert table.game.first_seat == 1
    sides: list[int] = []
    while table.game.step == "setup":
        assert table.window is not None
        (seat,) = table.window.asks
        sides.append(seat)
        offered = table.offers(seat)
        unit = offered[0].fields[0].values
        assert isinstance(unit, Choice)
        models = first_free_place(table.game, unit.values[0])
        outcome = table.when(seat, DeployUnit(unit=unit.values[0], models=models, devices=()))
        outcome.then(UnitDeployed)
    assert sides == [1, 0] * 5
    outcome.then(DeploymentEnded, TurnStarted, StepBegun)
    assert [row.bag for row in table.game.sides.values()] == [5, 4]


def test_every_unit_not_set_up_is_offered_with_its_zone() -> None:
    """Every unit that is not set up is offered with its side's zone."""
    table = armies_submitted()
    offers = table.offers("red")
    assert offers[0].fields[0].values == Choice(("a-alpha",))
    places = offers[0].fields[1].values
    assert isinstance(places, Places)
    assert places.region == (0, 0, 72_000, 12_000)


@pytest.mark.rule("WG-SETUP-01")
def test_a_unit_is_set_up_in_its_zone_clear_of_others_and_together() -> None:
    """A unit stands wholly in its zone, clear of others, on ground that can be stood on, and hangs together."""
    table = armies_submitted()
    table.when("red", deploy_from(table, "a-alpha", 0, 8000)).then(UnitDeployed, unit="a-alpha")
    table.when("blue", deploy_from(table, "b-beta", 0, 30_000)).rejected("WG-SETUP-01", "outside-zone", "models[0]")
    table.when("blue", deploy_from(table, "a-beta", 0, 40_000)).rejected("WG-SETUP-01", "wrong-side", "unit")
    table.when("blue", deploy_from(table, "b-beta", 0, 40_000)).accepted()
    table.when("red", deploy_from(table, "a-alpha", 0, 0)).rejected("WG-SETUP-01", "stands-already", "unit")
    table.when("red", deploy_from(table, "a-beta", 500, 8000)).rejected("WG-SETUP-01", "stands-on-another", "models[0]")
    some = deploy_from(table, "a-beta", 20_000, 0)
    table.when("red", replace(some, models=some.models[1:])).rejected("WG-SETUP-01", "models-left-out", "models")
    far = replace(some.models[-1], pose=Pose(40_000, 6000, 0, 0))
    torn = replace(some, models=(*some.models[:-1], far))
    table.when("red", torn).rejected("AN-MOVE-09", "set-up-apart", "models", limit=1000)


def test_nobody_is_set_up_on_impassable_ground_and_hills_lift() -> None:
    """Nobody is set up on impassable ground, and whoever stands on a hill stands as high as it is."""
    rock = box("rock", 0, 0, 9000, 9000, movement="impassable", los="blocking", cover="clear")
    hill = box("hill", 20_000, 0, 20_000, 11_000, movement="open", los="clear", cover="clear", ground=3000)
    table = Table(rules(), dice=(7, 3))
    table.play(("referee", creation(terrain=(rock, hill))), ("red", PATROL), ("blue", PATROL))
    table.when("red", deploy_from(table, "a-alpha", 8500, 0)).rejected(
        "AN-TERRAIN-26", "impassable-ground", "models[0]"
    )
    event = table.when("red", deploy_from(table, "a-alpha", 25_000, 1000)).one(UnitDeployed)
    assert {model.pose.z for model in event.models} == {3000}


HILL = box("hill", 20_000, 0, 20_000, 11_000, movement="open", los="clear", cover="clear", ground=3000)


@pytest.mark.rule("AN-MOVE-09")
@pytest.mark.parametrize("at", [(25_000, 3000), (1000, 0)], ids=["on a hill", "beside it"])
def test_models_are_set_up_on_the_ground(at: tuple[int, int]) -> None:
    """A model is set up at the height of its ground; any other, 0 on a hill too, is refused with that height."""
    x, ground = at
    table = Table(rules(), dice=(7, 3))
    table.play(("referee", creation(terrain=(HILL,))), ("red", PATROL), ("blue", PATROL))
    command = deploy_from(table, "a-alpha", x, 1000)
    for height in {0, 3000, 500, -1} - {ground}:
        last = command.models[-1]
        wrong = replace(last, pose=replace(last.pose, z=height))
        refused = table.when("red", replace(command, models=(*command.models[:-1], wrong)))
        place = f"models[{len(command.models) - 1}]"
        refused.rejected("AN-MOVE-09", "off-the-ground", place, model=last.model, ground=ground)
    event = table.when("red", command).one(UnitDeployed)
    assert {model.pose.z for model in event.models} == {ground}


@pytest.mark.rule("AN-MOVE-09")
def test_devices_are_set_up_on_the_ground() -> None:
    """A placed device is set up at the height of its ground, and looks from there; any other height is refused."""
    table = Table(rules(), dice=(7, 3))
    line = ARMIES["concord_line"]
    table.play(("referee", creation(terrain=(HILL,))), ("red", line), ("blue", line))
    for x, ground, wrong in ((30_000, 3000, 0), (50_000, 0, 3000)):
        seeker = ModelPose(model="a-shard#2", pose=Pose(x, 10_000, ground, 0))
        aloft = replace(seeker, pose=replace(seeker.pose, z=wrong))
        command = deploy_from(table, "a-shard", x, 0, devices=(aloft,))
        refused = table.when("red", command)
        refused.rejected("AN-MOVE-09", "off-the-ground", "devices[0]", model="a-shard#2", ground=ground)
        assert not table.refused(replace(command, devices=(seeker,)), "red")


@pytest.mark.rule("AN-MOVE-09")
@pytest.mark.parametrize("terrain", [(), (HILL,)], ids=["level", "hill"])
def test_offered_set_ups_are_on_the_ground(terrain: tuple[TerrainPiece, ...]) -> None:
    """No offered set-up of models and devices is refused where the ground rises; places on a hill are among them."""
    table = Table(rules(), dice=(7, 3))
    line = ARMIES["concord_line"]
    table.play(("referee", creation(terrain=terrain)), ("red", line), ("blue", line))
    sampler = Sampler((DeployUnit,))
    made = [sampler.sampled(row, Random(seed)) for row in table.offers("red") for seed in range(60)]
    found = [command for command in made if isinstance(command, DeployUnit)]
    assert len(found) == len(made)
    assert not any(table.refused(command, "red") for command in found)
    heights = {device.pose.z for command in found for device in command.devices}
    assert heights == ({0, 3000} if terrain else {0})


@pytest.mark.rule("WG-SETUP-01")
def test_placed_devices_are_put_into_the_zone_with_their_unit() -> None:
    """A placed device is put into the zone with its unit; others are not placed."""
    line = ARMIES["concord_line"]
    table = armies_submitted(red=line, blue=line)
    seeker = ModelPose(model="a-shard#2", pose=Pose(30_000, 11_000, 0, 0))
    wrong = deploy_from(table, "a-shard", 30_000, 0, devices=(replace(seeker, model="a-shard#1"),))
    table.when("red", wrong).rejected("WG-SETUP-01", "no-such-device", "devices[0]", device="a-shard#1")
    outside = replace(seeker, pose=Pose(30_000, 20_000, 0, 0))
    table.when("red", replace(wrong, devices=(outside,))).rejected("WG-SETUP-01", "outside-zone", "devices[0]")
    table.when("red", replace(wrong, devices=(seeker,))).accepted()
    assert table.game.devices["a-shard#2"].pose == seeker.pose


def test_silence_sets_up_the_first_unit_that_finds_room() -> None:
    """Silence sets up the first unit that finds room; where there is none it stands for nothing."""
    table = armies_submitted()
    table.when("red", default_command(table, 0)).then(UnitDeployed, unit="a-alpha")
    wall_to_wall = box("rock", 0, 0, 72_000, 12_000, movement="impassable", los="blocking", cover="clear")
    full = Table(rules(), dice=(7, 3))
    full.play(("referee", creation(terrain=(wall_to_wall,))), ("red", PATROL), ("blue", PATROL))
    assert default_command(full, 0) is None
