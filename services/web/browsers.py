"""Sessions of browsers: begun with an invite, kept in a cookie that no script reads, chosen by a header of a call."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from services.rpc.access.credentials import Credential, Denied, Unauthenticated
from services.rpc.access.slots import LookupSlots
from services.rpc.wire_values import Invalid
from services.web.answers import Answered, Body, Headers

if TYPE_CHECKING:
    from services.rpc.access.credentials import Credentials
    from services.rpc.access.rate_limits import Rates
CHOSEN: Final = b"wargame-session"
NEEDED: Final = b"connect-protocol-version"
# A cookie that only the host that set it can have set, and only over TLS; on loopback without TLS there is none.
SECURE_NAME, PLAIN_NAME = "__Host-wgs-", "wgs-"
# The longest that browsers keep a cookie; a session is over with its token, whenever that is.
AGE_SECONDS: Final = 400 * 24 * 3600
# Sessions of one browser; the oldest gives way.
MOST: Final = 16
BODY_MOST: Final = 1_024


class Foreign(Denied):
    """A call with a session from a page that is not ours."""

    def __init__(self) -> None:
        super().__init__(
            "Sessions are for pages of this service: call from its own origin, with the header "
            "connect-protocol-version: 1. A proxy has to pass the header host on."
        )


class Invited(Struct, forbid_unknown_fields=True):
    """What a page sends to begin a session."""

    invite: str


class Browsers:
    """Begins, lists and ends sessions, and gives calls the token of theirs; `origin` is ours where we know it."""

    def __init__(self, credentials: Credentials, rates: Rates, origin: str = "") -> None:
        self._credentials = credentials
        self._rates = rates
        self._origin = origin
        self._lookups = LookupSlots()

    async def join(self, scope: Any, given: Mapping[bytes, bytes], body: Body, peer: str) -> Answered:
        """Begin a session with an invite.

        Raises Foreign, Invalid, Limited, Unauthenticated, StoreDown.
        """
        self._rates.probed(peer)
        self._require_own(given)
        if given.get(b"content-type", b"").partition(b";")[0].strip() != b"application/json":
            raise Invalid("", "the header content-type must be application/json")
        try:
            asked = msgspec.json.decode(await body.whole(BODY_MOST), type=Invited)
        except msgspec.MsgspecError:
            raise Invalid(
                "invite", 'is missing: send {"invite": "..."} with what stands behind #t= of the link'
            ) from None
        try:
            async with self._lookups.take(peer):
                token = await self._credentials.begin_session(asked.invite)
                credential = await self._credentials.admit(f"Bearer {token}")
        except Unauthenticated:
            self._rates.failed(peer)
            raise
        secure = self._is_secure(scope, given)
        name = self._name(token)
        over = [old for old in _cookies(given, secure=secure) if old != name][: -(MOST - 1)]
        cookies = [_cookie(name, token, secure=secure), *(_cookie(old, "", secure=secure) for old in over)]
        return _json(200, _shown(name, credential), cookies)

    async def sessions(self, scope: Any, given: Mapping[bytes, bytes], peer: str) -> Answered:
        """List the sessions of a browser that are valid.

        Raises Foreign, Limited, StoreDown.
        """
        self._rates.probed(peer)
        self._require_own(given, reads=True)
        found = []
        async with self._lookups.take(peer):
            for name, token in _cookies(given, secure=self._is_secure(scope, given)).items():
                with suppress(Unauthenticated):
                    found.append(_shown(name, await self._credentials.admit(f"Bearer {token}")))
        return _json(200, {"sessions": found})

    async def leave(self, scope: Any, given: Mapping[bytes, bytes], peer: str) -> Answered:
        """End a session, in the service too: a copy of its cookie is worth nothing then.

        Raises Foreign, Limited, StoreDown.
        """
        self._rates.probed(peer)
        self._require_own(given)
        name, secure = given.get(CHOSEN, b"").decode("latin-1"), self._is_secure(scope, given)
        token = _cookies(given, secure=secure).get(name)
        if token is None:
            return Answered(204, [], b"")
        await self._credentials.end_session(token)
        return Answered(204, [_cookie(name, "", secure=secure)], b"")

    def with_token(self, scope: Any, headers: Headers, given: Mapping[bytes, bytes]) -> Headers:
        """Give the headers of a call with the token of the session that it chooses; others stay as they are.

        Raises Foreign where a page that is not ours has made the call.
        """
        if CHOSEN not in given or b"authorization" in given:
            return headers
        self._require_own(given)
        token = _cookies(given, secure=self._is_secure(scope, given)).get(given[CHOSEN].decode("latin-1"), "")
        return [*headers, (b"authorization", b"Bearer " + token.encode("latin-1"))]

    def _require_own(self, given: Mapping[bytes, bytes], *, reads: bool = False) -> None:
        """Refuse what a page of another origin, or none of ours, can have sent.

        Browsers leave Origin out of requests that only read; the header that is needed no other page can set.
        """
        origin = given.get(b"origin", b"").decode("latin-1")
        site = given.get(b"sec-fetch-site", b"same-origin")
        own = (not origin and reads) or (bool(origin) and self._is_own(origin, given))
        if not own or site != b"same-origin" or given.get(NEEDED) != b"1":
            raise Foreign

    def _is_own(self, origin: str, given: Mapping[bytes, bytes]) -> bool:
        if self._origin:
            return origin == self._origin
        parts = urlsplit(origin)
        host = given.get(b"host", b"").decode("latin-1").lower()
        return parts.netloc.lower() == host and (parts.scheme == "https" or _is_loopback(host))

    def _is_secure(self, scope: Any, given: Mapping[bytes, bytes]) -> bool:
        """Whether cookies can be those of TLS: everywhere but on loopback without it."""
        if self._origin.startswith("https:") or scope["scheme"] == "https":
            return True
        return not _is_loopback(given.get(b"host", b"").decode("latin-1"))

    def _name(self, token: str) -> str:
        session = self._credentials.browsers.read(token)
        return "" if session is None else session.name


def _is_loopback(host: str) -> bool:
    try:
        name = urlsplit(f"//{host}").hostname or ""
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _cookies(given: Mapping[bytes, bytes], *, secure: bool) -> dict[str, str]:
    """Give the sessions of a browser by name, in the order of their cookies."""
    prefix = SECURE_NAME if secure else PLAIN_NAME
    return dict(islice(_pairs(given.get(b"cookie", b"").decode("latin-1"), prefix), MOST))


def _pairs(text: str, prefix: str) -> Iterator[tuple[str, str]]:
    for row in text.split(";"):
        name, _, value = row.strip().partition("=")
        if name.startswith(prefix):
            yield name.removeprefix(prefix), value


def _cookie(name: str, token: str, *, secure: bool) -> tuple[bytes, bytes]:
    age = AGE_SECONDS if token else 0
    start = f"{SECURE_NAME if secure else PLAIN_NAME}{name}={token}"
    end = "; Secure" if secure else ""
    return b"set-cookie", f"{start}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict{end}".encode("latin-1")


def _shown(name: str, credential: Credential) -> dict[str, Any]:
    return {
        "session": name,
        "role": credential.role.name.lower(),
        "game": credential.game.hex() if credential.game else None,
        "seat": credential.seat,
        "event": credential.event.hex() if credential.event else None,
        "name": credential.name,
        # what is signed names the credential: it stands in every entry of its own
        "key": credential.kid,
    }


def _json(status: int, value: Any, more: Sequence[tuple[bytes, bytes]] = ()) -> Answered:
    body = msgspec.json.encode(value)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *more]
    return Answered(status, headers, body)
