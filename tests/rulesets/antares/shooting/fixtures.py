"""Shooters and targets, lines between them, and overhead weapons with their aim points."""

from __future__ import annotations

from typing import Any

from adjudicator.rulesets.antares.model.messages import FiredWeapon
from adjudicator.rulesets.antares.rules.shooting import line_of_sight, sight_lines
from tests.kit import Table
from tests.rulesets.antares.fixtures import TALL, X, Y, gun_duel, stepwise_duel, table, target_place
from tests.rulesets.antares.sheets import INCH, armed_squad, box, overhead_effect, plain_squad, troopers, wall, weapon
from tests.rulesets.antares.steps import fired

FAR_ENEMY_X = X + 16 * INCH
FAR_TARGET = (FAR_ENEMY_X, Y)
FAR: dict[str, Any] = {"gap": 15 * INCH}
ONE_LAUNCHER = armed_squad("launcher", count=1)


def launcher_duel(faces: Any = (), **changes: Any) -> Table:
    """Let one launcher stand 15 inches from a squad."""
    return stepwise_duel(faces, **{"own": ONE_LAUNCHER, **FAR, **changes})


def launcher_at(at: tuple[int, int] = FAR_TARGET, **changes: Any) -> FiredWeapon:
    """Aim the launcher at a point."""
    return fired("launcher", aim=at, **changes)


NETS = [
    weapon(
        "light_net",
        kind="light_support",
        crew=1,
        minimum=0,
        properties=("suspensor_net",),
        overhead=overhead_effect("net", 0),
    ),
    weapon(
        "heavy_net", kind="heavy", crew=1, minimum=0, properties=("suspensor_net",), overhead=overhead_effect("net", 0)
    ),
    weapon("thrown_net", properties=("suspensor_net",)),
]

ONE = plain_squad(models=("trooper",))
SHOOTER = ("a-x", ONE, (10_000, 10_000))
TARGET = ("b-y", ONE, (30_000, 10_000))


def line_between(
    *others: Any, terrain: Any = (), units: Any = (SHOOTER, TARGET), options: Any = None, **rest: Any
) -> sight_lines.Line:
    """Give the line from "a-x.1" to "b-y.1"."""
    game = table((), options, units=(*units, *others), terrain=terrain, **rest).game
    return line_of_sight.line(game, game.models["a-x.1"], game.models["b-y.1"])


def shots_at_five(faces: Any, count: int, **rest: Any) -> Table:
    """Let so many guns shoot on Advance at five models: each die needs 5."""
    return gun_duel(
        faces,
        own=troopers(count, "gun", devices=rest.pop("devices", ())),
        order="advance",
        enemy=rest.pop("enemy", None) or troopers(5),
        **rest,
    )


AIM = target_place()


def aimed(x: int = AIM[0], y: int = AIM[1]) -> FiredWeapon:
    """Aim the overhead weapon at a point, at the target where none is named."""
    return fired("lobber", aim=(x, y))


def area_across(id: str, x: int, width: int, **changes: Any) -> Any:
    """Make an area right across the table from this x."""
    return box(id, x, 0, width, TALL, **changes)


def wall_across(id: str, x: int, **changes: Any) -> Any:
    """Make a wall right across the table at this x."""
    return wall(id, (x, 0), (x, TALL), **changes)
