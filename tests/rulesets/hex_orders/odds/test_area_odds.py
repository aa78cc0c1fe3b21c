"""The odds of an area attack, exactly."""

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.rulesets.hex_orders.odds.area_odds import estimate_area_attack
from adjudicator.rulesets.hex_orders.reports.messages import EstimateAreaAttackRequest
from tests.rulesets.hex_orders.fixtures import damage_table, field, infantry, squad, tank
from tests.rulesets.hex_orders.gunnery.fixtures import TOKEN
from tests.rulesets.hex_orders.gunnery.test_area_attacks import area_weapon

KILLS = (damage_table("regular", {1: ("kill 1",)}),)


def attack(units: list[Any], models: tuple[int, ...] = (1,), party: int = 0, **asked: Any) -> Any:
    """Ask for the odds of grenades from D5 into D4."""
    bombs = squad(area_weapon(5), nation="dwarf")
    game = field(units=[("a1", "D5", "N", bombs), *units], options=asked.pop("options", None))
    words = {"game": bytes(16), "unit": "a1", "weapon": "bomb", "hex": "D4", "entry": "", "use_aim": False, **asked}
    return estimate_area_attack(game, party, EstimateAreaAttackRequest(models=models, **words))


def binomial(dice: int, chance: Fraction) -> dict[str, Fraction]:
    """Spread successes of dice."""
    return {str(n): comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(dice + 1)}


def read(rows: Any) -> dict[str, Fraction]:
    """Read chances by outcome."""
    return {row.outcome: Fraction(row.chance.ratio) for row in rows}


@pytest.mark.rule("HX-AREA-01", "HX-AREA-03", "HX-AREA-05")
@pytest.mark.parametrize(("models", "needed"), [((1,), 5), ((1, 2), 4), ((1, 2, 3, 4), 2)])
def test_a_die_for_every_model_and_one_less_for_every_attack(models: tuple[int, ...], needed: int) -> None:
    """Area(5+) of one, two or four models against a base of four: four dice that need 5, 4 or 2."""
    (odds,) = attack([("b1", "D4", "S", infantry(tables=KILLS))], models).targets
    assert (odds.target, odds.dice, odds.needed.total) == ("b1", 4, needed)
    expected = binomial(4, Fraction(7 - needed, 6))
    assert read(odds.hits) == expected
    assert read(odds.losses) == expected
    assert Fraction(odds.destroyed.ratio) == expected["4"]


@pytest.mark.rule("HX-AREA-02", "HX-GAP-09")
@pytest.mark.parametrize(("party", "told"), [(0, ["b1"]), (1, ["b1", "b2"]), (REFEREE, ["b1"])])
def test_a_base_behind_a_token_is_told_to_its_side_alone(party: int, told: list[str]) -> None:
    """Whoever asks learns of the bases that he knows: what is seen, and a side its own behind their tokens."""
    units = [("b1", "D4", "S", tank(nation="elf")), ("b2", "D4", "S", infantry(hidden=True), TOKEN)]
    assert [row.target for row in attack(units, party=party).targets] == told


@pytest.mark.rule("HX-AREA-01", "HX-GAP-09")
def test_a_base_behind_a_token_is_hit_like_any_other() -> None:
    """Its own side learns the odds that it would have face up; the enemy learns the same whatever the token is."""
    seen, base = ("b1", "D4", "S", tank(nation="elf")), infantry(hidden=True, tables=KILLS)
    _, behind = attack([seen, ("b2", "D4", "S", base, TOKEN)], party=1).targets
    _, face_up = attack([seen, ("b2", "D4", "S", base)], party=1).targets
    assert behind == face_up
    kinds = (base, tank(nation="elf", hidden=True))
    enemies = [attack([seen, ("b2", "D4", "S", kind, TOKEN)]).targets for kind in kinds]
    assert enemies[0] == enemies[1]


@pytest.mark.rule("HX-AREA-07")
@pytest.mark.parametrize(
    ("asked", "clause", "reason"),
    [
        ({"hex": "D3"}, "HX-AREA-07", "nobody-there"),
        ({"models": (9,)}, "HX-ARMY-20", "no-such-model"),
        ({"models": ()}, "HX-ARMY-25", "models-or-base"),
        ({"models": (1, 1)}, "HX-ARMY-20", "model-twice"),
        ({"entry": "N"}, "HX-ANGLES-12", "not-a-way-in"),
    ],
)
def test_what_could_not_be_fired_has_no_odds(asked: dict[str, Any], clause: str, reason: str) -> None:
    """An attack that would be refused is refused here under the same clause."""
    with pytest.raises(Rejected) as refused:
        attack([("b1", "D4", "S", infantry())], **asked)
    assert [(row.clause, row.reason) for row in refused.value.faults] == [(clause, reason)]
