"""Altered files, by their name in the matrix and the keys that are held; and what others hold of the game as it was."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgpack

from adjudicator.kernel.record.chain import entry_hash
from replays import notes
from replays.audit.checks_register import Against
from replays.bundle import read_bundle
from replays.register.checkpoint import key_text
from replays.register.reading import FolderSource, read_register
from replays.register.watching import Watch
from replays.wallet.reading import read_wallet
from tests.replays.audit.test_receipts import stated
from tests.replays.audit.test_register import HOUR, end_of, opening_of, registered, start_of, whole
from tests.replays.fixtures import ENGINE, LOG_NAME
from tests.replays.register.steps import VKEY
from tests.replays.wallet.steps import lines, receipt, title, wallet
from tests.verifier.matrix.alterations import ALTERATIONS, EARLY, LATE
from tests.verifier.matrix.games import DISHONEST, game
from tests.verifier.matrix.keys import repaired, stranger
from tools.tampers.cells import BOTH, LOG, MONITOR, NONE, RECEIPTS, STATEMENT, VANISHED, WALLET

if TYPE_CHECKING:
    from pathlib import Path

    from tests.replays.audit.steps import Case

# games whose commands the seats have not signed: without their keys somebody else has
NOT_BY_THE_SEATS = ("remade", "other_moves")
PINS: dict[str, dict[str, str]] = {"patched_build": {"engine": ENGINE.hex()}}


class Altered(NamedTuple):
    """The game as it was, and the file that came of it; none where a game has vanished."""

    sound: Case
    data: bytes | None


@cache
def altered(name: str, keys: str) -> Altered:
    """Alter a game with these keys."""
    if name == VANISHED:
        return Altered(game("plain"), None)
    if name in DISHONEST:
        return Altered(game("plain") if name in NOT_BY_THE_SEATS else game(name), _dishonest(name, keys))
    row = ALTERATIONS[name]
    case = game(row.game)
    if row.when == EARLY:
        row.do(case)
    repaired(case, game(row.game), keys)
    if row.when == LATE:
        row.do(case)
    data = case.forged()
    return Altered(game(row.game), data if row.file is None else row.file(data, keys))


def _dishonest(name: str, keys: str) -> bytes:
    case = game(name)
    case.engine = case.recorder.terms.engine
    if keys == NONE or (keys == LOG and name in NOT_BY_THE_SEATS):
        stranger(case, log_key=keys == LOG)
    return case.forged()


# -- what others hold


def held(found: Altered, who: str) -> bytes:
    """Give what somebody holds of the game as it was."""
    case = found.sound
    if who == WALLET:
        return wallet(case, 0)
    if who == STATEMENT:
        return stated(case, 1, len(case.entries))
    rows = [_receipt(case, first_difference(found))]
    if who == RECEIPTS:
        rows.append(_receipt(_shown(found), first_difference(found)))
    return lines([title(case.recorder), *rows])


def _receipt(case: Case, seq: int) -> Any:
    return receipt(case.recorder, seq, msgpack.packb(case.entries[seq - 1]))


def _shown(found: Altered) -> Case:
    """Give the game that the other player was shown."""
    from tests.replays.audit.steps import Case

    return Case(found.sound.recorder, found.data)


def first_difference(found: Altered) -> int:
    """Find the first entry that is not what it was."""
    assert found.data is not None
    records = read_bundle(found.data).records
    there = (seq for seq, entry in enumerate(found.sound.entries, 1) if _hash(records, seq) != entry.recorded)
    return next(there)


def _hash(records: Any, seq: int) -> bytes:
    return entry_hash(records[seq - 1]) if seq <= len(records) else b""


def register_of(case: Case, folder: Path) -> Against:
    """Read the register that has the game as it was."""
    made = whole(case)
    note = notes.sign(case.recorder.log_key, LOG_NAME, key_text(made.origin, made.vkey))
    return Against(read_register(FolderSource(made.write(folder)), made.vkey, key_note=note))


def watched(found: Altered, who: str, keys: str, folder: Path) -> set[str]:
    """Tell what a monitor sees of a game that has vanished: its file alone, its end, or its opening with it."""
    case = found.sound
    opening, end = opening_of(case), end_of(case)
    grown = {NONE: (opening, end)}.get(keys, (opening,)) if who == MONITOR else ()
    place = str(registered(case, *grown).write(folder))
    wallets = [read_wallet(wallet(case, 0), "red.wallet")] if who == BOTH else []
    files: dict[str, bytes] | None = {} if keys == NONE and who == MONITOR else None
    watch = Watch(place, VKEY, hours=1, files=files, whole=files is not None, wallets=wallets)
    return {item.code for item in watch.look(start_of(case) + 2 * HOUR).noticed}
