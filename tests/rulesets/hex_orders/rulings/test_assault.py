"""Rulings of fights and retreats."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    DamageRolled,
    HexEffectTriggered,
    OrderDamageRolls,
    UnitRetreated,
    UnitShaken,
)
from tests.rulesets.hex_orders.assault.fixtures import (
    BRUTE,
    FORWARD,
    SLOW,
    STAY,
    STILL,
    base_that_fights,
    model_that_fights,
)
from tests.rulesets.hex_orders.assault.steps import (
    accepted_commands,
    advantage,
    attack_standing,
    enter_from_both_sides,
    move_and_assault,
    retreats,
    swap,
)
from tests.rulesets.hex_orders.damage.fixtures import TABLES_OF_50, effects_in_hex
from tests.rulesets.hex_orders.fixtures import infantry, line, model
from tests.rulesets.hex_orders.steps import (
    asked,
    events_of_kind,
    finish_silently,
    hexes_of,
    innermost_window,
    refused,
    rolls_of_game,
)


@pytest.mark.rule("HX-ASSAULT-08")
@pytest.mark.ruling("HX-ASSAULT-08.2")
def test_effects_act_after_a_fight_where_units_are_then():
    """A loser that retreats into a burning D6 is tested there right after the assault, who won is not."""
    played = attack_standing([1, 1], BRUTE, model_that_fights(), "effects", hexes={"D6": effects_in_hex(fire=2)})
    assert hexes_of(played, "a1", "b1") == ["D5", "D6"]
    assert not events_of_kind(played, HexEffectTriggered)
    played.faces(1)
    finish_silently(played)
    found = [(row.unit, row.hex, row.effect) for row in events_of_kind(played, HexEffectTriggered)]
    assert found == [("b1", "D6", "fire")]


@pytest.mark.rule("HX-ASSAULT-07")
@pytest.mark.ruling("HX-ASSAULT-07.2")
def test_a_better_nation_elsewhere_does_not_choose_the_hex():
    """A Spartan that is no part of the exchange of a Dwarf and an Ork leaves the choice to the Ork."""
    friend = ("a2", "A9", "N", model_that_fights("spartan"), STILL)
    played = swap("exchange", red=model_that_fights("dwarf"), blue=model_that_fights("ork"), others=[friend], a2=STAY)
    assert innermost_window(played).asks == (1,)


@pytest.mark.rule("HX-ASSAULT-21")
@pytest.mark.ruling("HX-ASSAULT-21.1")
def test_a_better_nation_elsewhere_wins_no_tie():
    """An Elf and a Dark-Elf tie in D5; a Spartan of the Elf's team in another hex does not count."""
    units = [
        ("a1", "D4", "S", model_that_fights("elf"), SLOW),
        ("a2", "A9", "N", model_that_fights("spartan"), STILL),
        ("b1", "D5", "N", model_that_fights("dark_elf"), STILL),
    ]
    played = move_and_assault([1, 1], units, a1=FORWARD, a2=STAY, b1=STAY)
    assert (advantage(played).seat, advantage(played).tie) == (1, True)


@pytest.mark.rule("HX-ASSAULT-14")
@pytest.mark.ruling("HX-ASSAULT-14.2")
def test_a_surplus_base_shares_a_defeat():
    """Of three Elves that attack an Ork two roll; all three lose, stay outside and are asked how they turn."""
    places = (("b1", "D4", "S"), ("b2", "C5", "SE"), ("b3", "E5", "SW"))
    units: list[Any] = [(id, at, facing, model_that_fights("elf"), SLOW) for id, at, facing in places]
    units.append(("a1", "D5", "N", base_that_fights(1, line(1, 6), "ork"), STILL))
    played = move_and_assault([1, 1, 1], units, b1=FORWARD, b2=FORWARD, b3=FORWARD, a1=STAY)
    assert hexes_of(played, "a1", "b1", "b2", "b3") == ["D5", "D4", "C5", "E5"]
    assert sorted(row.unit for row in events_of_kind(played, UnitRetreated)) == ["b1", "b2", "b3"]
    assert not events_of_kind(played, UnitShaken)


@pytest.mark.rule("HX-RETREAT-09")
@pytest.mark.ruling("HX-RETREAT-09.2")
@pytest.mark.parametrize("first", ["b1", "b2"])
def test_the_owner_of_two_losers_says_which_of_them_has_the_room(first):
    """Losers in D5 and E5 both have E6 open with room for one: the owner chooses who goes there, without dice."""
    # both face so that their way back is E6: from D5 facing NW it is E6, from E5 facing N it is E6
    units = [
        ("a1", "D4", "S", BRUTE, SLOW),
        ("b1", "D5", "NW", model_that_fights(), STILL),
        ("a2", "E4", "S", model_that_fights("ork"), SLOW),
        ("b2", "E5", "N", model_that_fights(), STILL),
        ("b3", "E6", "N", model_that_fights(), STILL),
    ]
    played = move_and_assault([1, 1, 1, 1], units, "retreats", a1=FORWARD, a2=FORWARD, b1=STAY, b2=STAY, b3=STAY)
    other = "b2" if first == "b1" else "b1"
    assert innermost_window(played).asks == (1,)
    assert accepted_commands(played, "blue", retreats("b1", "E6"), retreats("b2", "E6")) == [True, True]
    played.when("blue", retreats(first, "E6")).accepted()
    refused(played, "blue", retreats(other, "E6"), "HX-RETREAT-04", "hex-not-closest")
    finish_silently(played)
    assert hexes_of(played, first) == ["E6"]
    assert hexes_of(played, other)[0] != "E6"
    assert not rolls_of_game(played, "retreat-space")


@pytest.mark.rule("HX-TURN-23")
@pytest.mark.ruling("HX-TURN-23.2")
@pytest.mark.parametrize("order", [("h1", "h2"), ("h2", "h1")])
def test_each_side_of_a_fight_orders_the_rolls_that_it_causes(order):
    """Two unlike hits of red on one base are ordered by red, two of blue by blue, and by nobody else."""
    strong, weak = line(1, 1, damage="d6+1"), line(1, 1)
    both = (model("strong", strong), model("weak", weak))
    sheets = [infantry(nation=nation, models=both, tables=TABLES_OF_50) for nation in ("ork", "elf")]
    played = enter_from_both_sides([1, 1, 1, 1], sheets[:1], sheets[1:], "damage_order")
    assert asked(played)[:2] == ("damage_order", (0, 1))
    hits = played.game.hits.values()
    own = {seat: sorted(row.id for row in hits if row.seat == seat) for seat in (0, 1)}
    chosen = {seat: tuple(names if order == ("h1", "h2") else names[::-1]) for seat, names in own.items()}
    for seat, who in enumerate(("red", "blue")):
        refused(played, who, OrderDamageRolls(hits=tuple(own[1 - seat])), "HX-TURN-23", "not-to-order")
        if seat:
            played.faces(2, 3, 4, 5)
        played.when(who, OrderDamageRolls(hits=chosen[seat])).accepted()
    finish_silently(played)
    rolled = [row.hit for row in events_of_kind(played, DamageRolled)]
    for names in chosen.values():
        assert tuple(name for name in rolled if name in names) == names


@pytest.mark.rule("HX-RETREAT-07", "HX-RETREAT-04")
@pytest.mark.ruling("HX-RETREAT-04.2", "HX-RETREAT-07.2")
def test_nobody_retreats_to_where_a_winner_stays():
    """Three Orks beat an Elf whose way back is D4, where one of them comes from and stays: no hex holds both sides."""
    places = (("a1", "D4", "S"), ("a2", "C5", "SE"), ("a3", "E5", "SW"))
    units: list[Any] = [(id, at, facing, model_that_fights("ork"), SLOW) for id, at, facing in places]
    units.append(("b1", "D5", "S", model_that_fights(), STILL))
    played = move_and_assault([1, 1, 1], units, a1=FORWARD, a2=FORWARD, a3=FORWARD, b1=STAY)
    assert hexes_of(played, "a1", "a2", "a3") == ["D4", "C5", "E5"]
    assert hexes_of(played, "b1")[0] not in {"D4", "C5", "E5", "D5"}
