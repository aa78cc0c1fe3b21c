"""What a ruling may set: what an error at the table may leave wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from adjudicator.kernel.decide.correctable import Correctable, written
from adjudicator.rulesets.grinding_annihilation.model.messages import Effect
from adjudicator.rulesets.grinding_annihilation.model.rows import (
    Battle,
    Fallen,
    Formation,
    FormationPart,
    Marker,
    Side,
    Terrain,
    Troop,
)
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.rules.invariants import limits
from adjudicator.rulesets.grinding_annihilation.rules.terrain.feature_checks import feature_faults

MOST_POINTS = 10


def _point_steps(game: Game) -> Iterator[tuple[str, str, Sequence[str]]]:
    """GA-7.0-05 A player may have scored any number of tactical points."""
    for seat in sorted(game.sides):
        yield str(seat), "tactical_points", tuple(map(written, range(MOST_POINTS + 1)))


def _wrong_terrain(game: Game, key: str, _field: str) -> str:
    """GA-6.0-01 GA-7.0-10 A feature is of a known kind, and lies on the warfield clear of the others."""
    if key not in game.terrain:
        return ""
    found = next(feature_faults(game, game.terrain[key].feature, key), None)
    return f"{found.reason} {found.path}" if found else ""


def _beyond(game: Game, _key: str, _field: str) -> str:
    """Say what is beyond the limits of the rules after the patch."""
    return next(limits(game), "")


CORRECTABLE: Mapping[str, Correctable] = MappingProxyType(
    {
        "formations": Correctable(
            row=Formation,
            fields=(
                "place",
                "troops",
                "fatigued",
                "tested",
                "move",
                "shot",
                "near",
                "assault_declared",
                "assaulted",
                "fights_first",
                "first_step",
                "fought",
                "repaired",
                "aboard",
                "began",
                "arrived",
                "left",
                "disembarked",
                "bound",
                "lent",
                "hover",
                "scouted",
                "ingressed",
            ),
            wrong=_beyond,
        ),
        "troops": Correctable(row=Troop, fields=("wounds_left", "pose", "weapons", "gear", "marked"), whole=True),
        "fallen": Correctable(row=Fallen, whole=True),
        "parts": Correctable(row=FormationPart, fields=("destroyed",)),
        "markers": Correctable(
            row=Marker,
            fields=("x", "y", "levels", "controller", "fixed", "captured", "dominion", "named"),
            whole=True,
            wrong=_beyond,
        ),
        "sides": Correctable(
            row=Side,
            fields=("manoeuvre_points", "tactical_points", "round_points", "general_paid", "used", "removed"),
            keys=int,
            steps=_point_steps,
            wrong=_beyond,
        ),
        "terrain": Correctable(row=Terrain, fields=("feature", "agreed"), whole=True, wrong=_wrong_terrain),
        "effects": Correctable(row=tuple[Effect, ...], whole=True),
        "battle": Correctable(row=Battle, fields=("round", "passes"), wrong=_beyond),
    }
)
