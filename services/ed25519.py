"""Ed25519 by libsodium, in half of OpenSSL's time: what is accepted here is a part of what an audit accepts."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from nacl.bindings import crypto_core_ed25519_is_valid_point, crypto_sign, crypto_sign_open, crypto_sign_seed_keypair
from nacl.exceptions import BadSignatureError

from replays.small_order import KEY_SIZE

SIGNATURE_SIZE: Final = 64
# A signature of no bytes whose R is beside the group of the key: who multiplies by the cofactor first accepts it, an
# audit does not.
_BESIDE_KEY: Final = bytes.fromhex("f50842bc67d628fe636b2506ed80f5c33f23f84c37d344ef23d56c420c750e71")
_BESIDE: Final = bytes.fromhex(
    "ea7c4454f0820bc1b126776b1d7d07083dc28d61c0dc9d4b05b06fcce4f29f4a"
    "8c1bd8921fe5b349a38794c659cf4513bb2d12d655c99ac82375bcd79cea2103"
)


class Signer:
    """A private key, derived once from its seed of 32 bytes; `public` is the public one."""

    __slots__ = ("_secret", "public")

    def __init__(self, seed: bytes) -> None:
        """Derive both halves.

        Raises ValueError for a seed of another size.
        """
        self.public, self._secret = crypto_sign_seed_keypair(seed)

    def sign(self, data: bytes) -> bytes:
        """Sign bytes: the same 64 bytes as every other library makes."""
        return crypto_sign(data, self._secret)[:SIGNATURE_SIZE]


def verifies(key: bytes, signature: bytes, data: bytes) -> bool:
    """Tell whether a signature over these bytes is of this public key; what is accepted, every audit accepts.

    Refused besides are keys and R of small order, and numbers that are not written in the one shortest way.
    """
    if len(key) != KEY_SIZE or len(signature) != SIGNATURE_SIZE or not _opens(key, signature, data):
        return False
    return not _with_cofactor() or all(map(crypto_core_ed25519_is_valid_point, (key, signature[:KEY_SIZE])))


def _opens(key: bytes, signature: bytes, data: bytes) -> bool:
    try:
        crypto_sign_open(signature + data, key)
    except BadSignatureError:
        return False
    return True


@lru_cache(maxsize=1)
def _with_cofactor() -> bool:
    """Tell whether the library multiplies by the cofactor, as RFC 8032 allows: an audit, as most others, does not."""
    return _opens(_BESIDE_KEY, _BESIDE, b"")
