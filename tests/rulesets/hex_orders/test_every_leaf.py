"""Offers tell of every field of every command, down to its leaves, and what they tell of is not refused (HX-MAP-01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import Aim
from tests.conformance.by_offers.every_leaf import ToldLeaves, check
from tests.conformance.by_offers.offer_games import OfferGame
from tests.conformance.by_offers.scene_games import scenes
from tests.golden_games import Situation
from tests.kit import Table
from tests.rulesets.hex_orders.board.test_cover import SMOKER
from tests.rulesets.hex_orders.fixtures import armed, infantry, squad, table
from tests.rulesets.hex_orders.gunnery.steps import begin_firing
from tests.rulesets.hex_orders.gunnery.test_area_attacks import area_weapon
from tests.rulesets.hex_orders.steps import begin, unit

PATH = "adjudicator.rulesets.hex_orders"
# tests that come to what golden games do not come to
SCENES = (
    "assault.test_allocation",
    "assault.test_assault_dice",
    "assault.test_cunning_assault",
    "assault.test_deflection",
    "assault.test_exchanges",
    "assault.test_fear",
    "gunnery.test_load_and_aim",
    "gunnery.test_area_attacks",
    "gunnery.test_spotting",
    "orders.test_assault_intents",
    "orders.test_chase_follow_flee",
    "retreats.test_pre_assault_retreats",
    "setup.test_budgets",
    "setup.test_creation",
    "setup.test_deployment",
    "turn.test_end_of_game",
    "turn.test_turn_steps",
)
OPERATORS = "an operator's or the service's own, which no party of a game is offered"
NO_FACTS = "this ruleset states no facts that are confirmed or disputed: it computes what is seen"
PLAIN_LIST = "the short list that is offered has units without it; who brings a list of one's own gives all of them"
LEFT_OVER = "offered where a hit is given up that is supported by a group of another number: not in these games"
UNTOLD: Mapping[str, str] = {
    "ChangeLogKey": OPERATORS,
    "CloseGame": OPERATORS,
    "ConfirmFact": NO_FACTS,
    "DisputeFact": NO_FACTS,
    "SettleDispute": NO_FACTS,
    "LoadArmyList.list.units.sheet.abilities": PLAIN_LIST,
    "LoadArmyList.list.units.sheet.gunnery.first_speeds": PLAIN_LIST,
    "LoadArmyList.list.units.sheet.immunities": PLAIN_LIST,
    "LoadArmyList.list.units.sheet.models.assault.extra": PLAIN_LIST,
    "LoadArmyList.list.units.sheet.models.equipment": PLAIN_LIST,
    "LoadArmyList.list.units.sheet.setup_rows": PLAIN_LIST,
    "LoadArmyList.list.units.sheet.terrain_permissions": PLAIN_LIST,
    "LoadArmyList.list.units.sheet.weapons.extra": PLAIN_LIST,
    "LoadArmyList.list.units.sheet.weapons.speeds": PLAIN_LIST,
    "LoadArmyList.list.upgrades.elite.assault.extra": PLAIN_LIST,
    "LoadArmyList.list.upgrades.elite.equipment": PLAIN_LIST,
    "UseCunningAssault.moved": LEFT_OVER,
}
GOLDEN_MOST, SCENE_MOST, TRIES, SEEDS = 12, 100, 1, (1, 4)


def aimed_weapons() -> Iterator[Table]:
    """Let a unit whose aim counts be about to fire an area weapon, and one that may miss with smoke for a hex."""
    played = begin_firing([], squad(area_weapon(4), count=2), area_uses_hit_modifiers=True)
    yield with_aim(played)
    units = [
        ("a1", "D5", "N", armed(infantry(), replace(SMOKER, automatic=False))),
        ("b1", "D7", "N", infantry(nation="ork")),
    ]
    played = table(pace="step", units=units, running={"a1": ("-+-+-", "Fire+-")})
    begin(played, "gunnery_1")
    yield with_aim(played)


def with_aim(played: Table) -> Table:
    """Give the firing unit an aim, taken in this turn where it stands."""
    row = unit(played, "a1")
    played.set(units={**played.game.units, "a1": replace(row, aim=Aim(hex="D5", turn=played.game.turn))})
    return played


def look(patch: pytest.MonkeyPatch) -> ToldLeaves:
    """Look at the golden games, at tests' tables, and at games step by step with reported dice."""
    told = ToldLeaves(PATH, tries=TRIES, desk=False).look_at_goldens(GOLDEN_MOST)
    for module in SCENES:
        told.look_at_some(scenes("hex_orders", (module,), patch), SCENE_MOST)
    for played in aimed_weapons():
        told.look(Situation(played.game, played.protocol))
    for seed in SEEDS:
        told.take(OfferGame(PATH, seed, pace="step", reported=True, referee=True, patience=250).play())
    return told


@pytest.mark.long
@pytest.mark.rule("HX-MAP-01")
def test_every_leaf_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each leaf of each command has a domain in some offer, or stands here with the reason why it has none."""
    check(look(monkeypatch), UNTOLD)
