"""Volleys and rounds of given losses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from adjudicator.rulesets.antares.model.messages import UnitSheet
from tests.kit import Table
from tests.rulesets.antares.fixtures import duel
from tests.rulesets.antares.sheets import INCH, gun, troopers
from tests.rulesets.antares.steps import charge, decline, pins_gained, play_on, question, shoot


def lose_models(
    losses: int, faces: Sequence[int] = (), enemy: UnitSheet | None = None, *, saved: int = 0, **rest: Any
) -> tuple[Table, list[Struct]]:
    """Let "b-y" lose so many models to one volley and save so many hits; the faces are of its break tests."""
    hits = losses + saved
    dice = [*[3] * hits, *[1] * saved, *[9] * losses, *faces]
    played = duel(troopers(hits, "gun"), enemy or troopers(5), dice, **rest)
    shoot(played)
    if question(played) == "reaction":
        decline(played)
    return played, play_on(played)


def fight_round(
    own: Sequence[int], enemy_faces: Sequence[int], rest: Sequence[int], ours: UnitSheet, enemy: UnitSheet, **more: Any
) -> tuple[Table, list[Struct]]:
    """Fight one round: attacks of "a-x", attacks of "b-y", then the other faces."""
    played = duel(ours, enemy, [*own, *enemy_faces, *rest], order="run", **more)
    charge(played, 10 * INCH)
    return played, play_on(played, "follow_on", "consolidate")


def pins_of_volley(faces: list[int], enemy: Any, sv: int = 0, shooters: int = 1, **rest: Any) -> tuple[Table, int]:
    """Shoot with so many guns of this strike value: the table, and the pins that the target got."""
    arm = gun(sv, "used", properties=("pbs", *rest.pop("properties", ())))
    played = duel(troopers(shooters, "used"), enemy, faces, weapons=[arm], **rest)
    shoot(played)
    return played, pins_gained(play_on(played))
