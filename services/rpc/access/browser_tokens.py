"""What a browser has instead of a token: a session that stands for it, begun with an invite that is good once."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from services.store.redis_keys import ENDED_SESSIONS, INVITES

if TYPE_CHECKING:
    from services.store.redis_keys import KeyStore

INVITE_MS: Final = 30 * 60_000
_NONCE: Final = 16
# Digits of a session's nonce by which a browser names it: two of one browser never share them.
NAME_DIGITS: Final = 8
_SESSION: Final = re.compile(r"wgs1_([0-9a-f]{12})_([0-9a-f]{32})_([A-Za-z0-9_-]{43})")
_INVITE: Final = re.compile(r"wgi1_[A-Za-z0-9_-]{43}")


class Session(Struct, frozen=True):
    """A session of a browser: the key id of the token that it stands for, and what tells it from others."""

    kid: str
    nonce: str

    @property
    def name(self) -> str:
        """What the browser calls it; no secret."""
        return self.nonce[:NAME_DIGITS]


class BrowserTokens:
    """Makes and reads sessions and invites; `key` is the deployment's, so that sessions outlive a process."""

    def __init__(self, keys: KeyStore, now: Callable[[], int], key: bytes) -> None:
        self._keys = keys
        self._now = now
        self._key = key

    # -- sessions

    def session(self, kid: str) -> str:
        """Make a session that stands for the token of this key id; it is written as its browser sends it."""
        nonce = secrets.token_hex(_NONCE)
        return f"wgs1_{kid}_{nonce}_{self._seal(kid, nonce)}"

    def read(self, text: str) -> Session | None:
        """Read a session that this deployment has made, None for anything else."""
        match = _SESSION.fullmatch(text)
        if match is None or not hmac.compare_digest(match[3], self._seal(match[1], match[2])):
            return None
        return Session(match[1], match[2])

    async def has_ended(self, session: Session) -> bool:
        """Whether its user has signed out; StoreDown."""
        return await self._keys.get(ENDED_SESSIONS + session.nonce) is not None

    async def end(self, session: Session) -> None:
        """Let a session be over; StoreDown."""
        await self._keys.set(ENDED_SESSIONS + session.nonce, b"")

    def _seal(self, kid: str, nonce: str) -> str:
        mac = hmac.digest(self._key, f"{kid}_{nonce}".encode(), "sha256")
        return base64.urlsafe_b64encode(mac).rstrip(b"=").decode()

    # -- invites

    async def invite(self, kid: str) -> tuple[str, int]:
        """Make an invite for the token of this key id, and say when it is over; the store holds its hash alone."""
        text = f"wgi1_{base64.urlsafe_b64encode(secrets.token_bytes(32)).rstrip(b'=').decode()}"
        until = self._now() + INVITE_MS
        row = msgspec.msgpack.encode((kid, until))
        await self._keys.put_if_absent(_invite_key(text), row, INVITE_MS // 1000)
        return text, until

    async def take(self, text: str) -> str | None:
        """Give the key id that an invite is for, once; None for one that was taken, is over or never was."""
        if not _INVITE.fullmatch(text):
            return None
        key = _invite_key(text)
        row = await self._keys.get(key)
        # of two who come at once only one deletes it
        if row is None or not await self._keys.delete(key):
            return None
        kid, until = msgspec.msgpack.decode(row, type=tuple[str, int])
        return kid if self._now() < until else None


def is_session(text: str) -> bool:
    """Whether something is written as a session is."""
    return _SESSION.fullmatch(text) is not None


def _invite_key(text: str) -> str:
    return INVITES + hashlib.sha256(text.encode()).hexdigest()
