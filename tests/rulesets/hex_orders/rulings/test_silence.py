"""What stands for an answer that is not given."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.messages import EnforceDeadline
from adjudicator.rulesets.hex_orders.model.messages import (
    AssaultAngleChosen,
    AssaultContributorsChosen,
    AttemptPreAssaultRetreat,
    ChooseCasualty,
    GameEnded,
    HugeUnitsDisclosed,
    NoMansLandDeclined,
    PreAssaultRetreatRolled,
    ProposeNoMansLandFeatures,
    SpotDeclared,
    SuccessesExchanged,
    UnitPlaced,
    UnitRetreated,
)
from tests.kit import Outcome, Table
from tests.rulesets.hex_orders.assault.fixtures import (
    BRUTE,
    FORWARD,
    SLOW,
    STAY,
    STILL,
    model_that_fights,
    unmanned_vehicle,
)
from tests.rulesets.hex_orders.assault.steps import attack_standing, enter_from_both_sides, move_and_assault, swap
from tests.rulesets.hex_orders.damage.fixtures import MIXED
from tests.rulesets.hex_orders.damage.steps import among_effects, fire_and_roll
from tests.rulesets.hex_orders.fixtures import ability, infantry, table, tank
from tests.rulesets.hex_orders.gunnery.fixtures import FIRE_FIRST, SPOT_BOTH, TOKEN, duel
from tests.rulesets.hex_orders.orders.steps import carrying_out
from tests.rulesets.hex_orders.setup.fixtures import FIRST
from tests.rulesets.hex_orders.setup.steps import at_no_mans_land, create_with_lists, deploying
from tests.rulesets.hex_orders.steps import (
    asked,
    begin,
    continue_to,
    events_of_kind,
    finish_silently,
    hexes_of,
    innermost_window,
    unit,
)


def enforce(played: Table) -> Outcome:
    """Let the referee close the open window."""
    return played.when("referee", EnforceDeadline(window=innermost_window(played).id)).accepted()


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.2")
def test_silence_names_no_huge_unit():
    """A side that names nothing in time has an empty list, and both lists are shown."""
    played = create_with_lists()
    shown = enforce(played).then(HugeUnitsDisclosed).one(HugeUnitsDisclosed).huge
    assert [(row.seat, row.kinds) for row in shown] == [(0, ()), (1, ())]


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.2")
def test_silence_declines_a_proposal():
    """A proposal for NoMansLand that is not answered is declined."""
    from tests.rulesets.hex_orders.setup.test_map_design import features

    played = at_no_mans_land([1, 6])
    command = features(rough=3)
    assert isinstance(command, ProposeNoMansLandFeatures)
    played.when("red", command).asks("no_mans_land_answer", "blue")
    enforce(played).then(NoMansLandDeclined, seat=1)
    while innermost_window(played).kind == "no_mans_land":
        enforce(played)
    assert {row.terrain for row in played.game.hexes.values()} == {"clear"}


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.2")
@pytest.mark.parametrize(
    ("buildings", "where"), [((), "A9"), (("A9",), "B9"), (("A9", "B9", "C9", "D9", "E9", "F9", "G9"), "A8")]
)
def test_silence_places_from_the_own_edge_column_by_column(buildings, where):
    """Where a unit has to be placed it stands in the first legal hex of its own edge, then of the next row."""
    played = deploying(["guard"], ["standard_tank"], FIRST[::-1], dict.fromkeys(buildings, "building"))
    assert asked(played)[:2] == ("placing", (1,))
    enforce(played).then(UnitPlaced, seat=1, hex=where, facing="N")


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.2")
def test_silence_spots_nothing():
    """A Spot that is not declared is not used."""
    played = duel((), other=TOKEN, orders=SPOT_BOTH, hexes={"D3": "forest"})
    begin(played, "gunnery_1").asks("fire", "red")
    enforce(played)
    finish_silently(played)
    assert not events_of_kind(played, SpotDeclared)
    assert unit(played, "b1").hidden


def timid_in_d5(dice: tuple[int, ...] = ()) -> Table:
    """Let an Ork go into D5, where an Elf stands that may retreat before a fight on a 4."""
    timid = model_that_fights(abilities=(ability("pre_assault_retreat", 4),))
    units = [("a1", "D4", "S", BRUTE, SLOW), ("b1", "D5", "N", timid, STILL)]
    played = among_effects(dice, {}, *units, a1=FORWARD, b1=STAY)
    begin(played, "movement_1")
    return finish_silently(played, "retreat_attempt")


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.2")
def test_silence_tries_no_retreat():
    """A retreat before the assault that is not attempted in time is not attempted."""
    played = timid_in_d5()
    enforce(played)
    finish_silently(played)
    assert not events_of_kind(played, PreAssaultRetreatRolled)
    assert hexes_of(played, "b1") == ["D5"]


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.2")
def test_silence_stays_though_it_might_go():
    """Who may leave after its success and does not say so stays, and the fight takes place."""
    played = timid_in_d5((6,))
    played.when("blue", AttemptPreAssaultRetreat(units=("b1",))).accepted()
    finish_silently(played, "retreat_decision")
    enforce(played)
    finish_silently(played)
    assert [row.succeeded for row in events_of_kind(played, PreAssaultRetreatRolled)] == [True]
    assert not events_of_kind(played, UnitRetreated)
    assert hexes_of(played, "a1", "b1") == ["D4", "D5"]
    played.faces(1, 1)
    continue_to(played, "assault_1")
    assert hexes_of(played, "a1", "b1") == ["D5", "D6"]


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.2")
@pytest.mark.parametrize(("facing", "to"), [("N", "D6"), ("NE", "C6"), ("S", "D4")])
def test_silence_keeps_the_facing_in_a_retreat(facing, to):
    """A loser whose owner says nothing goes to the first possible hex, clockwise from N, and does not turn."""
    played = attack_standing([1, 1], BRUTE, model_that_fights(), "retreats", facing=facing)
    enforce(played)
    finish_silently(played)
    assert (unit(played, "b1").hex, unit(played, "b1").facing) == (to, facing)


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.2")
def test_silence_uses_no_cunning():
    """Successes that are not exchanged in time stay as they were allocated."""
    from tests.rulesets.hex_orders.assault.test_cunning_assault import cunning

    played = enter_from_both_sides([1] * 5 + [1], [cunning(5)], [unmanned_vehicle()], "cunning")
    played.faces(3)
    enforce(played)
    finish_silently(played)
    assert not events_of_kind(played, SuccessesExchanged)


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.2")
def test_silence_takes_the_first_way_clockwise_from_n():
    """A Chase with several ways goes the first one; so does who is moved by the enemy."""
    both = [("b1", "B5", "N", tank(nation="ork")), ("b2", "F5", "N", tank(nation="ork"))]
    played = carrying_out("Chase+-+-", infantry(), *both)
    while innermost_window(played).kind in {"intents", "moves"}:
        enforce(played)
    finish_silently(played)
    assert hexes_of(played, "a1") == ["E5"]
    enemy = ("b1", "E9", "N", tank(nation="ork"))
    played = carrying_out("Flee+-+-", tank(), enemy, at="G9", hexes={"G8": "building"})
    assert asked(played)[:2] == ("flee", (1,))
    enforce(played)
    finish_silently(played)
    assert hexes_of(played, "a1") == ["F9"]


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.2")
def test_silence_takes_the_first_hex_of_an_exchange():
    """The hex of an exchange that is not chosen in time is the first that is listed."""
    played = swap("exchange")
    (exchange,) = played.game.exchanges.values()
    enforce(played)
    finish_silently(played)
    (fight,) = played.game.fights.values()
    assert fight.hex == exchange.hexes[0] == "D4"


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.2")
def test_silence_takes_the_first_bases_and_the_first_angle():
    """Of three attackers the first two that fit roll, and the defender uses its first angle."""
    places = (("a1", "D4", "S"), ("a2", "C5", "SE"), ("a3", "E5", "SW"))
    units: list[Any] = [(id, at, facing, model_that_fights("ork"), SLOW) for id, at, facing in places]
    units.append(("b1", "D5", "N", model_that_fights(), STILL))
    played = move_and_assault([], units, "contributors", a1=FORWARD, a2=FORWARD, a3=FORWARD, b1=STAY)
    enforce(played).then(AssaultContributorsChosen, units=("a1", "a2")).asks("angle", "blue")
    played.faces(1, 1, 1)
    first = played.game.fights["f1"].units
    angles = next(row.angles for row in first if row.unit == "b1")
    enforce(played).then(AssaultAngleChosen, angle=angles[0])
    finish_silently(played)


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.2")
def test_silence_takes_the_first_model():
    """The model that falls is the first where its owner does not say."""
    played = fire_and_roll([5, 4], target=MIXED)
    begin(played, "apply_damage").asks("casualty", "blue")
    assert not played.refused(ChooseCasualty(unit="b1", model=4), "blue")
    enforce(played)
    finish_silently(played)
    assert unit(played, "b1").dead == (1,)


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.2")
def test_silence_holds_the_fire_of_the_weapons_that_are_left():
    """A base that has fired with two models and says no more holds with the others."""
    units = [("a1", "D5", "N", infantry(nation="dwarf"), {"loads": {"musket": 1}, **SLOW}), ("b1", "D3", "S", tank())]
    played = table([], turn=2, pace="step", units=units, running={"a1": FIRE_FIRST})
    begin(played, "gunnery_1").asks("fire", "red")
    enforce(played)
    finish_silently(played)
    assert unit(played, "a1").loads[0].count == 1
    assert not events_of_kind(played, GameEnded)
