"""AN-DMG: the damage chart of vehicles, vehicle drones and humongous beasts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import Struct

from adjudicator.rulesets.antares.model.messages import (
    BreakTested,
    ChooseDisabledWeapon,
    DamageRolled,
    ModelLost,
    MovementReduced,
    OrderDiceReturned,
    OrderDieLost,
    PinsAdded,
    ResistReduced,
    ShootingDeclared,
    UnitDestroyed,
    UnitSheet,
    UnitWentDown,
    WeaponDisabled,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from adjudicator.rulesets.antares.rules.damage import casualties
from tests.kit import Table
from tests.rulesets.antares.fixtures import SPENT, A, X, Y, acting, duel, table
from tests.rulesets.antares.sheets import INCH, gun, stats, troopers, vehicle
from tests.rulesets.antares.steps import (
    begin_step,
    charge,
    decline,
    event_names,
    events_of,
    fired,
    models_left,
    move_unit,
    one_event,
    pins_gained,
    play_on,
    question,
    shoot,
    unit_row,
)


def hit_vehicle(
    faces: Sequence[int], enemy: UnitSheet | None = None, hits: int = 1, sv: int = 0, **rest: Any
) -> tuple[Table, list[Struct]]:
    """Hit "b-y" so often, let it fail every test with a 10, and throw these faces then: the table and all events."""
    dice = [*[3] * hits, *[10] * hits, *faces]
    arm = gun(sv, "used", damage_modifier=rest.pop("modifier", 0))
    played = duel(troopers(hits, "used"), enemy or vehicle(), dice, weapons=[arm], **{"theirs": SPENT, **rest})
    shoot(played)
    if question(played) == "reaction":
        decline(played)
    return played, play_on(played, "disabled_weapon")


LAST_DIE_SPENT = {"order": "advance", "unused_dice": 0, "dice": 1}


@pytest.mark.rule("AN-DMG-01")
@pytest.mark.ruling("AN-DMG-01.2", "AN-DMG-13.1")
def test_the_chart_is_a_matter_of_the_flag():
    """A failed test makes a damage roll where the unit uses the chart and a casualty where it is infantry."""
    _, events = hit_vehicle([10])
    assert len(events_of(events, DamageRolled)) == 1
    assert not events_of(events, ModelLost)
    _, events = hit_vehicle([], troopers(5))
    assert not events_of(events, DamageRolled)
    assert len(events_of(events, ModelLost)) == 1


@pytest.mark.rule("AN-DMG-01")
@pytest.mark.parametrize("sort", ["vehicle", "vehicle_drone", "humongous_beast"])
def test_three_types_use_the_chart(sort):
    """A vehicle, a vehicle drone and a humongous beast with the flag of their type make damage rolls."""
    _, events = hit_vehicle([10], troopers(1, unit_type=sort, flags=("uses_damage_chart",)))
    assert one_event(events, DamageRolled).row == "none"


@pytest.mark.rule("AN-DMG-02")
def test_every_failed_test_makes_a_damage_roll():
    """Three hits and two failed tests make two damage rolls."""
    played = duel(troopers(3, "gun"), vehicle(), [2, 3, 4, 10, 5, 10, 10, 10], theirs=SPENT)
    shoot(played)
    assert len(events_of(play_on(played), DamageRolled)) == 2


@pytest.mark.rule("AN-DMG-02")
def test_failures_in_hand_to_hand_make_damage_rolls_too():
    """A humongous beast that fails a test in hand to hand makes a damage roll."""
    beast = troopers(1, unit_type="humongous_beast", flags=("uses_damage_chart",), resist=9)
    played = duel(troopers(1), beast, [3, 10, 10, 10, 9, 1], order="run", theirs=SPENT)
    charge(played, 10 * INCH)
    assert one_event(play_on(played, "consolidate"), DamageRolled).face == 10


@pytest.mark.rule("AN-DMG-02")
def test_failures_at_point_blank_make_damage_rolls_too():
    """A vehicle that fails its one test at point blank makes one damage roll, and loses no model."""
    played = duel(troopers(1, "gun"), vehicle(), [3, 10, 10, 9, 9, 9], 4 * INCH, order="run", theirs=SPENT)
    charge(played, 3 * INCH)
    events = play_on(played, "follow_on", "consolidate")
    assert (one_event(events, DamageRolled).face, one_event(events, DamageRolled).row) == (10, "none")
    assert not events_of(events, ModelLost)


@pytest.mark.rule("AN-DMG-03")
@pytest.mark.ruling("AN-DMG-03.2")
def test_modifiers_of_the_weapon_and_the_unit_count():
    """A 3 with a weapon of -2 is 1 and destroys; a 9 with a unit of +1 is 10 and does nothing."""
    played, events = hit_vehicle([3], modifier=-2)
    assert one_event(events, DamageRolled).total.total == 1
    assert unit_row(played).place == "destroyed"
    played, events = hit_vehicle([9], vehicle(damage_modifier=1))
    assert (one_event(events, DamageRolled).total.total, one_event(events, DamageRolled).row) == (10, "none")
    assert pins_gained(events) == 1


@pytest.mark.rule("AN-DMG-03")
def test_a_ten_with_a_penalty_is_not_automatic():
    """A 10 with a weapon of -2 is 8, since faces have no meaning of their own here."""
    assert one_event(hit_vehicle([10], modifier=-2)[1], DamageRolled).row == "8-9"


@pytest.mark.rule("AN-DMG-04")
def test_one_or_less_destroys():
    """A damage roll of 1 destroys the unit, and its dice are lost."""
    played, events = hit_vehicle([1])
    assert one_event(events, UnitDestroyed).cause == "damage"
    assert one_event(events, OrderDieLost).dice == 2
    assert (unit_row(played).place, played.game.sides[1].dice_lost, models_left(played)) == ("destroyed", 2, 0)


@pytest.mark.rule("AN-DMG-04")
def test_of_several_vehicles_the_one_that_was_hit_is_destroyed():
    """In a unit of two vehicles a damage roll of 1 takes the one that was hit."""
    played, events = hit_vehicle([1], vehicle(models=("hull", "hull")))
    assert not events_of(events, UnitDestroyed)
    assert one_event(events, ModelLost).model == "b-y.1"
    assert (unit_row(played).place, models_left(played)) == ("table", 1)


@pytest.mark.rule("AN-DMG-05")
def test_row_2():
    """A 2 with D5 of 3: 4 pins, Res 12 to 10, two dice to one, and a break test at Co less all pins."""
    played, events = hit_vehicle([2, 3, 3])
    assert one_event(events, PinsAdded, cause="damage").pins == 4
    assert one_event(events, ResistReduced).by == 2
    assert (unit_row(played).dice, unit_row(played).resist_loss) == (1, 2)
    test = one_event(events, BreakTested)
    assert (test.needed.total, test.passed) == (8 - 1 - 4, True)


@pytest.mark.rule("AN-DMG-06")
def test_row_3():
    """A 3 with D4 of 2: 3 pins, a die lost, a break test, and nothing else."""
    played, events = hit_vehicle([3, 2, 4])
    assert one_event(events, PinsAdded, cause="damage").pins == 3
    assert one_event(events, BreakTested).needed.total == 8 - 1 - 3
    assert (unit_row(played).dice, unit_row(played).resist_loss, unit_row(played).order) == (1, 0, "advance")


@pytest.mark.rule("AN-DMG-07")
def test_row_4():
    """A 4 with D4 of 4: 4 pins, a die lost, a weapon lost, and Down."""
    played, events = hit_vehicle([4, 4, 1])
    assert one_event(events, PinsAdded, cause="damage").pins == 4
    assert len(events_of(events, WeaponDisabled)) == 1
    assert (unit_row(played).dice, unit_row(played).order) == (1, "down")
    assert one_event(events, UnitWentDown).die == "turned"
    assert not events_of(events, BreakTested)


@pytest.mark.rule("AN-DMG-08")
def test_row_5():
    """A 5 with D3 of 1: 1 pin, a die lost, Run no more than 1M, and Down."""
    played, events = hit_vehicle([5, 1])
    assert one_event(events, PinsAdded, cause="damage").pins == 1
    assert one_event(events, MovementReduced).limit == 1
    assert (unit_row(played).dice, unit_row(played).order, unit_row(played).move_limit) == (1, "down", 1)


@pytest.mark.rule("AN-DMG-09")
@pytest.mark.parametrize("face", [6, 7])
def test_rows_6_and_7(face):
    """A 6 or 7 with D3 of 3: 3 pins and Down, and no die lost."""
    played, events = hit_vehicle([face, 3])
    assert one_event(events, PinsAdded, cause="damage").pins == 3
    assert (unit_row(played).dice, unit_row(played).order) == (2, "down")


@pytest.mark.rule("AN-DMG-10")
@pytest.mark.parametrize("face", [8, 9])
def test_rows_8_and_9(face):
    """An 8 or 9: 1 pin and nothing else."""
    played, events = hit_vehicle([face])
    assert one_event(events, PinsAdded, cause="damage").pins == 1
    assert (unit_row(played).dice, unit_row(played).order, unit_row(played).pins) == (2, "advance", 2)
    assert not events_of(events, BreakTested)


@pytest.mark.rule("AN-DMG-11")
def test_ten_or_more():
    """A 10: no effect but the ordinary hit pin."""
    played, events = hit_vehicle([10])
    assert not events_of(events, PinsAdded, cause="damage")
    assert (unit_row(played).pins, unit_row(played).dice, unit_row(played).order) == (1, 2, "advance")


@pytest.mark.rule("AN-DMG-12")
@pytest.mark.parametrize(("dice", "after", "lost"), [(3, 2, 1), (1, 1, 0)])
@pytest.mark.ruling("AN-DMG-12.2")
def test_mod_loss_takes_a_die_but_never_the_last(dice, after, lost):
    """Three dice become two and one is lost for good; a single die stays."""
    played, _ = hit_vehicle([3, 1, 1], vehicle(order_dice=dice))
    assert (unit_row(played).dice, played.game.sides[1].dice_lost) == (after, lost)


@pytest.mark.rule("AN-DMG-12")
def test_an_unused_die_goes_from_the_bag_first():
    """A unit with an unused die loses that one out of the bag."""
    played, events = hit_vehicle([3, 1, 1], theirs={"order": "advance", "unused_dice": 1})
    assert one_event(events, OrderDieLost).from_bag == 1
    assert (unit_row(played).unused_dice, played.game.sides[1].bag, unit_row(played).order) == (0, 0, "advance")


@pytest.mark.rule("AN-DMG-12")
@pytest.mark.ruling("AN-DMG-12.3")
def test_by_the_option_the_last_die_may_go_and_the_unit_with_it():
    """With a floor of 0 the loss of the only die destroys the unit."""
    played, _ = hit_vehicle([3, 1], vehicle(order_dice=1), theirs=LAST_DIE_SPENT, options={"mod_loss_floor": 0})
    assert unit_row(played).place == "destroyed"
    assert DEFAULTS.mod_loss_floor == 1


@pytest.mark.rule("AN-DMG-12")
def test_a_used_die_is_lost_when_the_dice_return():
    """A unit whose two dice are both used loses one of them when the dice go back: one returns."""
    played, events = hit_vehicle([3, 1, 1])
    assert one_event(events, OrderDieLost).from_bag == 0
    played.faces(1)
    returned = events_of(begin_step(played, "run").events, OrderDiceReturned)
    assert [row.dice for row in returned] == [(1, 1)]
    assert played.game.sides[1].bag == 1


@pytest.mark.rule("AN-DMG-12")
def test_a_unit_holds_no_more_dice_than_it_has_left() -> None:
    """A die that is lost while none of its side is in the bag leaves the unit with one die less in hand."""
    game = table(units=[("a-x", vehicle(), A)]).game
    casualties.order_die_lost(game, OrderDieLost(unit="a-x", from_bag=0, dice=1, cause="damage"))
    assert (game.units["a-x"].dice, game.units["a-x"].unused_dice) == (1, 1)


@pytest.mark.rule("AN-DMG-13")
def test_extra_pins_come_on_top_of_the_hit_pin():
    """Two damage rolls of 8 and 6 with D3 of 2 at a resist target of 9: 1 and 1 and 2 pins, and Down."""
    played, events = hit_vehicle([8, 6, 2], hits=2, sv=3)
    assert pins_gained(events) == unit_row(played).pins == 4
    assert unit_row(played).order == "down"


@pytest.mark.rule("AN-DMG-13")
@pytest.mark.ruling("AN-DMG-13.2")
def test_a_failed_test_of_a_chart_unit_counts_as_a_wound():
    """At resist 12, where hits alone do not pin, a failure with a damage roll of 10 leaves 1 pin."""
    assert pins_gained(hit_vehicle([10])[1]) == 1


@pytest.mark.rule("AN-DMG-14")
@pytest.mark.ruling("AN-DMG-14.2")
def test_a_weapon_is_disabled_at_random():
    """Of two weapons the die picks the second, and it can not be declared any more."""
    played, events = hit_vehicle([4, 1, 2])
    assert one_event(events, WeaponDisabled).weapon == "light_gun"
    assert unit_row(played).disabled_weapons
    disabled = tuple(row.replace("b-y", "a-x") for row in unit_row(played).disabled_weapons)
    played = duel(vehicle(), troopers(1), [10], mine={"disabled_weapons": disabled})
    shoot(played, fired("light_gun")).rejected("AN-DMG-14", "weapon-disabled")
    shoot(played, fired("cannon")).then(ShootingDeclared)
    play_on(played)


@pytest.mark.rule("AN-DMG-14")
def test_a_unit_without_working_weapons_loses_none():
    """The second weapon goes without a die, and after that the result has no weapon effect."""
    _, first = hit_vehicle([4, 1, 2, 4, 1, 4, 1], hits=3, enemy=vehicle(order_dice=1))
    assert [event.weapon for event in events_of(first, WeaponDisabled)] == ["light_gun", "cannon"]
    assert len(events_of(first, DamageRolled)) == 3


@pytest.mark.rule("AN-DMG-14", "WG-ASK-01")
@pytest.mark.parametrize(("choice", "who", "other"), [("attacker", "red", "blue"), ("owner", "blue", "red")])
@pytest.mark.ruling("AN-DMG-14.3")
def test_by_the_option_somebody_picks_the_weapon(choice, who, other):
    """The option lets the attacker or the owner name the weapon."""
    played, _ = hit_vehicle([4, 1], options={"weapon_loss_choice": choice})
    assert question(played) == "disabled_weapon"
    played.when(other, ChooseDisabledWeapon(unit="b-y", weapon="cannon")).rejected("AN-DMG-14", "not-asked")
    played.when(who, ChooseDisabledWeapon(unit="a-x", weapon="cannon")).rejected("WG-ASK-01", "other-unit-hit")
    played.when(who, ChooseDisabledWeapon(unit="b-y", weapon="cannon")).then(WeaponDisabled, weapon="cannon")
    assert unit_row(played).order == "down"


@pytest.mark.rule("AN-DMG-15")
def test_the_greatest_move_falls_step_by_step():
    """Once hit a vehicle runs 1M and advances 1M; hit twice it does not move at all."""
    for order, clause in (("run", "AN-DMG-15"), ("advance", "AN-MOVE-01")):
        played = acting(order, ("a-x", vehicle(), (X, Y), {"move_limit": 1}))
        move_unit(played, 6 * INCH + 1).rejected(clause, "too-far", limit=6 * INCH)
        move_unit(played, 6 * INCH).accepted()
    played = acting("run", ("a-x", vehicle(), (X, Y), {"move_limit": 0}))
    move_unit(played, INCH).rejected("AN-DMG-15", "immobilised")


@pytest.mark.rule("AN-DMG-15")
@pytest.mark.ruling("AN-DMG-15.2")
def test_two_results_make_a_vehicle_immobile():
    """Two rolls of 5 bring the limit from 2 to 1 and to 0."""
    played, events = hit_vehicle([5, 1, 5, 1], hits=2)
    assert [event.limit for event in events_of(events, MovementReduced)] == [1, 0]
    assert unit_row(played).move_limit == 0


@pytest.mark.rule("AN-DMG-15")
@pytest.mark.ruling("AN-DMG-15.2")
def test_a_unit_that_can_sprint_begins_at_three():
    """A chart unit that can sprint falls from 3 to 2, and so still runs 2M but sprints no more."""
    sprinter = vehicle(flags=("uses_damage_chart", "can_sprint"))
    _, events = hit_vehicle([5, 1], sprinter, theirs={**SPENT, "move_limit": 3})
    assert one_event(events, MovementReduced).limit == 2
    played = acting("run", ("a-x", sprinter, (X, Y), {"move_limit": 2}))
    move_unit(played, 12 * INCH + 1, sprint=True).rejected("AN-DMG-15", "too-far", limit=12 * INCH)
    move_unit(played, 12 * INCH).accepted()


@pytest.mark.rule("AN-DMG-16")
@pytest.mark.ruling("AN-DMG-16.2")
def test_breaches_add_up():
    """Two breaches bring Res 13 to 9, for the tests that follow too."""
    enemy = vehicle(stats=stats(resist=13, agility=6), order_dice=1)
    played, events = hit_vehicle([2, 1, 2, 1, 1], enemy, hits=2)
    assert [row.by for row in events_of(events, ResistReduced)] == [2, 2]
    assert unit_row(played).resist_loss == 4
    played = duel(troopers(1, "gun"), enemy, [3, 9], theirs={**SPENT, "resist_loss": 4})
    shoot(played)
    tests = [row for event in play_on(played) for row in getattr(event, "tests", ())]
    assert [test.needed.total for test in tests] == [9]


@pytest.mark.rule("AN-DMG-16")
def test_res_never_falls_below_nothing():
    """Res 3 with two breaches counts as 0."""
    enemy = vehicle(stats=stats(resist=3, agility=6))
    played = duel(troopers(1, "gun"), enemy, [3, 1], theirs={**SPENT, "resist_loss": 4})
    shoot(played)
    tests = [row for event in play_on(played) for row in getattr(event, "tests", ())]
    assert [test.needed.total for test in tests] == [0]


@pytest.mark.rule("AN-DMG-17")
@pytest.mark.parametrize(("faces", "pins"), [([6, 2], 2), ([4, 2, 1], 2)])
@pytest.mark.ruling("AN-DMG-17.2")
def test_a_down_vehicle_stays_down_without_more(faces, pins):
    """Row 6 and row 4 give a Down vehicle of one die their D3 or D4 pins alone."""
    theirs = {"order": "down", "unused_dice": 0}
    played, events = hit_vehicle(faces, vehicle(order_dice=1), theirs=theirs)
    assert sum(event.pins for event in events_of(events, PinsAdded)) == 1 + pins
    assert (unit_row(played).order, unit_row(played).pins) == ("down", 1 + pins)


@pytest.mark.rule("AN-DMG-17")
@pytest.mark.ruling("AN-DMG-17.3")
def test_by_the_option_row_4_brings_the_pin_of_a_second_down():
    """The option gives a Down vehicle of one die one more pin when it is forced Down, and row 6 none."""
    theirs, options = {"order": "down", "unused_dice": 0}, {"chart_forced_down_pin": True}
    played, _ = hit_vehicle([4, 2, 1], vehicle(order_dice=1), theirs=theirs, options=options)
    assert unit_row(played).pins == 1 + 2 + 1
    played, _ = hit_vehicle([6, 2], vehicle(order_dice=1), theirs=theirs, options=options)
    assert unit_row(played).pins == 1 + 2


@pytest.mark.rule("AN-DMG-18")
@pytest.mark.ruling("AN-DMG-18.2")
def test_all_rolls_of_a_volley_apply_and_one_break_test_follows():
    """A 2 and a 3 in one volley: both sets of pins, two dice lost, one break test."""
    played, events = hit_vehicle([2, 1, 3, 1, 3], vehicle(order_dice=3), hits=2)
    assert sum(event.pins for event in events_of(events, PinsAdded, cause="damage")) == 2 + 2
    assert (unit_row(played).dice, played.game.sides[1].dice_lost) == (1, 2)
    assert one_event(events, BreakTested).needed.total == 8 - 1 - 4


@pytest.mark.rule("AN-DMG-18")
@pytest.mark.ruling("AN-DMG-18.2")
def test_rolls_stop_once_the_unit_is_destroyed():
    """After a 1 no second damage roll is made."""
    _, events = hit_vehicle([1], hits=2)
    assert len(events_of(events, DamageRolled)) == 1


@pytest.mark.rule("AN-DMG-18")
@pytest.mark.parametrize(
    ("faces", "order"),
    [
        ([2, 1, 1], ["OrderDieLost", "PinsAdded", "ResistReduced", "BreakTested"]),
        ([4, 1, 1], ["OrderDieLost", "PinsAdded", "WeaponDisabled", "UnitWentDown"]),
        ([5, 1], ["OrderDieLost", "PinsAdded", "MovementReduced", "UnitWentDown"]),
    ],
)
@pytest.mark.ruling("AN-DMG-18.2")
def test_the_order_within_a_result(faces, order):
    """Within a result die, pins, breach, weapon, move and Down follow each other; the break test comes last."""
    _, events = hit_vehicle(faces)
    rest = [
        event_name
        for event_name in event_names(e for e in events if getattr(e, "cause", "") != "hit")
        if event_name in order
    ]
    assert rest == order
