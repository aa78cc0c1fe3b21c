"""Consolidation moves and breaking off: where units go when they part."""

import pytest

from adjudicator.board.inches import Pose
from adjudicator.rulesets.antares import measure, parting, ways
from adjudicator.rulesets.antares.model.messages import (
    AgilityTested,
    BreakOff,
    ConsolidateMove,
    ModelPath,
    MoveDeclared,
    UnitBrokeOff,
    UnitMoved,
)
from adjudicator.rulesets.antares.rows import Assault
from tests.rulesets.antares.givens import box, plain, straight, table, under, unit, wall

MOVER = ("a-x", plain(), (20_000, 20_000))
OTHER = ("b-y", plain(), (21_000, 20_000))


def fight(who="a-x", dice=(), *, loser="", units=(MOVER, OTHER), terrain=(), window="consolidate", **fields):
    """Let two squads stand base to base, and one of them be asked to part."""
    played = under(table(dice, units=units, terrain=terrain), "a-x", "run")
    winner = {"a-x": "b-y", "b-y": "a-x"}.get(loser, "")
    row = Assault(unit="a-x", target="b-y", contact=True, resolved=True, loser=loser, winner=winner, **fields)
    played.set(stack=(), assault=row, volleys={})
    return played.ask(window, played.game.units[who].seat, about=(who,))


def legs(played, who, *steps):
    """Let every model go by these steps, one after the other."""
    paths = []
    for row in (played.game.models[each] for each in played.game.units[who].models):
        x, y, poses = row.pose.x, row.pose.y, []
        for dx, dy in steps:
            x, y = x + dx, y + dy
            poses.append(Pose(x, y, 0, row.pose.facing))
        paths.append(ModelPath(model=row.id, path=tuple(poses)))
    return tuple(paths)


def consolidate(played, *steps, who="a-x"):
    return played.when("ab".index(who[0]), ConsolidateMove(unit=who, paths=legs(played, who, *steps) if steps else ()))


@pytest.mark.rule("AN-CONS-01", "AN-CONS-03", "AN-CONS-05")
def test_a_loser_goes_its_full_move_away():
    """A loser goes M and no more, its first inch directly away."""
    played = fight(loser="a-x")
    consolidate(played, (0, 5000)).rejected("AN-CONS-03", "not-directly-away")
    consolidate(played, (-3000, 0)).rejected("AN-CONS-05", "moves-too-little", distance=3000, needed=5000)
    consolidate(played, (-5001, 0)).rejected("AN-CONS-01", "too-far")
    consolidate(played).rejected("AN-CONS-05", "moves-too-little")
    consolidate(played, (-1000, 0), (0, 4000)).then(MoveDeclared, UnitMoved, over=True)
    assert [each.kind for each in played.game.actions] == ["order"]
    consolidate(fight(loser="a-x"), (-1000, 0), (-4000, 0)).then(UnitMoved, over=True)


@pytest.mark.rule("AN-CONS-05")
def test_a_loser_with_its_back_to_the_wall():
    """Where the table ends or the ground is impassable, the longest possible move will do."""
    edge = (("a-x", plain(), (3500, 20_000)), ("b-y", plain(), (4500, 20_000)))
    played = fight(loser="a-x", units=edge)
    consolidate(played, (-2000, 0)).rejected("AN-CONS-05", "moves-too-little")
    consolidate(played, (-3000, 0)).then(UnitMoved, over=True)
    corner = (("a-x", plain(), (500, 20_000)), ("b-y", plain(), (1500, 20_000)))
    consolidate(fight(loser="a-x", units=corner)).then(UnitMoved, models=(), over=True)
    rock = box("rock", 15_000, 15_000, 2000, 20_000, move="impassable")
    consolidate(fight(loser="a-x", terrain=[rock]), (-2500, 0)).then(UnitMoved, over=True)


@pytest.mark.rule("AN-CONS-05")
def test_a_loser_ends_farther_away():
    """A loser 3 inches off that goes its 5 inches to and fro and ends where it began is refused; an inch off is not."""
    apart = (MOVER, ("b-y", plain(), (24_000, 20_000)))
    played = fight(loser="a-x", units=apart)
    to_and_fro = consolidate(played, (-1000, 0), (2500, 0), (-1500, 0))
    to_and_fro.rejected("AN-CONS-05", "not-farther-away", before=3000, after=3000)
    consolidate(played, (-1000, 0), (2000, 0), (-2000, 0)).then(UnitMoved, over=True)


@pytest.mark.rule("AN-CONS-05", "AN-PBS-11")
def test_a_winner_may_stay():
    """A winner goes up to M or stays, but does not end in contact; who is left alone goes where it likes."""
    gone = (MOVER, ("b-y", plain(), (26_000, 20_000)))
    consolidate(fight(loser="b-y", units=gone)).then(UnitMoved, models=(), over=True)
    consolidate(fight(loser="b-y", units=gone), (-500, 0)).then(UnitMoved, over=True)
    consolidate(fight(loser="b-y")).rejected("AN-CONS-05", "ends-in-contact")
    part = fight(loser="b-y")
    paths = legs(part, "a-x", (-900, 0))[:4]
    part.when("red", ConsolidateMove(unit="a-x", paths=paths)).rejected("AN-CONS-05", "ends-in-contact")
    alone = fight(loser="", units=(MOVER, ("b-y", plain(), None, {"place": "broken", "models": ()})))
    consolidate(alone, (0, 5000)).then(UnitMoved, over=True)


@pytest.mark.rule("AN-CONS-06", "AN-CONS-07")
def test_after_a_draw_each_goes_an_inch():
    """After a draw each goes at least 1 inch and up to M."""
    played = fight("b-y", loser="")
    consolidate(played, (500, 0), who="b-y").rejected("AN-CONS-07", "moves-too-little", needed=1000)
    consolidate(played, (1000, 0), who="b-y").then(UnitMoved, progress=1000, over=True)


@pytest.mark.rule("AN-CONS-04")
def test_the_unit_that_is_asked():
    """Only the unit whose turn it is parts."""
    played = fight(loser="a-x")
    played.when("red", ConsolidateMove(unit="b-y", paths=())).rejected("AN-CONS-04", "other-unit-parts", unit="a-x")
    played.when("blue", ConsolidateMove(unit="b-y", paths=())).rejected("AN-CONS-04", "not-asked")


@pytest.mark.rule("AN-CONS-01")
def test_terrain_as_on_an_advance():
    """A consolidation crosses obstacles freely and tests for difficult ground."""
    hedge = wall("hedge", (18_000, 0), (18_000, 40_000))
    consolidate(fight(loser="a-x", terrain=[hedge]), (-5000, 0)).without(AgilityTested)
    wood = box("wood", 10_000, 10_000, 8500, 20_000)
    played = fight(loser="a-x", dice=[6], terrain=[wood])
    consolidate(played, (-5000, 0)).then(AgilityTested, UnitMoved, progress=3000, over=True)


def test_silence_goes_straight_away():
    """What silence stands for may be made: straight away for whoever has to go, staying for a winner."""
    for loser in ("a-x", "", "b-y"):
        played = fight(loser=loser)
        paths = parting.by_silence(played.game, "a-x")
        played.when("red", ConsolidateMove(unit="a-x", paths=paths)).then(UnitMoved, progress=5000, over=True)
        assert measure.gap(played.game, "a-x", "b-y") == 5000
    gone = fight(loser="b-y", units=(MOVER, ("b-y", plain(), (26_000, 20_000))))
    assert parting.by_silence(gone.game, "a-x") == ()


def test_a_torn_unit_parts_too():
    """A unit that lost models in its middle goes an inch straight away and closes up on its way."""
    places = [(20_000, 20_000), (20_000, 21_500), (20_000, 24_500), (20_000, 26_000)]
    units = (("a-x", plain(models=("trooper",) * 4), places), OTHER)
    played = fight(loser="a-x", units=units)
    paths = parting.away(played.game, "a-x")
    assert paths
    assert not parting.faults(played.game, "a-x", paths)
    played.when("red", ConsolidateMove(unit="a-x", paths=paths)).then(UnitMoved, over=True)
    assert ways.coherent(measure.bodies_of(played.game, "a-x"), 1000)


@pytest.mark.rule("AN-PBS-09", "AN-PBS-10")
def test_breaking_off():
    """Who breaks off goes up to M, through its opponent if it likes, and ends at least an inch from it."""
    riders = plain(flags=("hit_and_run", "can_assault"), move=10_000)
    units = (("a-x", riders, (20_000, 20_000)), OTHER)

    def off(*steps, made=units):
        played = fight(window="break_off", units=made)
        return played.when("red", BreakOff(unit="a-x", paths=legs(played, "a-x", *steps) if steps else ()))

    off((9000, 0)).then(UnitBrokeOff, MoveDeclared, UnitMoved, over=True)
    off((0, 9000)).then(UnitMoved, over=True)
    off((2000, 0)).rejected("AN-PBS-10", "ends-too-near")
    off((-999, 0)).rejected("AN-PBS-10", "ends-too-near")
    off((-1000, 0)).then(UnitMoved)
    off((10_001, 0)).rejected("AN-PBS-10", "too-far")
    off().rejected("AN-PBS-10", "nobody-breaks-off")
    off((-4000, 0), made=(MOVER, OTHER)).rejected("AN-PBS-09", "no-hit-and-run")
    third = ("b-z", plain(), (26_000, 20_000))
    off((9000, 0), made=(*units, third)).rejected("AN-PBS-10", "crosses-enemy")
    played = fight(window="break_off", units=units)
    played.when("red", BreakOff(unit="a-x", paths=parting.off(played.game, "a-x"))).then(UnitMoved, progress=10_000)
    assert played.game.assault.left == ("a-x",)
    assert unit(played, "a-x").order == "run"
    assert straight(played, "a-x")[0].path[0].x == 10_000
