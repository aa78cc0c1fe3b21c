"""What an operator sends to bring back the lost end of a log: receipts and replay files of one game, in parts."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from replays.bundle import BundleFault, read_bundle
from services.rpc.wire_values import Invalid
from services.sessions.repair import RepairRefused, Sources

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from services.games.keys import Keys
    from services.rpc.access.credentials import Credential
    from services.sessions.head_notes import HeadNotes
    from wargame.v1 import admin_pb2

ID_SIZE: Final = 16
RECEIPTS_MOST: Final = 1_000
REPAIR_BYTES: Final = 256 * 1024 * 1024


def game_of(credential: Credential, game: bytes) -> bytes:
    """Give the id of a game that the token may reach.

    Raises Invalid, Denied.
    """
    if len(game) != ID_SIZE:
        raise Invalid("game", f"must have {ID_SIZE} bytes")
    credential.reach(game)
    return game


async def read_sources(
    credential: Credential, keys: Keys, notes: HeadNotes, parts: AsyncIterator[admin_pb2.RepairPart]
) -> tuple[bytes, str, Sources]:
    """Read all parts: the game, the reason, and what its end may be brought back from.

    Raises Invalid for a part that can not be read or is too large, Denied.
    """
    game, reason, receipts, files, size = b"", "", list[str](), list[bytearray](), 0
    async for part in parts:
        game, reason = game or game_of(credential, part.game), reason or part.reason
        receipts.extend(part.receipts)
        if len(receipts) > RECEIPTS_MOST:
            raise Invalid("receipts", f"are more than {RECEIPTS_MOST}: the latest of each player is enough")
        size += len(part.replay) + sum(map(len, part.receipts))
        if size > REPAIR_BYTES:
            raise Invalid("replay", f"is more than {REPAIR_BYTES} bytes: use `adjudicator repair` beside the store")
        if part.begins or not files:
            files.append(bytearray())
        files[-1] += part.replay
    if not game:
        raise Invalid("game", "is missing: the first part names the game")
    sources = Sources(game, keys.verification_keys)
    sources.add_notes(notes)
    try:
        for receipt in receipts:
            sources.add_receipt(receipt)
        for data in filter(None, files):
            sources.add_bundle(await asyncio.to_thread(read_bundle, bytes(data)))
    except (RepairRefused, BundleFault) as fault:
        raise Invalid("replay", str(fault)) from fault
    return game, reason, sources
