"""Where the faces of a throw come from: seed, script, log or table."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from adjudicator.kernel.dice.wgdice import PUBLIC, REPORTED, Roll, Throw, draw, require_size, stream_key


class DiceMismatch(Exception):
    """The rules expect another throw than is found in the log; None is no throw."""

    def __init__(self, expected: Throw | None, found: Roll | None) -> None:
        held = found and f"{found.asked()}: {list(found.faces)}"
        super().__init__(f"the rules throw {expected}, the log holds {held}")
        self.expected = expected
        self.found = found


class FacesMissing(Exception):
    """A throw on the table is not reported and acknowledged yet."""

    def __init__(self, ask: Throw) -> None:
        """Take the throw that must be reported."""
        super().__init__(f"throw {ask} on the table and report it")
        self.ask = ask


def _fitting(ask: Throw, faces: tuple[int, ...]) -> bool:
    return len(faces) == ask.count and all(1 <= face <= ask.sides for face in faces)


class SeededDice:
    """Dice of `wgdice/1`; `stretch` gives the secret of a stretch of open dice, where a game has stretches."""

    __slots__ = ("_keys", "_secret", "_stretch", "_transcript")

    def __init__(self, secret: bytes, transcript: bytes, stretch: Callable[[int], bytes] | None = None) -> None:
        """Take the secret and the transcript, 32 bytes each."""
        require_size(32, secret=secret, transcript=transcript)
        self._secret = secret
        self._transcript = transcript
        self._stretch = stretch
        self._keys: dict[tuple[int, int], bytes] = {}

    def throw(self, ask: Throw) -> tuple[int, ...]:
        """Derive the faces: one HMAC per die."""
        key = self._keys.get((ask.epoch, ask.stream)) or self._key(ask)
        return draw(key, ask.index, ask.sides, ask.count)

    def _key(self, ask: Throw) -> bytes:
        if ask.stream == REPORTED:
            raise ValueError(f"{ask} is thrown on the table: take it from its report")
        secret = self._secret
        if self._stretch is not None and ask.stream == PUBLIC:
            secret = self._stretch(ask.epoch)
        elif ask.epoch != 0:
            raise ValueError(f"{ask} is of an epoch that never begins: the dice of its stream have none")
        key = stream_key(secret, self._transcript, ask.epoch, ask.stream)
        self._keys[ask.epoch, ask.stream] = key
        return key


class LoggedDice:
    """Faces out of a log's own rows, for adjudicating it again."""

    __slots__ = ("_rows",)

    def __init__(self, rolls: Iterable[Roll]) -> None:
        """Take the rows of one entry in their order."""
        self._rows = deque(rolls)

    def throw(self, ask: Throw) -> tuple[int, ...]:
        """Hand out the next row; DiceMismatch where it answers another throw."""
        row = self._rows[0] if self._rows else None
        if row is None or row.asked() != ask or not _fitting(ask, row.faces):
            raise DiceMismatch(ask, row)
        return self._rows.popleft().faces

    def done(self) -> bool:
        """Say whether every row was asked for."""
        return not self._rows


class ReportedDice:
    """Faces thrown on the table, out of reports that were acknowledged."""

    __slots__ = ("_reports",)

    def __init__(self, faces: Iterable[tuple[int, ...]]) -> None:
        """Take the acknowledged faces, one tuple per throw, in order."""
        self._reports = deque(faces)

    def throw(self, ask: Throw) -> tuple[int, ...]:
        """Hand out the next report; FacesMissing where there is none yet."""
        if ask.stream != REPORTED:
            raise ValueError(f"{ask} is not thrown on the table: derive it")
        if not self._reports:
            raise FacesMissing(ask)
        if not _fitting(ask, self._reports[0]):
            raise ValueError(f"{ask} can not be {list(self._reports[0])}: report it again")
        return self._reports.popleft()
