"""The odds of tokens and of single rolls, exactly."""

from fractions import Fraction
from typing import Any

import pytest

from adjudicator.kernel.decide.faults import Rejected, Unknown
from adjudicator.kernel.decide.parties import REFEREE, SPECTATOR
from adjudicator.rulesets.hex_orders.model.messages import HexEffect, Resistance
from adjudicator.rulesets.hex_orders.odds.roll_odds import estimate_roll
from adjudicator.rulesets.hex_orders.odds.token_odds import estimate_token
from adjudicator.rulesets.hex_orders.reports.messages import EstimateRollRequest, EstimateTokenRequest
from tests.rulesets.hex_orders.fixtures import ability, damage_table, field, infantry, smoke, squad, tank, weapon
from tests.rulesets.hex_orders.gunnery.fixtures import TOKEN
from tests.rulesets.hex_orders.odds.test_area_odds import read

TABLE = (damage_table("regular", {3: ("future 1",), 5: ("kill 1",), 8: ("destroy",)}),)
SIXTH = Fraction(1, 6)


def token(kind: str, level: int = 0, party: int = 1, options: Any = None, sheet: Any = None, **row: Any) -> Any:
    """Ask for the odds of a token of b1."""
    game = field(units=[("b1", "D4", "S", sheet or infantry(tables=TABLE), row)], options=options)
    return estimate_token(game, party, EstimateTokenRequest(game=bytes(16), unit="b1", token=kind, level=level))


def roll(kind: str, unit: str, units: list[Any], party: int = 0, hexes: Any = None, **asked: Any) -> Any:
    """Ask for the odds of a single roll."""
    game = field(hexes, units=units)
    words = {"game": bytes(16), "target": "", "hex": "", "weapon": "", "model": 0, "use_aim": False, **asked}
    return estimate_roll(game, party, EstimateRollRequest(roll=kind, unit=unit, **words))


@pytest.mark.rule("HX-CONT-15", "HX-CONT-16", "HX-CONT-17")
def test_a_fire_token() -> None:
    """A d6 on the regular table; on 1 or 2 the fire goes out."""
    odds = token("fire", fire=1)
    assert read(odds.damage) == {"no_damage": 2 * SIXTH, "future 1": 2 * SIXTH, "kill 1": 2 * SIXTH}
    assert read(odds.token) == {"stays": 4 * SIXTH, "gone": 2 * SIXTH}
    assert read(odds.losses) == {"0": 4 * SIXTH, "1": 2 * SIXTH}
    assert odds.destroyed.ratio == "0/1"


@pytest.mark.rule("HX-CONT-19", "HX-CONT-20", "HX-CONT-21")
def test_a_poison_token() -> None:
    """Poison[8]: a d8; a death spends it, else it is Poison[6]; an 8 destroys."""
    odds = token("poison", 8, poison=(8,))
    eighth = Fraction(1, 8)
    assert read(odds.token) == {"gone": 4 * eighth, "poison 6": 4 * eighth}
    assert read(odds.losses) == {"0": 4 * eighth, "1": 3 * eighth, "4": eighth}
    assert Fraction(odds.destroyed.ratio) == eighth


@pytest.mark.rule("HX-CONT-22", "HX-CONT-24", "HX-CONT-25")
def test_a_bleeding_token() -> None:
    """Bleeding[6]: a 1 ends it without damage, a death ends it too, else it stays."""
    odds = token("bleeding", 6, bleeding=(6,))
    assert read(odds.token) == {"stays": 3 * SIXTH, "gone": 3 * SIXTH}
    assert read(odds.damage) == {"no_damage": 2 * SIXTH, "future 1": 2 * SIXTH, "kill 1": 2 * SIXTH}


@pytest.mark.rule("HX-CONT-05", "HX-CONT-06", "HX-CONT-09", "HX-CONT-10", "HX-CONT-13", "HX-CONT-14")
@pytest.mark.parametrize(
    ("five", "damage"),
    [
        ("as_4", {"no_damage": 1, "future 1": 1, "future 1, cloud": 1, "future 1, cloud, armour": 1, "again": 1}),
        ("as_6", {"no_damage": 1, "future 1": 1, "future 1, cloud": 1, "future 1, cloud, armour": 1, "again": 1}),
    ],
)
def test_the_first_die_of_acid(five: str, damage: dict[str, int]) -> None:
    """What comes of all dice has no fraction: a six brings two more, and each of them may."""
    fire = {"as_4": "future 1, cloud, armour, on_fire", "as_6": "on_fire"}[five]
    odds = token("acid", options={"acid_five": five}, sheet=tank(), acid=1)
    assert read(odds.damage) == {**{name: count * SIXTH for name, count in damage.items()}, fire: SIXTH}
    again = 1 if five == "as_4" else 2
    assert read(odds.token) == {"minor_acid": SIXTH, "again": again * SIXTH, "stays": (5 - again) * SIXTH}


@pytest.mark.rule("HX-CONT-13", "HX-CONT-14", "HX-ABILITIES-29")
def test_minor_acid_minds_resistance() -> None:
    """Minor acid goes on less than 3, a resistance of 1 taken off the die."""
    tough = infantry(resistances=(Resistance(damage_type="acid", by=1),))
    assert read(token("minor_acid", sheet=tough, minor_acid=1).token) == {"stays": 3 * SIXTH, "gone": 3 * SIXTH}


@pytest.mark.rule("HX-CONT-03", "HX-GAP-09")
def test_a_token_that_is_not_there_has_no_odds() -> None:
    """Neither a token that the unit has not, nor anything of a hidden unit for others, is told."""
    for kind, level, clause in (("fire", 0, "HX-CONT-03"), ("poison", 6, "HX-CONT-03"), ("rust", 0, "HX-CONT-03")):
        with pytest.raises(Rejected) as refused:
            token(kind, level, poison=(8,))
        assert [row.clause for row in refused.value.faults] == [clause]
    for party in (0, SPECTATOR, REFEREE):
        with pytest.raises(Rejected, match="odds-unknown"):
            token("fire", party=party, fire=1, hidden=True)
    assert token("fire", party=1, fire=1, hidden=True)
    with pytest.raises(Rejected) as refused:
        token("fire", fire=1, out=True)
    assert [(row.clause, row.reason) for row in refused.value.faults] == [("HX-TURN-15", "unit-is-gone")]


@pytest.mark.rule("HX-TERRAIN-20")
def test_a_stuck_roll() -> None:
    """Tracks are held in a swamp by 1 and 2; infantry never rolls."""
    odds = roll("stuck", "a1", [("a1", "D5", "N", tank())], hexes={"D5": "swamp"})
    assert read(odds.outcomes) == {"stuck": 2 * SIXTH, "free": 4 * SIXTH}
    with pytest.raises(Rejected, match="no-such-roll"):
        roll("stuck", "a1", [("a1", "D5", "N", infantry())], hexes={"D5": "swamp"})


@pytest.mark.rule("HX-GUNNERY-19", "HX-GAP-09")
def test_a_spot_is_told_to_who_knows_the_token() -> None:
    """What a token adds is known to its side alone, as the view has it, until it is revealed."""
    units = [("a1", "D5", "N", squad(weapon("gun"), count=1)), ("b1", "D3", "S", infantry(hidden=True), TOKEN)]
    assert sum(read(roll("spot", "a1", units, 1, target="b1").outcomes).values()) == 1
    for party in (0, SPECTATOR, REFEREE):
        with pytest.raises(Rejected, match="odds-unknown"):
            roll("spot", "a1", units, party, target="b1")


@pytest.mark.rule("HX-HEXFX-17", "HX-OPEN-02")
def test_an_effect_into_a_hex() -> None:
    """A standing model at normal range: what the table of hits says, without rows of a target."""
    smoker = weapon("gun", damage=None, hex_effect=HexEffect(kind="smoke", level=0, grade="", density=0))
    odds = roll("hex-effect", "a1", [("a1", "D5", "N", squad(smoker, count=1))], weapon="gun", model=1, hex="D2")
    needed = 5 - odds.terms.total
    assert Fraction(read(odds.outcomes)["yes"]) == Fraction(7 - needed, 6)


@pytest.mark.rule("HX-ABILITIES-01", "HX-ABILITIES-04")
@pytest.mark.parametrize("number", [2, 4, 6])
def test_a_pre_assault_retreat(number: int) -> None:
    """A d6 that reaches N."""
    shy = infantry(abilities=(ability("pre_assault_retreat", number),))
    assert read(roll("pre-assault-retreat", "a1", [("a1", "D5", "N", shy)]).outcomes)["yes"] == (7 - number) * SIXTH


@pytest.mark.rule("HX-HEXFX-06", "HX-HEXFX-07", "HX-HEXFX-03")
def test_a_poison_cloud() -> None:
    """A d6 for each model against the density, and one die of the level against one more for the base."""
    cloud = smoke(0, poison=2, poison_level=8, poison_density=5)
    units = [("a1", "D5", "N", infantry()), ("a2", "D5", "N", tank(types=("vehicle",)))]
    odds = roll("poison-cloud", "a1", units, hexes={"D5": cloud}, hex="D5")
    assert (odds.dice, odds.sides, odds.terms.total) == (4, 6, 5)
    assert read(odds.outcomes)["4"] == Fraction(1, 3) ** 4
    assert read(roll("poison-pin", "a1", units, hexes={"D5": cloud}, hex="D5").outcomes)["1"] == Fraction(3, 8)
    for unit, kind in (("a2", "poison-cloud"), ("a1", "acid-cloud")):
        with pytest.raises(Rejected, match="no-such-roll"):
            roll(kind, unit, units, hexes={"D5": cloud}, hex="D5")


@pytest.mark.rule("HX-ABILITIES-05", "HX-ABILITIES-06", "HX-SPECIAL-03")
@pytest.mark.parametrize("kind", ["fear", "terror"])
def test_fear_and_terror_read_the_psychic_table(kind: str) -> None:
    """A d6 on 4: shaken, 6: kill 1; who has no such table fears nothing."""
    grim = infantry(nation="dwarf", abilities=(ability(kind, 6) if kind == "fear" else ability(kind, 2, 6),))
    units = [("a1", "D5", "N", grim), ("b1", "D4", "S", infantry()), ("b2", "D4", "S", tank(nation="elf"))]
    odds = roll(kind, "a1", units, target="b1")
    assert read(odds.outcomes) == {"no_damage": 3 * SIXTH, "shaken": 2 * SIXTH, "kill 1": SIXTH}
    with pytest.raises(Rejected, match="no-such-roll"):
        roll(kind, "a1", units, target="b2")


@pytest.mark.rule("HX-ABILITIES-05", "HX-ABILITIES-06", "HX-SPECIAL-03", "HX-TURN-24")
@pytest.mark.parametrize(("kind", "clause"), [("fear", "HX-ABILITIES-06"), ("terror", "HX-ABILITIES-05")])
def test_each_reason_for_no_fright_has_its_clause(kind: str, clause: str) -> None:
    """Friends are not frightened by the rule of the ability, who is gone by nothing, others for want of the table."""
    grim = infantry(nation="dwarf", abilities=(ability(kind, 6) if kind == "fear" else ability(kind, 2, 6),))
    units = [
        ("a1", "D5", "N", grim),
        ("a2", "D4", "S", infantry(nation="dwarf")),
        ("b1", "D4", "S", infantry(), {"out": True}),
        ("b2", "D4", "S", tank(nation="elf")),
    ]
    for target, expected in (
        ("a2", (clause, "no-such-roll")),
        ("b1", ("HX-TURN-24", "target-is-gone")),
        ("b2", ("HX-SPECIAL-03", "no-such-roll")),
    ):
        with pytest.raises(Rejected) as refused:
            roll(kind, "a1", units, target=target)
        assert [(row.clause, row.reason) for row in refused.value.faults] == [expected]


def test_a_roll_that_there_is_not_is_unknown() -> None:
    """A word that names no roll is not understood."""
    with pytest.raises(Unknown):
        roll("luck", "a1", [("a1", "D5", "N", tank())])
