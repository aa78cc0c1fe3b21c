"""How a bot creates a game, hands in an army, and sets its units up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.bot import Generator
from adjudicator.rulesets.antares.bots.situation import Turn
from adjudicator.rulesets.antares.model.messages import (
    ArmyUnit,
    CreateGame,
    DeployUnit,
    ForceList,
    ModelPose,
    Options,
    SubmitArmy,
    TestEffect,
)
from adjudicator.rulesets.antares.model.options import EFFECTS, OPTIONS, PRESETS, TESTS
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.model.weapons import reach
from adjudicator.rulesets.antares.roster.library import ARMIES, SCENARIOS, force_of
from adjudicator.rulesets.antares.roster.mustering import points_of, unit_points
from adjudicator.rulesets.antares.rules.mission import deployment
from adjudicator.rulesets.antares.rules.mission.creation import submission_faults

DEFAULT_SCENARIO, ANY = "clash", "any"
NUMBERS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        "coherency": (0, 500, 1000, 2000),
        "oh_marker_cap": (0, 1, 2),
        "direct_marker_cap": (0, 1, 3),
        "max_follow_on_rounds": (0, 1, 3),
        "mod_loss_floor": (0, 1),
    }
)
CHANGED = 3
PLACES, BOUGHT = 12, 12
LONG = 50_000

# -- the game


def create(scenario: str, chance: Generator) -> CreateGame:
    """Make the command that creates a game; with any options where ":any" follows the scenario ("clash:any").

    Raises KeyError for a scenario that there is not.
    """
    name, _, options_chosen = scenario.partition(":")
    if (name or DEFAULT_SCENARIO) not in SCENARIOS or options_chosen not in ("", ANY):
        raise KeyError(scenario)
    options = any_options(chance) if options_chosen == ANY else Options()
    return CreateGame(scenario=name or DEFAULT_SCENARIO, points_limit=0, terrain=(), options=options)


def any_options(chance: Generator) -> Options:
    """Read a third of the rules in another way than usual."""
    changed = [name for name in OPTIONS.rows if chance.randrange(CHANGED) == 0]
    return Options(**{name: _value(name, chance) for name in changed})


def _value(name: str, chance: Generator) -> Any:
    row = OPTIONS.rows[name]
    if row.values:
        return chance.choice(row.values)
    if name in NUMBERS:
        return chance.choice(NUMBERS[name])
    if name == "presets":
        return tuple(preset for preset in PRESETS if chance.randrange(2))
    return tuple(TestEffect(test=test, effect=chance.choice(EFFECTS)) for test in TESTS if chance.randrange(3) == 0)


# -- armies


def choose_army(turn: Turn) -> Struct | None:
    """Hand in one of the ready armies that the points allow, now and then bought out to the last point."""
    game = turn.game
    limit = turn.view.points_limit
    ready = [row for row in ARMIES.values() if not _is_refused(game, row, limit)]
    if not ready:
        return None
    forces = sorted({row.list for row in ready})
    force = turn.chance.choice(forces)
    chosen = turn.chance.choice([row for row in ready if row.list == force])
    return chosen if turn.one_in(2) else _bought_out(turn, game, chosen, limit)


def _is_refused(game: Game, command: SubmitArmy, limit: int) -> bool:
    return next(submission_faults(game, command, limit), None) is not None


def _bought_out(turn: Turn, game: Game, command: SubmitArmy, limit: int) -> SubmitArmy:
    """Spend what is left on upgrades, models, options and further units."""
    force = force_of(game, command.list)
    if force is None:
        return command
    for number in range(BOUGHT):
        more = _more(turn, force, command, number)
        if more is not None and not (limit and points_of(force, more) > limit) and not _is_refused(game, more, limit):
            command = more
    return command


def _more(turn: Turn, force: ForceList, command: SubmitArmy, number: int) -> SubmitArmy | None:
    kind = turn.chance.randrange(4)
    if kind == 0 and force.options:
        return replace(command, options=(*command.options, turn.chance.choice(force.options).id))
    if kind == 1:
        entry = turn.chance.choice(force.entries)
        plain = ArmyUnit(id=f"more{number}", entry=entry.sheet.kind, models=(), upgrades=(), points=0)
        return replace(command, units=(*command.units, replace(plain, points=unit_points(entry, plain))))
    place = turn.chance.randrange(len(command.units))
    changed = _changed(turn, force, command.units[place], upgrade=kind == 2)  # noqa: PLR2004  (one way in four)
    return None if changed is None else _with(command, place, changed)


def _changed(turn: Turn, force: ForceList, unit: ArmyUnit, *, upgrade: bool) -> ArmyUnit | None:
    entry = next(row for row in force.entries if row.sheet.kind == unit.entry)
    if upgrade:
        left = [row.id for row in entry.upgrades if row.id not in unit.upgrades]
        if not left:
            return None
        unit = replace(unit, upgrades=(*unit.upgrades, turn.chance.choice(left)))
    elif unit.models:
        more = turn.chance.choice([model.kind for model in unit.models])
        counts = tuple(replace(model, count=model.count + (model.kind == more)) for model in unit.models)
        unit = replace(unit, models=counts)
    return replace(unit, points=unit_points(entry, unit))


def _with(command: SubmitArmy, place: int, unit: ArmyUnit) -> SubmitArmy:
    return replace(command, units=(*command.units[:place], unit, *command.units[place + 1 :]))


# -- setting up


def choose_placement(turn: Turn) -> Struct | None:
    """Set a unit up: short ranges in front, long ones behind; where there is no room by sense, where there is any."""
    waiting = turn.words("DeployUnit", "unit")
    if not waiting:
        return None
    unit = turn.chance.choice(waiting)
    models = next(_tries(turn, unit), ()) or deployment.first_free_place(turn.game, unit)
    return DeployUnit(unit=unit, models=models, devices=_devices(turn, unit, models)) if models else None


def _tries(turn: Turn, unit: str) -> Iterator[tuple[ModelPose, ...]]:
    game, row = turn.game, turn.game.units[unit]
    zone = deployment.zone_of(game, row.seat)
    depth = (zone.y1 - zone.y0) // 4
    for _ in range(PLACES):
        behind = depth * (2 if longest_range(game, unit) > LONG else 0) + turn.chance.randrange(depth)
        x = zone.x0 + turn.chance.randrange(max(1, zone.x1 - zone.x0))
        y = zone.y1 - depth - behind if row.seat == 0 else zone.y0 + behind
        models = deployment.ranked_poses(game, unit, x, y)
        if not any(True for _ in deployment.placement_faults(game, row, models)):
            yield models


def longest_range(game: Game, unit: str) -> int:
    """Give the farthest that a unit shoots; 0 without weapons."""
    names = {name for kind in game.sheets[unit].kinds for name in kind.weapons}
    return max((reach(game.weapons[name]) for name in sorted(names) if name in game.weapons), default=0)


def _devices(turn: Turn, unit: str, models: Sequence[ModelPose]) -> tuple[ModelPose, ...]:
    """Put devices that stand by themselves where the first model stands, now and then none of them."""
    game = turn.game
    rows = [
        device for device in game.devices.values() if device.unit == unit and game.device_sheets[device.sheet].placed
    ]
    if turn.one_in(4):
        return ()
    at = models[0].pose
    placed = tuple(ModelPose(model=row.id, pose=replace(at, facing=0)) for row in rows)
    return () if any(True for _ in deployment.device_faults(game, game.units[unit], placed)) else placed
