"""The game in a few lines: turns, losses and what took them, turning points, and who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from adjudicator.kernel.decide.parties import seat_of_id
from adjudicator.kernel.sentences import counted, finished, listed
from adjudicator.kernel.summary import Summary
from adjudicator.rulesets.tile_formations.model.ids import formation_id, unit_id
from adjudicator.rulesets.tile_formations.model.messages import (
    ArmyMustered,
    AssaultOpened,
    BattlefieldCreated,
    CasualtyTaken,
    GameEnded,
    TurnStarted,
    UnitDestroyed,
)

TURNING_POINTS = 3
ENDS = {
    "turn_limit": "Turn {turn} was the last.",
    "eliminated": "In turn {turn} the other sides had nothing left.",
    "conceded": "{who} gave up in turn {turn}.",
    "agreed": "The sides agreed on a draw in turn {turn}.",
    "ruled": "A ruling or a clock ended the game in turn {turn}.",
}
CAUSES = {
    "dangerous_terrain": "dangerous terrain",
    "assault": "an assault",
    "collapse": "a collapse",
    "outside": "what was stated",
    "out_of_formation": "the loss of its formation",
    "trapped": "an enemy zone of control",
}


class BattleSummary(Summary):
    """Gathers what is worth telling."""

    def __init__(self, seats: Sequence[str]) -> None:
        super().__init__(seats)
        self.names: dict[str, str] = {}
        self.worth: dict[str, int] = {}
        self.victory: str | None = None
        self.turn = 0
        self.turns: list[int] = []
        self.lost: Counter[tuple[int, int]] = Counter()
        self.assaults: Counter[int] = Counter()
        self.destroyed: dict[int, list[str]] = {}
        self.blows: dict[int, list[str]] = {}
        self.blow_turn: dict[int, int] = {}
        self.end: list[str] = []

    def take(self, seq: int, event: Struct) -> None:
        """Take one more event of entry `seq`."""
        match event:
            case BattlefieldCreated():
                self.victory = event.options.victory
            case ArmyMustered():
                self._note_army(event)
            case TurnStarted():
                self.turn = event.turn
                self.turns.append(event.turn)
            case CasualtyTaken():
                self.lost[self.turn, seat_of_id(event.unit)] += event.points
            case AssaultOpened():
                self.assaults[self.turn] += 1
            case UnitDestroyed():
                self._note_loss(seq, event)
            case GameEnded():
                self.end += self._end_lines(event)

    def _note_army(self, event: ArmyMustered) -> None:
        for number, formation in enumerate(event.formations, 1):
            for place, sheet in enumerate(formation.units, 1):
                key = unit_id(formation_id(event.seat, number), place)
                self.names[key], self.worth[key] = sheet.name, sheet.integrity

    def _note_loss(self, seq: int, event: UnitDestroyed) -> None:
        text = f"{self.seats[seat_of_id(event.unit)]} lost the {self._name(event.unit)}"
        cause = CAUSES.get(event.cause, event.cause.replace("_", " "))
        self.destroyed.setdefault(self.turn, []).append(f"{text} to {cause}")
        self.blows.setdefault(seq, []).append(event.unit)
        self.blow_turn[seq] = self.turn

    def _end_lines(self, event: GameEnded) -> list[str]:
        left = ", ".join(f"{name} {count}" for name, count in zip(self.seats, event.integrity, strict=False))
        why = finished(ENDS[event.reason].format(turn=self.turn, who=self.gave_up)[:-1])
        return [f"{why} {self._victor(event)} Integrity: {left}."]

    def _victor(self, event: GameEnded) -> str:
        """Tell who won, or why nobody did."""
        if event.winners:
            return finished(f"{listed([self.seats[seat] for seat in event.winners])} won")
        if self.victory == "none":
            return "No winner is named: this game is played with `victory = none`."
        return "Nobody won."

    def lines(self) -> list[str]:
        """Tell it."""
        return [*map(self._turn_line, self.turns), *self._turning_points(), *self.end]

    def _turn_line(self, turn: int) -> str:
        losses = ", ".join(f"{name} {self.lost[turn, seat]}" for seat, name in enumerate(self.seats))
        line = f"Turn {turn}: integrity lost {losses}."
        if self.assaults[turn]:
            line += f" Assaults: {self.assaults[turn]}."
        if turn in self.destroyed:
            line += "".join(f" {finished(text)}" for text in self.destroyed[turn])
        return line

    def _turning_points(self) -> list[str]:
        worth = {seq: sum(self.worth.get(unit, 1) for unit in units) for seq, units in self.blows.items()}
        heavy = sorted(worth.items(), key=lambda blow: (-blow[1], blow[0]))[:TURNING_POINTS]
        return [self._turning_point(seq, points) for seq, points in sorted(heavy)]

    def _turning_point(self, seq: int, points: int) -> str:
        units = self.blows[seq]
        worth = f"worth {counted(points, 'point')} of integrity"
        fell = f"The {listed(list(map(self._name, units)))} fell, {worth}."
        return f"Turning point at entry {seq}, turn {self.blow_turn[seq]}. {fell}"

    def _name(self, unit: str) -> str:
        return f"{self.names.get(unit, 'unit')} ({unit})"
