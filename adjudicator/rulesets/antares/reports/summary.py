"""The game told in a few lines: turns, losses, assaults, turning points, and who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from adjudicator.kernel.decide.parties import seat_of_id
from adjudicator.kernel.sentences import counted, finished, listed
from adjudicator.kernel.summary import Summary
from adjudicator.rulesets.antares.model.messages import (
    ArmyAccepted,
    ArmyBroken,
    GameEnded,
    H2HRoundResolved,
    ModelLost,
    OrderDieLost,
    TurnStarted,
    UnitBroken,
    UnitDestroyed,
)

TURNING_POINTS = 3
ENDS = {
    "turn_limit": "Turn {turn} was the last.",
    "army_broken": "An army broke, which ends the game.",
    "destroyed": "A side was destroyed in turn {turn}.",
    "conceded": "{who} gave up in turn {turn}.",
    "agreed": "The sides agreed on a draw in turn {turn}.",
    "ruled": "A ruling or a clock ended the game in turn {turn}.",
}


class BattleSummary(Summary):
    """Gathers turns, losses, assaults won, and how the game ended."""

    def __init__(self, seats: Sequence[str]) -> None:
        super().__init__(seats)
        self.names: dict[str, str] = {}
        self.turn = 0
        self.turns: list[int] = []
        self.lost: Counter[tuple[int, int]] = Counter()
        self.dice: Counter[tuple[int, int]] = Counter()
        self.won: Counter[tuple[int, int]] = Counter()
        self.units_lost: dict[int, list[str]] = {}
        self.blows: dict[int, list[tuple[int, str]]] = {}
        self.blow_turn: dict[int, int] = {}
        self.end: list[str] = []

    def take(self, seq: int, event: Struct) -> None:
        """Take one more event of entry `seq`."""
        match event:
            case ArmyAccepted():
                self.names |= {unit.id: unit.sheet.name for unit in event.units}
            case TurnStarted():
                self.turn = event.turn
                self.turns.append(event.turn)
            case ModelLost():
                self.lost[self.turn, seat_of_id(event.model)] += 1
            case OrderDieLost():
                self._lose_dice(seq, event)
            case UnitDestroyed():
                self.units_lost.setdefault(self.turn, []).append(f"{self._who(event.unit)} fell.")
            case UnitBroken():
                end = "broke and took to flight" if event.flees else "broke and left the table"
                self.units_lost.setdefault(self.turn, []).append(f"{self._who(event.unit)} {end}.")
            case H2HRoundResolved() if event.winner:
                self.won[self.turn, seat_of_id(event.winner)] += 1
            case ArmyBroken():
                self.end.append(f"{finished(self.seats[event.seat])[:-1]}'s army broke in turn {self.turn}.")
            case GameEnded():
                self.end.append(self._end_line(event))

    def _lose_dice(self, seq: int, event: OrderDieLost) -> None:
        self.dice[self.turn, seat_of_id(event.unit)] += event.dice
        self.blows.setdefault(seq, []).append((event.dice, self._who(event.unit)))
        self.blow_turn[seq] = self.turn

    def _who(self, unit: str) -> str:
        return f"{self.seats[seat_of_id(unit)]}'s {self.names.get(unit, 'unit')} ({unit})"

    def _end_line(self, event: GameEnded) -> str:
        why = finished(ENDS[event.reason].format(turn=self.turn, who=self.gave_up)[:-1])
        return f"{why} {self._victor(event)}"

    def _victor(self, event: GameEnded) -> str:
        """Tell who won, with the points where any were scored."""
        if event.winner is None:
            points = ", ".join(f"{name} {row}" for name, row in zip(self.seats, event.final_points, strict=False))
            return f"Nobody won. Points: {points}." if any(event.final_points) else "Nobody won."
        others = [row for seat, row in enumerate(event.final_points) if seat != event.winner]
        score = " to ".join(map(str, (event.final_points[event.winner], *others))) if any(event.final_points) else ""
        return finished(f"{self.seats[event.winner]} won {score}".rstrip())

    def lines(self) -> list[str]:
        """Tell it."""
        return [*map(self._turn_line, self.turns), *self._turning_points(), *self.end]

    def _turn_line(self, turn: int) -> str:
        line = f"Turn {turn}: models lost {self._by_seat(self.lost, turn)}."
        if any(self.dice[turn, seat] for seat in range(len(self.seats))):
            line += f" Order dice lost {self._by_seat(self.dice, turn)}."
        if any(self.won[turn, seat] for seat in range(len(self.seats))):
            line += f" Rounds of hand to hand won: {self._by_seat(self.won, turn)}."
        return " ".join([line, *map(finished, self.units_lost.get(turn, ()))])

    def _by_seat(self, counted: Counter[tuple[int, int]], turn: int) -> str:
        return ", ".join(f"{name} {counted[turn, seat]}" for seat, name in enumerate(self.seats))

    def _turning_points(self) -> list[str]:
        worth = {seq: sum(dice for dice, _ in blows) for seq, blows in self.blows.items()}
        heavy = sorted(worth.items(), key=lambda blow: (-blow[1], blow[0]))[:TURNING_POINTS]
        return [
            f"Turning point at entry {seq}, turn {self.blow_turn[seq]}. "
            f"{counted(dice, 'order die', 'order dice')} went with {listed([who for _, who in self.blows[seq]])}."
            for seq, dice in sorted(heavy)
        ]
