"""Assaults played to a choice, and what their rounds and volleys were."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ChooseFollowOn,
    ConsolidateMove,
    H2HRoundBegun,
    H2HRoundResolved,
    ModelPath,
    ShootingDeclared,
    UnitSheet,
)
from tests.kit import Table
from tests.rulesets.antares.fixtures import X, Y, duel
from tests.rulesets.antares.sheets import INCH
from tests.rulesets.antares.steps import charge, play_on, react


def rounds_resolved(seen: Iterable[Any]) -> list[H2HRoundResolved]:
    return [row for row in seen if isinstance(row, H2HRoundResolved)]


def paths_by(played, who, *steps):
    """Let every model go by these steps, one after the other."""
    paths = []
    for row in (played.game.models[model] for model in played.game.units[who].models):
        x, y, poses = row.pose.x, row.pose.y, []
        for dx, dy in steps:
            x, y = x + dx, y + dy
            poses.append(Pose(x, y, 0, row.pose.facing))
        paths.append(ModelPath(model=row.id, path=tuple(poses)))
    return tuple(paths)


def consolidate(played, *steps, who="a-x"):
    return played.when(
        "ab".index(who[0]), ConsolidateMove(unit=who, paths=paths_by(played, who, *steps) if steps else ())
    )


CHOICES_AFTER_BLOWS = ("follow_on", "consolidate", "break_off", "allocate_lucky")


def fight(dice: Sequence[int], own: UnitSheet, enemy: UnitSheet, **rest: Any) -> tuple[Table, list[Struct]]:
    """Let "a-x" assault "b-y" from 4 inches; stops where a choice follows the blows."""
    stops = rest.pop("stops", CHOICES_AFTER_BLOWS)
    played = duel(own, enemy, dice, 4 * INCH, order="run", **rest)
    charge(played, 4 * INCH).accepted()
    return played, play_on(played, *stops)


def blows(events: Iterable[Struct]) -> list[dict[str, AccuracyRolled]]:
    """Give the attacks by their unit, round by round."""
    rounds: list[dict[str, AccuracyRolled]] = []
    volleys: dict[str, ShootingDeclared] = {}
    for event in events:
        if isinstance(event, H2HRoundBegun):
            rounds.append({})
        elif isinstance(event, ShootingDeclared):
            volleys[event.volley] = event
        elif isinstance(event, AccuracyRolled) and volleys[event.volley].kind == "hand_to_hand":
            rounds[-1][volleys[event.volley].unit] = event
    return rounds


def choose_follow_on(played: Table, who: str, *, on: bool = True) -> list[Struct]:
    played.when(who, ChooseFollowOn(follow_on=on))
    return play_on(played, *CHOICES_AFTER_BLOWS)


CHOICES_AFTER_SHOTS = ("follow_on", "consolidate", "break_off")


def assault_from_four_inches(
    dice: Sequence[int], own: UnitSheet, enemy: UnitSheet, *, reaction: str = "", **rest: Any
) -> tuple[Table, list[Struct]]:
    """Let "a-x" assault "b-y" from 4 inches; stops where a choice follows the blows."""
    played = duel(own, enemy, dice, 4 * INCH, order="run", **rest)
    seen = list(charge(played, 4 * INCH).accepted().events)
    if reaction:
        react(played, reaction).accepted()
    else:
        seen = []
    return played, [*seen, *play_on(played, *CHOICES_AFTER_SHOTS)]


def volley_rolls(events: Iterable[Struct], kind: str = "point_blank") -> dict[str, AccuracyRolled]:
    """Give the accuracy rolls of a kind of volley by their unit."""
    volleys: dict[str, ShootingDeclared] = {}
    found = {}
    for event in events:
        if isinstance(event, ShootingDeclared):
            volleys[event.volley] = event
        elif isinstance(event, AccuracyRolled) and volleys[event.volley].kind == kind:
            found[volleys[event.volley].unit] = event
    return found


def path_by(played: Table, model: str, *stops: tuple[int, int]) -> ModelPath:
    """Name stops as distances from where "a-x.1" stands at the beginning."""
    pose = played.game.models[model].pose
    assert pose is not None
    return ModelPath(model=model, path=tuple(replace(pose, x=X + dx, y=Y + dy) for dx, dy in stops))
