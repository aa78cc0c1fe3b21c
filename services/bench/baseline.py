"""The baseline of the bench: a bare handler that appends 300 bytes durably and nothing else."""

from __future__ import annotations

import sys
from pathlib import Path

import grpc
import uvloop

from adjudicator.kernel.record.chain import GENESIS_PREV, entry_hash
from services.operation.ports import OPTIONS
from services.store.embedded import EmbeddedStore
from services.store.redis_client import connect
from services.store.redis_log import RedisLog

SERVICE = "bench.Baseline"
SIZE = 300
GAME = 16


class Baseline:
    """Appends what it is sent to the log that the first 16 bytes name; the same append as the service's."""

    def __init__(self, log: RedisLog) -> None:
        self._log = log
        self._ends: dict[bytes, tuple[int, bytes]] = {}

    async def append(self, request: bytes, _context: grpc.aio.ServicerContext[bytes, bytes]) -> bytes:
        """Append durably, then answer."""
        game = request[:GAME]
        seq, head = self._ends.get(game, (0, GENESIS_PREV))
        await self._log.append(game, seq + 1, head, request, None)
        self._ends[game] = (seq + 1, entry_hash(request))
        return b""


async def serve(data: Path, listen: str) -> None:
    """Serve until the process is ended."""
    async with EmbeddedStore(data / "baseline") as store:
        link = await connect(store.url)
        baseline = Baseline(RedisLog(link))
        server = grpc.aio.server(options=OPTIONS)
        handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_unary_rpc_method_handler(baseline.append)
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, {"Append": handler}),))
        server.add_insecure_port(listen)
        await server.start()
        print(f"baseline serves at {listen}", flush=True)
        await server.wait_for_termination()


if __name__ == "__main__":
    uvloop.run(serve(Path(sys.argv[1]), sys.argv[2]))
