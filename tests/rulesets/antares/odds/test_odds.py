"""Odds that are told before the dice: against an independent exact calculation, profile by profile."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Rejected, Unknown
from adjudicator.rulesets.antares.model.messages import FiredWeapon
from adjudicator.rulesets.antares.odds.assault_odds import estimate_assault
from adjudicator.rulesets.antares.odds.shooting_odds import estimate_shooting
from adjudicator.rulesets.antares.odds.stat_test_odds import estimate_test
from adjudicator.rulesets.antares.reports.messages import (
    EstimateAssaultRequest,
    EstimateShootingRequest,
    EstimateTestRequest,
    NamedChance,
)
from tests.kit import Table
from tests.rulesets.antares.fixtures import table
from tests.rulesets.antares.oracles.volleys import casualties, damage_rolls, good_faces, mapped, passing, spread, volley
from tests.rulesets.antares.sheets import INCH, armed_squad, model_kind, plain_squad, squad, vehicle, weapon


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
    """Whoever is hit takes the pins of the weapon; whoever is not takes none."""
    played = squads_facing(armed_squad(weapon), plain_squad(**changes))
    odds = estimated_shot(played)
    missed = chances_by_number(odds.hits)[0]
    assert chances_by_number(odds.pins) == {0: missed, pins: 1 - missed}


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
    """The assaulter hits on Str + 1, the target on Str; who has more pins afterwards has lost."""
    played = squads_facing(own={"pins": own}, other={"pins": other})
    odds = estimate_assault(played.game, 0, EstimateAssaultRequest(game=b"", unit="a-x", target="b-y"))
    lost = casualties(volley(5, 5), 5, 6)
    dealt = casualties(volley(5, 6), 5, 6)
    assert chances_by_number(odds.own) == spread(lost)
    assert chances_by_number(odds.enemy) == spread(dealt)
    left = spread((lost + own) - (dealt + other))
    assert Fraction(odds.win.ratio) == sum(row for key, row in left.items() if key < 0)
    assert Fraction(odds.draw.ratio) == left.get(0, 0)


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
    assert Fraction(odds.broken.ratio) == 1 - chances_by_number(odds.pins)[0]


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
