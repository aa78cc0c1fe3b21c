"""The turn: writing orders, both gunnery steps, and the three rounds of movement and assault."""

from typing import Any

import pytest

from adjudicator.kernel.messages import DeadlineEnforced, EnforceDeadline
from adjudicator.rulesets.hex_orders.model.messages import (
    AdvanceStep,
    AssaultDiceRolled,
    AttemptPreAssaultRetreat,
    CommitOrders,
    DecidePreAssaultRetreat,
    FearRolled,
    FightEnded,
    FireHexEffect,
    HexContested,
    HexEffect,
    HexEffectFired,
    HexEffectTriggered,
    HitRolled,
    OrdersRevealed,
    PreAssaultRetreatRolled,
    RollPreAssaultRetreats,
    SpeedChanged,
    StepEnded,
    StepStarted,
    TurnEnded,
    TurnStarted,
    UnitMoved,
    UnitRetreated,
    UnitRotated,
)
from adjudicator.rulesets.hex_orders.model.subjects import OrdersSubject
from adjudicator.rulesets.hex_orders.rules.turn import turn_steps
from tests.rulesets.hex_orders.assault.fixtures import SLOW
from tests.rulesets.hex_orders.fixtures import LOADED, ability, infantry, smoke, table, tank, weapon
from tests.rulesets.hex_orders.gunnery.fixtures import duel, shooter, with_gunnery_orders
from tests.rulesets.hex_orders.gunnery.steps import declare_shots
from tests.rulesets.hex_orders.orders.fixtures import PAIR
from tests.rulesets.hex_orders.orders.steps import commit, plot, positions_after, writing
from tests.rulesets.hex_orders.steps import (
    asked,
    begin,
    carry_out_steps,
    change,
    fires,
    hold_fire,
    innermost_window,
    of_kind,
    places,
    refused,
    roll_declared,
    shot,
    silence,
    unit,
)
from tests.rulesets.hex_orders.turn.fixtures import FAR_APART

LONE = shooter(nation="elf")
GAS = HexEffect(kind="poison_cloud", level=8, grade="", density=4)
FIRE = HexEffect(kind="fire", level=0, grade="", density=0)
CLOUD = smoke(0, poison=2, poison_level=8, poison_density=4)
BURNING = smoke(0, fire=2)
ROUNDS = ("movement_1", "assault_1", "movement_2", "assault_2", "movement_3", "assault_3")


def sprayer(effect):
    """Make a unit that puts an effect into a hex without a roll."""
    return shooter(weapon("gun", weapon_range=4, always_loaded=True, damage=None, hex_effect=effect, automatic=True))


def sprays(played, where, unit_id="a1"):
    """Fire the effect at a hex."""
    return played.when("red", FireHexEffect(unit=unit_id, weapon="gun", models=(1,), hex=where, exit="", use_aim=False))


def met(events):
    """Give units and effects of the tests that were rolled, in order."""
    return [(row.unit, row.effect) for row in of_kind(events, HexEffectTriggered)]


def brawl(dice=(), own=None, other=None, *, order="F+-+-", hexes=None, running=None, more=(), row=None, other_row=None):
    """Let a tank of Orks in D4 that faces S go for D5, where a single elf stands that faces N."""
    units = [
        ("a1", "D4", "S", with_gunnery_orders(own or tank(nation="ork"), order), {**SLOW, **(row or {})}),
        ("b1", "D5", "N", other or LONE, other_row or {}),
        *more,
    ]
    return table(dice, None, pace="step", hexes=hexes, units=units, running={"a1": (order,), **(running or {})})


@pytest.mark.rule("HX-TURN-01")
@pytest.mark.ruling("HX-TURN-01.2")
def test_orders_for_the_next_turn_come_first():
    """In turn 4 both commit orders for turn 5; then those of turn 4 are revealed and Gunnery 1 begins."""
    played = writing(PAIR, 4)
    refused(played, "table", AdvanceStep(), "HX-ORDERS-02", "not-asked")
    played.play(("red", plot("a1", "F+R+-", turn=5)), ("red", commit(5)))
    refused(played, "table", AdvanceStep(), "HX-ORDERS-02", "not-asked")
    refused(played, "red", AdvanceStep(), "HX-ORDERS-02", "not-asked")
    played.when("blue", commit(5, defaults=True)).then(OrdersRevealed, turn=4).asks("advance", "table")
    assert played.game.running["a1"].movement == ("F", "F", "-")
    played.when("table", AdvanceStep()).then(StepStarted, turn=4, step="gunnery_1")


@pytest.mark.rule("HX-TURN-01")
def test_a_deadline_fills_the_gap():
    """When the time is up, the service commits for the side that did not, and the turn starts."""
    played = writing(PAIR, 4)
    played.when("red", commit(5, defaults=True)).accepted()
    refused(played, "table", AdvanceStep(), "HX-ORDERS-02", "not-asked")
    ended = played.when("referee", EnforceDeadline(window=innermost_window(played).id))
    ended.then(DeadlineEnforced, party=1).then(OrdersRevealed, turn=4)
    played.when("table", AdvanceStep()).then(StepStarted, step="gunnery_1")


@pytest.mark.rule("HX-TURN-21")
def test_after_the_aftermath_the_next_turn_is_written():
    """The Aftermath of turn 4 is followed by order writing in turn 5."""
    played = table((), None, turn=4, pace="step", units=PAIR)
    begin(played, "aftermath").then(StepStarted, turn=4, step="aftermath")
    silence(played)
    found = []
    while innermost_window(played).kind != "orders":
        outcome = played.when("table", AdvanceStep()).accepted()
        found += [*outcome.events, *silence(played, until="orders")]
    assert not of_kind(found, StepStarted)
    assert [row.turn for row in of_kind(found, TurnStarted)] == [5]
    assert asked(played) == ("orders", (0, 1), ("5",))


@pytest.mark.rule("HX-TURN-21")
def test_the_steps_of_a_turn_in_their_order():
    """A turn is gunnery, three rounds of movement and assault, gunnery, damage, five agonies and the Aftermath."""
    played = writing(PAIR, 1, pace="auto")
    played.when("red", commit(2, defaults=True)).accepted()
    ruled = played.when("blue", commit(2, defaults=True))
    steps = ["gunnery_1", *ROUNDS, "gunnery_2", "apply_damage", *(f"agony_{n}" for n in range(5)), "aftermath"]
    assert [row.step for row in of_kind(ruled.events, StepStarted)] == steps
    assert [row.step for row in of_kind(ruled.events, StepEnded)] == steps
    assert asked(played)[2] == ("2",)


@pytest.mark.rule("HX-TURN-02")
def test_gunnery_1_carries_first_parts_out():
    """A unit with Fire+- fires now, and a unit with -+Fire does nothing now."""
    more = [("a2", "C5", "N", shooter(), SLOW)]
    played = duel([1], more=more, running={"a2": ("-+-+-", "-+Fire")})
    begin(played, "gunnery_1").asks("fire", "red")
    refused(played, "red", fires("a2", "gun", shot("b1")), "HX-GUNNERY-07", "no-fire-part")
    declare_shots(played, shot("b1")).accepted()
    assert [row.unit for row in of_kind(roll_declared(played).events, HitRolled)] == ["a1"]


@pytest.mark.rule("HX-TURN-03")
@pytest.mark.parametrize("step", ["gunnery_1", pytest.param("gunnery_2", marks=pytest.mark.rule("HX-TURN-14"))])
def test_only_hexes_that_were_fired_at_are_triggered_after_gunnery(step):
    """A cloud fired onto D3 tests the units there now; those in an old cloud at E5 do not test now."""
    order = "Fire+-" if step == "gunnery_1" else "-+Fire"
    more = [("b2", "E5", "S", infantry())]
    played = duel([1, 1, 1, 1, 1], sprayer(GAS), orders=("-+-+-", order), hexes={"E5": CLOUD}, more=more)
    begin(played, step).asks("fire", "red")
    sprays(played, "D3").then(HexEffectFired)
    hold_fire(played)
    assert met(silence(played)) == [("b1", "poison_cloud"), ("b1", "poison_pin")]


@pytest.mark.rule("HX-TURN-14")
def test_fire_that_was_set_in_gunnery_2():
    """Units in the hex roll for catching fire now, if they did not test for fire there this turn."""
    for already in (False, True):
        played = duel([4], sprayer(FIRE), LONE, orders=("-+-+-", "-+Fire"), hexes={"D3": BURNING} if already else {})
        begin(played, "movement_1")
        assert met(silence(played)) == ([("b1", "fire")] if already else [])
        begin(played, "gunnery_2").asks("fire", "red")
        sprays(played, "D3").accepted()
        hold_fire(played)
        assert met(silence(played)) == ([] if already else [("b1", "fire")])


@pytest.mark.rule("HX-TURN-04")
def test_movement_1_carries_the_first_parts_out():
    """With A+F+- only A happens in Movement 1."""
    assert positions_after("A+F+-", speed="slow", listed=False, steps=1) == [("D8", "N", "fast")]


@pytest.mark.rule("HX-TURN-04")
def test_all_units_move_at_the_same_time():
    """A unit enters the hex that another one leaves in the same step, whichever has the lower id."""
    for first, second in (("a1", "a2"), ("a2", "a1")):
        units = [
            (first, "D7", "N", tank(size="huge"), SLOW),
            (second, "D6", "N", tank(size="huge"), SLOW),
            ("b1", "A1", "S", infantry()),
        ]
        played = table((), None, pace="step", units=units, running={"a1": ("F+-+-",), "a2": ("F+-+-",)})
        begin(played, "movement_1")
        silence(played)
        assert (unit(played, first).hex, unit(played, second).hex) == ("D6", "D5")


@pytest.mark.rule("HX-TURN-05")
def test_a_pre_assault_retreat_comes_before_everything_else():
    """A unit with Pre-Assault retreat[4+] rolls 5 and leaves before the cloud and fear of its hex act."""
    runner = shooter(nation="elf", abilities=(ability("pre_assault_retreat", 4),), tables=infantry().tables)
    fearful = tank(nation="ork", abilities=(ability("fear", 6),))
    played = brawl([], fearful, runner, hexes={"D5": CLOUD}, row={"difficult_hex": "D5", "difficult": 1})
    begin(played, "movement_1")
    events = [*played.events, *silence(played, until="retreat_attempt")]
    assert of_kind(events, HexContested)
    assert not of_kind(events, HexEffectTriggered)
    played.when("blue", AttemptPreAssaultRetreat(units=("b1",))).accepted()
    played.faces(5)
    played.when("table", RollPreAssaultRetreats()).then(PreAssaultRetreatRolled, face=5, succeeded=True)
    assert asked(played)[:2] == ("retreat_decision", (1,))
    left = played.when("blue", DecidePreAssaultRetreat(unit="b1", goes=True, hex="D6", turn="none"))
    left.then(UnitRetreated, unit="b1", hex="D6")
    played.faces(1)
    after = silence(played)
    assert not [row for row in after if isinstance(row, FearRolled)]
    assert {name for name, _ in met(after)} == {"a1"}


@pytest.mark.rule("HX-TURN-06")
def test_a_cloud_is_met_after_the_move():
    """A unit that has stood in a cloud since last turn tests in Movement 1; one that left it does not."""
    for order, tested in (("-+-+-", True), ("F+-+-", False)):
        units = [
            ("a1", "D5", "N", with_gunnery_orders(shooter(), order), SLOW),
            ("b1", "A1", "S", infantry(nation="ork")),
        ]
        dice = [1, 1] if tested else []
        played = table(dice, None, pace="step", units=units, hexes={"D5": CLOUD}, running={"a1": (order,)})
        begin(played, "movement_1")
        assert met(silence(played)) == ([("a1", "poison_cloud"), ("a1", "poison_pin")] if tested else [])


@pytest.mark.rule("HX-TURN-06")
def test_who_tries_to_enter_a_contested_hex_tests_too():
    """Attacker and defender of a hex with fire both test there, before anybody has entered it."""
    played = brawl([1, 1], hexes={"D5": BURNING})
    begin(played, "movement_1")
    assert met(silence(played)) == [("a1", "fire"), ("b1", "fire")]
    assert unit(played, "a1").hex == "D4"


@pytest.mark.rule("HX-TURN-07")
def test_fear_comes_after_the_clouds_and_before_the_dice():
    """In the fight for D5 the tests of the burning hex are rolled, then fear, and then the assault dice."""
    played = brawl([1, 1, 1], tank(nation="ork", abilities=(ability("fear", 6),)), hexes={"D5": BURNING})
    begin(played, "movement_1")
    events = silence(played)
    kinds = [type(event) for event in events if isinstance(event, HexEffectTriggered | FearRolled)]
    assert kinds == [HexEffectTriggered, HexEffectTriggered, FearRolled]
    assert not of_kind(events, AssaultDiceRolled)
    played.faces(*[1] * 7)
    outcome = begin(played, "assault_1")
    assert of_kind([*outcome.events, *silence(played)], AssaultDiceRolled)


@pytest.mark.rule("HX-TURN-08")
def test_each_contested_hex_is_a_fight_of_its_own():
    """Two contested hexes make two independent assaults, both in Assault 1."""
    more = [("a2", "F4", "S", tank(nation="ork"), SLOW), ("b2", "F5", "N", LONE)]
    played = brawl([], more=more, running={"a2": ("F+-+-",)})
    begin(played, "movement_1")
    events = [*played.events, *silence(played)]
    assert [row.hex for row in of_kind(events, HexContested)] == ["D5", "F5"]
    assert not of_kind(events, FightEnded)
    played.faces(*[1] * 7, 5, 1, 1, 1, 1, 1, 1, 1)
    events = [*begin(played, "assault_1").events, *silence(played)]
    assert [row.fight for row in of_kind(events, FightEnded)] == ["f1", "f2"]
    assert played.game.step == "assault_1"


LOST = (5, 1, 1, 1, 1, 1, 1, 1)


@pytest.mark.rule("HX-TURN-09")
def test_losers_retreat_after_the_assault():
    """A stationary loser in D5 that faces N goes to D6 in Assault 1, and not earlier."""
    played = brawl()
    begin(played, "movement_1")
    silence(played)
    assert (unit(played, "b1").hex, unit(played, "a1").hex) == ("D5", "D4")
    played.faces(*LOST)
    events = [*begin(played, "assault_1").events, *silence(played)]
    assert [type(event) for event in events if isinstance(event, AssaultDiceRolled | UnitRetreated)] == [
        AssaultDiceRolled,
        UnitRetreated,
    ]
    assert (unit(played, "b1").hex, unit(played, "a1").hex) == ("D6", "D5")


@pytest.mark.rule("HX-TURN-10")
def test_effects_are_triggered_again_for_what_is_newly_met():
    """The loser that is forced into burning D6 tests there now; the winner tested for D5 already and does not."""
    played = brawl([1, 1], hexes={"D5": BURNING, "D6": BURNING})
    begin(played, "movement_1")
    assert met(silence(played)) == [("a1", "fire"), ("b1", "fire")]
    played.faces(*LOST, 1)
    events = [*begin(played, "assault_1").events, *silence(played)]
    (tested,) = of_kind(events, HexEffectTriggered)
    assert (tested.unit, tested.hex, tested.effect) == ("b1", "D6", "fire")
    assert places(played)[0] == "D5"


@pytest.mark.rule("HX-TURN-11")
def test_movement_2_carries_the_second_parts_out():
    """With F+B+- B happens in Movement 2, and the speed is one lower from then on."""
    assert positions_after("F+B+-", listed=False) == [("D7", "N", "fast"), ("D7", "N", "slow"), ("D7", "N", "slow")]


@pytest.mark.rule("HX-TURN-11", "HX-TURN-12")
@pytest.mark.parametrize(("number", "order"), [(2, "-+F+-"), (3, "-+-+F")])
def test_each_round_has_the_same_sub_steps(number, order):
    """In rounds 2 and 3 too, hex effects and fear come after the move, and dice, retreat and effects after these."""
    fearful = tank(nation="ork", abilities=(ability("fear", 6),))
    played = brawl([], fearful, order=order, hexes={"D5": BURNING, "D6": BURNING}, other_row={"turn_of_met": 1})
    change(played, "b1", met=("D5:fire",))
    for step in ROUNDS[: 2 * number - 2]:
        begin(played, step)
        assert not of_kind(silence(played), HexContested)
    played.faces(1, 1)
    begin(played, f"movement_{number}")
    events = [*played.events, *silence(played)]
    assert met(events) == [("a1", "fire")]
    assert [type(event) for event in events if isinstance(event, HexContested | HexEffectTriggered | FearRolled)] == [
        HexContested,
        HexEffectTriggered,
        FearRolled,
    ]
    played.faces(*LOST, 1)
    events = [*begin(played, f"assault_{number}").events, *silence(played)]
    order_of = (AssaultDiceRolled, UnitRetreated, HexEffectTriggered)
    assert [type(event) for event in events if isinstance(event, order_of)] == list(order_of)
    assert (unit(played, "b1").hex, unit(played, "a1").hex) == ("D6", "D5")


@pytest.mark.rule("HX-TURN-11")
def test_a_pre_assault_retreat_in_movement_2():
    """The defender of a fight of Movement 2 is asked for its pre-assault retreat there."""
    runner = shooter(nation="elf", abilities=(ability("pre_assault_retreat", 4),))
    played = brawl([], tank(nation="ork"), runner, order="-+F+-")
    begin(played, "movement_1")
    assert "retreat_attempt" not in {window.kind for window in played.windows}
    silence(played)
    begin(played, "movement_2")
    silence(played, until="retreat_attempt")
    assert asked(played)[:2] == ("retreat_attempt", (1,))
    silence(played)


@pytest.mark.rule("HX-TURN-12")
def test_movement_3_carries_the_third_parts_out():
    """With F+F+- nothing happens in Movement 3, but the unit may be assaulted there where it stands."""
    assert positions_after("F+F+-", listed=False)[1:] == [("D6", "N", "fast")] * 2
    assert positions_after("-+-+F")[2] == ("D7", "N", "fast")
    units = [
        ("a1", "D8", "N", tank(nation="ork"), {"speed": "fast"}),
        ("b1", "D5", "S", with_gunnery_orders(infantry(), "-+-+F"), SLOW),
    ]
    played = table((), None, pace="step", units=units, running={"a1": ("F+F+-",), "b1": ("-+-+F",)})
    carry_out_steps(played, "movement_1", "assault_1", "movement_2", "assault_2")
    begin(played, "movement_3")
    (fight,) = of_kind([*played.events, *silence(played)], HexContested)
    assert {row.unit: (row.origin, row.goal) for row in fight.units} == {"a1": ("D6", ""), "b1": ("D5", "D6")}


@pytest.mark.rule("HX-TURN-13")
def test_gunnery_2_takes_units_as_they_are_then():
    """A unit that braked from fast to slow in Movement 2 and moved fires with the slow row, from its present hex."""
    settings: dict[str, Any] = {"own": {"speed": "fast", "loads": LOADED}, "orders": ("F+B+-", "-+Fire")}
    played = duel([5], tank(), at="D6", to="D2", **settings)
    carry_out_steps(played, "movement_1", "assault_1", "movement_2", "assault_2", "movement_3", "assault_3")
    begin(played, "gunnery_2").asks("fire", "red")
    declare_shots(played, shot("b1"), gun="main_gun").accepted()
    rolled = roll_declared(played).one(HitRolled)
    assert (rolled.modifiers.total, rolled.hit) == (0, True)
    assert places(played) == ("D5", "N", "slow")


@pytest.mark.rule("HX-TURN-13")
def test_gunnery_2_takes_the_present_facing():
    """A tank that turned in Movement 2 fires ahead in its new direction alone."""
    settings: dict[str, Any] = {"own": {"speed": "fast", "loads": LOADED}, "orders": ("F+R+-", "-+Fire")}
    played = duel((), tank(), at="D6", to="D2", more=[("b2", "F4", "S", infantry())], **settings)
    carry_out_steps(played, *ROUNDS)
    begin(played, "gunnery_2").asks("fire", "red")
    assert places(played)[1] == "NE"
    refused(played, "red", fires("a1", "main_gun", shot("b1")), "HX-ANGLES-05", "outside-arc")
    assert not played.refused(fires("a1", "main_gun", shot("b2")), "red")
    hold_fire(played)


@pytest.mark.rule("HX-TURN-04")
def test_nothing_of_the_second_part_happens_in_movement_1():
    """With -+R+- and -+A+- neither facing nor speed change in Movement 1."""
    units = [("a1", "D5", "N", tank(), SLOW), ("a2", "B5", "N", tank()), ("b1", "A1", "S", infantry(nation="ork"))]
    played = table((), None, pace="step", units=units, running={"a1": ("-+R+-",), "a2": ("-+A+-",)})
    begin(played, "movement_1")
    events = [*played.events, *silence(played)]
    assert not [event for event in events if isinstance(event, UnitRotated | SpeedChanged | UnitMoved)]
    begin(played, "movement_2")
    events = [*played.events, *silence(played)]
    assert [event.unit for event in events if isinstance(event, UnitRotated | SpeedChanged)] == ["a1", "a2"]


STEPS = [
    "gunnery_1",
    "movement_1",
    "assault_1",
    "movement_2",
    "assault_2",
    "movement_3",
    "assault_3",
    "gunnery_2",
    "apply_damage",
    "agony_0",
    "agony_1",
    "agony_2",
    "agony_3",
    "agony_4",
    "aftermath",
]


@pytest.mark.rule("HX-TURN-01")
def test_a_turn_goes_through_its_steps():
    """When both sides have written, the steps of the turn follow each other up to the next writing."""
    played = (
        table(units=FAR_APART, turn=1)
        .set(step="orders", running={})
        .ask("orders", "red", "blue", subject=OrdersSubject(1))
    )
    played.when("red", CommitOrders(turn=2, allow_defaults=True)).accepted()
    ruled = played.when("blue", CommitOrders(turn=2, allow_defaults=True)).then(OrdersRevealed, StepStarted)
    assert [event.step for event in ruled.events if isinstance(event, StepStarted)] == STEPS
    assert [event.step for event in ruled.events if isinstance(event, StepEnded)] == STEPS
    ruled.then(StepEnded, TurnEnded, TurnStarted, turn=2)
    assert (played.window.kind, played.window.asks, played.window.subject) == ("orders", (0, 1), ("2",))
    assert sorted(played.game.orders) == ["a1@2", "b1@2"]


@pytest.mark.rule("HX-TURN-21")
def test_the_aftermath_ends_the_turn():
    """After the Aftermath of a turn the next one is written in."""
    played = table(units=FAR_APART, turn=4, step="aftermath").ask("advance", "table")
    ruled = played.when("table", AdvanceStep()).then(StepEnded, TurnEnded, TurnStarted, turn=5)
    assert not any(isinstance(event, StepStarted) for event in ruled.events)
    assert list(turn_steps.STEPS) == STEPS
