"""Acid and minor acid on units."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    AgonyRolled,
    ArmourReduced,
    FutureDamageIncreased,
    HexEffectPlaced,
    HexEffectTriggered,
    TokenChanged,
)
from tests.rulesets.hex_orders.damage.fixtures import CREWLESS, future_bonus, infantry_that_resists, resistance_to
from tests.rulesets.hex_orders.damage.steps import (
    after_agony_step,
    base_with_tokens,
    effects,
    fire_and_roll,
    regular_bonus,
    worked_off,
)
from tests.rulesets.hex_orders.fixtures import GUN, infantry, tank
from tests.rulesets.hex_orders.steps import continue_to, events_of_kind, play_steps, rolls_of_game, turn, unit


def acid_tokens(played):
    """Give the Acid and Minor Acid tokens of b1."""
    row = unit(played, "b1")
    return row.acid, row.minor_acid


def clouds_placed(played):
    """Give where clouds were placed, and what they are."""
    return [
        (row.hex, row.effect.kind, row.effect.level, row.effect.grade, row.effect.density)
        for row in events_of_kind(played, HexEffectPlaced)
    ]


@pytest.mark.rule("HX-CONT-04")
@pytest.mark.ruling("HX-DTABLE-07.2")
def test_acid_is_rolled_for_each_token():
    """Two Acid tokens: two d6 in Agony 0."""
    played = after_agony_step(0, [2, 2], CREWLESS, acid=2)
    assert [(row.kind, row.face, row.result) for row in events_of_kind(played, AgonyRolled)] == [("acid", 2, 2)] * 2
    assert (acid_tokens(played), regular_bonus(played)) == ((2, 0), 2)


@pytest.mark.rule("HX-CONT-04")
@pytest.mark.ruling("HX-CONT-04.2")
def test_acid_resistance_lowers_the_row():
    """d6=3 with Acid Resistance[1]: row 2, so no cloud."""
    played = after_agony_step(0, [3], infantry(resistances=resistance_to("acid", 1)), acid=1)
    assert [(row.face, row.result) for row in events_of_kind(played, AgonyRolled)] == [(3, 2)]
    assert (regular_bonus(played), clouds_placed(played)) == (1, [])


@pytest.mark.rule("HX-CONT-05")
@pytest.mark.parametrize(("face", "resistance"), [(1, 0), (1, 2), (2, 1), (3, 2)])
def test_1_or_less_downgrades_acid(face, resistance):
    """d6=1, or a result under it: the Acid is removed, a Minor Acid comes, no bonus."""
    played = after_agony_step(0, [face], infantry(resistances=resistance_to("acid", resistance)), acid=1)
    assert (acid_tokens(played), regular_bonus(played)) == ((0, 1), 0)
    assert [(row.kind, row.becomes) for row in events_of_kind(played, TokenChanged)] == [("acid", "minor_acid")]


@pytest.mark.rule("HX-CONT-06")
def test_2_adds_to_future_damage():
    """d6=2: the bonus goes from 0 to 1, the Acid stays, nothing else happens."""
    played = after_agony_step(0, [2], tank(), acid=1)
    row = unit(played, "b1")
    assert (regular_bonus(played), acid_tokens(played), row.armour_loss, row.fire, clouds_placed(played)) == (
        1,
        (1, 0),
        0,
        0,
        [],
    )


@pytest.mark.rule("HX-CONT-07")
def test_3_places_a_cloud_too():
    """d6=3: +1, and the unit's hex gets poison cloud[4](4+) and minor acid cloud(4+), two markers each."""
    played = after_agony_step(0, [3], tank(), acid=1)
    assert (regular_bonus(played), acid_tokens(played), unit(played, "b1").armour_loss) == (1, (1, 0), 0)
    assert clouds_placed(played) == [("D3", "poison_acid_cloud", 4, "minor", 4)]
    found = effects(played, "D3")
    assert (found.poison, found.poison_level, found.poison_density) == (2, 4, 4)
    assert (found.acid, found.acid_grade, found.acid_density) == (2, "minor", 4)


@pytest.mark.rule("HX-CONT-07")
def test_the_cloud_is_first_met_next_turn():
    """The cloud of Agony 0 tests nobody in its own turn, and in the trigger of the next Movement 1."""
    played = base_with_tokens([3], acid=1)
    play_steps(played, "agony_0", "agony_1", "agony_2", "agony_3", "agony_4")
    assert not events_of_kind(played, HexEffectTriggered)
    played.faces(1, 1, 1, 1, 1, 1)
    play_steps(turn(played, 6, b1="-+-+-", a1="-+-+-"), "movement_1")
    tests = [(row.effect, len(row.faces.faces)) for row in events_of_kind(played, HexEffectTriggered)]
    assert tests == [("poison_cloud", 4), ("poison_pin", 1), ("acid_cloud", 1)]


@pytest.mark.rule("HX-CONT-08")
def test_4_lowers_armour_for_good():
    """d6=4: armour 4/3/3/2 is 3/2/2/1 afterwards, besides bonus and cloud."""
    played = after_agony_step(0, [4], tank(), acid=1)
    row = unit(played, "b1")
    assert (row.armour_loss, row.fire, regular_bonus(played), len(clouds_placed(played))) == (1, 0, 1, 1)
    assert [item.loss for item in events_of_kind(played, ArmourReduced)] == [1]
    for facing, dice in (("S", 3), ("SE", 2), ("NE", 2), ("N", 1)):
        shot_at = fire_and_roll(
            [5, *[1] * dice, 1], GUN, tank(), facing=facing, fields={"armour_loss": row.armour_loss}
        )
        assert [len(faces) for why, _, faces in rolls_of_game(shot_at) if why == "armour"] == [dice]


@pytest.mark.rule("HX-CONT-08")
def test_lost_armour_is_never_below_0():
    """A base without armour loses none."""
    played = after_agony_step(0, [4], infantry(), acid=1)
    assert not events_of_kind(played, ArmourReduced)
    assert (regular_bonus(played), len(clouds_placed(played))) == (1, 1)


@pytest.mark.rule("HX-CONT-09")
@pytest.mark.ruling("HX-CONT-09.2")
def test_5_sets_on_fire_too():
    """d6=5: bonus +1, cloud, armour -1 and a fire token that already rolls in this turn's Agony 2."""
    played = base_with_tokens([5, 3], tank(), acid=1)
    play_steps(played, "agony_0")
    row = unit(played, "b1")
    assert (regular_bonus(played), len(clouds_placed(played)), row.armour_loss, row.fire, row.acid) == (1, 1, 1, 1, 1)
    continue_to(played, "agony_1", "agony_2")
    assert rolls_of_game(played) == [("acid", 0, (5,)), ("fire", 0, (3,))]


@pytest.mark.rule("HX-CONT-09")
@pytest.mark.ruling("HX-CONT-09.3")
def test_by_option_5_is_a_6_and_fire():
    """With acid_five=as_6 a 5 is two rolls on the table, and fire."""
    played = after_agony_step(0, [5, 2, 2], tank(), options={"acid_five": "as_6"}, acid=1)
    row = unit(played, "b1")
    assert (regular_bonus(played), row.fire, row.armour_loss, clouds_placed(played)) == (2, 1, 0, [])


@pytest.mark.rule("HX-CONT-10")
def test_a_6_rolls_twice():
    """d6=6, then 2 and 4: bonus +1 and +1, one cloud, armour -1."""
    played = after_agony_step(0, [6, 2, 4], tank(), acid=1)
    assert (regular_bonus(played), len(clouds_placed(played)), unit(played, "b1").armour_loss) == (2, 1, 1)
    assert acid_tokens(played) == (1, 0)


@pytest.mark.rule("HX-CONT-10")
def test_further_sixes_roll_twice_again():
    """6, 6 and three times 2: three rolls in the end."""
    played = after_agony_step(0, [6, 6, 2, 2, 2], tank(), acid=1)
    assert regular_bonus(played) == 3


@pytest.mark.rule("HX-CONT-11")
@pytest.mark.parametrize(
    ("dice", "left", "by"), [([6, 1, 1], (0, 0), 0), ([6, 1, 2], (0, 1), 1), ([6, 6, 1, 1, 1], (0, 0), 0)]
)
@pytest.mark.ruling("HX-CONT-11.2")
def test_two_downgrades_of_a_token_remove_it(dice, left, by):
    """6, 1 and 1: no acid of either grade is left; 6, 1 and 2: Minor Acid and +1."""
    played = after_agony_step(0, dice, tank(), acid=1)
    assert (acid_tokens(played), regular_bonus(played)) == (left, by)


@pytest.mark.rule("HX-CONT-11")
@pytest.mark.ruling("HX-CONT-11.2")
def test_two_tokens_that_each_downgrade_are_two_minor_acids():
    """Two tokens that roll a single 1 each become two Minor Acids."""
    assert acid_tokens(after_agony_step(0, [1, 1], tank(), acid=2)) == (0, 2)


@pytest.mark.rule("HX-CONT-12")
@pytest.mark.ruling("HX-CONT-12.2")
def test_acid_that_was_downgraded_is_rolled_as_minor_acid_at_once():
    """Agony 0 d6=1: Minor Acid; Agony 1 of the same turn d6=2: removed."""
    played = base_with_tokens([1, 2], tank(), acid=1)
    play_steps(played, "agony_0")
    assert acid_tokens(played) == (0, 1)
    continue_to(played, "agony_1")
    assert acid_tokens(played) == (0, 0)
    assert rolls_of_game(played) == [("acid", 0, (1,)), ("minor-acid", 0, (2,))]


@pytest.mark.rule("HX-CONT-12")
@pytest.mark.ruling("HX-CONT-12.3")
def test_both_rolls_of_a_6_are_made():
    """A 6 whose first roll downgrades is rolled a second time all the same."""
    played = after_agony_step(0, [6, 1, 3], tank(), acid=1)
    assert (acid_tokens(played), regular_bonus(played), len(clouds_placed(played))) == ((0, 1), 1, 1)


@pytest.mark.rule("HX-CONT-13")
@pytest.mark.parametrize(("face", "resistance", "left", "by"), [(3, 0, 1, 1), (6, 0, 1, 1), (3, 1, 0, 0), (4, 1, 1, 1)])
def test_minor_acid_adds_to_future_damage(face, resistance, left, by):
    """3 or more less acid resistance: the bonus grows and the token stays."""
    played = after_agony_step(1, [face], infantry(resistances=resistance_to("acid", resistance)), minor_acid=1)
    assert (acid_tokens(played), regular_bonus(played)) == ((0, left), by)


@pytest.mark.rule("HX-CONT-13")
def test_every_minor_acid_rolls():
    """Two tokens, two d6."""
    played = after_agony_step(1, [3, 5], minor_acid=2)
    assert (acid_tokens(played), regular_bonus(played)) == ((0, 2), 2)


@pytest.mark.rule("HX-CONT-14")
@pytest.mark.parametrize("face", [1, 2])
def test_minor_acid_goes_on_2_or_less(face):
    """d6=2: the token is removed, there is no bonus."""
    played = after_agony_step(1, [face], minor_acid=1)
    assert (acid_tokens(played), regular_bonus(played)) == ((0, 0), 0)


@pytest.mark.rule("HX-CONT-05", "HX-CONT-06", "HX-CONT-07", "HX-CONT-08", "HX-CONT-09", "HX-CONT-10", "HX-CONT-11")
@pytest.mark.parametrize(
    ("dice", "acid", "minor", "bonus", "clouds", "loss", "fire"),
    [
        ((1,), 0, 1, 0, 0, 0, 0),
        ((2,), 1, 0, 1, 0, 0, 0),
        ((3,), 1, 0, 1, 1, 0, 0),
        ((4,), 1, 0, 1, 1, 1, 0),
        ((5,), 1, 0, 1, 1, 1, 1),
        ((6, 2, 4), 1, 0, 2, 1, 1, 0),
        ((6, 1, 1), 0, 0, 0, 0, 0, 0),
        ((6, 1, 2), 0, 1, 1, 0, 0, 0),
        ((6, 6, 1, 1, 3), 0, 0, 1, 1, 0, 0),
    ],
)
def test_what_each_face_of_acid_does(
    dice: tuple[int, ...], acid: int, minor: int, bonus: int, clouds: int, loss: int, fire: int
) -> None:
    """The table of acid, with its sixes."""
    outcome, row = worked_off(0, dice, tank(), acid=1)
    assert (row.acid, row.minor_acid, row.bonuses) == (acid, minor, future_bonus(bonus) if bonus else ())
    assert (row.armour_loss, row.fire) == (loss, fire)
    assert sum(isinstance(event, HexEffectPlaced) for event in outcome.events) == clouds
    assert {(roll.why, roll.roller) for roll in outcome.table.rolls} == {("acid", 0)}


@pytest.mark.rule("HX-CONT-09")
def test_by_option_a_5_is_rolled_twice_and_sets_on_fire() -> None:
    """By option a five is rolled twice for, and sets on fire."""
    _, row = worked_off(0, (5, 2, 2), tank(), acid=1, options={"acid_five": "as_6"})
    assert (row.fire, row.bonuses, row.armour_loss) == (1, future_bonus(2), 0)


@pytest.mark.rule("HX-CONT-04", "HX-CONT-08")
def test_acid_resistance_and_no_armour() -> None:
    """Resistance lowers the row; a base without armour loses none."""
    outcome, row = worked_off(0, (3,), infantry_that_resists("acid", 1), acid=1)
    outcome.then(AgonyRolled, face=3, result=2)
    assert row.bonuses == future_bonus(1)
    outcome, row = worked_off(0, (4,), acid=1)
    assert not [event for event in outcome.events if isinstance(event, ArmourReduced)]
    outcome.then(HexEffectPlaced, hex="D3", seat=0).then(FutureDamageIncreased, total=1)
