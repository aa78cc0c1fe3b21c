"""A game judged again: its commands and faces under a changed option or this build's edition, up to what differs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.adjudicate import History, adjudicate, fold_one
from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.dice.dice_sources import DiceMismatch
from adjudicator.kernel.dice.wgdice import Roll
from adjudicator.kernel.messages import AdoptEdition, OpenGame, ResultReached, Reveal
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.record.record import OpenedPart, OpenedRecord, Record, decoder, open_record
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.archive.lab.judge.options import Options, impossible, option_values
from replays.archive.lab.likeness import likened
from replays.archive.lab.prepared import creating_kind, sentence
from replays.archive.work.kinds import ALTERED, UNREADABLE, Strange, opened_game
from replays.audit import differences
from replays.audit.checks_rules import LoggedStreams
from replays.audit.entries import RawEntry
from replays.bundle import Bundle

# What came of a file, besides the kinds of those that are left alone.
JUDGED, IN_PART, UNCONCERNED = "judged", "judged in part", "without the option"
REFUSED, DICE, EVENTS, BROKE = "refused now", "other dice", "other events", "the rules break off"
TEXT_MOST: Final = 300


class Difference(Struct, frozen=True):
    """Where a game first differs, and in what."""

    entry: int
    kind: str
    what: str


class Judged(Struct, frozen=True):
    """What came of a file.

    `state` is "judged", "judged in part" up to a sealed entry, or why it was left alone, as `why` tells. `closed` is
    the first entry with sealed parts, 0 where all is open: from there on nothing is judged. `result` is the entry of
    its result, 0 for none, and `winners` are the names that won. `stands` says that the result comes before any
    difference and any sealed part. `played_on` tells what bots made of the rest, and nothing else.
    """

    state: str
    why: str = ""
    game: str = ""
    ruleset: str = ""
    edition: str = ""
    under: str = ""
    entries: int = 0
    closed: int = 0
    difference: Difference | None = None
    result: int = 0
    winners: tuple[str, ...] = ()
    stands: bool = False
    played_on: str = ""


class Course:
    """A game as far as it was judged again without a difference."""

    def __init__(self, rules: LoadedRuleset[Any], terms: OpenGame, game_id: bytes, changed: Mapping[str, Any]) -> None:
        self.rules = rules
        self.changed = changed
        self.seats = len(terms.seats)
        self.game: Any = rules.start(self.seats)
        self.protocol = ProtocolState(game_id)
        self.history: History[Any] = History(rules, self.protocol, self.seats)
        self.creating = creating_kind(rules)

    def command(self, command: Struct) -> Struct:
        """Give a command as it is under the changed options."""
        if type(command) is not self.creating or not self.changed:
            return command
        options: Struct = getattr(command, "options")  # noqa: B009  (every creating command has them)
        return replace(command, options=replace(options, **self.changed))

    def take(self, raw: RawEntry, record: Record, opened: OpenedRecord) -> Difference | None:
        """Judge an entry again and go on with what comes of it; with a difference the game stays as it was."""
        if isinstance(opened.command, AdoptEdition):
            self.game = fold_one(self.rules, self.game, self.protocol, record, opened, raw.hash, self.history.game)
            self.history.add(record, opened)
            return None
        command = self.command(opened.command)
        try:
            ruling = self._rule(record, command, opened)
        except Rejected as refusal:
            return Difference(raw.seq, REFUSED, _short("; ".join(sentence(self.rules, row) for row in refusal.faults)))
        except DiceMismatch as mismatch:
            found = mismatch.found.asked() if mismatch.found is not None else "no such throw"
            return Difference(raw.seq, DICE, _short(f"the rules throw {mismatch.expected}, the log has {found}"))
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001  (a log of other rules may bring these to any state)
            return Difference(raw.seq, BROKE, _short(repr(error)))
        found_difference = self._compared(raw.seq, ruling, opened)
        if found_difference is None:
            kept = OpenedRecord(command, tuple(ruling.events), opened.rolls, whole=True)
            self.game = ruling.game
            self.protocol.enter(record, kept, raw.hash)
            self.history.add(record, kept)
        return found_difference

    def _rule(self, record: Record, command: Struct, opened: OpenedRecord) -> Ruling[Any]:
        return adjudicate(
            self.rules,
            self.game,
            self.protocol,
            record.actor.party,
            command,
            LoggedStreams(opened.rolls, self.protocol.cursors),
            record.time,
            by=record.actor,
            past=self.history.game,
        )

    def _compared(self, seq: int, ruling: Ruling[Any], opened: OpenedRecord) -> Difference | None:
        if _by_stream(ruling.rolls) != _by_stream(opened.rolls):
            asked, thrown = (_throws(rolls) for rolls in (ruling.rolls, opened.rolls))
            return Difference(seq, DICE, _short(f"the rules throw {asked}, the log has {thrown}"))
        due, found = self._alike(ruling.events), self._alike(opened.events)
        if self.protocol.edition not in ("", self.rules.edition):
            due = likened(due, found)
        if due == found:
            return None
        path, one, other = differences.in_events(due, found) or ("events", "these", "others")
        return Difference(seq, EVENTS, _short(f"{differences.shown(path, one)}; the log has {other}"))

    def _alike(self, events: Iterable[tuple[Struct, tuple[str, ...]]]) -> list[tuple[Struct, tuple[str, ...]]]:
        """Give events with the changed options the same, without the clauses of those: that they differ is known."""
        return [self._with_options(event, clauses) for event, clauses in events]

    def _with_options(self, event: Struct, clauses: tuple[str, ...]) -> tuple[Struct, tuple[str, ...]]:
        options = getattr(event, "options", None)
        if not self.changed or not isinstance(options, Struct):
            return event, clauses
        if not set(self.changed) <= set(options.__struct_fields__):
            return event, clauses
        return replace(event, options=replace(options, **self.changed)), ()


def _by_stream(rolls: Sequence[Roll]) -> list[Roll]:
    return sorted(rolls, key=lambda roll: (roll.stream, roll.index))


def _throws(rolls: Sequence[Roll]) -> str:
    return "; ".join(str(roll.asked()) for roll in rolls) or "no dice"


def _short(text: str) -> str:
    return text if len(text) <= TEXT_MOST else f"{text[:TEXT_MOST]}\N{HORIZONTAL ELLIPSIS}"


# -- files


class Opened(Struct, frozen=True):
    """A file that can be judged again."""

    bundle: Bundle
    terms: OpenGame
    entries: list[RawEntry]
    rules: LoadedRuleset[Any]
    about: Judged


def opened_file(data: bytes) -> Opened | Judged:
    """Open a file, or say why it is left alone."""
    found = opened_game(data)
    if isinstance(found, Strange):
        return Judged(found.kind, found.why, ruleset=found.ruleset, edition=found.edition)
    terms, rules = found.terms, found.rules
    about = Judged(
        JUDGED,
        game=found.entries[0].game.hex(),
        ruleset=rules.name,
        edition=terms.edition,
        under=rules.edition,
        entries=len(found.entries),
    )
    return Opened(found.bundle, terms, found.entries, rules, about)


def judge(data: bytes, given: Options, *, play_on: bool = False) -> Judged:
    """Judge a file again under this build's rules and these options.

    What comes after a difference is not looked at; with `play_on` bots play from there.
    """
    file = opened_file(data)
    if isinstance(file, Judged):
        return file
    about = file.about
    changed = option_values(file.rules, given)
    if changed is None:
        return replace(about, state=UNCONCERNED, why=f"{file.rules.name} has no option {', '.join(given)}")
    found = _judged(file, changed)
    why = _impossible(file, found, changed)
    if why:
        return replace(about, state=UNCONCERNED, why=f"{file.rules.name} does not take it: {why}")
    same = file.terms.edition == file.rules.edition
    if found.difference is not None and changed and same and _own_difference(file, found.difference.entry):
        return replace(about, state=ALTERED, why="it differs under its own rules too: see replay audit")
    if play_on and found.difference is not None:
        return replace(found, played_on=_played_on(file, changed, found.difference))
    return found


def _impossible(file: Opened, found: Judged, changed: Mapping[str, Any]) -> str:
    """Say why no game of a file's ruleset can have these options, where they were refused as it was created."""
    difference = found.difference
    if difference is None or difference.kind != REFUSED:
        return ""
    created = file.entries[difference.entry - 1].kind == creating_kind(file.rules).__name__
    return impossible(file.rules, changed) if created else ""


def _own_difference(file: Opened, last: int) -> bool:
    """Tell whether a file differs without any change, up to an entry."""
    found = _judged(file, {}, last)
    return found.difference is not None


def _read(file: Opened, raw: RawEntry) -> tuple[Record, OpenedRecord]:
    record = decoder(file.rules).decode(raw.data)
    return record, open_record(file.rules, record, [OpenedPart(*row) for row in file.bundle.openings(raw.seq)])


def _judged(file: Opened, changed: Mapping[str, Any], last: int = 0) -> Judged:
    course = Course(file.rules, file.terms, file.entries[0].game, changed)
    difference: Difference | None = None
    closed, result, winners = 0, 0, tuple[str, ...]()
    names = [seat.name for seat in file.terms.seats]
    for raw in file.entries[: last or None]:
        try:
            record, opened = _read(file, raw)
        except (msgspec.MsgspecError, ValueError, TypeError, LookupError) as error:
            why = f"entry {raw.seq} can not be read by this build: {error}"
            return replace(file.about, state=UNREADABLE, why=why)
        closed = closed or (0 if opened.whole else raw.seq)
        if difference is None and not closed:
            difference = course.take(raw, record, opened)
        for event, _ in opened.events:
            if isinstance(event, ResultReached):
                result, winners = raw.seq, tuple(names[seat] for seat in event.winners if seat < len(names))
    until = difference.entry if difference is not None else closed
    stands = bool(result) and (not until or result < until)
    about = file.about if difference is not None or not closed else replace(file.about, state=IN_PART)
    return replace(about, closed=closed, difference=difference, result=result, winners=winners, stands=stands)


def _played_on(file: Opened, changed: Mapping[str, Any], difference: Difference) -> str:
    from replays.archive.lab.onward import play_onward  # noqa: PLC0415  (bots are loaded where they are asked)

    course = Course(file.rules, file.terms, file.entries[0].game, changed)
    for raw in file.entries[: difference.entry - 1]:
        course.take(raw, *_read(file, raw))
    record, opened = _read(file, file.entries[difference.entry - 1])
    command = course.command(opened.command) if difference.kind != REFUSED else None
    shown = (_read(file, raw)[1].command for raw in file.entries if raw.kind == Reveal.__name__)
    secret = next((command.secret for command in shown if isinstance(command, Reveal)), None)
    return play_onward(course, file.terms, secret, record.actor.party, command)
