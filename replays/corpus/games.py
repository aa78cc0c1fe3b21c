"""A game in memory that is brought to where a case begins, and answers its command: by the rules' public functions."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.adjudicate import adjudicate
from adjudicator.kernel.decide.faults import Fault, Rejected
from adjudicator.kernel.decide.past import given_past
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.dice.wgdice import Roll, Throw
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.record.chain import entry_hash
from adjudicator.kernel.record.record import Actor, EntryMetadata, OpenedRecord, draft
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.registry import rules_of
from replays.corpus.values import NoValue, named, read, read_any, row_types, tagged

SALT: Final = 32


class By(Struct, frozen=True, forbid_unknown_fields=True):
    """Who gives a command, as an entry of a log names him."""

    role: int
    party: int
    key: str = ""


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A command as a case gives it: who, when (ms), what, and the faces of its dice in the order of its throws."""

    by: By
    time: int
    kind: str
    fields: dict[str, Any]
    faces: tuple[int, ...] = ()


class Happened(Struct, frozen=True, forbid_unknown_fields=True):
    """An event that a setup takes as having happened."""

    kind: str
    fields: dict[str, Any]


class TableChange(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a setup puts into one table: single rows, all its rows, or the value of what is no table of rows."""

    put: tuple[tuple[Any, Any], ...] = ()
    drop: tuple[Any, ...] = ()
    rows: tuple[tuple[Any, Any], ...] | None = None
    value: Any = None


class Step(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One step of a setup: a command that is accepted, events, or tables; `cites` are the clauses of its events."""

    command: Given | None = None
    events: tuple[Happened, ...] = ()
    tables: dict[str, TableChange] | None = None
    cites: tuple[str, ...] = ()


class SetupFault(Exception):
    """A step of a setup can not be taken; the text says why."""


class Faces:
    """The faces that a case gives, in the order of the throws."""

    def __init__(self, faces: Iterable[int]) -> None:
        self.left = list(faces)

    def throw(self, ask: Throw) -> tuple[int, ...]:
        """Hand out the next faces.

        Raises SetupFault where they do not do for the throw.
        """
        faces, self.left = tuple(self.left[: ask.count]), self.left[ask.count :]
        if len(faces) != ask.count or not all(1 <= face <= ask.sides for face in faces):
            raise SetupFault(f"the throw {ask} does not fit the faces that are given, {list(faces)}")
        return faces


class CaseGame:
    """One game of a ruleset in memory, from its first step on."""

    def __init__(self, ruleset: str, game_id: bytes) -> None:
        self.rules: LoadedRuleset[Any] = rules_of(ruleset)
        self.types = row_types(ruleset)
        self.kinds: Mapping[str, type[Struct]] = {kind.__name__: kind for kind in self.rules.reducers}
        self.game: Any = None
        self.protocol = ProtocolState(game_id)
        self.pasts: dict[int, Any] = {}
        self.seats = 0
        self.salts = 0

    def fork(self) -> CaseGame:
        """Copy the game: what is done to the copy does not touch this one."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        twin.game = None if self.game is None else self.game.fork()
        twin.protocol = copy.deepcopy(self.protocol)
        twin.pasts = dict(self.pasts)
        return twin

    def take(self, step: Step) -> None:
        """Take a step of a setup.

        Raises SetupFault.
        """
        try:
            self._take(step)
        except NoValue as fault:
            raise SetupFault(str(fault)) from fault

    def _take(self, step: Step) -> None:
        if step.command is not None:
            try:
                ruling, command, _ = self._rule(step.command)
            except Rejected as refusal:
                raise SetupFault(f"{step.command.kind} is refused: {refusal}") from refusal
            self._enter(ruling, command, step.command)
        for event in step.events:
            kind = self.kinds.get(event.kind)
            if kind is None:
                raise SetupFault(f"no event is called {event.kind}")
            self.rules.reducers[kind](self._started(2), read(event.fields, kind))
        for name, change in (step.tables or {}).items():
            self._change(name, change)

    def answer(self, given: Given) -> dict[str, Any]:
        """Rule on a command, without taking it: what an answer of the protocol holds.

        Raises SetupFault where it can not be ruled on.
        """
        try:
            ruling, _, faces = self._rule(given)
        except Rejected as refusal:
            return {"refused": [fault_form(fault) for fault in refusal.faults]}
        except NoValue as fault:
            raise SetupFault(str(fault)) from fault
        if faces.left:
            raise SetupFault(f"nobody threw {faces.left}")
        return outcome_form(ruling.events, ruling.rolls)

    def _started(self, seats: int) -> Any:
        if self.game is None:
            self.game, self.seats = self.rules.start(seats), seats
        return self.game

    def _rule(self, given: Given) -> tuple[Ruling[Any], Struct, Faces]:
        kind = self.rules.command(given.kind)
        if kind is None:
            raise SetupFault(f"no command is called {given.kind}")
        command = read(given.fields, kind)
        game = self._started(len(command.seats) if isinstance(command, OpenGame) else 2)
        by, faces = Actor(given.by.role, given.by.party, given.by.key), Faces(given.faces)
        past = given_past(self.pasts)
        ruling = adjudicate(self.rules, game, self.protocol, by.party, command, faces, given.time, by=by, past=past)
        return ruling, command, faces

    def _enter(self, ruling: Ruling[Any], command: Struct, given: Given) -> None:
        """Keep an accepted command as the entry that a log would have of it."""
        head = self.protocol.head if self.protocol.seq else None
        by = Actor(given.by.role, given.by.party, given.by.key)
        number = ruling.seq.to_bytes(16, "big")
        ids = EntryMetadata(self.protocol.game_id, self.protocol.head, given.time, by, number, head)
        made = draft(self.rules, ids, ruling.seq, command, ruling.events, ruling.rolls, self.seats, None, self._salt)
        opened = OpenedRecord(command, tuple(ruling.events), tuple(ruling.rolls), whole=True)
        self.protocol.enter(made.record, opened, entry_hash(made.data))
        self.game = ruling.game
        waiting = self.game.suspended
        if waiting is not None and waiting.seq == 0:
            self.game.suspended = replace(waiting, seq=ruling.seq)
        self.pasts[ruling.seq] = self.game.fork()

    def _salt(self) -> bytes:
        self.salts += 1
        return self.salts.to_bytes(SALT, "big")

    def _change(self, name: str, change: TableChange) -> None:
        game = self._started(2)
        if name not in game.ALL:
            raise SetupFault(f"no table is called {name}")
        if change.rows is not None:
            setattr(game, name, self._rows(change.rows))
        elif change.put or change.drop:
            table = getattr(game, name)
            for key in read_any(list(change.drop), self.types):
                del table[key]
            table.update(self._rows(change.put))
        else:
            setattr(game, name, read_any(change.value, self.types))

    def _rows(self, rows: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
        return {read_any(key, self.types): read_any(row, self.types) for key, row in rows}


def fault_form(fault: Fault) -> dict[str, Any]:
    """Write one ground of a refusal."""
    return {"clause": fault.clause, "reason": fault.reason, "path": fault.path, "facts": dict(fault.facts)}


def outcome_form(events: Iterable[tuple[Struct, tuple[str, ...]]], rolls: Iterable[Roll]) -> dict[str, Any]:
    """Write what follows from an accepted command: its events with their clauses, and its throws."""
    return {
        "events": [tagged(event) | {"clauses": list(clauses)} for event, clauses in events],
        "throws": [
            {
                "sides": roll.sides,
                "faces": list(roll.faces),
                "why": roll.why,
                "roller": roll.roller,
                "stream": roll.stream,
            }
            for roll in rolls
        ],
    }


def given_form(by: Actor, time: int, command: Struct, faces: Iterable[int] = ()) -> dict[str, Any]:
    """Write a command as a case gives it."""
    return {
        "by": {"role": by.role, "party": by.party, "key": by.key},
        "time": time,
        **tagged(command),
        "faces": list(faces),
    }


def change_form(before: object, after: object) -> dict[str, Any]:
    """Write what makes one value of a slot into another."""
    if not isinstance(after, dict):
        return {"value": named(after)}
    if isinstance(before, dict):
        put = {key: row for key, row in after.items() if key not in before or before[key] != row}
        drop = [key for key in before if key not in after]
        kept = {key: row for key, row in before.items() if key in after} | put
        if list(kept) == list(after) and (put or drop):
            return ({"put": _pairs(put)} if put else {}) | ({"drop": named(drop)} if drop else {})
    return {"rows": _pairs(after)}


def _pairs(rows: Mapping[Any, Any]) -> list[list[Any]]:
    return [[named(key), named(row)] for key, row in rows.items()]
