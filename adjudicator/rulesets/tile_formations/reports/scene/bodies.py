"""Units on the tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from adjudicator.kernel.scene import Body, Setting, Token
from adjudicator.kernel.scene.grid_layout import CELL, spread
from adjudicator.rulesets.tile_formations.reports.messages import FormationView, UnitView, View
from adjudicator.rulesets.tile_formations.reports.scene.ground import centre_of, is_hex

ALONE, SHARED = 700, 420
GLYPH_OF_TYPE: Mapping[str, str] = MappingProxyType(
    {"INF": "infantry", "AV": "vehicle", "LV": "light_vehicle", "WE": "war_engine", "AC": "aircraft"}
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
    states = tuple(_states(view, unit, formation))
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


def _states(view: View, unit: UnitView, formation: FormationView) -> Iterator[str]:
    if view.action is not None and view.action.formation == formation.id:
        yield "acts"
        if unit.id in view.action.bound:
            yield "has to leave a zone or charge"
    if formation.state != "normal":
        yield formation.state.replace("_", " ")
    if formation.acted:
        yield "has acted"
    if unit.moved:
        yield "has moved"
    if unit.cautious:
        yield "moves cautiously"
    if unit.contacts:
        yield "in contact"


def tokens(view: View) -> Iterator[Token]:
    """Mark units with the Shock of their formation, and with hits whose saves are not rolled."""
    shocks = {row.id: (place, row.shock) for place, row in enumerate(view.formations)}
    for place, unit in enumerate(view.units):
        row, shock = shocks[unit.formation]
        if unit.tiles and shock:
            yield Token(
                id=f"token:{unit.id}:shock",
                text=f"{unit.formation}, the formation of {unit.id}, has {shock} Shock.",
                why=("TF-SHOCK-01",),
                of_view=(f"formations[{row}].shock",),
                on=body_id(unit.id),
                kind="shock",
                value=str(shock),
                seat=unit.seat,
            )
        own = [number for number, hit in enumerate(view.hits) if hit.unit == unit.id]
        if own:
            yield Token(
                id=f"token:{unit.id}:hits",
                text=f"{unit.id} has {len(own)} hits to save.",
                why=("TF-SHOOT-04",),
                of_view=(f"units[{place}].id", *(f"hits[{number}].unit" for number in own)),
                on=body_id(unit.id),
                kind="hits",
                value=str(len(own)),
                seat=unit.seat,
            )


def _sentence(unit: UnitView, owner: str, states: Sequence[str]) -> str:
    where = " ".join(unit.tiles)
    what = f"integrity {unit.integrity} of {unit.sheet.integrity}"
    return f"{unit.id}, {unit.sheet.name} of {owner}, stands in {where}: {', '.join((what, *states))}."
