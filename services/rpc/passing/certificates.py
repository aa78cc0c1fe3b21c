"""Certificates by which the processes of a deployment know each other: made from its secret, and by nobody else.

Every process makes the same authority from the secret, and a certificate of its own under it for as long as it runs.
Who calls and who is called both show theirs, so that no token is sent to, and none taken from, anybody else.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

import grpc
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

_PURPOSE: Final = "processes"
# The order of P-256: keys are numbers from 1 to one less.
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
# Clocks may be anywhere: a certificate ends with its process, whose key is nowhere else.
_FROM: Final = datetime(2000, 1, 1, tzinfo=UTC)
_UNTIL: Final = datetime(9999, 12, 31, tzinfo=UTC)


def host_of(name: bytes) -> str:
    """Name of a process as its certificate has it."""
    return f"{name.hex()}.process"


class Certificates:
    """The certificate of a process, and who made it; `derive` gives 32 bytes of the deployment's secret by purpose."""

    def __init__(self, derive: Callable[[str], bytes], name: bytes) -> None:
        seed = int.from_bytes(derive(_PURPOSE), "big")
        authority = ec.derive_private_key(seed % (_ORDER - 1) + 1, ec.SECP256R1())
        issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "adjudicator processes")])
        own = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host_of(name))])
        root = (
            _certificate(issuer, issuer, authority.public_key())
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .sign(authority, SHA256())
        )
        leaf = (
            _certificate(issuer, subject, own.public_key())
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(host_of(name))]), critical=False)
            .sign(authority, SHA256())
        )
        self._root = root.public_bytes(Encoding.PEM)
        self._leaf = leaf.public_bytes(Encoding.PEM)
        self._key = own.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    def server(self) -> grpc.ServerCredentials:
        """Credentials of a port that takes calls of other processes alone."""
        return grpc.ssl_server_credentials([(self._key, self._leaf)], self._root, require_client_auth=True)

    def channel(self) -> grpc.ChannelCredentials:
        """Credentials of a connection to such a port."""
        return grpc.ssl_channel_credentials(self._root, self._key, self._leaf)


def _certificate(issuer: x509.Name, subject: x509.Name, key: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .issuer_name(issuer)
        .subject_name(subject)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(_FROM)
        .not_valid_after(_UNTIL)
    )
