"""The to-hit roll: open-ended dice, rows of the table, edges, shots within one hex, load in the step of a shot."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    FireWeapon,
    HitRolled,
    PassChoice,
    RollHits,
    Shot,
    TargetChosen,
)
from adjudicator.rulesets.hex_orders.odds.shot_odds import hit_chance
from adjudicator.rulesets.hex_orders.rules.gunnery.open_ended_dice import face_value
from adjudicator.rulesets.hex_orders.rules.gunnery.to_hit import range_row
from tests.rulesets.hex_orders.givens import MAIN_GUN, ability, armed, begin, field, table, tank, unit, weapon

FIRE = ("-+-+-", "Fire+-")
ORK = tank(nation="ork")


def fire(target="b1", weapon="main_gun"):
    return FireWeapon(
        unit="a1", weapon=weapon, shots=(Shot(model=1, gun="", target=target, exit="", entry=""),), use_aim=False
    )


def rolled(played):
    begin(played, "gunnery_1")
    played.when("red", fire())
    return played.when("table", RollHits()).one(HitRolled)


def duel(dice=(), *, own=None, other=None, sheet=None, enemy=ORK, options=None, at="D2"):
    return table(
        dice, options, pace="step", running={"a1": FIRE},
        units=[
            ("a1", "D5", "N", sheet or tank(), {"speed": "slow", "loads": {"main_gun": 1}, **(own or {})}),
            ("b1", at, "S", enemy, {"speed": "slow", **(other or {})}),
        ],
    )  # fmt: skip


@pytest.mark.parametrize(("faces", "value"), [((5,), 5), ((6, 4), 6), ((6, 5, 4), 7), ((6, 5, 6, 3), 8)])
def test_the_open_ended_die(faces, value):
    """A 6 lets further dice be thrown, each 5 or 6 of them adds one, and the first other one ends it."""
    assert face_value(faces) == value
    assert rolled(duel(faces)).faces == faces


def test_ranges():
    """Up to 1 is point-blank, up to the printed range normal, beyond it long."""
    found = [range_row(MAIN_GUN, far).to_hit for far in (0, 1, 2, 4, 5, 8)]
    assert found == [1, 1, 0, 0, -1, -1]


@pytest.mark.parametrize(
    ("enemy", "other", "total"),
    [
        (tank(nation="ork", size="huge"), {}, 1),
        (tank(nation="ork", types=("flying",)), {"speed": "fast"}, -2),
        (tank(nation="ork", abilities=(ability("steady"),)), {}, 1),
        (tank(nation="ork", abilities=(ability("take_cover", x=2, word="stand_still"),)), {"speed": "stand_still"}, -1),
    ],
)
def test_rows_of_the_target(enemy, other, total):
    """Size, flying and abilities of the target count besides its speed."""
    assert rolled(duel([1], enemy=enemy, other=other)).modifiers.total == total


def test_rows_of_the_firer():
    """Abilities of the firing model and of the weapon count besides its speed."""
    sheet = armed(tank(), weapon("main_gun", enhanced_accuracy=True), abilities=(ability("excellent_shot"),))
    assert rolled(duel([1], sheet=sheet, own={"speed": "fast"})).modifiers.total == 2


def test_any_corner_costs_by_option():
    """A corner between two open angles costs nothing, unless the terms say that any corner does."""
    wide = armed(tank(), weapon("main_gun", arc="*/*/-/-"))
    for options, edge in ((None, False), ({"on_edge_penalty": "any_corner"}, True)):
        played = duel(sheet=wide, at="E4", options=options)
        begin(played, "gunnery_1")
        assert played.when("red", fire()).one(TargetChosen).shots[0].on_edge is edge


def test_a_flyer_above_an_enemy_is_shot_at_point_blank_from_any_side():
    """Within one hex there is no edge, and the weakest side of the target is hit."""
    flyer = tank(nation="ork", types=("flying",))
    played = duel([1], enemy=flyer, at="D5")
    begin(played, "gunnery_1")
    shot = played.when("red", fire()).one(TargetChosen).shots[0]
    assert (shot.range, shot.on_edge, shot.angle) == (0, False, "back")
    assert played.when("table", RollHits()).one(HitRolled).modifiers.total == 0


def test_what_is_loaded_in_a_step_is_not_fired_in_it():
    """With two gunnery orders Load and Fire fall into one step: the shot needs a token from before."""
    for tokens, asked in ((0, False), (1, True)):
        played = duel(sheet=tank(fire_orders=2), own={"loads": {"main_gun": tokens}})
        game = field(
            units=[("a1", "D5", "N", tank(fire_orders=2), {})],
            running={"a1": ("-+-+-", "Load[main_gun]+-", "Fire+-")},
        )  # fmt: skip
        played.put("running", game.running["a1"], key="unit")
        played.set(orders={**played.game.orders, "a1@1": game.orders["a1@1"]})
        out = begin(played, "gunnery_1")
        if asked:
            out.asks("fire", "red")
            played.when("red", PassChoice())
        played.when("table", RollHits())
        assert unit(played, "a1").loads[0].count == 1


def test_chances_fall_by_a_third_beyond_six():
    """What needs more than 6 needs a 6 and extra dice of 5 or 6."""
    assert [hit_chance(by).denominator for by in (-2, -3, -4)] == [18, 54, 162]
