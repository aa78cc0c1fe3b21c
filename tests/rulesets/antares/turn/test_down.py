"""AN-ORDER-17 to -19, -26 and -27: Down, and how a unit goes Down."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import (
    BreakTested,
    DieRerolled,
    OrderDiceReturned,
    OrderDieDrawn,
    OrderDieTaken,
    OrderTested,
    PinsAdded,
    PinsRemoved,
    ReactionDeclared,
    ReactionsAsked,
    ResolveDown,
    UnitBroken,
    UnitDestroyed,
    UnitFled,
    UnitWentDown,
)
from adjudicator.rulesets.antares.model.rows import ContestedDie, Side
from adjudicator.rulesets.antares.rules.damage import casualties
from adjudicator.rulesets.antares.rules.invariants import invariants
from adjudicator.rulesets.antares.rules.turn.going_down import go_down
from tests.kit import Table
from tests.rulesets.antares.fixtures import DOWN, FIRE, A, B, D, duel, rules, two_sides, two_squads, with_drawn_die
from tests.rulesets.antares.sheets import BRITTLE, INCH, plain_squad, troopers
from tests.rulesets.antares.steps import (
    begin_step,
    begin_turn_end,
    charge,
    decline,
    dice_in_bag,
    events_of,
    give_order,
    one_event,
    order_given,
    play_on,
    question,
    react,
    shoot,
    unit_row,
)
from tests.rulesets.antares.turn.fixtures import table_of
from tests.rulesets.antares.turn.steps import pins_and_order, resolve_down


def volley_at_down(sheet: Any) -> list[DieRerolled]:
    """Let 4 of 4 shots hit a Down unit, and give the dice thrown again, all of them 10s."""
    faces = [3, 3, 3, 3, 10, 10, 10, 10] if "down_forces_rerolls" in sheet.flags else [3, 3, 3, 3, 1, 1, 1, 1]
    played = duel(troopers(4, "gun"), sheet, faces, theirs=DOWN)
    shoot(played)
    return events_of(play_on(played), DieRerolled)


def fail_break_test(face: int, fields: dict[str, Any], *, dice: int = 1, pinned: int = 0) -> tuple[Table, list[Any]]:
    """Let "b-y" lose one of five and fail the break test that its rule calls for."""
    enemy = troopers(5, unit_type="mounted", flags=(), rules=BRITTLE, order_dice=dice)
    played = duel(troopers(1, "gun"), enemy, [3, 9, face], theirs={**fields, "pins": pinned})
    shoot(played)
    if question(played) == "reaction":
        decline(played)
    return played, play_on(played)


class Recorder:
    """A ruling that only records."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.events: list[Any] = []

    def record(self, event: Any, *clauses: str) -> None:
        assert clauses
        rules().reducers[type(event)](self.game, event)
        self.events.append(event)


def without_die_in_bag(theirs: dict[str, Any] | None = None, faces: Any = (), enemy: Any = None, **rest: Any) -> Table:
    """Let "b-y" be unordered while its side has no die in the bag: one is in contested custody."""
    played = duel(troopers(1, "gun"), enemy or troopers(5, "gun", rules=BRITTLE), faces, theirs=theirs or {}, **rest)
    side = played.game.sides[1]
    played.set(contested_dice=(ContestedDie(owner=1, contester=0, held=True),))
    return played.set(sides={**played.game.sides, 1: replace(side, bag=0)})


@pytest.mark.rule("AN-ORDER-17")
def test_a_down_order_is_always_obeyed():
    """A unit of Co 8 with 7 pins is given Down: no D10, its die shows Down."""
    out = order_given("down", [], {"pins": 7}).then(UnitWentDown, cause="order").without(OrderTested)
    assert (out.rolls, pins_and_order(out.table)) == ((), (7, "down"))


@pytest.mark.rule("AN-ORDER-17")
def test_a_forced_test_does_not_touch_a_down_order():
    """A unit that is forced to test goes Down without one."""
    order_given("down", [], {"added_flags": ("force_order_test",)}).without(OrderTested)


@pytest.mark.rule("AN-ORDER-18")
@pytest.mark.ruling("AN-ORDER-18.2")
def test_down_sheds_no_pins_until_turn_end():
    """3 pins stay 3 as the order is given; keeping the die at step 2.1 makes them 2."""
    out = order_given("down", [], {"pins": 3}, b=FIRE).without(PinsRemoved)
    played = out.table
    assert pins_and_order(played) == (3, "down")
    begin_turn_end(played.faces(1)).asks("down", "red")
    played.when("red", ResolveDown(unit="a-x", recover=False)).then(PinsRemoved, pins=1, cause="down")
    assert pins_and_order(played) == (2, "down")


@pytest.mark.rule("AN-ORDER-19")
@pytest.mark.parametrize("sort", ["infantry", "beast", "weapon_team"])
def test_hits_on_down_units_of_the_listed_types_are_thrown_again(sort):
    """4 hits on Down infantry, beasts or a weapon team are all thrown again."""
    thrown = volley_at_down(troopers(5, unit_type=sort, flags=("down_forces_rerolls",)))
    assert [(row.reason, row.before) for row in thrown] == [("down", 3)] * 4


@pytest.mark.rule("AN-ORDER-19")
@pytest.mark.parametrize("sort", ["mounted", "vehicle", "humongous_beast", "drone"])
@pytest.mark.ruling("AN-ORDER-19.2")
def test_hits_on_other_down_units_stand(sort):
    """A Down unit of another type is not protected: its 4 hits stand."""
    assert volley_at_down(troopers(5, resist=9, unit_type=sort, flags=())) == []


@pytest.mark.rule("AN-ORDER-19")
def test_a_unit_that_is_not_down_is_not_protected():
    """Infantry on Fire takes its hits."""
    played = duel(troopers(2, "gun"), troopers(5), [3, 3, 1, 1], theirs=FIRE)
    shoot(played)
    assert events_of(play_on(played), DieRerolled) == []


@pytest.mark.rule("AN-ORDER-26")
@pytest.mark.ruling("AN-ORDER-26.2")
def test_an_unordered_unit_that_goes_down_uses_its_die():
    """It fails a break test under half losses: its die leaves the bag, shows Down, and it gets no order this turn."""
    played, events = fail_break_test(9, {})
    assert one_event(events, BreakTested).passed is False
    assert one_event(events, UnitWentDown).die == "from_bag"
    assert events_of(events, OrderDieTaken, unit="b-y", order="down")
    assert (dice_in_bag(played)[1], unit_row(played).order, unit_row(played).unused_dice) == (0, "down", 0)
    with_drawn_die(played, 1)
    give_order(played, "fire", "b-y").rejected("AN-TURN-08", "has-order")


@pytest.mark.rule("AN-ORDER-26")
@pytest.mark.parametrize("order", ["fire", "advance", "rally", "ambush"])
@pytest.mark.ruling("AN-ORDER-26.2")
def test_a_unit_with_an_order_has_its_die_turned(order):
    """A unit that shows an order goes Down with the same die, and the bag stays as it is."""
    more = {"order": order, "unused_dice": 0}
    played, events = fail_break_test(9, more)
    assert one_event(events, UnitWentDown).die == "turned"
    assert not events_of(events, OrderDieTaken)
    assert (unit_row(played).order, dice_in_bag(played)[1]) == ("down", 0)


@pytest.mark.rule("AN-ORDER-26")
def test_a_unit_of_two_dice_has_its_current_die_turned():
    """A unit that shows Advance and has a die unused turns the one it shows; the other stays in the bag."""
    played, events = fail_break_test(9, {"order": "advance", "dice": 2, "unused_dice": 1}, dice=2)
    assert one_event(events, UnitWentDown).die == "turned"
    assert (unit_row(played).order, unit_row(played).unused_dice, dice_in_bag(played)[1]) == ("down", 1, 1)


@pytest.mark.rule("AN-ORDER-26")
@pytest.mark.parametrize(("fields", "die", "left"), [({}, "from_bag", 0), ({"order": "ambush"}, "turned", 0)])
def test_a_go_down_reaction_uses_the_die_of_the_reaction(fields, die, left):
    """An unordered unit that goes Down as a reaction takes its die from the bag, one in Ambush turns its own."""
    played = duel(troopers(1, "gun"), troopers(5, "gun"), [10], theirs=fields)
    shoot(played).asks("reaction", "blue")
    react(played, "go_down")
    events = play_on(played)
    assert (one_event(events, UnitWentDown).die, one_event(events, UnitWentDown).cause) == (die, "reaction")
    assert (unit_row(played).order, dice_in_bag(played)[1]) == ("down", left)


@pytest.mark.rule("AN-ORDER-26")
def test_going_down_removes_no_pins():
    """2 pins and the one of the hit are 3 after it."""
    played, events = fail_break_test(9, FIRE, pinned=2)
    assert not events_of(events, PinsRemoved)
    assert (unit_row(played).pins, unit_row(played).order) == (3, "down")


@pytest.mark.rule("AN-ORDER-26")
def test_a_unit_that_is_down_already_takes_a_pin():
    """Forced Down again with no die left it stays Down and takes 1 pin more than that of the hit."""
    played, events = fail_break_test(9, DOWN)
    assert one_event(events, UnitWentDown).die == "kept"
    assert (unit_row(played).pins, events_of(events, PinsAdded, cause="break")[0].pins) == (2, 1)


@pytest.mark.rule("AN-ORDER-26")
@pytest.mark.parametrize(
    ("row", "cause", "kinds", "die"),
    [
        ({"order": "fire"}, "damage", (UnitWentDown,), "turned"),
        ({}, "break_test", (OrderDieTaken, UnitWentDown), "from_bag"),
        ({"dice": 2, "order": "advance", "unused_dice": 1}, "reaction", (OrderDieTaken, UnitWentDown), "from_bag"),
        ({"order": "ambush"}, "reaction", (UnitWentDown,), "turned"),
        (DOWN, "damage", (UnitWentDown,), "kept"),
        (DOWN, "break_test", (UnitWentDown, PinsAdded), "kept"),
        ({"dice": 2, "order": "down", "unused_dice": 1}, "break_test", (OrderDieTaken, UnitWentDown), "from_bag"),
    ],
)
def test_going_down_turns_the_die_takes_one_or_costs_a_pin(
    row: dict[str, Any], cause: str, kinds: tuple[type, ...], die: str
) -> None:
    """Its die is turned, or comes out of the bag; one that is Down takes a pin or uses another die up."""
    table = table_of([], ("a-x", plain_squad(order_dice=row.get("dice", 1)), A, row))
    ruling: Any = Recorder(table.game)
    go_down(ruling, "a-x", cause, "AN-ORDER-26")
    assert tuple(type(event) for event in ruling.events) == kinds
    assert next(event.die for event in ruling.events if isinstance(event, UnitWentDown)) == die
    assert unit_row(table, "a-x").order == "down"


@pytest.mark.rule("AN-ORDER-27")
@pytest.mark.ruling("AN-ORDER-27.2")
def test_a_reaction_that_needs_a_die_is_refused():
    """With no die left in the bag an unordered unit is not asked for a Firefight, and another reaction is refused."""
    played = without_die_in_bag(faces=[10])
    shoot(played).without(ReactionsAsked)
    assert unit_row(played).order == ""
    watch = ("b-w", troopers(1, "gun"), (20_000, 20_000), {"order": "ambush"})
    played = without_die_in_bag(order="run", more=[watch], gap=12 * INCH)
    charge(played, 12 * INCH, sprint=True).asks("reaction", "blue")
    react(played, "stand_and_shoot").rejected("AN-ORDER-27", "no-die-left")
    assert (unit_row(played).order, dice_in_bag(played)[1]) == ("", 0)


@pytest.mark.rule("AN-ORDER-27")
@pytest.mark.ruling("AN-ORDER-27.2")
def test_a_unit_forced_down_without_a_die_is_down_all_the_same():
    """It fails a break test under half losses: it is Down without a die, and the bag stays at 0."""
    played = without_die_in_bag(faces=[3, 9, 9], enemy=troopers(5, rules=BRITTLE, unit_type="mounted", flags=()))
    shoot(played)
    events = play_on(played)
    assert one_event(events, UnitWentDown).die == "none"
    assert (unit_row(played).order, unit_row(played).down_without_die, dice_in_bag(played)[1]) == ("down", True, 0)


@pytest.mark.rule("AN-ORDER-27")
@pytest.mark.ruling("AN-ORDER-27.2")
def test_at_turn_end_it_is_like_any_down_unit():
    """At step 2.1 it is asked; if it stays Down one of the dice of its side is placed on it."""
    lying = {**DOWN, "down_without_die": True, "unused_dice": 1, "pins": 2}
    more = [("b-w", troopers(1), (40_000, 30_000), FIRE)]
    played = two_sides([2, 9, 1], FIRE, lying, more=more)
    played.set(contested_dice=(ContestedDie(owner=1, contester=0, held=True),))
    played.set(sides={**played.game.sides, 1: Side(seat=1, starting_dice=2)})
    begin_turn_end(played).asks("down", "blue")
    out = played.when("blue", ResolveDown(unit="b-y", recover=False)).then(PinsRemoved, pins=1)
    out.then(OrderDiceReturned, dice=(1, 0), kept=("b-y",))
    assert (unit_row(played).down_without_die, unit_row(played).order) == (False, "down")


@pytest.mark.rule("AN-ORDER-27", "AN-TURNEND-06")
def test_without_a_die_it_may_recover_and_returns_none():
    """Down without a die it passes its recovery test: it gets up, and no die of it goes into the bag."""
    lying = {**DOWN, "down_without_die": True, "unused_dice": 1, "pins": 2}
    played = two_sides([7, 2, 9, 1], FIRE, lying, more=[("b-w", troopers(1), (40_000, 30_000), FIRE)])
    played.set(contested_dice=(ContestedDie(owner=1, contester=0, held=True),))
    played.set(sides={**played.game.sides, 1: Side(seat=1, starting_dice=2)})
    begin_turn_end(played).asks("down", "blue")
    out = played.when("blue", ResolveDown(unit="b-y", recover=True)).then(OrderDiceReturned, dice=(1, 1), kept=())
    assert (unit_row(played).order, unit_row(played).down_without_die, unit_row(played).pins) == ("", False, 1)
    assert out.one(OrderDieDrawn).bag == 3


@pytest.mark.rule("AN-ORDER-27")
@pytest.mark.ruling("AN-ORDER-27.3")
def test_a_unit_in_ambush_has_its_die():
    """A unit in Ambush of the same side reacts though no die is left in the bag."""
    played = without_die_in_bag({"order": "ambush"}, [10, 10], troopers(1, "gun"))
    shoot(played).asks("reaction", "blue")
    react(played, "firefight").then(ReactionDeclared)
    play_on(played)
    assert unit_row(played).order == "fire"


@pytest.mark.rule("AN-ORDER-27")
def test_a_unit_that_is_down_without_a_die_gets_one_back() -> None:
    """If it stays Down, one of the dice that its side gets back is placed on it."""
    lying = {**DOWN, "down_without_die": True, "unused_dice": 1}
    rows = [("b-y", plain_squad(), B, lying), ("b-z", plain_squad(), D, {"order": "fire"})]
    table = table_of([2, 9, 1], ("a-x", plain_squad(), A, {"order": "fire"}), *rows)
    held = (ContestedDie(owner=1, contester=0, held=True),)
    table.set(contested_dice=held, sides={**table.game.sides, 1: Side(seat=1, starting_dice=2)})
    begin_step(table, "down").asks("down", "blue")
    table.when("blue", resolve_down("b-y")).then(OrderDiceReturned, dice=(1, 0), kept=("b-y",))
    assert (unit_row(table, "b-y").down_without_die, unit_row(table, "b-y").unused_dice) == (False, 0)


@pytest.mark.rule("AN-ORDER-27", "AN-BREAK-05", "AN-TURN-05")
def test_no_die_is_placed_on_a_unit_that_has_lost_its_own() -> None:
    """A unit that flees has no die any more: Down without one it gets none, and its side's dice all go back."""
    fleeing = {**DOWN, "down_without_die": True, "unused_dice": 0, "dice": 0, "fleeing": True}
    rows = [(unit, plain_squad(), place, {"order": "fire"}) for unit, place in (("b-z", D), ("b-w", (20_000, 30_000)))]
    table = table_of([2], ("a-x", plain_squad(), A, {"order": "fire"}), ("b-y", plain_squad(), B, fleeing), *rows)
    table.set(sides={**table.game.sides, 1: Side(seat=1, starting_dice=3, dice_lost=1)})
    begin_step(table, "down").asks("down", "blue")
    table.when("blue", resolve_down("b-y")).then(OrderDiceReturned, dice=(1, 2), kept=()).then(UnitFled, unit="b-y")


@pytest.mark.rule("AN-ORDER-27")
def test_a_unit_is_down_without_a_die_where_the_bag_is_empty() -> None:
    """Its side has none left in the bag."""
    table = table_of([], ("a-x", plain_squad(), A))
    table.set(sides={0: Side(seat=0, starting_dice=1), 1: Side(seat=1)})
    ruling: Any = Recorder(table.game)
    go_down(ruling, "a-x", "break_test", "AN-BREAK-14")
    assert unit_row(table, "a-x").down_without_die


@pytest.mark.rule("AN-ORDER-27")
@pytest.mark.parametrize("flees", [None, False, True])
def test_a_unit_that_is_gone_is_not_down_without_a_die(flees: bool | None) -> None:
    """Destroyed, broken or fleeing, it shows no order, and none is owed to it."""
    game = two_squads(a={"order": "down", "down_without_die": True, "unused_dice": 1}).game
    if flees is None:
        casualties.unit_destroyed(game, UnitDestroyed(unit="a-x", cause="losses"))
    else:
        casualties.unit_broken(game, UnitBroken(unit="a-x", cause="test", flees=flees))
    assert not game.units["a-x"].down_without_die
    assert not list(invariants(game))
