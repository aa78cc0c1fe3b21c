"""The ports of gRPC: the library's server with our limits, where callers reach it, and where other processes do."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

import grpc

from services.rpc.methods import LARGE

if TYPE_CHECKING:
    from services.config import Config
    from services.rpc.passing.certificates import Certificates

CONNECTIONS: Final = 8_192
PENDING: Final = 1_000
REUSE: Final = "grpc.so_reuseport"
OPTIONS: Final = (
    ("grpc.max_receive_message_length", LARGE),
    ("grpc.max_send_message_length", 4 * LARGE),
    ("grpc.max_metadata_size", 8 * 1024),
    ("grpc.max_concurrent_streams", 256),
    ("grpc.max_connection_age_ms", 3_600_000),
    ("grpc.max_connection_age_grace_ms", 300_000),
    ("grpc.max_connection_idle_ms", 600_000),
    ("grpc.max_allowed_incoming_connections", CONNECTIONS),
    # beyond these the library itself drops calls before we see them, with a status that says nothing
    ("grpc.server.max_pending_requests", PENDING),
    ("grpc.server.max_pending_requests_hard_limit", 2 * PENDING),
    ("grpc.server_handshake_timeout_ms", 10_000),
    ("grpc.http2.min_ping_interval_without_data_ms", 30_000),
    ("grpc.so_reuseport", 0),
)


def options(config: Config) -> list[tuple[str, int]]:
    """Let other processes listen on the same address where the settings say so."""
    kept = [(name, value) for name, value in OPTIONS if name != REUSE]
    return [*kept, (REUSE, int(config.shared))]


def listen(server: grpc.aio.Server, config: Config) -> str:
    """Listen to callers; the address.

    Raises OSError.
    """
    before = os.umask(0o177)
    try:
        port = _bind(server, config)
    except RuntimeError:
        raise OSError(
            f"{config.listen} can not be listened on: it is in use, or not an address of this machine"
        ) from None
    finally:
        os.umask(before)
    return config.listen if config.listen.startswith("unix:") else f"{config.listen.rpartition(':')[0]}:{port}"


def listen_to_processes(server: grpc.aio.Server, config: Config, certificates: Certificates) -> str:
    """Listen to other processes of the deployment, and nobody else; the address at which they reach us.

    Raises OSError.
    """
    try:
        port = server.add_secure_port(config.peers, certificates.server())
    except RuntimeError:
        raise OSError(
            f"{config.peers} (--peers) can not be listened on: it is in use, or not of this machine"
        ) from None
    return f"{config.peers.rpartition(':')[0]}:{port}"


def _bind(server: grpc.aio.Server, config: Config) -> int:
    if config.tls_cert is None or config.tls_key is None:
        return server.add_insecure_port(config.listen)
    pair = (config.tls_key.read_bytes(), config.tls_cert.read_bytes())
    return server.add_secure_port(config.listen, grpc.ssl_server_credentials([pair]))
