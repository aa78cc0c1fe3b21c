"""Rulings: what a command handler works on. Check, then roll, then record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from msgspec import Struct

from adjudicator.kernel.decide.faults import Fault, Rejected, Unknown
from adjudicator.kernel.decide.parties import REFEREE, TABLE, Party
from adjudicator.kernel.decide.past import Past, no_past
from adjudicator.kernel.decide.results import BY_RULES, BY_SEATS, NO_SHOW, Concluded, places_of
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.decide.windows import (
    IDS_PER_ENTRY,
    NO_SUBJECT,
    Subject,
    Window,
    WindowKind,
    subject_of,
    subject_words,
)
from adjudicator.kernel.dice.wgdice import MAX_DRAWS, PUBLIC, REPORTED, Dice, Roll, Throw, hidden_stream
from adjudicator.kernel.docket.appeals import APPEAL, LODGED
from adjudicator.kernel.docket.heard import Heard
from adjudicator.kernel.docket.penalties import counted as counted_penalties
from adjudicator.kernel.messages import FactStated, ResultReached, SeatScore, Unsealed
from adjudicator.kernel.protocol.scoring import final_scores
from adjudicator.kernel.record.record import Actor
from adjudicator.kernel.record.visibility import owner_of

if TYPE_CHECKING:
    from adjudicator.kernel.decide.rules import Rules
    from adjudicator.kernel.docket.docket import Docket
    from adjudicator.kernel.protocol.protocol_state import ProtocolState

AFTER_THE_END = frozenset({APPEAL, LODGED, "result", "reveal", "confirm_result"})
G = TypeVar("G", bound=Tables)
R = TypeVar("R")
T = TypeVar("T")
S = TypeVar("S", bound=Subject)


class RollOff:
    """Outcome of a roll-off: the winner and every round of faces, one face per seat in seat order."""

    __slots__ = ("rounds", "winner")

    def __init__(self, winner: Party, rounds: tuple[tuple[int, ...], ...]) -> None:
        self.winner = winner
        self.rounds = rounds

    @property
    def faces(self) -> tuple[int, ...]:
        """All faces, round by round."""
        return tuple(face for faces in self.rounds for face in faces)


class Mark:
    """A point that a ruling can go back to when a die is missing."""

    __slots__ = ("cursors", "events", "game", "opened", "rolls")

    def __init__(self, game: Any, events: int, rolls: int, cursors: dict[int, int], opened: int) -> None:
        self.game = game
        self.events = events
        self.rolls = rolls
        self.cursors = cursors
        self.opened = opened


class Ruling(Generic[G]):
    """One command at work on a fork of the game: it may refuse, roll, record and ask.

    `game` is the fork, `actor` the party whose command it is (`giver` who gave it, where he took a step of TABLE),
    `seq` the entry that this will be, `time` its server time in ms (for deadlines alone), `protocol` what
    is known of the game's course besides (read only); `by` is the actor as the entry names it, `past` gives the game
    as it stood after an earlier entry.
    """

    def __init__(
        self,
        rules: Rules[G],
        game: G,
        protocol: ProtocolState,
        actor: Party,
        dice: Dice,
        time: int,
        by: Actor | None = None,
        past: Past[G] = no_past,
    ) -> None:
        self.rules = rules
        self.game = game
        self.protocol = protocol
        self.actor = actor
        self.giver = actor
        self.dice = dice
        self.time = time
        self.seq = protocol.seq + 1
        self.cursors = dict(protocol.cursors)
        self.events: list[tuple[Struct, tuple[str, ...]]] = []
        self.rolls: list[Roll] = []
        self.window: Window | None = None
        self.command: Struct | None = None
        self.by = by or Actor(0, actor, "")
        self.past = past
        self.asked_anew = False
        self.standing: tuple[Roll, ...] = ()
        self._docket: Docket | None = None
        self.rolled = False
        self.settling = False
        self._opened = 0

    # -- checks

    def require(self, allowed: object, clause: str, reason: str, path: str = "", **facts: int | str) -> None:
        """Refuse the command unless it is allowed.

        Raises Rejected; AssertionError once this handler has rolled, since a refusal that knows the dice would show
        them for nothing.
        """
        if self.rolled:
            message = f"{clause} {reason} is checked after a die was thrown: all checks come before the first die"
            raise AssertionError(message)
        if not allowed:
            raise Rejected(Fault(clause, reason, path, tuple(facts.items())))

    def reject(self, clause: str, reason: str, path: str = "", **facts: int | str) -> NoReturn:
        """Refuse the command."""
        self.require(False, clause, reason, path, **facts)
        raise AssertionError

    def refuse_if(self, fault: Fault | None) -> None:
        """Refuse the command where there is a fault.

        Raises Rejected; AssertionError once this command has rolled, whether there is a fault or not.
        """
        self.refuse_all(() if fault is None else (fault,))

    def refuse_all(self, faults: Sequence[Fault]) -> None:
        """Refuse with every fault at once, where there are any: for uploads such as rosters.

        Raises as `refuse_if`.
        """
        if self.rolled:
            message = f"faults {list(faults)} are looked for after a die was thrown: all checks come before the first"
            raise AssertionError(message)
        if faults:
            raise Rejected(*faults)

    def find(self, rows: Mapping[str, R], key: str, path: str = "") -> R:
        """Look a row up by an id that the client gave; unknown and hidden answer alike.

        Raises Unknown.
        """
        row = rows.get(key)
        if row is None or not self.rules.knows(self.game, self.actor, key):
            if self.rolled:
                message = f"{path or key} is looked up after a die was thrown: all checks come before the first die"
                raise AssertionError(message)
            raise Unknown(Fault("", "unknown-id", path))
        return row

    # -- dice

    def roll(
        self, count: int, sides: int, why: str, by: Party | None = None, *, hidden: bool = False
    ) -> tuple[int, ...]:
        """Throw `count` dice of `sides` sides; faces from 1. Hidden dice come from the roller's own stream.

        Raises FacesMissing where physical dice have to be thrown first.
        """
        roller = self.actor if by is None else by
        if self.settling:
            message = f"{why}: a step that goes on by itself threw dice; let it ask for a command that throws"
            raise AssertionError(message)
        if count < 1 or sides < 1 or sum(len(roll.faces) for roll in self.rolls) + count > MAX_DRAWS:
            message = f"a throw of {count} dice ({why}) in one command"
            raise AssertionError(message)
        return self._thrown(self._stream(roller, hidden=hidden), count, sides, why, roller)

    def draw(self, count: int, sides: int, why: str, roller: Party) -> tuple[int, ...]:
        """Throw open dice from the seed, wherever the game's dice come from."""
        return self._thrown(PUBLIC, count, sides, why, roller)

    def _thrown(self, stream: int, count: int, sides: int, why: str, roller: Party) -> tuple[int, ...]:
        self.rolled = True
        row = self._standing_row(stream, sides, count, roller)
        if row is None:
            epoch = self.protocol.stretch if stream == PUBLIC else 0
            ask = Throw(stream, epoch, self.cursors.get(stream, 0), sides, count, why, roller)
            row = ask.rolled(self.dice.throw(ask))
            self.cursors[stream] = row.index + count
        self.rolls.append(Roll(stream, row.epoch, row.index, sides, row.faces, why, roller))
        return row.faces

    def _standing_row(self, stream: int, sides: int, count: int, roller: Party) -> Roll | None:
        """Take the next throw of a void entry whose dice stand; from the first that is another throw all are fresh."""
        row = next((row for row in self.standing if row.stream == stream), None)
        if row is not None and (row.sides, len(row.faces), row.roller) == (sides, count, roller):
            self.standing = tuple(other for other in self.standing if other is not row)
            return row
        self.standing = ()
        return None

    def pick(self, options: Sequence[T], why: str, by: Party | None = None, *, hidden: bool = False) -> T:
        """Draw one of a list: a die of as many sides as the list has, in the list's order."""
        (face,) = self.roll(1, len(options), why, by, hidden=hidden)
        return options[face - 1]

    def roll_off(self, sides: int, why: str, seats: Sequence[Party] | None = None) -> RollOff:
        """Let every seat throw one die; the highest wins, ties of the highest are thrown again by all."""
        rivals = tuple(range(len(self.protocol.seats))) if seats is None else tuple(seats)
        rounds: list[tuple[int, ...]] = []
        while True:
            faces = tuple(self.roll(1, sides, why, seat)[0] for seat in rivals)
            rounds.append(faces)
            best = max(faces)
            if faces.count(best) == 1:
                return RollOff(rivals[faces.index(best)], tuple(rounds))

    def _stream(self, roller: Party, *, hidden: bool) -> int:
        if hidden:
            return hidden_stream(roller)
        return REPORTED if self.reported else PUBLIC

    @property
    def reported(self) -> bool:
        """Whether open dice are thrown on the real table; a command that waits for such dice ends with them."""
        return self.protocol.reported or self.game.suspended is not None

    # -- answers

    def record(self, event: Struct, *clauses: str) -> None:
        """Record what happened and why; the game evolves through the event's own reducer."""
        kind = type(event)
        if not clauses:
            message = f"{kind.__name__} is recorded without a clause"
            raise AssertionError(message)
        owner_of(self.rules.masks[kind], event)
        self.rules.reducers[kind](self.game, event)
        if self._docket is not None:
            self._docket.hear(event, self._heard())
        self.events.append((event, tuple(dict.fromkeys(clauses))))

    @property
    def docket(self) -> Docket:
        """What the desk knows of the game, with what this ruling has recorded so far; read only."""
        if self._docket is None:
            self._docket = self.protocol.docket.fork()
            for event, _ in self.events:
                self._docket.hear(event, self._heard())
        return self._docket

    def _known(self) -> Docket:
        """Give the docket as far as it goes; a step of no command adds nothing to it."""
        return self.protocol.docket if self.command is None else self.docket

    def _heard(self) -> Heard:
        if self.command is None:
            message = "a ruling without a command has no docket"
            raise AssertionError(message)
        return Heard(self.seq, self.time, self.by, self.command)

    def ask_anew(self) -> None:
        """Drop a command that waits for dice or is given once more, and ask every open question again under a new id.

        For rulings that change the game: answers to what was asked before are stale.
        """
        self.game.suspended = None
        kinds = ("again", "consent", "roll_report", "roll_acknowledge")
        rows = [row for row in self.game.stack if row.kind not in kinds]
        ids = range(self.seq * IDS_PER_ENTRY + self._opened, (self.seq + 1) * IDS_PER_ENTRY)
        self.game.stack = tuple(
            Window(number, row.kind, row.asks, row.subject) for number, row in zip(ids, rows, strict=False)
        )
        self._opened += len(rows)
        self.asked_anew = True

    def ask(self, kind: str, *parties: Party, subject: Subject = NO_SUBJECT) -> None:
        """Push a question; with no party it is a suspended step that goes on when it is on top again.

        `subject` is a row of the kind's own type.
        """
        if kind not in self.rules.windows:
            message = f"no window is called {kind}"
            raise AssertionError(message)
        if self.game.result is not None and kind not in AFTER_THE_END:
            message = f"{kind} is asked after a result was reached"
            raise AssertionError(message)
        words = subject_words(self.rules.windows[kind], subject)
        window = Window(self.seq * IDS_PER_ENTRY + self._opened, kind, tuple(sorted(parties)), words)
        self._opened += 1
        self.game.stack = (*self.game.stack, window)

    def subject(self, kind: type[S]) -> S:
        """Read what the window is about that the command answers.

        Raises LookupError for a command that answers none; TypeError where its kind is about something else.
        """
        if self.window is None:
            message = "subject() of a command that answers no window"
            raise LookupError(message)
        return subject_of(self.window, kind)

    def answered(self, *parties: Party) -> None:
        """Strike the actor (or these parties) from the window that the command answers."""
        if self.window is None:
            message = "answered() by a command that answers no window"
            raise AssertionError(message)
        who = parties or (self.actor,)
        here = self.window.id
        self.game.stack = tuple(row.without(*who) if row.id == here else row for row in self.game.stack)

    def answered_all(self) -> None:
        """Close the window that the command answers, whoever is still asked."""
        if self.window is not None:
            here = self.window.id
            self.answered(*next((row.asks for row in self.game.stack if row.id == here), ()))

    def unseal(self, *seqs: int, clause: str) -> None:
        """Open the commands of these entries for everybody."""
        self.record(Unsealed(entries=seqs), clause)

    def state_fact(self, kind: str, subjects: tuple[str, ...], value: str, clause: str) -> str:
        """Put a fact about the real table on record as the actor's statement; returns its id."""
        fact = f"f{self.seq}.{len(self.game.facts)}"
        self.record(FactStated(fact=fact, kind=kind, subjects=subjects, value=value, by=self.actor), clause)
        return fact

    def finish(
        self,
        winners: tuple[Party, ...],
        outcome: str,
        ending: str,
        *clauses: str,
        by: str = BY_RULES,
        counted: tuple[SeatScore, ...] | None = None,
        played: bool = True,
        ruling: int = 0,
    ) -> None:
        """Name the result: nothing more is asked of anybody under the rules.

        `winners` are nobody in a draw. `ending` and `by` are words of the contract's enums Ending and ResultBy.
        `counted` are the scores before what the terms and penalties add, those of the game as it stands without;
        `ruling` is the entry that the result rests on, if it rests on one.
        """
        seats = len(self.protocol.seats)
        reached = ResultReached(
            winners=winners,
            outcome=outcome,
            ending=ending,
            by=by,
            places=places_of(winners, ending, seats),
            scores=self._scores(self.rules.score(self.game) if counted is None else counted, ending, winners),
            played=played and ending != NO_SHOW,
            ruling=ruling,
        )
        self.record(reached, *clauses)
        self.game.stack = ()
        self.ask(APPEAL if self.protocol.terms.appeal_window else "result", TABLE)
        if self._known().appeal is not None:
            # an appeal about what the result was before still waits
            self.ask(LODGED, REFEREE)

    def _scores(self, counted: tuple[SeatScore, ...], ending: str, winners: tuple[Party, ...]) -> tuple[SeatScore, ...]:
        seats, opening = len(self.protocol.seats), self.protocol.terms
        penalties = counted_penalties(self._known())
        return final_scores(
            counted, opening, (ending, winners), penalties, lambda seat: self.rules.opponents(self.game, seat, seats)
        )

    def conclude(
        self,
        ending: str,
        winners: tuple[Party, ...],
        clause: str,
        *,
        by: str = BY_SEATS,
        played: bool = True,
        ruling: int = 0,
    ) -> None:
        """End the game for a reason outside of its rules; the ruleset records what its book tells of an end."""
        self.rules.conclude(self, Concluded(ending, winners, by, clause, played=played, ruling=ruling))

    # -- the machine (for adjudicate alone)

    def mark(self) -> Mark:
        """Remember where the ruling stands."""
        return Mark(self.game.fork(), len(self.events), len(self.rolls), dict(self.cursors), self._opened)

    def back_to(self, mark: Mark) -> None:
        """Take back what was done since."""
        self.game = mark.game
        del self.events[mark.events :]
        del self.rolls[mark.rolls :]
        self.cursors = mark.cursors
        self._opened = mark.opened
        self._docket = None

    def top(self) -> tuple[Window, WindowKind] | None:
        """Return the innermost window and what its kind asks, or None where the stack is empty."""
        if not self.game.stack:
            return None
        window = self.game.stack[-1]
        return window, self.rules.windows[window.kind]

    def run(self, command: Struct, actor: Party, handler: Callable[[Ruling[G], Any], None]) -> None:
        """Let one handler work; its checks come before its own first die."""
        self.actor = actor
        self.rolled = False
        handler(self, command)
