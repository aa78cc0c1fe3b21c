"""How a bot designs its area, speaks about NoMansLand and sets its units up."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.kernel.sampling import word_of, words_of
from adjudicator.rulesets.hex_orders.bots.situation import Situation, best, sampled
from adjudicator.rulesets.hex_orders.model.board_hexes import row_of
from adjudicator.rulesets.hex_orders.model.messages import (
    HexTerrain,
    MapArea,
    ProposeNoMansLandFeatures,
    Sheet,
    SubmitMapArea,
    TerrainCount,
)

GENTLE = ("clear", "forest", "hills", "rough")
LABEL = "road"
NEAR = 4
COVER = frozenset({"forest", "ruins", "building", "hills", "mountains"})

# -- the map


def area(situation: Situation) -> Struct | None:
    """Design the own area: a few hexes of terrain, now and then one hex of every kind."""
    offered = situation.offered("SubmitMapArea")[0].fields
    hexes = list(words_of(offered, "area", "hexes", "hex"))
    terrains = words_of(offered, "area", "hexes", "terrain")
    situation.chance.shuffle(hexes)
    if situation.one_in(3):
        chosen = list(zip(hexes, terrains, strict=False))
    elif situation.one_in(10):
        chosen = list(zip(hexes, [situation.chance.choice(terrains)] * len(hexes), strict=True))
    else:
        some = hexes[: situation.chance.randrange(1 + len(hexes) // 2)]
        chosen = [(name, situation.chance.choice(GENTLE if situation.one_in(2) else terrains)) for name in some]
    rows = tuple(HexTerrain(hex=name, terrain=terrain, overlays=_overlays(situation)) for name, terrain in chosen)
    return SubmitMapArea(area=MapArea(hexes=rows))


def _overlays(situation: Situation) -> tuple[str, ...]:
    known = situation.view.options.overlay_data if situation.view.options else ()
    if known and situation.one_in(3):
        return (situation.chance.choice(known).name,)
    return (LABEL,) if situation.one_in(8) else ()


def proposal(situation: Situation) -> Struct | None:
    """Propose a few features for NoMansLand, now and then."""
    if not situation.one_in(2):
        return situation.any_of("PassChoice")
    offered = situation.offered("ProposeNoMansLandFeatures")[0].fields
    room = int(words_of(offered, "features", "count")[-1])
    terrains = list(words_of(offered, "features", "terrain"))
    situation.chance.shuffle(terrains)
    counts: list[TerrainCount] = []
    for terrain in terrains[: 1 + situation.chance.randrange(2)]:
        if room:
            counts.append(TerrainCount(terrain=terrain, count=1 + situation.chance.randrange(min(3, room))))
            room -= counts[-1].count
    return ProposeNoMansLandFeatures(features=tuple(counts))


# -- setting up


def placement(situation: Situation) -> Struct | None:
    """Place a unit: guns with a view, hidden ones under cover, the rest to the front; scouts not always now."""
    offers = [row for kind in ("PlaceUnit", "PlaceHiddenToken") for row in situation.offered(kind)]
    if situation.offered("PassSetupStep") and situation.one_in(3):
        return situation.any_of("PassSetupStep")
    offered = situation.chance.choice(offers)
    slot = word_of(offered.fields, "slot")
    sheet = next((row.sheet for row in situation.view.army if str(row.slot) == slot), None)
    where = _hex(situation, sheet, words_of(offered.fields, "hex"))
    facing = _ahead(situation) if not situation.one_in(6) else ""

    def prefer(field: str, values: tuple[str, ...]) -> str:
        wanted = {"hex": where, "facing": facing}.get(field, "")
        return wanted if wanted in values else situation.chance.choice(values)

    return sampled(offered, situation.chance, prefer)


def _hex(situation: Situation, sheet: Sheet | None, hexes: Sequence[str]) -> str:
    """Take one of the better hexes: towards the enemy, apart from others, hidden units in cover."""
    terrain = {hex_.hex: hex_.terrain for hex_ in situation.view.hexes}
    crowd = [row.hex for row in situation.mine()]
    hidden = sheet is not None and sheet.hidden
    weighed = (
        (3 * crowd.count(name) + _depth(situation, name) - (3 if hidden and terrain.get(name) in COVER else 0), name)
        for name in hexes
    )
    return best(weighed, situation.chance, NEAR)


def _depth(situation: Situation, name: str) -> int:
    """Count the rows between a hex and the middle of the board."""
    return abs(2 * row_of(name) - situation.view.rows - 1) // 2


def _ahead(situation: Situation) -> str:
    return "S" if situation.view.sides[situation.seat].number == 1 else "N"
