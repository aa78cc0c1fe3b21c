"""Matters of every step that the book is silent about: dice, teams, halves, and what is open."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    Aim,
    AssaultDiceHalved,
    Bonus,
    FightUnit,
    FutureDamageHalved,
    GameCreated,
    SideTerms,
)
from adjudicator.rulesets.hex_orders.model.rows import Fight
from tests.rulesets.hex_orders.assault.fixtures import SLOW
from tests.rulesets.hex_orders.fixtures import LOADED, ability, infantry, line, smoke, table, tank
from tests.rulesets.hex_orders.gunnery.fixtures import shooter, with_gunnery_orders
from tests.rulesets.hex_orders.gunnery.steps import begin_firing, declare_shots
from tests.rulesets.hex_orders.setup.fixtures import terms
from tests.rulesets.hex_orders.setup.steps import deploying, load_lists
from tests.rulesets.hex_orders.steps import begin, of_kind, refused, roll_declared, shot, silence


def dice_rolled(played):
    """Give labels and sides of all dice so far."""
    return {(roll.why, roll.sides) for filled in played.log for roll in filled.rolls}


@pytest.mark.rule("HX-GAP-03")
def test_a_die_is_a_d6():
    """Setup, stuck, armour, assault, deflection, acid, cloud and catching-fire rolls are logged as d6."""
    played = deploying(["standard_tank"], ["standard_tank"], [1, 6])
    assert ("setup-advantage", 6) in dice_rolled(played)
    units = [("a1", "D5", "N", tank(), SLOW), ("b1", "A9", "S", infantry())]
    stuck = table([6], None, pace="step", hexes={"D5": "swamp"}, units=units, running={"a1": ("F+-+-",)})
    begin(stuck, "movement_1")
    silence(stuck)
    assert dice_rolled(stuck) == {("stuck", 6)}
    fired = begin_firing([5], target=tank(nation="elf"))
    declare_shots(fired, shot("b1")).accepted()
    roll_declared(fired)
    fired.faces(6, 6, 6, 6)
    silence(fired)
    assert dice_rolled(fired) == {("to-hit", 6), ("armour", 6)}
    fight = tanks([1] * 12)
    assert dice_rolled(fight) == {("assault", 6), ("deflection", 6)}
    lying = smoke(0, poison=1, poison_level=8, poison_density=4, fire=1, acid=1, acid_grade="minor", acid_density=4)
    units = [("a1", "D5", "N", shooter(), SLOW), ("b1", "A9", "S", infantry())]
    cloud = table([1, 1, 1, 1], None, pace="step", hexes={"D5": lying}, units=units, running={"a1": ("-+-+-",)})
    cloud.set(sheets={**cloud.game.sheets, "a1": with_gunnery_orders(shooter(), "-+-+-")})
    begin(cloud, "movement_1")
    silence(cloud)
    assert dice_rolled(cloud) == {("poison-cloud", 6), ("poison-pin", 8), ("acid-cloud", 6), ("hex-fire", 6)}
    burnt = [("a1", "D5", "N", tank(), {"acid": 1, "minor_acid": 1}), ("b1", "A9", "S", infantry())]
    acid = table([2, 2], None, pace="step", units=burnt)
    for step in ("agony_0", "agony_1"):
        begin(acid, step)
        silence(acid)
    assert dice_rolled(acid) == {("acid", 6), ("minor-acid", 6)}


def tanks(dice, own=None, other=None, row=None):
    """Let two units fight for D5 to the end of the step."""
    units = [
        ("a1", "D6", "N", own or tank(nation="ork"), SLOW),
        ("b1", "D4", "S", other or tank(nation="elf"), {**SLOW, **(row or {})}),
    ]
    played = table(dice, None, pace="step", units=units)
    sides = (("a1", 0, "D6"), ("b1", 1, "D4"))
    rows = tuple(
        FightUnit(unit=name, seat=seat, origin=origin, goal="D5", reverse=False) for name, seat, origin in sides
    )
    begin(played.put("fights", Fight("f1", "D5", rows)), "assault_1")
    silence(played)
    return played


@pytest.mark.rule("HX-GAP-04")
@pytest.mark.ruling("HX-GAP-04.2")
def test_two_sides_of_any_nations():
    """Three sides are refused; a team of Elves and Dwarves is accepted, and each unit has one nation."""
    three = tuple(SideTerms(nations=(row,), number=0, role="") for row in ("dwarf", "elf", "dwarf"))
    refused(load_lists(), "referee", terms(sides=three), "HX-GAP-04", "two-sides")
    refused(load_lists(), "referee", terms(sides=three[:1]), "HX-GAP-04", "two-sides")
    mixed = (SideTerms(nations=("elf", "dwarf"), number=1, role=""), SideTerms(nations=("elf",), number=2, role=""))
    event = load_lists().when("referee", terms(sides=mixed)).one(GameCreated)
    assert event.sides[0].nations == ("elf", "dwarf")
    assert isinstance(tank().nation, str)


@pytest.mark.rule("HX-GAP-05")
@pytest.mark.parametrize(("before", "face", "after"), [(5, 1, 2), (4, 1, 2), (3, 1, 1), (1, 5, 0)])
def test_a_halved_bonus_is_rounded_down(before, face, after):
    """When a model dies a bonus of 5 becomes 2, and one of 1 becomes 0."""
    played = begin_firing([5], other={"bonuses": (Bonus(table="regular", by=before),)})
    declare_shots(played, shot("b1")).accepted()
    roll_declared(played)
    played.faces(face)
    events = silence(played)
    assert [row.total for row in of_kind(events, FutureDamageHalved)] == [after]


@pytest.mark.rule("HX-GAP-05")
@pytest.mark.parametrize(("dice", "left"), [(7, 3), (1, 0)])
def test_halved_fear_dice_are_rounded_down(dice, left):
    """Of seven dice a shaken base keeps three against Fear, of one none."""
    fearful = tank(nation="ork", abilities=(ability("fear", 6),))
    base = infantry(models=(replace(infantry().models[0], assault=line(dice, 5)),))
    played = tanks([1] * (4 + left + 2), fearful, base, {"pinned": 2})
    halved = [row for filled in played.log for row, _ in filled.events if isinstance(row, AssaultDiceHalved)]
    assert [sum(kept_dice.dice for kept_dice in row.kept) for row in halved] == [left]


@pytest.mark.rule("HX-GAP-06")
@pytest.mark.ruling("HX-GAP-06.2")
def test_tokens_load_aim_and_bonus_are_open():
    """The enemy sees load 1, the aim, bonus +2, speed and tokens of a revealed tank, and of a token its hex."""
    row = {
        "loads": LOADED,
        "aim": Aim(hex="D8", turn=1),
        "bonuses": (Bonus(table="regular", by=2),),
        "fire": 1,
        "speed": "fast",
    }
    units = [
        ("a1", "D8", "N", tank(), row),
        ("a2", "C8", "N", infantry(nation="dwarf"), {"hidden": True}),
        ("b1", "D2", "S", infantry()),
    ]
    played = table((), None, units=units)
    for who in ("blue", "spectator", "red"):
        first, second, _ = sorted(played.view(who).units, key=lambda found: found.id)
        status = first.status
        assert [(load.weapon, load.count) for load in status.loads] == [("main_gun", 1)]
        assert (status.aim, status.fire, status.speed) == (Aim(hex="D8", turn=1), 1, "fast")
        assert [bonus.by for bonus in status.bonuses] == [2]
        known = who == "red"
        assert (second.hex, second.hidden) == ("C8", True)
        assert [item is not None for item in (second.sheet, second.status)] == [known, known]
