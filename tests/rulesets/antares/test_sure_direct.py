"""AN-ASSAULT-04: the way of an assault is the most direct one that is legal. AN-TURN-12: forced order tests."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import (
    AgilityTested,
    AssaultDeclared,
    AssaultFailed,
    ContactMade,
    DeclareAssault,
    ModelPath,
    MoveUnit,
    OrderGiven,
    OrderTested,
    PinsRemoved,
    SetUnitFlag,
    UnitWentDown,
)
from tests.kit import Outcome, Table
from tests.rulesets.antares.givens import INCH, at, box, drawn, unit, wall
from tests.rulesets.antares.said_fights import X, Y, asked, charge, duel, go, men, of, react, row, through
from tests.rulesets.antares.said_turns import give, halted, ordered, sides

CONTACT = (6 * INCH, 0)
OVER_THE_BLOCK = ((2350, 1510), (4650, 1510), (6158, 541))
UNDER_THE_BLOCK = ((2219, -3510), (4781, -3510), (6465, -846))
ROUND_AN_ENEMY = ((3500, 1055), (6041, 290))
ASIDE = (3 * INCH, 3 * INCH)


def block(**changes: Any) -> Any:
    """Stand an impassable block on the straight way, its near end an inch beside it and its far end three."""
    made = {"move": "impassable", "los": "clear", "cover": "clear", **changes}
    return box("rock", X + 2500, Y - 3 * INCH, 2 * INCH, 4 * INCH, **made)


def facing(count: int = 1, faces: Any = (9, 9, 9, 1), gap: int = 6 * INCH, **rest: Any) -> Table:
    """Let a unit of M 5 run at one model so far off, which does nothing."""
    return duel(men(count), men(1), faces, gap, order="run", **rest)


def legs(played: Table, model: str, *stops: tuple[int, int]) -> ModelPath:
    """Name stops as distances from where "a-x.1" stands at the beginning."""
    pose = played.game.models[model].pose
    assert pose is not None
    return ModelPath(model=model, path=tuple(replace(pose, x=X + dx, y=Y + dy) for dx, dy in stops))


def by(played: Table, *stops: tuple[int, int], sprint: bool = False) -> Outcome:
    """Assault with the first model along these stops."""
    path = legs(played, "a-x.1", *stops)
    return played.when("red", DeclareAssault(unit="a-x", target="b-y", paths=(path,), sprint=sprint))


def renamed(played: Table, *stops: tuple[int, int]) -> Outcome:
    """Name the way anew after a reaction of the target."""
    return played.when("red", MoveUnit(unit="a-x", paths=(legs(played, "a-x.1", *stops),), sprint=False))


def turned_away(outcome: Outcome) -> None:
    """Fail where the way was not refused as no direct one, and for nothing else."""
    outcome.looked_at = True
    assert [each.clause for each in outcome.faults] == ["AN-ASSAULT-04"], outcome.faults


# -- the way there


@pytest.mark.rule("AN-ASSAULT-04")
def test_a_detour_over_open_ground_is_refused():
    """A bent way of 8.5 inches to a target 6 inches off is refused, though 10 may be gone; the straight one is not."""
    played = facing()
    turned_away(by(played, ASIDE, CONTACT))
    by(played, CONTACT).then(AssaultDeclared, ContactMade, target="b-y")
    assert at(played, "a-x.1") == (X + 6 * INCH, Y)
    through(played)


@pytest.mark.rule("AN-ASSAULT-04")
def test_a_straight_way_may_be_given_in_pieces():
    """Stops that lie on the straight way make no detour."""
    played = facing()
    by(played, (2 * INCH, 0), (4 * INCH, 0), CONTACT).then(AssaultDeclared, ContactMade)
    through(played)


@pytest.mark.rule("AN-ASSAULT-04")
def test_the_way_round_an_impassable_block_is_direct():
    """The straight way enters a block and is refused for that; close round its near end is the most direct way."""
    played = facing(terrain=[block()])
    straight = by(played, CONTACT)
    straight.looked_at = True
    assert {each.reason for each in straight.faults} == {"impassable"}
    by(played, *OVER_THE_BLOCK).then(AssaultDeclared, ContactMade)
    through(played)


@pytest.mark.rule("AN-ASSAULT-04")
def test_a_wide_way_round_a_block_is_refused():
    """Two inches farther out than the block calls for is a detour, though within 2M."""
    turned_away(by(facing(faces=(), terrain=[block()]), (2350, 3000), (4650, 3000), (6158, 541)))


@pytest.mark.rule("AN-ASSAULT-04")
def test_the_longer_way_round_a_block_is_refused():
    """Close round the far end of the block is longer than round the near one, though within 2M: 9.9 inches."""
    turned_away(by(facing(terrain=[block()], faces=()), *UNDER_THE_BLOCK))


@pytest.mark.rule("AN-ASSAULT-04")
def test_without_the_block_its_way_round_is_a_detour():
    """What is direct round the block is refused where the ground is open."""
    for terrain in ([], [block(move="open")]):
        turned_away(by(facing(faces=(), terrain=terrain), *OVER_THE_BLOCK))


@pytest.mark.rule("AN-ASSAULT-04")
def test_another_enemy_is_gone_round():
    """An enemy that is not the target may not be touched, so the way round it is legal and direct."""
    third = ("b-z", men(1), (X + 3500, Y), {"order": "advance"})
    played = facing(more=[third])
    straight = by(played, CONTACT)
    straight.looked_at = True
    assert {each.reason for each in straight.faults} == {"crosses-enemy"}
    by(played, *ROUND_AN_ENEMY).then(AssaultDeclared, ContactMade, target="b-y")
    through(played)


@pytest.mark.rule("AN-ASSAULT-04")
def test_terrain_that_is_only_tested_for_is_not_gone_round():
    """A fence may be crossed with a test, so the way past its end is a detour; straight on the test is thrown for."""
    fence = wall("fence", (X + 3 * INCH, Y - INCH), (X + 3 * INCH, Y + INCH))
    played = facing(faces=(1, 9, 9, 9, 1), terrain=[fence])
    turned_away(by(played, (3 * INCH, 1600), (6 * INCH, 100)))
    by(played, CONTACT).accepted()
    seen = through(played)
    assert [each.cause for each in of(seen, AgilityTested)] == ["fence"]
    assert of(seen, ContactMade)


# -- how far


@pytest.mark.rule("AN-ASSAULT-04")
@pytest.mark.parametrize(("gap", "sprint"), [(10, False), (12, True), (15, True)])
def test_what_is_in_reach(gap, sprint):
    """With M 5 a target 10 inches off is reached by a Run; 12 and 15 inches off by a sprint, which is tested."""
    played = facing(faces=[*([1] if sprint else []), 9, 9, 9, 1], gap=gap * INCH)
    charge(played, gap * INCH, sprint=sprint).then(AssaultDeclared, sprint=sprint)
    seen = through(played)
    assert [each.cause for each in of(seen, AgilityTested)] == ["sprint"] * sprint
    assert len(of(seen, ContactMade)) == 1


@pytest.mark.rule("AN-ASSAULT-04")
@pytest.mark.parametrize(
    ("gap", "sprint", "limit"),
    [(10_001, False, 10_000), (12_000, False, 10_000), (15_001, True, 15_000), (16_000, True, 15_000)],
)
def test_what_is_out_of_reach(gap, sprint, limit):
    """With M 5 a target 12 inches off is refused without a sprint, one 16 inches off in any case."""
    outcome = charge(facing(faces=(), gap=gap), limit, sprint=sprint)
    outcome.rejected("AN-ASSAULT-04", "out-of-reach", distance=gap, limit=limit)
    assert len(outcome.faults) == 1


@pytest.mark.rule("AN-ASSAULT-04")
def test_who_can_not_sprint_reaches_twice_m():
    """A unit that does not sprint is refused a target 12 inches off and takes one 10 inches off."""
    own = men(1, type="humongous_beast", flags=("can_assault",))
    outcome = charge(duel(own, men(1), (), 12 * INCH, order="run"), 12 * INCH)
    outcome.rejected("AN-ASSAULT-04", "out-of-reach", limit=10 * INCH)
    played = duel(own, men(1), (9, 9, 9, 1), 10 * INCH, order="run")
    charge(played, 10 * INCH).then(AssaultDeclared, ContactMade)
    through(played)


@pytest.mark.rule("AN-ASSAULT-04")
def test_one_model_in_contact_is_enough_and_none_is_too_few():
    """Of two models one touches and the other stops behind it; a way that ends short with both is refused."""
    played = facing(2, (9, 9, 9, 9, 1))
    paths = (legs(played, "a-x.1", (5500, 0)), legs(played, "a-x.2", (5500, 1500)))
    command = DeclareAssault(unit="a-x", target="b-y", paths=paths, sprint=False)
    played.when("red", command).rejected("AN-ASSAULT-04", "no-contact")
    paths = (legs(played, "a-x.1", CONTACT), legs(played, "a-x.2", (5500, 1500)))
    command = DeclareAssault(unit="a-x", target="b-y", paths=paths, sprint=False)
    played.when("red", command).then(AssaultDeclared, ContactMade)
    assert at(played, "a-x.2") == (X + 5500, Y + 1500)
    through(played)


# -- after an Escape


def escaped() -> Table:
    """Let the target run from 6 to 14 inches off; the way of the assault is asked for anew."""
    played = facing(faces=[1], theirs={})
    charge(played, 6 * INCH).accepted()
    react(played, "escape").accepted()
    go(played, 8 * INCH, unit="b-y", who="blue").asks("assault_path", "red")
    return played


@pytest.mark.rule("AN-ASSAULT-04", "AN-ASSAULT-05")
@pytest.mark.parametrize("distance", [10 * INCH, 3 * INCH])
def test_the_assaulter_may_stop_early(distance):
    """Where the target is out of reach the assaulter goes straight at it, as far as it can or less, and has failed."""
    played = escaped()
    renamed(played, (distance, 0)).accepted()
    assert len(of(through(played), AssaultFailed)) == 1
    assert at(played, "a-x.1") == (X + distance, Y)
    assert (row(played, "a-x").order, asked(played)) == ("run", "")


@pytest.mark.rule("AN-ASSAULT-04")
def test_the_new_way_is_direct_too():
    """A bent way after an Escape is refused as at the declaration, and one beyond 2M for its length."""
    played = escaped()
    turned_away(renamed(played, ASIDE, (6 * INCH, 0)))
    far = renamed(played, (10_001, 0))
    far.looked_at = True
    assert {each.reason for each in far.faults} == {"too-far"}
    renamed(played, (6 * INCH, 0)).accepted()
    through(played)


# -- forced tests


def cited(played: Table, kind: type[Any]) -> tuple[str, ...]:
    """Give the clauses at the one event of a kind."""
    (found,) = (clauses for event, clauses in played.ruled if isinstance(event, kind))
    return tuple(found)


def forced(face: int, order: str = "advance", **rest: Any) -> Outcome:
    """Let the referee's flag force a test on "a-x", which then gets an order."""
    played = halted(drawn(sides([face], **rest)))
    played.when("referee", SetUnitFlag(unit="a-x", flag="force_order_test", on=True)).cites("AN-TURN-12")
    return give(played, order)


@pytest.mark.rule("AN-TURN-12")
def test_a_forced_test_that_fails():
    """Co 8 without pins and forced to test for Advance needs 8: a 9 fails, the unit is Down and had no pin to lose."""
    out = forced(9).then(OrderGiven, test=True).then(OrderTested, passed=False).then(UnitWentDown, cause="order_test")
    out.without(PinsRemoved).cites("AN-ORDER-22")
    test = out.one(OrderTested)
    assert (test.needed.total, test.face) == (8, 9)
    assert [(each.sides, each.faces) for each in out.rolls] == [(10, (9,))]
    assert (unit(out.table, "a-x").order, unit(out.table, "a-x").pins) == ("down", 0)
    assert "AN-TURN-12" in cited(out.table, OrderTested)
    assert asked(out.table) == ""


@pytest.mark.rule("AN-TURN-12")
def test_a_forced_test_that_is_passed():
    """An 8 passes at 8, and the unit acts on its order."""
    out = forced(8).then(OrderTested, passed=True).without(UnitWentDown).asks("action", "red")
    assert "AN-TURN-12" in cited(out.table, OrderTested)
    assert (unit(out.table, "a-x").order, unit(out.table, "a-x").pins) == ("advance", 0)


@pytest.mark.rule("AN-TURN-12")
def test_a_test_forced_by_the_data_cites_the_clause_too():
    """A flag of the sheet forces the test as the referee's does."""
    out = ordered("advance", [8], sheet=men(1, flags=("force_order_test",))).then(OrderTested, passed=True)
    assert "AN-TURN-12" in cited(out.table, OrderTested)


@pytest.mark.rule("AN-TURN-12")
def test_a_test_for_pins_is_not_forced():
    """A unit with a pin tests for its pin: nothing of it is called forced."""
    out = ordered("advance", [7], {"pins": 1}).then(OrderTested, passed=True)
    assert "AN-TURN-12" not in {clause for _, clauses in out.table.ruled for clause in clauses}


@pytest.mark.rule("AN-TURN-12")
def test_without_the_flag_nothing_is_tested():
    """Where the flag was taken away again the unit obeys without a die."""
    played = halted(drawn(sides([])))
    for on in (True, False):
        played.when("referee", SetUnitFlag(unit="a-x", flag="force_order_test", on=on)).accepted()
    out = give(played, "advance").then(OrderGiven, test=False).without(OrderTested).asks("action", "red")
    assert out.rolls == ()
