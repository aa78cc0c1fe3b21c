"""Odds that are told before the dice: against an independent exact calculation, profile by profile."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Rejected, Unknown
from adjudicator.kernel.messages import NamedChance, Spot
from adjudicator.rulesets.antares.model.messages import FiredWeapon, Hazard
from adjudicator.rulesets.antares.odds.assault_odds import estimate_assault
from adjudicator.rulesets.antares.odds.damage_odds import estimate_damage
from adjudicator.rulesets.antares.odds.shooting_odds import estimate_shooting
from adjudicator.rulesets.antares.odds.stat_test_odds import estimate_test
from adjudicator.rulesets.antares.odds.template_odds import estimate_template
from adjudicator.rulesets.antares.reports.messages import (
    EstimateAssaultRequest,
    EstimateDamageRequest,
    EstimateShootingRequest,
    EstimateTemplateRequest,
    EstimateTestRequest,
)
from tests.kit import Table
from tests.rulesets.antares.fixtures import table
from tests.rulesets.antares.oracles.volleys import casualties, damage_rolls, good_faces, mapped, passing, spread, volley
from tests.rulesets.antares.sheets import (
    INCH,
    amount,
    armed_squad,
    gun,
    model_kind,
    natural_effect,
    plain_squad,
    probe,
    special_rule,
    squad,
    terrain_piece,
    troopers,
    vehicle,
    weapon,
)


def estimated_test(played: Table, test: str, weapon: str = "", unit: str = "a-x") -> Any:
    """Ask about a test."""
    return estimate_test(played.game, 0, EstimateTestRequest(game=b"", unit=unit, test=test, weapon=weapon))


NEAR, FAR = (10 * INCH, 10 * INCH), (25 * INCH, 10 * INCH)


def squads_facing(shooter: Any = None, target: Any = None, *, own: Any = None, other: Any = None, **rest: Any) -> Table:
    """Let a squad face another 15 inches away, less their bases."""
    units = [("a-x", shooter or plain_squad(), NEAR, own or {}), ("b-y", target or plain_squad(), FAR, other or {})]
    return table(units=units, **rest)


def chances_by_number(found: tuple[NamedChance, ...]) -> dict[int, Fraction]:
    """Read chances by number."""
    return {int(row.outcome): Fraction(row.chance.ratio) for row in found}


def chances_by_word(found: tuple[NamedChance, ...]) -> dict[str, Fraction]:
    """Read chances by word."""
    return {row.outcome: Fraction(row.chance.ratio) for row in found}


def estimated_shot(played: Table, order: str = "fire", weapon: str = "", mode: str = "", *, close: bool = False) -> Any:
    """Ask about a-x shooting at b-y."""
    fired = (FiredWeapon(weapon=weapon, mode=mode, models=(), aim=None, blind=False, target=""),) if weapon else ()
    request = EstimateShootingRequest(game=b"", unit="a-x", target="b-y", order=order, weapons=fired, point_blank=close)
    return estimate_shooting(played.game, 0, request)


PROFILES = [
    # shooter's changes, target's changes, order, mode, dice, needed, again, shielded, resist
    ({}, {}, "fire", "", 5, 6, 0, False, 5),
    ({}, {}, "advance", "", 5, 5, 0, False, 5),
    ({}, {}, "fire", "rapid", 10, 5, 0, False, 5),
    ({}, {}, "advance", "rapid", 10, 4, 0, False, 5),
    ({"pins": 2}, {}, "fire", "", 5, 4, 0, False, 5),
    ({"pins": 7}, {}, "fire", "", 5, -1, 0, False, 5),
    ({}, {"order": "down"}, "fire", "", 5, 6, 0, True, 5),
    ({"pins": 1}, {"order": "down"}, "advance", "", 5, 4, 0, True, 5),
    ({}, {"order": "down"}, "fire", "rapid", 10, 5, 0, True, 5),
    ({"spotted": True}, {}, "fire", "", 5, 6, 1, False, 5),
    ({"spotted": True}, {}, "advance", "", 5, 5, 1, False, 5),
    ({"spotted": True, "pins": 3}, {}, "fire", "", 5, 3, 1, False, 5),
    ({"spotted": True}, {"order": "down"}, "fire", "", 5, 6, 1, True, 5),
    ({"spotted": True, "pins": 4}, {"order": "down"}, "advance", "", 5, 1, 1, True, 5),
    ({}, {"size": "large"}, "fire", "", 5, 7, 0, False, 5),
    ({}, {"size": "huge"}, "fire", "", 5, 7, 0, False, 5),
    ({}, {"size": "small"}, "fire", "", 5, 5, 0, False, 5),
    ({}, {"resist": 3}, "fire", "", 5, 6, 0, False, 3),
    ({}, {"resist": 9}, "fire", "", 5, 6, 0, False, 9),
    ({}, {"resist": 13}, "fire", "", 5, 6, 0, False, 13),
    ({}, {"wounds": 2}, "fire", "rapid", 10, 5, 0, False, 5),
    ({}, {"wounds": 3}, "fire", "rapid", 10, 5, 0, False, 5),
]


def unit_of_profile(changes: dict[str, Any], *, spotted: bool) -> tuple[Any, dict[str, Any]]:
    """Make a unit of a profile: its sheet, and the fields of its row."""
    left = dict(changes)
    wounds, resist = left.pop("wounds", 1), left.pop("resist", None)
    size = left.pop("size", "medium")
    base = squad() if spotted else plain_squad()
    stats = base.stats if resist is None else replace(base.stats, resist=resist)
    sheet = replace(base, size=size, stats=stats, kinds=(model_kind(wounds=wounds),))
    return sheet, left


HALVES = {3: Fraction(1, 2), 4: Fraction(1, 2)}


@pytest.mark.rule("AN-ORDER-14", "AN-ORDER-15", "AN-ORDER-16")
def test_odds_of_rally_tests():
    """A rally sheds D6 + 1 pins, D6 + 2 with a 1, and only 1 or none where it fails."""
    odds = estimated_test(squads_facing(own={"pins": 6}), "rally")
    d6 = icepool.d6

    def left(face: int) -> Any:
        if face == 10:
            return 6
        return 5 if face == 9 else (6 - (d6 + (2 if face == 1 else 1))).map(lambda row: max(0, row))

    assert chances_by_number(odds.pins) == spread(mapped(left))


@pytest.mark.rule("AN-ORDER-20", "AN-ORDER-21", "AN-ORDER-22", "AN-ORDER-23")
@pytest.mark.parametrize("pins", [1, 3, 5, 7])
@pytest.mark.parametrize("order", ["fire", "advance", "run", "ambush"])
def test_odds_of_order_tests(order, pins):
    """A pass sheds 1 pin, a 1 sheds 2, a failure 1 and a 10 none; the unit acts or goes Down."""
    odds = estimated_test(squads_facing(own={"pins": pins}), order)
    target = 8 - pins

    def left(face: int) -> int:
        return max(0, pins - {1: 2, 10: 0}.get(face, 1))

    assert odds.needed.total == target
    assert Fraction(odds.passed.ratio) == passing(target)
    assert chances_by_number(odds.pins) == spread(mapped(left))
    assert chances_by_word(odds.outcomes).get("acts", 0) == passing(target)


@pytest.mark.rule("AN-TURNEND-04", "AN-GEN-04")
@pytest.mark.parametrize("counts", [False, True])
def test_odds_of_recovery_tests(counts):
    """Recovery is tested at full Co, or less pins by the option."""
    odds = estimated_test(
        squads_facing(own={"pins": 5, "order": "down"}, options={"recovery_uses_pins": counts}), "recovery"
    )
    assert Fraction(odds.passed.ratio) == passing(3 if counts else 8)
    assert chances_by_word(odds.outcomes)["recovers"] == passing(3 if counts else 8)


@pytest.mark.rule("AN-MOVE-06", "AN-MOVE-08", "AN-TERRAIN-10")
def test_odds_of_agility_tests():
    """A sprint that fails costs a pin, terrain only a Cumbersome unit."""
    assert chances_by_number(estimated_test(squads_facing(), "sprint").pins) == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert chances_by_number(estimated_test(squads_facing(), "terrain").pins) == {0: Fraction(1)}
    heavy = squads_facing(plain_squad(flags=("cumbersome",)))
    assert chances_by_number(estimated_test(heavy, "terrain").pins) == {0: Fraction(1, 2), 1: Fraction(1, 2)}


@pytest.mark.rule("AN-SHOOT-11")
def test_what_would_be_refused_has_no_odds():
    """Shooting that the rules refuse is refused here as well, and an id that nobody knows is unknown."""
    played = squads_facing()
    with pytest.raises(Rejected):
        estimated_shot(played, "run")
    with pytest.raises(Unknown):
        estimated_test(played, "fire", unit="a-nobody")


@pytest.mark.rule("AN-REROLL-01")
def test_every_miss_is_thrown_again_by_the_option():
    """With the option all misses of the volley are thrown again."""
    played = squads_facing(squad(), options={"miss_rerolls": "all"})
    assert chances_by_number(estimated_shot(played).hits) == spread(volley(5, 6, again=5))


@pytest.mark.rule("AN-REROLL-04")
def test_a_die_is_thrown_again_once_by_the_option():
    """With the option a hit that came of a re-rolled miss stands."""
    played = squads_facing(squad(), other={"order": "down"}, options={"reroll_each_die_once": True})
    hits = volley(5, 6, again=1, shielded=True, once=True)
    assert chances_by_number(estimated_shot(played).hits) == spread(hits)


@pytest.mark.rule("AN-ACC-01", "AN-RESIST-01")
@pytest.mark.parametrize("profile", PROFILES)
def test_odds_of_hits_and_casualties_of_a_volley(profile):
    """The hits, and what they do, come as often as an independent reckoning says."""
    own, other, order, mode, dice, needed, again, shielded, resist = profile
    own = dict(own)
    sheet, fields = unit_of_profile(own, spotted=own.pop("spotted", False))
    target, changes = unit_of_profile(other, spotted=False)
    played = squads_facing(sheet, target, own=fields, other=changes)
    odds = estimated_shot(played, order, "carbine" if mode else "", mode)
    assert odds.groups[0].dice == dice
    assert odds.groups[0].needed.total == needed
    hits = volley(dice, needed, again=again, shielded=shielded)
    assert chances_by_number(odds.hits) == spread(hits)
    fallen = casualties(hits, 5, resist, other.get("wounds", 1))
    assert chances_by_number(odds.casualties) == spread(fallen)
    one = Fraction(odds.groups[0].hit.ratio), Fraction(odds.groups[0].saved.ratio)
    assert one == (spread(volley(1, needed, shielded=shielded))[1], passing(resist))


@pytest.mark.rule("AN-OH-12", "AN-REROLL-08")
@pytest.mark.parametrize(("down", "share"), [(False, 1), (True, 2)])
def test_odds_of_a_template_at_its_aim(down, share):
    """A launcher on Advance hits with D4, halved against a target that is Down, or not at all."""
    played = squads_facing(armed_squad("launcher", count=1), other={"order": "down"} if down else {})
    odds = estimated_shot(played, "advance")
    needed = odds.groups[0].needed.total
    blast = mapped(lambda face: face // share, 4)
    expected = icepool.Die({0: 10 - good_faces(needed), 1: good_faces(needed)})
    assert chances_by_number(odds.hits) == spread(expected.map(lambda hit: blast if hit else 0))


@pytest.mark.rule("AN-RESIST-09")
@pytest.mark.parametrize(("resist", "needed"), [(12, 11), (8, 7), (5, 4)])
def test_odds_of_damage_rolls_of_a_vehicle(resist, needed):
    """Of a unit on the damage chart the failed tests are told."""
    stats = replace(vehicle().stats, resist=resist)
    played = squads_facing(target=vehicle(stats=stats))
    odds = estimated_shot(played)
    hits = volley(5, 7)
    assert odds.groups[0].resist.total == needed
    assert chances_by_number(odds.casualties) == spread(damage_rolls(hits, needed))


@pytest.mark.rule("AN-PIN-07", "AN-PIN-09", "AN-PIN-10")
@pytest.mark.parametrize(
    ("weapon", "changes", "pins"),
    [
        ("disruptor", {}, 2),
        ("disruptor", {"faction": "ghar"}, 1),
        ("slingnet", {}, 2),
        ("slingnet", {"flags": ("heavily_armoured",)}, 1),
    ],
)
def test_odds_of_pins_of_a_volley(weapon, changes, pins):
    """Whoever is hit takes the pins of the weapon; whoever is not takes none, nor does a unit that is wiped out."""
    played = squads_facing(armed_squad(weapon), plain_squad(**changes))
    odds = estimated_shot(played)
    unpinned = chances_by_number(odds.hits)[0] + chances_by_number(odds.casualties).get(5, 0)
    assert chances_by_number(odds.pins) == {0: unpinned, pins: 1 - unpinned}


@pytest.mark.rule("AN-H2H-02")
def test_odds_of_a_down_target_that_strikes_last():
    """A target that is Down strikes with the models that it has left."""
    played = squads_facing(other={"order": "down"})
    odds = estimate_assault(played.game, 0, EstimateAssaultRequest(game=b"", unit="a-x", target="b-y"))
    dealt = casualties(volley(5, 6), 5, 6)

    def back(fallen: int) -> Any:
        left = 5 - fallen
        return casualties(volley(left, 5), 5, 6) if left else 0

    assert chances_by_number(odds.own) == spread(dealt.map(back))


@pytest.mark.rule("AN-H2H-03", "AN-H2H-04", "AN-H2H-11")
@pytest.mark.parametrize(("own", "other"), [(0, 0), (2, 0), (0, 3)])
def test_odds_of_a_round_of_hand_to_hand(own, other):
    """The assaulter hits on Str + 1, the target on Str; who is wiped out has lost, else who has more pins."""
    played = squads_facing(own={"pins": own}, other={"pins": other})
    odds = estimate_assault(played.game, 0, EstimateAssaultRequest(game=b"", unit="a-x", target="b-y"))
    lost = casualties(volley(5, 5), 5, 6)
    dealt = casualties(volley(5, 6), 5, 6)
    assert chances_by_number(odds.own) == spread(lost)
    assert chances_by_number(odds.enemy) == spread(dealt)
    results: dict[str, Fraction] = {"win": Fraction(0), "draw": Fraction(0), "loss": Fraction(0)}
    for fallen, chance in spread(lost).items():
        for killed, share in spread(dealt).items():
            difference = (fallen == 5) - (killed == 5) or (0 if fallen == 5 else fallen + own - killed - other)
            results["loss" if difference > 0 else "win" if difference else "draw"] += chance * share
    assert [Fraction(row.ratio) for row in (odds.win, odds.draw, odds.loss)] == list(results.values())
    assert results["draw"] > 0 < results["win"]


@pytest.mark.rule("AN-BREAK-06", "AN-BREAK-03")
def test_odds_of_breaking_a_target():
    """Three of five lost call for a test at Co less pins; pins up to Co break at once."""
    played = squads_facing(other={"pins": 3})
    odds = estimated_shot(played)
    fallen = chances_by_number(odds.casualties)
    due = fallen[3] + fallen[4]
    assert Fraction(odds.break_test.ratio) == due
    assert Fraction(odds.broken.ratio) == fallen[5] + due * (1 - passing(4))
    played = squads_facing(other={"pins": 7})
    odds = estimated_shot(played)
    destroyed = chances_by_number(odds.casualties)[5]
    assert Fraction(odds.broken.ratio) == 1 - chances_by_number(odds.pins)[0] + destroyed


@pytest.mark.rule("AN-BREAK-10", "AN-BREAK-12", "AN-BREAK-14", "AN-BREAK-15")
@pytest.mark.parametrize(
    ("fields", "becomes", "pins"),
    [({}, "down", {3: 1}), ({"order": "down"}, "down", HALVES), ({"models": ("a-x.1", "a-x.2")}, "broken", {3: 1})],
)
def test_odds_of_break_tests(fields, becomes, pins):
    """A failure breaks a unit with half its models lost, and sends others Down, or costs a pin where they are."""
    odds = estimated_test(squads_facing(own={"pins": 3, **fields}), "break")
    assert chances_by_word(odds.outcomes) == {"stays": Fraction(1, 2), becomes: Fraction(1, 2)}
    assert chances_by_number(odds.pins) == pins


@pytest.mark.rule("AN-REACT-07", "AN-REACT-12")
def test_odds_of_reaction_tests():
    """A reaction is tested at Init less pins, and a failure costs a pin."""
    odds = estimated_test(squads_facing(own={"pins": 2}), "reaction")
    assert chances_by_number(odds.pins) == {2: Fraction(1, 2), 3: Fraction(1, 2)}


@pytest.mark.rule("AN-DMG-03")
@pytest.mark.parametrize("modifier", [-2, 0, 1, 3])
def test_odds_of_the_damage_chart(modifier):
    """Every row of the chart comes as often as its totals, with the modifier of the weapon."""
    rows = {2: "2", 3: "3", 4: "4", 5: "5", 6: "6-7", 7: "6-7", 8: "8-9", 9: "8-9"}
    gun = weapon("gun", damage_modifier=modifier)
    odds = estimated_test(squads_facing(vehicle(), weapons=(gun,)), "damage", "gun")
    expected: dict[str, Fraction] = {}
    for face in range(1, 11):
        total = face + modifier
        row = "destroyed" if total <= 1 else rows.get(total, "none")
        expected[row] = expected.get(row, Fraction(0)) + Fraction(1, 10)
    assert chances_by_word(odds.outcomes) == expected


@pytest.mark.rule("AN-H2H-11", "AN-H2H-13")
def test_a_lone_model_loses_to_many_whatever_their_pins() -> None:
    """Five models with 3 old pins against one: who kills it has won, though it has the fewer pins."""
    played = squads_facing(own={"pins": 3}, other={"models": ("b-y.1",)})
    odds = estimate_assault(played.game, 0, EstimateAssaultRequest(game=b"", unit="a-x", target="b-y"))
    killed = chances_by_number(odds.enemy)[1]
    assert Fraction(odds.win.ratio) == killed == Fraction(odds.enemy_gone.ratio)
    assert Fraction(odds.draw.ratio) == 0


@pytest.mark.rule("AN-BREAK-03", "AN-H2H-13", "AN-H2H-14")
def test_odds_of_who_is_gone_after_a_round() -> None:
    """A unit of one that strikes nobody: it has lost with more pins and tests at Co less pins; or is killed."""
    played = squads_facing(troopers(1), troopers(1, model_attacks=0), other={"pins": 3})
    odds = estimate_assault(played.game, 0, EstimateAssaultRequest(game=b"", unit="a-x", target="b-y"))
    killed = chances_by_number(odds.enemy)[1]
    # its own losses are none, so that a failed test sends it Down
    assert Fraction(odds.enemy_gone.ratio) == killed
    assert Fraction(odds.own_gone.ratio) == 0
    assert Fraction(odds.win.ratio) == 1


@pytest.mark.rule("AN-HIT-09")
def test_hazards_hurt_who_strikes() -> None:
    """A 10 of a hazardous hand weapon hits its user: 1 in 10, and the resist test may save it."""
    hurt = Hazard(strike_value=amount(0))
    played = squads_facing(troopers(1, model_hazard=hurt), troopers(1, model_attacks=0))
    odds = estimate_assault(played.game, 0, EstimateAssaultRequest(game=b"", unit="a-x", target="b-y"))
    assert chances_by_number(odds.own)[1] == Fraction(1, 10) * (1 - passing(6))
    assert Fraction(odds.loss.ratio) == chances_by_number(odds.own)[1]


@pytest.mark.rule("AN-REROLL-09")
@pytest.mark.parametrize(("order", "low"), [("", 2), ("down", 1)])
def test_odds_of_nets_on_protected_targets(order: str, low: int) -> None:
    """Pins of a light net, 2 to 4, are halved against Down infantry, and so it breaks at fewer."""
    arm = gun(0, "net", properties=("suspensor_net",))
    played = squads_facing(troopers(1, "net"), troopers(5, resist=19), other={"order": order}, weapons=(arm,))
    pins = chances_by_number(estimated_shot(played).pins)
    assert sorted(pins) == [0, low, *([3, 4] if low == 2 else [2])]
    played = squads_facing(
        troopers(1, "net"), troopers(5, resist=19), other={"order": order, "pins": 6}, weapons=(arm,)
    )
    odds = estimated_shot(played)
    assert Fraction(odds.broken.ratio) == sum(pins[row] for row in pins if row >= 2)


@pytest.mark.rule("AN-PIN-01")
@pytest.mark.parametrize(("basis", "pinned"), [("modified", False), ("base_plus_armour", True)])
def test_odds_follow_the_resist_that_counts_for_pins(basis: str, pinned: bool) -> None:
    """A hit at 11 in cover pins by the option alone that counts Res and armour."""
    wood = terrain_piece(
        "w1",
        (24 * INCH, 0),
        (40 * INCH, 0),
        (40 * INCH, 40 * INCH),
        (24 * INCH, 40 * INCH),
        cover="hard",
        los="clear",
        movement="open",
    )
    played = squads_facing(target=troopers(5, resist=9), terrain=[wood], options={"pin_res_basis": basis})
    odds = estimated_shot(played)
    assert odds.groups[0].resist.total > 10
    fallen, pins = chances_by_number(odds.casualties), chances_by_number(odds.pins)
    hit = 1 - chances_by_number(odds.hits)[0]
    assert 1 - pins[0] == (hit if pinned else 1 - fallen[0]) - fallen.get(5, 0)


@pytest.mark.rule("AN-BREAK-09")
def test_a_rule_that_tests_for_every_casualty_counts() -> None:
    """With break_test_on_casualty one casualty of five calls for a test."""
    rule = special_rule("break_test_on_casualty")
    odds = estimated_shot(squads_facing(target=plain_squad(rules=(rule,))))
    fallen = chances_by_number(odds.casualties)
    assert Fraction(odds.break_test.ratio) == 1 - fallen[0] - fallen.get(5, 0)


@pytest.mark.rule("AN-BREAK-13")
def test_a_unit_with_a_damage_chart_that_fails_breaks() -> None:
    """A vehicle tests for damage alone, and breaks where it fails."""
    assert chances_by_word(estimated_test(squads_facing(vehicle(), own={"pins": 3}), "break").outcomes)["broken"] > 0
    assert "down" not in chances_by_word(estimated_test(squads_facing(vehicle(), own={"pins": 3}), "break").outcomes)


@pytest.mark.rule("AN-PIN-06")
@pytest.mark.parametrize(("dice", "pins"), [(1, HALVES), (2, {3: 1})])
def test_a_down_unit_with_an_unused_die_takes_no_pin(dice: int, pins: dict[int, int]) -> None:
    """A Down unit that fails a break test takes a pin, or uses a die up."""
    own = {"pins": 3, "order": "down", "dice": dice, "unused_dice": dice - 1}
    odds = estimated_test(squads_facing(plain_squad(order_dice=dice), own=own), "break")
    assert chances_by_number(odds.pins) == pins


@pytest.mark.rule("AN-REACT-08", "AN-REACT-04")
def test_reactions_without_a_test_and_without_a_reaction() -> None:
    """A unit in Ambush takes no test whatever its pins; a probe does not react."""
    odds = estimated_test(squads_facing(own={"pins": 7, "order": "ambush"}), "reaction")
    assert Fraction(odds.passed.ratio) == chances_by_number(odds.pins)[7] == 1
    with pytest.raises(Rejected) as refused:
        estimated_test(squads_facing(probe()), "reaction")
    assert refused.value.faults[0].clause == "AN-REACT-04"


@pytest.mark.rule("AN-MOVE-05", "AN-TURNEND-02", "AN-BREAK-01", "AN-DMG-02", "AN-TERRAIN-05")
@pytest.mark.parametrize(
    ("sheet", "test", "clause", "reason"),
    [
        (vehicle(), "sprint", "AN-MOVE-05", "cannot-sprint"),
        (plain_squad(), "recovery", "AN-TURNEND-02", "not-down"),
        (probe(), "break", "AN-BREAK-01", "probes-do-not-test"),
        (probe(), "terrain", "AN-TERRAIN-05", "probes-do-not-test"),
        (plain_squad(), "damage", "AN-DMG-02", "no-damage-chart"),
    ],
)
def test_tests_that_a_unit_does_not_take_have_no_odds(sheet: Any, test: str, clause: str, reason: str) -> None:
    """Who never takes a test is refused under its clause."""
    with pytest.raises(Rejected) as refused:
        estimated_test(squads_facing(sheet), test)
    assert [(fault.clause, fault.reason) for fault in refused.value.faults] == [(clause, reason)]


@pytest.mark.rule("AN-GEN-02", "AN-GEN-03")
def test_what_can_not_be_told_exactly_is_refused() -> None:
    """Where natural faces of resist tests do something besides, no odds are told."""
    bonus = (natural_effect("resist", "remove_pin"),)
    with pytest.raises(Rejected) as refused:
        estimated_shot(squads_facing(options={"natural_one_bonus": bonus}))
    assert refused.value.faults[0].reason == "odds-without-naturals"


def estimated_template(played: Table, *, blind: bool = False) -> Any:
    """Ask about a launcher of a-x that is fired at b-y, or blindly to where it stands."""
    aim = Spot(x=FAR[0], y=FAR[1]) if blind else None
    request = EstimateTemplateRequest(
        game=b"",
        unit="a-x",
        target="" if blind else "b-y",
        order="fire",
        weapon="launcher",
        mode="",
        aim=aim,
        blind=blind,
    )
    return estimate_template(played.game, 0, request)


@pytest.mark.rule("AN-OH-03", "AN-OH-04")
@pytest.mark.parametrize("pins", [0, 2])
def test_odds_of_shift_distances(pins: int) -> None:
    """A template that shifts comes down D10 inches away, and one more for each pin of who fires."""
    odds = estimated_template(squads_facing(armed_squad("launcher", count=1), own={"pins": pins}))
    needed = odds.needed.total
    assert Fraction(odds.on_aim.ratio) == Fraction(needed, 10)
    assert Fraction(odds.lost.ratio) == Fraction(1, 10)
    assert chances_by_number(odds.distances) == {pins + face: Fraction(1, 10) for face in range(1, 11)}
    assert Fraction(odds.on_aim.ratio) < chances_by_word(odds.units)["b-y"] < Fraction(9, 10)


@pytest.mark.rule("AN-OH-08", "AN-OH-09")
def test_odds_of_blind_fire() -> None:
    """Blind fire comes down with a 1 alone, and drifts D10 inches by the option, whatever the pins."""
    played = squads_facing(
        armed_squad("launcher", count=1), own={"pins": 2}, options={"blind_shift_mode": "one_vector"}
    )
    odds = estimated_template(played, blind=True)
    assert [Fraction(row.ratio) for row in (odds.on_aim, odds.shifts, odds.lost)] == [0, TENTH, 9 * TENTH]
    assert chances_by_number(odds.distances) == dict.fromkeys(range(1, 11), TENTH)
    assert 0 < chances_by_word(odds.units)["b-y"] < TENTH


@pytest.mark.rule("AN-DMG-03", "AN-DMG-12", "AN-DMG-18")
def test_odds_of_losses_by_the_damage_chart() -> None:
    """One roll destroys as often as its row comes; two as often as either does; too many are refused."""
    played = squads_facing(vehicle(), weapons=(weapon("gun", damage_modifier=0),))
    once = chances_by_word(estimated_test(played, "damage", "gun").outcomes)["destroyed"]

    def damaged(rolls: int) -> Any:
        request = EstimateDamageRequest(game=b"", unit="a-x", weapon="gun", rolls=rolls)
        return estimate_damage(played.game, 0, request)

    assert Fraction(damaged(1).destroyed.ratio) == once == chances_by_number(damaged(1).dice)[0]
    assert Fraction(damaged(2).destroyed.ratio) == 1 - (1 - once) ** 2
    assert Fraction(damaged(2).gone.ratio) > Fraction(damaged(2).destroyed.ratio)
    with pytest.raises(Rejected):
        damaged(7)


TENTH = Fraction(1, 10)
