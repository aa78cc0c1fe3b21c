"""Hidden units as targets, and what reveals them."""

from __future__ import annotations

import pytest

from adjudicator.kernel.messages import Unsealed
from adjudicator.rulesets.hex_orders.model.messages import (
    AdvanceStep,
    AreaDiceRolled,
    CommitOrders,
    ExchangeFound,
    FireWeapon,
    HexContested,
    HitRolled,
    HoldFire,
    LoadSpent,
    PassChoice,
    Plot,
    PlotOrders,
    TargetChosen,
    UnitMoved,
    UnitRevealed,
)
from adjudicator.rulesets.hex_orders.model.subjects import OrdersSubject
from tests.rulesets.hex_orders.assault.fixtures import ORK_NATION, SLOW, forward
from tests.rulesets.hex_orders.assault.steps import choose_hex
from tests.rulesets.hex_orders.fixtures import ORK, gunnery, infantry, smoke, squad, table, tank, weapon, with_orders
from tests.rulesets.hex_orders.gunnery.fixtures import FIRE_FIRST, HIDDEN, SNIPERS, TOKEN, ambush, duel, shooter
from tests.rulesets.hex_orders.gunnery.steps import (
    begin_firing,
    declare_shots,
    fires_area_weapon,
    roll,
    spot_command,
    spot_token,
)
from tests.rulesets.hex_orders.orders.steps import begin_movement, resolve, silent_answer
from tests.rulesets.hex_orders.steps import (
    SILENT,
    asked,
    begin,
    fires,
    of_kind,
    refused,
    roll_declared,
    shot,
    silence,
    unit,
)


@pytest.mark.rule("HX-GUNNERY-20")
@pytest.mark.ruling("HX-GUNNERY-20.2", "HX-LOS-17.2")
def test_a_hidden_unit_is_no_target_and_may_be_spotted():
    """A shot at a token is refused, a Spot at it allowed."""
    sharp = with_orders(shooter(), gunnery=(gunnery("Fire+Spot"),))
    more = [("b2", "E4", "S", infantry(), {"speed": "slow"})]
    played = begin_firing((), sharp, other=TOKEN, orders=("-+-+-", "Fire+Spot"), more=more)
    refused(played, "red", fires("a1", "gun", shot("b1")), "HX-GUNNERY-20", "hidden-target")
    silence(played)
    begin(played, "gunnery_2").asks("fire", "red")
    assert not played.refused(spot_command("a1", "b1"), "red")
    refused(played, "red", spot_command("a1", "b2"), "HX-GUNNERY-19", "not-a-token")
    silence(played)


@pytest.mark.rule("HX-GUNNERY-20")
@pytest.mark.ruling("HX-GUNNERY-20.2")
def test_an_area_attack_counts_hidden_models():
    """An area attack on a hex with a revealed enemy has dice for the hidden enemy there too."""
    bomb = weapon("bomb", weapon_range=4, area=4, always_loaded=True)
    played = begin_firing([1] * 8, squad(bomb, count=1), more=[("b2", "D3", "S", infantry(), TOKEN)])
    played.when("red", fires_area_weapon("bomb", "D3", 1)).accepted()
    assert [row.target for row in of_kind(roll_declared(played).events, AreaDiceRolled)] == ["b1", "b2"]


@pytest.mark.rule("HX-GUNNERY-21")
@pytest.mark.ruling("HX-GUNNERY-21.2", "HX-GUNNERY-21.4")
def test_firing_reveals():
    """A hidden unit that fires is revealed, and is a legal target only after that gunnery step."""
    sniper = shooter(nation="ork")
    more = [("b2", "D8", "N", tank(nation="ork"), {"speed": "slow"})]
    played = duel(
        [1, 1],
        shooter(weapon("gun", weapon_range=8, always_loaded=True)),
        sniper,
        other=TOKEN,
        more=more,
        orders=("-+-+-", "Fire+Fire"),
        running={"b1": ("-+-+-", "Fire+-")},
    )
    begin(played, "gunnery_1").asks("fire", "blue")
    played.when("blue", fires("b1", "gun", shot("a1"))).then(UnitRevealed, unit="b1", reason="fired")
    while asked(played)[1] != (0,):
        played.when(asked(played)[1][0], SILENT).accepted()
    refused(played, "red", fires("a1", "gun", shot("b1")), "HX-TURN-22", "revealed-too-late")
    declare_shots(played, shot("b2")).accepted()
    assert len(of_kind(roll_declared(played).events, HitRolled)) == 2
    silence(played)
    begin(played, "gunnery_2").asks("fire", "red")
    assert not played.refused(fires("a1", "gun", shot("b1")), "red")
    silence(played)


@pytest.mark.rule("HX-GUNNERY-21")
@pytest.mark.ruling("HX-GUNNERY-21.2")
def test_moving_in_sight_reveals():
    """A hidden unit that leaves a forest for a hex that an enemy sees is revealed at the end of Movement 1."""
    played = duel(
        (),
        tank(),
        other={**TOKEN, "speed": "slow"},
        at="D7",
        to="D3",
        looks="S",
        hexes={"D3": "forest"},
        running={"b1": ("F+-+-",)},
    )
    begin(played, "movement_1")
    events = silence(played)
    assert [(row.unit, row.reason) for row in of_kind(events, UnitRevealed)] == [("b1", "moved")]
    places = [type(event) for event in events]
    assert places.index(UnitMoved) < places.index(UnitRevealed)


@pytest.mark.rule("HX-GUNNERY-21")
def test_moving_out_of_sight_does_not():
    """A hidden unit that moves where no enemy sees it stays hidden."""
    hexes = {"D5": "mountains", "C5": "mountains", "E5": "mountains"}
    played = duel(
        (),
        tank(),
        other={**TOKEN, "speed": "slow"},
        at="D8",
        to="D2",
        looks="S",
        hexes=hexes,
        running={"b1": ("F+-+-",)},
    )
    begin(played, "movement_1")
    assert not of_kind(silence(played), UnitRevealed)
    assert (unit(played, "b1").hex, unit(played, "b1").hidden) == ("D3", True)


@pytest.mark.rule("HX-GUNNERY-21")
def test_doing_nothing_does_not():
    """A hidden unit in the open with -+-+- and -+- stays hidden for the whole turn."""
    played = duel((), tank(), other=TOKEN)
    for step in ("gunnery_1", "movement_1", "movement_2", "movement_3", "gunnery_2"):
        begin(played, step)
        assert not of_kind(silence(played), UnitRevealed)
    assert unit(played, "b1").hidden


@pytest.mark.rule("HX-GUNNERY-21")
@pytest.mark.ruling("HX-GUNNERY-21.2")
def test_an_assault_reveals():
    """A hidden unit whose hex is entered, and one that enters, is drawn into the assault and revealed."""
    for hidden in ("a1", "b1"):
        own, other = ({"speed": "slow", "hidden": hidden == name} for name in ("a1", "b1"))
        played = duel((), tank(), at="D4", to="D3", own=own, other=other, running={"a1": ("F+-+-",), "b1": ("-+-+-",)})
        begin(played, "movement_1")
        events = silence(played, until="effects")
        assert [(row.unit, row.reason) for row in of_kind(events, UnitRevealed)] == [(hidden, "assault")]


@pytest.mark.rule("HX-GUNNERY-21")
@pytest.mark.ruling("HX-GUNNERY-21.2")
def test_a_token_from_a_hex_effect_reveals():
    """A hidden unit that is poisoned by a cloud is revealed; one that the cloud spares is not."""
    cloud = smoke(0, poison=2, poison_level=8, poison_density=4)
    for dice, seen in (((4, 1, 1, 1, 1), True), ((1, 1, 1, 1, 1), False)):
        played = duel(dice, tank(), other=TOKEN, hexes={"D3": cloud})
        begin(played, "movement_1")
        assert bool(of_kind(silence(played), UnitRevealed)) is seen


@pytest.mark.rule("HX-GUNNERY-21")
@pytest.mark.ruling("HX-GUNNERY-21.3")
def test_by_option_only_a_spot_reveals():
    """With hidden_reveal = spot_only neither firing nor moving in sight reveals, and a Spot does."""
    sniper = shooter(nation="ork")
    played = duel([1], tank(), sniper, other=TOKEN, running={"b1": ("-+-+-", "Fire+-")}, hidden_reveal="spot_only")
    begin(played, "gunnery_1").asks("fire", "blue")
    played.when("blue", fires("b1", "gun", shot("a1"))).without(UnitRevealed)
    roll_declared(played)
    assert unit(played, "b1").hidden
    played = duel(
        (), tank(), other={**TOKEN, "speed": "slow"}, at="D7", running={"b1": ("F+-+-",)}, hidden_reveal="spot_only"
    )
    begin(played, "movement_1")
    assert not of_kind(silence(played), UnitRevealed)
    _, events = spot_token([5], hidden_reveal="spot_only")
    assert [row.reason for row in of_kind(events, UnitRevealed)] == ["spotted"]


@pytest.mark.rule("HX-GUNNERY-21", "HX-TURN-22")
def test_a_hidden_unit_that_fires_is_seen_at_once_and_fired_at_only_later():
    """It is shown when it declares; the enemy's shot has to wait for the next gunnery step."""
    played = ambush([2], running={"a1": FIRE_FIRST, "b1": FIRE_FIRST}, red={"hex": "D4"})
    begin(played, "gunnery_1").asks("fire", "blue")
    musket = FireWeapon(unit="b1", weapon="musket", shots=(shot("a1"),), use_aim=False)
    played.when("blue", musket).then(UnitRevealed, unit="b1", reason="fired").then(TargetChosen).then(LoadSpent)
    played.when("blue", HoldFire(unit="b1", models=())).asks("gunnery_hits", "table")
    roll(played).then(HitRolled)


@pytest.mark.rule("HX-GAP-09")
def test_orders_that_are_due_are_told_with_their_entry_and_later_ones_stay_sealed():
    """A revealed unit's orders of this turn are shown and their entry is opened; those of the next are not."""
    played = table(
        turn=0,
        pace="step",
        units=[("a1", "D5", "N", tank(), {}), ("b1", "D4", "S", SNIPERS, {**HIDDEN, "loads": {"musket": 1}})],
    )
    played.ask("orders", "red", "blue", subject=OrdersSubject(0))
    plots = []
    for turn in (1, 2):
        for order in ("-+Fire", "Fire+-"):
            plot = Plot(turn=turn, unit="b1", movement=("-+-+-",), gunnery=(order,))
            played.when("blue", PlotOrders(plot=plot)).accepted()
        plots.append(played.protocol.seq)
        for seat in ("red", "blue"):
            played.when(seat, CommitOrders(turn=turn, allow_defaults=True)).accepted()
    played.when("table", AdvanceStep()).asks("fire", "blue")
    musket = FireWeapon(unit="b1", weapon="musket", shots=(shot("a1"),), use_aim=False)
    out = played.when("blue", musket).then(UnitRevealed).then(Unsealed, entries=(plots[0],))
    assert [row.gunnery for row in out.one(UnitRevealed).orders] == [("Fire+-",)]
    assert not played.game.orders["b1@2"].shown
    played.when("blue", PassChoice())


@pytest.mark.rule("HX-TURN-22")
def test_a_unit_that_showed_itself_in_this_step_is_no_target_yet():
    """The refusal names the step."""
    played = table(
        turn=3,
        pace="step",
        units=[
            ("a1", "D5", "N", tank(), {"speed": "slow", "loads": {"main_gun": 1}}),
            ("b1", "D3", "S", SNIPERS, {**HIDDEN, "loads": {"musket": 1}}),
            ("b2", "D2", "S", ORK, {}),
        ],
        running={"a1": FIRE_FIRST, "b1": FIRE_FIRST},
    )
    begin(played, "gunnery_1")
    played.when("blue", FireWeapon(unit="b1", weapon="musket", shots=(shot("a1"),), use_aim=False))
    played.when("blue", PassChoice()).asks("fire", "red")
    given = FireWeapon(unit="a1", weapon="main_gun", shots=(shot("b1"),), use_aim=False)
    played.when("red", given).rejected("HX-TURN-22", "revealed-too-late")


@pytest.mark.rule("HX-GUNNERY-21")
def test_with_spot_only_a_unit_that_fires_stays_hidden():
    """Its shot is seen, what it is stays hidden."""
    played = ambush(running={"b1": FIRE_FIRST}, red={"hex": "D4"}, options={"hidden_reveal": "spot_only"})
    begin(played, "gunnery_1")
    musket = FireWeapon(unit="b1", weapon="musket", shots=(shot("a1"),), use_aim=False)
    played.when("blue", musket).then(TargetChosen).without(UnitRevealed)
    assert unit(played, "b1").hidden


@pytest.mark.rule("HX-GUNNERY-21", "HX-GAP-09")
def test_the_enemy_sees_a_token_move_and_who_enters_its_sight_is_revealed() -> None:
    """The enemy sees a token move; who enters a hex in his sight is turned face up."""
    hidden = {"speed": "slow", "hidden": True}
    units = [
        ("a1", "D5", "N", infantry(), hidden),
        ("a2", "A9", "N", infantry(), hidden),
        ("b1", "D1", "S", tank(), None),
    ]
    wood = dict.fromkeys((f"{column}{row}" for column in "ABC" for row in (5, 6)), "forest")
    played = begin_movement(units=units, running={"a1": ("F+-+-",), "a2": ("F+-+-",)}, hexes=wood)
    for kind in ("intents", "moves", "moves"):
        played.when("red", silent_answer(played, kind)).accepted()
    outcome = resolve(played)
    assert [event.owner for event in outcome.events if isinstance(event, UnitMoved)] == [0, 0]
    shown = [event.unit for event in outcome.events if isinstance(event, UnitRevealed)]
    assert shown == ["a1"]


@pytest.mark.rule("HX-GUNNERY-21")
def test_who_is_drawn_into_an_assault_is_revealed() -> None:
    """A hidden unit that is drawn into an assault turns face up, by every option."""
    for option in ("standard", "spot_only"):
        units = [("a1", "D5", "N", infantry(**ORK_NATION), SLOW), ("b1", "D4", "S", infantry(), {"hidden": True})]
        played = begin_movement(units=units, running=forward("a1"), options={"hidden_reveal": option})
        for kind in ("intents", "moves", "moves"):
            played.when("blue", silent_answer(played, kind)).accepted()
        resolve(played).then(UnitRevealed, unit="b1", reason="assault").then(HexContested)


@pytest.mark.rule("HX-GUNNERY-21", "HX-ASSAULT-07")
def test_hidden_unit_in_an_exchange() -> None:
    """Who turns face up in an exchange changes nobody's way in the step: all is judged from its start."""
    units = [
        ("a1", "D5", "N", infantry(**ORK_NATION), SLOW),
        ("a2", "A4", "N", infantry(**ORK_NATION), SLOW),
        ("b1", "D4", "S", infantry(), {"speed": "slow", "hidden": True}),
        ("b2", "A1", "S", infantry(), None),
    ]
    played = begin_movement(units=units, running={**forward("a1", "b1"), "a2": ("Chase+-+-",)})
    for kind in ("intents", "moves", "moves"):
        played.when("blue", silent_answer(played, kind)).accepted()
    resolve(played).then(ExchangeFound).then(UnitRevealed, unit="b1")
    choose_hex(played, "D4").then(UnitMoved, unit="a2", hex="A3").then(HexContested, hex="D4")
