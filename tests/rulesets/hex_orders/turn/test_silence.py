"""What fills the answers that a side does not give."""

import pytest

from adjudicator.kernel.messages import Concede, DeadlineEnforced, EnforceDeadline
from adjudicator.rulesets.hex_orders.model.messages import (
    AllocationsRevealed,
    BudgetPackageChosen,
    BudgetsSet,
    GameEnded,
    HitRolled,
    MapAreasRevealed,
    OrdersRevealed,
    PassChoice,
    TargetChosen,
    UnitPlaced,
)
from tests.rulesets.hex_orders.assault.fixtures import SLOW
from tests.rulesets.hex_orders.fixtures import GUN, LOADED, infantry, price, squad, table, tank
from tests.rulesets.hex_orders.gunnery.fixtures import with_gunnery_orders
from tests.rulesets.hex_orders.gunnery.steps import begin_firing
from tests.rulesets.hex_orders.orders.fixtures import PAIR
from tests.rulesets.hex_orders.orders.steps import commit, plot, writing
from tests.rulesets.hex_orders.setup.steps import armies_handed_in, create_with_lists, deploying, place
from tests.rulesets.hex_orders.steps import asked, begin, innermost_window, of_kind, refused, silence, unit
from tests.rulesets.hex_orders.turn.fixtures import at_the_end


def enforce(played):
    """Let the referee close the open window."""
    return played.when("referee", EnforceDeadline(window=innermost_window(played).id))


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.2")
def test_silence_in_writing_keeps_what_was_plotted():
    """Without a commitment unit 7 keeps what was plotted, unit 8 gets its defaults, and the turn starts."""
    units = [("a1", "D2", "S", tank()), ("b7", "D8", "N", tank(), {"speed": "fast"}), ("b8", "B8", "N", tank(), SLOW)]
    played = writing(units, 3)
    played.play(("red", commit(4, defaults=True)), ("blue", plot("b7", "F+R+-", "Fire+-", turn=4)))
    enforce(played).then(DeadlineEnforced, party=1).then(OrdersRevealed, turn=3)
    row, other = played.game.orders["b7@4"], played.game.orders["b8@4"]
    assert (row.movement, row.gunnery, row.defaulted) == ("F+R+-", ("Fire+-",), False)
    assert (other.gunnery, other.defaulted, other.final) == (("-+-",), True, True)


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.2")
def test_a_fire_that_is_not_answered_is_held():
    """Closing the fire window holds the fire: nothing is chosen, and the load stays."""
    played = begin_firing((), tank(), own={"loads": LOADED})
    events = [*enforce(played).events, *silence(played)]
    assert not of_kind(events, TargetChosen)
    assert not of_kind(events, HitRolled)
    assert unit(played, "a1").loads[0].count == 1


@pytest.mark.rule("HX-GAP-08")
def test_hits_that_are_not_allocated_go_in_listed_order():
    """Three successes on a base of two: a damaging hit for each model, and the support on the first of them."""
    units = [("a1", "D4", "S", tank(nation="ork"), SLOW), ("b1", "D5", "N", squad(GUN, count=2, nation="elf"))]
    played = table((), None, pace="step", units=units, running={"a1": ("F+-+-",)})
    begin(played, "movement_1")
    silence(played)
    played.faces(5, 5, 5, 1, 1, 1, 1, 1)
    begin(played, "assault_1")
    silence(played, until="allocations")
    while innermost_window(played).kind != "allocations":
        silence_one(played)
    assert asked(played)[1] == (0,)
    hits = enforce(played).one(AllocationsRevealed).hits
    assert [sum(support.count for support in hit.supports) for hit in hits] == [1, 0]
    assert {hit.target for hit in hits} == {"b1"}
    played.faces(1, 1)
    silence(played)


def silence_one(played):
    """Let the service answer the open question."""
    window = innermost_window(played)
    otherwise = played.rules.windows[window.kind].default_command
    assert otherwise is not None
    command = otherwise(played.game, window, window.asks[0])
    assert command is not None
    played.when(window.asks[0], command).accepted()


@pytest.mark.rule("HX-GAP-08")
def test_nothing_is_enforced_where_nothing_is_missing():
    """A window that is answered, or was never open, can not be closed."""
    played = writing(PAIR, 3)
    old = innermost_window(played).id
    played.play(("red", commit(4, defaults=True)), ("blue", commit(4, defaults=True)))
    refused(played, "referee", EnforceDeadline(window=old), "WG-ASK-02", "other-window")
    over = writing(PAIR, 3)
    over.when("red", Concede()).accepted()
    refused(over, "referee", EnforceDeadline(window=old), "WG-ASK-02", "other-window")


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.2")
def test_silence_in_movement():
    """No intent is no assault, a 360 keeps its facing, and a Flee takes the first hex clockwise from N."""
    units = [
        ("a1", "D5", "SW", with_gunnery_orders(infantry(), "360,F+-+-"), SLOW),
        ("b1", "C5", "N", infantry(nation="ork")),
    ]
    played = table((), None, pace="step", units=units, running={"a1": ("360,F+-+-",)})
    begin(played, "movement_1").asks("intents", "red")
    enforce(played).accepted()
    assert asked(played) == ("moves", (0,), ("elf", "stay"))
    enforce(played).accepted()
    silence(played)
    assert (unit(played, "a1").hex, unit(played, "a1").facing) == ("C6", "SW")
    units = [("a1", "D5", "N", infantry(), SLOW), ("b1", "D3", "N", tank(nation="ork"))]
    played = table((), None, pace="step", units=units, running={"a1": ("Flee+-+-",)})
    begin(played, "movement_1").asks("moves", "red")
    enforce(played).accepted()
    silence(played)
    assert unit(played, "a1").hex == "E6"


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.2")
def test_silence_before_the_game():
    """Silence takes package a, points 2/2/2, no huge units; a side without an army loses, and both draw."""
    played = create_with_lists(game_type="asymmetric", roles=("armoured", "light"))
    enforce(played).then(BudgetPackageChosen, budget_package="a")
    enforce(played).then(BudgetsSet, budget=price(ip=48, mp=2, cp=2, xp=2))
    enforce(played).asks("army", "red", "blue")
    assert played.game.sides[0].huge == ()
    enforce(played).then(GameEnded, winner=None)


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.2")
def test_silence_at_set_up():
    """Areas are clear, NoMansLand gets nothing, and a unit that has to be placed stands in the first legal hex."""
    played = armies_handed_in(["standard_tank"], ["standard_tank"], [1, 6])
    enforce(played).then(MapAreasRevealed, hexes=())
    while innermost_window(played).kind != "placing":
        enforce(played).accepted()
    assert {hex_.terrain for hex_ in played.game.hexes.values()} == {"clear"}
    assert asked(played)[1] == (0,)
    enforce(played).then(UnitPlaced, seat=0, hex="A1", facing="S")
    enforce(played).then(UnitPlaced, seat=1, hex="A9", facing="N")


@pytest.mark.rule("HX-GAP-08")
def test_a_unit_that_may_wait_is_passed():
    """What was placed by hand stands, and silence goes on from there."""
    played = deploying(["standard_tank", "standard_tank"], ["standard_tank"], [1, 6])
    assert asked(played)[1] == (0,)
    played.when("red", place(1, "A1", "S")).accepted()
    while (
        not of_kind(played.events, UnitPlaced)
        or of_kind(played.events, UnitPlaced)[0].seat != 0
        or (of_kind(played.events, UnitPlaced)[0].slot != 2)
    ):
        enforce(played).accepted()
    assert of_kind(played.events, UnitPlaced)[0].hex == "A1"


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.3")
def test_the_clock_closes_windows():
    """With a response limit the service closes a window when the time is up, and not before."""
    played = writing(PAIR, 3, limit=30)
    window = innermost_window(played).id
    refused(played, "table", EnforceDeadline(window=window), "WG-ASK-02", "not-due")
    played.wait(31)
    played.when("table", EnforceDeadline(window=window)).then(OrdersRevealed)


@pytest.mark.rule("HX-GAP-08")
def test_passing_is_no_spotting_elsewhere():
    """What hidden units spot is said in a gunnery step only, so nothing else accepts it."""
    played = at_the_end()
    played.when("red", PassChoice()).rejected("HX-GAP-01", "not-asked")
