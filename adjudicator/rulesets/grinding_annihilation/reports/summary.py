"""The summary of a battle: rounds, losses, turning points, victor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from adjudicator.kernel.agreement import names_many
from adjudicator.kernel.decide.parties import seat_of_id
from adjudicator.kernel.sentences import counted, finished
from adjudicator.kernel.summary import Summary
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleEnded,
    FormationDestroyed,
    RosterAccepted,
    RoundBegun,
    TacticalPointsScored,
    TroopDestroyed,
    VictorDetermined,
)
from adjudicator.rulesets.grinding_annihilation.reports.wording import score

TURNING_POINTS = 3
ENDS = {
    "rounds": "Round {round} was the last.",
    "annihilation": "An army was destroyed in round {round}.",
    "conceded": "{who} gave up in round {round}.",
    "agreed": "The players agreed on a draw in round {round}.",
    "ruled": "A ruling or a clock ended the battle in round {round}.",
}


class BattleSummary(Summary):
    """The rounds of a battle, its losses, turning points and victor."""

    def __init__(self, seats: Sequence[str]) -> None:
        super().__init__(seats)
        self.names: dict[str, str] = {}
        self.points = dict.fromkeys(range(len(seats)), 0)
        self.round = 0
        self.lost: Counter[tuple[int, int]] = Counter()
        self.totals: dict[int, dict[int, int]] = {}
        self.blows: Counter[int] = Counter()
        self.blow_round: dict[int, int] = {}
        self.blow_on: dict[int, str] = {}
        self.fallen: dict[int, list[str]] = {}
        self.end: list[str] = []

    def take(self, seq: int, event: Struct) -> None:
        """Take one more event of entry `seq`."""
        match event:
            case RosterAccepted():
                self.names.update({formation.id: formation.name for formation in event.formations})
            case RoundBegun():
                self.round = event.round
            case TacticalPointsScored():
                self.points[event.seat] = event.total
            case TroopDestroyed():
                self._lose(seq, event)
            case FormationDestroyed():
                self.fallen.setdefault(self.round, []).append(self._who(event.part))
            case BattleEnded():
                self.end.append(finished(ENDS[event.reason].format(round=event.round, who=self.gave_up)[:-1]))
            case VictorDetermined():
                self.end.append(self._victor(event))
        self.totals[self.round] = dict(self.points)

    def _lose(self, seq: int, event: TroopDestroyed) -> None:
        self.lost[self.round, seat_of_id(event.formation)] += 1
        self.blows[seq] += 1
        self.blow_round[seq] = self.round
        self.blow_on[seq] = self._who(event.formation)

    def _who(self, formation: str) -> str:
        return f"{self.seats[seat_of_id(formation)]}'s {self.names.get(formation, 'formation')} ({formation})"

    def _victor(self, event: VictorDetermined) -> str:
        if event.winner is None:
            points = ", ".join(f"{name} {row}" for name, row in zip(self.seats, event.points, strict=False))
            return f"Nobody won. Tactical Points: {points}."
        return finished(f"{self.seats[event.winner]} won {score(event.points, event.winner)}")

    def lines(self) -> list[str]:
        """Tell it."""
        return [*self._rounds(), *self._turning_points(), *self.end]

    def _rounds(self) -> list[str]:
        lines = []
        for number, totals in sorted(self.totals.items()):
            if number == 0:
                continue
            score = ", ".join(f"{name} {totals[seat]}" for seat, name in enumerate(self.seats))
            losses = ", ".join(f"{name} {self.lost[number, seat]}" for seat, name in enumerate(self.seats))
            line = f"Round {number}: points {score}; troops lost {losses}."
            if number in self.fallen:
                line += "".join(
                    f" {finished(who)[:-1]} {'were' if names_many(who) else 'was'} destroyed."
                    for who in self.fallen[number]
                )
            lines.append(line)
        return lines

    def _turning_points(self) -> list[str]:
        heavy = sorted(self.blows.items(), key=lambda blow: (-blow[1], blow[0]))[:TURNING_POINTS]
        return [
            f"Turning point at entry {seq}, round {self.blow_round[seq]}. "
            f"{counted(count, 'troop')} of {self.blow_on[seq]} fell at once."
            for seq, count in sorted(heavy)
            if count > 1
        ]
