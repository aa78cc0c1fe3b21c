"""Why a command is refused: faults, and checks that find them in what is handed in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

ID: Final = re.compile(r"[a-z][a-z0-9_]{0,47}", re.ASCII)
SHOWN = 48
NOTHING = "nothing"
FORM = "small letters, figures and _, a letter first, 48 characters at most"


class Fault(Struct, frozen=True):
    """One reason of a refusal: clause, stable reason, field path, facts that the actor may see."""

    clause: str
    reason: str
    path: str = ""
    facts: tuple[tuple[str, int | str], ...] = ()


class Rejected(Exception):
    """A command is understood and not allowed; nothing is written and no die is spent."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(f"{fault.clause} {fault.reason} {dict(fault.facts)}" for fault in faults))
        self.faults = faults


class Unknown(Rejected):
    """An id that does not exist, or that the actor may not know: both are answered alike."""


def fault(clause: str, reason: str, path: str = "", **facts: int | str) -> Fault:
    """Make a fault."""
    return Fault(clause, reason, path, tuple(facts.items()))


def at(place: str, refusal: Rejected) -> Rejected:
    """Say of a refusal that what is wrong lies in one field: as where that field holds a command, or an end state."""
    return type(refusal)(*(replace(row, path=place) for row in refusal.faults))


def within(clause: str, path: str, found: int | None, least: int, most: int) -> Iterator[Fault]:
    """Check a number, where there is one."""
    if found is not None and not least <= found <= most:
        yield fault(clause, "number-range", path, found=found, least=least, most=most)


def among(clause: str, path: str, found: int | str, known: Iterable[int | str]) -> Iterator[Fault]:
    """Check a word or number that is one of a few."""
    values = tuple(known)
    if found not in values:
        yield fault(clause, "not-among", path, found=shown(found), known=" ".join(map(_known, values)))


def all_among(clause: str, path: str, found: Sequence[str], known: Iterable[str]) -> Iterator[Fault]:
    """Check words that are each one of a few."""
    values = tuple(known)
    for number, row in enumerate(found):
        yield from among(clause, f"{path}[{number}]", row, values)


def bad_id(clause: str, path: str, found: str, form: str = FORM) -> Fault:
    """Make the fault of an id that is badly written; `form` says what is a good one."""
    return fault(clause, "bad-id", path, id=shown(found), form=form)


def unique(
    clause: str, path: str, ids: Sequence[str], pattern: re.Pattern[str] = ID, form: str = FORM, *, of: str = ""
) -> Iterator[Fault]:
    """Check that ids are well written and stand once; `of` is the field of a member that holds its id, as `.id`."""
    known: set[str] = set()
    for number, row in enumerate(ids):
        if pattern.fullmatch(row) is None:
            yield bad_id(clause, f"{path}[{number}]{of}", row, form)
        elif row in known:
            yield fault(clause, "id-twice", f"{path}[{number}]{of}", id=shown(row))
        known.add(row)


def at_most(clause: str, path: str, found: Sequence[object], most: int) -> Iterator[Fault]:
    """Check that a list is not too long."""
    if len(found) > most:
        yield fault(clause, "too-many", path, found=len(found), most=most)


def require_none(what: str, faults: Sequence[Fault]) -> None:
    """Refuse data of our own that does not hold.

    Raises ValueError with every fault: there is no command that could be rejected.
    """
    if faults:
        listed = "; ".join(f"{fault.path} {fault.reason} {dict(fault.facts)} ({fault.clause})" for fault in faults)
        raise ValueError(f"{what} does not hold: {listed}")


def shown(found: int | str) -> int | str:
    """Give what was handed in, so short that an answer can hold it."""
    return found if isinstance(found, int) else found[:SHOWN] or NOTHING


def _known(value: int | str) -> str:
    return str(value)[:SHOWN] or '""'
