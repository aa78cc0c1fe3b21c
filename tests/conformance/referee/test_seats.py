"""Substitutions in every ruleset at any moment: nothing of the game changes by one, and whoever is new plays on."""

from random import Random

import pytest

from adjudicator.kernel.decide.parties import REFEREE, SPECTATOR
from adjudicator.kernel.messages import Grounds, RulingGiven, SeatSubstituted, Substitute
from tests.conformance.driver import Driver, every_ruleset, rules_at
from tests.kit import Table, seeded

WHY = Grounds(reason="the player was taken ill", clause="", about=())
MOMENTS = 4


def shown(table):
    """What every party sees, the public record, and what is asked."""
    parties = (*range(len(table.opening.seats)), REFEREE, SPECTATOR)
    return [table.rules.view(table.game, party) for party in parties], table.rules.public(table.game), table.windows


@every_ruleset
@pytest.mark.rule("WG-SEAT-01")
def test_another_person_plays_on_from_any_moment(path):
    """Views and questions stay to the letter; the person's keys sign from here on, and the game is played on."""
    generator = Random(11)
    table = Table(rules_at(path), dice=seeded(11), referee=True)
    driver = Driver(table, 11)
    done = 0
    for moment in range(MOMENTS):
        driver.walk(generator.randint(2, 12))
        if table.game.result is not None:
            break
        seat, keys = moment % 2, (bytes([moment]) * 32,)
        before, other = shown(table), table.protocol.keys_of(1 - seat)
        given = Substitute(grounds=WHY, seat=seat, person=f"person-{moment}", keys=keys)
        table.when("referee", given).exactly(
            RulingGiven(act="Substitute", reason=WHY.reason, clause="", about=()),
            SeatSubstituted(seat=seat, person=f"person-{moment}", keys=keys),
        )
        assert shown(table) == before
        assert (table.protocol.keys_of(seat), table.protocol.keys_of(1 - seat)) == (keys, other)
        refused = table.when("referee", Substitute(grounds=WHY, seat=1 - seat, person="again", keys=keys))
        refused.rejected("WG-SEAT-01", "key-played-here", "keys[0]")
        done += 1
    assert done >= 3
    driver.walk(10)
