"""The game told in a few lines: turns, losses, assaults, turning points, and who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from adjudicator.kernel.decide.parties import seat_of_id
from adjudicator.kernel.sentences import counted, finished, listed
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
ENDS = {
    "elimination": "One side had no unit left in turn {turn}.",
    "turn_limit": "Turn {turn} was the last.",
    "agreement": "Both sides agreed in turn {turn}.",
    "concession": "{who} gave up in turn {turn}.",
    "no_army": "A side had no army.",
    "ruled": "A ruling or a clock ended the game in turn {turn}.",
}


class BattleSummary(Summary):
    """Gathers what is worth telling."""

    def __init__(self, seats: Sequence[str]) -> None:
        super().__init__(seats)
        self.names: dict[str, str] = {}
        self.left: Counter[str] = Counter()
        self.points: dict[int, int] = {}
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
                self.points = {score.seat: score.points for score in event.scores}
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
        return f"{self.seats[seat_of_id(unit)]}'s {self.names.get(unit, 'unit')} ({unit})"

    def _victor(self, event: GameEnded) -> str:
        """Tell how the game ended and who won."""
        why = finished(ENDS[event.reason].format(turn=self.turn, who=self.gave_up)[:-1])
        if event.winner is None:
            return f"{why} Nobody won."
        points = [self.points.get(seat, 0) for seat in range(len(self.seats)) if seat != event.winner]
        score = f" {' to '.join(map(str, (self.points.get(event.winner, 0), *points)))}" if self.points else ""
        return f"{why} {finished(f'{self.seats[event.winner]} won{score}')}"

    def lines(self) -> list[str]:
        """Tell it."""
        return [*map(self._told, self.turns), *self._turning_points(), *self.end]

    def _told(self, turn: int) -> str:
        losses = ", ".join(f"{name} {self.lost[turn, seat]}" for seat, name in enumerate(self.seats))
        line = f"Turn {turn}: models lost {losses}."
        if any(self.won[turn, seat] for seat in range(len(self.seats))):
            line += f" Assaults won: {', '.join(f'{name} {self.won[turn, n]}' for n, name in enumerate(self.seats))}."
        if turn in self.gone:
            line += "".join(f" {finished(who)[:-1]} fell." for who in self.gone[turn])
        return line

    def _turning_points(self) -> list[str]:
        worth = {seq: sum(points for points, _ in blows) for seq, blows in self.blows.items()}
        heavy = sorted(worth.items(), key=lambda blow: (-blow[1], blow[0]))[:TURNING_POINTS]
        return [
            f"Turning point at entry {seq}, turn {self.blow_turn[seq]}. "
            f"{counted(points, 'point')} fell with {listed([who for _, who in self.blows[seq]])}."
            for seq, points in sorted(heavy)
        ]
