"""Rulings where two chapters meet."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    Aim,
    AssaultCancelled,
    AttemptPreAssaultRetreat,
    DecidePreAssaultRetreat,
    ExchangeFound,
    RollOffRolled,
    SpeedChanged,
    UnitLanded,
    UnitTookOff,
)
from tests.rulesets.hex_orders.assault.fixtures import (
    BRUTE,
    FORWARD,
    NEVER_HITS,
    SLOW,
    STAY,
    STILL,
    base_that_fights,
    model_that_fights,
)
from tests.rulesets.hex_orders.assault.steps import (
    advantage,
    assault,
    contested_hexes,
    dice_of_base,
    enter_from_both_sides,
)
from tests.rulesets.hex_orders.board.steps import see_each_other
from tests.rulesets.hex_orders.damage.steps import among_effects
from tests.rulesets.hex_orders.fixtures import GUN, ability, gunnery, speed, squad, with_orders
from tests.rulesets.hex_orders.gunnery.fixtures import duel
from tests.rulesets.hex_orders.gunnery.steps import as_declared, declare_shots
from tests.rulesets.hex_orders.steps import (
    begin,
    events_of_kind,
    finish_silently,
    hexes_of,
    innermost_window,
    play_steps,
    roll_declared,
    shot,
)

FEAR = (ability("fear", 6),)


def glider(*orders: str, **changes: Any) -> Any:
    """Make a base that hits on a 6, flies while it is gliding and may be given these orders."""
    base = model_that_fights(**changes)
    return with_orders(replace(base, speeds=(*base.speeds, speed("gliding", "-+-+-", flying=True))), *orders)


@pytest.mark.rule("HX-ASSAULT-03", "HX-ORDERS-37")
@pytest.mark.ruling("HX-ASSAULT-03.2")
@pytest.mark.parametrize(
    ("pace", "order", "event", "fights"),
    [
        ("gliding", "B[slow]+-+-", UnitLanded, {"D4": ["a1", "b1"]}),
        ("slow", "A[gliding]+-+-", UnitTookOff, {}),
        ("gliding", "-+-+-", None, {}),
        ("slow", "-+-+-", None, {"D4": ["a1", "b1"]}),
    ],
)
def test_who_lands_is_met_and_who_takes_off_is_not(pace, order, event, fights):
    """Changes of speed come before the fight: an Ork that enters D4 meets who lands there, and nobody who has risen."""
    units = [("a1", "D5", "N", BRUTE, SLOW), ("b1", "D4", "N", glider(order), {"speed": pace})]
    played = play_steps(among_effects([], {}, *units, a1=FORWARD, b1=order), "movement_1")
    assert contested_hexes(played) == fights
    if event:
        assert [row.unit for row in events_of_kind(played, event)] == ["b1"]
        assert len(events_of_kind(played, SpeedChanged)) == 1


@pytest.mark.rule("HX-ASSAULT-04", "HX-ASSAULT-02")
@pytest.mark.ruling("HX-ASSAULT-04.2", "HX-ASSAULT-04.3")
@pytest.mark.parametrize(("may", "exchanges"), [(False, 0), (True, 1)])
def test_a_flyer_and_a_walker_exchange_hexes(may, exchanges):
    """In the air and on the ground they pass each other; by option they fight like two ground units."""
    units = [("a1", "D5", "N", BRUTE, SLOW), ("b1", "D4", "S", glider("F+-+-"), {"speed": "gliding"})]
    options = {"flying_ground_assault": may}
    played = play_steps(among_effects([], {}, *units, options=options, a1=FORWARD, b1=FORWARD), "movement_1")
    assert len(events_of_kind(played, ExchangeFound)) == exchanges
    assert hexes_of(played, "a1", "b1") == (["D5", "D4"] if may else ["D4", "D5"])


@pytest.mark.rule("HX-STACK-04", "HX-ABILITIES-08")
@pytest.mark.ruling("HX-STACK-04.2")
@pytest.mark.parametrize(("since", "dice"), [(2, 4), (1, 2)])
def test_who_is_shaken_from_the_next_turn_does_not_fear_in_this_one(since, dice):
    """A base held back by stacking in this turn throws four dice against Fear, one that is shaken now two."""
    fearful = base_that_fights(1, NEVER_HITS, "ork", abilities=FEAR)
    fields = {"b1": {"pinned": 2, "shaken_from": since}}
    played = enter_from_both_sides([1] * (2 + dice), [fearful], [base_that_fights(4, NEVER_HITS)], fields=fields)
    assert dice_of_base(played) == {"a1": 1, "b1": dice}


@pytest.mark.rule("HX-CHOICE-07", "HX-ASSAULT-21")
@pytest.mark.ruling("HX-CHOICE-07.2", "HX-CHOICE-07.3")
@pytest.mark.parametrize(("option", "rolled"), [("roll_each_time", [(6, 2)]), ("roll_once_per_game", [])])
def test_a_tie_is_settled_by_the_roll_that_holds_for_the_game(option, rolled):
    """Orks that tie roll for it, unless one roll holds for the game and has been made: then that one counts."""
    units = [("a1", "D4", "S", BRUTE, SLOW), ("b1", "D5", "N", model_that_fights("ork"), STILL)]
    played = among_effects([], {}, *units, options={"mirror_rank": option}, a1=FORWARD, b1=STAY)
    play_steps(played, "movement_1")
    played.set(rank=1)
    played.faces(1, 1, *(face for faces in rolled for face in faces))
    assault(played)
    assert [row.faces for row in events_of_kind(played, RollOffRolled)] == rolled
    assert (advantage(played).seat, advantage(played).tie) == (0 if rolled else 1, True)


@pytest.mark.rule("HX-GUNNERY-17")
@pytest.mark.ruling("HX-GUNNERY-17.2")
@pytest.mark.parametrize(("ground", "aimed"), [("clear", False), ("mountains", True)])
def test_an_aim_from_the_air_has_the_height_of_its_hex(ground, aimed):
    """Who flew when it aimed and flies now sees from the aim hex as from its ground: a forest between takes the aim."""
    flyer = replace(squad(GUN, count=1), types=("infantry", "biological", "flying"))
    firer = with_orders(flyer, gunnery=(gunnery("Fire+Fire"),))
    own = {"aim": Aim(hex="D8", turn=1)}
    played = duel((), firer, at="E7", to="D4", own=own, hexes={"D8": ground, "D6": "forest"}, turn=2)
    begin(played, "gunnery_1").asks("fire", "red")
    fired = declare_shots(played, shot("b1"), use_aim=True)
    if not aimed:
        fired.rejected("HX-GUNNERY-17", "aim-not-from-there", "use_aim", unit="a1")
        fired = declare_shots(played, shot("b1"))
    assert as_declared(fired).aimed is aimed
    played.faces(1)
    roll_declared(played)


@pytest.mark.rule("HX-LOS-04", "HX-LOS-15")
@pytest.mark.ruling("HX-LOS-04.2", "HX-LOS-04.3")
@pytest.mark.parametrize(("wood", "seen"), [({}, True), ({"B1": "forest"}, False), ({"B1": "hills"}, False)])
def test_a_pair_at_the_edge_is_its_hex_on_the_board_for_blind_hexes_too(wood, seen):
    """From a hill A1 along the edge to C1 the hex B1 decides alone: a forest there blinds C1."""
    assert see_each_other("A1", "C1", {"A1": "hills", **wood}) is seen


@pytest.mark.rule("HX-ASSAULT-37")
@pytest.mark.ruling("HX-ASSAULT-37.2")
def test_no_effect_of_a_fight_is_left_where_all_enemies_went():
    """Both defenders of D5 retreat before the fight: two Orks enter together, without dice and unshaken."""
    timid = model_that_fights(abilities=(ability("pre_assault_retreat", 2),))
    units = [
        ("a1", "D4", "S", BRUTE, SLOW),
        ("a2", "C5", "SE", model_that_fights("ork"), SLOW),
        ("b1", "D5", "N", timid, STILL),
        ("b2", "D5", "N", timid, STILL),
    ]
    played = among_effects([2, 2], {}, *units, a1=FORWARD, a2=FORWARD)
    begin(played, "movement_1")
    finish_silently(played, "retreat_attempt")
    played.when("blue", AttemptPreAssaultRetreat(units=("b1", "b2"))).accepted()
    finish_silently(played, "retreat_decision")
    for name, where in (("b1", "D6"), ("b2", "D6")):
        played.when("blue", DecidePreAssaultRetreat(unit=name, goes=True, hex=where, turn="none")).accepted()
    finish_silently(played)
    assault(played)
    assert len(events_of_kind(played, AssaultCancelled)) == 1
    assert hexes_of(played, "a1", "a2", "b1", "b2") == ["D5", "D5", "D6", "D6"]
    assert all(not row.pinned for row in played.game.units.values())


@pytest.mark.rule("HX-CHOICE-07", "HX-ASSAULT-07")
@pytest.mark.ruling("HX-ASSAULT-07.1", "HX-CHOICE-07.3")
@pytest.mark.parametrize(("option", "rolled"), [("roll_each_time", [(6, 2)]), ("roll_once_per_game", [])])
def test_the_hex_of_an_exchange_goes_by_the_roll_that_holds_for_the_game(option, rolled):
    """Orks that swap hexes roll for the choice, unless one roll holds for the game and has been made."""
    units = [("a1", "D5", "N", BRUTE, SLOW), ("b1", "D4", "S", model_that_fights("ork"), SLOW)]
    faces = [face for row in rolled for face in row]
    played = among_effects(faces, {}, *units, options={"mirror_rank": option}, a1=FORWARD, b1=FORWARD)
    played.set(rank=1)
    begin(played, "movement_1")
    finish_silently(played, "exchange")
    assert [row.faces for row in events_of_kind(played, RollOffRolled)] == rolled
    assert innermost_window(played).asks == ((0,) if rolled else (1,))
    finish_silently(played)
