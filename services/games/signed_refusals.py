"""Refusals of commands as the service signs them: what a player can show of a command that was not taken."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from replays.wallet.refusal import DOMAIN, Refusal, command_hash, write_refusal
from services.games.signing import signed_bytes

if TYPE_CHECKING:
    from services.games.keys import Keys
    from services.games.refusals import Refused, StaleHead
    from services.games.requests import CommandRequest

SALT: Final = 32


class SignedRefusal(Struct, frozen=True):
    """The bytes of a refusal, their signature and its key; `salt` of the command's seal, where it came without one."""

    data: bytes
    signature: bytes
    log_key: str
    salt: bytes | None


def sign_refusal(keys: Keys, refused: Refused | StaleHead, request: CommandRequest) -> SignedRefusal | None:
    """Sign the refusal of a command; None of one that no entry came before, which is no refusal of a game."""
    ruled = refused.ruled
    if ruled is None or not refused.seq or not keys.can_sign(ruled.log_key):
        return None
    salt = None
    if ruled.rules.masks[type(request.command)].secret and request.salt is None:
        salt = secrets.token_bytes(SALT)
    command = signed_bytes(
        ruled.rules.masks,
        request.game_id,
        request.actor,
        request.command_id,
        request.head,
        request.command,
        request.salt or salt,
    )
    data = write_refusal(
        Refusal(request.game_id, refused.seq, refused.head, ruled.time, command_hash(command), refused.faults)
    )
    return SignedRefusal(data, keys.sign_bytes(DOMAIN + data, ruled.log_key), ruled.log_key, salt)
