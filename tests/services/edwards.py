"""Signatures that no honest key makes: points beside the group of the keys, numbers written in more than one way."""

import hashlib
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

P: Final = 2**255 - 19
L: Final = 2**252 + 27742317777372353535851937790883648493
D: Final = -121665 * pow(121666, P - 2, P) % P
ROOT: Final = pow(2, (P - 1) // 4, P)
ZERO: Final = (0, 1)
TOP: Final = 1 << 255
Point = tuple[int, int]


class Case(NamedTuple):
    """A signature, and what is odd about it."""

    what: str
    key: bytes
    signature: bytes
    data: bytes


def add(one: Point, other: Point) -> Point:
    """Add two points."""
    (x, y), (u, v) = one, other
    k = D * x * u * y * v % P
    return (x * v + u * y) * pow(1 + k, -1, P) % P, (y * v + x * u) * pow(1 - k, -1, P) % P


def times(number: int, point: Point) -> Point:
    """Add a point to itself."""
    found = ZERO
    while number:
        found = add(found, point) if number & 1 else found
        point, number = add(point, point), number >> 1
    return found


def x_of(y: int) -> int | None:
    """Give an x of a point with this y, None where there is none."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * ROOT % P
    return x if x * x % P == square else None


def written(point: Point, more: int = 0) -> bytes:
    """Write a point; `more` is added to its y, so that it is not in the shortest way."""
    return (point[1] + more | (point[0] & 1) << 255).to_bytes(32, "little")


def _base() -> Point:
    y = 4 * pow(5, P - 2, P) % P
    x = x_of(y) or 0
    return (P - x if x & 1 else x), y


def _torsion() -> tuple[Point, ...]:
    """List the eight points of small order."""
    for y in range(2, 100):
        x = x_of(y)
        if x is not None and times(4, last := times(L, (x, y))) != ZERO:
            return tuple(times(number, last) for number in range(8))
    raise AssertionError("one point in two has all of them")


BASE: Final = _base()
TORSION: Final = _torsion()


def hashed(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


def opens_with_cofactor(case: Case) -> bool:
    """Verify as RFC 8032 allows: S B - R - h A, times eight, is nothing; R and key have to be points."""
    first, s = case.signature[:32], int.from_bytes(case.signature[32:], "little")
    back = [
        times(L - number % L, point)
        for number, point in ((1, read(first)), (hashed(first, case.key, case.data), read(case.key)))
    ]
    return times(8, add(times(s, BASE), add(*back))) == ZERO


def read(data: bytes) -> Point:
    """Read a point."""
    number = int.from_bytes(data, "little")
    y = number % TOP
    x = x_of(y) or 0
    return (x if x & 1 == number // TOP else P - x), y


def forged(what: str, a: int, r: int, odd_key: Point, odd_r: Point, data: bytes, over: int = 0) -> Case:
    """Sign with a private number, key and R moved by points of small order; `over` is how often L is added to S."""
    key, first = written(add(times(a, BASE), odd_key)), written(add(times(r, BASE), odd_r))
    s = (r + hashed(first, key, data) * a) % L + over * L
    return Case(what, key, first + s.to_bytes(32, "little"), data)


def _mixed() -> Iterator[Case]:
    for key_at, odd_key in enumerate(TORSION):
        for r_at, odd_r in enumerate(TORSION):
            for number in range(3):
                data = bytes([key_at, r_at, number])
                yield forged(f"key + T{key_at}, R + T{r_at}", 7 + number, 5 + number, odd_key, odd_r, data)


def _small() -> Iterator[Case]:
    """Make keys and Rs of small order in every spelling: with S = r and a hash that fits, they sign anything."""
    spelled = {written(point, more) for point in TORSION for more in (0, P) if point[1] + more < TOP}
    spelled |= {bytes([*row[:-1], row[-1] ^ 0x80]) for row in spelled}
    for key in sorted(spelled):
        for first in (*sorted(spelled), written(times(5, BASE))):
            s = 5 if first == written(times(5, BASE)) else 0
            for number in range(8):
                yield Case("a key of small order", key, first + s.to_bytes(32, "little"), bytes([number]))
    for first in sorted(spelled):  # R of small order under a key of the group
        key, data = written(times(11, BASE)), b"small R"
        s = hashed(first, key, data) * 11 % L
        yield Case("R of small order", key, first + s.to_bytes(32, "little"), data)


@cache
def cases() -> list[Case]:
    """List signatures of every odd kind."""
    over = [forged(f"S + {n} L", 9, 77, ZERO, ZERO, b"over", n) for n in range(16)]
    good = forged("honest", 9, 77, ZERO, ZERO, b"text")
    flipped = [
        good._replace(
            what=f"bit {bit}", signature=(int.from_bytes(good.signature, "little") ^ 1 << bit).to_bytes(64, "little")
        )
        for bit in range(0, 512, 5)
    ]
    sizes = [
        *(good._replace(what=f"a signature of {size}", signature=good.signature[:size]) for size in (0, 1, 32, 63)),
        good._replace(what="a signature of 65", signature=good.signature + b"t", data=b"ext"),
        good._replace(what="a signature of 63", signature=good.signature[:-1], data=good.signature[-1:] + b"text"),
        *(good._replace(what=f"a key of {size}", key=good.key[:size]) for size in (0, 1, 31)),
        good._replace(what="a key of 33", key=good.key + b"\0"),
    ]
    return [good, *_mixed(), *_small(), *over, *flipped, *sizes]
