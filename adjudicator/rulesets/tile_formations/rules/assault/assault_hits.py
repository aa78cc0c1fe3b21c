"""Chapter TF-CHARGE, hits of assaults: they come from outside, and are saved as those of shootings."""

from __future__ import annotations

from adjudicator.kernel.decide.handlers import Part, handlers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.tile_formations.model.ids import hit_id, hit_number
from adjudicator.rulesets.tile_formations.model.messages import AssaultHits, Hit, HitsAllocated
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.assault.contacts import assault_under_way
from adjudicator.rulesets.tile_formations.rules.play import outside_results
from adjudicator.rulesets.tile_formations.rules.play.outside_values import (
    MOST_HITS,
    MOST_SAVE_MODIFIER,
    Hits,
    held,
    judge_of,
    read_hits,
)
from adjudicator.rulesets.tile_formations.rules.shooting.saves import ask_saves


def assault_hits(ruling: Ruling[Game], command: AssaultHits) -> None:
    """TF-CHARGE-06 TF-COVER-05 Hits of an assault come from outside, without to-hit modifiers; saves are as ever."""
    unit, assault = ruling.find(ruling.game.units, command.unit, "unit"), assault_under_way(ruling.game)
    inside = assault is not None and unit.formation in assault.formations and not unit.out
    ruling.require(inside, "TF-CHARGE-06", "not-in-assault", "unit", unit=unit.id)
    ruling.require(1 <= command.hits <= MOST_HITS, "TF-CHARGE-06", "hits-range", "hits", most=MOST_HITS)
    fair = abs(command.save_modifier) <= MOST_SAVE_MODIFIER
    facts = {"modifier": command.save_modifier, "most": MOST_SAVE_MODIFIER}
    ruling.require(fair, "TF-SAVE-08", "modifier-range", "save_modifier", **facts)
    value = Hits(command.hits, command.save_modifier).format()
    if outside_results.holds_at_once(ruling, "hits", (unit.id,), value, "TF-CHARGE-06"):
        apply_hits(ruling, (unit.id,), value)


def apply_hits(ruling: Ruling[Game], subjects: tuple[str, ...], value: str) -> None:
    """TF-CHARGE-06 TF-SAVE-05 Let hits that were stated fall on the unit, and ask its owner for saves."""
    game, (key,) = ruling.game, subjects
    unit, stated = game.units[key], read_hits(value)
    if stated is None or not stated.number or unit.out:
        return
    first = 1 + max((hit_number(hit) for hit in game.hits), default=0)
    hits = tuple(_hit(hit_id(first + number), key, stated.save_modifier) for number in range(stated.number))
    ruling.record(HitsAllocated(hits=hits), "TF-CHARGE-06", "TF-SAVE-05", "TF-COVER-05")
    ask_saves(ruling, unit.formation)


def _hit(hit: str, unit: str, modifier: int) -> Hit:
    return Hit(id=hit, unit=unit, shooter="", weapon="", save_modifier=modifier, air=False, crossfire=False, save="")


RESULTS = {"hits": apply_hits}
MOST_DISPUTED = 6
PART = Part(
    handlers=handlers(assault_hits),
    disputes={"hits": held(*(str(number) for number in range(MOST_DISPUTED + 1)))},
    judges={"hits": judge_of("TF-CHARGE-06", "hits, and a save modifier with its sign", read_hits)},
)
