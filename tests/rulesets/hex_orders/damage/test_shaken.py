"""Pinned tokens, and what a unit that has some still does."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    Aim,
    AssaultDiceRolled,
    FightUnit,
    OrderReplacedByDefault,
    RetreatUnit,
    UnitRotated,
    UnitShaken,
)
from adjudicator.rulesets.hex_orders.model.rows import Fight, Unit
from adjudicator.rulesets.hex_orders.rules.damage import shaken as shaken_rules
from tests.rulesets.hex_orders.damage.fixtures import AUTOMATON, RecordingRuling, mortar, poison_cloud
from tests.rulesets.hex_orders.damage.steps import among_effects, fires_mortar, mortar_is_asked
from tests.rulesets.hex_orders.fixtures import ability, field, gunnery, infantry, table, tank, with_orders
from tests.rulesets.hex_orders.steps import (
    begin,
    continue_to,
    events_of_kind,
    faces_rolled_for,
    finish_silently,
    innermost_window,
    play_steps,
    shaken,
    turn,
    unit,
)

GAS = mortar("poison_cloud", 8, density=4)
PINNED = {"pinned": 2, "shaken_from": 1}


def pinned_tokens(played):
    """Give the pinned tokens of b1, or of a1 where there is no b1."""
    return unit(played, "b1" if "b1" in played.game.units else "a1").pinned


@pytest.mark.rule("HX-SHAKEN-01")
def test_a_shaken_unit_is_free_after_two_aftermaths():
    """Shaken in Movement 2 of turn 5: two tokens, one after Aftermath 5, none after 6, free in turn 7."""
    units = [("a1", "D5", "N", tank(), {"speed": "slow"})]
    played = among_effects([5], {"D4": poison_cloud()}, *units, number=5, a1="A+F+-")
    play_steps(played, "movement_1")
    assert (pinned_tokens(played), shaken(played, "a1")) == (0, False)
    continue_to(played, "movement_2")
    assert (pinned_tokens(played), shaken(played, "a1")) == (2, True)
    assert [(row.unit, row.tokens, row.from_turn) for row in events_of_kind(played, UnitShaken)] == [("a1", 2, 5)]
    found = [pinned_tokens(continue_to(played, "aftermath"))]
    for number in (6, 7):
        assert shaken(turn(played, number), "a1") is (number == 6)
        found.append(pinned_tokens(play_steps(played, "aftermath")))
    assert found == [1, 0, 0]


@pytest.mark.rule("HX-SHAKEN-02")
def test_every_aftermath_removes_one_token_of_each_shaken_unit():
    """Two tokens become one and none over two Aftermaths, whoever holds them."""
    units = [("a1", "D5", "N", tank(), PINNED), ("b1", "D2", "S", infantry(), {**PINNED, "pinned": 1})]
    played = play_steps(among_effects([], {}, *units), "aftermath")
    assert [unit(played, row).pinned for row in ("a1", "b1")] == [1, 0]
    play_steps(turn(played, 2), "aftermath")
    assert [unit(played, row).pinned for row in ("a1", "b1")] == [0, 0]


@pytest.mark.rule("HX-SHAKEN-03")
@pytest.mark.ruling("HX-SHAKEN-03.2")
def test_the_rest_of_the_turn_becomes_the_default():
    """Slow infantry with F+360+- that is pinned after Movement 1 does not turn in Movement 2; its speed stays slow."""
    units = [("a1", "D5", "N", infantry(), {"speed": "slow"})]
    played = among_effects([1, 1, 1, 1, 5], {"D4": poison_cloud()}, *units, a1="F+360+-")
    play_steps(played, "movement_1")
    assert (unit(played, "a1").hex, pinned_tokens(played)) == ("D4", 2)
    continue_to(played, "movement_2", "movement_3")
    row = unit(played, "a1")
    assert (row.hex, row.facing, row.speed) == ("D4", "N", "slow")
    assert not events_of_kind(played, UnitRotated)


@pytest.mark.rule("HX-SHAKEN-03")
def test_the_next_turn_is_the_default_as_a_whole():
    """A shaken slow unit ordered to turn and accelerate carries F+-+- out: it goes one hex ahead and stays slow."""
    units = [("a1", "D5", "N", with_orders(infantry(), "A+F+F"), {"speed": "slow", **PINNED})]
    played = play_steps(among_effects([], {}, *units, number=2, a1="A+F+F"), "movement_1")
    assert (unit(played, "a1").hex, unit(played, "a1").speed) == ("D4", "slow")
    continue_to(played, "movement_2", "movement_3")
    assert (unit(played, "a1").hex, unit(played, "a1").speed) == ("D4", "slow")
    replaced = [row for row in events_of_kind(played, OrderReplacedByDefault) if row.order == "movement"]
    assert {row.unit for row in replaced} == {"a1"}


@pytest.mark.rule("HX-SHAKEN-03")
def test_the_default_is_that_of_the_present_speed():
    """A shaken unit that stands still stays, a fast one goes two hexes."""
    for speed, where in (("stand_still", "D5"), ("fast", "D3")):
        units = [("a1", "D5", "N", tank(), {"speed": speed, **PINNED})]
        played = play_steps(
            among_effects([], {}, *units, number=2, a1="R+-+-"), "movement_1", "movement_2", "movement_3"
        )
        assert (unit(played, "a1").hex, unit(played, "a1").facing) == (where, "N")


@pytest.mark.rule("HX-SHAKEN-03")
@pytest.mark.ruling("HX-SHAKEN-03.2")
def test_the_default_is_that_of_the_speed_it_has_by_then():
    """A tank that went from slow to fast in Movement 1 and is pinned then does the second part of F+F+-."""
    units = [("a1", "D5", "N", with_orders(tank(), "A+R+-"), {"speed": "slow"})]
    played = play_steps(among_effects([5], {"D5": poison_cloud()}, *units, a1="A+R+-"), "movement_1")
    assert (unit(played, "a1").speed, pinned_tokens(played)) == ("fast", 2)
    continue_to(played, "movement_2", "movement_3")
    assert (unit(played, "a1").hex, unit(played, "a1").facing) == ("D4", "N")


@pytest.mark.rule("HX-SHAKEN-04")
@pytest.mark.parametrize("default", ["-+-", "Spot+Spot"])
@pytest.mark.ruling("HX-SHAKEN-04.2")
def test_a_shaken_unit_does_nothing_in_gunnery(default):
    """Fire+- of a shaken unit is nothing, and so is a default that was overridden to Spot+Spot."""
    sheet = with_orders(tank(), gunnery=(gunnery("Spot+Spot"),), default_gunnery=default)
    fields = {"speed": "slow", "loads": {"main_gun": 1}}
    for changes, asked in ((PINNED, False), ({}, True)):
        units = [("a1", "D5", "N", sheet, {**fields, **changes}), ("b1", "D3", "S", infantry(), {"hidden": False})]
        played = table(pace="step", units=units, running={"a1": ("F+-+-", "Fire+-")})
        begin(played, "gunnery_1")
        assert (innermost_window(played).kind == "fire") is asked
        replaced = [row.instead for row in events_of_kind(played, OrderReplacedByDefault) if row.order == "gunnery"]
        assert replaced == ([] if asked else ["-"])


@pytest.mark.rule("HX-SHAKEN-04")
@pytest.mark.ruling("HX-SHAKEN-04.2")
def test_the_overridden_default_does_not_spot_either():
    """With a token in sight a shaken unit whose gunnery is Spot+Spot is not asked to spot."""
    sheet = tank(default_gunnery="Spot+Spot")
    units = [("a1", "D5", "N", sheet, {"speed": "slow", **PINNED}), ("b1", "D3", "S", infantry(), {"hidden": True})]
    played = table(pace="step", units=units, running={"a1": ("F+-+-", "Spot+Spot")})
    begin(played, "gunnery_1")
    assert (innermost_window(played).kind, innermost_window(played).asks) != ("fire", (0,))


@pytest.mark.rule("HX-SHAKEN-05")
@pytest.mark.parametrize(
    ("reshake", "before", "after"),
    [("top_up", 1, 2), ("top_up", 2, 2), ("ignore", 1, 1), ("ignore", 2, 2), ("add_two", 1, 3), ("add_two", 2, 4)],
)
@pytest.mark.ruling("HX-SHAKEN-05.2", "HX-SHAKEN-05.3")
def test_shaken_again(reshake, before, after):
    """One token left, shaken again in Gunnery 1: two; two tokens stay two; by option one stays, or becomes three."""
    target = ("b1", "D3", "S", tank(), {"pinned": before, "shaken_from": 1})
    played = mortar_is_asked(GAS, target, dice=[5], options={"reshake": reshake})
    played.when("red", fires_mortar("D3")).accepted()
    assert pinned_tokens(finish_silently(played)) == after


@pytest.mark.rule("HX-SHAKEN-06")
@pytest.mark.ruling("HX-SHAKEN-06.2", "HX-SHAKEN-07.3")
def test_a_pinned_unit_is_shaken():
    """Pinned by a cloud in Movement 1: two tokens, and Movement 2 is the default already."""
    units = [("a1", "D5", "N", tank(), {"speed": "slow"})]
    played = play_steps(among_effects([5], {"D5": poison_cloud()}, *units, a1="-+R+-"), "movement_1")
    assert (pinned_tokens(played), shaken(played, "a1"), faces_rolled_for(played, "poison-pin")) == (2, True, [(5,)])
    continue_to(played, "movement_2")
    assert unit(played, "a1").facing == "N"


def attack_by_automaton(dice, defender):
    """Let an automaton of orks enter D5, where a base stands and faces it."""
    orc = tank(nation="ork", types=AUTOMATON)
    units = [("a1", "D4", "S", orc, {"speed": "slow"}), ("b1", "D5", "N", defender, PINNED)]
    played = table(dice, pace="step", units=units)
    enters = FightUnit(unit="a1", seat=0, origin="D4", goal="D5", reverse=False)
    stays = FightUnit(unit="b1", seat=1, origin="D5", goal="", reverse=False, angles=("front",))
    played.put("fights", Fight("f1", "D5", (enters, stays)))
    begin(played, "assault_1")
    return played


@pytest.mark.rule("HX-SHAKEN-07")
@pytest.mark.ruling("HX-SHAKEN-07.2")
def test_a_shaken_base_defends_itself_with_all_its_dice():
    """A shaken base of four that fights an enemy without Fear rolls four dice, and may turn as it retreats."""
    played = attack_by_automaton([1] * 10, infantry())
    finish_silently(played, "retreats")
    (rolled,) = events_of_kind(played, AssaultDiceRolled)
    assert {group.unit: len(group.faces) for group in rolled.groups} == {"a1": 4, "b1": 4}
    played.when("blue", RetreatUnit(unit="b1", hex="D6", turn="about")).accepted()
    assert (unit(finish_silently(played), "b1").hex, unit(played, "b1").facing) == ("D6", "S")


@pytest.mark.rule("HX-SHAKEN-07")
@pytest.mark.ruling("HX-SHAKEN-07.2")
def test_a_shaken_base_may_retreat_before_the_fight():
    """It is asked whether it tries, like any other."""
    runner = replace(infantry(), abilities=(ability("pre_assault_retreat", 4),))
    units = [("a1", "D4", "S", tank(nation="ork"), {"speed": "slow"}), ("b1", "D5", "N", runner, PINNED)]
    played = among_effects([], {}, *units, a1="F+-+-")
    begin(played, "movement_1")
    finish_silently(played, "retreat_attempt")
    assert innermost_window(played).asks == (1,)


@pytest.mark.rule("HX-SHAKEN-07")
@pytest.mark.ruling("HX-SHAKEN-07.2")
def test_a_shaken_unit_keeps_what_it_has():
    """Aim, load and difficult-terrain tokens stay when a unit is pinned."""
    aim = Aim(hex="D5", turn=1)
    fields = {"aim": aim, "loads": {"main_gun": 1}, "difficult_hex": "D4", "difficult": 1, "speed": "stand_still"}
    units = [("a1", "D5", "N", tank(), fields)]
    played = play_steps(among_effects([5], {"D5": poison_cloud()}, *units), "movement_1")
    row = unit(played, "a1")
    assert row.pinned == 2
    assert (row.aim, row.loads[0].count, row.difficult_hex, row.difficult) == (aim, 1, "D4", 1)


@pytest.mark.rule("HX-SHAKEN-01")
def test_tokens_of_a_later_turn_do_not_count_yet():
    """A unit that is shaken from the next turn on carries its orders out in this one."""
    units = [("a1", "D5", "N", tank(), {"speed": "slow", "pinned": 2, "shaken_from": 6})]
    played = play_steps(among_effects([], {}, *units, number=5, a1="-+R+-"), "movement_1", "movement_2")
    assert unit(played, "a1").facing == "NE"
    assert not shaken(played, "a1")


@pytest.mark.rule("HX-SHAKEN-01", "HX-SHAKEN-05", "HX-STACK-04")
@pytest.mark.parametrize(
    ("reshake", "pinned", "since", "later", "after"),
    [
        ("top_up", 0, 0, False, (2, 5)),
        ("top_up", 0, 0, True, (2, 6)),
        ("top_up", 1, 4, False, (2, 4)),
        ("top_up", 2, 4, True, (2, 4)),
        ("ignore", 1, 4, False, (1, 4)),
        ("add_two", 1, 4, False, (3, 4)),
        ("top_up", 2, 6, False, (2, 5)),
        ("ignore", 2, 6, False, (2, 5)),
    ],
)
def test_shaken_again_while_pinned(reshake: str, pinned: int, since: int, later: bool, after: tuple[int, int]) -> None:
    """Shaken units are brought back to two tokens, or as the terms say; what counts already keeps counting."""
    changes = {"pinned": pinned, "shaken_from": since}
    game = field(units=[("b1", "D3", "S", tank(), changes)], turn=5, options={"reshake": reshake})
    shaken_rules.make_shaken(RecordingRuling(game), "b1", "test", later=later)  # type: ignore[arg-type]  # a ruling in small
    row: Unit = game.units["b1"]
    assert (row.pinned, row.shaken_from) == after
