"""HX-HEXFX: when effects of hexes act, on whom, and how they are placed and fired."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.messages import (
    HexEffectMet,
    HexEffectPlaced,
    HexEffectRolled,
    HexEffectTriggered,
    HitRolled,
    UnitMoved,
)
from tests.rulesets.hex_orders.givens import Placed, begin, free, infantry, smoke, table, tank, top, unit
from tests.rulesets.hex_orders.said import fires, refused, shot
from tests.rulesets.hex_orders.said_assault import (
    AUTOMATON,
    GUN,
    SILENT,
    acid_cloud,
    cloud,
    effects,
    faces,
    finish,
    happened,
    lobs,
    lying,
    mortar,
    onward,
    shelled,
    shelling,
    squad,
    steps,
    thrown,
    turn,
    walk,
)

SLOW = {"speed": "slow"}
FAST = {"speed": "fast"}


def acted(played):
    """Give the tests of effects that were made."""
    return [each.effect for each in happened(played, HexEffectTriggered)]


# -- when they act


@pytest.mark.rule("HX-HEXFX-01")
def test_a_unit_meets_an_effect_once_a_turn():
    """A unit that stands in a cloud all turn tests after Movement 1 and in none of the later triggers."""
    played = walk([1], {"D5": cloud()}, ("a1", "D5", "N", tank(), {}))
    steps(played, "gunnery_1")
    assert acted(played) == []
    onward(played, "movement_1")
    assert acted(played) == ["poison_pin"]
    onward(played, "assault_1", "movement_2", "assault_2", "movement_3", "assault_3", "gunnery_2", "aftermath")
    assert acted(played) == ["poison_pin"]


@pytest.mark.rule("HX-HEXFX-01")
def test_a_new_turn_is_a_new_meeting():
    """In the next turn the unit tests anew."""
    played = walk([1, 1], {"D5": cloud()}, ("a1", "D5", "N", tank(), {}))
    steps(played, "movement_1")
    steps(turn(played, 2, a1="-+-+-"), "movement_1")
    assert acted(played) == ["poison_pin"] * 2


@pytest.mark.rule("HX-HEXFX-01")
def test_another_hex_is_another_effect():
    """Who goes from one cloud into another tests in both."""
    played = walk([1, 1], {"D5": cloud(), "D4": cloud()}, ("a1", "D6", "N", tank(), FAST), a1="F+F+-")
    steps(played, "movement_1", "movement_2")
    assert [each.hex for each in happened(played, HexEffectMet)] == ["D5", "D4"]


@pytest.mark.rule("HX-HEXFX-02")
@pytest.mark.parametrize(("how", "times"), [("on_reentry", 2), ("once_per_turn", 1)])
def test_entering_again_tests_again(how, times):
    """Movement 1 into cloud D5, Movement 2 to D4, Movement 3 back by Rev: a second test, by option none."""
    sheet = free(tank(), "F+F+Rev")
    played = walk(
        [1] * times, {"D5": cloud()}, ("a1", "D6", "N", sheet, FAST), options={"fx_retrigger": how}, a1="F+F+Rev"
    )
    steps(played, "movement_1", "movement_2", "movement_3")
    assert unit(played, "a1").hex == "D5"
    assert acted(played) == ["poison_pin"] * times


@pytest.mark.rule("HX-HEXFX-02")
def test_who_was_repelled_enters_for_the_first_time():
    """Repelled from D5 after testing there, the unit really enters D5 in Movement 2 and does not test again."""
    guard = free(tank(nation="spartan", types=AUTOMATON), "-+F+-")
    units = [("a1", "D6", "N", tank(), FAST), ("b1", "D5", "N", guard, SLOW)]
    # the pin test of a1; 4 and 2 assault dice, 2 deflection dice: a tie, and Spartans win those
    played = walk([1, *[1] * 8], {"D5": cloud()}, *units, a1="F+F+-", b1="-+F+-")
    steps(played, "movement_1", "assault_1")
    assert (unit(played, "a1").hex, acted(played)) == ("D6", ["poison_pin"])
    onward(played, "movement_2")
    assert (unit(played, "a1").hex, unit(played, "b1").hex) == ("D5", "D4")
    assert acted(played) == ["poison_pin"]


# -- on whom


@pytest.mark.rule("HX-HEXFX-03")
def test_friends_of_a_cloud_suffer_too():
    """Infantry that walks into a poison cloud (4+) of its own side: one d6 for each model, 4+ gives a token."""
    played = walk([4, 3, 6, 1, 1], {"D4": cloud()}, ("a1", "D5", "N", infantry(), SLOW), a1="F+-+-")
    steps(played, "movement_1")
    assert faces(played, "poison-cloud") == [(4, 3, 6, 1)]
    assert unit(played, "a1").poison == (8, 8)


@pytest.mark.rule("HX-HEXFX-03")
def test_a_side_is_spared_its_own_effects_alone():
    """Without fx_friendly red meets blue's fire in a hex with its own smoke, and not its own fire."""
    mixed = replace(lying(fire=2, smoke=2), smoke_by=(0,), fire_by=(1,))
    hexes = {"D5": mixed, "F5": lying(fire=2)}
    units: list[Placed] = [("a1", "D5", "N", tank(), {}), ("a2", "F5", "N", tank(), {}), ("b1", "A1", "S", tank(), {})]
    played = steps(walk([1], hexes, *units, options={"fx_friendly": False}), "movement_1")
    assert [(each.unit, each.effect) for each in happened(played, HexEffectTriggered)] == [("a1", "fire")]


@pytest.mark.rule("HX-HEXFX-03")
@pytest.mark.parametrize(("friendly", "whom"), [(True, ["a1", "b1"]), (False, ["b1"])])
def test_by_option_friends_are_spared(friendly, whom):
    """Everybody meets an effect that red placed, without fx_friendly only blue."""
    hexes = {"D5": lying(fire=2), "D3": lying(fire=2)}
    units: list[Placed] = [("a1", "D5", "N", tank(), {}), ("b1", "D3", "S", tank(), {})]
    played = steps(walk([1] * len(whom), hexes, *units, options={"fx_friendly": friendly}), "movement_1")
    assert [each.unit for each in happened(played, HexEffectTriggered)] == whom


@pytest.mark.rule("HX-HEXFX-03")
@pytest.mark.parametrize(("counts", "dice"), [(False, []), (True, [1, 1, 1, 1, 1])])
def test_flying_units_are_above_it(counts, dice):
    """A flying unit above the cloud throws no dice, unless the terms say so."""
    bird = infantry(types=("infantry", "biological", "flying"))
    played = walk(dice, {"D5": cloud()}, ("a1", "D5", "N", bird, {}), options={"fx_affects_flying": counts})
    steps(played, "movement_1")
    assert len(acted(played)) == (2 if counts else 0)


@pytest.mark.rule("HX-HEXFX-03")
def test_who_tries_to_enter_a_contested_hex_meets_its_effects():
    """Attacker and defender of a burning D5 both roll before the fight."""
    units = [("a1", "D6", "N", tank(), SLOW), ("b1", "D5", "N", tank(nation="elf"), SLOW)]
    played = walk([1, 1], {"D5": lying(fire=2)}, *units, a1="F+-+-", b1="-+R+-")
    steps(played, "movement_1")
    found = [(each.unit, each.hex, each.effect) for each in happened(played, HexEffectTriggered)]
    assert found == [("a1", "D5", "fire"), ("b1", "D5", "fire")]
    assert not happened(played, UnitMoved)


# -- markers


@pytest.mark.rule("HX-HEXFX-04")
def test_a_first_effect_has_two_markers_and_another_adds_one():
    """Smoke on an empty hex: two; again next turn when one is left: two."""
    played = shelled(mortar("smoke"))
    assert effects(played, "D3").smoke == 2
    onward(played, "aftermath")
    assert effects(played, "D3").smoke == 1
    again = shelled(mortar("smoke"), hexes={"D3": smoke(1)})
    assert effects(again, "D3").smoke == 2
    assert effects(shelled(mortar("smoke"), hexes={"D3": smoke(2)}), "D3").smoke == 3


@pytest.mark.rule("HX-HEXFX-04")
def test_types_are_counted_apart():
    """Smoke in a hex with an acid cloud is the first smoke there."""
    found = effects(shelled(mortar("smoke"), hexes={"D3": acid_cloud(markers=1)}), "D3")
    assert (found.smoke, found.acid) == (2, 1)


@pytest.mark.rule("HX-HEXFX-05")
def test_markers_do_not_add_up():
    """A poison cloud with three markers: one test for each biological model, one pin test."""
    played = walk([1, 1, 1, 1, 1], {"D5": cloud(markers=3)}, ("a1", "D5", "N", infantry(), {}))
    steps(played, "movement_1")
    assert [(why, len(found)) for why, _, found in thrown(played)] == [("poison-cloud", 4), ("poison-pin", 1)]


# -- fire in hexes


@pytest.mark.rule("HX-HEXFX-15")
@pytest.mark.parametrize(("before", "after"), [(None, (2, 2)), (lying(fire=1), (2, 2)), (smoke(1, fire=2), (3, 2))])
def test_fire_comes_with_smoke(before, after):
    """A clean hex gets 2 fire and 2 smoke; one with 1 fire and no smoke has 2 and 2 afterwards."""
    found = effects(shelled(mortar("fire"), hexes={"D3": before} if before else None), "D3")
    assert (found.fire, found.smoke) == after


@pytest.mark.rule("HX-HEXFX-16")
@pytest.mark.parametrize(("face", "tokens"), [(5, 1), (6, 1), (4, 0), (1, 0)])
def test_a_burning_hex_sets_bases_on_fire(face, tokens):
    """d6=5: a fire token, rolled in this turn's Agony 2; d6=4: nothing. A base of four rolls one die."""
    played = walk([face], {"D5": lying(fire=3)}, ("a1", "D5", "N", infantry(), {}))
    steps(played, "movement_1")
    assert (unit(played, "a1").fire, faces(played, "hex-fire")) == (tokens, [(face,)])
    played.faces(*[1] * tokens)
    onward(played, "apply_damage", "agony_0", "agony_1", "agony_2")
    assert faces(played, "fire") == [(1,)] * tokens


# -- firing them


@pytest.mark.rule("HX-HEXFX-17")
def test_an_effect_is_there_when_its_step_ends():
    """Smoke fired at D3 in Gunnery 1 does not hinder shots of that step, and does from then on."""
    gun = replace(GUN, range=10)
    units = [
        ("a1", "D5", "N", squad(mortar("smoke")), SLOW), ("a2", "C5", "N", squad(gun), SLOW),
        ("a3", "E5", "N", squad(gun), SLOW), ("b1", "D3", "S", infantry(), SLOW),
    ]  # fmt: skip
    running = {"a1": ("-+-+-", "Fire+-"), "a2": ("-+-+-", "Fire+-"), "a3": ("-+-+-", "-+Fire")}
    played = table([5, 1, 5], pace="step", units=units, running=running)
    begin(played, "gunnery_1")
    played.play(("red", lobs("D3")), ("red", fires("a2", "gun", shot("b1"))))
    finish(played)
    assert [each.hit for each in happened(played, HitRolled)] == [True]
    assert [each.hex for each in happened(played, HexEffectPlaced)] == ["D3"]
    begin(played, "gunnery_2")
    played.when("red", fires("a3", "gun", shot("b1"))).accepted()
    finish(played)
    assert [(each.result, each.hit) for each in happened(played, HitRolled)] == [(5, True), (4, False)]


@pytest.mark.rule("HX-HEXFX-17")
def test_its_first_trigger_is_right_after_the_step():
    """Gas fired at D3 in Gunnery 1 tests who stands there before Movement 1, and not again then."""
    played = shelled(mortar("poison_cloud", 8, density=4), ("b1", "D3", "S", infantry(), SLOW), dice=[4, 1, 1, 1, 1])
    assert (acted(played), unit(played, "b1").poison) == (["poison_cloud", "poison_pin"], (8,))
    onward(played, "movement_1")
    assert len(acted(played)) == 2


@pytest.mark.rule("HX-HEXFX-17")
@pytest.mark.parametrize(
    ("at", "speed", "face", "placed"),
    [
        ("D3", "slow", 5, True), ("D3", "slow", 4, False), ("D3", "stand_still", 4, True), ("D3", "fast", 5, False),
        ("D4", "slow", 4, True), ("D1", "stand_still", 5, True), ("D1", "stand_still", 4, False),
    ],
)  # fmt: skip
def test_a_hex_is_hit_on_5_with_the_rows_of_the_firer(at, speed, face, placed):
    """Slow at normal range needs 5, standing 4, fast 6, point-blank 4, long range one more; a miss places nothing."""
    gun = mortar("smoke", automatic=False, range=2 if at == "D1" else 4)
    played = shelled(gun, at=at, speed=speed, dice=[face])
    (rolled,) = happened(played, HexEffectRolled)
    assert (rolled.faces, rolled.placed) == ((face,), placed)
    assert (effects(played, at).smoke > 0) is placed


@pytest.mark.rule("HX-HEXFX-17")
def test_nothing_of_the_hex_itself_counts():
    """Forest and a standing target in the hex change nothing: none of the 'to be hit' rows is used."""
    for face, placed in ((5, True), (4, False)):
        target = ("b1", "D3", "S", infantry(), {"speed": "stand_still"})
        played = shelled(mortar("smoke", automatic=False), target, hexes={"D3": "forest"}, dice=[face])
        (rolled,) = happened(played, HexEffectRolled)
        assert (rolled.modifiers.total, rolled.result, rolled.placed) == (0, face, placed)


@pytest.mark.rule("HX-HEXFX-17")
def test_an_automatic_weapon_needs_no_roll():
    """A weapon that says auto places its effect without a die."""
    played = shelled(mortar("smoke"))
    assert thrown(played) == []
    assert effects(played, "D3").smoke == 2


@pytest.mark.rule("HX-HEXFX-17")
@pytest.mark.parametrize(
    ("at", "hexes", "changes", "clause", "reason"),
    [
        ("D2", {"D3": "mountains"}, {}, "HX-HEXFX-17", "no-line-of-sight"),
        ("D8", {}, {"arc": "*/-/-/-"}, "HX-ANGLES-05", "outside-arc"),
        ("D2", {}, {"range": 1}, "HX-FIRE-20", "out-of-range"), ("D12", {}, {}, "HX-HEXFX-17", "no-such-hex"),
    ],
)  # fmt: skip
def test_a_hex_out_of_sight_arc_or_range_is_refused(at, hexes, changes, clause, reason):
    """A hex behind a mountain, behind the firer, beyond twice the range or off the board is no target."""
    played = shelling(mortar("smoke", **changes), hexes=hexes)
    refused(played, "red", lobs(at), clause, reason)
    played.when("red", lobs("D4")).accepted()
    finish(played)


@pytest.mark.rule("HX-HEXFX-17")
def test_sight_goes_to_the_ground_of_the_hex():
    """A flying unit over D2 is no help: behind a hill the ground of D2 is not seen."""
    bird = infantry(types=("infantry", "biological", "flying"))
    played = shelling(mortar("smoke"), ("b1", "D2", "S", bird, SLOW), hexes={"D3": "hills"})
    outcome = played.when("red", lobs("D2"))
    outcome.looked_at = True
    assert outcome.faults
    played.when("red", SILENT).accepted()
    finish(played)
    assert top(played).kind == "advance"
