"""Chapters 7 and 8, sight: which models see which, and through what.

How a line is drawn and what lies on it stands in sight_lines.py. Here it is asked of models, units and devices.
Who is where and what stands in the way is read from the tables at every call; lines of one state are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.board.inches import Body, Pose, round_base
from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.antares.model.distances import bodies_on_table, body_of, device_bodies
from adjudicator.rulesets.antares.model.rows import Device, Model
from adjudicator.rulesets.antares.model.state import Game, has_flag, is_probe, kind_of, models_of
from adjudicator.rulesets.antares.roster.force_lists import SIZES
from adjudicator.rulesets.antares.rules.shooting.sight_lines import Field, Line, Obstruction, Scene, Viewer, trace_lines
from adjudicator.rulesets.antares.rules.terrain.terrain_pieces import pieces_of
from adjudicator.rulesets.antares.rules.tests.rounding import is_majority

FIELDS = ("batter_shield", "kinetic_dampener")


def size_of(game: Game, unit: str) -> int:
    """AN-SHOOT-08 Give the size class of a unit as a number: 0 small, 1 medium, 2 large, 3 huge."""
    return SIZES.index(game.sheets[unit].size)


# -- lines


def line(game: Game, shooter: Model, target: Model) -> Line:
    """AN-SHOOT-02 Say what lies on the line from a model to a model of another unit."""
    return lines(game, shooter.unit, target.unit)[shooter.id, target.id]


def lines(game: Game, unit: str, target: str) -> Mapping[tuple[str, str], Line]:
    """AN-SHOOT-02 Give the lines from each model of a unit to each model of another, by both models' ids."""
    group, others = models_of(game, unit), models_of(game, target)
    table = trace_lines(_scene(game), _looks(game, unit), _looks(game, target))
    return {(a.id, b.id): table[i][j] for i, a in enumerate(group) for j, b in enumerate(others)}


def line_to_spot(game: Game, shooter: Model, spot: Spot, target: str = "") -> Line:
    """AN-OH-01 Say what lies on the line from a model to an aim point; models of the unit aimed at do not block it."""
    group = _looks(game, shooter.unit)
    number = models_of(game, shooter.unit).index(shooter)
    return trace_lines(_scene(game), group, (_spot_look(game, spot, target),))[number][0]


def device_lines(game: Game, device: Device, target: str) -> tuple[Line, ...]:
    """AN-REROLL-01 Give the lines from a device, or from the models it goes with, to each model of a unit."""
    table = trace_lines(_scene(game), _device_looks(game, device), _looks(game, target))
    return tuple(item for row in table for item in row)


def _looks(game: Game, unit: str) -> tuple[Viewer, ...]:
    size = size_of(game, unit)
    return tuple(_look(unit, body_of(game, model), model.pose, size) for model in models_of(game, unit))


def _look(unit: str, body: Body, pose: Pose | None, size: int) -> Viewer:
    return Viewer(unit, body, 0 if pose is None else pose.z, size)


def _device_looks(game: Game, device: Device) -> tuple[Viewer, ...]:
    known = device.unit in game.units
    size = size_of(game, device.unit) if known else 0
    return tuple(_look(device.unit, device_body, device.pose, size) for device_body in device_bodies(game, device))


def _spot_look(game: Game, spot: Spot, target: str) -> Viewer:
    size = size_of(game, target) if target else 0
    return Viewer(target, Body(round_base(1), 1, Pose(spot.x, spot.y, 0, 0)), 0, size)


_LAST_SCENE: list[tuple[tuple[object, ...], Scene]] = []


def _scene(game: Game) -> Scene:
    """Gather what may lie on lines; that of the state that was asked about last is kept.

    Rows are compared by identity first, so that to find out that nothing has changed costs next to nothing.
    """
    rows = (game.models, game.units, game.sheets, game.devices, game.device_sheets, game.terrain)
    state = (game.options.over_smaller_than, *(tuple(table.values()) for table in rows))
    if not _LAST_SCENE or _LAST_SCENE[0][0] != state:
        _LAST_SCENE[:] = [(state, _gathered(game))]
    return _LAST_SCENE[0][1]


def _gathered(game: Game) -> Scene:
    """Leave out what never hides anything (AN-SHOOT-09, AN-TERRAIN-23)."""
    pieces = tuple(piece for piece in pieces_of(game) if piece.los != "clear" or piece.sees_over)
    bulks = tuple(
        Obstruction(model.id, model.unit, size_of(game, model.unit), body)
        for model, body in bodies_on_table(game)
        if not is_probe(game, model.unit) and not kind_of(game, model).equipment
    )
    return Scene(pieces, bulks, tuple(_fields(game)), game.options.over_smaller_than)


def _fields(game: Game) -> list[Field]:
    """AN-ACC-17 AN-ACC-25 List the fields that work, by device."""
    found = []
    for key in sorted(game.devices):
        device = game.devices[key]
        sheet = game.device_sheets[device.sheet]
        if sheet.kind in FIELDS and device.state == "working" and (bodies := device_bodies(game, device)):
            found.append(Field(sheet.kind, device.unit, bodies, sheet.radius))
    return found


# -- units


def judging_models(game: Game, unit: str) -> tuple[Model, ...]:
    """AN-SHOOT-03 List the models that judge range and sight for a unit: its primary one alone where its data says so.

    A team that has lost its primary model judges by every model that is left.
    """
    models = models_of(game, unit)
    primary = tuple(model for model in models if kind_of(game, model).primary)
    return primary if primary and has_flag(game, unit, "primary_model_only") else models


def seen_by(game: Game, shooter: Model, target: str) -> tuple[Model, ...]:
    """AN-SHOOT-02 List the models of a unit that a model sees, by number."""
    table = lines(game, shooter.unit, target)
    return tuple(model for model in models_of(game, target) if not table[shooter.id, model.id].blocked)


def device_sees(game: Game, device: Device, target: str) -> bool:
    """AN-REROLL-01 AN-REROLL-02 Tell whether a device sees some model of a unit, from itself or from its unit."""
    return any(not device_line.blocked for device_line in device_lines(game, device, target))


def device_sees_spot(game: Game, device: Device, spot: Spot, target: str = "") -> bool:
    """AN-ACC-27 AN-OH-01 Tell whether a device sees an aim point."""
    table = trace_lines(_scene(game), _device_looks(game, device), (_spot_look(game, spot, target),))
    return any(not item.blocked for row in table for item in row)


# -- fields


def fields_through(game: Game, shooter: Model, target: str) -> tuple[str, ...]:
    """AN-ACC-17 AN-ACC-25 Name the kinds of fields on most lines from a model to the models of a unit that it sees."""
    table = lines(game, shooter.unit, target)
    return most_fields(table[shooter.id, model.id] for model in models_of(game, target))


def most_fields(lines: Iterable[Line]) -> tuple[str, ...]:
    """AN-ACC-17 AN-ACC-25 Name the kinds of fields on most of the lines along which something is seen."""
    clear = [line.fields for line in lines if not line.blocked]
    return tuple(kind for kind in FIELDS if is_majority(sum(kind in fields for fields in clear), len(clear)))
