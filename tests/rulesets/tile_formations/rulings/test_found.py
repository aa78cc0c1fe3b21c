"""Overwatch whose time comes from outside is not the word of its owner."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.tile_formations.model.messages import OverwatchResolved, ShootingDeclared
from tests.rulesets.tile_formations.fixtures import duel, unarmed, weapon
from tests.rulesets.tile_formations.steps import begin_action, formation_row, resolve_overwatch, roll_to_hit


@pytest.mark.rule("TF-OW-04")
@pytest.mark.ruling("TF-OW-04.3")
@pytest.mark.parametrize("referee", [False, True])
def test_the_owner_alone_does_not_say_when_overwatch_interrupts(referee: bool) -> None:
    """By the option external it is the referee's: the owner is refused, or waits for somebody else's word."""
    options = {"overwatch_window": "external"}
    played = duel(unarmed(weapons=(weapon(),)), low=True, options=options, referee=referee)
    begin_action(played, "a1", "hold")
    tried = played.when("blue", resolve_overwatch())
    tried.looked_at = True
    assert not [event for event in tried.events if isinstance(event, OverwatchResolved | ShootingDeclared)]
    assert formation_row(played, "b1").state == "overwatch"


@pytest.mark.rule("TF-OW-04")
@pytest.mark.ruling("TF-OW-04.3")
def test_the_referee_says_when_overwatch_interrupts() -> None:
    """By the same option the referee lets it shoot at once, in the middle of a move too."""
    played = duel(unarmed(weapons=(weapon(),)), low=True, options={"overwatch_window": "external"}, referee=True)
    begin_action(played, "a1", "hold")
    played.when("referee", resolve_overwatch()).then(OverwatchResolved, formation="b1").asks("to_hit", "blue")
    roll_to_hit(played, 6, who="blue").asks("formation_move", "red")
