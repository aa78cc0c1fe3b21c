"""Every kind of throw of every ruleset, and how the statistics count it: a literal table, held against games."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.kernel.labels import Chance, Odds
from adjudicator.kernel.texts import THROWS
from adjudicator.registry import rules_of

SUCCESS = "succeeds or fails: its chance"
WON = "is won or lost, ties thrown again: the chance to win"
RESULTS = "has results in an order: the chance of each"
PIPS = "adds up: the distribution of the sum"
COST = "adds up against its own side: the distribution of the sum, the least as the best"
WITH = (SUCCESS, WON, RESULTS, PIPS, COST)
# for anything else the reason why a chance means nothing there, as docs/explanation/luck.md says it
WHERE = "where a template goes is good or bad by who stands there, and no place is the better one as such"
KINDS = {
    "antares": {
        "accuracy": SUCCESS,
        "attack": SUCCESS,
        "blast": PIPS,
        "blur": COST,
        "break": SUCCESS,
        "contest": WON,
        "damage": RESULTS,
        "direction": WHERE,
        "disabled-weapon": "which weapon is lost is drawn, and none is the better one as such",
        "drift": WHERE,
        "end-test": SUCCESS,
        "extra-pins": PIPS,
        "hazard": COST,
        "hit-reroll": SUCCESS,
        "miss-reroll": SUCCESS,
        "net": PIPS,
        "order": SUCCESS,
        "order-die": "whose die comes is drawn, and to act now is not better than to act later as such",
        "rally": PIPS,
        "reaction": SUCCESS,
        "recovery": SUCCESS,
        "resist": SUCCESS,
        "roll-off": WON,
        "shift": WHERE,
        "sprint": SUCCESS,
        "strike-value": PIPS,
        "terrain": SUCCESS,
    },
    "grinding_annihilation": {
        "advance-reroll": PIPS,
        "advance-roll": PIPS,
        "armoured-charge": SUCCESS,
        "assault-reroll": PIPS,
        "assault-roll": PIPS,
        "attacks": PIPS,
        "attacks-reroll": PIPS,
        "battle-fatigue": SUCCESS,
        "damage-reroll": PIPS,
        "damage-roll": PIPS,
        "deadly-demise": SUCCESS,
        "deadly-demise-wounds": PIPS,
        "defence-check": SUCCESS,
        "defence-reroll": SUCCESS,
        "desperate-retreat": SUCCESS,
        "desperate-retreat-reroll": SUCCESS,
        "grenades": SUCCESS,
        "hazard-reroll": SUCCESS,
        "hazard-test": SUCCESS,
        "hit-reroll": SUCCESS,
        "hit-roll": SUCCESS,
        "invulnerable-save": SUCCESS,
        "reinforced-health": SUCCESS,
        "roll-off": WON,
        "sustained-fire": PIPS,
        "wound-reroll": SUCCESS,
        "wound-roll": SUCCESS,
        "wreck": SUCCESS,
    },
    "hex_orders": {
        "acid": RESULTS,
        "acid-cloud": SUCCESS,
        "area": SUCCESS,
        "armour": SUCCESS,
        "assault": SUCCESS,
        "bleeding": SUCCESS,
        "bleeding-damage": RESULTS,
        "casualty": "which model falls is drawn, and none is the better one as such",
        "damage": RESULTS,
        "deflection": SUCCESS,
        "extension": "goes on with a die that has the chance of the whole",
        "fear": RESULTS,
        "fire": RESULTS,
        "hex-effect": SUCCESS,
        "hex-fire": SUCCESS,
        "light-damage": RESULTS,
        "minor-acid": SUCCESS,
        "no-mans-land": "which hex is taken is drawn, and none is the better one as such",
        "poison": RESULTS,
        "poison-cloud": SUCCESS,
        "poison-pin": SUCCESS,
        "pre-assault-retreat": SUCCESS,
        "psychic-damage": RESULTS,
        "rank": WON,
        "retreat-space": WON,
        "role": WON,
        "setup-advantage": WON,
        "side": WON,
        "spot": SUCCESS,
        "stuck": SUCCESS,
        "terror": RESULTS,
        "to-hit": SUCCESS,
    },
    "tile_formations": {
        "armour-save": SUCCESS,
        "cover-save": SUCCESS,
        "dangerous-terrain": RESULTS,
        "dangerous-terrain-again": "goes on with a test that has the chances of the whole",
        "to-hit": SUCCESS,
    },
}
EVERYWHERE = {"dispute": WON, "roll-off": WON}
GOES_ON = "goes on with"
# kinds that have odds, and of which some throws have none
SOMETIMES = {"hex_orders": {"spot": "what a hidden spotter needs stands in no entry"}}


def words_of(name: str) -> dict[str, str]:
    """Give the kinds of throws of a ruleset, those of every table among them."""
    return EVERYWHERE | KINDS[name]


def name_of(name: str, why: str) -> str:
    """Name a kind of throw for people."""
    return {**THROWS, **rules_of(name).labels.throws}[why]


def require_as_said(name: str, odds: Collection[Odds], without: Collection[str]) -> None:
    """Hold the throws of a game against the table: the kinds that have chances have them, the others have none."""
    table = words_of(name)
    for one in odds:
        how = (SUCCESS if one.needed is not None else WON) if isinstance(one, Chance) else RESULTS
        assert table[one.kind] == how or (how == RESULTS and table[one.kind] in {COST, PIPS}), one
    assert set(without) <= {name_of(name, why) for why, how in table.items() if how not in WITH}
