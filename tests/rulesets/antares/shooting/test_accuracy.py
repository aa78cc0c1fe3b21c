"""AN-ACC: the number that an accuracy die needs, by weapon, order, target and crew."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import AccuracyRolled, GiveOrder, Stats
from adjudicator.rulesets.antares.model.options import DEFAULTS
from tests.rulesets.antares.fixtures import (
    MISSES,
    USED,
    X,
    Y,
    advance_duel,
    duel,
    gun_duel,
    overhead_duel,
    stepwise_duel,
    table,
    target_place,
    with_drawn_die,
)
from tests.rulesets.antares.sheets import (
    INCH,
    armed_squad,
    firing_mode,
    gun,
    heavy_gun,
    model_kind,
    plain_squad,
    stats,
    troopers,
    vehicle,
    weapon,
)
from tests.rulesets.antares.steps import (
    die_results,
    events_of,
    fired,
    needed_tally,
    number_needed,
    play_on,
    react,
    roll_accuracy,
    shoot,
    shoot_command,
)


def crewed_team(count: int) -> Any:
    """Make a weapon team whose first model carries the weapon and whose others serve it."""
    kinds = (model_kind("gunner", weapons=("big",), crews="big"), model_kind("crew", weapons=(), crews="big"))
    return troopers(count, unit_type="weapon_team", kinds=kinds, models=("gunner",) + ("crew",) * (count - 1))


def gun_team(*kinds):
    rows = (
        model_kind("gunner", weapons=("light_gun",)),
        model_kind("loader", weapons=(), crews="light_gun"),
        model_kind("gun", weapons=("light_gun",), equipment=True),
    )
    return plain_squad(unit_type="weapon_team", kinds=rows, models=kinds)


def squad_of_size(size):
    return plain_squad(size=size)


@pytest.mark.rule("AN-ACC-01")
@pytest.mark.parametrize(("face", "result"), [(3, "hit"), (4, "miss"), (1, "lucky"), (10, "dud")])
def test_a_shot_is_a_die_against_acc_and_modifiers(face, result):
    """Acc 5, aimed, 2 pins, long range make 3: a 3 hits and a 4 misses; 1 and 10 have their own results."""
    outcome = roll_accuracy(gun_duel([face], 25 * INCH, mine={"pins": 2}))
    assert outcome.one(AccuracyRolled).needed.total == 3
    assert die_results(outcome) == [result]


@pytest.mark.rule("AN-ACC-01")
def test_the_acc_is_the_models_own():
    """A model with an Acc of its own shoots with that."""
    keen = troopers(1, kinds=(model_kind(weapons=("gun",), stats=stats(accuracy=7)),))
    assert number_needed(advance_duel(own=keen)) == 7


@pytest.mark.rule("AN-ACC-01")
def test_aimed_pinned_and_at_long_range_adds_up():
    """Acc 5, aimed, two pins and long range need a 3."""
    played = stepwise_duel(MISSES, 25 * INCH, mine={"pins": 2})
    needed = roll_accuracy(played).one(AccuracyRolled).needed
    assert needed.total == 3
    assert needed.clauses() == ("AN-ACC-01", "AN-ACC-03", "AN-ACC-15", "AN-ACC-16")


@pytest.mark.rule("AN-ACC-01")
def test_models_of_different_acc_shoot_in_groups():
    """Models with an Acc of their own have a number of their own."""
    skilled = model_kind(
        "leader", stats=Stats(agility=None, accuracy=7, strength=None, resist=None, initiative=None, command=None)
    )
    own = plain_squad(kinds=(model_kind(), skilled), models=("trooper", "trooper", "leader"))
    outcome = roll_accuracy(stepwise_duel((9, 9, 9), order="advance", own=own))
    found = [(event.needed.total, len(event.dice)) for event in outcome.events if isinstance(event, AccuracyRolled)]
    assert found == [(5, 2), (7, 1)]


@pytest.mark.rule("AN-ACC-02")
def test_modifiers_add_up():
    """Acc 5, Fire, a large target, extreme range and a pin make 4, each by its clause."""
    played = gun_duel([9], 40 * INCH, enemy=troopers(1, size="large"), mine={"pins": 1})
    found = needed_tally(played)
    assert found.total == 4
    terms = {term.clause: term.value for term in found.terms}
    assert terms == {"AN-ACC-01": 5, "AN-ACC-03": 1, "AN-ACC-04": 1, "AN-ACC-24": -2, "AN-ACC-15": -1}


@pytest.mark.rule("AN-ACC-02")
def test_each_row_counts_once():
    """Five shooters at five large models at long range take each row once."""
    played = gun_duel([9] * 5, 25 * INCH, troopers(5, "gun"), troopers(5, size="large"), order="advance")
    assert number_needed(played) == 5 + 1 - 1


@pytest.mark.rule("AN-ACC-03")
@pytest.mark.parametrize(("order", "needed"), [("fire", 6), ("advance", 5)])
def test_aimed_fire_of_a_standard_weapon(order, needed):
    """A rifle of Acc 5 needs 6 on Fire and 5 on Advance."""
    assert number_needed(gun_duel([9], order=order)) == needed


@pytest.mark.rule("AN-ACC-03")
@pytest.mark.parametrize(("heavy", "needed"), [(False, 5), (True, 6)])
@pytest.mark.ruling("AN-ACC-03.2", "AN-ACC-03.3")
def test_heavy_weapons_are_not_aimed_but_for_an_option(heavy, needed):
    """A heavy direct weapon on Fire needs 5; with the option it gets the bonus."""
    assert DEFAULTS.aimed_bonus_for_heavy is False
    played = gun_duel([9], own=troopers(1, "big"), weapons=[heavy_gun()], options={"aimed_bonus_for_heavy": heavy})
    assert number_needed(played) == needed


@pytest.mark.rule("AN-ACC-03")
def test_a_reaction_that_counts_as_fire_is_aimed():
    """A Firefight and Ambush Fire of Acc 5 need 6."""
    fight = duel(troopers(1, "gun"), troopers(1, "gun"), [5, 9, 9], theirs={})
    shoot(fight).accepted()
    react(fight, "firefight").accepted()
    shoot(fight, target="a-x", unit="b-y", who="blue").accepted()
    volleys = events_of(play_on(fight), AccuracyRolled)
    assert [volley.needed.total for volley in volleys] == [6, 6]


@pytest.mark.rule("AN-ACC-03", "AN-ACC-19")
@pytest.mark.parametrize("order", ["fire", "advance"])
@pytest.mark.ruling("AN-ACC-03.2")
def test_overhead_fire_costs_one_and_is_never_aimed(order):
    """An overhead weapon of Acc 5 needs 4 on Fire, with the option for heavy weapons too, and 4 on Advance."""
    for option in (False, True):
        played = overhead_duel([10], order=order, options={"aimed_bonus_for_heavy": option})
        found = needed_tally(played, fired("lobber", aim=target_place()))
        assert (found.total, found.clauses()) == (4, ("AN-ACC-01", "AN-ACC-19"))


@pytest.mark.rule("AN-ACC-04", "AN-ACC-05", "AN-ACC-20")
@pytest.mark.parametrize(("size", "needed"), [("small", 4), ("medium", 5), ("large", 6), ("huge", 6)])
def test_the_size_of_the_target(size, needed):
    """Acc 5 needs 4 at a small target, 6 at a large one, and 6 and not 7 at a huge one."""
    assert number_needed(advance_duel(enemy=vehicle(size=size, order_dice=1))) == needed


@pytest.mark.rule("AN-ACC-15")
@pytest.mark.parametrize(("pins", "needed"), [(0, 5), (1, 4), (3, 2), (6, -1)])
def test_each_pin_of_the_shooter_costs_one(pins, needed):
    """Acc 5 with 3 pins needs 2; the target's pins do not count."""
    theirs = {"order": "advance", "pins": 2}
    assert number_needed(advance_duel(mine={"pins": pins}, theirs=theirs)) == needed


@pytest.mark.rule("AN-ACC-15")
def test_pins_count_after_the_order_test_has_removed_one():
    """3 pins and a passed order test leave 2: Acc 5 on Advance needs 3."""
    units = [("a-x", troopers(1, "gun"), (X, Y), {"pins": 3}), ("b-y", troopers(1), target_place(), USED)]
    played = with_drawn_die(table([4, 9], units=units, weapons=[gun()], pace="auto"))
    played.set(stack=played.game.stack[1:])
    played.when("red", GiveOrder(unit="a-x", order="advance")).accepted()
    assert played.game.units["a-x"].pins == 2
    assert shoot(played).one(AccuracyRolled).needed.total == 3


@pytest.mark.rule("AN-ACC-16")
def test_long_range_costs_one():
    """Acc 5 at long range on Advance needs 4."""
    assert number_needed(gun_duel([9], 25 * INCH, order="advance")) == 4


@pytest.mark.rule("AN-ACC-18")
@pytest.mark.parametrize(("name", "dice", "needed"), [("rf", 3, 4), ("", 1, 5)])
@pytest.mark.ruling("AN-ACC-18.2")
def test_rapid_fire_costs_one(name, dice, needed):
    """RF with 3 shots throws three dice at -1, the standard mode its one die without."""
    arm = gun(0, "used", modes=(firing_mode("single"), firing_mode("rf", 3, rapid=True)))
    played = gun_duel([9] * dice, own=troopers(1, "used"), weapons=[arm], order="advance")
    rolled = roll_accuracy(played, fired("used", mode=name)).one(AccuracyRolled)
    assert (rolled.needed.total, len(rolled.dice)) == (needed, dice)


@pytest.mark.rule("AN-ACC-18")
@pytest.mark.ruling("AN-ACC-18.2")
def test_the_modifier_of_a_mode_is_added():
    """What a mode brings itself is added."""
    arm = weapon("sniper", modes=(firing_mode("steady", 1, 2),))
    assert number_needed(stepwise_duel(MISSES, order="advance", own=armed_squad("sniper"), weapons=[arm])) == 7


@pytest.mark.rule("AN-ACC-21")
@pytest.mark.parametrize(("left", "needed"), [(("a-x.1", "a-x.2"), 5), (("a-x.1",), 3)])
def test_a_weapon_short_of_crew_costs_two(left, needed):
    """A weapon that needs a crew of 2 and has 1 left makes Acc 5 a 3."""
    assert (
        number_needed(gun_duel([9], own=crewed_team(2), weapons=[heavy_gun(crew=2)], mine={"models": left})) == needed
    )


@pytest.mark.rule("AN-ACC-21")
@pytest.mark.ruling("AN-ACC-21.2")
def test_the_penalty_is_flat():
    """A crew of 1 of 3 costs 2, not 4."""
    assert (
        number_needed(gun_duel([9], own=crewed_team(3), weapons=[heavy_gun(crew=3)], mine={"models": ("a-x.1",)})) == 3
    )


@pytest.mark.rule("AN-ACC-21")
@pytest.mark.ruling("AN-ACC-21.2")
def test_a_weapon_without_crew_does_not_shoot():
    """With its weapon left and nobody to serve it a team has no shot."""
    kinds = (model_kind("gun", weapons=("big",), equipment=True), model_kind("crew", weapons=(), crews="big"))
    team = troopers(3, unit_type="weapon_team", kinds=kinds, models=("gun", "crew", "crew"))
    played = gun_duel(own=team, weapons=[heavy_gun(crew=2)], mine={"models": ("a-x.1",)})
    shoot(played).rejected("AN-ACC-21", "no-crew")


@pytest.mark.rule("AN-ACC-21")
@pytest.mark.parametrize(
    ("kinds", "dice", "total"),
    [
        (("gunner", "loader"), 3, 4),
        (("gunner",), 3, 2),
        (("gun", "loader"), 3, 2),
        (("gun", "gun", "loader"), 3, 2),
        (("gun", "loader") * 2, 6, 2),
        (("gun", *("loader",) * 2) * 2, 6, 4),
    ],
)
def test_crew_below_the_need_costs_two_and_nobody_left_no_shot(kinds, dice, total):
    """A weapon with fewer crew than it needs shoots at 2 less, and one without anybody not at all."""
    assert number_needed(stepwise_duel((9,) * dice, order="advance", own=gun_team(*kinds))) == total


@pytest.mark.rule("AN-ACC-21")
def test_a_gun_whose_crew_is_gone_is_not_fired():
    """A gun whose crew is gone can not be fired."""
    stepwise_duel(own=gun_team("gun")).when("red", shoot_command()).rejected("AN-ACC-21", "no-crew")


@pytest.mark.rule("AN-ACC-21")
def test_a_vehicle_needs_no_other_models_as_crew():
    """A vehicle needs no other models to serve its weapons."""
    outcome = roll_accuracy(stepwise_duel((9,) * 4, own=vehicle(), enemy=squad_of_size("medium")))
    assert [event.needed.total for event in outcome.events if isinstance(event, AccuracyRolled)] == [5, 5]


@pytest.mark.rule("AN-ACC-24")
def test_extreme_range_costs_two_and_not_three():
    """Acc 6 at 40 inches with 20/30/50 needs 4."""
    own = troopers(1, "gun", stats=stats(accuracy=6))
    assert number_needed(gun_duel([9], 40 * INCH, own, order="advance")) == 4
