"""What the edge serves besides calls: the pages of the service, and the sessions of their browsers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from services.rpc.access.credentials import Denied
from services.rpc.access.statuses import reason_of, status_of
from services.rpc.errors import Limited
from services.web.answers import Answered, Body, Headers
from services.web.browsers import Browsers
from services.web.files import Files
from services.web.library import refusal

if TYPE_CHECKING:
    from services.operation.metrics import Metrics
    from services.rpc.access.credentials import Credentials
    from services.rpc.access.rate_limits import Rates

JOIN, LEAVE, SESSIONS = "/join", "/leave", "/sessions"
# Paths of calls begin so: they are not pages, whatever is behind.
CALLS: Final = ("/wargame.", "/grpc.")
BODY_SECONDS: Final = 5.0


class Pages:
    """Answers for pages; `origin` is the address of the service as browsers have it, empty where nobody has said it."""

    def __init__(self, credentials: Credentials, rates: Rates, metrics: Metrics, origin: str = "") -> None:
        self._files = Files()
        self._rates = rates
        self._metrics = metrics
        self.browsers = Browsers(credentials, rates, origin)

    async def answer(self, scope: Any, given: Mapping[bytes, bytes], receive: Any, peer: str) -> Answered | None:
        """Answer a request; None where it is a call."""
        method, path = scope["method"], scope["path"]
        reads = method in ("GET", "HEAD")
        if path.startswith(CALLS) or not (reads or (method == "POST" and path in (JOIN, LEAVE))):
            return None
        try:
            if path == SESSIONS:
                return await self.browsers.sessions(scope, given, peer)
            if reads:
                self._rates.fetched(peer)
                return self._files.answer(path, given, head=method == "HEAD")
            if path == LEAVE:
                return await self.browsers.leave(scope, given, peer)
            async with asyncio.timeout(BODY_SECONDS):
                return await self.browsers.join(scope, given, Body(receive), peer)
        except Exception as error:  # noqa: BLE001  (as calls: whatever it is becomes its status)
            return await self._refusal(error)

    async def limited(self, peer: str) -> Answered | None:
        """Refuse whoever fetches too many files, whatever they are of."""
        try:
            self._rates.fetched(peer)
        except Limited as fault:
            return await self._refusal(fault)
        return None

    async def with_token(self, scope: Any, given: Mapping[bytes, bytes]) -> Headers | Answered:
        """Give the headers of a call with the token of its session, or refuse it."""
        try:
            return self.browsers.with_token(scope, scope["headers"], given)
        except Denied as fault:
            return await self._refusal(fault)

    async def _refusal(self, error: Exception) -> Answered:
        """Write a refusal as Connect does."""
        self._metrics.refusals.labels(reason_of(error)).inc()
        return await refusal(status_of(error))
