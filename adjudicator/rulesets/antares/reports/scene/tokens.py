"""What lies beside units: order dice, pins, losses, devices that go with them, and weapons that are out of use."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.scene import Setting, Token
from adjudicator.kernel.scene.inch_ground import body_id
from adjudicator.kernel.sentences import counted
from adjudicator.rulesets.antares.reports.messages import UnitView, View


def tokens(view: View, setting: Setting) -> Iterator[Token]:
    """Draw the tokens of every unit on the table, on the first of its models."""
    first: dict[str, str] = {}
    for place, unit in enumerate(view.units):
        on = next((body_id(model.id) for model in unit.models if model.pose is not None), None)
        if on is not None and unit.place == "table":
            first[unit.id] = on
            yield from _of_unit(unit, f"units[{place}]", on, setting)
    sheets = {sheet.id: sheet.name for sheet in view.device_sheets}
    for place, row in enumerate(view.devices):
        if row.pose is None and row.unit in first:
            yield Token(
                id=f"token:device-{row.id}",
                text=f"{sheets[row.sheet]} ({row.id}) goes with {row.unit}{f', {row.state}' if row.state else ''}.",
                of_view=(f"devices[{place}].unit",),
                on=first[row.unit],
                kind="device",
                value=sheets[row.sheet],
                seat=row.seat,
            )


def _of_unit(unit: UnitView, path: str, on: str, setting: Setting) -> Iterator[Token]:
    name = f"{unit.id} of {setting.seats[unit.seat]}"
    if unit.order:
        yield Token(
            id=f"token:order-{unit.id}",
            text=f"The order of {name} is {unit.order}.",
            why=("AN-TURN-08",),
            of_view=(f"{path}.order",),
            on=on,
            kind="order",
            value=unit.order,
            seat=unit.seat,
        )
    if unit.pins:
        yield Token(
            id=f"token:pins-{unit.id}",
            text=f"{name} has {counted(unit.pins, 'pin')}.",
            why=("AN-PIN-01",),
            of_view=(f"{path}.pins",),
            on=on,
            kind="pins",
            value=str(unit.pins),
            seat=unit.seat,
        )
    for number, weapon in enumerate(unit.disabled_weapons):
        yield Token(
            id=f"token:disabled-{unit.id}-{number + 1}",
            text=f"{weapon} of {name} is out of use.",
            why=("AN-DMG-14",),
            of_view=(f"{path}.disabled_weapons[{number}]",),
            on=on,
            kind="disabled",
            value=weapon,
            seat=unit.seat,
        )
