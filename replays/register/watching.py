"""Following a register: what was read is kept, and what comes later has to go on from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from replays.register import tiles
from replays.register.held import compare_wallets
from replays.register.monitor import HOURS, Noticed, compare_files, notice, quorum_missing
from replays.register.reading import (
    ReadRegister,
    RegisterForged,
    RegisterUnreadable,
    claimed_key,
    read_register,
    source_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from replays.register.policy import Policy
    from replays.wallet.reading import Wallet

_KEY, _LEAVES, _CHECKPOINT = "vkey", "leaves", "checkpoint"
NOTHING, TOLD, FORGED, CLAIMED, UNREADABLE = 0, 1, 2, 3, 4


class Watched(Struct, frozen=True):
    """What a look at a register has found: `fault` says why it can not be believed or read, empty where it can."""

    origin: str
    size: int
    before: int
    status: int
    noticed: tuple[Noticed, ...] = ()
    fault: str = ""

    def as_json(self) -> dict[str, Any]:
        """Plain values for machines."""
        return {
            "register": self.origin,
            "size": self.size,
            "before": self.before,
            "status": self.status,
            "fault": self.fault,
            "noticed": [item.as_json() for item in self.noticed],
        }


class Watch(Struct, frozen=True):
    """What to look at, and with what: key of the register, where its state is kept, files, wallets, a policy."""

    place: str
    vkey: str = ""
    state: Path | None = None
    hours: float = HOURS
    files: Mapping[str, bytes] | None = None
    whole: bool = False
    policy: Policy | None = None
    wallets: Sequence[Wallet] = ()

    def look(self, now: int) -> Watched:
        """Read what is new, compare it with what was read before, and say what is to be told; `now` in ms."""
        known: tuple[bytes, ...] = ()
        origin = ""
        try:
            vkey, known = self._kept()
            source = source_of(self.place)
            vkey = vkey or claimed_key(source)[0]
            origin = vkey.partition("+")[0]
            read = read_register(source, vkey, known)
        except RegisterForged as fault:
            return Watched(origin, 0, len(known), FORGED, fault=str(fault))
        except RegisterUnreadable as fault:
            return Watched(origin, 0, len(known), UNREADABLE, fault=str(fault))
        self._keep(read)
        noticed = [
            *notice(read.leaves, now, hours=self.hours),
            *quorum_missing(read.leaves, read.checkpoint.note, self.policy),
        ]
        if self.files is not None:
            noticed += compare_files(read.leaves, self.files, whole=self.whole)
        held = compare_wallets(read, self.wallets)
        noticed += held.noticed
        told = TOLD if any(item.proven for item in noticed) else CLAIMED if noticed else NOTHING
        status = FORGED if held.forged else told
        size = read.checkpoint.size
        return Watched(read.checkpoint.origin, size, len(known), status, tuple(noticed), held.forged)

    def _kept(self) -> tuple[str, tuple[bytes, ...]]:
        """Give the key and the leaves of the last look."""
        if self.state is None or not (self.state / _KEY).exists():
            return self.vkey, ()
        try:
            kept = (self.state / _KEY).read_text().strip()
            leaves = tuple(tiles.read_bundle((self.state / _LEAVES).read_bytes()))
        except (OSError, ValueError) as fault:
            raise RegisterUnreadable(f"what was kept in {self.state} can not be read: {fault}") from fault
        if self.vkey and kept != self.vkey:
            raise RegisterUnreadable(f"{self.state} is of another register, {kept}: name another folder")
        return kept, leaves

    def _keep(self, read: ReadRegister) -> None:
        if self.state is None:
            return
        self.state.mkdir(parents=True, exist_ok=True)
        _put(self.state / _LEAVES, tiles.write_bundle(read.data))
        _put(self.state / _CHECKPOINT, read.checkpoint.note.encode())
        _put(self.state / _KEY, f"{read.vkey}\n".encode())


def _put(path: Path, data: bytes) -> None:
    draft = path.with_name(f".{path.name}.new")
    draft.write_bytes(data)
    draft.replace(path)
