"""Units on the hexes: their bases, those behind tokens too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from adjudicator.board.hexes import to_offset
from adjudicator.kernel.scene import Body, Setting
from adjudicator.kernel.scene.grid_layout import centre, spread
from adjudicator.rulesets.hex_orders.model.board_hexes import number_of, parse
from adjudicator.rulesets.hex_orders.model.messages import Sheet, Status
from adjudicator.rulesets.hex_orders.reports.messages import UnitView, View

SIXTH = 60_000  # thousandths of a degree from one facing to the next
ALONE, SHARED, ROOM = 560, 400, 1000
# the first type word that a sheet has decides what is drawn
GLYPH_OF_TYPE: Mapping[str, str] = MappingProxyType(
    {
        "flying": "aircraft",
        "officer": "leader",
        "leader": "leader",
        "walker": "walker",
        "automaton": "walker",
        "tank": "vehicle",
        "vehicle": "vehicle",
        "cavalry": "cavalry",
        "beast": "beast",
        "infantry": "infantry",
        "special": "support",
    }
)


def body_id(unit: str) -> str:
    """Give the id of a unit's base in scenes."""
    return f"unit:{unit}"


def bodies(view: View, setting: Setting) -> Iterator[Body]:
    """Draw every unit that stands on a hex."""
    crowds = _crowds(view.units)
    for place, unit in enumerate(view.units):
        if unit.hex in crowds:
            yield _body(unit, f"units[{place}]", crowds[unit.hex], view.turn, setting)


def _crowds(units: Sequence[UnitView]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for unit in units:
        if unit.hex:
            found.setdefault(unit.hex, []).append(unit.id)
    return found


def _body(unit: UnitView, path: str, crowd: Sequence[str], turn: int, setting: Setting) -> Body:
    across, down = spread(crowd.index(unit.id), len(crowd), ROOM)
    x, y = centre(*to_offset(parse(unit.hex)), hexes=True)
    wide = ALONE if len(crowd) == 1 else SHARED
    owner = setting.seats[unit.seat]
    if unit.sheet is None or unit.status is None:
        return Body(
            id=body_id(unit.id),
            text=f"{unit.id} of {owner} is hidden in {unit.hex}.",
            why=("HX-GAP-09",),
            of_view=(f"{path}.hex",),
            unit=unit.id,
            seat=unit.seat,
            x=x + across,
            y=y + down,
            shape="rect",
            length=wide,
            width=wide,
            glyph="unknown",
            count=0,
            hidden=True,
        )
    alive = len(unit.sheet.models) - len(unit.status.dead)
    states = tuple(_states(unit, unit.status, turn))
    return Body(
        id=body_id(unit.id),
        text=_sentence(unit, unit.sheet, unit.status, owner, states),
        of_view=(f"{path}.hex", f"{path}.status.facing", f"{path}.sheet.models", f"{path}.status.dead"),
        unit=unit.id,
        seat=unit.seat,
        x=x + across,
        y=y + down,
        facing=SIXTH * number_of(unit.status.facing),
        shape="rect",
        length=wide,
        width=wide,
        glyph=next((glyph for word, glyph in GLYPH_OF_TYPE.items() if word in unit.sheet.types), "unknown"),
        count=alive,
        wounds=alive,
        of=len(unit.sheet.models),
        states=states,
        hidden=unit.hidden,
    )


def _states(unit: UnitView, status: Status, turn: int) -> Iterator[str]:
    yield status.speed.replace("_", " ")
    if status.flying:
        yield "flying"
    if unit.hidden:
        yield "hidden"
    if status.pinned and status.shaken_from <= turn:
        yield "shaken"
    if status.lost_weapons:
        yield "lost a weapon"


def _sentence(unit: UnitView, sheet: Sheet, status: Status, owner: str, states: Sequence[str]) -> str:
    models = f"{len(sheet.models) - len(status.dead)} of {len(sheet.models)} models"
    place = f"stands in {unit.hex} and faces {status.facing}"
    return f"{unit.id}, {sheet.name} of {owner}, {place}: {models}, {', '.join(states)}."
