"""Where the open dice of an entry may come from: the terms say it, a ruling may change it, silence draws one throw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import OpenGame, ShowStretch
from adjudicator.kernel.protocol.roles import SERVER_ROLE
from adjudicator.kernel.protocol.stretches import COUNT_MOST
from replays.audit.entries import RawEntry
from replays.audit.report import Findings

STREAMS = {"seeded": wgdice.PUBLIC, "reported": wgdice.REPORTED}
# events after which no command waits for dice of the table
_DONE = frozenset({"RollsTaken", "ResultReached", "Rewound", "Corrected"})


class DiceSource:
    """The source in force, entry after entry; `awaited` says that a command waits for dice of the real table."""

    def __init__(self, terms: OpenGame) -> None:
        self.stream = STREAMS.get(terms.dice_mode, wgdice.PUBLIC)
        self.awaited = False
        self.allowed: set[int] = set()
        self.drawn: list[list[Any]] = []

    def enter(self, raw: RawEntry) -> None:
        """Go on to the next entry: what its dice may come from, and what holds after it."""
        self.allowed = {self.stream, *((wgdice.REPORTED,) if self.awaited else ())}
        self.drawn = []
        for kind, *fields in (event[0] for event in raw.events):
            if kind == "ThrowDrawn":
                self.drawn.append(list(fields[1]))
            elif kind == "RollRequested":
                self.awaited = True
            elif kind in _DONE:
                self.awaited = False
            elif kind == "DiceSourceChanged" and fields:
                self.stream = STREAMS.get(fields[0], self.stream)

    def allows(self, row: list[Any]) -> bool:
        """Tell whether a row of open dice may be of its stream; what silence draws is used up by its row."""
        stream, faces = row[0], row[4]
        if stream == wgdice.PUBLIC and self.drawn and self.drawn[0] == list(faces):
            self.drawn = self.drawn[1:]
            return True
        return stream in self.allowed or stream not in STREAMS.values()


def counted_rows(raw: RawEntry) -> list[list[Any]]:
    """Give the open rows of an entry without those that silence drew: the command that waited has these faces again."""
    rows = list(raw.dice)
    for kind, *fields in (event[0] for event in raw.events):
        drawn = [row for row in rows if row[0] == wgdice.PUBLIC and kind == "ThrowDrawn" and row[4] == fields[1]]
        if drawn:
            rows.remove(drawn[0])
    return rows


EPOCH: Final = "EPOCH_INVALID"
SIZE: Final = 32


class Stretches:
    """Which stretch open dice are of, entry after entry; `secret` is the game's own, None while it is not out."""

    def __init__(self, entries: Sequence[RawEntry], terms: OpenGame, secret: bytes | None, findings: Findings) -> None:
        self.game = entries[0].game
        self.terms = terms
        self.findings = findings
        self.present = 0
        self.dice = 0
        self.since = 0
        self.last = 0
        self.over = False
        self._secret = secret
        self._chain = self._whole_chain(secret)
        self._shown = self._all_shown(entries)

    def _whole_chain(self, secret: bytes | None) -> dict[int, bytes]:
        """Give the secrets of all stretches out of the game's own, and compare their end with the opening."""
        rows = self.terms.stretches
        if rows is None or secret is None or not 0 < rows.count <= COUNT_MOST:
            return {}
        found, chain = wgdice.stretch_end(secret, self.game), {}
        for number in range(rows.count, 0, -1):
            chain[number - 1] = found
            found = wgdice.stretch_before(self.game, number, found)
        if found != rows.commitment:
            self.findings.add(EPOCH, 1, rows.commitment, found)
        return chain

    def _all_shown(self, entries: Sequence[RawEntry]) -> dict[int, bytes]:
        """Give the shown secrets that lead to the commitment of the opening, each by the one before it."""
        rows, shown = self.terms.stretches, dict[int, bytes]()
        last = rows.commitment if rows is not None else b""
        for raw in entries if rows is not None else ():
            command = _read(raw)
            if isinstance(command, ShowStretch) and command.epoch == len(shown) and _leads(self.game, command, last):
                shown[command.epoch] = last = command.secret
        return shown

    def secret_of(self, stream: int, epoch: int) -> bytes | None:
        """Give the secret that dice of a stream and epoch hang on, None where it is not out."""
        if self.terms.stretches is None or stream != wgdice.PUBLIC:
            return self._secret
        return self._chain.get(epoch) or self._shown.get(epoch)

    def begin(self, raw: RawEntry) -> None:
        """Check whether an entry shows a stretch, and may."""
        command = _read(raw)
        if command is None:
            return
        if isinstance(command, str):
            self.findings.add(EPOCH, raw.seq, "a stretch and its secret", command)
            return
        if command.epoch != self.present or not self._used_up(raw.time) or raw.role != SERVER_ROLE:
            self.findings.add(EPOCH, raw.seq, f"stretch {self.present}, once it is used up", f"stretch {command.epoch}")
        if self._shown.get(command.epoch) != command.secret:
            self.findings.add(EPOCH, raw.seq, "a secret that leads to the commitment of the opening", command.secret)

    def _used_up(self, now: int) -> bool:
        rows = self.terms.stretches
        if rows is None or not self.dice or self.over or self.present >= rows.count - 1:
            return False
        timed = rows.time > 0 and now >= self.since + 1000 * rows.time
        return timed or 0 < rows.dice <= self.dice

    def take(self, raw: RawEntry, row: Sequence[Any]) -> None:
        """Check the epoch of fresh dice."""
        stream, epoch, _, _, faces = row[:5]
        due = self.present if stream == wgdice.PUBLIC else 0
        if epoch != due:
            self.findings.add(EPOCH, raw.seq, due, epoch)
        if stream != wgdice.PUBLIC or self.terms.stretches is None:
            return
        if self.dice and self.last != raw.seq and self._used_up(raw.time):
            self.findings.add(EPOCH, raw.seq, f"the secret of stretch {self.present} before the next die", "none")
        self.last = raw.seq
        self.since = self.since if self.dice else raw.time
        self.dice += len(faces)

    def leave(self, raw: RawEntry) -> None:
        """Go on to the next stretch after an entry that has shown one."""
        fields = raw.event("StretchShown")
        if fields is not None and fields[:1] == [self.present]:
            self.present += 1
            self.dice = 0
        self.over = self.over or raw.event("Finished") is not None


def _read(raw: RawEntry) -> ShowStretch | str | None:
    """Read what an entry shows: None where it shows nothing, a text where that can not be read."""
    if raw.kind != ShowStretch.__name__:
        return None
    try:
        return msgspec.convert([raw.kind, *raw.arguments], ShowStretch)
    except msgspec.ValidationError as error:
        return str(error)


def _leads(game: bytes, command: ShowStretch, last: bytes) -> bool:
    fits = len(command.secret) == SIZE
    return fits and wgdice.stretch_before(game, command.epoch + 1, command.secret) == last
