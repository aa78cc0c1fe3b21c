"""The terms that bots agree on, by the name of a scenario."""

from __future__ import annotations

import random

import pytest

from adjudicator.rulesets.tile_formations.bots import games
from adjudicator.rulesets.tile_formations.model.messages import CreateBattlefield
from adjudicator.rulesets.tile_formations.roster.ready_made import READY_MAPS


def test_there_are_no_other_scenarios():
    """A scenario that there is not is a KeyError; every ready map is one."""
    assert set(READY_MAPS) < set(games.SCENARIOS)
    with pytest.raises(KeyError):
        games.create("no such", random.Random(1))
    assert all(isinstance(games.create(scenario, random.Random(1)), CreateBattlefield) for scenario in games.SCENARIOS)
