"""Altered replay files: a bit of each member, and each part of what members say, under a container that fits."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any

import msgspec

from adjudicator.kernel.decide.parties import is_seat
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.protocol.seed import opening_digest
from adjudicator.kernel.record import mpint
from adjudicator.kernel.record.chain import entry_hash
from replays import notes
from replays.bundle import Sealed, read_bundle, write_bundle
from replays.register.checkpoint import key_text
from replays.register.leaves import Begun, GameEnded, GameOpened, write_leaf
from replays.register.proof import write_proof
from services.tools.play import LOG_NAME, BotTable
from tests.replays.audit.steps import ACTOR, BODY, COMMAND, DICE, EVENTS, SIGNATURE, TIME, Case, _row
from tests.replays.register.steps import MadeRegister

FACES = 4
# Members by their first letters, and a row of CHECK that a changed byte of each makes fail.
MEMBERS = ("entries", "heads", "manifest", "register", "sealed")


class Altered(Case):
    """A game of bots that can be changed and written again as its operator would."""

    def __init__(self, table: BotTable, data: bytes) -> None:
        super().__init__(table, data)
        self.manifest: dict[str, Any] = read_bundle(data).manifest
        self.register = b""

    def forged(self) -> bytes:
        """Write what there is, with checksums that fit."""
        sealed = [Sealed(seq, tuple(_row(*row) for row in rows)) for seq, rows in sorted(self.openings.items())]
        records = [self._pack(place) for place in range(len(self.entries))]
        engine = bytes.fromhex(self.manifest["engine"])
        names = (self.manifest["ruleset"], self.manifest["edition"], engine)
        return write_bundle(*names, records, self.heads, sealed, register=self.register)

    def registered(self) -> Altered:
        """Carry what a public register says of this game: its opening and its end."""
        terms = msgspec.convert(self.entries[0][COMMAND][BODY], OpenGame)
        keys = tuple(tuple(seat.keys) for seat in terms.seats)
        assert terms.commitment is not None
        game, opening = self.recorder.game_id, opening_digest(terms)
        bodies: tuple[Any, ...] = (
            Begun("day", None, "2026-11-24", 0, ()),
            GameOpened(game, terms.commitment, opening, terms.ruleset, keys, None, "", "", None),
            GameEnded(game, len(self.entries), entry_hash(self._pack(len(self.entries) - 1)), "won", "", (0,)),
        )
        made = MadeRegister([write_leaf(self.entries[0][TIME], body) for body in bodies])
        named = notes.sign(self.recorder.log_key, LOG_NAME, key_text(made.origin, made.vkey))
        size, note = made.tree.size, made.checkpoint().note
        rows = [[leaf, write_proof(at, made.tree.inclusion(at, size), note)] for at, leaf in enumerate(made.leaves)]
        self.register = mpint.encode([named, rows])
        return self


def flipped(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Change a bit of each member, far from its ends, and one behind them all."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        infos = archive.infolist()
    assert [info.filename.partition(".")[0] for info in infos] == [*MEMBERS]
    for info in infos:
        if info.file_size == 0:
            continue  # of a ruleset without secrets nothing is sealed
        yield info.filename.partition(".")[0], _flip(data, _begin(info) + info.file_size * 2 // 3)
    yield "directory", _flip(data, len(data) - 1)


def _begin(info: zipfile.ZipInfo) -> int:
    return info.header_offset + 30 + len(info.filename)


def _flip(data: bytes, place: int) -> bytes:
    changed = bytearray(data)
    changed[place] ^= 1
    return bytes(changed)


def altered(case: Altered) -> Iterator[tuple[str, int, bytes]]:
    """Change what each part says, and write all else as the operator can; gives the row that fails, and its entry."""
    yield "dice", *_face(case.copy())
    yield "signatures", *_signature(case.copy())
    yield "sealed parts", *_opening(case.copy())
    yield "heads", *_head(case.copy())
    yield "register", *_proof(case.copy())
    yield "rulings", *_ruled(case.copy(), ["RulingGiven", "AddNote", " ", "", []])
    yield "rulings", *_ruled(case.copy(), ["Corrected", 253, "troops", "a", "wounds", "1", "9"])
    yield "chain", *_dropped(case.copy())


def _face(case: Altered) -> tuple[int, bytes]:
    """Another face, with every hash, head and signature made anew: the operator holds all keys."""
    place, entry = next((at, row) for at, row in enumerate(case.entries, 1) if row[DICE])
    faces = entry[DICE][0][FACES]
    faces[0] = 1 if faces[0] > 1 else 2
    return place, case.operated(heads=True, keys=True)


def _signature(case: Altered) -> tuple[int, bytes]:
    """A bit of the last signature, after which nobody has signed that he saw it."""
    place, entry = next((at, row) for at, row in reversed([*enumerate(case.entries, 1)]) if row[SIGNATURE] is not None)
    assert is_seat(entry[ACTOR][1])
    entry[SIGNATURE] = _flip(entry[SIGNATURE], 9)
    return place, case.operated()


def _opening(case: Altered) -> tuple[int, bytes]:
    """A bit of a salt; where nothing is sealed, an opening of what no entry has promised."""
    if not case.openings:
        case.openings[2] = [[0, 0, bytes(32), b"\xc0"]]
        return 2, case.forged()
    seq = min(case.openings)
    row: list[Any] = case.openings[seq][0]
    row[2] = _flip(row[2], 5)
    return seq, case.forged()


def _head(case: Altered) -> tuple[int, bytes]:
    """A letter of the signature under the last head."""
    head, at = case.heads[-1], len(case.heads[-1]) - 20
    case.heads[-1] = head[:at] + ("A" if head[at] != "A" else "B") + head[at + 1 :]
    return 0, case.forged()


def _proof(case: Altered) -> tuple[int, bytes]:
    """The leaf of the opening says another time."""
    carried: Any = mpint.decode(case.register)
    named, rows = carried
    leaf: Any = mpint.decode(rows[1][0])
    leaf[1] += 60_000
    rows[1][0] = mpint.encode(leaf)
    case.register = mpint.encode([named, rows])
    return 0, case.forged()


def _ruled(case: Altered, event: list[Any]) -> tuple[int, bytes]:
    """A ruling without a reason, or a correction that nobody has ruled, in an entry of another command."""
    place = len(case.entries) // 2
    case.entries[place - 1][EVENTS].append([event, ["WG-RULE-01"]])
    return place, case.operated(heads=True, keys=True)


def _dropped(case: Altered) -> tuple[int, bytes]:
    """An entry is left out of the middle."""
    place = len(case.entries) // 2
    del case.entries[place]
    return place + 1, case.forged()
