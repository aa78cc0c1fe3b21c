"""What an attacker is told: how often each answer, cut line or refusal came, so that a test can ask for it."""

from __future__ import annotations

import asyncio
from collections import Counter

import grpc

from services.rpc.access.statuses import CODES
from tests.services.web.fixtures import WebFault

# What was told so far, by the name of a status; what was answered is OK, a line that the service has ended is CUT.
TOLD: Counter[str] = Counter()
FAULTS = (grpc.aio.AioRpcError, WebFault, OSError, EOFError, IndexError, TimeoutError, asyncio.CancelledError)


def note(fault: BaseException | None) -> None:
    """Count what came of one try."""
    if fault is None:
        TOLD["OK"] += 1
    elif isinstance(fault, grpc.aio.AioRpcError):
        TOLD[fault.code().name] += 1
    elif isinstance(fault, WebFault):
        TOLD[CODES[fault.status.code].name] += 1
    else:
        TOLD["CUT"] += 1
