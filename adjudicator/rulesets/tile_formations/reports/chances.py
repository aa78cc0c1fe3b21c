"""Chances of throws: which succeed, as the options of the game read them, and what dangerous terrain takes."""

from __future__ import annotations

from collections.abc import Iterator
from operator import add
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decide.parties import seat_of_id
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.distribution import Distribution, combined, die, sum_of
from adjudicator.kernel.labels import Chance, Known, Odds, Outcome
from adjudicator.kernel.sentences import spelled
from adjudicator.rulesets.tile_formations.model.die_reading import SIDES, UNDER, succeeds
from adjudicator.rulesets.tile_formations.model.messages import (
    BattlefieldCreated,
    DangerousTerrainRolled,
    DangerousTestRequired,
    SavesRolled,
    ToHitRolled,
)
from adjudicator.rulesets.tile_formations.model.options import OPTIONS
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.danger.cautious_tests import rerolls_each_die
from adjudicator.rulesets.tile_formations.rules.danger.dangerous_terrain import FIRST_ROLL

OPTIONS_NOTED, FACES_NOTED = ("options",), ("danger",)
SAVES = MappingProxyType({"armour": "armour-save", "cover": "cover-save"})


def luck(event: Struct, known: Known) -> Iterator[Odds]:
    """Give every roll that succeeds or fails, by the options of the game, and every test of dangerous terrain."""
    match event:
        case BattlefieldCreated():
            known.noted[OPTIONS_NOTED] = event.options
        case ToHitRolled():
            for face in event.faces:
                yield _chance(event.unit, "to-hit", event.value, face, known)
        case SavesRolled():
            for save in event.saves:
                if save.face:
                    yield _chance(event.unit, SAVES.get(save.save, save.save), save.value, save.face, known)
        case DangerousTestRequired():
            known.noted[FACES_NOTED] = event.faces
        case DangerousTerrainRolled() if event.faces and FACES_NOTED in known.noted:
            yield _danger(event, known)


def _options(known: Known) -> Game:
    """Give a game that has nothing but the options of this one."""
    game = Game()
    game.options = known.noted.get(OPTIONS_NOTED, OPTIONS.defaults)
    return game


def _chance(unit: str, kind: str, value: Tally, face: int, known: Known) -> Chance:
    """TF-GRID-04 TF-GRID-05 Read a face as the rules do, and count the faces that they would read so."""
    options = _options(known).options
    good = sum(succeeds(options, number, value.total) for number in range(1, SIDES + 1))
    success, low = succeeds(options, face, value.total), options.roll_direction == UNDER
    needed = value if low else Tally(SIDES + 1 - value.total, ())
    return Chance(seat_of_id(unit), good, SIDES, success, kind, needed, low, (face,))


def _danger(event: DangerousTerrainRolled, known: Known) -> Outcome:
    """TF-DANGER-03 Put the casualties of a test in order, from one for every die to none."""
    dice = len(event.faces)
    lost = casualty_odds(_options(known), dice, known.noted[FACES_NOTED], second=bool(event.second_faces))
    numbers = range(dice, -1, -1)
    weights = tuple(lost.weights.get(number, 0) for number in numbers)
    names = tuple(spelled(number, "casualty", "casualties") for number in numbers)
    faces = (*event.faces, *event.second_faces)
    return Outcome(seat_of_id(event.unit), dice - event.casualties, weights, names, FIRST_ROLL, faces)


def casualty_odds(game: Game, dice: int, faces: tuple[int, ...], *, second: bool) -> Distribution[int]:
    """TF-DANGER-03 TF-DANGER-10 Spread the casualties of a test, as the rules count them."""
    one = die(lambda face: int(face in faces), SIDES)
    if second and rerolls_each_die(game):
        return sum_of(dice, combined(one, one, min), 0, add)
    roll = sum_of(dice, one, 0, add)
    return combined(roll, roll, min) if second else roll
