"""Deployment: the sides set their units up in turn, each in its zone; the winner of a roll-off begins (AN-TURN-14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Body, Pose, Rect, inside, overlaps_polygon
from adjudicator.board.sines import FULL_TURN
from adjudicator.kernel.decide.exact_offers import exact_items
from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Places, Range, Shape, bare, items, offer, shape
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.antares.model.distances import bodies_on_table, body_at, field, free_of
from adjudicator.rulesets.antares.model.messages import DeployUnit, ModelPose, ScenarioZone, UnitDeployed
from adjudicator.rulesets.antares.model.rows import Unit
from adjudicator.rulesets.antares.model.state import SEATS, TABLE_PLACE, Game, kind_of, models_of, terms_of
from adjudicator.rulesets.antares.model.subjects import RollOffSubject
from adjudicator.rulesets.antares.rules.movement.coherency import coherent
from adjudicator.rulesets.antares.rules.terrain.terrain_pieces import (
    IMPASSABLE,
    OBSTACLE,
    ground_at,
    parts_of,
    pieces_of,
)
from adjudicator.rulesets.antares.rules.tests import roll_offs
from adjudicator.rulesets.antares.rules.turn import turn_steps

DEPLOYING, DEPLOY = "deploying", "deploy"
WAITING = "army"
FILES, STEP, GAP = 5, 2_000, 100
SHOWN, APART = 4, 9
SPREAD = 7
AHEAD = (900, 2_700)

# -- whose turn


def begin(ruling: Ruling[Game]) -> None:
    """AN-TURN-14 Roll off for who sets up first."""
    ruling.ask(DEPLOYING)
    ruling.ask(roll_offs.ROLL_OFF, TABLE, subject=RollOffSubject("deployment"))


def units_to_deploy(game: Game, seat: Party) -> tuple[str, ...]:
    """List a side's units that are still to be set up, by id."""
    return tuple(key for key in sorted(game.units) if game.units[key].seat == seat and game.units[key].place == WAITING)


def _go_on(ruling: Ruling[Game], window: Window) -> None:
    """AN-TURN-14 Ask the sides in turn, one unit each; when all stand the first turn begins."""
    game = ruling.game
    left = [seat for seat in SEATS if units_to_deploy(game, seat)]
    if not left:
        turn_steps.begin_game(ruling)
        return
    ruling.ask(window.kind)
    ruling.ask(DEPLOY, turn_steps.next_side(game, left))


# -- setting up


def deploy_unit(ruling: Ruling[Game], command: DeployUnit) -> None:
    """WG-SETUP-01 AN-MOVE-09 A unit is set up wholly within its side's zone, coherent and clear of everybody."""
    row = ruling.find(ruling.game.units, command.unit, "unit")
    ruling.require(row.seat == ruling.actor, "WG-SETUP-01", "wrong-side", "unit", unit=row.id)
    ruling.require(row.place == WAITING, "WG-SETUP-01", "stands-already", "unit", unit=row.id)
    ruling.refuse_all(tuple(placement_faults(ruling.game, row, command.models)))
    ruling.refuse_all(tuple(device_faults(ruling.game, row, command.devices)))
    _record(ruling, row, command.models, command.devices)


def _record(ruling: Ruling[Game], row: Unit, models: Sequence[ModelPose], devices: Sequence[ModelPose]) -> None:
    order = {name: place for place, name in enumerate(row.models)}
    stood = tuple(sorted(models, key=lambda found: order[found.model]))
    event = UnitDeployed(unit=row.id, models=stood, devices=tuple(sorted(devices, key=lambda found: found.model)))
    ruling.record(event, "AN-MOVE-09", "AN-TURN-14")
    ruling.answered()


def zone_of(game: Game, seat: Party) -> Rect:
    """Give a side's zone; the whole table where the scenario names none."""
    zones = [zone for zone in terms_of(game).terms.zones if zone.seat == seat]
    return rect_of(zones[0]) if zones else field(game)


def rect_of(zone: ScenarioZone) -> Rect:
    """Give a zone as a rectangle."""
    return Rect(zone.x_from, zone.y_from, zone.x_to, zone.y_to)


def placement_faults(game: Game, row: Unit, models: Sequence[ModelPose]) -> Iterator[Fault]:
    """WG-SETUP-01 AN-MOVE-09 AN-TERRAIN-26 Name what is wrong with where the models of a unit are put."""
    named = [item.model for item in models]
    if sorted(named) != sorted(row.models):
        yield fault("WG-SETUP-01", "models-left-out", "models", unit=row.id, models=", ".join(row.models))
        return
    bodies = [body_at(game, game.models[item.model], item.pose) for item in models]
    others = [body for _, body in bodies_on_table(game)]
    zone, where = zone_of(game, row.seat), field(game)
    for place, (model, body) in enumerate(zip(named, bodies, strict=True)):
        path = f"models[{place}]"
        if not inside(body, zone) or not inside(body, where):
            yield fault("WG-SETUP-01", "outside-zone", path, model=model)
        elif not free_of(body, others) or not free_of(body, bodies[:place]):
            yield fault("WG-SETUP-01", "stands-on-another", path, model=model)
        elif _blocked(game, body):
            yield fault("AN-TERRAIN-26", "impassable-ground", path, model=model)
        else:
            yield from _height_faults(game, models[place], path)
    limit = game.options.coherency
    if limit and not coherent(bodies, limit):
        yield fault("AN-MOVE-09", "set-up-apart", "models", unit=row.id, limit=limit)


def _height_faults(game: Game, stood: ModelPose, path: str) -> Iterator[Fault]:
    """AN-MOVE-09 Whatever is set up stands on the ground, as what has moved does."""
    ground = ground_at(game, stood.pose.x, stood.pose.y)
    if stood.pose.z != ground:
        yield fault("AN-MOVE-09", "off-the-ground", path, model=stood.model, ground=ground)


def _blocked(game: Game, body: Body) -> bool:
    return any(
        overlaps_polygon(body, part)
        for piece in pieces_of(game)
        if piece.movement == IMPASSABLE and piece.terrain_type != OBSTACLE
        for part in parts_of(piece)
    )


def device_faults(game: Game, row: Unit, devices: Sequence[ModelPose]) -> Iterator[Fault]:
    """WG-SETUP-01 AN-MOVE-09 Name what is wrong with where the devices of a unit are put."""
    known = [
        device.id
        for device in game.devices.values()
        if device.unit == row.id and game.device_sheets[device.sheet].placed
    ]
    named = [device.model for device in devices]
    for place, name in enumerate(named):
        if name not in known or name in named[:place]:
            yield fault(
                "WG-SETUP-01", "no-such-device", f"devices[{place}]", device=name, known=", ".join(known) or "none"
            )
        elif not inside(_device_body(game, devices[place]), zone_of(game, row.seat)):
            yield fault("WG-SETUP-01", "outside-zone", f"devices[{place}]", model=name)
        else:
            yield from _height_faults(game, devices[place], f"devices[{place}]")


def _device_body(game: Game, pose: ModelPose) -> Body:
    sheet = game.device_sheets[game.devices[pose.model].sheet]
    return Body(sheet.base_size, sheet.height, pose.pose)


def unit_deployed(game: Game, event: UnitDeployed) -> None:
    """Let the unit stand."""
    game.units[event.unit] = replace(game.units[event.unit], place=TABLE_PLACE)
    for model in event.models:
        game.models[model.model] = replace(game.models[model.model], pose=model.pose)
    for device in event.devices:
        game.devices[device.model] = replace(game.devices[device.model], pose=device.pose)
    game.answered = (*game.answered, event.unit)


# -- what may be said


def first_free_place(game: Game, unit: str) -> tuple[ModelPose, ...]:
    """Find a place for a unit: files of five, from the middle of its zone's near edge outwards; () if none is left."""
    return next(free_places(game, unit), ())


def free_places(game: Game, unit: str) -> Iterator[tuple[ModelPose, ...]]:
    """Go through places for a unit, from the middle of its zone's near edge outwards."""
    row = game.units[unit]
    for x, y in _corners(game, row):
        models = ranked_poses(game, unit, x, y)
        if not any(True for _ in placement_faults(game, row, models)):
            yield models


def _corners(game: Game, row: Unit) -> Iterator[tuple[int, int]]:
    zone = zone_of(game, row.seat)
    columns = range(zone.x0, zone.x1, STEP)
    rows = range(zone.y0, zone.y1, STEP)
    middle = (zone.x0 + zone.x1) // 2
    for y in rows if row.seat == 0 else reversed(rows):
        yield from ((x, y) for x in sorted(columns, key=lambda x: (abs(x - middle), x)))


def ranked_poses(game: Game, unit: str, x: int, y: int) -> tuple[ModelPose, ...]:
    """Put the models of a unit side by side in ranks of five, the first with the corner of its base at a point."""
    models, gap = models_of(game, unit), min(GAP, game.options.coherency or GAP)
    out: list[ModelPose] = []
    for start in range(0, len(models), FILES):
        bases = [(model.id, kind_of(game, model).base_size) for model in models[start : start + FILES]]
        deep, left = max(base.length for _, base in bases), x
        for name, base in bases:
            at = (left + (base.width + 1) // 2, y + (deep + 1) // 2)
            out.append(ModelPose(model=name, pose=Pose(*at, ground_at(game, *at), AHEAD[game.units[unit].seat])))
            left += base.width + gap
        y += deep + gap
    return tuple(out)


def _offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    return [item for key in units_to_deploy(game, party) for item in _deploy_offers(game, party, key)]


def _deploy_offers(game: Game, party: Party, unit: str) -> Iterator[Offer]:
    """AN-MOVE-09 AN-ACC-08 Offer a unit some places that are free, and its devices any place in the zone."""
    zone = zone_of(game, party)
    found = tuple(bare(exact_items(models)) for models in islice(free_places(game, unit), 0, SHOWN * APART, APART))
    if found:
        places = Places(game.units[unit].models, 0, (zone.x0, zone.y0, zone.x1, zone.y1), found)
        devices = _device_shapes(game, unit, zone)
        more = {"devices": items(*devices, least=0, most=len(devices), once=True)} if devices else {}
        yield offer(DeployUnit, "AN-MOVE-09", unit=Choice((unit,)), models=places, **more)


def _device_shapes(game: Game, unit: str, zone: Rect) -> list[Shape]:
    """AN-ACC-08 Offer devices that stand by themselves any place that is far enough from the zone's edges."""
    shapes: list[Shape] = []
    for key, device in sorted(game.devices.items()):
        sheet = game.device_sheets[device.sheet]
        if device.unit == unit and sheet.placed:
            off = max(sheet.base_size.length, sheet.base_size.width)
            free = Rect(zone.x0 + off, zone.y0 + off, zone.x1 - off, zone.y1 - off)
            shapes.append(shape(ModelPose, model=Choice((key,)), pose=_device_places(game, key, free)))
    return shapes


def _device_places(game: Game, device: str, free: Rect) -> Shape | Places:
    """AN-ACC-08 AN-MOVE-09 Offer a device any place on level ground, or some where the ground rises."""
    if not any(piece.ground for piece in pieces_of(game)):
        return _pose_shape((free.x0, free.x1), (free.y0, free.y1), 0)
    columns, rows = (_spread(free.x0, free.x1), _spread(free.y0, free.y1))
    spots = tuple(bare(_pose_shape((x, x), (y, y), ground_at(game, x, y))) for y in rows for x in columns)
    return Places((device,), 0, (free.x0, free.y0, free.x1, free.y1), spots)


def _spread(least: int, most: int) -> tuple[int, ...]:
    """Go through some values from one to another, both included."""
    return tuple(dict.fromkeys(least + (most - least) * number // (SPREAD - 1) for number in range(SPREAD)))


def _pose_shape(x: tuple[int, int], y: tuple[int, int], z: int) -> Shape:
    return shape(Pose, x=Range(*x), y=Range(*y), z=Range(z, z), facing=Range(0, FULL_TURN - 1))


def _default_command(game: Game, _window: Window, party: Party) -> Struct | None:
    """Set the first unit up that finds room; a table so full that none does has to be settled by the referee."""
    for unit in units_to_deploy(game, party):
        models = first_free_place(game, unit)
        if models:
            return DeployUnit(unit=unit, models=models, devices=())
    return None


PART = Part(
    handlers=handlers(deploy_unit),
    reducers=reducers(unit_deployed),
    windows=windows(
        WindowKind(DEPLOYING, "AN-TURN-14", on_close=_go_on),
        WindowKind(DEPLOY, "AN-TURN-14", (DeployUnit,), _offers, _default_command),
    ),
)
