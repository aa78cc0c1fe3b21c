"""What range makes of a hit, and what armour leaves of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import ArmourRolled, Bonus, DamageRolled, HitScored, RollDamage
from adjudicator.rulesets.hex_orders.rules.damage import armour
from tests.rulesets.hex_orders.damage.fixtures import hit_of_gun, with_hits
from tests.rulesets.hex_orders.damage.steps import fire_and_roll, last_rolled
from tests.rulesets.hex_orders.fixtures import GUN, angles, armed, die, infantry, tank, weapon
from tests.rulesets.hex_orders.gunnery.fixtures import tank_duel
from tests.rulesets.hex_orders.gunnery.steps import fires_gun, roll
from tests.rulesets.hex_orders.steps import begin, events_of_kind, rolls_of_game, shot, unit

SHORT = weapon("gun", weapon_range=2, ap=1, always_loaded=True)


def hit_on_armour(armour, ap, dice, damage=(), **changes):
    """Let a hit on this armour be rolled: the faces of armour and damage dice, in full."""
    target = infantry(armour=angles(armour))
    return fire_and_roll([5, *dice, *damage], replace(GUN, ap=ap), target, **changes)


def armour_dice(played):
    """Give the armour dice, the face they need and how many reached it."""
    (found,) = events_of_kind(played, ArmourRolled)
    return found.faces.faces, found.needed, found.successes


def damage_totals(played):
    """Give the totals of the damage rolls."""
    return [row.total.total for row in events_of_kind(played, DamageRolled)]


@pytest.mark.rule("HX-DAMAGE-01")
def test_a_hit_without_armour_rolls_regular_damage_at_once():
    """One hit, armour 0, d6: no armour die, one d6 on the regular table."""
    played = hit_on_armour(0, 0, [], [4])
    assert rolls_of_game(played) == [("to-hit", 0, (5,)), ("damage", 0, (4,))]
    assert [(row.table, row.face, row.row) for row in events_of_kind(played, DamageRolled)] == [("regular", 4, 4)]


@pytest.mark.rule("HX-DAMAGE-01")
def test_armour_comes_before_the_damage_table():
    """Of a hit on armour the armour dice are thrown first."""
    assert [why for why, _, _ in rolls_of_game(hit_on_armour(2, 0, [1, 1], [4]))] == ["to-hit", "armour", "damage"]


@pytest.mark.rule("HX-DAMAGE-02")
def test_long_range_weakens_penetration_and_damage():
    """AP 1 and d6 beyond the printed range: AP 0, so four dice against armour 4, and d6-1."""
    played = fire_and_roll(
        [5, 1, 1, 1, 1, 4], SHORT, infantry(armour=angles(4)), to="D1", speeds=("slow", "stand_still")
    )
    (hit,) = [row.hit for row in events_of_kind(played, HitScored)]
    assert (hit.penetration.total, hit.damage, hit.bonus.total) == (0, die("d6"), -1)
    assert armour_dice(played) == ((1, 1, 1, 1), 5, 0)
    assert damage_totals(played) == [4 - 1]


@pytest.mark.rule("HX-DAMAGE-03")
@pytest.mark.parametrize("to", ["D2", "D1"])
def test_normal_range_changes_nothing(to):
    """AP 1 and d6 at range 3 or 4 of 4: AP 1, three dice against armour 4, and d6."""
    played = fire_and_roll([5, 1, 1, 1, 4], replace(GUN, ap=1), infantry(armour=angles(4)), to=to)
    (hit,) = [row.hit for row in events_of_kind(played, HitScored)]
    assert (hit.penetration.total, hit.bonus.total) == (1, 0)
    assert armour_dice(played) == ((1, 1, 1), 5, 0)
    assert damage_totals(played) == [4]


@pytest.mark.rule("HX-DAMAGE-04")
def test_point_blank_strengthens_penetration_and_damage():
    """AP 1 and d6 at range 1: AP 2, two dice against armour 4, and d6+1."""
    played = fire_and_roll([5, 1, 1, 4], replace(GUN, ap=1), infantry(armour=angles(4)), to="D4")
    (hit,) = [row.hit for row in events_of_kind(played, HitScored)]
    assert (hit.penetration.total, hit.bonus.total) == (2, 1)
    assert armour_dice(played) == ((1, 1), 5, 0)
    assert damage_totals(played) == [4 + 1]


@pytest.mark.rule("HX-DAMAGE-04")
def test_point_blank_lifts_a_lack_of_penetration():
    """AP -1 at range 1 is AP 0: the armour dice need a 5 and not a 4."""
    played = fire_and_roll([5, 4, 4, 4, 4, 1], replace(GUN, ap=-1), infantry(armour=angles(4)), to="D4")
    assert armour_dice(played) == ((4, 4, 4, 4), 5, 0)


@pytest.mark.rule("HX-DAMAGE-04")
def test_the_own_hex_is_point_blank():
    """A flying enemy in the firer's own hex, range 0, is hit at point-blank."""
    target = infantry(types=("infantry", "biological", "flying"), armour=angles(4))
    played = fire_and_roll([5, 1, 1, 4], replace(GUN, ap=1), target, to="D5")
    assert armour_dice(played) == ((1, 1), 5, 0)
    assert damage_totals(played) == [4 + 1]


@pytest.mark.rule("HX-ARMOUR-01")
def test_armour_is_rolled_before_any_damage_die():
    """Armour 3 and AP 0: three d6 of the defender, then the attacker's damage."""
    played = hit_on_armour(3, 0, [1, 2, 3], [6])
    assert rolls_of_game(played) == [("to-hit", 0, (5,)), ("armour", 1, (1, 2, 3)), ("damage", 0, (6,))]


@pytest.mark.rule("HX-ARMOUR-01")
def test_every_hit_rolls_its_own_armour():
    """Two hits roll armour twice, each before its own damage."""
    played = fire_and_roll([5, 5, 1, 1, 1, 1], GUN, infantry(armour=angles(1)), shots=2)
    assert [why for why, _, _ in rolls_of_game(played)][-4:] == ["armour", "damage", "armour", "damage"]


@pytest.mark.rule("HX-ARMOUR-02")
@pytest.mark.parametrize(("armour", "ap", "dice"), [(4, 1, 3), (4, 0, 4), (2, 3, 0), (3, 3, 0)])
@pytest.mark.ruling("HX-ARMOUR-02.2")
def test_penetration_takes_armour_dice_away(armour, ap, dice):
    """Armour 4 and AP 1: three dice; armour 2 and AP 3: none, and damage is rolled as it is."""
    played = hit_on_armour(armour, ap, [1] * dice, [6])
    assert [len(found) for why, _, found in rolls_of_game(played) if why == "armour"] == ([dice] if dice else [])
    assert damage_totals(played) == [6]


@pytest.mark.rule("HX-ARMOUR-03")
def test_a_lack_of_penetration_leaves_all_dice():
    """Armour 3 and AP -2: three dice at 3+."""
    assert armour_dice(hit_on_armour(3, -2, [1, 1, 2], [1])) == ((1, 1, 2), 3, 0)


@pytest.mark.rule("HX-ARMOUR-04", "HX-ARMOUR-05", "HX-ARMOUR-06", "HX-ARMOUR-07")
@pytest.mark.parametrize(
    ("armour", "ap", "dice", "needed", "successes"),
    [
        (4, 1, [5, 4, 2], 5, 1),
        (3, 0, [4, 4, 4], 5, 0),
        (3, -1, [4, 3, 6], 4, 2),
        (2, -2, [3, 2], 3, 1),
        (2, -3, [2, 1], 2, 1),
    ],
)
def test_the_face_that_armour_needs(armour, ap, dice, needed, successes):
    """5+ with AP 0 or more, 4+ with -1, 3+ with -2, 2+ with -3."""
    damage = [6] if successes < 2 else []
    assert armour_dice(hit_on_armour(armour, ap, dice, damage)) == (tuple(dice), needed, successes)


@pytest.mark.rule("HX-ARMOUR-08")
@pytest.mark.parametrize("ap", [-4, -5, -6])
@pytest.mark.ruling("HX-ARMOUR-08.2")
def test_the_worst_penetration_always_fails(ap):
    """AP -4 and everything lower: two dice of armour 2 stop the hit whatever they show."""
    played = hit_on_armour(2, ap, [1, 1])
    assert armour_dice(played) == ((1, 1), 1, 2)
    assert damage_totals(played) == []


@pytest.mark.rule("HX-ARMOUR-08")
def test_armour_1_only_weakens_the_worst_penetration():
    """Armour 1 and AP -4: one success, damage at -3."""
    played = hit_on_armour(1, -4, [1], [6])
    assert (armour_dice(played), damage_totals(played)) == (((1,), 1, 1), [6 - 3])


@pytest.mark.rule("HX-ARMOUR-09")
def test_two_successes_stop_a_hit():
    """Armour 4, AP 0, dice 5, 6, 1, 2: no damage roll."""
    played = hit_on_armour(4, 0, [5, 6, 1, 2])
    assert [row.outcome for row in events_of_kind(played, ArmourRolled)] == ["stopped"]
    assert damage_totals(played) == []


@pytest.mark.rule("HX-ARMOUR-09")
def test_more_than_two_successes_stop_a_hit_too():
    """Four successes stop it just as two do."""
    assert damage_totals(hit_on_armour(4, 0, [5, 6, 5, 6])) == []


@pytest.mark.rule("HX-ARMOUR-10")
def test_one_success_takes_3_off_the_damage():
    """Armour 4, AP 0, dice 5, 1, 1, 2 and d6=6: 3 on the table."""
    played = hit_on_armour(4, 0, [5, 1, 1, 2], [6])
    assert [(row.total.total, row.row) for row in events_of_kind(played, DamageRolled)] == [(3, 3)]


@pytest.mark.rule("HX-ARMOUR-11")
def test_no_success_leaves_the_damage_whole():
    """Armour 4, AP 0, dice 4, 4, 3, 1 and d6=6: 6."""
    assert damage_totals(hit_on_armour(4, 0, [4, 4, 3, 1], [6])) == [6]


@pytest.mark.rule("HX-ARMOUR-12")
@pytest.mark.parametrize(("ap", "face", "successes"), [(0, 5, 1), (0, 4, 0), (-1, 4, 1), (-1, 3, 0), (-2, 3, 1)])
@pytest.mark.ruling("HX-ARMOUR-12.2")
def test_an_armour_die_has_to_reach_its_number(ap, face, successes):
    """The number itself is enough: AP 0 and a 5 is a success, a 4 is none."""
    assert armour_dice(hit_on_armour(1, ap, [face], [1]))[2] == successes


@pytest.mark.rule("HX-ARMOUR-13")
@pytest.mark.parametrize(
    ("facing", "loss", "dice"),
    [("S", 0, 4), ("SE", 0, 3), ("NE", 0, 3), ("N", 0, 2), ("S", 1, 3), ("SW", 1, 2), ("NW", 1, 2), ("N", 1, 1)],
)
def test_armour_is_that_of_the_angle_less_losses(facing, loss, dice):
    """Armour 4/3/3/2 after one loss is 3/2/2/1; the defender rolls plain d6."""
    target = tank(armour=angles("4/3/3/2"))
    played = fire_and_roll([5, *[1] * dice, 1], GUN, target, facing=facing, fields={"armour_loss": loss})
    assert [(by, found) for _, by, found in rolls_of_game(played, "armour")] == [(1, (1,) * dice)]


@pytest.mark.rule("HX-ARMOUR-13")
@pytest.mark.parametrize(("ap", "loss"), [(1, 1), (0, 2), (-1, 3)])
def test_lost_armour_is_never_below_0(ap, loss):
    """Back armour 2 less one loss and AP 1, or less more losses than it had: no dice."""
    played = fire_and_roll([5, 1], replace(GUN, ap=ap), tank(), facing="N", fields={"armour_loss": loss})
    assert rolls_of_game(played, "armour") == []
    assert damage_totals(played) == [1]


@pytest.mark.rule("HX-ARMOUR-02", "HX-ARMOUR-03", "HX-ARMOUR-08")
@pytest.mark.parametrize(
    ("value", "penetration", "dice", "needed"),
    [
        (4, 1, 3, 5),
        (2, 3, 0, 5),
        (4, 0, 4, 5),
        (3, -1, 3, 4),
        (3, -2, 3, 3),
        (2, -3, 2, 2),
        (2, -4, 2, 1),
        (2, -6, 2, 1),
    ],
)
def test_penetration_takes_dice_and_a_lack_of_it_makes_them_easier(
    value: int, penetration: int, dice: int, needed: int
) -> None:
    """Penetration takes dice away, a lack of it makes them easier."""
    assert armour.armour_dice(value, penetration) == (dice, needed)


@pytest.mark.rule("HX-ARMOUR-09", "HX-ARMOUR-10", "HX-ARMOUR-11")
def test_two_successes_stop_a_hit_and_one_weakens_it() -> None:
    """Two successes stop a hit, one weakens it."""
    assert [armour.outcome_of_armour(number) for number in range(4)] == ["through", "reduced", "stopped", "stopped"]


@pytest.mark.rule("HX-ARMOUR-01", "HX-ARMOUR-10", "HX-DTABLE-02")
def test_one_armour_success_takes_three_off_the_damage() -> None:
    """One armour success takes three off the damage."""
    played = with_hits(hit_of_gun(1, "b2"), dice=(5, 1, 1, 2, 6))
    outcome = played.when("table", RollDamage())
    outcome.then(ArmourRolled, armour=4, needed=5, successes=1, outcome="reduced").then(DamageRolled, face=6, row=3)
    assert outcome.one(DamageRolled).total.total == 3
    assert last_rolled(played) == [("armour", 1, (5, 1, 1, 2)), ("damage", 0, (6,))]
    assert unit(played, "b2").bonuses == (Bonus(table="regular", by=1),)
    assert not played.game.hits


@pytest.mark.rule("HX-ARMOUR-09", "HX-ARMOUR-13")
def test_nothing_is_thrown_for_damage_that_armour_stopped() -> None:
    """Two armour successes stop the damage, and nothing is thrown for it; lost armour throws fewer dice."""
    units = [("a1", "D5", "N", tank()), ("b2", "E3", "S", tank(), {"armour_loss": 1})]
    played = with_hits(hit_of_gun(1, "b2", angle="back_side_left"), dice=(5, 6), units=units)
    played.when("table", RollDamage()).then(ArmourRolled, armour=2, outcome="stopped")
    assert not played.game.hits


@pytest.mark.rule("HX-DAMAGE-02", "HX-DAMAGE-04")
def test_point_blank_strengthens_and_long_range_weakens_a_hit():
    """At range 1 penetration and damage are 1 higher, beyond the printed range 1 lower."""
    for far, by in ((4, -1), (1, 1)):
        short = armed(tank(), weapon("main_gun", weapon_range=2, ap=1))
        played = tank_duel([6, 1], at=f"D{5 - far}", sheet=short, other={"speed": "stand_still"})
        begin(played, "gunnery_1")
        played.when("red", fires_gun("a1", shot("b1"))).accepted()
        hit = roll(played).one(HitScored).hit
        assert (hit.penetration.total, hit.bonus.total) == (1 + by, by)
