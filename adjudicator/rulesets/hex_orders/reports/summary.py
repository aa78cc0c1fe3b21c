"""The game told in a few lines: turns, losses, assaults, turning points, and who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from adjudicator.kernel.decide.parties import seat_of_id
from adjudicator.kernel.summary import Summary
from adjudicator.rulesets.hex_orders.model.messages import (
    FightEnded,
    GameEnded,
    ModelRemoved,
    ScoreCounted,
    TurnStarted,
    UnitDestroyed,
    UnitPlaced,
    UnitRevealed,
)

TURNING_POINTS = 3


class BattleSummary(Summary):
    """Gathers what is worth telling."""

    def __init__(self, seats: Sequence[str]) -> None:
        super().__init__(seats)
        self.names: dict[str, str] = {}
        self.left: Counter[str] = Counter()
        self.turn = 0
        self.turns: list[int] = []
        self.lost: Counter[tuple[int, int]] = Counter()
        self.won: Counter[tuple[int, int]] = Counter()
        self.gone: dict[int, list[str]] = {}
        self.blows: dict[int, list[tuple[int, str]]] = {}
        self.blow_turn: dict[int, int] = {}
        self.end: list[str] = []

    def take(self, seq: int, event: Struct) -> None:
        """Take one more event of entry `seq`."""
        match event:
            case TurnStarted():
                self.turn = event.turn
                self.turns.append(event.turn)
            case UnitPlaced() | UnitRevealed():
                self.names[event.unit] = event.sheet.name
                dead = event.status.dead if isinstance(event, UnitRevealed) else ()
                self.left[event.unit] = len(event.sheet.models) - len(dead)
            case ModelRemoved() if event.unit is not None:
                self._bleed(event.unit, 1)
            case UnitDestroyed():
                self._lose(seq, event)
            case FightEnded() if event.winner is not None:
                self.won[self.turn, event.winner] += 1
            case ScoreCounted():
                points = ", ".join(f"{self.seats[score.seat]} {score.points}" for score in event.scores)
                self.end.append(f"Points: {points}.")
            case GameEnded():
                self.end.append(self._victor(event))

    def _bleed(self, unit: str, models: int) -> None:
        self.lost[self.turn, seat_of_id(unit)] += models
        self.left[unit] -= models

    def _lose(self, seq: int, event: UnitDestroyed) -> None:
        who = self._who(event.unit)
        self._bleed(event.unit, max(self.left[event.unit], 0))
        self.gone.setdefault(self.turn, []).append(who)
        self.blows.setdefault(seq, []).append((event.points, who))
        self.blow_turn[seq] = self.turn

    def _who(self, unit: str) -> str:
        return f"{self.seats[seat_of_id(unit)]}'s {self.names.get(unit, 'unit')} {unit}"

    def _victor(self, event: GameEnded) -> str:
        reason = event.reason.replace("_", " ")
        if event.winner is None:
            return f"A draw in turn {self.turn}: {reason}."
        return f"{self.seats[event.winner]} won in turn {self.turn}: {reason}."

    def lines(self) -> list[str]:
        """Tell it."""
        return [*map(self._told, self.turns), *self._turning_points(), *self.end]

    def _told(self, turn: int) -> str:
        losses = ", ".join(f"{name} {self.lost[turn, seat]}" for seat, name in enumerate(self.seats))
        line = f"Turn {turn}: models lost {losses}."
        if any(self.won[turn, seat] for seat in range(len(self.seats))):
            line += f" Assaults won: {', '.join(f'{name} {self.won[turn, n]}' for n, name in enumerate(self.seats))}."
        if turn in self.gone:
            line += f" Destroyed: {', '.join(self.gone[turn])}."
        return line

    def _turning_points(self) -> list[str]:
        worth = {seq: sum(points for points, _ in blows) for seq, blows in self.blows.items()}
        heavy = sorted(worth.items(), key=lambda blow: (-blow[1], blow[0]))[:TURNING_POINTS]
        return [
            f"Turning point, entry {seq} (turn {self.blow_turn[seq]}): {points} points fell with "
            f"{', '.join(who for _, who in self.blows[seq])}."
            for seq, points in sorted(heavy)
        ]
