"""Alterations of what stands beside the entries: sealed parts, proofs of a register, the form of the file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgpack
from msgspec.structs import replace

from adjudicator.kernel.record import chain
from replays.bundle import Sealed, _format_bundle, read_bundle
from tests.replays.audit.steps import ACTOR, BODY, COMMAND, ID, SEALED, TIME, Case
from tests.replays.audit.test_register import BEGUN, carried, end_of, file_of, opening_of, registered, whole
from tests.replays.register.steps import WITNESS_KEY, MadeRegister
from tests.verifier.matrix.games import game
from tools.tampers.cells import NONE

STRANGER = b"\x05" * 32


def order_swapped(case: Case) -> None:
    seq = case.place("PlotMarch") + 1
    row = next(row for row in case.openings[seq] if row[1] == 0)
    row[3] = msgpack.packb(["west" if msgpack.unpackb(row[3]) != ["west"] else "east"])


def secret_in_clear(case: Case) -> None:
    case.of("PlotMarch")[COMMAND][BODY][1] = "west"


def part_left_out(case: Case) -> None:
    entry = case.of("LayAmbush")
    owner, _ = entry[SEALED].pop()
    case.openings[entry[2]] = [row for row in case.openings[entry[2]] if (row[0], row[1]) != (owner, 1)]


def resealed(change: Callable[[Any], Any]) -> Callable[[Case], None]:
    """Give what changes a hidden throw, and commits to it anew."""

    def made(case: Case) -> None:
        entry = case.of("LayAmbush")
        owner = entry[ACTOR][1]
        row: Any = next(row for row in case.openings[entry[2]] if (row[0], row[1]) == (owner, 1))
        rest = msgpack.unpackb(row[3])
        change(rest[2][0])
        row[3] = msgpack.packb(rest)
        new = chain.sealed_hash(entry[1], owner, 1, entry[COMMAND][ID], row[2], row[3])
        entry[SEALED] = [[item, new if item == owner else old] for item, old in entry[SEALED]]

    return made


def heads_out_of_order(case: Case) -> None:
    case.heads[0], case.heads[1] = case.heads[1], case.heads[0]


def head_twice(case: Case) -> None:
    case.heads.insert(0, case.heads[0])


def openings_out_of_order(case: Case) -> None:
    next(rows for rows in case.openings.values() if len(rows) > 1).reverse()


def opening_for_nothing(case: Case) -> None:
    case.openings[1] = []


def openings_as(change: Callable[[tuple[Sealed, ...]], tuple[Sealed, ...]]) -> Callable[[bytes, str], bytes]:
    def written(data: bytes, _keys: str) -> bytes:
        found = read_bundle(data)
        named = found.manifest["ruleset"], found.manifest["edition"], found.manifest["engine"]
        return _format_bundle(named, found.records, found.heads, change(found.sealed))

    return written


def members_out_of_order(data: bytes, _keys: str) -> bytes:
    second = data.index(b"PK\x03\x04", 1)
    return data[second:] + data[:second]


def carrying(register: Callable[[Case], MadeRegister]) -> Callable[[bytes, str], bytes]:
    """Give what puts proofs of a register into the file; who has no key of the service names that register himself."""

    def written(data: bytes, keys: str) -> bytes:
        case = game("plain")
        made = register(case)
        places = range(made.tree.size)
        return file_of(case, carried(case, made, places, key=STRANGER if keys == NONE else None), data)

    return written


def other_opening(case: Case) -> MadeRegister:
    return registered(case, replace(opening_of(case), commitment=bytes(32)), end_of(case))


def late_opening(case: Case) -> MadeRegister:
    return registered(case, opening_of(case), end_of(case), time=case.of("CommitContribution")[TIME] + 1)


def other_end(case: Case) -> MadeRegister:
    return registered(case, opening_of(case), replace(end_of(case), head=bytes(32)))


def no_witness(case: Case) -> MadeRegister:
    begun = replace(BEGUN, quorum=1, witnesses=(WITNESS_KEY,))
    return registered(case, opening_of(case), end_of(case), begun=begun)


def cut_with_its_register(data: bytes, keys: str) -> bytes:
    """The file was cut, and says itself in what register its end stands."""
    case = game("plain")
    return file_of(case, carried(case, whole(case)), data)


def proof_altered(data: bytes, _keys: str) -> bytes:
    case = game("plain")
    found = bytearray(carried(case, whole(case)))
    found[len(found) // 2] ^= 1
    return file_of(case, bytes(found), data)
