"""Chapter TF-DANGER: the dangerous terrain test, its dice and its casualties."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.tile_formations.model.die_reading import SIDES
from adjudicator.rulesets.tile_formations.model.messages import (
    DangerousTerrainRolled,
    DangerousTestRequired,
    RollDangerousTerrain,
)
from adjudicator.rulesets.tile_formations.model.rows import DangerTest
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.subjects import DangerTestSubject
from adjudicator.rulesets.tile_formations.model.terrain_table import USUAL_FACES, rule_clause
from adjudicator.rulesets.tile_formations.rules.danger.cautious_tests import (
    rerolls_each_die,
    rolls_twice,
    second_roll_clauses,
)
from adjudicator.rulesets.tile_formations.rules.danger.path_tests import due_after
from adjudicator.rulesets.tile_formations.rules.formations import losses
from adjudicator.rulesets.tile_formations.rules.movement.places import UnitPlaces
from adjudicator.rulesets.tile_formations.rules.terrain.passage import movement_effect

WINDOW = "dangerous_test"
CAUSE = "dangerous_terrain"
FIRST_ROLL, SECOND_ROLL = "dangerous-terrain", "dangerous-terrain-again"
FULL = "full"

# -- what a test is


def dice_of_test(game: Game, unit: str) -> int:
    """TF-DANGER-03 Give the dice of a test: one for each point of integrity."""
    return dice_for(game, unit, game.units[unit].integrity)


def dice_for(game: Game, unit: str, integrity: int) -> int:
    """TF-DANGER-03 Give the dice of a test of a unit that has so much integrity left."""
    return game.sheets[unit].integrity if game.options.danger_dice_from == FULL else integrity


def casualty_faces(game: Game, kind: str) -> tuple[int, ...]:
    """TF-DANGER-03 TF-MINE-04 Give the faces that are casualties in a kind of terrain."""
    return game.kinds[kind].danger_faces or USUAL_FACES


def count_casualties(game: Game, faces: Sequence[int], second: Sequence[int], bad: Sequence[int]) -> int:
    """TF-DANGER-03 TF-DANGER-10 Count casualties: of two rolls the better counts, or die by die by the options."""
    first = sum(face in bad for face in faces)
    if not second:
        return first
    if rerolls_each_die(game):
        return sum(one in bad and other in bad for one, other in zip(faces, second, strict=True))
    return min(first, sum(face in bad for face in second))


def danger_test(game: Game, unit: str, kind: str, tile: str, *, cautious: bool) -> DangerTest:
    """Make the test of a unit in a kind of terrain."""
    twice = rolls_twice(game, kind, cautious)
    return DangerTest(unit, tile, f"{kind}@{tile}", kind, dice_of_test(game, unit), casualty_faces(game, kind), twice)


def tests_on_path(places: UnitPlaces, path: Sequence[str]) -> tuple[DangerTest, ...]:
    """TF-DANGER-01 TF-DANGER-02 List the tests on a path, from the one for setting out on."""
    due = [found for at in range(len(path) + 1) for found in due_after(places, places.start, path, at)]
    return tuple(danger_test(places.game, places.unit, kind, tile, cautious=places.mode.cautious) for kind, tile in due)


# -- the test


def ask_test(ruling: Ruling[Game], unit: str, tile: str, kind: str, *, starting: bool = False) -> None:
    """TF-DANGER-01 TF-DANGER-02 A unit that enters dangerous terrain, or sets out in it, is tested."""
    game, row = ruling.game, ruling.game.units[unit]
    due = danger_test(game, unit, kind, tile, cautious=row.cautious)
    required = DangerousTestRequired(
        unit=unit,
        tile=tile,
        feature=due.feature,
        kind=kind,
        starting=starting,
        dice=due.dice,
        faces=due.faces,
        second_roll=due.second_roll,
    )
    ruling.record(required, "TF-DANGER-02" if starting else "TF-DANGER-01", "TF-DANGER-08", *_grounds(game, unit, kind))
    ruling.ask(WINDOW, row.seat, subject=DangerTestSubject(unit, due.feature))


def _grounds(game: Game, unit: str, kind: str) -> tuple[str, ...]:
    """Name the clauses of the cell, of the faces, and of what becomes of caution."""
    cell = movement_effect(game, game.sheets[unit], game.kinds[kind]).clause
    own_faces = (rule_clause(kind, "danger_faces", "TF-DANGER-03"),) if game.kinds[kind].danger_faces else ()
    return (cell, *own_faces, *second_roll_clauses(game, kind, game.units[unit].cautious))


def dangerous_test_required(game: Game, event: DangerousTestRequired) -> None:
    """Note the test that is due; the unit waits for it."""
    game.danger_test = DangerTest(
        event.unit, event.tile, event.feature, event.kind, event.dice, event.faces, event.second_roll
    )
    if game.unit_move is not None:
        game.unit_move = replace(game.unit_move, tested=game.unit_move.tested + 1)


def roll_dangerous_terrain(ruling: Ruling[Game], command: RollDangerousTerrain) -> None:
    """TF-DANGER-03 One die for each point of integrity; every 6 is a casualty, without save and without Shock."""
    due = ruling.game.danger_test
    if due is None:
        ruling.answered()
        return
    ruling.require(command.unit in {"", due.unit}, "TF-DANGER-13", "other-test", "unit", unit=due.unit)
    same = command.feature in {"", due.feature, due.kind}
    ruling.require(same, "TF-DANGER-13", "other-feature", "feature", feature=due.feature)
    seat, dice = ruling.game.units[due.unit].seat, dice_of_test(ruling.game, due.unit)
    first = ruling.roll(dice, SIDES, FIRST_ROLL, by=seat)
    second = ruling.roll(dice, SIDES, SECOND_ROLL, by=seat) if due.second_roll else ()
    count = count_casualties(ruling.game, first, second, due.faces)
    rolled = DangerousTerrainRolled(
        unit=due.unit, feature=due.feature, faces=first, second_faces=second, casualties=count
    )
    ruling.record(rolled, "TF-DANGER-03", *(("TF-DANGER-10",) if second else ()), "TF-TERRAIN-06")
    ruling.answered()
    if count:
        exempt = ("TF-DANGER-04", "TF-DANGER-05", "TF-DANGER-06", "TF-DANGER-07", "TF-SHOCK-04")
        losses.take_casualties(ruling, due.unit, count, CAUSE, *exempt, morale=False)


def dangerous_terrain_rolled(game: Game, _event: DangerousTerrainRolled) -> None:
    """Take the test off."""
    game.danger_test = None


# -- offers and what silence stands for


def _offers(_game: Game, window: Window, _party: Party) -> list[Offer]:
    subject = subject_of(window, DangerTestSubject)
    unit, feature = Choice((subject.unit,)), Choice((subject.feature,))
    return [offer(RollDangerousTerrain, "TF-DANGER-03", unit=unit, feature=feature)]


def _default(_game: Game, window: Window, _party: Party) -> Struct:
    subject = subject_of(window, DangerTestSubject)
    return RollDangerousTerrain(unit=subject.unit, feature=subject.feature)


PART = Part(
    handlers=handlers(roll_dangerous_terrain),
    reducers=reducers(dangerous_test_required, dangerous_terrain_rolled),
    windows=windows(
        WindowKind(
            WINDOW,
            "TF-DANGER-13",
            (RollDangerousTerrain,),
            _offers,
            _default,
            subject=DangerTestSubject,
            after_flag=True,
        )
    ),
)
