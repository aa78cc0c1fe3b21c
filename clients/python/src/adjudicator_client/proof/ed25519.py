"""Signatures under Ed25519 keys, by libsodium: what is taken for signed here, every audit takes for signed."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from nacl.bindings import crypto_core_ed25519_is_valid_point, crypto_sign_open
from nacl.exceptions import BadSignatureError

KEY_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64
# A signature of no bytes whose R is beside the group of the key: a library that multiplies by the cofactor takes it,
# an audit does not.
_BESIDE_KEY: Final = bytes.fromhex("f50842bc67d628fe636b2506ed80f5c33f23f84c37d344ef23d56c420c750e71")
_BESIDE: Final = bytes.fromhex(
    "ea7c4454f0820bc1b126776b1d7d07083dc28d61c0dc9d4b05b06fcce4f29f4a"
    "8c1bd8921fe5b349a38794c659cf4513bb2d12d655c99ac82375bcd79cea2103"
)


def verifies(public: bytes, signature: bytes, data: bytes) -> bool:
    """Tell whether a signature over these bytes is of this public key; never under a key of small order."""
    if len(public) != KEY_SIZE or len(signature) != SIGNATURE_SIZE or not _opens(public, signature, data):
        return False
    return not _with_cofactor() or all(map(crypto_core_ed25519_is_valid_point, (public, signature[:KEY_SIZE])))


def _opens(public: bytes, signature: bytes, data: bytes) -> bool:
    try:
        crypto_sign_open(signature + data, public)
    except BadSignatureError:
        return False
    return True


@lru_cache(maxsize=1)
def _with_cofactor() -> bool:
    """Tell whether the library multiplies by the cofactor, by which it would take more for signed than an audit."""
    return _opens(_BESIDE_KEY, _BESIDE, b"")
