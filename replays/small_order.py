"""Ed25519 keys of small order: under some of them anybody can sign anything, so that nothing is signed with them."""

from __future__ import annotations

from typing import Final

KEY_SIZE: Final = 32
_SIGN_OF_X: Final = 0x7F  # the highest bit of a point is the sign of its x
# The y of the points of small order, in every spelling.
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


def of_small_order(key: bytes) -> bool:
    """Tell whether a public key is a point of small order: nobody has its private half, and others sign with it."""
    return key[:-1] + bytes([key[-1] & _SIGN_OF_X]) in _SMALL_ORDER if len(key) == KEY_SIZE else False
