"""When effects of hexes act, on whom, and how they are placed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import EVERYONE
from adjudicator.rulesets.hex_orders.model.messages import (
    FightUnit,
    HexEffect,
    HexEffectMet,
    HexEffectTriggered,
    UnitMoved,
    UnitRevealed,
    UnitSetOnFire,
)
from adjudicator.rulesets.hex_orders.model.rows import Fight
from adjudicator.rulesets.hex_orders.rules.hex_effects import hex_effects, hex_markers
from tests.rulesets.hex_orders.assault.fixtures import SLOW
from tests.rulesets.hex_orders.damage.fixtures import (
    AUTOMATON,
    acid_cloud,
    cloud_weapon,
    effects_in_hex,
    mortar,
    poison_cloud,
)
from tests.rulesets.hex_orders.damage.steps import (
    among_effects,
    effect_tests,
    effects,
    mortar_has_fired,
    trigger_effects,
)
from tests.rulesets.hex_orders.fixtures import Placed, field, infantry, smoke, tank, with_orders
from tests.rulesets.hex_orders.steps import (
    continue_to,
    events_of_kind,
    faces_rolled_for,
    play_steps,
    rolls_of_game,
    turn,
    unit,
)

FAST = {"speed": "fast"}


@pytest.mark.rule("HX-HEXFX-01")
def test_a_unit_meets_an_effect_once_a_turn():
    """A unit that stands in a cloud all turn tests after Movement 1 and in none of the later triggers."""
    played = among_effects([1], {"D5": poison_cloud()}, ("a1", "D5", "N", tank(), {}))
    play_steps(played, "gunnery_1")
    assert effect_tests(played) == []
    continue_to(played, "movement_1")
    assert effect_tests(played) == ["poison_pin"]
    continue_to(played, "assault_1", "movement_2", "assault_2", "movement_3", "assault_3", "gunnery_2", "aftermath")
    assert effect_tests(played) == ["poison_pin"]


@pytest.mark.rule("HX-HEXFX-01")
def test_a_new_turn_is_a_new_meeting():
    """In the next turn the unit tests anew."""
    played = among_effects([1, 1], {"D5": poison_cloud()}, ("a1", "D5", "N", tank(), {}))
    play_steps(played, "movement_1")
    play_steps(turn(played, 2, a1="-+-+-"), "movement_1")
    assert effect_tests(played) == ["poison_pin"] * 2


@pytest.mark.rule("HX-HEXFX-01")
def test_another_hex_is_another_effect():
    """Who goes from one cloud into another tests in both."""
    played = among_effects(
        [1, 1], {"D5": poison_cloud(), "D4": poison_cloud()}, ("a1", "D6", "N", tank(), FAST), a1="F+F+-"
    )
    play_steps(played, "movement_1", "movement_2")
    assert [row.hex for row in events_of_kind(played, HexEffectMet)] == ["D5", "D4"]


@pytest.mark.rule("HX-HEXFX-02")
@pytest.mark.parametrize(("how", "times"), [("on_reentry", 2), ("once_per_turn", 1)])
@pytest.mark.ruling("HX-HEXFX-02.2", "HX-HEXFX-02.3")
def test_entering_again_tests_again(how, times):
    """Movement 1 into cloud D5, Movement 2 to D4, Movement 3 back by Rev: a second test, by option none."""
    sheet = with_orders(tank(), "F+F+Rev")
    played = among_effects(
        [1] * times, {"D5": poison_cloud()}, ("a1", "D6", "N", sheet, FAST), options={"fx_retrigger": how}, a1="F+F+Rev"
    )
    play_steps(played, "movement_1", "movement_2", "movement_3")
    assert unit(played, "a1").hex == "D5"
    assert effect_tests(played) == ["poison_pin"] * times


@pytest.mark.rule("HX-HEXFX-02")
@pytest.mark.ruling("HX-HEXFX-02.2")
def test_who_was_repelled_enters_for_the_first_time():
    """Repelled from D5 after testing there, the unit really enters D5 in Movement 2 and does not test again."""
    guard = with_orders(tank(nation="spartan", types=AUTOMATON), "-+F+-")
    units = [("a1", "D6", "N", tank(), FAST), ("b1", "D5", "N", guard, SLOW)]
    # the pin test of a1; 4 and 2 assault dice, 2 deflection dice: a tie, and Spartans win those
    played = among_effects([1, *[1] * 8], {"D5": poison_cloud()}, *units, a1="F+F+-", b1="-+F+-")
    play_steps(played, "movement_1", "assault_1")
    assert (unit(played, "a1").hex, effect_tests(played)) == ("D6", ["poison_pin"])
    continue_to(played, "movement_2")
    assert (unit(played, "a1").hex, unit(played, "b1").hex) == ("D5", "D4")
    assert effect_tests(played) == ["poison_pin"]


@pytest.mark.rule("HX-HEXFX-03")
@pytest.mark.ruling("HX-HEXFX-03.2")
def test_friends_of_a_cloud_suffer_too():
    """Infantry that walks into a poison cloud (4+) of its own side: one d6 for each model, 4+ gives a token."""
    played = among_effects([4, 3, 6, 1, 1], {"D4": poison_cloud()}, ("a1", "D5", "N", infantry(), SLOW), a1="F+-+-")
    play_steps(played, "movement_1")
    assert faces_rolled_for(played, "poison-cloud") == [(4, 3, 6, 1)]
    assert unit(played, "a1").poison == (8, 8)


@pytest.mark.rule("HX-HEXFX-03")
def test_a_side_is_spared_its_own_effects_alone():
    """Without fx_friendly red meets blue's fire in a hex with its own smoke, and not its own fire."""
    mixed = replace(effects_in_hex(fire=2, smoke=2), smoke_by=(0,), fire_by=(1,))
    hexes = {"D5": mixed, "F5": effects_in_hex(fire=2)}
    units: list[Placed] = [("a1", "D5", "N", tank(), {}), ("a2", "F5", "N", tank(), {}), ("b1", "A1", "S", tank(), {})]
    played = play_steps(among_effects([1], hexes, *units, options={"fx_friendly": False}), "movement_1")
    assert [(row.unit, row.effect) for row in events_of_kind(played, HexEffectTriggered)] == [("a1", "fire")]


@pytest.mark.rule("HX-HEXFX-03")
@pytest.mark.parametrize(("friendly", "whom"), [(True, ["a1", "b1"]), (False, ["b1"])])
@pytest.mark.ruling("HX-HEXFX-03.3")
def test_by_option_friends_are_spared(friendly, whom):
    """Everybody meets an effect that red placed, without fx_friendly only blue."""
    hexes = {"D5": effects_in_hex(fire=2), "D3": effects_in_hex(fire=2)}
    units: list[Placed] = [("a1", "D5", "N", tank(), {}), ("b1", "D3", "S", tank(), {})]
    played = play_steps(among_effects([1] * len(whom), hexes, *units, options={"fx_friendly": friendly}), "movement_1")
    assert [row.unit for row in events_of_kind(played, HexEffectTriggered)] == whom


@pytest.mark.rule("HX-HEXFX-03")
@pytest.mark.parametrize(("counts", "dice"), [(False, []), (True, [1, 1, 1, 1, 1])])
@pytest.mark.ruling("HX-HEXFX-03.2", "HX-HEXFX-03.3")
def test_flying_units_are_above_it(counts, dice):
    """A flying unit above the cloud throws no dice, unless the terms say so."""
    bird = infantry(types=("infantry", "biological", "flying"))
    played = among_effects(
        dice, {"D5": poison_cloud()}, ("a1", "D5", "N", bird, {}), options={"fx_affects_flying": counts}
    )
    play_steps(played, "movement_1")
    assert len(effect_tests(played)) == (2 if counts else 0)


@pytest.mark.rule("HX-HEXFX-03")
@pytest.mark.ruling("HX-HEXFX-03.2")
def test_who_tries_to_enter_a_contested_hex_meets_its_effects():
    """Attacker and defender of a burning D5 both roll before the fight."""
    units = [("a1", "D6", "N", tank(), SLOW), ("b1", "D5", "N", tank(nation="elf"), SLOW)]
    played = among_effects([1, 1], {"D5": effects_in_hex(fire=2)}, *units, a1="F+-+-", b1="-+R+-")
    play_steps(played, "movement_1")
    found = [(row.unit, row.hex, row.effect) for row in events_of_kind(played, HexEffectTriggered)]
    assert found == [("a1", "D5", "fire"), ("b1", "D5", "fire")]
    assert not events_of_kind(played, UnitMoved)


@pytest.mark.rule("HX-HEXFX-04")
def test_a_first_effect_has_two_markers_and_another_adds_one():
    """Smoke on an empty hex: two; again next turn when one is left: two."""
    played = mortar_has_fired(mortar("smoke"))
    assert effects(played, "D3").smoke == 2
    continue_to(played, "aftermath")
    assert effects(played, "D3").smoke == 1
    second = mortar_has_fired(mortar("smoke"), hexes={"D3": smoke(1)})
    assert effects(second, "D3").smoke == 2
    assert effects(mortar_has_fired(mortar("smoke"), hexes={"D3": smoke(2)}), "D3").smoke == 3


@pytest.mark.rule("HX-HEXFX-04")
def test_types_are_counted_apart():
    """Smoke in a hex with an acid cloud is the first smoke there."""
    found = effects(mortar_has_fired(mortar("smoke"), hexes={"D3": acid_cloud(markers=1)}), "D3")
    assert (found.smoke, found.acid) == (2, 1)


@pytest.mark.rule("HX-HEXFX-05")
def test_markers_do_not_add_up():
    """A poison cloud with three markers: one test for each biological model, one pin test."""
    played = among_effects([1, 1, 1, 1, 1], {"D5": poison_cloud(markers=3)}, ("a1", "D5", "N", infantry(), {}))
    play_steps(played, "movement_1")
    assert [(why, len(found)) for why, _, found in rolls_of_game(played)] == [("poison-cloud", 4), ("poison-pin", 1)]


@pytest.mark.rule("HX-HEXFX-15")
@pytest.mark.parametrize(
    ("before", "after"), [(None, (2, 2)), (effects_in_hex(fire=1), (2, 2)), (smoke(1, fire=2), (3, 2))]
)
@pytest.mark.ruling("HX-HEXFX-15.2")
def test_fire_comes_with_smoke(before, after):
    """A clean hex gets 2 fire and 2 smoke; one with 1 fire and no smoke has 2 and 2 afterwards."""
    found = effects(mortar_has_fired(mortar("fire"), hexes={"D3": before} if before else None), "D3")
    assert (found.fire, found.smoke) == after


@pytest.mark.rule("HX-HEXFX-16")
@pytest.mark.parametrize(("face", "tokens"), [(5, 1), (6, 1), (4, 0), (1, 0)])
def test_a_burning_hex_sets_bases_on_fire(face, tokens):
    """d6=5: a fire token, rolled in this turn's Agony 2; d6=4: nothing. A base of four rolls one die."""
    played = among_effects([face], {"D5": effects_in_hex(fire=3)}, ("a1", "D5", "N", infantry(), {}))
    play_steps(played, "movement_1")
    assert (unit(played, "a1").fire, faces_rolled_for(played, "hex-fire")) == (tokens, [(face,)])
    played.faces(*[1] * tokens)
    continue_to(played, "apply_damage", "agony_0", "agony_1", "agony_2")
    assert faces_rolled_for(played, "fire") == [(1,)] * tokens


def fire_effect(kind: str, level: int = 0, grade: str = "", density: int = 0) -> HexEffect:
    """Make what is placed."""
    return HexEffect(kind=kind, level=level, grade=grade, density=density)


@pytest.mark.rule("HX-HEXFX-04", "HX-HEXFX-09", "HX-HEXFX-13", "HX-HEXFX-15")
def test_fresh_effects_have_two_markers_and_further_ones_add_one() -> None:
    """Fresh effects have two markers, further ones add one; clouds become one cloud."""
    assert hex_markers.merge_effect(None, fire_effect("smoke"), 1) == smoke(2, by=(1,))
    assert hex_markers.merge_effect(smoke(1), fire_effect("smoke"), 0).smoke == 2
    poison = hex_markers.merge_effect(cloud_weapon(4, 5), fire_effect("poison_cloud", 8, density=4), 0)
    assert (poison.poison, poison.poison_level, poison.poison_density) == (3, 8, 3)
    assert (
        hex_markers.merge_effect(cloud_weapon(6, 1), fire_effect("poison_cloud", 6, density=1), 0).poison_density == 1
    )
    both = hex_markers.merge_effect(
        effects_in_hex(acid=2, acid_grade="minor", acid_density=4), fire_effect("acid_cloud", 0, "major", 5), 1
    )
    assert (both.acid, both.acid_grade, both.acid_density, both.acid_by) == (3, "major", 4, (0, 1))
    burning = hex_markers.merge_effect(effects_in_hex(fire=1), fire_effect("fire"), 0)
    assert (burning.fire, burning.smoke) == (2, 2)
    mixed = hex_markers.merge_effect(None, fire_effect("poison_acid_cloud", 4, "minor", 4), 0)
    assert (mixed.poison, mixed.acid, mixed.poison_density, mixed.acid_grade) == (2, 2, 4, "minor")


@pytest.mark.rule("HX-HEXFX-03")
@pytest.mark.parametrize(("options", "tests"), [({}, 2), ({"fx_friendly": False}, 1), ({"fx_affects_flying": True}, 3)])
def test_effects_act_on_friend_and_enemy_but_not_on_who_flies(options: dict[str, Any], tests: int) -> None:
    """Friend and enemy alike, not those that fly, unless the terms say otherwise."""
    units = [("a1", "D5", "N", tank()), ("b1", "E5", "N", tank()), ("b2", "E5", "N", tank(types=("flying",)))]
    hexes = {"D5": effects_in_hex(fire=1), "E5": effects_in_hex(fire=1)}
    outcome, _ = trigger_effects((1,) * tests, *units, hexes=hexes, options=options)
    assert sum(isinstance(event, HexEffectTriggered) for event in outcome.events) == tests


@pytest.mark.rule("HX-TURN-03", "HX-HEXFX-01")
def test_after_gunnery_only_hexes_that_were_fired_at_act() -> None:
    """After gunnery only hexes fired at act; who met an effect does not meet it again."""
    units = [("a1", "D5", "N", tank()), ("b1", "E5", "N", tank(), {"met": ("E5:fire",), "turn_of_met": 5})]
    hexes = {"D5": effects_in_hex(fire=1), "E5": effects_in_hex(fire=1)}
    outcome, _ = trigger_effects((), *units, hexes=hexes, scope="gunnery", fired_at=("E5",))
    assert outcome.events == ()
    outcome, _ = trigger_effects((1,), *units, hexes=hexes)
    outcome.then(HexEffectMet, unit="a1", hex="D5")


@pytest.mark.rule("HX-HEXFX-03", "HX-TURN-06")
def test_who_tries_to_enter_a_contested_hex_meets_the_effects_of_both() -> None:
    """Units that try to enter a contested hex meet its effects, and those of the hex they stand in."""
    units = [("a1", "D5", "N", tank()), ("b1", "D4", "S", tank())]
    fighters = (
        FightUnit(unit="a1", seat=0, origin="D5", goal="D4", reverse=False),
        FightUnit(unit="b1", seat=1, origin="D4", goal="", reverse=False),
    )
    fights = {"f1": Fight("f1", "D4", fighters)}
    outcome, played = trigger_effects((1, 1), *units, hexes={"D4": effects_in_hex(fire=1)}, fights=fights)
    assert [event.unit for event in outcome.events if isinstance(event, HexEffectMet)] == ["a1", "b1"]
    assert unit(played, "a1").hex == "D5"


@pytest.mark.rule("HX-HEXFX-02", "HX-ASSAULT-06")
@pytest.mark.parametrize(
    ("way", "acts_again"), [(("D5", "D4", "D5"), True), (("D5",), False), (("E5", "D5"), False), (("D4",), False)]
)
@pytest.mark.parametrize("timing", ["on_reentry", "once_per_turn"])
def test_who_comes_back_into_a_hex_meets_its_effects_anew(way: tuple[str, ...], acts_again: bool, timing: str) -> None:
    """Who really was in a hex and comes back meets its effects anew; who was kept out before does not."""
    changes = {"met": ("D5:fire",), "turn_of_met": 3}
    game = field(units=[("a1", "D6", "N", tank(), changes)], turn=3, options={"fx_retrigger": timing})
    row = game.units["a1"]
    for where in way:
        row = hex_effects.moved_into(game, row, where)
    assert row.hex == way[-1]
    assert (hex_effects.effects_met(game, row) == ()) is (acts_again and timing == "on_reentry")
    game.turn = 4
    assert (hex_effects.effects_met(game, row), hex_effects.hexes_left(game, row)) == ((), ())


@pytest.mark.rule("HX-GUNNERY-21", "HX-GAP-09")
@pytest.mark.parametrize(
    ("reveal", "face", "public"),
    [("standard", 4, []), ("standard", 5, [UnitRevealed, UnitSetOnFire]), ("spot_only", 5, [])],
)
def test_a_hidden_unit_tests_in_secret_and_a_token_shows_it(reveal: str, face: int, public: list[type]) -> None:
    """A hidden unit tests in secret; one that takes a token shows itself, where the terms say so."""
    row = ("b1", "D5", "N", tank(), {"hidden": True})
    outcome, played = trigger_effects(
        (face,), row, hexes={"D5": effects_in_hex(fire=1)}, options={"hidden_reveal": reveal}
    )
    assert [type(event) for event in outcome.events if getattr(event, "owner", EVERYONE) == EVERYONE] == public
    assert [(roll.stream, roll.roller) for roll in played.rolls] == [(2, 1)]
