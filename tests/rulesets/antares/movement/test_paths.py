"""AN-MOVE-09 and AN-MOVE-10: coherency and declared paths."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.board.inches import Pose
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    DeclareShooting,
    ModelPath,
    MoveDeclared,
    MoveStopped,
    MoveUnit,
    UnitMoved,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from tests.kit import Table
from tests.rulesets.antares.fixtures import AMBUSH, USED, X, Y, acting
from tests.rulesets.antares.movement.fixtures import FAR_ENEMY, SQUAD, go_with, moving, unwatched
from tests.rulesets.antares.sheets import INCH, lone_trooper, plain_squad, troopers, vehicle
from tests.rulesets.antares.steps import (
    distance_gone,
    events_of,
    move_unit,
    open_reactions,
    place_of,
    play_on,
    question,
    react,
    shoot,
    unit_row,
)

DISTANT_ENEMY: tuple[Any, ...] = ("b-y", plain_squad(), (40_000, 10_000), USED)


def stay(played: Table, *, sprint: bool = False) -> Any:
    return played.when("red", MoveUnit(unit="a-x", paths=(), sprint=sprint))


def end_apart(played: Table, apart: int) -> Any:
    """Let the first model of two go east, so that it ends so far from the other."""
    path = (Pose(X + 3 * INCH, Y + 3 * INCH, 0, 0),)
    other = (Pose(X + 3 * INCH, Y + 4 * INCH + apart, 0, 0),)
    paths = (ModelPath(model="a-x.1", path=path), ModelPath(model="a-x.2", path=other))
    return played.when("red", MoveUnit(unit="a-x", paths=paths, sprint=False))


def run_past_ambusher(faces: Any = ()) -> Table:
    """Let a lone model run past a lone ambusher with one gun."""
    return unwatched(
        "run", troopers(1), faces, more=[("b-y", troopers(1, "gun"), (X + 5 * INCH, Y + 10 * INCH), AMBUSH)]
    )


@pytest.mark.rule("AN-MOVE-01", "AN-MOVE-02", "AN-MOVE-10")
def test_a_unit_may_move_by_nothing():
    """A unit may advance or run 0 inches by naming no path; it has moved then, and may shoot after an Advance."""
    played = acting("run", ("a-x", plain_squad(), (10_000, 10_000)), DISTANT_ENEMY)
    stay(played).then(MoveDeclared, paths=()).then(UnitMoved, progress=0, over=True)
    assert place_of(played, "a-x.1") == (10_000, 10_000)
    played = acting("advance", ("a-x", lone_trooper(), (10_000, 10_000)), DISTANT_ENEMY, dice=[9])
    stay(played).then(UnitMoved, over=True)
    assert played.game.actions[-1].moved
    played.when("red", DeclareShooting(unit="a-x", target="b-y", weapons=())).then(AccuracyRolled)


@pytest.mark.rule("AN-MOVE-05", "AN-DMG-15", "AN-ORDER-02")
def test_what_forbids_a_move_forbids_it_by_nothing_too():
    """What forbids moving forbids it for nothing too, but an immobilised unit may stay where it is."""
    played = acting("fire", ("a-x", plain_squad(), (10_000, 10_000)), DISTANT_ENEMY)
    stay(played).rejected("AN-ORDER-02", "no-move-on-fire")
    hulk: tuple[Any, ...] = ("a-x", vehicle(), (10_000, 10_000), {"move_limit": 0})
    stay(acting("run", hulk, DISTANT_ENEMY), sprint=True).rejected("AN-MOVE-05", "cannot-sprint")
    stay(acting("run", hulk, DISTANT_ENEMY)).then(UnitMoved, over=True)


@pytest.mark.rule("AN-MOVE-09")
@pytest.mark.parametrize(
    ("coherency", "apart", "legal"),
    [(1000, 3000, False), (1000, 1000, True), (1000, 1001, False), (3000, 3000, True), (0, 4000, True)],
)
@pytest.mark.ruling("AN-MOVE-09.2")
def test_models_end_within_coherency(coherency, apart, legal):
    """A gap of 3 inches is refused at coherency 1, a gap of 1 is not; the parameter may be wider or absent (0)."""
    outcome = end_apart(unwatched("run", troopers(2), options={"coherency": coherency}), apart)
    if legal:
        outcome.then(UnitMoved, over=True)
    else:
        outcome.rejected("AN-MOVE-09", "not-coherent", gap=apart, limit=coherency)
    assert DEFAULTS.coherency == 1000


@pytest.mark.rule("AN-MOVE-09")
def test_a_unit_moves_in_one_action():
    """Models that stayed behind are not moved by a second command of the same action."""
    played = unwatched("advance", troopers(2))
    first = (ModelPath(model="a-x.1", path=(Pose(X + 500, Y, 0, 0),)),)
    played.when("red", MoveUnit(unit="a-x", paths=first, sprint=False)).accepted()
    second = (ModelPath(model="a-x.2", path=(Pose(X + 500, Y + 1500, 0, 0),)),)
    played.when("red", MoveUnit(unit="a-x", paths=second, sprint=False)).rejected("AN-MOVE-10", "moved-already")


@pytest.mark.rule("AN-MOVE-09")
def test_each_model_is_checked_for_itself():
    """One model that goes too far makes the whole move illegal and is named."""
    played = unwatched("advance", troopers(2))
    paths = (
        ModelPath(model="a-x.1", path=(Pose(X + 5 * INCH, Y, 0, 0),)),
        ModelPath(model="a-x.2", path=(Pose(X + 5 * INCH, Y + 500, 0, 0),)),
    )
    played.when("red", MoveUnit(unit="a-x", paths=paths, sprint=False)).rejected("AN-MOVE-01", "too-far", model="a-x.2")


@pytest.mark.rule("AN-MOVE-09")
def test_models_end_within_the_coherency_of_the_option():
    """Models end within the coherency distance; 0 leaves it to the players."""
    far = (ModelPath(model="a-x.1", path=(Pose(10_000, 6999, 0, 0),)),)
    played = moving("run")
    played.when("red", MoveUnit(unit="a-x", paths=far, sprint=False)).rejected("AN-MOVE-09", "not-coherent", gap=3501)
    moving("run", [], {"coherency": 0}).when("red", MoveUnit(unit="a-x", paths=far, sprint=False)).then(UnitMoved)
    near = (ModelPath(model="a-x.1", path=(Pose(10_000, 9500, 0, 0),)),)
    moving("run").when("red", MoveUnit(unit="a-x", paths=near, sprint=False)).then(UnitMoved)


@pytest.mark.rule("AN-MOVE-09")
def test_a_unit_that_was_torn_apart_closes_up():
    """A unit that was torn apart has to close up, by at least something."""
    places = [(10_000, 10_000), (10_000, 11_500), (10_000, 30_000)]
    units = (("a-x", plain_squad(models=("trooper",) * 3), places), FAR_ENEMY)
    go_with(moving("run", units=units), 1000).rejected("AN-MOVE-09", "not-coherent")
    played = moving("run", units=units)
    closer = (ModelPath(model="a-x.3", path=(Pose(10_000, 29_000, 0, 0),)),)
    played.when("red", MoveUnit(unit="a-x", paths=closer, sprint=False)).then(UnitMoved)


@pytest.mark.rule("AN-MOVE-09", "AN-MOVE-10", "AN-ORDER-02")
def test_paths_are_of_own_models_once_each_and_on_the_table():
    """Paths are of the unit's own models, once each, on the ground and on the table; orders allow moves or not."""
    played = moving("run")

    def submit(*paths):
        return played.when("red", MoveUnit(unit="a-x", paths=paths, sprint=False))

    step = (Pose(10_000, 9000, 0, 0),)
    submit(ModelPath(model="b-y.1", path=step)).rejected("AN-MOVE-09", "not-of-unit", "paths[0]")
    submit(ModelPath(model="a-x.1", path=step), ModelPath(model="a-x.1", path=step)).rejected(
        "AN-MOVE-09", "moved-twice"
    )
    submit(ModelPath(model="a-x.1", path=())).rejected("AN-MOVE-09", "path-legs")
    submit(ModelPath(model="a-x.1", path=(Pose(10_000, 9000, 500, 0),))).rejected("AN-MOVE-09", "off-the-ground")
    submit(ModelPath(model="a-x.1", path=(Pose(10_000, 11_400, 0, 0),))).rejected("AN-MOVE-09", "on-top")
    go_with(played, -9501).rejected("AN-MOVE-09", "over-the-edge")
    go_with(played, 100).then(UnitMoved)
    go_with(moving("fire"), 1000).rejected("AN-ORDER-02", "no-move-on-fire")
    played = moving("advance")
    go_with(played, 1000)
    go_with(played, 1000).rejected("AN-MOVE-10", "moved-already")


@pytest.mark.rule("AN-MOVE-10")
@pytest.mark.ruling("AN-MOVE-10.2")
def test_the_reaction_window_opens_on_the_declared_path():
    """A declared Run asks the ambusher before anybody has moved."""
    played = run_past_ambusher()
    move_unit(played, 10 * INCH).then(MoveDeclared, unit="a-x", sprint=False, kind="run").without(UnitMoved)
    assert question(played) == "reaction"
    assert place_of(played, "a-x.1") == (X, Y)


@pytest.mark.rule("AN-MOVE-10")
def test_a_declared_path_is_not_named_anew():
    """Halted at 5 inches of a Run of 10 for Ambush Fire, the mover may not turn back; it ends as it declared."""
    played = run_past_ambusher([9])
    move_unit(played, 10 * INCH).accepted()
    react(played, "ambush_fire", point=5 * INCH).accepted()
    assert distance_gone(played) == 5 * INCH
    back = MoveUnit(unit="a-x", paths=(ModelPath(model="a-x.1", path=(Pose(X + 4 * INCH, Y, 0, 0),)),), sprint=False)
    played.when("red", back).rejected("AN-REACT-34", "not-asked")
    shoot(played, target="a-x", unit="b-y", who="blue").accepted()
    play_on(played)
    assert distance_gone(played) == 10 * INCH


@pytest.mark.rule("AN-MOVE-10")
def test_losses_cut_a_move_short():
    """A unit that Ambush Fire destroys goes no farther."""
    played = run_past_ambusher([2, 9])
    move_unit(played, 10 * INCH).accepted()
    react(played, "ambush_fire", point=5 * INCH).accepted()
    shoot(played, target="a-x", unit="b-y", who="blue").accepted()
    (stopped,) = events_of(play_on(played), MoveStopped)
    assert unit_row(played, "a-x").place == "destroyed"
    assert (stopped.reason, stopped.progress) == ("destroyed", 5 * INCH)


@pytest.mark.rule("AN-MOVE-10")
def test_the_sprint_is_declared_with_the_path():
    """More than 2M without a declared sprint is refused, though the unit could sprint."""
    move_unit(unwatched("run"), 11 * INCH).rejected("AN-MOVE-02", "too-far")


@pytest.mark.rule("AN-ASSAULT-01")
def test_enemies_are_not_passed_through_and_friends_are():
    """Enemies are neither passed through nor touched but in assaults; friends are passed through."""
    units = (SQUAD, ("b-y", plain_squad(), (16_000, 10_000)))
    go_with(moving("run", units=units), 5000).rejected("AN-ASSAULT-01", "ends-in-contact", enemy="b-y")
    go_with(moving("run", units=units), 8000).rejected("AN-ASSAULT-01", "crosses-enemy")
    go_with(moving("run", units=(SQUAD, ("a-z", plain_squad(), (16_000, 10_000)), FAR_ENEMY)), 8000).then(
        UnitMoved, over=True
    )


@pytest.mark.rule("AN-REACT-22", "AN-REACT-30")
def test_a_move_by_nothing_is_watched_and_tested_as_a_move():
    """Ambushers are asked about a Run of 0 inches, and a sprint of 0 inches is tested for (AN-MOVE-06)."""
    waiting: tuple[Any, ...] = ("b-w", lone_trooper(), (22_000, 10_000), AMBUSH)
    played = acting("run", ("a-x", plain_squad(), (10_000, 10_000)), waiting)
    stay(played).asks("reaction", "blue")
    assert open_reactions(played) == {"b-w": ("ambush_fire",)}
    played = acting("run", ("a-x", plain_squad(), (10_000, 10_000)), DISTANT_ENEMY, dice=[10])
    stay(played, sprint=True)
    assert unit_row(played, "a-x").pins == 1
