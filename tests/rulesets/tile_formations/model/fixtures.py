"""A battlefield that is created with these options."""

from __future__ import annotations

from typing import Any

from adjudicator.rulesets.tile_formations.model.messages import BattlefieldCreated
from tests.rulesets.tile_formations.fixtures import open_table
from tests.rulesets.tile_formations.steps import create


def created(**options: Any) -> BattlefieldCreated:
    """Create a battlefield and give the event that tells its terms."""
    return create(open_table(), options=options).one(BattlefieldCreated)
