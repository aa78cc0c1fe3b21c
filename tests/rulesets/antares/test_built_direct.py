"""Direct ways of assaults: no corner that is not needed, none wider than it must be, and ways round things."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.board.inches import Base, Pose, Shape
from adjudicator.rulesets.antares import charging, direct, measure, renaming, ways
from adjudicator.rulesets.antares.courses import Course
from adjudicator.rulesets.antares.model.messages import (
    AssaultDeclared,
    AssaultFailed,
    DeclareAssault,
    ModelPath,
    MoveDeclared,
    MoveUnit,
    UnitMoved,
)
from adjudicator.rulesets.antares.state import INCH
from tests.kit import Outcome, Table
from tests.rulesets.antares.givens import box, kind, plain, table, wall
from tests.rulesets.antares.reacting import acting, go, lone, react

X, Y = 10_000, 20_000
FOE: tuple[Any, ...] = ("b-y", lone(), (20_000, Y))
ROCK = box("rock", 14_000, 19_000, 1000, 2000, move="impassable", los="clear", cover="clear")
HERE, NEAR, WIDE = (19_000, Y), (14_500, 21_740), (14_500, 23_000)


def way(*points: tuple[int, int], model: str = "a-x.1", facing: int = 0) -> tuple[ModelPath, ...]:
    return (ModelPath(model=model, path=tuple(Pose(x, y, 0, facing) for x, y in points)),)


def assaulting(*others: tuple[Any, ...], dice: tuple[int, ...] = (), sheet: Any = None, **rest: Any) -> Table:
    """Let one model stand 9 inches from its target, with M 5."""
    return acting("run", ("a-x", sheet or lone(), (X, Y)), *(others or (FOE,)), dice=dice, **rest)


def assault(played: Table, *points: tuple[int, int], sprint: bool = True) -> Outcome:
    return played.when("red", DeclareAssault(unit="a-x", target="b-y", paths=way(*points), sprint=sprint))


# -- corners


@pytest.mark.rule("AN-ASSAULT-04")
def test_a_needless_corner_is_refused():
    """Where the straight line to its end is open an assaulter goes along it; points on that line are no corners."""
    saved = 9500 + 1000 - 9000
    aside = assault(assaulting(), (X, Y + 100), (14_000, Y + 3000), HERE)
    aside.rejected("AN-ASSAULT-04", "detour", "paths[0].path[0]", model="a-x.1", corner=1)
    back = assault(assaulting(), (X - 750, Y), HERE)
    back.rejected("AN-ASSAULT-04", "detour", saved=saved)
    assault(assaulting(), HERE).then(AssaultDeclared)
    assault(assaulting(), (12_000, Y), (17_000, Y), HERE).then(AssaultDeclared)


@pytest.mark.rule("AN-ASSAULT-04")
def test_a_hundredth_of_an_inch_is_no_detour():
    """A corner that costs a hundredth of an inch is none; one that costs more is."""
    assault(assaulting(), (14_500, Y + 210), HERE).then(AssaultDeclared)
    assault(assaulting(), (14_500, Y + 240), HERE).rejected("AN-ASSAULT-04", "detour", saved=13)


@pytest.mark.rule("AN-ASSAULT-04", "AN-TERRAIN-26")
def test_round_a_rock():
    """Past impassable ground the way has the corner that it needs, on either side, and turns it closely."""
    for sign in (1, -1):
        near, wide = ((x, Y + sign * (y - Y)) for x, y in (NEAR, WIDE))
        assault(assaulting(terrain=[ROCK]), near, HERE, sprint=False).then(AssaultDeclared)
        assault(assaulting(terrain=[ROCK]), wide, HERE).rejected(
            "AN-ASSAULT-04", "wide-corner", "paths[0].path[0]", corner=1
        )
    assault(assaulting(terrain=[ROCK]), HERE).rejected("AN-TERRAIN-26", "impassable", terrain="rock")
    assault(assaulting(terrain=[ROCK]), (X, Y + 1200), NEAR, HERE).rejected(
        "AN-ASSAULT-04", "detour", "paths[0].path[0]", corner=1
    )
    assault(assaulting(terrain=[ROCK]), NEAR, (17_000, Y + 2200), HERE).rejected(
        "AN-ASSAULT-04", "detour", "paths[0].path[1]", corner=2
    )


LONG = box("long", 14_000, 17_000, 1000, 4000, move="impassable", los="clear", cover="clear")
FAR = ((13_800, 16_460), (15_200, 16_460))


@pytest.mark.rule("AN-ASSAULT-04")
def test_the_shorter_way_round():
    """Of two ways round that is refused which is more than an inch longer, with the other, which is then accepted."""
    said = assault(assaulting(terrain=[LONG]), *FAR, HERE)
    said.rejected("AN-ASSAULT-04", "shorter-way", "paths[0]", model="a-x.1", length=11_787)
    facts = dict(said.faults[0].facts)
    corners = [tuple(map(int, each.split(", "))) for each in str(facts["corners"]).split("; ")]
    assert facts["shorter"] == 9569
    assault(assaulting(terrain=[LONG]), *((x, y) for x, y in corners), HERE).then(AssaultDeclared)


@pytest.mark.rule("AN-ASSAULT-04")
@pytest.mark.parametrize(("shift", "refused"), [(600, False), (900, True)])
def test_an_inch_longer_is_direct_enough(shift, refused):
    """Round the farther end of a rock 10.1 inches are taken where 9.2 would do, 10.4 where 9.1 would are not."""
    rock = box("rock", 14_000, 19_000 - shift, 1000, 2000, move="impassable", los="clear", cover="clear")
    corners = ((13_850, 18_460 - shift), (15_150, 18_460 - shift))
    said = assault(assaulting(terrain=[rock]), *corners, HERE)
    if refused:
        said.rejected("AN-ASSAULT-04", "shorter-way", length=10_417, shorter=9098)
    else:
        said.then(AssaultDeclared)


@pytest.mark.rule("AN-ASSAULT-04")
def test_a_corner_in_small_steps():
    """A wide corner is no better for being rounded off in steps that save next to nothing each."""
    steps = [(14_485, 22_990), (14_495, 22_993), (14_505, 22_993), (14_515, 22_990)]
    assault(assaulting(terrain=[ROCK]), *steps, HERE).rejected("AN-ASSAULT-04", "wide-corner", "paths[0].path[0]")
    close = [(14_100, 21_600), (14_500, 21_620), (14_900, 21_600)]
    assault(assaulting(terrain=[ROCK]), *close, HERE).then(AssaultDeclared)


@pytest.mark.rule("AN-ASSAULT-04", "AN-TERRAIN-03", "AN-TERRAIN-06")
def test_ground_to_be_tested_for_is_no_excuse():
    """A wood or a wall on the straight line is legal ground: a way round it is refused, the way through it is not."""
    for piece in (box("wood", 14_000, 19_000, 1000, 2000), wall("wall", (14_500, 19_000), (14_500, 21_000))):
        assault(assaulting(terrain=[piece]), NEAR, HERE).rejected("AN-ASSAULT-04", "detour")
        assault(assaulting(terrain=[piece]), HERE).then(AssaultDeclared)


@pytest.mark.rule("AN-ASSAULT-04", "AN-ASSAULT-07")
def test_round_models():
    """Another enemy is gone round, never through; a friend is passed through and is no excuse."""
    other: tuple[Any, ...] = ("b-z", lone(), (14_500, Y))
    friend: tuple[Any, ...] = ("a-z", lone(), (14_500, Y))
    past = (14_500, Y + 1100)
    assault(assaulting(FOE, other), HERE).rejected("AN-ASSAULT-07", "crosses-enemy", enemy="b-z.1")
    assault(assaulting(FOE, other), past, HERE).then(AssaultDeclared)
    assault(assaulting(FOE, other), (14_500, Y + 2500), HERE).rejected("AN-ASSAULT-04", "wide-corner")
    assault(assaulting(FOE, friend), HERE).then(AssaultDeclared)
    assault(assaulting(FOE, friend), past, HERE).rejected("AN-ASSAULT-04", "detour")


@pytest.mark.rule("AN-ASSAULT-04")
def test_through_the_target():
    """An assault goes up to its target: a way through one of its models is refused under the assault's own clause."""
    foe = ("b-y", plain(models=("trooper",) * 2), (20_000, Y))
    through = assault(assaulting(foe), (21_000, Y))
    through.rejected("AN-ASSAULT-04", "crosses-enemy", enemy="b-y.1")


@pytest.mark.rule("AN-ASSAULT-04")
def test_every_model_goes_directly():
    """Models that do not reach the target go straight as well; where they end is their player's choice."""
    made = plain(models=("trooper",) * 2, devices=())
    ends = ((19_000, Y), (18_500, Y + 1500))

    def said(*second: tuple[int, int]) -> Outcome:
        played = assaulting(sheet=made)
        paths = (*way(ends[0]), *way(*second, model="a-x.2"))
        return played.when("red", DeclareAssault(unit="a-x", target="b-y", paths=paths, sprint=True))

    said(ends[1]).then(AssaultDeclared)
    said((14_000, Y + 5000), ends[1]).rejected("AN-ASSAULT-04", "detour", "paths[1].path[0]", model="a-x.2")


@pytest.mark.rule("AN-ASSAULT-04", "AN-MOVE-09")
def test_other_moves_go_as_they_like():
    """A Run that assaults nobody may have any corners."""
    played = assaulting()
    played.when("red", MoveUnit(unit="a-x", paths=way((12_000, Y + 4000), (14_000, Y)), sprint=False)).then(
        MoveDeclared
    )


@pytest.mark.rule("AN-ASSAULT-04")
def test_turning_on_the_way():
    """An oval base that fits through a gap end on is not sent round because the way's end has it broadside."""
    long = lone(kinds=(kind(base=Base(length=2000, width=800, shape=Shape.OVAL)),))
    gap = [
        box("low", 14_000, 10_000, 1000, 9400, move="impassable", los="clear"),
        box("high", 14_000, 20_600, 1000, 9400, move="impassable", los="clear"),
    ]
    played = assaulting(sheet=long, terrain=gap)
    end_on, broadside = Pose(17_000, Y, 0, 0), Pose(17_000, Y, 0, 900)
    stops = direct.barriers(played.game, "a-x")
    body = replace(measure.bodies_of(played.game, "a-x")[0], pose=Pose(X, Y, 0, 0))
    round_about = (Pose(12_000, Y + 300, 0, 0), Pose(16_500, Y, 0, 0), broadside)
    assert stops.clear(body, (end_on,))
    assert not stops.clear(body, (broadside,))
    found = direct.detour(Course("a-x.1", body, round_about), stops)
    assert (found.reason, found.corner) == ("detour", 0)


# -- reactions


@pytest.mark.rule("AN-ASSAULT-04", "AN-REACT-21")
def test_a_countercharge_goes_directly():
    """A Countercharge is an assault and goes straight; an Escape goes as it likes."""
    corner = (17_500, Y + 2000)
    for reaction, end in (("countercharge", (15_500, Y)), ("escape", (22_500, Y))):
        played = assaulting(dice=(1, 1))
        assault(played, HERE, sprint=False)
        react(played, reaction, sprint=True).accepted()
        bent = MoveUnit(unit="b-y", paths=way(corner, end, model="b-y.1", facing=1800), sprint=True)
        if reaction == "escape":
            played.when("blue", bent).then(MoveDeclared)
            continue
        played.when("blue", bent).rejected("AN-ASSAULT-04", "detour", model="b-y.1")
        played.when("blue", replace(bent, paths=way(end, model="b-y.1", facing=1800))).then(MoveDeclared)


def escaped(far: int) -> Table:
    """Let the target escape straight away, so that the assaulter names its path anew."""
    played = assaulting(dice=(1,))
    assault(played, HERE, sprint=False)
    react(played, "escape").accepted()
    go(played, far, unit="b-y", who="blue").accepted()
    return played


@pytest.mark.rule("AN-ASSAULT-04", "AN-ASSAULT-05", "AN-REACT-33")
def test_the_path_after_an_escape():
    """It is direct and leads towards the target; it may stop early, or go nowhere."""
    played = escaped(10 * INCH)

    def said(*points: tuple[int, int]) -> Outcome:
        return played.when("red", MoveUnit(unit="a-x", paths=way(*points) if points else (), sprint=False))

    said((12_000, Y + 2000), (17_000, Y)).rejected("AN-ASSAULT-04", "detour")
    said((X - 2000, Y)).rejected("AN-ASSAULT-04", "assault-leads-away", before=19_000, after=21_000)
    said((X, Y + 5000)).rejected("AN-ASSAULT-04", "assault-leads-away")
    said((X + 1000, Y)).then(UnitMoved, progress=1000).then(AssaultFailed)
    played = escaped(10 * INCH)
    said().then(MoveDeclared, paths=()).then(AssaultFailed)
    assert played.game.models["a-x.1"].pose == Pose(X, Y, 0, 0)


# -- ways that are offered


@pytest.mark.rule("AN-ASSAULT-04")
def test_charges_round_what_stands_between():
    """A charge goes straight where it may, and else each model goes round a rock or an enemy by itself."""
    pair = plain(models=("trooper",) * 2)
    other: tuple[Any, ...] = ("b-z", lone(), (14_500, Y))
    for rest, between in (((), [ROCK]), ((other,), [])):
        units = (("a-x", pair, (X, Y)), FOE, *rest)
        played = table(units=units, terrain=between)
        paths = charging.charge(played.game, "a-x", "b-y")
        assert max(len(each.path) for each in paths) > 1
        assert ways.faults(played.game, "a-x", "assault", paths, target="b-y") == []
        assert list(ways.contact_faults(played.game, "a-x", "b-y", paths, sprint=False)) == []
    free = table(units=(("a-x", pair, (X, Y)), FOE))
    assert all(len(each.path) == 1 for each in charging.charge(free.game, "a-x", "b-y"))


@pytest.mark.rule("AN-ASSAULT-04")
def test_no_charge_through_a_closed_wall():
    """Where no corner does there is no charge to offer."""
    closed = box("closed", 14_000, 0, 1000, 48_000, move="impassable", los="clear")
    played = table(units=(("a-x", lone(), (X, Y)), FOE), terrain=[closed])
    assert charging.charge(played.game, "a-x", "b-y", sprint=True) == ()


@pytest.mark.rule("AN-ASSAULT-04", "AN-REACT-33")
def test_the_path_that_is_offered_after_an_escape():
    """The path into contact that is offered after an Escape goes round a rock too, and is legal."""
    played = assaulting(dice=(1,), terrain=[ROCK])
    assault(played, NEAR, HERE)
    react(played, "escape").accepted()
    go(played, 2000, unit="b-y", who="blue").accepted()
    (offered,) = renaming.straight_moves(played.game, played.game.actions[-1])
    assert len(offered.paths[0].path) > 1
    assert list(ways.contact_faults(played.game, "a-x", "b-y", offered.paths, sprint=True)) == []
    assert ways.faults(played.game, "a-x", "assault", offered.paths, sprint=True, target="b-y") == []
    assert offered.paths[0].path[-1].x == 21_000


@pytest.mark.rule("AN-ASSAULT-04")
def test_an_assault_on_whom_it_touches_already():
    """A unit that stands in contact assaults without moving, or shifts along its target; it does not go through it."""
    touching: tuple[Any, ...] = ("b-y", lone(), (X + 1000, Y))
    played = assaulting(touching)
    played.when("red", DeclareAssault(unit="a-x", target="b-y", paths=(), sprint=False)).then(AssaultDeclared)
    assault(assaulting(touching), (X, Y - 1010), (X + 990, Y - 1005)).then(AssaultDeclared)
    assault(assaulting(touching), (X + 2000, Y)).rejected("AN-ASSAULT-04", "crosses-enemy")
