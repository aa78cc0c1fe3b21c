"""AN-MOVE: advance, run, sprint, coherency and declared paths."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.board.inches import Pose
from adjudicator.rulesets.antares.model.messages import (  # fmt: skip
    AgilityTested,
    HitsHalved,
    ModelPath,
    MoveDeclared,
    MoveStopped,
    MoveUnit,
    PinsAdded,
    RollOverheadShift,
    UnitExhausted,
    UnitMoved,
    UnitWentDown,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from tests.kit import Table
from tests.rulesets.antares.givens import INCH, at, natural, overhead, probe, vehicle
from tests.rulesets.antares.said_fights import (
    AMBUSH,
    X,
    Y,
    acting,
    asked,
    fired,
    gained,
    go,
    men,
    of,
    react,
    row,
    shoot,
    stats,
    through,
)  # fmt: skip
from tests.rulesets.antares.said_shots import (
    agility,
    field,
    gone,
    hit_again,
    lobber,
    lobbing,
    mark,
    roll,
    scored,
)  # fmt: skip

FAST = {"flags": ("fast", "can_sprint", "can_assault")}
RUNNING = {"order": "run"}


def mover(order: str = "run", sheet: Any = None, faces: Any = (), **rest: Any) -> Table:
    """Let a unit act that nobody watches."""
    mine = rest.pop("mine", {})
    return acting(order, ("a-x", sheet or men(3), (X, Y), mine), *rest.pop("more", ()), dice=faces, **rest)


# -- AN-MOVE-01, AN-MOVE-02, AN-MOVE-04, AN-MOVE-05


@pytest.mark.rule("AN-MOVE-01")
def test_an_advance_goes_up_to_m():
    """With M 5 an Advance of 5.0 inches is made and one of 5.1 is refused."""
    played = mover("advance")
    go(played, 5 * INCH + 100).rejected("AN-MOVE-01", "too-far", limit=5 * INCH)
    go(played, 5 * INCH).then(UnitMoved, over=True)
    assert gone(played) == 5 * INCH


@pytest.mark.rule("AN-MOVE-01", "AN-MOVE-09")
def test_the_length_of_a_path_counts_with_its_turns():
    """A path of 3 and 2.1 inches round a corner is longer than M 5, though it ends nearer."""
    played = mover("advance", men(1))
    path = (Pose(X + 3 * INCH, Y, 0, 0), Pose(X + 3 * INCH, Y + 2100, 0, 0))
    command = MoveUnit(unit="a-x", paths=(ModelPath(model="a-x.1", path=path),), sprint=False)
    played.when("red", command).rejected("AN-MOVE-01", "too-far")


@pytest.mark.rule("AN-MOVE-02")
@pytest.mark.parametrize(("move", "flags"), [(5, ()), (10, ("fast",))])
def test_a_run_goes_up_to_twice_m(move, flags):
    """A Run goes 10 inches with M 5 and 20 with the M 10 of a Fast unit, and not a tenth of an inch more."""
    played = mover("run", men(3, move=move * INCH, flags=flags))
    go(played, 2 * move * INCH + 100).rejected("AN-MOVE-02", "too-far", limit=2 * move * INCH)
    go(played, 2 * move * INCH).then(UnitMoved, over=True)
    assert gone(played) == 2 * move * INCH


@pytest.mark.rule("AN-MOVE-04")
def test_a_sprint_goes_three_times_m_in_all():
    """With M 5 a sprint goes 15 inches in all, and 16 are refused."""
    played = mover("run", faces=[5])
    go(played, 16 * INCH, sprint=True).rejected("AN-MOVE-04", "too-far", limit=15 * INCH)
    go(played, 15 * INCH, sprint=True).then(UnitMoved, over=True)
    assert gone(played) == 15 * INCH


@pytest.mark.rule("AN-MOVE-04")
def test_an_advance_is_no_run_and_is_not_sprinted():
    """A sprint stretches a Run: under an Advance it is refused."""
    played = mover("advance")
    go(played, 5 * INCH, sprint=True).rejected("AN-ORDER-09", "no-sprint-here")


@pytest.mark.rule("AN-MOVE-05")
@pytest.mark.parametrize("kind", ["weapon_team", "vehicle", "drone"])
def test_types_without_sprint_are_refused(kind):
    """A unit whose data does not let it sprint is refused a sprint, and may still run."""
    sheet = men(1, type=kind, flags=("can_assault",))
    played = mover("run", sheet)
    go(played, 5 * INCH, sprint=True).rejected("AN-MOVE-05", "cannot-sprint")
    go(played, 10 * INCH).then(UnitMoved, over=True)


@pytest.mark.rule("AN-MOVE-05")
@pytest.mark.parametrize("kind", ["infantry", "mounted", "beast", "drone"])
def test_units_marked_in_data_may_sprint(kind):
    """Infantry, mounted, beasts, and any type that data marks may sprint."""
    played = mover("run", men(1, type=kind, flags=("can_sprint",)), [5])
    go(played, 15 * INCH, sprint=True).then(UnitMoved, over=True)


# -- AN-MOVE-03


@pytest.mark.rule("AN-MOVE-03")
@pytest.mark.parametrize(("order", "thrown"), [("run", [(1, 2, 3), (2, 3, 4), (3, 4, 10)]), ("advance", [])])
def test_hits_on_a_fast_vehicle_that_runs_are_re_rolled(order, thrown):
    """All three hits on a Fast vehicle on Run are re-rolled; on Advance they stand."""
    faces = [2, 3, 4, *(now for _, _, now in thrown)]
    played = field(faces, own=men(3, "gun"), foe=vehicle(), theirs={"order": order, "hand": 0})
    roll(played)
    assert asked(played) == ("hit_reroll" if thrown else "resist")
    if thrown:
        assert hit_again(played) == thrown
    assert scored(played) == (2 if thrown else 3)


@pytest.mark.rule("AN-MOVE-03")
@pytest.mark.parametrize("kind", ["infantry", "mounted", "drone", "weapon_team"])
def test_fast_protects_whatever_the_type(kind):
    """A Fast unit of any type on Run has its hits re-rolled, even where Down would not protect it."""
    played = field([2, 9], foe=men(1, type=kind, flags=("fast",)), theirs=RUNNING)
    roll(played)
    assert hit_again(played) == [(1, 2, 9)]


@pytest.mark.rule("AN-MOVE-03")
def test_blast_hits_on_a_fast_unit_that_runs_are_halved():
    """A blast of 5 hits on a Fast unit on Run makes 2."""
    played = lobbing([3, 5], foe=men(1, flags=("fast",)), theirs=RUNNING)
    roll(played, fired("lobber", aim=mark()))
    played.when("table", RollOverheadShift()).accepted()
    assert hit_again(played) == []
    halved = played.last.one(HitsHalved)
    assert (halved.what, halved.before, halved.now) == ("hits", 5, 2)


@pytest.mark.rule("AN-MOVE-03")
@pytest.mark.parametrize(("order", "pins"), [("run", 2), ("advance", 4)])
def test_net_pins_on_a_fast_unit_that_runs_are_halved(order, pins):
    """A net of D3 + 1 that shows 3 gives 2 pins to a Fast unit on Run and 4 on Advance."""
    played = thrown_net([3, 3], foe=men(1, resist=11, flags=("fast",)), theirs={"order": order})
    assert gained(through(played)) == pins


def thrown_net(faces: list[int], **rest: Any) -> Table:
    """Throw an overhead net on "b-y", without waiting."""
    arm = lobber("net", properties=("suspensor_net",), overhead=overhead("net", 0, INCH))
    played = lobbing(faces, arm=arm, pace="auto", **rest)
    shoot(played, fired("net", aim=mark()))
    return played


# -- AN-MOVE-06 to AN-MOVE-08


@pytest.mark.rule("AN-MOVE-06")
@pytest.mark.parametrize(("face", "passed"), [(5, True), (6, False)])
def test_a_sprint_is_tested_after_the_whole_move(face, passed):
    """A sprint of 14 inches is gone first; then Ag 5 passes on a 5 and fails on a 6."""
    played = mover("run", faces=[face])
    outcome = go(played, 14 * INCH, sprint=True).then(UnitMoved, AgilityTested, cause="sprint", passed=passed)
    test = outcome.one(AgilityTested)
    assert (test.needed.total, test.face) == (5, face)
    assert gone(played) == 14 * INCH


@pytest.mark.rule("AN-MOVE-06")
def test_pins_do_not_count_in_a_sprint_test():
    """With 3 pins Ag 5 still passes on a 5."""
    played = mover("run", faces=[5], mine={"pins": 3})
    assert agility(played, 14 * INCH, sprint=True) == [("sprint", 5, 5, True)]
    assert row(played, "a-x").pins == 3


@pytest.mark.rule("AN-MOVE-06")
@pytest.mark.parametrize(
    ("beyond", "distance", "tested"), [(False, 8, True), (True, 8, False), (True, 10, False), (True, 11, True)]
)
def test_a_declared_sprint_tests_whatever_its_length_but_for_an_option(beyond, distance, tested):
    """A sprint used for 2M or less still tests, unless the option asks for more than 2M."""
    played = mover("run", faces=[5] if tested else [], options={"sprint_test_only_beyond_run": beyond})
    assert bool(agility(played, distance * INCH, sprint=True)) is tested
    assert DEFAULTS.sprint_test_only_beyond_run is False


@pytest.mark.rule("AN-MOVE-06")
def test_a_run_is_not_tested():
    """A Run that was not declared as a sprint takes no sprint test."""
    assert agility(mover("run"), 10 * INCH) == []


@pytest.mark.rule("AN-MOVE-07")
@pytest.mark.parametrize("face", [1, 5])
def test_a_passed_sprint_test_changes_nothing(face):
    """Ag 5 that throws 1 or 5 is left with the pins it had."""
    played = mover("run", faces=[face], mine={"pins": 2})
    go(played, 15 * INCH, sprint=True).without(PinsAdded, UnitExhausted, UnitWentDown)
    assert (row(played, "a-x").pins, gone(played)) == (2, 15 * INCH)


@pytest.mark.rule("AN-MOVE-08")
@pytest.mark.parametrize(("agility", "face"), [(5, 9), (5, 10), (10, 10)])
def test_a_failed_sprint_test_gives_a_pin_and_the_move_stands(agility, face):
    """A unit that fails, on a 10 always, is exhausted: one pin, at the end of its 15 inches."""
    played = mover("run", men(1, stats=stats(agility=agility)), [face])
    go(played, 15 * INCH, sprint=True).then(UnitExhausted).without(UnitWentDown)
    assert (row(played, "a-x").pins, gone(played), row(played, "a-x").order) == (1, 15 * INCH, "run")


@pytest.mark.rule("AN-MOVE-08")
def test_exhausted_goes_down_by_an_option():
    """With the option a unit that fails its sprint test goes Down besides the pin."""
    assert DEFAULTS.exhausted_goes_down is False
    played = mover("run", faces=[9], options={"exhausted_goes_down": True})
    go(played, 15 * INCH, sprint=True).then(UnitWentDown, unit="a-x", cause="sprint")
    assert (row(played, "a-x").order, row(played, "a-x").pins) == ("down", 1)


@pytest.mark.rule("AN-MOVE-08")
@pytest.mark.parametrize(("face", "pins"), [(10, 2), (9, 1)])
def test_a_ten_hurts_more_by_an_option(face, pins):
    """With the option for natural 10s in sprints a 10 gives a second pin, a 9 does not."""
    played = mover("run", faces=[face], options={"natural_ten_penalty": (natural("sprint", "add_pin"),)})
    go(played, 15 * INCH, sprint=True).accepted()
    assert row(played, "a-x").pins == pins


# -- AN-MOVE-09, AN-MOVE-10


def spread(played: Table, apart: int) -> Any:
    """Let the first model of two go east, so that it ends so far from the other."""
    path = (Pose(X + 3 * INCH, Y + 3 * INCH, 0, 0),)
    other = (Pose(X + 3 * INCH, Y + 4 * INCH + apart, 0, 0),)
    paths = (ModelPath(model="a-x.1", path=path), ModelPath(model="a-x.2", path=other))
    return played.when("red", MoveUnit(unit="a-x", paths=paths, sprint=False))


@pytest.mark.rule("AN-MOVE-09")
@pytest.mark.parametrize(
    ("coherency", "apart", "legal"), [(1000, 3000, False), (1000, 1000, True), (1000, 1001, False), (3000, 3000, True),
                                      (0, 4000, True)]
)  # fmt: skip
def test_models_end_within_coherency(coherency, apart, legal):
    """A gap of 3 inches is refused at coherency 1, a gap of 1 is not; the parameter may be wider or absent (0)."""
    outcome = spread(mover("run", men(2), options={"coherency": coherency}), apart)
    if legal:
        outcome.then(UnitMoved, over=True)
    else:
        outcome.rejected("AN-MOVE-09", "not-coherent", gap=apart, limit=coherency)
    assert DEFAULTS.coherency == 1000


@pytest.mark.rule("AN-MOVE-09")
def test_a_unit_moves_in_one_action():
    """Models that stayed behind are not moved by a second command of the same action."""
    played = mover("advance", men(2))
    first = (ModelPath(model="a-x.1", path=(Pose(X + 500, Y, 0, 0),)),)
    played.when("red", MoveUnit(unit="a-x", paths=first, sprint=False)).accepted()
    second = (ModelPath(model="a-x.2", path=(Pose(X + 500, Y + 1500, 0, 0),)),)
    played.when("red", MoveUnit(unit="a-x", paths=second, sprint=False)).rejected("AN-MOVE-10", "moved-already")


@pytest.mark.rule("AN-MOVE-09")
def test_each_model_is_checked_for_itself():
    """One model that goes too far makes the whole move illegal and is named."""
    played = mover("advance", men(2))
    paths = (
        ModelPath(model="a-x.1", path=(Pose(X + 5 * INCH, Y, 0, 0),)),
        ModelPath(model="a-x.2", path=(Pose(X + 5 * INCH, Y + 500, 0, 0),)),
    )
    played.when("red", MoveUnit(unit="a-x", paths=paths, sprint=False)).rejected("AN-MOVE-01", "too-far", model="a-x.2")


@pytest.mark.rule("AN-MOVE-10")
def test_the_reaction_window_opens_on_the_declared_path():
    """A declared Run asks the ambusher before anybody has moved."""
    played = ambushed()
    go(played, 10 * INCH).then(MoveDeclared, unit="a-x", sprint=False, kind="run").without(UnitMoved)
    assert asked(played) == "reaction"
    assert at(played, "a-x.1") == (X, Y)


@pytest.mark.rule("AN-MOVE-10")
def test_a_declared_path_is_not_named_anew():
    """Halted at 5 inches of a Run of 10 for Ambush Fire, the mover may not turn back; it ends as it declared."""
    played = ambushed([9])
    go(played, 10 * INCH).accepted()
    react(played, "ambush_fire", point=5 * INCH).accepted()
    assert gone(played) == 5 * INCH
    back = MoveUnit(unit="a-x", paths=(ModelPath(model="a-x.1", path=(Pose(X + 4 * INCH, Y, 0, 0),)),), sprint=False)
    played.when("red", back).rejected("AN-REACT-34", "not-asked")
    shoot(played, target="a-x", unit="b-y", who="blue").accepted()
    through(played)
    assert gone(played) == 10 * INCH


@pytest.mark.rule("AN-MOVE-10")
def test_losses_cut_a_move_short():
    """A unit that Ambush Fire destroys goes no farther."""
    played = ambushed([2, 9])
    go(played, 10 * INCH).accepted()
    react(played, "ambush_fire", point=5 * INCH).accepted()
    shoot(played, target="a-x", unit="b-y", who="blue").accepted()
    (stopped,) = of(through(played), MoveStopped)
    assert row(played, "a-x").place == "destroyed"
    assert (stopped.reason, stopped.progress) == ("destroyed", 5 * INCH)


def ambushed(faces: Any = ()) -> Table:
    """Let a lone model run past a lone ambusher with one gun."""
    return mover("run", men(1), faces, more=[("b-y", men(1, "gun"), (X + 5 * INCH, Y + 10 * INCH), AMBUSH)])


@pytest.mark.rule("AN-MOVE-10")
def test_the_sprint_is_declared_with_the_path():
    """More than 2M without a declared sprint is refused, though the unit could sprint."""
    go(mover("run"), 11 * INCH).rejected("AN-MOVE-02", "too-far")


@pytest.mark.rule("AN-MOVE-05")
def test_a_probe_does_not_sprint():
    """A probe has no sprint by its data."""
    go(mover("run", probe(move=10 * INCH)), 5 * INCH, sprint=True).rejected("AN-MOVE-05", "cannot-sprint")
