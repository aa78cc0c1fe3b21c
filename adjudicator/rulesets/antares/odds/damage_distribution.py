"""What damage rolls do to a unit: every roll is ruled by the rules, over every face (AN-DMG).

Pins, breaches and places of the unit that have no part in what a further roll does are counted beside the position, so
that a roll is ruled once for all that are alike.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.distribution import Distribution, certain, follow, mapped
from adjudicator.rulesets.antares.model.rows import VolleyResult
from adjudicator.rulesets.antares.model.state import Game, is_on_table
from adjudicator.rulesets.antares.model.subjects import UnitSubject
from adjudicator.rulesets.antares.odds.positions import Position, asked, played
from adjudicator.rulesets.antares.rules.damage.damage_chart import ROLL, working_weapons

Roll = tuple[str, str, Party]


class Harm(NamedTuple):
    """What damage rolls have done: the position, with the pins and breaches that are not in it yet."""

    position: Position
    pins: int
    breaches: int


class Damage:
    """Damage rolls of one unit; `detailed` keeps breaches, movement and weapons apart."""

    def __init__(self, game: Game, unit: str, *, detailed: bool = False) -> None:
        self.game = game.fork()
        self.game.stack = ()
        self.unit = unit
        self.base = game.units[unit]
        self.working = working_weapons(game, unit)
        self.detailed = detailed
        self._known: dict[tuple[Position, Roll], Distribution[Harm]] = {}

    def after(self, rolls: tuple[Roll, ...]) -> Distribution[Harm]:
        """AN-DMG-02 AN-DMG-18 Make these rolls, one after the other."""
        found = certain(Harm(Position(self.game), 0, 0))
        for roll in rolls:
            found = follow(found, lambda harm, roll=roll: self._next(harm, roll))  # type: ignore[misc]
        return found

    def _next(self, harm: Harm, roll: Roll) -> Distribution[Harm]:
        """Roll for a model that is still there; a unit that is gone takes no more."""
        if roll[1] not in harm.position.game.models:
            return certain(harm)
        key = harm.position, roll
        if key not in self._known:
            self._known[key] = self._rolled(*key)
        return mapped(
            self._known[key], lambda more: Harm(more.position, harm.pins + more.pins, harm.breaches + more.breaches)
        )

    def _rolled(self, position: Position, roll: Roll) -> Distribution[Harm]:
        twin = position.game.fork()
        twin.volley_results = {self.unit: VolleyResult(unit=self.unit, damage_rolls=(roll,))}
        return mapped(played(asked(twin, (ROLL, UnitSubject(self.unit)))), self._put_aside)

    def _put_aside(self, found: Position) -> Harm:
        """Take out of a position what no further roll asks for."""
        twin = found.game.fork()
        twin.volley_results = {}
        row = twin.units[self.unit]
        if not is_on_table(twin, self.unit):
            return Harm(Position(twin), 0, 0)
        pins, breaches = row.pins - self.base.pins, row.resist_loss - self.base.resist_loss
        lost = len(row.disabled_weapons) - len(self.base.disabled_weapons)
        names = tuple(f"{model}:{weapon}" for model, weapon in self.working[: lost if self.detailed else 0])
        triggers = tuple(sorted(set(row.break_triggers)))
        twin.units[self.unit] = replace(
            row,
            pins=self.base.pins,
            resist_loss=self.base.resist_loss,
            disabled_weapons=(*self.base.disabled_weapons, *names),
            move_limit=row.move_limit if self.detailed else self.base.move_limit,
            break_triggers=triggers,
        )
        return Harm(Position(twin), pins, breaches if self.detailed else 0)


def with_harm(harm: Harm, unit: str) -> Game:
    """Give the game with the pins and breaches that were counted beside it."""
    twin = harm.position.game.fork()
    if is_on_table(twin, unit):
        row = twin.units[unit]
        twin.units[unit] = replace(row, pins=row.pins + harm.pins, resist_loss=row.resist_loss + harm.breaches)
    return twin
