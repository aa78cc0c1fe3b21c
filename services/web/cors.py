"""Which pages of other origins may call: none, unless their origin is listed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from services.web.answers import Headers

SENT: Final = (
    "authorization, content-type, connect-protocol-version, connect-timeout-ms, grpc-timeout, x-grpc-web, "
    "x-request-id, x-user-agent, traceparent, tracestate"
)
SHOWN: Final = "x-request-id, grpc-status, grpc-message, grpc-status-details-bin"
AGE_SECONDS: Final = 7_200
NO_CONTENT, FORBIDDEN = 204, 403


class Cors:
    """The rule for these origins; credentials of the browser's own are never asked for, since tokens are headers."""

    def __init__(self, origins: frozenset[str]) -> None:
        self._origins = origins

    def headers(self, given: Mapping[bytes, bytes]) -> Headers:
        """Give the headers of an answer to a page of the origin that asks."""
        varies = [(b"vary", b"origin")]
        origin = given.get(b"origin", b"")
        if origin.decode("latin-1") not in self._origins:
            return varies
        return [*varies, (b"access-control-allow-origin", origin), (b"access-control-expose-headers", SHOWN.encode())]

    def preflight(self, given: Mapping[bytes, bytes]) -> tuple[int, Headers]:
        """Answer a browser that asks whether a page may call."""
        headers = self.headers(given)
        if len(headers) == 1:
            return FORBIDDEN, headers
        allowed = [
            (b"access-control-allow-methods", b"POST"),
            (b"access-control-allow-headers", SENT.encode()),
            (b"access-control-max-age", str(AGE_SECONDS).encode()),
        ]
        return NO_CONTENT, [*headers[:2], *allowed]
