"""Golden games: a game written as a transcript, and a transcript played again, which has to give the same text."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.adjudicate import History, adjudicate, fold_one
from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.parties import Party, is_seat
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.dice.wgdice import REPORTED
from adjudicator.kernel.messages import Asked, CommitContribution, OpenContribution, OpenGame, Reveal
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.protocol.roles import REFEREE_ROLE, SEAT_ROLE
from adjudicator.kernel.record import chain
from adjudicator.kernel.record.chain import entry_hash
from adjudicator.kernel.record.mpint import encode, pack
from adjudicator.kernel.record.record import Actor, EntryMetadata, OpenedPart, OpenedRecord, decoder, draft, open_record
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.bundle import Bundle
from replays.tell.transcript import Line, Script, Step, Throw, head_text, step_text, view_text

HOUR = 10**9
SECRET = b"golden".ljust(32, b"\0")

FOLDER = Path(__file__).parents[1] / "golden"  # a folder per ruleset


class GoldenFault(Exception):
    """A transcript can not be played as it stands; the text names the entry and what is wrong."""


class TranscriptWriter:
    """Writes a transcript entry by entry; a `sees` line holds what changed since the same party's last one."""

    def __init__(self, rules: LoadedRuleset[Any], terms: OpenGame, game_id: bytes) -> None:
        self.rules = rules
        self.names = [seat.name for seat in terms.seats]
        self.lines = [head_text(terms, game_id)]
        self.seen: dict[Party, dict[str, str]] = {}

    def step(self, step: Step) -> None:
        """Write a command."""
        self.lines.extend(step_text(step, self.names, self.rules))

    def sees(self, game: Any, seq: int, party: Party) -> None:
        """Write what a party sees."""
        now, text = view_text(self.seen.get(party, {}), self.rules.view(game, party))
        self.seen[party] = now
        name = self.names[party] if party < len(self.names) else "spectator"
        self.lines.append(f"sees {name} after {seq}: {text}")

    def text(self, game: Any) -> str:
        """Give the transcript, which ends with the digest of the public tables."""
        digest = chain.state_hash(encode(self.rules.public(game)))[:8].hex()
        return "\n".join([*self.lines, f"= {digest}", ""])


def transcript_of(bundle: Bundle, rules: LoadedRuleset[Any], sees: Mapping[int, Sequence[Party]] | None = None) -> str:
    """Write the transcript of a replay file.

    `sees` maps entries to the parties whose view is written after them; without it every seat's is, at the end. Raises
    GoldenFault where the file does not open all of the game.
    """
    writer: TranscriptWriter | None = None
    game, protocol = None, None
    for step, opened, record, data in _steps(bundle, rules):
        if writer is None or game is None or protocol is None:
            terms = opened.command
            if not isinstance(terms, OpenGame):
                raise GoldenFault(f"entry {step.seq} does not open a game")
            writer, game = TranscriptWriter(rules, terms, record.game), rules.start(len(terms.seats))
            protocol = ProtocolState(record.game)
            history = History(rules, protocol, len(terms.seats))
        try:
            game = fold_one(rules, game, protocol, record, opened, entry_hash(data), history.game)
            history.add(record, opened)
        except Exception as error:
            # only an altered file gets here, and a reducer may raise anything over it
            raise GoldenFault(f"entry {step.seq} does not follow from those before it: {error!r}") from error
        writer.step(step)
        last = step.seq == len(bundle.records)
        parties = sees.get(step.seq, ()) if sees is not None else range(len(writer.names)) if last else ()
        for party in parties:
            writer.sees(game, step.seq, party)
    if writer is None:
        raise GoldenFault("the file holds no entry")
    return writer.text(game)


def _steps(bundle: Bundle, rules: LoadedRuleset[Any]) -> Iterator[tuple[Step, OpenedRecord, Any, bytes]]:
    stack: Any = ()
    for seq, data in enumerate(bundle.records, start=1):
        try:
            record = decoder(rules).decode(data)
            opened = open_record(rules, record, [OpenedPart(*row) for row in bundle.openings(seq)])
        except Exception as error:
            raise GoldenFault(f"entry {seq} is no record of {rules.name}: {error}") from error
        if not opened.whole:
            raise GoldenFault(f"entry {seq} has sealed parts that this file does not open: export it after the reveal")
        asked = next((event for event, _ in opened.events if isinstance(event, Asked)), None)
        if asked is not None:
            stack = (*stack[: asked.keep], *asked.windows)
        shown = stack if asked is not None else None
        yield Step(seq, record.actor.party, opened.command, opened.rolls, opened.events, shown), opened, record, data


def contribution_of(party: Party) -> bytes:
    """Give what a seat contributes to the seed of every golden game."""
    return hashlib.sha256(b"golden" + bytes([party])).digest()


class TranscriptDice:
    """Faces from the transcript, each throw compared with what the rules ask for."""

    def __init__(self, throws: Sequence[Throw]) -> None:
        self.left = list(throws)

    def throw(self, ask: wgdice.Throw) -> tuple[int, ...]:
        """Hand out the next faces of the kind asked for, open or hidden.

        Raises GoldenFault where the transcript has another throw.
        """
        hidden = ask.stream not in (wgdice.PUBLIC, REPORTED)
        found = next((throw for throw in self.left if throw.hidden == hidden), None)
        due = (ask.count, ask.sides, ask.why, ask.roller)
        if found is None or (found.count, found.sides, found.why, found.roller) != due:
            raise GoldenFault(f"the rules throw {ask}, the transcript has {found}")
        self.left.remove(found)
        return found.faces


class ScriptPlayer:
    """A transcript's game, adjudicated anew, and folded a second time from its events alone."""

    def __init__(self, rules: LoadedRuleset[Any], script: Script) -> None:
        commitment = wgdice.commit(script.game, SECRET)
        self.rules = rules
        self.script = script
        self.terms = replace(script.terms, commitment=commitment)
        self.writer = TranscriptWriter(rules, script.terms, script.game)
        seats = len(script.terms.seats)
        self.game: Any = rules.start(seats)
        self.folded: Any = rules.start(seats)
        self.protocol, self.folded_protocol = ProtocolState(script.game), ProtocolState(script.game)
        self.history = History(rules, self.folded_protocol, seats)
        self.salts = 0

    def take(self, line: Line) -> None:
        """Play one line."""
        throws = self.dice_of(line)
        command = self.command_of(line)
        time = (self.protocol.seq + 1) * HOUR  # so late that every deadline has run out
        try:
            ruling = adjudicate(
                self.rules, self.game, self.protocol, line.party, command, throws, time, past=self.history.game
            )
        except Rejected as refusal:
            step = Step(0, line.party, line.command, faults=refusal.faults, comments=line.comments)
        else:
            step = self._enter(line, command, ruling, time)
        if throws.left:
            raise GoldenFault(f"entry {line.seq or '-'}: the rules do not throw {throws.left}")
        self.writer.step(step)
        for party in line.sees:
            self.writer.sees(self.game, self.protocol.seq, party)

    def dice_of(self, line: Line) -> TranscriptDice:
        """Give the dice that a line throws: of reported ones, whose faces are in the reports, those that are hidden."""
        return TranscriptDice([throw for throw in line.throws if throw.hidden or not self.protocol.reported])

    def command_of(self, line: Line) -> Struct:
        """Give the command of a line, with this game's own seed and contributions."""
        contribution = contribution_of(line.party)
        match line.command:
            case OpenGame():
                return self.terms
            case CommitContribution():
                return CommitContribution(commitment=wgdice.seat_commit(self.script.game, line.party, contribution))
            case OpenContribution():
                return OpenContribution(contribution=contribution)
            case Reveal():
                return Reveal(secret=SECRET)
        return line.command

    def _enter(self, line: Line, command: Struct, ruling: Ruling[Any], time: int) -> Step:
        actor = Actor(SEAT_ROLE if is_seat(line.party) else REFEREE_ROLE, line.party, "")
        metadata = EntryMetadata(
            self.script.game, self.protocol.head, time, actor, ruling.seq.to_bytes(16, "big"), None
        )
        seats = len(self.terms.seats)
        drafted = draft(self.rules, metadata, ruling.seq, command, ruling.events, ruling.rolls, seats, None, self._salt)
        record = decoder(self.rules).decode(drafted.data)
        opened = open_record(self.rules, record, drafted.openings)
        digest = entry_hash(drafted.data)
        self.fold(ruling, record, opened, digest)
        asked = any(isinstance(event, Asked) for event, _ in ruling.events)
        self.game = ruling.game
        self.protocol.enter(record, opened, digest)
        stack = ruling.game.stack if asked else None
        return Step(ruling.seq, line.party, line.command, opened.rolls, opened.events, stack, (), line.comments)

    def fold(self, ruling: Ruling[Any], record: Any, opened: OpenedRecord, digest: bytes) -> None:
        """Fold an entry in the second game, which has to come to the state of its ruling."""
        self.folded = fold_one(self.rules, self.folded, self.folded_protocol, record, opened, digest, self.history.game)
        self.history.add(record, opened)
        if pack(self.folded.dump()) != encode(ruling.game.dump()):
            raise GoldenFault(f"entry {ruling.seq} folds to another state than its ruling has")

    def _salt(self) -> bytes:
        self.salts += 1
        return self.salts.to_bytes(32, "big")


def play_script(script: Script, rules: LoadedRuleset[Any]) -> str:
    """Play a transcript's commands with its faces and write the result: the same text, unless it is out of date.

    Raises GoldenFault where the rules ask for other dice than the transcript has.
    """
    player = ScriptPlayer(rules, script)
    for line in script.lines:
        player.take(line)
    return player.writer.text(player.game)
