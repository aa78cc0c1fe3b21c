"""Orders: writing them ahead, what a unit may be given, and what is carried out in the place of what is not allowed."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.messages import (
    LoadArmyList,
    OrderReplacedByDefault,
    OrdersCommitted,
    OrdersPlotted,
    OrdersRevealed,
    Plot,
    PlotOrders,
    SpeedChanged,
    TargetChosen,
    TurnStarted,
    UnitLanded,
    UnitTookOff,
)
from adjudicator.rulesets.hex_orders.terrain import height_of_unit
from tests.kit import Table
from tests.rulesets.hex_orders.givens import begin, change, free, infantry, rules, speed, table, tank, unit
from tests.rulesets.hex_orders.said import army_list, entry, kept, refused
from tests.rulesets.hex_orders.said_fire import (
    asked,
    at,
    chooses,
    commit,
    declares,
    firing,
    goes,
    march,
    needs,
    places,
    plot,
    rolls,
    shooter,
    silence,
    writing,
)

PAIR = [("a1", "D2", "S", tank(), {"speed": "fast"}), ("b1", "D8", "N", infantry())]


def listed(sheet):
    """Load a list that sells a base; the clauses that are broken."""
    outcome = Table(rules()).when("referee", LoadArmyList(list=army_list(sheet.nation, [entry(sheet)])))
    outcome.looked_at = True
    return {each.clause for each in outcome.faults}


def many(unit_id, movement, *gunnery, turn=1):
    """Plot any number of movement orders."""
    return PlotOrders(plot=Plot(turn=turn, unit=unit_id, movement=movement, gunnery=gunnery))


# -- writing


@pytest.mark.rule("HX-ORDERS-01")
def test_one_movement_order_and_as_many_gunnery_orders_as_the_stats_say():
    """One and one are accepted for fire_orders 1; two gunnery, no movement or two movement orders are refused."""
    played = writing(PAIR)
    refused(played, "red", many("a1", ("F+F+-",), "Fire+-", "-+Fire"), "HX-ORDERS-01", "gunnery-orders")
    refused(played, "red", many("a1", ("F+F+-",)), "HX-ORDERS-01", "gunnery-orders")
    refused(played, "red", many("a1", (), "Fire+-"), "HX-ORDERS-01", "movement-orders")
    refused(played, "red", many("a1", ("F+F+-", "F+L+-"), "Fire+-"), "HX-ORDERS-01", "movement-orders")
    played.when("red", many("a1", ("F+F+-",), "Fire+-")).then(OrdersPlotted)
    two = writing([("a1", "D2", "S", tank(fire_orders=2)), PAIR[1]])
    refused(two, "red", many("a1", ("-+-+-",), "Fire+-"), "HX-ORDERS-01", "gunnery-orders")
    two.when("red", many("a1", ("-+-+-",), "Fire+-", "Fire+-")).then(OrdersPlotted)


@pytest.mark.rule("HX-ORDERS-02")
def test_orders_are_for_the_next_turn():
    """In turn 3 orders for turn 4 are accepted, and orders for turn 3, 5 or 2 refused."""
    played = writing(PAIR, 3)
    refused(played, "red", plot("a1", "F+F+-", turn=3), "HX-ORDERS-04", "orders-final")
    for turn in (2, 5):
        refused(played, "red", plot("a1", "F+F+-", turn=turn), "HX-ORDERS-02", "other-turn-due")
    played.when("red", plot("a1", "F+F+-", turn=4)).then(OrdersPlotted)


@pytest.mark.rule("HX-ORDERS-02")
def test_they_may_be_plotted_anew_until_they_are_committed():
    """The last plot before the commitment counts."""
    played = writing(PAIR)
    played.play(("red", plot("a1", "F+F+-")), ("red", plot("a1", "F+L+-")), ("red", commit()))
    assert played.game.orders["a1@1"].movement == "F+L+-"


@pytest.mark.rule("HX-ORDERS-03")
def test_orders_for_turn_1_come_before_turn_1():
    """After set-up turn 1 is written, in turn 1 turn 2 is written, and then turn 1 is carried out."""
    played = writing(PAIR)
    played.play(("red", plot("a1", "F+F+-")), ("red", commit()))
    played.when("blue", commit(defaults=True)).then(TurnStarted, turn=1)
    assert asked(played) == ("orders", (0, 1), ("1",))
    played.play(("red", plot("a1", "F+L+-", turn=2)), ("red", commit(2)))
    shown = played.when("blue", commit(2, defaults=True)).one(OrdersRevealed)
    assert shown.turn == 1
    assert [(each.unit, each.movement) for each in shown.orders] == [("a1", "F+F+-"), ("b1", "-+-+-")]
    assert played.game.running["a1"].movement == ("F", "F", "-")


@pytest.mark.rule("HX-ORDERS-03")
def test_a_longer_lead():
    """A unit with a lead of 2 gets turns 1 and 2 before turn 1, and turn 3 in turn 1."""
    played = writing([("a1", "D2", "S", tank(orders_ahead=2), {"speed": "fast"}), PAIR[1]])
    played.when("red", plot("a1", "F+F+-", turn=1)).accepted()
    refused(played, "red", commit(), "HX-ORDERS-36", "orders-missing")
    played.when("red", plot("a1", "F+L+-", turn=2)).accepted()
    refused(played, "red", plot("a1", "F+L+-", turn=3), "HX-ORDERS-02", "other-turn-due")
    played.play(("red", commit()), ("blue", commit(defaults=True)))
    refused(played, "red", plot("a1", "F+R+-", turn=2), "HX-ORDERS-04", "orders-final")
    played.when("red", plot("a1", "F+R+-", turn=3)).then(OrdersPlotted)


@pytest.mark.rule("HX-ORDERS-04")
def test_commitments_are_final():
    """Orders for turn 3 can not be replaced in turn 3, nor committed orders in the turn of their writing."""
    played = writing(PAIR, 3)
    refused(played, "red", plot("a1", "F+L+-", turn=3), "HX-ORDERS-04", "orders-final")
    played.play(("red", plot("a1", "F+L+-", turn=4)), ("red", commit(4)))
    refused(played, "red", plot("a1", "F+F+-", turn=4), "HX-ORDERS-02", "not-asked")
    played.when("blue", commit(4, defaults=True)).accepted()
    refused(played, "red", plot("a1", "F+L+-", turn=3), "HX-TURN-01", "not-asked")
    assert played.game.orders["a1@4"].movement == "F+L+-"


@pytest.mark.rule("HX-ORDERS-04")
def test_orders_of_shaken_and_removed_units():
    """A shaken unit carries its default out, and a unit that is gone has no orders to show."""
    assert goes("F+L+-", steps=2)[1] == ("D7", "NW", "fast")
    units = [("a1", "D8", "N", tank(), {"speed": "fast", "pinned": 2}), ("b1", "A1", "S", infantry())]
    played = table((), None, pace="step", units=units, running={"a1": ("F+L+-",)})
    march(played, "movement_1", "assault_1", "movement_2")
    assert places(played) == ("D6", "N", "fast")
    gone = writing([*PAIR, ("a2", "B2", "S", tank(), {"out": "destroyed"})], 3)
    gone.when("red", commit(4, defaults=True)).accepted()
    shown = gone.when("blue", commit(4, defaults=True)).one(OrdersRevealed)
    assert [each.unit for each in shown.orders] == ["a1", "b1"]


@pytest.mark.rule("HX-ORDERS-05")
def test_orders_are_secret_until_their_turn():
    """In turn 3 the enemy sees turn 3's orders in clear, and of turn 4's that they are committed."""
    seen = []
    for order in ("F+R+-", "F+B+-"):
        played = writing(PAIR, 3)
        played.play(("red", plot("a1", order, "Fire+-", turn=4)), ("red", commit(4)))
        assert (4, (order,)) in [(each.turn, each.movement) for each in played.view("red").own_orders]
        seen.append([played.view(who) for who in ("blue", "spectator", "referee")])
        played.when("blue", commit(4, defaults=True)).then(OrdersRevealed, turn=3)
        for who in ("blue", "spectator"):
            row = next(each for each in played.view(who).units if each.id == "a1")
            assert [each.movement for each in row.orders] == ["F+F+-"]
            assert row.committed == (4,)
    assert seen[0] == seen[1]


@pytest.mark.rule("HX-ORDERS-05")
def test_by_option_orders_are_open():
    """With open_orders everybody sees them once they are committed."""
    played = writing(PAIR, 3, options={"open_orders": True})
    played.play(("red", plot("a1", "F+R+-", turn=4)), ("red", commit(4)))
    played.last.then(OrdersCommitted, OrdersRevealed)
    shown = played.last.one(OrdersRevealed)
    assert [(shown.turn, each.unit, each.movement) for each in shown.orders] == [(4, "a1", "F+R+-")]


@pytest.mark.rule("HX-ORDERS-06")
def test_targets_are_named_when_the_step_is_carried_out():
    """An order to fire carries no target; one of two is named in Gunnery 1."""
    assert "target" not in Plot.__struct_fields__
    played = firing([1], more=[("b2", "D2", "S", infantry(), {"speed": "slow"})])
    declares(played, at("b2")).then(TargetChosen)
    rolls(played)


# -- what may be given


@pytest.mark.rule("HX-ORDERS-07")
def test_plotting_looks_at_every_speed():
    """An order of another speed may be plotted, and is illegal when it is carried out at the wrong one."""
    played = writing([("a1", "D2", "S", tank(), {"speed": "slow"}), PAIR[1]])
    played.when("red", plot("a1", "F+F+-")).then(OrdersPlotted)
    assert goes("F+F+-", speed="slow", listed=False) == [("D7", "N", "slow")] * 3
    assert goes("F+F+-", speed="fast", listed=False)[1] == ("D6", "N", "fast")


@pytest.mark.rule("HX-ORDERS-08")
@pytest.mark.parametrize("order", ["F+F+-", "F+L+-", "F+R+-", "F+B+-"])
def test_orders_of_the_list(order):
    """Every order on the list is accepted."""
    writing(PAIR).when("red", plot("a1", order)).then(OrdersPlotted)


@pytest.mark.rule("HX-ORDERS-08")
@pytest.mark.parametrize(("movement", "gunnery"), [("F+F+F", "-+-"), ("R+F+-", "-+-"), ("F+F+-", "Fire+Fire")])
def test_nothing_else_is(movement, gunnery):
    """Codes can not be combined freely: what is not on the unit's list is refused when it is plotted."""
    refused(writing(PAIR), "red", plot("a1", movement, gunnery), "HX-ORDERS-08", "order-not-listed")


@pytest.mark.rule("HX-ORDERS-09")
def test_a_speed_lasts_until_something_changes_it():
    """A slow unit with A+F+- is fast from Movement 1 on, and its Gunnery 1 of the next turn is that of a fast unit."""
    assert goes("A+F+-", speed="slow", listed=False) == [("D8", "N", "fast"), ("D7", "N", "fast"), ("D7", "N", "fast")]
    units = [("a1", "D8", "N", tank(), {"speed": "slow"}), PAIR[1]]
    played = table((), None, pace="step", units=units, running={"a1": ("A+F+-",)})
    march(played, "movement_1", "assault_1", "movement_2", "aftermath")
    assert places(played)[2] == "fast"
    assert needs(6, own={"speed": places(played)[2]}) == {"HX-FIRE-09": -1}


@pytest.mark.rule("HX-ORDERS-09")
def test_speeds_off_the_ladder():
    """From crawling a plain A leads nowhere where the data do not say so; A[slow] leads to slow."""
    foot = infantry()
    assert goes("A+-+-", foot, speed="crawling")[0][2] == "crawling"
    assert goes("A[slow]+F+-", foot, speed="crawling", listed=False)[0][2] == "slow"
    told = tuple(replace(each, accelerates="fast") if each.speed == "crawling" else each for each in foot.speeds)
    assert goes("A+-+-", infantry(speeds=told), speed="crawling")[0][2] == "fast"


@pytest.mark.rule("HX-ORDERS-09")
def test_the_ladder_is_the_units_own():
    """A unit whose ladder has another order of speeds goes up by it."""
    upside = tank(ladder=("fast", "slow", "stand_still"))
    assert goes("A+-+-", upside, speed="fast")[0][2] == "slow"


@pytest.mark.rule("HX-ORDERS-10")
def test_three_parts():
    """F+L+- is forward, left, nothing; two or four parts are no movement order."""
    assert goes("F+L+-", listed=False) == [("D7", "N", "fast"), ("D7", "NW", "fast"), ("D7", "NW", "fast")]
    for order in ("F+F", "F+F+-+-", "F"):
        refused(writing(PAIR), "red", plot("a1", order), "HX-ORDERS-10", "no-movement-order")
    assert "HX-ORDERS-10" in listed(free(tank(), "F+F"))


@pytest.mark.rule("HX-ORDERS-11")
def test_codes_of_one_part():
    """360,A+F+F turns anywhere and accelerates in Movement 1, and goes forward in Movements 2 and 3."""
    units = [("a1", "D5", "N", free(tank(), "360,A+F+F"), {"speed": "slow"}), ("b1", "A1", "S", infantry())]
    played = table((), None, pace="step", units=units, running={"a1": ("360,A+F+F",)})
    begin(played, "movement_1").asks("moves", "red")
    played.when("red", chooses("a1", facing="S")).accepted()
    found = []
    for step in ("movement_1", "movement_2", "movement_3"):
        if step != "movement_1":
            begin(played, step)
        silence(played)
        found.append(places(played))
    assert found == [("D5", "S", "fast"), ("D6", "S", "fast"), ("D7", "S", "fast")]


@pytest.mark.rule("HX-ORDERS-11")
@pytest.mark.parametrize("order", ["F,F+-+-", "F,Rev+-+-", "Chase,F+-+-", "-+Flee,F+-"])
def test_two_moves_in_one_part(order):
    """A list with two codes that change the hex in one part is rejected."""
    assert "HX-ORDERS-11" in listed(free(tank(), order))


@pytest.mark.rule("HX-ORDERS-11")
def test_codes_go_from_left_to_right():
    """R,F turns and then goes; F,R goes and then turns."""
    assert goes("R,F+-+-", at="D5")[0] == ("E5", "NE", "fast")
    assert goes("F,R+-+-", at="D5")[0] == ("D4", "NE", "fast")


# -- defaults


@pytest.mark.rule("HX-ORDERS-33")
def test_an_illegal_order_becomes_the_default_of_the_speed():
    """A slow unit that holds F+F+- carries F+-+- out."""
    units = [("a1", "D8", "N", tank(), {"speed": "slow"}), PAIR[1]]
    played = table((), None, pace="step", units=units, running={"a1": ("F+F+-",)})
    events = march(played, "movement_1")
    (swapped,) = kept(events, OrderReplacedByDefault)
    assert (swapped.unit, swapped.order, swapped.part, swapped.ordered, swapped.instead) == (
        "a1", "movement", 0, "F+F+-", "F+-+-"
    )  # fmt: skip
    march(played, "movement_2")
    assert places(played) == ("D7", "N", "slow")


@pytest.mark.rule("HX-ORDERS-33")
def test_a_pattern_stays_legal_through_its_own_codes_and_other_changes():
    """A+F+- goes forward although it is then fast; F+F+- goes on although something made the unit slow."""
    assert goes("A+F+-", speed="slow", listed=False)[1] == ("D7", "N", "fast")
    units = [("a1", "D8", "N", tank(), {"speed": "fast"}), PAIR[1]]
    played = table((), None, pace="step", units=units, running={"a1": ("F+F+-",)})
    march(played, "movement_1")
    change(played, "a1", speed="stand_still")
    assert not kept(march(played, "movement_2"), OrderReplacedByDefault)
    assert places(played) == ("D6", "N", "stand_still")


@pytest.mark.rule("HX-ORDERS-33")
def test_an_illegal_gunnery_order_becomes_the_default():
    """Gunnery that is not on the unit's list is replaced as a whole."""
    units = [("a1", "D8", "N", shooter(default_gunnery="Aim+-"), {"speed": "slow"}), PAIR[1]]
    played = table((), None, pace="step", units=units, running={"a1": ("-+-+-", "Fire+Fire")})
    begin(played, "gunnery_1").then(OrderReplacedByDefault, unit="a1", order="gunnery", instead="Aim+-")
    assert unit(played, "a1").aim is not None


@pytest.mark.rule("HX-ORDERS-34")
def test_one_step_that_is_not_allowed_is_replaced_alone():
    """F+L+- off the map: the default's F leads off it too, so nothing is done; then its own L is carried out."""
    units = [("a1", "D1", "N", tank(), {"speed": "fast"}), PAIR[1]]
    played = table((), None, pace="step", units=units, running={"a1": ("F+L+-",)})
    first = kept(march(played, "movement_1"), OrderReplacedByDefault)
    assert [(each.part, each.ordered, each.instead) for each in first] == [(1, "F", "-")]
    assert places(played) == ("D1", "N", "fast")
    march(played, "movement_2")
    assert places(played) == ("D1", "NW", "fast")


@pytest.mark.rule("HX-ORDERS-34")
def test_the_step_of_the_default_comes_first():
    """Where the same step of the default is allowed, it is carried out."""
    turning = tuple(replace(each, default_movement="R+R+-") if each.speed == "fast" else each for each in tank().speeds)
    assert goes("F+L+-", tank(speeds=turning), at="D1")[:2] == [("D1", "NE", "fast"), ("D1", "N", "fast")]


@pytest.mark.rule("HX-ORDERS-35")
def test_each_speed_has_a_default():
    """A shaken slow unit goes F+-+-; where data give no default it is -+-+-."""

    def shaken(sheet, pace):
        units = [("a1", "D5", "N", sheet, {"speed": pace, "pinned": 2}), ("b1", "A1", "S", infantry(nation="ork"))]
        played = table((), None, pace="step", units=units, running={"a1": ("B+-+-",)})
        march(played, "movement_1")
        return places(played)

    assert shaken(tank(), "slow") == ("D4", "N", "slow")
    bare = tuple(replace(each, default_movement="") if each.speed == "crawling" else each for each in infantry().speeds)
    assert shaken(infantry(speeds=bare), "crawling") == ("D5", "N", "crawling")
    other = tuple(replace(each, default_movement="-+R+-") for each in tank().speeds)
    assert shaken(tank(speeds=other), "slow") == ("D5", "N", "slow")


@pytest.mark.rule("HX-ORDERS-36")
def test_units_without_orders_carry_defaults_out():
    """Committing with a unit unplotted needs allow_defaults; it then holds its default movement and -+-."""
    units = [*PAIR, ("a7", "B2", "S", tank(), {"speed": "slow"})]
    played = writing(units)
    played.when("red", plot("a1", "F+R+-", "Fire+-")).accepted()
    refused(played, "red", commit(), "HX-ORDERS-36", "orders-missing")
    played.when("red", commit(defaults=True)).then(OrdersCommitted)
    played.when("blue", commit(defaults=True)).accepted()
    played.when("red", commit(2, defaults=True)).accepted()
    shown = played.when("blue", commit(2, defaults=True)).one(OrdersRevealed)
    found = {each.unit: (each.movement, each.gunnery, each.defaulted) for each in shown.orders}
    assert found["a7"] == ("F+-+-", ("-+-",), True)
    assert found["a1"] == ("F+R+-", ("Fire+-",), False)
    march(played, "movement_1")
    assert places(played, "a7") == ("B3", "S", "slow")


@pytest.mark.rule("HX-ORDERS-36")
def test_defaults_are_seen_as_what_they_are():
    """What everybody sees of a unit's orders of this turn is the default that it carries out."""
    units = [*PAIR, ("a7", "B2", "S", tank(), {"speed": "slow"})]
    played = writing(units)
    played.play(("red", commit(defaults=True)), ("blue", commit(defaults=True)))
    played.play(("red", commit(2, defaults=True)), ("blue", commit(2, defaults=True)))
    for who in ("red", "blue", "spectator"):
        (row,) = (each for each in played.view(who).units if each.id == "a7")
        assert [each.movement for each in row.orders] == ["F+-+-"]


# -- flying


def winged(**changes):
    """Make infantry that flies while it glides."""
    glide = speed("gliding", "F+F+B[slow]", "-+-+B[slow]", default="-+-+-", flying=True)
    foot = infantry(**changes)
    return free(replace(foot, speeds=(*foot.speeds, glide)), "A[gliding]+-+-")


def gliding(order="-+-+B[slow]", *others, pace="gliding", **rest):
    """Carry the third part of an order of a winged unit in D5 out; the table and what happened."""
    units = [("a1", "D5", "N", winged(), {"speed": pace}), ("b9", "A1", "S", infantry(nation="ork")), *others]
    played = table((), None, pace="step", units=units, running={"a1": (order,)}, **rest)
    begin(played, "movement_3")
    return played, silence(played, until="effects")


@pytest.mark.rule("HX-ORDERS-37")
def test_taking_off():
    """A[gliding] in Movement 1 brings the unit to height 2, with the row of flying."""
    units = [("a1", "D5", "N", winged(), {"speed": "slow"}), ("b1", "A1", "S", infantry(nation="ork"))]
    played = table((), None, pace="step", units=units, running={"a1": ("A[gliding]+-+-",)})
    begin(played, "movement_1")
    events = silence(played)
    assert [each.unit for each in kept(events, UnitTookOff)] == ["a1"]
    assert (height_of_unit(played.game, "a1"), places(played)[2]) == (2, "gliding")
    assert needs(6, target=winged(), other={"speed": "gliding"}) == {"HX-FIRE-10": -1}


@pytest.mark.rule("HX-ORDERS-37")
def test_landing():
    """B[slow] over clear ground in Movement 3 puts the unit on the ground."""
    played, events = gliding()
    assert [each.unit for each in kept(events, UnitLanded)] == ["a1"]
    assert (height_of_unit(played.game, "a1"), places(played)[2]) == (0, "slow")


@pytest.mark.rule("HX-ORDERS-37")
@pytest.mark.parametrize(
    "others",
    [
        [("b1", "D5", "N", infantry(nation="ork"))],
        [("a2", "D5", "N", infantry()), ("a3", "D5", "N", infantry())],
    ],
)
def test_no_landing_on_enemies_or_where_it_is_full(others):
    """Above a ground enemy, or where ground stacking is full, B[slow] is not allowed: the default step counts."""
    played, events = gliding("-+-+B[slow]", *others)
    assert not kept(events, UnitLanded)
    assert not kept(events, SpeedChanged)
    assert [(each.part, each.instead) for each in kept(events, OrderReplacedByDefault)] == [(3, "-")]
    assert places(played)[2] == "gliding"


@pytest.mark.rule("HX-ORDERS-37")
def test_no_landing_where_it_could_not_be():
    """Landing needs a hex that the unit could be in on the ground."""
    heavy = replace(winged(), types=("vehicle", "winged"))
    units = [("a1", "D5", "N", heavy, {"speed": "gliding"}), ("b9", "A1", "S", infantry(nation="ork"))]
    played = table((), None, pace="step", units=units, hexes={"D5": "building"}, running={"a1": ("-+-+B[slow]",)})
    begin(played, "movement_3")
    assert not kept(silence(played), UnitLanded)
    assert places(played)[2] == "gliding"


@pytest.mark.rule("HX-ORDERS-37")
def test_always_flying_by_type():
    """A unit whose type says flying is at height 2 at every speed."""
    for pace in ("stand_still", "slow", "fast"):
        units = [("a1", "D5", "N", tank(types=("flying",)), {"speed": pace})]
        assert height_of_unit(table((), None, units=units).game, "a1") == 2
