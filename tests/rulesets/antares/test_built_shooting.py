"""Declaring shots: who may shoot at what, with which weapons, and what is checked again before the dice."""

from __future__ import annotations

import pytest

from adjudicator.kernel.decide.offers import Choice
from adjudicator.rulesets.antares import firing, shooting
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ApplyPins,
    MoveUnit,
    ReactionsAsked,
    RollAccuracy,
    ShootingDeclared,
    ShotsLost,
)
from tests.rulesets.antares.givens import (
    INCH,
    armed,
    box,
    change,
    kind,
    mode,
    plain,
    straight,
    table,
    under,
    vehicle,
    weapon,
)
from tests.rulesets.antares.volleying import MISSES, USED, X, Y, duel, fired, rolled, shoot

FOE_X = X + 11 * INCH


def declared(played, *weapons, **more):
    return played.when("red", shoot(*weapons, **more)).one(ShootingDeclared)


def shooters(played, *weapons):
    return {model for group in declared(played, *weapons).groups for model in group.models}


def move(played, model, x, y):
    row = played.game.models[model]
    pose = type(row.pose)(x, y, 0, row.pose.facing)
    played.put("models", type(row)(id=row.id, unit=row.unit, kind=row.kind, wounds=row.wounds, pose=pose))


@pytest.mark.rule("AN-SHOOT-01")
@pytest.mark.parametrize(("order", "reason"), [("run", "order-does-not-shoot"), ("fire", ""), ("advance", "")])
def test_orders_that_let_shoot(order, reason):
    """A unit shoots on fire and advance, and not on a Run."""
    said = duel(order=order).when("red", shoot())
    said.rejected("AN-SHOOT-01", reason) if reason else said.accepted()


@pytest.mark.rule("AN-SHOOT-11")
def test_all_dice_of_a_volley_are_declared_together():
    """Four rifles and a support weapon throw seven dice."""
    arm = weapon("support", kind="light_support", modes=(mode("burst", 3),))
    own = plain(kinds=(kind(), kind("gunner", weapons=("support",))), models=("trooper",) * 4 + ("gunner",))
    event = declared(duel(own=own, weapons=[arm]))
    assert [(each.weapon, each.dice) for each in event.groups] == [("carbine", 4), ("support", 3)]


@pytest.mark.rule("AN-SHOOT-02")
def test_models_without_a_shot_lose_it():
    """Of five shooters two that see nothing throw no dice."""
    played = duel(terrain=[box("t1", X + 2 * INCH, Y + 2_500, INCH, 8 * INCH, los="blocking")])
    for number, y in enumerate((0, 700, -700, 1_400, -1_400), 1):
        move(played, f"b-y.{number}", FOE_X, Y + y)
    for number in (4, 5):
        move(played, f"a-x.{number}", X, Y + 4_000 + 1_500 * number)
    assert shooters(played) == {"a-x.1", "a-x.2", "a-x.3"}


@pytest.mark.rule("AN-SHOOT-03")
@pytest.mark.parametrize(("place", "dice"), [((X, Y), 5), ((X - 50 * INCH, Y), 0)])
def test_a_team_judges_from_its_primary_model(place, dice):
    """A team whose data says so measures from its primary model, for all its shots or none."""
    kinds = (kind("primary", primary=True), kind())
    own = plain(kinds=kinds, models=("primary",) + ("trooper",) * 4, flags=("primary_model_only",), faction="vorl")
    played = duel(own=own, gap=10 * INCH if dice else 49 * INCH)
    for number in range(2, 6):
        move(played, f"a-x.{number}", X - (45 * INCH if dice else 0), Y + 1_500 * number)
    move(played, "a-x.1", *place)
    if dice:
        assert declared(played).groups[0].dice == dice
    else:
        played.when("red", shoot()).rejected("AN-SHOOT-10", "out-of-range")


@pytest.mark.rule("AN-SHOOT-04")
@pytest.mark.parametrize(
    ("size", "foe", "blocked"), [("medium", "medium", True), ("small", "medium", False), ("medium", "large", False)]
)
def test_other_models_block(size, foe, blocked):
    """A model of another unit on the line blocks it unless it is smaller than the target."""
    third = ("a-z", plain(size=size, models=("trooper",)), (X + 5 * INCH, Y))
    one = {"models": ("trooper",)}
    played = duel(own=plain(**one), foe=plain(size=foe, **one), more=[third])
    said = played.when("red", shoot())
    said.rejected("AN-SHOOT-04", "no-line-of-sight") if blocked else said.accepted()


@pytest.mark.parametrize(
    ("los", "depth", "clause"), [("blocking", 500, "AN-SHOOT-06"), ("obscuring", 4_500, "AN-SHOOT-05")]
)
def test_terrain_that_stops_sight(los, depth, clause):
    """Blocking terrain and more than 4 inches of obscuring terrain stop every shot."""
    played = duel(terrain=[box("t1", X + 4 * INCH, 0, depth, 40 * INCH, los=los)])
    played.when("red", shoot()).rejected(clause, "no-line-of-sight", unit="a-x", target="b-y")


@pytest.mark.rule("AN-SHOOT-10")
@pytest.mark.parametrize(
    ("gap", "arm", "reason"), [(51_000, "carbine", "out-of-range"), (8_000, "close", "below-minimum")]
)
def test_beyond_and_below_the_range(gap, arm, reason):
    """A target beyond extreme range or nearer than the minimum can not be shot at."""
    played = duel(gap=gap, own=armed(arm), weapons=[weapon("close", minimum=20 * INCH)])
    played.when("red", shoot()).rejected("AN-SHOOT-10", reason)


@pytest.mark.rule("AN-SHOOT-11")
def test_fire_is_not_split():
    """A unit shoots at one target, unless its data lets it split its fire."""
    played = duel(more=[("b-z", plain(), (X + 20 * INCH, Y), USED)])
    split = (fired(models=("a-x.1",)), fired(models=("a-x.2",), target="b-z"))
    played.when("red", shoot(*split)).rejected("AN-SHOOT-11", "split-fire", "weapons[1].target")


def test_split_fire_makes_volleys():
    """A unit that may split its targets makes a volley for each of them."""
    played = duel(
        own=vehicle(flags=("may_split_targets", "all_weapons")),
        more=[("b-z", plain(), (X + 20 * INCH, Y + 9 * INCH), USED)],
    )
    outcome = played.when("red", shoot(fired("cannon"), fired("light_gun", target="b-z")))
    found = [(each.volley, each.target) for each in outcome.events if isinstance(each, ShootingDeclared)]
    assert found == [("v1", "b-y"), ("v2", "b-z")]


@pytest.mark.rule("AN-ORDER-06")
def test_heavy_weapons_on_advance():
    """Heavy weapons are not fired in an Advance, except those that may; other weapons of the unit are."""
    duel(own=armed("cannon"), order="advance").when("red", shoot()).rejected("AN-ORDER-06", "heavy-on-advance")
    mobile = weapon("turret", kind="heavy", crew=1, properties=("fires_on_advance",))
    duel(own=armed("turret"), order="advance", weapons=[mobile]).when("red", shoot()).accepted()
    both = declared(duel(own=vehicle(), order="advance"))
    assert [each.weapon for each in both.groups] == ["light_gun"]


@pytest.mark.parametrize(
    ("said", "clause", "reason"),
    [
        (fired("mortar"), "AN-SHOOT-11", "no-such-weapon"), (fired(mode="burst"), "AN-ACC-18", "no-such-mode"),
        (fired(aim=(X, Y)), "AN-OH-01", "aim-for-direct"), (fired(blind=True), "AN-OH-07", "blind-direct"),
        (fired(models=("b-y.1",)), "AN-SHOOT-11", "model-without-weapon"),
        (fired(models=("a-x.1", "a-x.1")), "AN-SHOOT-11", "model-fires-twice"),
        (fired("maul"), "AN-SHOOT-11", "no-such-weapon"),
    ],
)  # fmt: skip
def test_weapons_that_are_named_wrongly(said, clause, reason):
    """A weapon that the unit can not fire as it is named is refused with its place."""
    duel().when("red", shoot(said)).rejected(clause, reason)


def test_a_disabled_weapon():
    """A weapon that is disabled is not fired any more."""
    played = duel(own=vehicle(), mine={"disabled": ("cannon",)})
    played.when("red", shoot(fired("cannon"))).rejected("AN-DMG-14", "weapon-disabled")
    assert [each.weapon for each in declared(played).groups] == ["light_gun"]


@pytest.mark.parametrize(("target", "reason"), [("a-z", "own-side"), ("b-z", "target-gone")])
def test_targets_that_are_none(target, reason):
    """A target is an enemy unit on the table."""
    gone = ("b-z", plain(), None, {**USED, "place": "destroyed"})
    played = duel(more=[("a-z", plain(), (X, Y + 12 * INCH)), gone])
    played.when("red", shoot(target=target)).rejected("AN-SHOOT-11", reason)


def test_each_model_fires_one_weapon_or_all():
    """A model fires its first weapon that may be fired, one of a unit with all_weapons each of them."""
    for gap, arm in ((12 * INCH, "carbine"), (4 * INCH, "pistol")):
        event = declared(duel(gap=gap, own=armed("pistol", "carbine")))
        assert [each.weapon for each in event.groups] == [arm]
    several = armed("pistol", "carbine", flags=("all_weapons",))
    assert [each.weapon for each in declared(duel(gap=4 * INCH, own=several)).groups] == ["pistol", "carbine"]


def test_named_models_and_the_rest():
    """Weapons without models are fired by all who fire no other."""
    own = armed("pistol", "carbine")
    event = declared(duel(gap=4 * INCH, own=own), fired("carbine"), fired("pistol", models=("a-x.2", "a-x.3")))
    found = {each.weapon: each.models for each in event.groups}
    assert found == {"carbine": ("a-x.1", "a-x.4", "a-x.5"), "pistol": ("a-x.2", "a-x.3")}


@pytest.mark.rule("AN-ORDER-05")
def test_shooting_ends_an_advance():
    """After its shots a unit neither moves nor shoots again."""
    played = duel(MISSES, order="advance")
    rolled(played).asks("pins")
    played.when("table", ApplyPins()).accepted()
    assert played.game.actions == ()


@pytest.mark.rule("AN-ORDER-02")
def test_a_fire_order_does_not_move():
    """Under Fire the unit shoots and does not move at all."""
    played = duel()
    move = MoveUnit(unit="a-x", paths=straight(played, "a-x", 1000), sprint=False)
    played.when("red", move).rejected("AN-ORDER-02", "no-move-on-fire")


@pytest.mark.rule("AN-SHOOT-12")
def test_shots_that_became_impossible_are_lost():
    """Who is out of sight or range when the dice are due loses the shots, and no dice are thrown."""
    played = duel()
    played.when("red", shoot()).asks("accuracy")
    for number in range(1, 6):
        move(played, f"b-y.{number}", X + 60 * INCH, Y + 1_500 * number)
    outcome = played.when("table", RollAccuracy()).then(ShotsLost, reason="range", group=0).without(AccuracyRolled)
    assert outcome.one(ShotsLost).models == tuple(f"a-x.{number}" for number in range(1, 6))
    assert not outcome.rolls


def test_some_shots_are_lost():
    """Those who still can shoot do."""
    played = duel((9, 9, 9))
    played.when("red", shoot()).accepted()
    for number in (1, 2):
        move(played, f"a-x.{number}", X - 45 * INCH, Y)
    outcome = played.when("table", RollAccuracy())
    assert outcome.one(ShotsLost).models == ("a-x.1", "a-x.2")
    assert len(outcome.one(AccuracyRolled).dice) == 3


@pytest.mark.rule("AN-SHOOT-12")
@pytest.mark.parametrize("order", ["fire", "advance"])
def test_reactions_come_before_the_dice(order):
    """The other side is asked for reactions before anything is rolled."""
    played = duel(theirs={}, order=order)
    played.when("red", shoot()).then(ShootingDeclared, ReactionsAsked, trigger=order).asks("reaction", "blue")


# -- offers


def offered(played, unit="a-x"):
    return shooting.offers_of(played.game, unit)


def values(domain):
    assert isinstance(domain.values, Choice)
    return domain.values.values


def test_offers_name_the_targets_that_can_be_shot_at():
    """Enemies out of sight or range are not offered, and every offer is accepted."""
    far, hidden = ("b-z", plain(), (X + 70 * INCH, Y), USED), ("b-h", plain(), (X + 11 * INCH, Y + 30 * INCH), USED)
    hide = box("t1", X - 10 * INCH, Y + 20 * INCH, 60 * INCH, INCH, los="blocking")
    played = duel(
        gap=12 * INCH, more=[far, hidden], terrain=[hide], own=armed("pistol", "carbine"), size=(100_000, 48_000)
    )
    assert {each for offer in offered(played) for each in values(offer.fields[1])} == {"b-y"}
    assert len(offered(played)) == 2


def test_offered_weapons_are_accepted():
    """Every weapon that is offered, in each of its modes, is accepted."""
    made = offered(duel(own=armed("pistol", "carbine", "netter"), gap=7 * INCH))
    named = [
        (values(part.values.parts[0])[0], name)
        for offer in made
        for part in offer.fields[2:]
        for name in values(part.values.parts[1])
    ]
    assert {each for each, _ in named} == {"pistol", "carbine", "netter"}
    for arm, name in named:
        duel(own=armed("pistol", "carbine", "netter"), gap=7 * INCH).when("red", shoot(fired(arm, name))).accepted()


# -- point blank


@pytest.mark.rule("AN-PBS-02")
@pytest.mark.parametrize(
    ("arm", "reason"),
    [
        ("carbine", ""), ("pistol", ""), ("cannon", "not-at-point-blank"), ("light_gun", "not-at-point-blank"),
        ("mortar", "not-at-point-blank"), ("lance", ""), ("siege", "minimum-at-point-blank"),
    ],
)  # fmt: skip
def test_weapons_at_point_blank(arm, reason):
    """Standard weapons and those with the property shoot at point blank, if their minimum range is 0."""
    arms = [
        weapon("lance", kind="heavy", crew=1, properties=("pbs",)),
        weapon("siege", kind="overhead", crew=1, minimum=10 * INCH, properties=("pbs",)),
        weapon("pistol", short=5 * INCH, properties=()),
    ]
    played = table(units=[("a-x", armed(arm), (X, Y)), ("b-y", plain(), (X + INCH, Y))], weapons=arms)
    laid = firing.plan(played.game, "a-x", "b-y", "point_blank", (fired(arm),))
    assert [(each.clause, each.reason) for each in laid.faults] == ([("AN-PBS-02", reason)] if reason else [])


@pytest.mark.rule("AN-PBS-03")
def test_every_model_shoots_at_point_blank():
    """Sight and range do not matter in contact, and terrain between brings no penalty."""
    wall = box("t1", X + 500, Y - 500, 10, 20 * INCH, los="blocking")
    played = table(units=[("a-x", armed("pistol"), (X, Y)), ("b-y", plain(), (X + INCH, Y))], terrain=[wall])
    laid = firing.plan(played.game, "a-x", "b-y", "point_blank")
    assert laid.volleys[0][1][0].dice == 5


def test_an_unordered_table_asks_nothing():
    """A unit that does not act has no shot."""
    played = table(units=[("a-x", plain(), (X, Y)), ("b-y", plain(), (X + 9 * INCH, Y))])
    assert shooting.offers_of(played.game, "a-x") == []
    assert shooting.offers_of(under(change(played, "a-x", pins=0), "a-x").game, "a-x") != []
    assert rolled(duel(MISSES)).one(AccuracyRolled).group == 0
