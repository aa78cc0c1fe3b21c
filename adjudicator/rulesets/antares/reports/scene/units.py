"""The units as drawables: every base on the table, devices that stand by themselves, and who is not on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.kernel.scene import Aside, Body, Circle, Setting, Zone
from adjudicator.kernel.scene.inch_ground import body_id, stands
from adjudicator.kernel.sentences import counted, inches
from adjudicator.rulesets.antares.model.messages import ModelKind
from adjudicator.rulesets.antares.reports.messages import ModelView, UnitView, View

GLYPHS: Mapping[str, str] = MappingProxyType(
    {
        "infantry": "infantry",
        "mounted": "bike",
        "beast": "beast",
        "humongous_beast": "beast",
        "weapon_team": "gun",
        "vehicle": "vehicle",
        "vehicle_drone": "vehicle",
        "drone": "probe",
        "probe": "probe",
    }
)
PLACES: Mapping[str, str] = MappingProxyType(
    {"army": "not set up", "destroyed": "destroyed", "broken": "broken", "fled": "fled"}
)
REACTING = ("declared", "passed", "started")
FULL_MOVE = 2  # multiples of M that every unit without damage may use


class Standing(NamedTuple):
    """A model that is left, where the View has it, and its kind."""

    path: str
    unit_path: str
    unit: UnitView
    model: ModelView
    kind_path: str
    kind: ModelKind


def models_in(view: View) -> Iterator[Standing]:
    """List every model that is left, on the table or not."""
    for place, unit in enumerate(view.units):
        kinds = {kind.name: number for number, kind in enumerate(unit.sheet.kinds)}
        for number, model in enumerate(unit.models):
            at = kinds[model.kind]
            yield Standing(
                path=f"units[{place}].models[{number}]",
                unit_path=f"units[{place}]",
                unit=unit,
                model=model,
                kind_path=f"units[{place}].sheet.kinds[{at}]",
                kind=unit.sheet.kinds[at],
            )


def bodies(view: View, setting: Setting) -> Iterator[Body]:
    """Draw every model on the table."""
    for row in models_in(view):
        unit, model, kind, pose = row.unit, row.model, row.kind, row.model.pose
        if pose is None:
            continue
        states = states_of(unit, view)
        said = f"; {', '.join(states)}" if states else ""
        yield stands(pose, kind.base_size)(
            id=body_id(model.id),
            text=f"{unit.sheet.name}, {kind.name.replace('_', ' ')} {model.id} of {setting.seats[unit.seat]}: "
            f"{model.wounds} of {counted(kind.wounds, 'wound')} left, {counted(unit.pins, 'pin')}{said}.",
            of_view=(f"{row.path}.pose", f"{row.path}.wounds", f"{row.kind_path}.base_size", f"{row.kind_path}.wounds"),
            unit=unit.id,
            seat=unit.seat,
            glyph="support" if kind.equipment else GLYPHS.get(unit.sheet.unit_type, "unknown"),
            wounds=model.wounds,
            of=kind.wounds,
            states=states,
        )


def states_of(unit: UnitView, view: View) -> tuple[str, ...]:
    """Say in words how a unit is."""
    found = ["acting"] if any(action.unit == unit.id for action in view.actions) else []
    reactions = [row.reaction for row in view.reactions if row.unit == unit.id and row.stage in REACTING]
    found += [f"reacts: {reaction.replace('_', ' ')}" for reaction in reactions]
    found += ["pinned"] if unit.pins else []
    found += ["down"] if unit.order == "down" else []
    found += ["keeps its die"] if unit.die_kept else []
    found += ["sprints"] if unit.sprinting else []
    found += ["flees"] if unit.fleeing else []
    found += [f"Res less {unit.resist_loss}"] if unit.resist_loss else []
    found += ["immobilised"] if not unit.move_limit else []
    found += [f"moves {unit.move_limit}M at most"] if 0 < unit.move_limit < FULL_MOVE else []
    return tuple(found)


def devices(view: View, setting: Setting) -> Iterator[Body | Zone]:
    """Draw devices and markers that stand by themselves, with the ground that they work on."""
    sheets = {sheet.id: (place, sheet) for place, sheet in enumerate(view.device_sheets)}
    for place, row in enumerate(view.devices):
        at, sheet = sheets[row.sheet]
        if row.pose is None:
            continue
        path, owner = f"devices[{place}]", setting.seats[row.seat]
        if sheet.radius:
            yield Zone(
                id=f"zone:{row.id}",
                text=f"{sheet.name} ({row.id}) of {owner} works within {inches(sheet.radius)}.",
                of_view=(f"{path}.pose", f"device_sheets[{at}].radius"),
                kind="reach",
                seat=row.seat,
                circle=Circle(x=row.pose.x, y=row.pose.y, radius=sheet.radius),
            )
        yield stands(row.pose, sheet.base_size)(
            id=body_id(row.id),
            text=f"{sheet.name} ({row.id}) of {owner}{f' with {row.unit}' if row.unit else ''}, {row.state}.",
            of_view=(f"{path}.pose", f"device_sheets[{at}].base_size"),
            unit=row.unit or row.id,
            seat=row.seat,
            glyph="support",
            states=() if row.state in ("", "working") else (row.state,),
        )


def aside(view: View) -> Iterator[Aside]:
    """List units that are not on the table."""
    for place, row in enumerate(view.units):
        if row.place != "table":
            yield Aside(
                seat=row.seat,
                text=f"{row.sheet.name} ({row.id}): {PLACES[row.place]}.",
                unit=row.id,
                of_view=(f"units[{place}].place",),
            )
