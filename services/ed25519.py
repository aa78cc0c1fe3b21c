"""Ed25519 by libsodium, in half of OpenSSL's time: what is accepted here is a part of what an audit accepts."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from nacl.bindings import crypto_core_ed25519_is_valid_point, crypto_sign, crypto_sign_open, crypto_sign_seed_keypair
from nacl.exceptions import BadSignatureError

KEY_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64
_SIGN_OF_X: Final = 0x7F  # the highest bit of a point is the sign of its x
# The y of the points of small order, in every spelling; an audit takes any text as signed with some of these keys.
_SMALL_ORDER: Final = frozenset(
    map(
        bytes.fromhex,
        (
            "00" * 32,
            "01" + "00" * 31,
            "ec" + "ff" * 30 + "7f",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "ed" + "ff" * 30 + "7f",
            "ee" + "ff" * 30 + "7f",
        ),
    )
)
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


def of_small_order(key: bytes) -> bool:
    """Tell whether a public key is a point of small order: nobody has its private half, and others sign with it."""
    return key[:-1] + bytes([key[-1] & _SIGN_OF_X]) in _SMALL_ORDER if len(key) == KEY_SIZE else False
