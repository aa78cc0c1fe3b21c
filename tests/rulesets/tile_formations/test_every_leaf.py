"""Offers tell of every field of every command, to its leaves, and what they tell of is not refused (TF-GRID-01)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.conformance.by_offers.every_leaf import ToldLeaves, check
from tests.conformance.by_offers.offer_games import OfferGame
from tests.conformance.by_offers.scene_games import scenes

PATH = "adjudicator.rulesets.tile_formations"
# tests that come to what golden games do not come to
SCENES = ("play.test_game_end", "play.test_turns", "terrain.test_roads")
OPERATORS = "an operator's or the service's own, which no party of a game is offered"
UNTOLD: Mapping[str, str] = {"ChangeLogKey": OPERATORS, "CloseGame": OPERATORS}
GOLDEN_MOST, SCENE_MOST, TRIES, SEEDS = 3, 25, 1, (1, 2)


def look(patch: pytest.MonkeyPatch) -> ToldLeaves:
    """Look at the golden games, at tests' tables, and at games step by step with reported dice."""
    told = ToldLeaves(PATH, tries=TRIES, desk=False).look_at_goldens(GOLDEN_MOST)
    for module in SCENES:
        told.look_at_some(scenes("tile_formations", (module,), patch), SCENE_MOST)
    for seed in SEEDS:
        told.take(OfferGame(PATH, seed, pace="step", reported=True, referee=True, patience=250).play())
    return told


@pytest.mark.long
@pytest.mark.rule("TF-GRID-01")
def test_every_leaf_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each leaf of each command has a domain in some offer, or stands here with the reason why it has none."""
    check(look(monkeypatch), UNTOLD)
