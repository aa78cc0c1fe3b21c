"""How a bot designs its area, speaks about NoMansLand and sets its units up."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.kernel.sampling import word_of, words_of
from adjudicator.rulesets.hex_orders.bots.situation import Turn, best, sampled
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


def area(turn: Turn) -> Struct | None:
    """Design the own area: a few hexes of terrain, now and then one hex of every kind."""
    offered = turn.offered("SubmitMapArea")[0].fields
    hexes = list(words_of(offered, "area", "hexes", "hex"))
    terrains = words_of(offered, "area", "hexes", "terrain")
    turn.chance.shuffle(hexes)
    if turn.one_in(3):
        chosen = list(zip(hexes, terrains, strict=False))
    elif turn.one_in(10):
        chosen = list(zip(hexes, [turn.chance.choice(terrains)] * len(hexes), strict=True))
    else:
        some = hexes[: turn.chance.randrange(1 + len(hexes) // 2)]
        chosen = [(name, turn.chance.choice(GENTLE if turn.one_in(2) else terrains)) for name in some]
    rows = tuple(HexTerrain(hex=name, terrain=terrain, overlays=_overlays(turn)) for name, terrain in chosen)
    return SubmitMapArea(area=MapArea(hexes=rows))


def _overlays(turn: Turn) -> tuple[str, ...]:
    known = turn.view.options.overlay_data if turn.view.options else ()
    if known and turn.one_in(3):
        return (turn.chance.choice(known).name,)
    return (LABEL,) if turn.one_in(8) else ()


def proposal(turn: Turn) -> Struct | None:
    """Propose a few features for NoMansLand, now and then."""
    if not turn.one_in(2):
        return turn.any_of("PassChoice")
    offered = turn.offered("ProposeNoMansLandFeatures")[0].fields
    room = int(words_of(offered, "features", "count")[-1])
    terrains = list(words_of(offered, "features", "terrain"))
    turn.chance.shuffle(terrains)
    counts: list[TerrainCount] = []
    for terrain in terrains[: 1 + turn.chance.randrange(2)]:
        if room:
            counts.append(TerrainCount(terrain=terrain, count=1 + turn.chance.randrange(min(3, room))))
            room -= counts[-1].count
    return ProposeNoMansLandFeatures(features=tuple(counts))


# -- setting up


def placement(turn: Turn) -> Struct | None:
    """Place a unit: guns with a view, hidden ones under cover, the rest to the front; scouts not always now."""
    offers = [row for kind in ("PlaceUnit", "PlaceHiddenToken") for row in turn.offered(kind)]
    if turn.offered("PassSetupStep") and turn.one_in(3):
        return turn.any_of("PassSetupStep")
    offered = turn.chance.choice(offers)
    slot = word_of(offered.fields, "slot")
    sheet = next((row.sheet for row in turn.view.army if str(row.slot) == slot), None)
    where = _hex(turn, sheet, words_of(offered.fields, "hex"))
    facing = _ahead(turn) if not turn.one_in(6) else ""

    def taste(field: str, values: tuple[str, ...]) -> str:
        wanted = {"hex": where, "facing": facing}.get(field, "")
        return wanted if wanted in values else turn.chance.choice(values)

    return sampled(offered, turn.chance, taste)


def _hex(turn: Turn, sheet: Sheet | None, hexes: Sequence[str]) -> str:
    """Take one of the better hexes: towards the enemy, apart from others, hidden units in cover."""
    terrain = {hex_.hex: hex_.terrain for hex_ in turn.view.hexes}
    crowd = [row.hex for row in turn.mine()]
    hidden = sheet is not None and sheet.hidden
    weighed = (
        (3 * crowd.count(name) + _depth(turn, name) - (3 if hidden and terrain.get(name) in COVER else 0), name)
        for name in hexes
    )
    return best(weighed, turn.chance, NEAR)


def _depth(turn: Turn, name: str) -> int:
    """Count the rows between a hex and the middle of the board."""
    return abs(2 * row_of(name) - turn.view.rows - 1) // 2


def _ahead(turn: Turn) -> str:
    return "S" if turn.view.sides[turn.seat].number == 1 else "N"
