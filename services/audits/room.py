"""Room for audits: a few at once, each in a process of its own with limits, ended when its caller leaves."""

from __future__ import annotations

from typing import Final

import msgspec

from replays.audit.report import Report
from services.bounded.room import DONE, FAILED, Room
from services.operation.metrics import Metrics
from services.rpc.errors import AuditFailed, Limited

REGISTERED: Final = "replays.audit.audit:registered"
WORKER: Final = "services.audits.worker"
AT_ONCE: Final = 2
SECONDS: Final = 60
MEMORY: Final = 1536 * 1024 * 1024
FINDINGS: Final = 200
BY_HAND: Final = "audit it with `adjudicator replay audit`, which has no limits"


class AuditRoom(Room):
    """Runs audits; `find` names the function that finds rulesets, as "module:function"."""

    def __init__(
        self,
        metrics: Metrics,
        *,
        find: str = REGISTERED,
        at_once: int = AT_ONCE,
        seconds: int = SECONDS,
        memory: int = MEMORY,
    ) -> None:
        words = WORKER, find, str(seconds), str(memory), str(FINDINGS)
        super().__init__("audit", *words, at_once=at_once, seconds=seconds)
        self._metrics = metrics

    def count(self, end: str) -> None:
        """Count how an audit ended."""
        self._metrics.audits.labels(end).inc()

    async def audit(self, data: bytes) -> Report:
        """Audit a file.

        Raises Limited where it takes more time or memory than an upload gets, AuditFailed where it ends otherwise.
        """
        end, out = await self.run(data)
        if end == FAILED:
            raise AuditFailed
        if end != DONE:
            raise Limited(f"the audit took more {end} than an uploaded file gets: {BY_HAND}", reason=f"audit-{end}")
        return msgspec.msgpack.decode(out, type=Report)
