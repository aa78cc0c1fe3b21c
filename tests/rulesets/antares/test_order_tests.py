"""AN-ORDER-13 to AN-ORDER-27: Rally and Down, the bands of the order test, and how a unit goes Down."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    BreakTested,
    DieRerolled,
    OrderDiceReturned,
    OrderDieDrawn,
    OrderDieReleased,
    OrderDieTaken,
    OrderTested,
    PinsAdded,
    PinsRemoved,
    Rallied,
    ReactionDeclared,
    ReactionsAsked,
    ResolveDown,
    UnitMoved,
    UnitWentDown,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from adjudicator.rulesets.antares.rows import Contest, Side
from tests.kit import Table
from tests.rulesets.antares.givens import (
    INCH,
    at,
    drawn,
    rule,
    unit,
)
from tests.rulesets.antares.said_fights import (
    DOWN,
    asked,
    charge,
    decline,
    duel,
    go,
    men,
    of,
    one,
    react,
    row,
    shoot,
    stats,
    through,
)
from tests.rulesets.antares.said_turns import (
    FIRE,
    A,
    bag,
    give,
    halted,
    ordered,
    sides,
    turn_end,
)

BRITTLE = (rule("break_test_on_casualty"),)


def state(played: Table, name: str = "a-x") -> tuple[int, str]:
    """Give the pins of a unit and what its die shows."""
    return unit(played, name).pins, unit(played, name).order


# -- Rally


@pytest.mark.rule("AN-ORDER-13")
@pytest.mark.parametrize(("face", "passed"), [(8, True), (9, False)])
def test_rally_is_tested_on_full_co(face, passed):
    """Co 8 with 6 pins tests for Rally at 8."""
    out = ordered("rally", [face, 1][: 1 + passed], {"pins": 6})
    assert (out.one(OrderTested).needed.total, out.one(OrderTested).passed) == (8, passed)


@pytest.mark.rule("AN-ORDER-13")
def test_an_unpinned_unit_may_rally_for_nothing():
    """No test, no effect: its die stays on it as Rally, and it neither moves nor shoots."""
    out = ordered("rally").without(OrderTested, Rallied, PinsRemoved, UnitMoved).then(ActionEnded)
    assert state(out.table) == (0, "rally")
    assert asked(out.table) == ""
    assert out.rolls == ()


@pytest.mark.rule("AN-ORDER-13")
def test_a_rallying_unit_does_not_act():
    """A pinned unit that rallies is not asked for an action."""
    out = give(drawn(sides([2, 3, 1], {"pins": 6})), "rally")
    out.then(OrderTested, Rallied, ActionEnded, OrderDieDrawn).asks("allocation", "blue")
    go(out.table, 1000).rejected("AN-TURN-08", "not-asked")
    assert at(out.table, "a-x.1") == A


@pytest.mark.rule("AN-ORDER-14")
@pytest.mark.parametrize(("face", "left"), [(2, 1), (6, 0)])
def test_a_rally_of_one_sheds_d6_and_2(face, left):
    """5 pins, a 1 and a D6 of 2 leave 1; a D6 of 6 leaves none."""
    out = ordered("rally", [1, face], {"pins": 5}).then(Rallied, face=face, pins=face + 2)
    assert state(out.table) == (left, "rally")


@pytest.mark.rule("AN-ORDER-15")
def test_a_rally_that_passes_sheds_d6_and_1():
    """Co 8, 5 pins, 6 on the test and 3 on the D6: 4 come off, 1 is left."""
    out = ordered("rally", [6, 3], {"pins": 5}).then(Rallied, face=3, pins=4)
    assert state(out.table) == (1, "rally")


@pytest.mark.rule("AN-ORDER-15")
def test_a_rally_does_not_go_below_no_pins():
    """3 pins and a D6 of 6 leave 0."""
    assert state(ordered("rally", [6, 6], {"pins": 3}).table) == (0, "rally")


@pytest.mark.rule("AN-ORDER-14", "AN-ORDER-15")
@pytest.mark.parametrize(
    ("stacks", "faces", "left"), [(False, (1, 1), 6), (True, (1, 1), 4), (False, (6, 1), 7), (True, (6, 1), 6)]
)
def test_by_the_option_the_order_test_sheds_its_pins_besides(stacks, faces, left):
    """9 pins: D6 + 2 or D6 + 1 is the whole removal, or with the option 2 or 1 come off on top."""
    assert DEFAULTS.rally_stacks_with_test is False
    sheet = men(5, stats=stats(command=10))
    out = ordered("rally", list(faces), {"pins": 9}, sheet=sheet, options={"rally_stacks_with_test": stacks})
    assert state(out.table) == (left, "rally")


@pytest.mark.rule("AN-ORDER-16")
@pytest.mark.parametrize(("face", "pins"), [(9, 4), (10, 5)])
def test_a_failed_rally_goes_down(face, pins):
    """Co 8 with 5 pins: a 9 goes Down with 4, a 10 with 5, and no D6 is thrown."""
    out = ordered("rally", [face], {"pins": 5}).then(UnitWentDown, cause="order_test").without(Rallied)
    assert state(out.table) == (pins, "down")


# -- Down


@pytest.mark.rule("AN-ORDER-17")
def test_a_down_order_is_always_obeyed():
    """A unit of Co 8 with 7 pins is given Down: no D10, its die shows Down."""
    out = ordered("down", [], {"pins": 7}).then(UnitWentDown, cause="order").without(OrderTested)
    assert (out.rolls, state(out.table)) == ((), (7, "down"))


@pytest.mark.rule("AN-ORDER-17")
def test_a_forced_test_does_not_touch_a_down_order():
    """A unit that is forced to test goes Down without one."""
    ordered("down", [], {"flags": ("force_order_test",)}).without(OrderTested)


@pytest.mark.rule("AN-ORDER-18")
def test_down_sheds_no_pins_until_turn_end():
    """3 pins stay 3 as the order is given; keeping the die at step 2.1 makes them 2."""
    out = ordered("down", [], {"pins": 3}, b=FIRE).without(PinsRemoved)
    played = out.table
    assert state(played) == (3, "down")
    turn_end(played.faces(1)).asks("down", "red")
    played.when("red", ResolveDown(unit="a-x", recover=False)).then(PinsRemoved, pins=1, cause="down")
    assert state(played) == (2, "down")


def volley_at(sheet: Any) -> list[DieRerolled]:
    """Let 4 of 4 shots hit a Down unit, and give the dice thrown again, all of them 10s."""
    faces = [3, 3, 3, 3, 10, 10, 10, 10] if "down_forces_rerolls" in sheet.flags else [3, 3, 3, 3, 1, 1, 1, 1]
    played = duel(men(4, "gun"), sheet, faces, theirs=DOWN)
    shoot(played)
    return of(through(played), DieRerolled)


@pytest.mark.rule("AN-ORDER-19")
@pytest.mark.parametrize("sort", ["infantry", "beast", "weapon_team"])
def test_hits_on_down_units_of_the_listed_types_are_thrown_again(sort):
    """4 hits on Down infantry, beasts or a weapon team are all thrown again."""
    thrown = volley_at(men(5, type=sort, flags=("down_forces_rerolls",)))
    assert [(each.reason, each.before) for each in thrown] == [("down", 3)] * 4


@pytest.mark.rule("AN-ORDER-19")
@pytest.mark.parametrize("sort", ["mounted", "vehicle", "humongous_beast", "drone"])
def test_hits_on_other_down_units_stand(sort):
    """A Down unit of another type is not protected: its 4 hits stand."""
    assert volley_at(men(5, resist=9, type=sort, flags=())) == []


@pytest.mark.rule("AN-ORDER-19")
def test_a_unit_that_is_not_down_is_not_protected():
    """Infantry on Fire takes its hits."""
    played = duel(men(2, "gun"), men(5), [3, 3, 1, 1], theirs=FIRE)
    shoot(played)
    assert of(through(played), DieRerolled) == []


# -- bands of the order test


@pytest.mark.rule("AN-ORDER-20")
def test_a_one_sheds_two_pins_before_the_order():
    """Fire with Co 8 and 3 pins, a 1: 1 pin left, and a rifle shoots at 5."""
    near = ("b-w", men(1), (25_000, 10_000), {**FIRE, "hand": 0})
    played = halted(drawn(sides([1, 10], {"pins": 3}, FIRE, sheet=men(1, "gun"), more=[near])))
    give(played, "fire").then(OrderTested, passed=True).then(PinsRemoved, pins=2, cause="order_test")
    assert state(played) == (1, "fire")
    shoot(played, target="b-w")
    assert one(through(played), AccuracyRolled).needed.total == 5


@pytest.mark.rule("AN-ORDER-21")
def test_a_pass_sheds_one_pin_before_the_order():
    """Fire with Co 8 and 3 pins, a 5: 2 pins left, and a rifle shoots at 4."""
    near = ("b-w", men(1), (25_000, 10_000), {**FIRE, "hand": 0})
    played = halted(drawn(sides([5, 10], {"pins": 3}, FIRE, sheet=men(1, "gun"), more=[near])))
    out = give(played, "fire").then(PinsRemoved, pins=1, cause="order_test")
    assert out.one(OrderTested).needed.total == 5
    shoot(played, target="b-w")
    assert one(through(played), AccuracyRolled).needed.total == 4
    assert state(played) == (2, "fire")


@pytest.mark.rule("AN-ORDER-20", "AN-ORDER-21")
@pytest.mark.parametrize("order", ["fire", "advance", "run", "ambush"])
@pytest.mark.parametrize(("face", "left"), [(1, 1), (2, 2), (5, 2)])
def test_the_bands_of_success_hold_for_every_order_but_rally(order, face, left):
    """A 1 takes 2 pins off and 2 to the target number 1, and the order is carried out."""
    out = ordered(order, [face], {"pins": 3})
    assert state(out.table) == (left, order)


@pytest.mark.rule("AN-ORDER-20")
def test_a_one_does_not_go_below_no_pins():
    """1 pin and a 1 leave 0."""
    assert state(ordered("run", [1], {"pins": 1}).table) == (0, "run")


@pytest.mark.rule("AN-ORDER-22", "AN-ORDER-23")
@pytest.mark.parametrize("order", ["fire", "advance", "run", "ambush"])
@pytest.mark.parametrize(("face", "pins"), [(6, 2), (8, 2), (9, 2), (10, 3)])
def test_a_failed_order_goes_down(order, face, pins):
    """Co 8 with 3 pins: an 8 goes Down with 2 pins, a 10 with 3, and the order is not carried out."""
    out = ordered(order, [face], {"pins": 3}).then(OrderTested, passed=False).then(UnitWentDown, cause="order_test")
    assert state(out.table) == (pins, "down")
    assert asked(out.table) == ""


@pytest.mark.rule("AN-ORDER-24")
def test_without_a_test_no_pins_change():
    """A unit without pins given Advance is asked for its action at once, moves and shoots, and no D10 is thrown."""
    out = ordered("advance", [10], b=FIRE, sheet=men(1, "gun")).without(OrderTested, PinsRemoved).asks("action", "red")
    assert out.rolls == ()
    go(out.table, 3 * INCH).then(UnitMoved, over=True)
    shoot(out.table)
    assert of(through(out.table), AccuracyRolled)
    assert {roll.why for filled in out.table.log for roll in filled.rolls} == {"accuracy"}


@pytest.mark.rule("AN-ORDER-25")
def test_pins_come_off_before_the_action_and_the_die_stays():
    """Advance with 2 pins and a 3: 1 pin is left, the shot needs 4, and the die stays on the unit."""
    near = ("b-w", men(1), (25_000, 10_000), {**FIRE, "hand": 0})
    played = halted(drawn(sides([3, 10], {"pins": 2}, FIRE, sheet=men(1, "gun"), more=[near])))
    give(played, "advance").then(OrderTested, PinsRemoved, pins=1).without(OrderDieReleased, OrderDiceReturned)
    shoot(played, target="b-w")
    assert one(through(played), AccuracyRolled).needed.total == 4
    assert (state(played), bag(played)[0]) == ((1, "advance"), 0)


# -- going Down


def brittle(face: int, fields: dict[str, Any], *, dice: int = 1, pinned: int = 0) -> tuple[Table, list[Any]]:
    """Let "b-y" lose one of five and fail the break test that its rule calls for."""
    foe = men(5, type="mounted", flags=(), rules=BRITTLE, order_dice=dice)
    played = duel(men(1, "gun"), foe, [3, 9, face], theirs={**fields, "pins": pinned})
    shoot(played)
    if asked(played) == "reaction":
        decline(played)
    return played, through(played)


@pytest.mark.rule("AN-ORDER-26")
def test_an_unordered_unit_that_goes_down_uses_its_die():
    """It fails a break test under half losses: its die leaves the bag, shows Down, and it gets no order this turn."""
    played, events = brittle(9, {})
    assert one(events, BreakTested).passed is False
    assert one(events, UnitWentDown).die == "from_bag"
    assert of(events, OrderDieTaken, unit="b-y", order="down")
    assert (bag(played)[1], row(played).order, row(played).hand) == (0, "down", 0)
    drawn(played, 1)
    give(played, "fire", "b-y").rejected("AN-TURN-08", "has-order")


@pytest.mark.rule("AN-ORDER-26")
@pytest.mark.parametrize("order", ["fire", "advance", "rally", "ambush"])
def test_a_unit_with_an_order_has_its_die_turned(order):
    """A unit that shows an order goes Down with the same die, and the bag stays as it is."""
    more = {"order": order, "hand": 0}
    played, events = brittle(9, more)
    assert one(events, UnitWentDown).die == "turned"
    assert not of(events, OrderDieTaken)
    assert (row(played).order, bag(played)[1]) == ("down", 0)


@pytest.mark.rule("AN-ORDER-26")
def test_a_unit_of_two_dice_has_its_current_die_turned():
    """A unit that shows Advance and has a die unused turns the one it shows; the other stays in the bag."""
    played, events = brittle(9, {"order": "advance", "dice": 2, "hand": 1}, dice=2)
    assert one(events, UnitWentDown).die == "turned"
    assert (row(played).order, row(played).hand, bag(played)[1]) == ("down", 1, 1)


@pytest.mark.rule("AN-ORDER-26")
@pytest.mark.parametrize(("fields", "die", "left"), [({}, "from_bag", 0), ({"order": "ambush"}, "turned", 0)])
def test_a_go_down_reaction_uses_the_die_of_the_reaction(fields, die, left):
    """An unordered unit that goes Down as a reaction takes its die from the bag, one in Ambush turns its own."""
    played = duel(men(1, "gun"), men(5, "gun"), [10], theirs=fields)
    shoot(played).asks("reaction", "blue")
    react(played, "go_down")
    events = through(played)
    assert (one(events, UnitWentDown).die, one(events, UnitWentDown).cause) == (die, "reaction")
    assert (row(played).order, bag(played)[1]) == ("down", left)


@pytest.mark.rule("AN-ORDER-26")
def test_going_down_removes_no_pins():
    """2 pins and the one of the hit are 3 after it."""
    played, events = brittle(9, FIRE, pinned=2)
    assert not of(events, PinsRemoved)
    assert (row(played).pins, row(played).order) == (3, "down")


@pytest.mark.rule("AN-ORDER-26")
def test_a_unit_that_is_down_already_takes_a_pin():
    """Forced Down again with no die left it stays Down and takes 1 pin more than that of the hit."""
    played, events = brittle(9, DOWN)
    assert one(events, UnitWentDown).die == "kept"
    assert (row(played).pins, of(events, PinsAdded, cause="break")[0].pins) == (2, 1)


# -- no die left


def captured(theirs: dict[str, Any] | None = None, faces: Any = (), foe: Any = None, **rest: Any) -> Table:
    """Let "b-y" be unordered while its side has no die in the bag: one is in contested custody."""
    played = duel(men(1, "gun"), foe or men(5, "gun", rules=BRITTLE), faces, theirs=theirs or {}, **rest)
    side = played.game.sides[1]
    played.set(contests=(Contest(owner=1, contester=0, held=True),))
    return played.set(sides={**played.game.sides, 1: replace(side, bag=0)})


@pytest.mark.rule("AN-ORDER-27")
def test_a_reaction_that_needs_a_die_is_refused():
    """With no die left in the bag an unordered unit is not asked for a Firefight, and another reaction is refused."""
    played = captured(faces=[10])
    shoot(played).without(ReactionsAsked)
    assert row(played).order == ""
    watch = ("b-w", men(1, "gun"), (20_000, 20_000), {"order": "ambush"})
    played = captured(order="run", more=[watch], gap=12 * INCH)
    charge(played, 12 * INCH, sprint=True).asks("reaction", "blue")
    react(played, "stand_and_shoot").rejected("AN-ORDER-27", "no-die-left")
    assert (row(played).order, bag(played)[1]) == ("", 0)


@pytest.mark.rule("AN-ORDER-27")
def test_a_unit_forced_down_without_a_die_is_down_all_the_same():
    """It fails a break test under half losses: it is Down without a die, and the bag stays at 0."""
    played = captured(faces=[3, 9, 9], foe=men(5, rules=BRITTLE, type="mounted", flags=()))
    shoot(played)
    events = through(played)
    assert one(events, UnitWentDown).die == "none"
    assert (row(played).order, row(played).dieless, bag(played)[1]) == ("down", True, 0)


@pytest.mark.rule("AN-ORDER-27")
def test_at_turn_end_it_is_like_any_down_unit():
    """At step 2.1 it is asked; if it stays Down one of the dice of its side is placed on it."""
    lying = {**DOWN, "dieless": True, "hand": 1, "pins": 2}
    more = [("b-w", men(1), (40_000, 30_000), FIRE)]
    played = sides([2, 9, 1], FIRE, lying, more=more)
    played.set(contests=(Contest(owner=1, contester=0, held=True),))
    played.set(sides={**played.game.sides, 1: Side(seat=1, starting=2)})
    turn_end(played).asks("down", "blue")
    out = played.when("blue", ResolveDown(unit="b-y", recover=False)).then(PinsRemoved, pins=1)
    out.then(OrderDiceReturned, dice=(1, 0), kept=("b-y",))
    assert (row(played).dieless, row(played).order) == (False, "down")


@pytest.mark.rule("AN-ORDER-27", "AN-TURNEND-06")
def test_without_a_die_it_may_recover_and_returns_none():
    """Down without a die it passes its recovery test: it gets up, and no die of it goes into the bag."""
    lying = {**DOWN, "dieless": True, "hand": 1, "pins": 2}
    played = sides([7, 2, 9, 1], FIRE, lying, more=[("b-w", men(1), (40_000, 30_000), FIRE)])
    played.set(contests=(Contest(owner=1, contester=0, held=True),))
    played.set(sides={**played.game.sides, 1: Side(seat=1, starting=2)})
    turn_end(played).asks("down", "blue")
    out = played.when("blue", ResolveDown(unit="b-y", recover=True)).then(OrderDiceReturned, dice=(1, 1), kept=())
    assert (row(played).order, row(played).dieless, row(played).pins) == ("", False, 1)
    assert out.one(OrderDieDrawn).bag == 3


@pytest.mark.rule("AN-ORDER-27")
def test_a_unit_in_ambush_has_its_die():
    """A unit in Ambush of the same side reacts though no die is left in the bag."""
    played = captured({"order": "ambush"}, [10, 10], men(1, "gun"))
    shoot(played).asks("reaction", "blue")
    react(played, "firefight").then(ReactionDeclared)
    through(played)
    assert row(played).order == "fire"
