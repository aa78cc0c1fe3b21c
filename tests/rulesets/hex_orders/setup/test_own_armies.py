"""What is offered in parts can be given in any way: armies of one's own, and huge units."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from adjudicator.rulesets.hex_orders.bots.situation import sampled
from tests.rulesets.hex_orders.setup.full_lists import building, game_of_full_lists

DRAWS = 150


def drawn(played, command, seat=0):
    """Draw commands of the last offer of a kind; refuse none of them."""
    offers = [offer for offer in played.offers(seat) if offer.command == command]
    made = [sampled(offers[-1], Random(number)) for number in range(DRAWS)]
    for one in made:
        assert not played.refused(one, seat), one
    return made


@pytest.mark.rule("HX-ARMY-09", "HX-ARMY-11", "HX-HUGE-02")
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("declared", [(), ("lurker",)])
def test_an_army_of_ones_own_is_payable_however_it_is_put_together(declared, strict):
    """Any units and upgrades of the offer may be bought; what was declared to be huge is always among them."""
    played = building(declared=(declared, ()), army_budget_strict=strict)
    armies = [made.army.units for made in drawn(played, "SubmitArmy")]
    assert all([unit.kind.rpartition(":")[2] for unit in army].count("lurker") == len(declared) for army in armies)
    assert {unit.kind.rpartition(":")[2] for army in armies for unit in army} - {"lurker"} == {
        *("standard_tank", "line_infantry", "buggy", "snipers", "rangers", "stalker")
    }
    assert len({len(army) for army in armies}) > 1
    upgrades = Counter(row.upgrade for army in armies for unit in army for row in unit.upgrades)
    assert len(upgrades) > 5
    assert "banner" not in upgrades


@pytest.mark.rule("HX-HUGE-01", "HX-HUGE-03")
def test_as_many_huge_units_are_offered_as_can_be_paid():
    """Of the cheaper ones there are more, and a mixture is payable however it is drawn."""
    played = game_of_full_lists((), "pure_tank")
    named = [tuple(sorted(made.huge.kinds)) for made in drawn(played, "DeclareHugeUnits")]
    assert max(map(len, named)) > 1
    assert {kind for kinds in named for kind in kinds} == {"behemoth", "lurker"}
