"""Chapter TF-DANGER: the dangerous terrain test, its dice and its casualties."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.tile_formations import losses
from adjudicator.rulesets.tile_formations.ground import effect
from adjudicator.rulesets.tile_formations.kinds import USUAL_FACES, rule_clause
from adjudicator.rulesets.tile_formations.model.messages import (
    DangerousTerrainRolled,
    DangerousTestRequired,
    RollDangerousTerrain,
)
from adjudicator.rulesets.tile_formations.rows import Test
from adjudicator.rulesets.tile_formations.state import Game

CAUSE = "dangerous_terrain"
FIRST, AGAIN = "dangerous-terrain", "dangerous-terrain-again"
SIDES = 6
FULL, DIE = "full", "die"

# -- what a test is


def dice_of(game: Game, unit: str) -> int:
    """TF-DANGER-03 Give the dice of a test: one for each point of integrity."""
    full = game.how.danger_dice_from == FULL
    return game.sheets[unit].integrity if full else game.units[unit].integrity


def faces_of(game: Game, kind: str) -> tuple[int, ...]:
    """TF-DANGER-03 TF-MINE-04 Give the faces that are casualties in a kind of terrain."""
    return game.kinds[kind].danger_faces or USUAL_FACES


def rolls_twice(game: Game, kind: str, cautious: bool) -> bool:
    """TF-DANGER-10 TF-MINE-05 Tell whether a test is rolled twice: for cautious movement, where nothing bars it."""
    barred = game.kinds[kind].bars_second_roll and game.how.minefield_bars_cautious
    return cautious and not barred


def casualties_of(game: Game, faces: Sequence[int], second: Sequence[int], bad: Sequence[int]) -> int:
    """TF-DANGER-03 TF-DANGER-10 Count casualties: of two rolls the better counts, or die by die by the options."""
    first = sum(face in bad for face in faces)
    if not second:
        return first
    if game.how.cautious_scope == DIE:
        return sum(one in bad and other in bad for one, other in zip(faces, second, strict=True))
    return min(first, sum(face in bad for face in second))


# -- the test


def ask_test(ruling: Ruling[Game], unit: str, tile: str, kind: str, *, starting: bool = False) -> None:
    """TF-DANGER-01 TF-DANGER-02 A unit that enters dangerous terrain, or sets out in it, is tested."""
    game, row = ruling.game, ruling.game.units[unit]
    feature = f"{kind}@{tile}"
    required = DangerousTestRequired(
        unit=unit, tile=tile, feature=feature, kind=kind, starting=starting, dice=dice_of(game, unit),
        faces=faces_of(game, kind), second_roll=rolls_twice(game, kind, row.cautious),
    )  # fmt: skip
    ruling.record(required, "TF-DANGER-02" if starting else "TF-DANGER-01", "TF-DANGER-08", *_grounds(game, unit, kind))
    ruling.ask("dangerous_test", row.seat, about=(unit, feature))


def _grounds(game: Game, unit: str, kind: str) -> tuple[str, ...]:
    """Name the clauses of the cell, of the faces, and of what becomes of caution."""
    cell = effect(game, game.sheets[unit], game.kinds[kind]).clause
    bad = game.kinds[kind].danger_faces
    faces = (cell, *((rule_clause(kind, "danger_faces", "TF-DANGER-03"),) if bad else ()))
    if not game.units[unit].cautious:
        return faces
    twice = rolls_twice(game, kind, cautious=True)
    return (*faces, "TF-DANGER-10" if twice else rule_clause(kind, "bars_second_roll", "TF-DANGER-11"))


def dangerous_test_required(game: Game, event: DangerousTestRequired) -> None:
    """Note the test that is due; the unit waits for it."""
    game.test = Test(event.unit, event.tile, event.feature, event.kind, event.dice, event.faces, event.second_roll)
    if game.walk is not None:
        game.walk = replace(game.walk, tested=game.walk.tested + 1)


def roll_dangerous_terrain(ruling: Ruling[Game], command: RollDangerousTerrain) -> None:
    """TF-DANGER-03 One die for each point of integrity; every 6 is a casualty, without save and without Shock."""
    test = ruling.game.test
    if test is None:
        ruling.answered()
        return
    ruling.require(command.unit in {"", test.unit}, "TF-DANGER-13", "other-test", "unit", unit=test.unit)
    same = command.feature in {"", test.feature, test.kind}
    ruling.require(same, "TF-DANGER-13", "other-feature", "feature", feature=test.feature)
    seat, dice = ruling.game.units[test.unit].seat, dice_of(ruling.game, test.unit)
    first = ruling.roll(dice, SIDES, FIRST, by=seat)
    second = ruling.roll(dice, SIDES, AGAIN, by=seat) if test.second_roll else ()
    count = casualties_of(ruling.game, first, second, test.faces)
    rolled = DangerousTerrainRolled(unit=test.unit, feature=test.feature, faces=first, again=second, casualties=count)
    ruling.record(rolled, "TF-DANGER-03", *(("TF-DANGER-10",) if second else ()), "TF-TERRAIN-06")
    ruling.answered()
    if count:
        exempt = ("TF-DANGER-04", "TF-DANGER-05", "TF-DANGER-06", "TF-DANGER-07", "TF-SHOCK-04")
        losses.hurt(ruling, test.unit, count, CAUSE, *exempt, morale=False)


def dangerous_terrain_rolled(game: Game, _event: DangerousTerrainRolled) -> None:
    """Take the test off."""
    game.test = None


# -- what may be said


def _offers(_game: Game, window: Window, _party: Party) -> list[Offer]:
    unit, feature = window.about
    return [offer(RollDangerousTerrain, "TF-DANGER-03", unit=Choice((unit,)), feature=Choice((feature,)))]


def _roll(_game: Game, window: Window, _party: Party) -> Struct:
    unit, feature = window.about
    return RollDangerousTerrain(unit=unit, feature=feature)


CLAUSES = handlers(roll_dangerous_terrain)
REDUCERS = reducers(dangerous_test_required, dangerous_terrain_rolled)
WINDOWS = windows(WindowKind("dangerous_test", "TF-DANGER-13", (RollDangerousTerrain,), _offers, _roll))

__all__ = [
    "CLAUSES", "FIRST", "REDUCERS", "SIDES", "WINDOWS", "ask_test", "casualties_of", "dice_of", "faces_of",
    "rolls_twice",
]  # fmt: skip
