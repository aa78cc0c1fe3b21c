"""One replay file as rows of tables: what everybody may know of it once the game is over.

Of a game that is finished the sealed parts that the file opens are read, but for the referee's; of any other game none.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from adjudicator.kernel.decide.parties import is_seat
from adjudicator.kernel.dice.wgdice import Roll
from adjudicator.kernel.labels import Chance
from adjudicator.kernel.messages import ClockSet, FlagFell, OpenGame, Penalised, ResultReached, Rewound, TurnTimed
from adjudicator.kernel.record.record import OpenedPart, OpenedRecord, Record, decoder, open_record
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.archive.tables.disputes import Disputes
from replays.archive.tables.schema import TABLES
from replays.archive.work.kinds import UNREADABLE, Strange, opened_game
from replays.audit.audit import Find, registered
from replays.audit.entries import RawEntry
from replays.audit.open_questions import stacks
from replays.bundle import Bundle
from replays.luck.throws import ThrowReader
from replays.party_names import party_name
from replays.tell.options_line import options_line

# Entries by whose hashes a game is known: by then it is created, with its scenario and armies.
MARK: Final = 20
Rows = dict[str, list[list[Any]]]
# events of the desk, besides those of clocks, that are no acts of a ruleset
ACTS: Final = frozenset(
    {
        "RulingGiven",
        "RefereeCalled",
        "CallClosed",
        "GameStopped",
        "StopEnded",
        "Rewound",
        "ProposalMade",
        "ProposalDeclined",
        "Corrected",
        "AbsenceOrdered",
        "AbsenceEnded",
        "SeatSubstituted",
        "CommandSealed",
        "SealedTaken",
        "SealedVoid",
        "ThrowVoided",
        "DiceSourceChanged",
        "DiceRetired",
        "ThrowDrawn",
        "Penalised",
        "GameRestarted",
        "DrawAllowed",
        "AppealLodged",
        "AppealSettled",
        "AppealOverturned",
        "AppealWaived",
        "Inspected",
        "ClauseInterpreted",
        "ClockSet",
        "TimeCalled",
        "SeatsMissing",
        "OutageGivenBack",
        "RefereeAccepted",
        "OfficialAdmitted",
    }
)


class Unfit(Exception):
    """A file of which no rows are made; `kind` says what it is, the text why."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(why)
        self.kind = kind


def rows_of(data: bytes, file: str, sha256: str, find: Find = registered) -> tuple[Rows, tuple[str, ...]]:
    """Give the rows of a replay file, by table, in the order of the columns, and what marks its game.

    The id of a game does not mark it: test games from one seed have the same. Its first entries do, each by its hash,
    which stands for all before it: a log that goes on keeps those that it had.

    Raises Unfit where it can not be read whole under this build, or was altered.
    """
    found = opened_game(data, find)
    if isinstance(found, Strange):
        raise Unfit(found.kind, found.why)
    marks = tuple(raw.hash.hex() for raw in found.entries[:MARK])
    return _Game(found.bundle, found.rules, found.entries, found.terms, file, sha256).rows(), marks


def plain(value: Any) -> Any:
    """Give a message as values of JSON, its fields under their names and bytes as hex digits."""
    if isinstance(value, Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value


def as_json(value: Any) -> str:
    """Write a message as JSON."""
    return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))


class _Game:
    def __init__(
        self,
        bundle: Bundle,
        rules: LoadedRuleset[Any],
        entries: Sequence[RawEntry],
        terms: OpenGame,
        file: str,
        sha256: str,
    ) -> None:
        self.bundle, self.rules, self.entries, self.terms = bundle, rules, entries, terms
        self.sha256 = sha256
        self.first = [file, entries[0].game.hex()]
        self.names = [seat.name for seat in terms.seats]
        self.finished = any("Finished" in raw.event_kinds() for raw in entries)
        self.throws = ThrowReader(rules, self.names)
        self.disputes = Disputes(self.names)
        self.void = {seq for raw in entries for seq in _voided(raw)}
        self.turn: int | None = None
        self.phase = ""
        self.scenario = self.options = ""
        self.armies: dict[int, str] = {}
        self.result: ResultReached | None = None
        self.made: Rows = defaultdict(list)

    def rows(self) -> Rows:
        """Read the game once, from its first entry to its last."""
        before = self.entries[0].time
        for raw, stack in stacks(self.entries):
            record, opened = self._opened(raw)
            # an entry was waited for in the phase that its events may end
            self._entry(raw, opened, stack[-1].kind if stack else "", before)
            for event, _ in opened.events:
                self._note(event)
            self._command(raw, opened)
            self._throws(raw, opened)
            self._dice(raw, opened.rolls)
            self._events(raw, record, opened)
            self.disputes.take(raw, opened)
            before = raw.time
        for row in self.disputes.rows():
            self._add("disputes", *row)
        self._game()
        self._seats()
        return {name: self.made[name] for name in TABLES}

    def _add(self, table: str, *values: Any) -> None:
        self.made[table].append([*self.first, *values])

    def _opened(self, raw: RawEntry) -> tuple[Record, OpenedRecord]:
        """Open an entry as far as everybody may know it."""
        rows = self.bundle.openings(raw.seq) if self.finished else ()
        parts = [OpenedPart(*row) for row in rows if is_seat(row[0])]
        try:
            record = decoder(self.rules).decode(raw.data)
            return record, open_record(self.rules, record, parts)
        except (msgspec.MsgspecError, ValueError, TypeError, LookupError) as error:
            raise Unfit(UNREADABLE, f"entry {raw.seq} can not be read by this build: {error}") from error

    def _note(self, event: Struct) -> None:
        """Keep what later rows name: turn and phase, options, armies, the result."""
        labels = self.rules.labels
        if type(event).__name__ in labels.headings:
            number = getattr(event, "turn", getattr(event, "round", None))
            self.turn = number if isinstance(number, int) else self.turn
            self.phase = str(getattr(event, "phase", getattr(event, "step", "")))
        options = getattr(event, "options", None)
        if isinstance(options, Struct) and not self.scenario:
            self.scenario = str(getattr(event, "scenario", "") or getattr(event, "map_name", ""))
            self.options = options_line(options, labels)
        named = labels.armies.get(type(event))
        if named is not None:
            self.armies.update(named(event))
        if isinstance(event, ResultReached):
            self.result = event

    def _party(self, party: int) -> str:
        return party_name(party, self.names)

    def _entry(self, raw: RawEntry, opened: OpenedRecord, question: str, before: int) -> None:
        self._add(
            "entries",
            raw.seq,
            raw.time,
            raw.time - before,
            self._party(raw.party),
            _seat(raw.party),
            raw.role,
            raw.kind,
            question,
            self.turn,
            self.phase,
            len(opened.events),
            sum(len(roll.faces) for roll in opened.rolls if roll.sides > 1),
            raw.seq in self.void,
        )

    def _command(self, raw: RawEntry, opened: OpenedRecord) -> None:
        self._add("commands", raw.seq, self._party(raw.party), raw.kind, as_json(opened.command), opened.whole)

    def _throws(self, raw: RawEntry, opened: OpenedRecord) -> None:
        judged, summed = len(self.throws.judged), len(self.throws.summed)
        self.throws.take(raw.seq, opened)
        place = 0
        for throw in self.throws.judged[judged:]:
            place += 1
            seat = _seat(throw.chance.seat)
            self._add("throws", raw.seq, place, throw.who, seat, throw.name, *_judged(throw.chance))
        for thrown in self.throws.summed[summed:]:
            place += 1
            seat = self.names.index(thrown.who) if thrown.who in self.names else None
            values = ("", "pips", list(thrown.faces), thrown.sides, None, None, None, None, None)
            self._add("throws", raw.seq, place, thrown.who, seat, thrown.name, *values)

    def _dice(self, raw: RawEntry, rolls: Sequence[Roll]) -> None:
        for roll in rolls:
            who = self._party(roll.roller)
            self._add("dice", raw.seq, roll.stream, roll.index, roll.sides, list(roll.faces), roll.why, who)

    def _events(self, raw: RawEntry, record: Record, opened: OpenedRecord) -> None:
        who = self._party(raw.party)
        grounds: tuple[str, str, list[int]] = ("", "", [])
        for place, (event, clauses) in enumerate(opened.events, start=1):
            kind = type(event).__name__
            for clause in clauses:
                self._add("clauses", raw.seq, place, kind, clause, who)
            if kind == "RulingGiven":
                grounds = (event.reason, event.clause, list(event.about))  # type: ignore[attr-defined]
            if kind in ACTS:
                self._act(raw, kind, who, event, grounds)
            for row in _clock(event):
                self._add("clocks", raw.seq, *row)

    def _act(self, raw: RawEntry, kind: str, who: str, event: Struct, grounds: tuple[str, str, list[int]]) -> None:
        """Add an act, with the grounds of the ruling that it came with, or its own."""
        reason, clause, about = grounds
        if not reason and raw.arguments and isinstance(raw.arguments[0], str):
            reason = raw.arguments[0] if kind in ("RefereeCalled", "AppealLodged") else ""
        clause = str(getattr(event, "clause", clause))
        own = getattr(event, "about", None)
        entries = [own] if isinstance(own, int) else about
        self._add(
            "acts", raw.seq, kind, raw.kind, who, reason, clause, getattr(event, "text", ""), entries, as_json(event)
        )

    def _game(self) -> None:
        terms, last, result = self.terms, self.entries[-1], self.result
        clock = terms.event_terms.clock if terms.event_terms is not None else None
        self._add(
            "games",
            self.sha256,
            terms.ruleset,
            terms.edition,
            terms.engine.hex(),
            self.scenario,
            self.options,
            self.entries[0].time,
            last.time,
            last.time - self.entries[0].time,
            len(self.entries),
            len(terms.seats),
            self.finished,
            result.outcome if result else "",
            result.ending if result else "",
            result.played if result else None,
            terms.profile,
            terms.dice_mode,
            terms.pace,
            terms.referee,
            terms.signed,
            terms.test,
            terms.event.hex() if terms.event else "",
            [f"{label.name}={label.value}" for label in terms.labels],
            terms.response_limit,
            as_json(clock) if clock is not None else "",
        )

    def _seats(self) -> None:
        result = self.result
        for number, seat in enumerate(self.terms.seats):
            place = result.places[number] if result and number < len(result.places) else None
            score = result.scores[number].total if result and number < len(result.scores) else None
            won = number in result.winners if result else None
            self._add("seats", number, seat.name, seat.bot, self.armies.get(number, ""), won, place, score)


def _voided(raw: RawEntry) -> Iterator[int]:
    fields = raw.event("Rewound")
    if fields is not None:
        yield from msgspec.convert(["Rewound", *fields], Rewound).voids


def _seat(party: int) -> int | None:
    return party if is_seat(party) else None


def _judged(chance: Chance) -> tuple[Any, ...]:
    needed = chance.needed.total if chance.needed is not None else None
    found = (chance.kind, "successes", list(chance.faces), None, chance.success)
    return (*found, needed, chance.low, chance.good, chance.of)


def _clock(event: Struct) -> Iterator[tuple[int, str, int | None, int | None]]:
    if isinstance(event, FlagFell):
        yield event.seat, "FlagFell", event.bank_ms, 0
    elif isinstance(event, ClockSet):
        yield event.seat, "ClockSet", event.old_ms, event.new_ms
    elif isinstance(event, TurnTimed):
        for seat in event.seats:
            yield seat, "TurnTimed", None, None
    elif isinstance(event, Penalised) and event.kind == "time":
        yield event.seat, "Penalised", None, None
