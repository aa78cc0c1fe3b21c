"""Units that enter each other's hex: where they fight, and who has the hexes afterwards."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    ChooseContestedHex,
    ExchangeFound,
    FightEnded,
    HexContested,
    HexEffectTriggered,
    MoveOverstacked,
    RollOffRolled,
    UnitMoved,
    UnitRetreated,
)
from tests.kit import Table
from tests.rulesets.hex_orders.assault.fixtures import (
    BRUTE,
    ELF,
    FORWARD,
    ORK_NATION,
    SLOW,
    STAY,
    STILL,
    forward,
    model_that_fights,
    mover,
)
from tests.rulesets.hex_orders.assault.steps import (
    accepted_commands,
    assault,
    attack_standing,
    choose_hex,
    contested_hexes,
    dice_of_base,
    enter_from_both_sides,
    swap,
)
from tests.rulesets.hex_orders.damage.fixtures import effects_in_hex
from tests.rulesets.hex_orders.fixtures import ORK, infantry
from tests.rulesets.hex_orders.orders.steps import begin_movement, resolve
from tests.rulesets.hex_orders.steps import events_of_kind, finish_silently, hexes_of, innermost_window, rolls_of_game


@pytest.mark.rule("HX-ASSAULT-07")
@pytest.mark.parametrize("chosen", ["D4", "D5"])
@pytest.mark.ruling("HX-ASSAULT-38.2")
def test_the_better_nation_chooses_the_hex_of_an_exchange(chosen):
    """Ork D5 and Elf D4 swap: the Ork player chooses, its hex effects are tested, and a friend may join there."""
    friend = ("a2", "C4", "SE", model_that_fights("ork"), SLOW)
    dice = [1] * (3 if chosen == "D4" else 2)
    played = swap("exchange", dice=dice, others=[friend], hexes={"D4": effects_in_hex(fire=2)}, a2=FORWARD)
    assert innermost_window(played).asks == (0,)
    (exchange,) = played.game.exchanges
    assert accepted_commands(played, "red", ChooseContestedHex(exchange=exchange, hex="D3")) == [False]
    played.when("red", ChooseContestedHex(exchange=exchange, hex=chosen)).accepted()
    finish_silently(played)
    tested = {row.unit for row in events_of_kind(played, HexEffectTriggered)}
    if chosen == "D4":
        assert (sorted(contested_hexes(played)["D4"]), tested) == (["a1", "a2", "b1"], {"a1", "a2", "b1"})
    else:
        assert sorted(contested_hexes(played)["D5"]) == ["a1", "b1"]
        assert "a1" not in tested


@pytest.mark.rule("HX-ASSAULT-07")
@pytest.mark.parametrize(
    ("red", "blue", "seat"),
    [
        ("elf", "dwarf", 1),
        ("dwarf", "ork", 1),
        ("ork", "dark_elf", 1),
        ("dark_elf", "spartan", 1),
        ("spartan", "elf", 0),
        ("dark_elf", "elf", 0),
    ],
)
def test_the_order_of_melee_nations(red, blue, seat):
    """Spartan, Dark-Elf, Ork, Dwarf, Elf in falling order say which team decides."""
    played = swap("exchange", red=model_that_fights(red), blue=model_that_fights(blue))
    assert innermost_window(played).asks == (seat,)


@pytest.mark.rule("HX-ASSAULT-07")
@pytest.mark.ruling("HX-ASSAULT-07.2")
def test_the_best_nation_of_a_team_counts():
    """Dwarf and Dark-Elf together against an Ork: their team decides."""
    friend = ("a2", "D5", "N", model_that_fights("dark_elf"), SLOW)
    played = swap(
        "exchange", red=model_that_fights("dwarf"), blue=model_that_fights("ork"), others=[friend], a2=FORWARD
    )
    assert innermost_window(played).asks == (0,)


@pytest.mark.rule("HX-ASSAULT-07")
@pytest.mark.ruling("HX-ASSAULT-07.1")
def test_mirror_nations_roll_off_for_the_hex():
    """Ork against Ork: a d6 each, the higher one decides, ties are rolled again."""
    played = swap("exchange", dice=[3, 3, 2, 5], blue=model_that_fights("ork"))
    assert [(row.faces, row.winner) for row in events_of_kind(played, RollOffRolled)] == [((3, 3, 2, 5), 1)]
    assert innermost_window(played).asks == (1,)


@pytest.mark.rule("HX-ASSAULT-08")
@pytest.mark.ruling("HX-ASSAULT-08.2")
def test_the_winner_goes_where_it_wanted_to():
    """The Ork that wins the fight for D5 is in D5; it enters after the loser has gone."""
    played = enter_from_both_sides([1, 1], [BRUTE], [model_that_fights()])
    assert hexes_of(played, "a1", "b1") == ["D5", "D4"]
    played = attack_standing([1, 1], BRUTE, model_that_fights())
    assert hexes_of(played, "a1", "b1") == ["D5", "D6"]
    kinds = [type(event).__name__ for entry in played.log for event, _ in entry.events]
    assert kinds.index("UnitRetreated") < len(kinds) - 1 - kinds[::-1].index("UnitMoved")
    assert [(row.unit, row.way) for row in events_of_kind(played, UnitMoved)][-1] == ("a1", "winner")


@pytest.mark.rule("HX-ASSAULT-08")
@pytest.mark.ruling("HX-ASSAULT-08.2")
def test_nobody_moves_before_the_retreats():
    """The winner is still outside when the loser is asked where it goes."""
    played = attack_standing([1, 1], BRUTE, model_that_fights(), "retreats")
    assert hexes_of(played, "a1", "b1") == ["D4", "D5"]


@pytest.mark.rule("HX-ASSAULT-08")
def test_a_stationary_winner_stays():
    """An Elf that stays and wins in D5 is still there, the Ork stays in D4."""
    played = attack_standing([1, 6, 1], BRUTE, model_that_fights())
    assert hexes_of(played, "a1", "b1") == ["D4", "D5"]
    assert [row.winner for row in events_of_kind(played, FightEnded)] == [1]


@pytest.mark.rule("HX-ASSAULT-38")
@pytest.mark.parametrize("winner", ["ork", "elf"])
@pytest.mark.parametrize("chosen", ["D4", "D5"])
@pytest.mark.ruling("HX-ASSAULT-38.2")
def test_in_an_exchange_everybody_enters(winner, chosen):
    """Whichever hex is fought over Standard Tanks roll 4 dice and 2 deflection dice; the winner goes to its goal."""
    red, blue = (ORK, ELF)
    own, other = ([6, 1, 1, 1], [1] * 4) if winner == "ork" else ([1] * 4, [6, 1, 1, 1])
    # armour of the loser's front: AP -1, four dice; damage
    played = swap("exchange", dice=[*own, *other, 1, 1, 1, 1, 1, 1, 1, 1, 1], red=red, blue=blue)
    (exchange,) = played.game.exchanges
    played.when("red", ChooseContestedHex(exchange=exchange, hex=chosen)).accepted()
    finish_silently(played)
    assault(played)
    assert dice_of_base(played) == {"a1": 4, "b1": 4}
    assert [len(faces) for why, _, faces in rolls_of_game(played, "deflection")] == [2, 2]
    (retreat,) = events_of_kind(played, UnitRetreated)
    if winner == "ork":
        assert hexes_of(played, "a1") == ["D4"]
        assert retreat.unit == "b1"
        assert retreat.hex in {"C4", "C5", "D3", "E4", "E5"}
    else:
        assert hexes_of(played, "b1") == ["D5"]
        assert retreat.unit == "a1"
        assert retreat.hex in {"C5", "C6", "D6", "E5", "E6"}


@pytest.mark.rule("HX-ASSAULT-38")
@pytest.mark.ruling("HX-ASSAULT-38.3")
def test_a_winner_whose_goal_is_still_held_stays():
    """Another Elf stands in D4 and is not in the fight for D5: the Ork that wins stays in D5."""
    other = ("b2", "D4", "S", model_that_fights(), STILL)
    played = swap("exchange", dice=[1, 1], others=[other], b2=STAY)
    (exchange,) = played.game.exchanges
    played.when("red", ChooseContestedHex(exchange=exchange, hex="D5")).accepted()
    finish_silently(played)
    assert sorted(contested_hexes(played)["D5"]) == ["a1", "b1"]
    assault(played)
    assert hexes_of(played, "a1", "b2") == ["D5", "D4"]


def swap_and_follow(dice: tuple[int, ...] = (), **changes: str) -> Table:
    """Let an Ork in D5 and an Elf in D4 try to swap; another Elf comes from D3."""
    units = [
        ("a1", "D5", "N", infantry(**{**ORK_NATION, **changes}), SLOW),
        ("b1", "D4", "S", infantry(), SLOW),
        ("b2", "D3", "S", infantry(), SLOW),
    ]
    return begin_movement(dice=dice, units=units, running=forward("a1", "b1", "b2"))


@pytest.mark.rule("HX-ASSAULT-02", "HX-ASSAULT-07", "HX-ASSAULT-38")
def test_the_higher_melee_nation_chooses_the_hex_of_an_exchange() -> None:
    """The higher melee nation says where an exchange is fought; who enters that hex joins."""
    played = swap_and_follow()
    outcome = resolve(played).then(ExchangeFound, hexes=("D4", "D5"), units=("a1", "b1"), seat=0).without(UnitMoved)
    outcome.asks("exchange", "red")
    played.when("red", ChooseContestedHex(exchange="x1", hex="D6")).rejected("HX-ASSAULT-07", "not-in-exchange")
    played.when("red", ChooseContestedHex(exchange="x2", hex="D5")).rejected("HX-ASSAULT-07", "other-exchange")
    joined = (mover("a1", "D5", "D4"), mover("b1", "D4", "D5"), mover("b2", "D3", "D4"))
    choose_hex(played, "D4").then(HexContested(fight="f1", hex="D4", units=joined)).without(UnitMoved)
    played = swap_and_follow()
    resolve(played)
    alone = (mover("a1", "D5", "D4"), mover("b1", "D4", "D5"))
    choose_hex(played, "D5").then(UnitMoved, unit="b2", hex="D4").then(HexContested(fight="f1", hex="D5", units=alone))


@pytest.mark.rule("HX-ASSAULT-07", "HX-CHOICE-07")
def test_sides_of_one_nation_roll_for_the_hex_of_an_exchange() -> None:
    """Sides of one nation roll off for the choice."""
    resolve(swap_and_follow((3, 3, 2, 6), nation="elf")).then(RollOffRolled, winner=1).then(ExchangeFound, seat=1)


@pytest.mark.rule("HX-ASSAULT-07", "HX-STACK-04")
def test_the_other_hex_of_an_exchange_is_entered_up_to_its_limit() -> None:
    """The hex of an exchange that nobody fights over is entered as any other, up to its limit."""
    elf = infantry()
    units = [
        ("a1", "D5", "N", infantry(**ORK_NATION), SLOW),
        ("b1", "D4", "S", elf, SLOW),
        ("b2", "D3", "S", elf, SLOW),
        ("b3", "C4", "SE", elf, SLOW),
        ("b4", "E4", "SW", elf, SLOW),
    ]
    played = begin_movement(units=units, running=forward("a1", "b1", "b2", "b3", "b4"))
    resolve(played).without(MoveOverstacked)
    outcome = choose_hex(played, "D5").without(UnitMoved)
    assert [event.unit for event in outcome.events if isinstance(event, MoveOverstacked)] == ["b2", "b3", "b4"]
    assert [len(event.units) for event in outcome.events if isinstance(event, HexContested)] == [2]
