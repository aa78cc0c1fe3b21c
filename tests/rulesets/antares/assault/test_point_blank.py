"""AN-PBS-01 to AN-PBS-08: shots on contact."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    AssaultEnded,
    BreakTested,
    ChoosePointBlankWeapons,
    ConsolidateMove,
    ConsolidationBegun,
    ContactMade,
    DieRerolled,
    H2HRoundBegun,
    HitsScored,
    PointBlankPartBegun,
    PointBlankWeaponsChosen,
    UnitBroken,
    UnitMoved,
)
from adjudicator.rulesets.antares.rules.shooting import shot_plans
from tests.rulesets.antares.assault.steps import assault_from_four_inches, volley_rolls
from tests.rulesets.antares.fixtures import DOWN, RED_SQUAD, RED_TROOPER, USED, X, Y, acting, duel, table
from tests.rulesets.antares.sheets import INCH, armed_squad, box, gun, plain_squad, troopers, wall, weapon
from tests.rulesets.antares.steps import (
    answer_by_default,
    charge,
    events_of,
    fired,
    models_left,
    one_event,
    pins_gained,
    play_on,
    play_until,
    react,
    resist_tests,
    straight_paths,
    unit_row,
)


@pytest.mark.rule("AN-PBS-01")
def test_both_shoot_as_if_under_advance():
    """Acc 5 with a pin shoots at 4 at contact, without aimed bonus; the other side at 5; cover counts."""
    wood = box("w", X + 4 * INCH, Y - 2 * INCH, 6 * INCH, 4 * INCH, cover="soft", los="clear", movement="open")
    own, enemy = troopers(1, "used"), troopers(1, "used")
    dice = [4, 6, 6, 9, 9, 9, 1]
    played, events = assault_from_four_inches(
        dice, own, enemy, mine={"pins": 1}, weapons=[gun(1, "used")], terrain=[wood]
    )
    needed = {unit: volley_roll.needed.total for unit, volley_roll in volley_rolls(events).items()}
    assert needed == {"a-x": 5 - 1, "b-y": 5}
    assert resist_tests(events)[0].needed.total == 5 + 1 - 1 + 1
    assert pins_gained(events) == unit_row(played).pins == 1


@pytest.mark.rule("AN-PBS-01")
def test_heavy_weapons_without_the_property_stay_silent():
    """A unit whose one weapon is heavy does not shoot at point blank."""
    heavy = gun(1, "big", kind="heavy", properties=())
    _, events = assault_from_four_inches([4, 6, 9, 9, 1], troopers(1, "big"), troopers(1, "gun"), weapons=[heavy])
    assert set(volley_rolls(events)) == {"b-y"}


@pytest.mark.rule("AN-PBS-02")
@pytest.mark.ruling("AN-PBS-02.2")
def test_weapons_with_the_property_and_no_minimum_range_shoot():
    """A heavy weapon with the property shoots; with a minimum range neither it nor a standard weapon does."""
    for arm, shoots in (
        (gun(0, "used", kind="heavy", properties=("pbs",)), True),
        (gun(0, "used", kind="light_support", properties=()), False),
        (gun(0, "used", kind="heavy", properties=("pbs",), minimum=INCH), False),
        (gun(0, "used", kind="standard", properties=(), minimum=INCH), False),
        (gun(0, "used", kind="standard", properties=()), True),
    ):
        dice = [9, 9, 9, 9, 1] if shoots else [9, 9, 9, 1]
        _, events = assault_from_four_inches(dice, troopers(1, "used"), troopers(1), weapons=[arm])
        assert ("a-x" in volley_rolls(events)) is shoots, arm


@pytest.mark.rule("AN-PBS-02")
def test_an_overhead_weapon_with_a_minimum_range_is_refused():
    """A choice of an overhead weapon with a minimum range of 10 inches is refused."""
    mortar = weapon("tube", kind="overhead", minimum=10 * INCH, modes=weapon().modes[:1], properties=("blast", "pbs"))
    dice = [9, 9, 9, 9, 9, 1]
    played = duel(troopers(1, "carbine", "tube"), troopers(1), dice, 4 * INCH, order="run", weapons=[mortar])
    charge(played, 4 * INCH).asks("pbs_weapons", "red")
    refused = played.refused(ChoosePointBlankWeapons(unit="a-x", weapons=(fired("tube"),)), "red")
    assert {row.clause for row in refused} == {"AN-PBS-02"}
    played.when("red", ChoosePointBlankWeapons(unit="a-x", weapons=(fired("carbine", mode="rapid"),)))
    rapid = volley_rolls(play_on(played))["a-x"]
    assert (len(rapid.dice), rapid.needed.total) == (2, 5 - 1)


@pytest.mark.rule("AN-PBS-02", "WG-ASK-01")
def test_point_blank_weapons_are_standard_or_have_the_property():
    """Standard weapons and those with the property, of minimum range 0; no other target."""
    arsenal = [
        weapon("lance", kind="heavy", properties=("pbs",)),
        weapon("gun", kind="heavy", properties=()),
        weapon("far", minimum=1000),
    ]
    armed_foe = ("b-y", armed_squad("lance", "gun", "far", "mortar", "carbine", count=1), (17_000, 10_000), USED)
    played = acting("run", RED_TROOPER, armed_foe, dice=[9, 9, 9], weapons=arsenal, pace="step")
    charge(played, 6000).asks("pbs_weapons", "red", "blue")

    def choose(name: str, target: str = "", of: str = "b-y") -> ChoosePointBlankWeapons:
        return ChoosePointBlankWeapons(unit=of, weapons=(fired(name, target=target),))

    played.when("blue", choose("gun")).rejected("AN-PBS-02", "not-at-point-blank")
    played.when("blue", choose("mortar")).rejected("AN-PBS-02", "not-at-point-blank")
    played.when("blue", choose("far")).rejected("AN-PBS-02", "minimum-at-point-blank")
    played.when("blue", choose("lance", of="a-x")).rejected("WG-ASK-01", "other-unit-shoots")
    played.when("blue", choose("lance", "a-z")).rejected("AN-ASSAULT-07", "shoots-out-of-the-fight")
    played.when("blue", choose("lance")).then(PointBlankWeaponsChosen).asks("pbs_weapons", "red")
    rapid = ChoosePointBlankWeapons(unit="a-x", weapons=(fired("carbine", mode="rapid"),))
    played.when("red", rapid).asks("pbs_part")
    assert [len(row.dice) for row in play_until(played, "h2h_roll") if isinstance(row, AccuracyRolled)] == [2, 1]


@pytest.mark.rule("AN-PBS-02")
def test_without_weapons_hand_to_hand_follows_at_once():
    """Units without a weapon for it do not shoot; hand to hand follows at once."""
    played = acting(
        "run",
        ("a-x", armed_squad("maul", count=1), (10_000, 10_000)),
        ("b-y", armed_squad("maul", count=1), (17_000, 10_000), USED),
        pace="step",
    )
    charge(played, 6000).then(ContactMade, H2HRoundBegun).without(PointBlankPartBegun).asks("h2h_roll")


@pytest.mark.rule("AN-PBS-02")
@pytest.mark.parametrize(
    ("arm", "reason"),
    [
        ("carbine", ""),
        ("pistol", ""),
        ("cannon", "not-at-point-blank"),
        ("light_gun", "not-at-point-blank"),
        ("mortar", "not-at-point-blank"),
        ("lance", ""),
        ("siege", "minimum-at-point-blank"),
    ],
)
def test_standard_weapons_and_the_property_shoot_at_point_blank(arm, reason):
    """Standard weapons and those with the property shoot at point blank, if their minimum range is 0."""
    arms = [
        weapon("lance", kind="heavy", crew=1, properties=("pbs",)),
        weapon("siege", kind="overhead", crew=1, minimum=10 * INCH, properties=("pbs",)),
        weapon("pistol", short_range=5 * INCH, properties=()),
    ]
    played = table(units=[("a-x", armed_squad(arm), (X, Y)), ("b-y", plain_squad(), (X + INCH, Y))], weapons=arms)
    laid = shot_plans.plan(played.game, "a-x", "b-y", "point_blank", (fired(arm),))
    assert [(fault.clause, fault.reason) for fault in laid.faults] == ([("AN-PBS-02", reason)] if reason else [])


@pytest.mark.rule("AN-PBS-03")
def test_walls_between_do_not_count():
    """With a wall between two units in contact there is no penalty, and every model shoots."""
    fence = wall("w", (X + 4500, 0), (X + 4500, 40 * INCH), los="blocking", height=0, cover="clear")
    dice = [*[9] * 20, 9, 1]
    _, events = assault_from_four_inches(dice, troopers(5, "gun"), troopers(5, "gun"), terrain=[fence])
    found = volley_rolls(events)
    assert {unit: (row.needed.total, len(row.dice)) for unit, row in found.items()} == {"a-x": (5, 5), "b-y": (5, 5)}


@pytest.mark.rule("AN-PBS-03")
def test_other_modifiers_count():
    """Small targets and pins count at point blank as elsewhere."""
    _, events = assault_from_four_inches([9, 9, 9, 1], troopers(1, "gun"), troopers(1, size="small"), mine={"pins": 2})
    assert volley_rolls(events)["a-x"].needed.total == 5 - 1 - 2


@pytest.mark.rule("AN-PBS-03")
def test_every_model_shoots_at_point_blank_without_penalty():
    """Sight and range do not matter in contact, and terrain between brings no penalty."""
    wall = box("t1", X + 500, Y - 500, 10, 20 * INCH, los="blocking")
    played = table(
        units=[("a-x", armed_squad("pistol"), (X, Y)), ("b-y", plain_squad(), (X + INCH, Y))], terrain=[wall]
    )
    laid = shot_plans.plan(played.game, "a-x", "b-y", "point_blank")
    assert laid.volleys[0][1][0].dice == 5


@pytest.mark.rule("AN-PBS-04")
def test_both_sides_roll_before_losses_are_applied():
    """Five against five that lose two each both throw five dice, without the pins of the exchange."""
    accuracy = [3, 4, 9, 9, 9]
    dice = [*accuracy, *accuracy, 9, 9, 9, 9, *[10] * 6, 9, 1]
    played, events = assault_from_four_inches(dice, troopers(5, "gun"), troopers(5, "gun"))
    found = volley_rolls(events)
    assert {unit: (row.needed.total, len(row.dice)) for unit, row in found.items()} == {"a-x": (5, 5), "b-y": (5, 5)}
    assert (models_left(played, "a-x"), models_left(played)) == (3, 3)
    assert [event.part for event in events_of(events, PointBlankPartBegun)] == ["simultaneous"]


@pytest.mark.rule("AN-PBS-04")
def test_losses_at_point_blank_are_applied_after_both_volleys():
    """5 v 5: both lose 2 and both rolled 5 models' shots."""
    many = ("b-y", plain_squad(), (17_000, 10_000), USED)
    played = acting("run", RED_SQUAD, many, dice=[4, 4, 9, 9, 9, 4, 4, 9, 9, 9, 8, 8, 8, 8], pace="step")
    charge(played, 6000).accepted()
    answers = [type(row) for row in play_until(played, "h2h_roll")]
    assert answers.count(AccuracyRolled) == 2
    assert answers.count(PointBlankPartBegun) == 1
    assert [len(unit_row(played, row).models) for row in ("a-x", "b-y")] == [3, 3]


@pytest.mark.rule("AN-PBS-05")
def test_stand_and_shoot_comes_first():
    """A reactor that kills 2 of 5 and gives a pin is shot at by 3 models at -1."""
    dice = [1, 3, 4, 9, 9, 9, 9, 9, 9, 9, 9, *[10] * 8, 1]
    played, events = assault_from_four_inches(
        dice, troopers(5, "gun"), troopers(5, "gun"), reaction="stand_and_shoot", theirs={}
    )
    assert len(volley_rolls(events, "stand_and_shoot")["b-y"].dice) == 5
    mine = volley_rolls(events)["a-x"]
    assert (len(mine.dice), mine.needed.total) == (3, 4)
    assert "b-y" not in volley_rolls(events)
    assert events_of(events, PointBlankPartBegun)[0].part == "stand_and_shoot"
    assert models_left(played, "a-x") == 3


@pytest.mark.rule("AN-PBS-06")
def test_a_down_unit_shoots_last():
    """A Down defender of 5 that loses 3 shoots back with 2 models."""
    dice = [2, 3, 4, 9, 9, 9, 9, 9, 9, 9, 1, *[9] * 5, 9, 9, 1]
    played, events = assault_from_four_inches(
        dice, troopers(5, "gun"), troopers(5, "gun", unit_type="mounted", flags=("can_assault",)), theirs=DOWN
    )
    assert models_left(played) == 2
    assert len(volley_rolls(events)["b-y"].dice) == 2
    assert [event.units for event in events_of(events, PointBlankPartBegun)] == [("a-x",), ("b-y",)]


@pytest.mark.rule("AN-PBS-06", "AN-PBS-07")
def test_a_down_unit_shoots_last_and_hits_on_it_are_thrown_again():
    """A Down unit shoots last, with who is left; hits on it are thrown again."""
    many = ("b-y", plain_squad(), (17_000, 10_000), {"order": "down"})
    dice = [4, 4, 4, 9, 9, 5, 5, 9, 9, 9, 9, 9, 9]
    played = acting("run", RED_SQUAD, many, dice=dice, pace="step")
    charge(played, 6000).accepted()
    seen = play_until(played, "h2h_roll")
    rolled = [row for row in seen if isinstance(row, AccuracyRolled)]
    assert [len(row.dice) for row in rolled] == [5, 3]
    assert sum(isinstance(row, DieRerolled) for row in seen) == 3
    assert [row.part for row in seen if isinstance(row, PointBlankPartBegun)] == ["simultaneous", "down"]


@pytest.mark.rule("AN-PBS-07")
@pytest.mark.parametrize("sort", ["infantry", "beast", "weapon_team"])
def test_hits_on_a_down_unit_are_rerolled(sort):
    """All four hits on Down infantry, beasts or weapon teams at point blank are thrown again."""
    dice = [2, 3, 4, 5, 6, 7, 9, 9, *[10] * 5, 9, 1]
    enemy = troopers(1, unit_type=sort, flags=("down_forces_rerolls",))
    _, events = assault_from_four_inches(dice, troopers(4, "gun"), enemy, theirs=DOWN)
    again = events_of(events, DieRerolled)
    assert [(row.before, row.reason) for row in again] == [(2, "down"), (3, "down"), (4, "down"), (5, "down")]
    assert sum(len(event.hits) for event in events_of(events, HitsScored, unit="b-y")) == 0


@pytest.mark.rule("AN-PBS-08")
def test_breaks_are_settled_before_the_blows():
    """A defender of 5 that loses 3 and has 2 pins tests at 6; a 9 breaks it and there is no hand to hand."""
    dice = [2, 3, 4, 9, 9, 9, 9]
    played, events = assault_from_four_inches(dice, troopers(3, "gun"), troopers(5), theirs={**USED, "pins": 1})
    assert one_event(events, BreakTested).needed.total == 6
    assert one_event(events, UnitBroken).cause == "test"
    assert not events_of(events, H2HRoundBegun)
    assert unit_row(played).place == "broken"


@pytest.mark.rule("AN-PBS-08")
@pytest.mark.parametrize(("timing", "shoots"), [("end", True), ("per_volley", False)])
@pytest.mark.ruling("AN-PBS-08.2", "AN-PBS-08.3")
def test_when_breaks_are_settled_is_an_option(timing, shoots):
    """A unit that reaches its Co by Stand and Shoot still shoots, but by the option breaks before it does."""
    dice = [1, 3, 1, *([9] if shoots else [])]
    played, events = assault_from_four_inches(
        dice,
        troopers(1, "gun"),
        troopers(1, "gun"),
        reaction="stand_and_shoot",
        theirs={},
        mine={"pins": 7},
        options={"pbs_break_timing": timing},
    )
    assert one_event(events, UnitBroken).unit == "a-x"
    assert ("a-x" in volley_rolls(events)) is shoots
    assert not events_of(events, H2HRoundBegun)
    assert unit_row(played, "a-x").place == "broken"


@pytest.mark.rule("AN-PBS-08", "AN-PBS-11", "AN-CONS-05")
def test_a_break_at_point_blank_ends_the_assault_with_a_consolidation():
    """The defender loses 3 of 5 and breaks on 9: no hand to hand, and the survivor may consolidate."""
    many = ("b-y", plain_squad(), (17_000, 10_000), {**USED, "pins": 1})
    dice = [4, 4, 4, 9, 9, 9, 9, 9, 9, 9, 8, 8, 8, 9]
    played = acting("run", RED_SQUAD, many, dice=dice, pace="step")
    charge(played, 6000).accepted()
    seen = play_until(played, "consolidate")
    tested = next(row for row in seen if isinstance(row, BreakTested))
    assert (tested.unit, tested.needed.total) == ("b-y", 6)
    assert not any(isinstance(row, H2HRoundBegun) for row in seen)
    played.last.then(UnitBroken, ConsolidationBegun, units=("a-x",))
    move = ConsolidateMove(unit="a-x", paths=straight_paths(played, "a-x", 5000, 0))
    played.when("red", move).then(UnitMoved, AssaultEnded, ActionEnded)


@pytest.mark.rule("AN-PBS-08")
def test_by_option_breaks_are_settled_after_each_part():
    """By the option breaks are settled after Stand and Shoot: a broken assaulter does not shoot."""
    pair = {"models": ("trooper",) * 2}
    played = acting(
        "run",
        ("a-x", plain_squad(**pair), (10_000, 10_000)),
        ("b-y", plain_squad(**pair), (17_000, 10_000)),
        dice=[7, 4, 9, 8, 9],
        options={"pbs_break_timing": "per_volley"},
        pace="step",
    )
    charge(played, 6000).accepted()
    react(played, "stand_and_shoot").accepted()
    seen = play_until(played, "consolidate")
    assert [row.part for row in seen if isinstance(row, PointBlankPartBegun)] == ["stand_and_shoot"]
    assert any(isinstance(row, UnitBroken) for row in seen)
    answer_by_default(played).then(AssaultEnded)
