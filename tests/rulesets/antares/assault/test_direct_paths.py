"""AN-ASSAULT-04: the path of an assault is the most direct one that is legal."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.board.inches import Base, Pose, Shape
from adjudicator.rulesets.antares.model import distances
from adjudicator.rulesets.antares.model.messages import (
    AgilityTested,
    AssaultDeclared,
    AssaultFailed,
    ContactMade,
    DeclareAssault,
    ModelPath,
    MoveDeclared,
    MoveUnit,
    UnitMoved,
)
from adjudicator.rulesets.antares.rules.assault import contact_paths, directness
from adjudicator.rulesets.antares.rules.movement import move_checks
from adjudicator.rulesets.antares.rules.movement.move_progress import Course
from adjudicator.rulesets.antares.rules.reactions import re_aiming
from tests.kit import Outcome, Table
from tests.rulesets.antares.assault.fixtures import facing_target
from tests.rulesets.antares.assault.steps import path_by
from tests.rulesets.antares.fixtures import X, Y, acting, table
from tests.rulesets.antares.sheets import INCH, box, lone_trooper, model_kind, plain_squad, troopers, wall
from tests.rulesets.antares.steps import charge, events_of, move_unit, place_of, play_on, question, react, unit_row


def path_along(*points: tuple[int, int], model: str = "a-x.1", facing: int = 0) -> tuple[ModelPath, ...]:
    return (ModelPath(model=model, path=tuple(Pose(x, y, 0, facing) for x, y in points)),)


def assault_along(played: Table, *points: tuple[int, int], sprint: bool = True) -> Outcome:
    return played.when("red", DeclareAssault(unit="a-x", target="b-y", paths=path_along(*points), sprint=sprint))


START_X, START_Y = 10_000, 20_000
ENEMY: tuple[Any, ...] = ("b-y", lone_trooper(), (20_000, START_Y))


def assault_table(*others: tuple[Any, ...], dice: tuple[int, ...] = (), sheet: Any = None, **rest: Any) -> Table:
    """Let one model stand 9 inches from its target, with M 5."""
    return acting("run", ("a-x", sheet or lone_trooper(), (START_X, START_Y)), *(others or (ENEMY,)), dice=dice, **rest)


HERE, NEAR, WIDE = (19_000, START_Y), (14_500, 21_740), (14_500, 23_000)
ROCK = box("rock", 14_000, 19_000, 1000, 2000, movement="impassable", los="clear", cover="clear")
LONG = box("long", 14_000, 17_000, 1000, 4000, movement="impassable", los="clear", cover="clear")
FAR = ((13_800, 16_460), (15_200, 16_460))


def target_escaped_by(far: int) -> Table:
    """Let the target escape straight away, so that the assaulter names its path anew."""
    played = assault_table(dice=(1,))
    assault_along(played, HERE, sprint=False)
    react(played, "escape").accepted()
    move_unit(played, far, unit="b-y", who="blue").accepted()
    return played


def refused_as_detour(outcome: Outcome) -> None:
    """Fail where the way was not refused as no direct one, and for nothing else."""
    outcome.looked_at = True
    assert [fault.clause for fault in outcome.faults] == ["AN-ASSAULT-04"], outcome.faults


def assault_by(played: Table, *stops: tuple[int, int], sprint: bool = False) -> Outcome:
    """Assault with the first model along these stops."""
    path = path_by(played, "a-x.1", *stops)
    return played.when("red", DeclareAssault(unit="a-x", target="b-y", paths=(path,), sprint=sprint))


ASIDE = (3 * INCH, 3 * INCH)
CONTACT = (6 * INCH, 0)


def rock_in_the_way(**changes: Any) -> Any:
    """Stand an impassable block on the straight way, its near end an inch beside it and its far end three."""
    shape = {"movement": "impassable", "los": "clear", "cover": "clear", **changes}
    return box("rock", X + 2500, Y - 3 * INCH, 2 * INCH, 4 * INCH, **shape)


OVER_THE_BLOCK = ((2350, 1510), (4650, 1510), (6158, 541))
UNDER_THE_BLOCK = ((2219, -3510), (4781, -3510), (6465, -846))
ROUND_AN_ENEMY = ((3500, 1055), (6041, 290))


def target_escaped() -> Table:
    """Let the target run from 6 to 14 inches off; the way of the assault is asked for anew."""
    played = facing_target(faces=[1], theirs={})
    charge(played, 6 * INCH).accepted()
    react(played, "escape").accepted()
    move_unit(played, 8 * INCH, unit="b-y", who="blue").asks("assault_path", "red")
    return played


def rename_path(played: Table, *stops: tuple[int, int]) -> Outcome:
    """Name the way anew after a reaction of the target."""
    return played.when("red", MoveUnit(unit="a-x", paths=(path_by(played, "a-x.1", *stops),), sprint=False))


@pytest.mark.rule("AN-ASSAULT-04")
def test_a_needless_corner_is_refused():
    """Where the straight line to its end is open an assaulter goes along it; points on that line are no corners."""
    saved = 9500 + 1000 - 9000
    aside = assault_along(assault_table(), (START_X, START_Y + 100), (14_000, START_Y + 3000), HERE)
    aside.rejected("AN-ASSAULT-04", "detour", "paths[0].path[0]", model="a-x.1", corner=1)
    back = assault_along(assault_table(), (START_X - 750, START_Y), HERE)
    back.rejected("AN-ASSAULT-04", "detour", saved=saved)
    assault_along(assault_table(), HERE).then(AssaultDeclared)
    assault_along(assault_table(), (12_000, START_Y), (17_000, START_Y), HERE).then(AssaultDeclared)


@pytest.mark.rule("AN-ASSAULT-04")
def test_a_hundredth_of_an_inch_is_no_detour():
    """A corner that costs a hundredth of an inch is none; one that costs more is."""
    assault_along(assault_table(), (14_500, START_Y + 210), HERE).then(AssaultDeclared)
    assault_along(assault_table(), (14_500, START_Y + 240), HERE).rejected("AN-ASSAULT-04", "detour", saved=13)


@pytest.mark.rule("AN-ASSAULT-04", "AN-TERRAIN-26")
def test_past_a_rock_the_path_has_the_corner_that_it_needs():
    """Past impassable ground the way has the corner that it needs, on either side, and turns it closely."""
    for sign in (1, -1):
        near, wide = ((x, START_Y + sign * (y - START_Y)) for x, y in (NEAR, WIDE))
        assault_along(assault_table(terrain=[ROCK]), near, HERE, sprint=False).then(AssaultDeclared)
        assault_along(assault_table(terrain=[ROCK]), wide, HERE).rejected(
            "AN-ASSAULT-04", "wide-corner", "paths[0].path[0]", corner=1
        )
    assault_along(assault_table(terrain=[ROCK]), HERE).rejected("AN-TERRAIN-26", "impassable", terrain="rock")
    assault_along(assault_table(terrain=[ROCK]), (START_X, START_Y + 1200), NEAR, HERE).rejected(
        "AN-ASSAULT-04", "detour", "paths[0].path[0]", corner=1
    )
    assault_along(assault_table(terrain=[ROCK]), NEAR, (17_000, START_Y + 2200), HERE).rejected(
        "AN-ASSAULT-04", "detour", "paths[0].path[1]", corner=2
    )


@pytest.mark.rule("AN-ASSAULT-04")
def test_a_path_more_than_an_inch_longer_is_refused_and_the_shorter_named():
    """Of two ways round that is refused which is more than an inch longer, with the other, which is then accepted."""
    outcome = assault_along(assault_table(terrain=[LONG]), *FAR, HERE)
    outcome.rejected("AN-ASSAULT-04", "shorter-way", "paths[0]", model="a-x.1", length=11_787)
    facts = dict(outcome.faults[0].facts)
    corners = [tuple(map(int, word.split(", "))) for word in str(facts["corners"]).split("; ")]
    assert facts["shorter"] == 9569
    assault_along(assault_table(terrain=[LONG]), *((x, y) for x, y in corners), HERE).then(AssaultDeclared)


@pytest.mark.rule("AN-ASSAULT-04")
@pytest.mark.parametrize(("shift", "refused"), [(600, False), (900, True)])
def test_a_path_round_a_rock_up_to_an_inch_longer_is_direct(shift, refused):
    """Round the farther end of a rock 10.1 inches are taken where 9.2 would do, 10.4 where 9.1 would are not."""
    rock = box("rock", 14_000, 19_000 - shift, 1000, 2000, movement="impassable", los="clear", cover="clear")
    corners = ((13_850, 18_460 - shift), (15_150, 18_460 - shift))
    outcome = assault_along(assault_table(terrain=[rock]), *corners, HERE)
    if refused:
        outcome.rejected("AN-ASSAULT-04", "shorter-way", length=10_417, shorter=9098)
    else:
        outcome.then(AssaultDeclared)


@pytest.mark.rule("AN-ASSAULT-04")
def test_a_wide_corner_in_small_steps_is_a_detour_all_the_same():
    """A wide corner is no better for being rounded off in steps that save next to nothing each."""
    steps = [(14_485, 22_990), (14_495, 22_993), (14_505, 22_993), (14_515, 22_990)]
    assault_along(assault_table(terrain=[ROCK]), *steps, HERE).rejected(
        "AN-ASSAULT-04", "wide-corner", "paths[0].path[0]"
    )
    close = [(14_100, 21_600), (14_500, 21_620), (14_900, 21_600)]
    assault_along(assault_table(terrain=[ROCK]), *close, HERE).then(AssaultDeclared)


@pytest.mark.rule("AN-ASSAULT-04", "AN-TERRAIN-03", "AN-TERRAIN-06")
def test_ground_that_is_only_tested_for_excuses_no_detour():
    """A wood or a wall on the straight line is legal ground: a way round it is refused, the way through it is not."""
    for piece in (box("wood", 14_000, 19_000, 1000, 2000), wall("wall", (14_500, 19_000), (14_500, 21_000))):
        assault_along(assault_table(terrain=[piece]), NEAR, HERE).rejected("AN-ASSAULT-04", "detour")
        assault_along(assault_table(terrain=[piece]), HERE).then(AssaultDeclared)


@pytest.mark.rule("AN-ASSAULT-04", "AN-ASSAULT-07")
def test_enemies_are_gone_round_and_friends_passed_through():
    """Another enemy is gone round, never through; a friend is passed through and is no excuse."""
    other: tuple[Any, ...] = ("b-z", lone_trooper(), (14_500, START_Y))
    friend: tuple[Any, ...] = ("a-z", lone_trooper(), (14_500, START_Y))
    past = (14_500, START_Y + 1100)
    assault_along(assault_table(ENEMY, other), HERE).rejected("AN-ASSAULT-07", "crosses-enemy", enemy="b-z.1")
    assault_along(assault_table(ENEMY, other), past, HERE).then(AssaultDeclared)
    assault_along(assault_table(ENEMY, other), (14_500, START_Y + 2500), HERE).rejected("AN-ASSAULT-04", "wide-corner")
    assault_along(assault_table(ENEMY, friend), HERE).then(AssaultDeclared)
    assault_along(assault_table(ENEMY, friend), past, HERE).rejected("AN-ASSAULT-04", "detour")


@pytest.mark.rule("AN-ASSAULT-04")
def test_a_path_through_the_target_is_refused():
    """An assault goes up to its target: a way through one of its models is refused under the assault's own clause."""
    enemy = ("b-y", plain_squad(models=("trooper",) * 2), (20_000, START_Y))
    through = assault_along(assault_table(enemy), (21_000, START_Y))
    through.rejected("AN-ASSAULT-04", "crosses-enemy", enemy="b-y.1")


@pytest.mark.rule("AN-ASSAULT-04")
def test_every_model_goes_directly_contact_or_not():
    """Models that do not reach the target go straight as well; where they end is their player's choice."""
    sheet = plain_squad(models=("trooper",) * 2, devices=())
    ends = ((19_000, START_Y), (18_500, START_Y + 1500))

    def outcome(*second: tuple[int, int]) -> Outcome:
        played = assault_table(sheet=sheet)
        paths = (*path_along(ends[0]), *path_along(*second, model="a-x.2"))
        return played.when("red", DeclareAssault(unit="a-x", target="b-y", paths=paths, sprint=True))

    outcome(ends[1]).then(AssaultDeclared)
    outcome((14_000, START_Y + 5000), ends[1]).rejected("AN-ASSAULT-04", "detour", "paths[1].path[0]", model="a-x.2")


@pytest.mark.rule("AN-ASSAULT-04", "AN-MOVE-09")
def test_moves_that_are_no_assault_have_any_corners():
    """A Run that assaults nobody may have any corners."""
    played = assault_table()
    played.when(
        "red", MoveUnit(unit="a-x", paths=path_along((12_000, START_Y + 4000), (14_000, START_Y)), sprint=False)
    ).then(MoveDeclared)


@pytest.mark.rule("AN-ASSAULT-04")
def test_an_oval_base_may_turn_on_the_way():
    """An oval base that fits through a gap end on is not sent round because the way's end has it broadside."""
    long = lone_trooper(kinds=(model_kind(base_size=Base(length=2000, width=800, shape=Shape.OVAL)),))
    gap = [
        box("low", 14_000, 10_000, 1000, 9400, movement="impassable", los="clear"),
        box("high", 14_000, 20_600, 1000, 9400, movement="impassable", los="clear"),
    ]
    played = assault_table(sheet=long, terrain=gap)
    end_on, broadside = Pose(17_000, START_Y, 0, 0), Pose(17_000, START_Y, 0, 900)
    stops = directness.barriers(played.game, "a-x")
    body = replace(distances.bodies_of(played.game, "a-x")[0], pose=Pose(START_X, START_Y, 0, 0))
    round_about = (Pose(12_000, START_Y + 300, 0, 0), Pose(16_500, START_Y, 0, 0), broadside)
    assert stops.clear(body, (end_on,))
    assert not stops.clear(body, (broadside,))
    found = directness.detour(Course("a-x.1", body, round_about), stops)
    assert (found.reason, found.corner) == ("detour", 0)


@pytest.mark.rule("AN-ASSAULT-04", "AN-REACT-21")
def test_a_countercharge_goes_straight_and_an_escape_as_it_likes():
    """A Countercharge is an assault and goes straight; an Escape goes as it likes."""
    corner = (17_500, START_Y + 2000)
    for reaction, end in (("countercharge", (15_500, START_Y)), ("escape", (22_500, START_Y))):
        played = assault_table(dice=(1, 1))
        assault_along(played, HERE, sprint=False)
        react(played, reaction, sprint=True).accepted()
        bent = MoveUnit(unit="b-y", paths=path_along(corner, end, model="b-y.1", facing=1800), sprint=True)
        if reaction == "escape":
            played.when("blue", bent).then(MoveDeclared)
            continue
        played.when("blue", bent).rejected("AN-ASSAULT-04", "detour", model="b-y.1")
        played.when("blue", replace(bent, paths=path_along(end, model="b-y.1", facing=1800))).then(MoveDeclared)


@pytest.mark.rule("AN-ASSAULT-04", "AN-ASSAULT-05", "AN-REACT-33")
def test_the_path_after_an_escape_is_direct_and_may_stop_early():
    """It is direct and leads towards the target; it may stop early, or go nowhere."""
    played = target_escaped_by(10 * INCH)

    def outcome(*points: tuple[int, int]) -> Outcome:
        return played.when("red", MoveUnit(unit="a-x", paths=path_along(*points) if points else (), sprint=False))

    outcome((12_000, START_Y + 2000), (17_000, START_Y)).rejected("AN-ASSAULT-04", "detour")
    outcome((START_X - 2000, START_Y)).rejected("AN-ASSAULT-04", "assault-leads-away", before=19_000, after=21_000)
    outcome((START_X, START_Y + 5000)).rejected("AN-ASSAULT-04", "assault-leads-away")
    outcome((START_X + 1000, START_Y)).then(UnitMoved, progress=1000).then(AssaultFailed)
    played = target_escaped_by(10 * INCH)
    outcome().then(MoveDeclared, paths=()).then(AssaultFailed)
    assert played.game.models["a-x.1"].pose == Pose(START_X, START_Y, 0, 0)


@pytest.mark.rule("AN-ASSAULT-04")
def test_a_suggested_charge_goes_straight_or_round_what_stands_between():
    """A charge goes straight where it may, and else each model goes round a rock or an enemy by itself."""
    pair = plain_squad(models=("trooper",) * 2)
    other: tuple[Any, ...] = ("b-z", lone_trooper(), (14_500, START_Y))
    for rest, between in (((), [ROCK]), ((other,), [])):
        units = (("a-x", pair, (START_X, START_Y)), ENEMY, *rest)
        played = table(units=units, terrain=between)
        paths = contact_paths.paths_into_contact(played.game, "a-x", "b-y")
        assert max(len(path.path) for path in paths) > 1
        assert move_checks.faults(played.game, "a-x", "assault", paths, target="b-y") == []
        assert list(move_checks.contact_faults(played.game, "a-x", "b-y", paths, sprint=False)) == []
    free = table(units=(("a-x", pair, (START_X, START_Y)), ENEMY))
    assert all(len(path.path) == 1 for path in contact_paths.paths_into_contact(free.game, "a-x", "b-y"))


@pytest.mark.rule("AN-ASSAULT-04")
def test_no_charge_is_suggested_through_a_closed_wall():
    """Where no corner does there is no charge to offer."""
    closed = box("closed", 14_000, 0, 1000, 48_000, movement="impassable", los="clear")
    played = table(units=(("a-x", lone_trooper(), (START_X, START_Y)), ENEMY), terrain=[closed])
    assert contact_paths.paths_into_contact(played.game, "a-x", "b-y", sprint=True) == ()


@pytest.mark.rule("AN-ASSAULT-04", "AN-REACT-33")
def test_the_offered_path_after_an_escape_goes_round_a_rock():
    """The path into contact that is offered after an Escape goes round a rock too, and is legal."""
    played = assault_table(dice=(1,), terrain=[ROCK])
    assault_along(played, NEAR, HERE)
    react(played, "escape").accepted()
    move_unit(played, 2000, unit="b-y", who="blue").accepted()
    (offered,) = re_aiming.straight_assault_moves(played.game, played.game.actions[-1])
    assert len(offered.paths[0].path) > 1
    assert list(move_checks.contact_faults(played.game, "a-x", "b-y", offered.paths, sprint=True)) == []
    assert move_checks.faults(played.game, "a-x", "assault", offered.paths, sprint=True, target="b-y") == []
    assert offered.paths[0].path[-1].x == 21_000


@pytest.mark.rule("AN-ASSAULT-04")
def test_a_unit_in_contact_assaults_without_moving_or_shifts_along():
    """A unit that stands in contact assaults without moving, or shifts along its target; it does not go through it."""
    touching: tuple[Any, ...] = ("b-y", lone_trooper(), (START_X + 1000, START_Y))
    played = assault_table(touching)
    played.when("red", DeclareAssault(unit="a-x", target="b-y", paths=(), sprint=False)).then(AssaultDeclared)
    assault_along(assault_table(touching), (START_X, START_Y - 1010), (START_X + 990, START_Y - 1005)).then(
        AssaultDeclared
    )
    assault_along(assault_table(touching), (START_X + 2000, START_Y)).rejected("AN-ASSAULT-04", "crosses-enemy")


@pytest.mark.rule("AN-ASSAULT-04")
def test_a_detour_over_open_ground_is_refused():
    """A bent way of 8.5 inches to a target 6 inches off is refused, though 10 may be gone; the straight one is not."""
    played = facing_target()
    refused_as_detour(assault_by(played, ASIDE, CONTACT))
    assault_by(played, CONTACT).then(AssaultDeclared, ContactMade, target="b-y")
    assert place_of(played, "a-x.1") == (X + 6 * INCH, Y)
    play_on(played)


@pytest.mark.rule("AN-ASSAULT-04")
def test_a_straight_way_may_be_given_in_pieces():
    """Stops that lie on the straight way make no detour."""
    played = facing_target()
    assault_by(played, (2 * INCH, 0), (4 * INCH, 0), CONTACT).then(AssaultDeclared, ContactMade)
    play_on(played)


@pytest.mark.rule("AN-ASSAULT-04")
def test_the_way_round_an_impassable_block_is_direct():
    """The straight way enters a block and is refused for that; close round its near end is the most direct way."""
    played = facing_target(terrain=[rock_in_the_way()])
    straight = assault_by(played, CONTACT)
    straight.looked_at = True
    assert {fault.reason for fault in straight.faults} == {"impassable"}
    assault_by(played, *OVER_THE_BLOCK).then(AssaultDeclared, ContactMade)
    play_on(played)


@pytest.mark.rule("AN-ASSAULT-04")
def test_a_wide_way_round_a_block_is_refused():
    """Two inches farther out than the block calls for is a detour, though within 2M."""
    refused_as_detour(
        assault_by(facing_target(faces=(), terrain=[rock_in_the_way()]), (2350, 3000), (4650, 3000), (6158, 541))
    )


@pytest.mark.rule("AN-ASSAULT-04")
def test_the_longer_way_round_a_block_is_refused():
    """Close round the far end of the block is longer than round the near one, though within 2M: 9.9 inches."""
    refused_as_detour(assault_by(facing_target(terrain=[rock_in_the_way()], faces=()), *UNDER_THE_BLOCK))


@pytest.mark.rule("AN-ASSAULT-04")
def test_without_the_block_its_way_round_is_a_detour():
    """What is direct round the block is refused where the ground is open."""
    for terrain in ([], [rock_in_the_way(movement="open")]):
        refused_as_detour(assault_by(facing_target(faces=(), terrain=terrain), *OVER_THE_BLOCK))


@pytest.mark.rule("AN-ASSAULT-04")
def test_another_enemy_is_gone_round():
    """An enemy that is not the target may not be touched, so the way round it is legal and direct."""
    third = ("b-z", troopers(1), (X + 3500, Y), {"order": "advance"})
    played = facing_target(more=[third])
    straight = assault_by(played, CONTACT)
    straight.looked_at = True
    assert {fault.reason for fault in straight.faults} == {"crosses-enemy"}
    assault_by(played, *ROUND_AN_ENEMY).then(AssaultDeclared, ContactMade, target="b-y")
    play_on(played)


@pytest.mark.rule("AN-ASSAULT-04")
def test_terrain_that_is_only_tested_for_is_not_gone_round():
    """A fence may be crossed with a test, so the way past its end is a detour; straight on the test is thrown for."""
    fence = wall("fence", (X + 3 * INCH, Y - INCH), (X + 3 * INCH, Y + INCH))
    played = facing_target(faces=(1, 9, 9, 9, 1), terrain=[fence])
    refused_as_detour(assault_by(played, (3 * INCH, 1600), (6 * INCH, 100)))
    assault_by(played, CONTACT).accepted()
    seen = play_on(played)
    assert [event.terrain or event.cause for event in events_of(seen, AgilityTested)] == ["fence"]
    assert events_of(seen, ContactMade)


@pytest.mark.rule("AN-ASSAULT-04", "AN-ASSAULT-05")
@pytest.mark.parametrize("distance", [10 * INCH, 3 * INCH])
def test_the_assaulter_may_stop_early(distance):
    """Where the target is out of reach the assaulter goes straight at it, as far as it can or less, and has failed."""
    played = target_escaped()
    rename_path(played, (distance, 0)).accepted()
    assert len(events_of(play_on(played), AssaultFailed)) == 1
    assert place_of(played, "a-x.1") == (X + distance, Y)
    assert (unit_row(played, "a-x").order, question(played)) == ("run", "")


@pytest.mark.rule("AN-ASSAULT-04")
def test_the_new_way_is_direct_too():
    """A bent way after an Escape is refused as at the declaration, and one beyond 2M for its length."""
    played = target_escaped()
    refused_as_detour(rename_path(played, ASIDE, (6 * INCH, 0)))
    far = rename_path(played, (10_001, 0))
    far.looked_at = True
    assert {fault.reason for fault in far.faults} == {"too-far"}
    rename_path(played, (6 * INCH, 0)).accepted()
    play_on(played)
