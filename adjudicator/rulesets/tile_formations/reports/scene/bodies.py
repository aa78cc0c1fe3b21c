"""Units on the tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from adjudicator.kernel.scene import Body, Setting
from adjudicator.kernel.scene.grid_layout import CELL, spread
from adjudicator.rulesets.tile_formations.reports.messages import FormationView, UnitView, View
from adjudicator.rulesets.tile_formations.reports.scene.ground import centre_of, is_hex

ALONE, SHARED = 700, 420
GLYPH_OF_TYPE: Mapping[str, str] = MappingProxyType(
    {"INF": "infantry", "AV": "vehicle", "LV": "vehicle", "WE": "war_engine", "AIR": "aircraft"}
)


def body_id(unit: str) -> str:
    """Give the id of a unit in scenes."""
    return f"unit:{unit}"


def bodies(view: View, setting: Setting) -> Iterator[Body]:
    """Draw every unit that stands on the battlefield, over all the tiles that it occupies."""
    formations = {formation.id: formation for formation in view.formations}
    crowds = _crowds(view)
    for place, unit in enumerate(view.units):
        if unit.tiles:
            yield _body(view, unit, f"units[{place}]", crowds, formations[unit.formation], setting)


def _crowds(view: View) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for unit in view.units:
        for tile in unit.tiles:
            found.setdefault(tile, []).append(unit.id)
    return found


def _body(
    view: View,
    unit: UnitView,
    path: str,
    crowds: Mapping[str, Sequence[str]],
    formation: FormationView,
    setting: Setting,
) -> Body:
    spots = [centre_of(view, tile) for tile in unit.tiles]
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    crowd = max((crowds[tile] for tile in unit.tiles), key=len)
    across, down = spread(crowd.index(unit.id), len(crowd), CELL)
    wide = ALONE if len(crowd) == 1 else SHARED
    states = tuple(_states(unit, formation))
    return Body(
        id=body_id(unit.id),
        text=_sentence(unit, setting.seats[unit.seat], states),
        of_view=(f"{path}.tiles", f"{path}.integrity", f"{path}.sheet.integrity"),
        unit=unit.id,
        seat=unit.seat,
        x=(min(xs) + max(xs)) // 2 + across,
        y=(min(ys) + max(ys)) // 2 + down,
        shape="hex" if is_hex(view) and len(spots) == 1 else "tile",
        length=max(ys) - min(ys) + wide,
        width=max(xs) - min(xs) + wide,
        glyph=GLYPH_OF_TYPE.get(unit.sheet.unit_type, "unknown"),
        count=1,
        wounds=unit.integrity,
        of=unit.sheet.integrity,
        states=states,
    )


def _states(unit: UnitView, formation: FormationView) -> Iterator[str]:
    if formation.state != "normal":
        yield formation.state.replace("_", " ")
    if formation.shock:
        yield f"shock {formation.shock}"
    if formation.acted:
        yield "has acted"
    if unit.cautious:
        yield "moves cautiously"
    if unit.contacts:
        yield "in contact"


def _sentence(unit: UnitView, owner: str, states: Sequence[str]) -> str:
    where = " ".join(unit.tiles)
    what = f"integrity {unit.integrity} of {unit.sheet.integrity}"
    return f"{unit.id}, {unit.sheet.name} of {owner}, stands in {where}: {', '.join((what, *states))}."
