"""What a call is to those who serve it, whichever way it came: by gRPC, whose own context is one, or from the web."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import grpc


class Context(Protocol):
    """One call: what came with it, its messages as bytes, and how it ends."""

    def invocation_metadata(self) -> Any:
        """Give the pairs of names and values that the caller sent, None where there are none."""

    def peer(self) -> str:
        """Say from where the call comes, as the gRPC library writes it: ipv4:127.0.0.1:4711."""

    def peer_identities(self) -> Any:
        """Give the names in the caller's certificate, None where it showed none that we know."""

    def time_remaining(self) -> Any:
        """Give the seconds that the caller still waits, None where it did not say."""

    async def read(self) -> Any:
        """Give the next message, grpc.aio.EOF behind the last."""

    async def write(self, message: Any, /) -> None:
        """Send a message; it waits while the caller reads too slowly."""

    async def send_initial_metadata(self, initial_metadata: Any, /) -> None:
        """Tell the caller at once that the call was taken."""

    def set_trailing_metadata(self, trailing_metadata: Any, /) -> None:
        """Set what goes back behind the answer."""

    async def abort(
        self, code: grpc.StatusCode, details: str = "", trailing_metadata: Sequence[tuple[str, Any]] = (), /
    ) -> Any:
        """End the call with a status; it always raises."""
