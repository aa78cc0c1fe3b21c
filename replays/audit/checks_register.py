"""What a replay file carries of a public register, against its entries, and both against the register itself (L3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgpack
from msgspec import Struct

from adjudicator.kernel.messages import OpenGame
from replays import notes
from replays.audit.checks_log import LogKeys
from replays.audit.entries import RawEntry
from replays.audit.report import Findings
from replays.register.checkpoint import cosignatures, read_key_text
from replays.register.leaves import Begun, GameEnded, GameOpened, GameVoided, Leaf, read_leaf
from replays.register.monitor import games_of
from replays.register.opening import opening_differences, shown
from replays.register.policy import Policy, Witness
from replays.register.proof import Proof, verify_proof
from replays.register.reading import ReadRegister

CODE: Final = "REGISTRY_MISMATCH"
_CONTRIBUTIONS: Final = ("CommitContribution", "OpenContribution")
_ROWS_MOST: Final = 3


class Against(Struct, frozen=True):
    """What an auditor compares with: the register as it was read, and a policy of his own.

    `fault` says why a register that was to be read is not to be believed.
    """

    register: ReadRegister | None = None
    policy: Policy | None = None
    fault: str = ""


class Row(Struct, frozen=True):
    """A leaf that is proven to stand in the register."""

    leaf: Leaf
    proof: Proof
    data: bytes


def check_register(
    entries: Sequence[RawEntry], terms: OpenGame, carried: bytes, keys: LogKeys, findings: Findings, against: Against
) -> tuple[str, ...]:
    """Checks 17 to 19, and 21: what the file proves of the register fits it; so does the register that was read.

    Where the auditor has no policy, that of the register's first leaf counts. Gives what the reader should know.
    """
    rows: list[Row] = []
    register, policy = against.register, against.policy
    if against.fault:
        findings.add(CODE, 0, "a register that can be believed", against.fault)
    if not carried and register is None:
        return ("the file proves no place in a public register: whether it is the only game played, it does not show",)
    if carried:
        try:
            vkey, rows = _read(carried, keys)
        except ValueError as error:
            findings.add(CODE, 0, "proofs of the register that hold", error)
            return ()
        _check_rows(entries, terms, rows, findings)
        _check_quorum(rows, policy, findings)
        if register is not None and vkey != register.vkey:
            findings.add(CODE, 0, f"proofs of the register that was read, {register.vkey}", vkey)
    if register is not None:
        _check_key(register, keys, findings)
        _check_source(entries, terms, rows, register, findings)
        _check_note(register, policy, findings)
        return ()
    return (*_said(notes.key_of(vkey)[0], rows, entries),)


def _check_key(register: ReadRegister, keys: LogKeys, findings: Findings) -> None:
    try:
        named = read_key_text(keys.verify_any(register.key_note))[1]
    except ValueError as error:
        findings.add(CODE, 0, "a register whose key a key of the log names", error)
        return
    if named != register.vkey:
        findings.add(CODE, 0, f"a register signed with {named}", register.vkey)


def carried_origin(carried: bytes) -> str:
    """Give the register that a file says it stands in; nothing of it is checked. Empty where it says none."""
    try:
        return read_key_text(notes.split(msgpack.unpackb(carried)[0])[0])[0]
    except (ValueError, TypeError, IndexError, AttributeError, msgpack.UnpackException):
        return ""


def _said(origin: str, rows: Sequence[Row], entries: Sequence[RawEntry]) -> Iterator[str]:
    yield f"its opening stands in the register {origin}; whether it is the only one there, --register tells"
    ended = any(isinstance(row.leaf.body, GameEnded | GameVoided) for row in rows)
    if not ended and any(raw.kind == "Reveal" for raw in entries):
        yield "its end is not in what the file proves of the register: --register tells whether it is there"


def _read(carried: bytes, keys: LogKeys) -> tuple[str, list[Row]]:
    """Read the key and the leaves with their proofs; ValueError."""
    try:
        value: Any = msgpack.unpackb(carried, use_list=True, strict_map_key=True)
        note, given = value
        if msgpack.packb(value, use_bin_type=True) != carried or not isinstance(note, str) or len(given) > _ROWS_MOST:
            raise ValueError("not a key and leaves with their proofs, in their plain bytes")
        pairs = [(bytes(leaf), str(text)) for leaf, text in given]
    except (TypeError, msgpack.UnpackException) as error:
        raise ValueError(f"not a key and leaves with their proofs: {error}") from error
    _, vkey = read_key_text(keys.verify_any(note))
    rows = [Row(read_leaf(data), verify_proof(vkey, data, text)[0], data) for data, text in pairs]
    places = [row.proof.index for row in rows]
    if places != sorted(set(places)):
        raise ValueError("leaves that do not stand in their order, each once")
    return vkey, rows


def _check_rows(entries: Sequence[RawEntry], terms: OpenGame, rows: Sequence[Row], findings: Findings) -> None:
    openings = [row for row in rows if isinstance(row.leaf.body, GameOpened)]
    ends = [row for row in rows if isinstance(row.leaf.body, GameEnded | GameVoided)]
    begun = [row for row in rows if isinstance(row.leaf.body, Begun) and row.proof.index == 0]
    if (len(begun), len(openings)) != (1, 1) or len(ends) > 1 or len(begun) + len(openings) + len(ends) != len(rows):
        findings.add(CODE, 0, "the register's beginning, one opening, and an end at most", f"{len(rows)} other leaves")
    for row in openings:
        _check_opening(entries, terms, row.leaf, findings)
    for row in ends:
        _check_end(entries, row.leaf.body, findings)


def _check_opening(entries: Sequence[RawEntry], terms: OpenGame, leaf: Leaf, findings: Findings) -> None:
    """Compare an opening with the terms: what it was committed to, and that it was before anybody contributed."""
    body: Any = leaf.body
    for name, here, there in opening_differences(entries[0].game, terms, body):
        findings.add(CODE, 1, f"{name} as registered: {shown(there)}", shown(here))
    first = next((raw for raw in entries if raw.kind in _CONTRIBUTIONS), None)
    if first is not None and leaf.time > first.time:
        findings.add("SEED_COMMIT_LATE", first.seq, "an opening registered before any contribution", "one after it")


def _check_end(entries: Sequence[RawEntry], body: Any, findings: Findings) -> None:
    if body.game != entries[0].game:
        findings.add(CODE, 0, "the end of this game", f"that of {body.game.hex()}")
        return
    there = next((raw.hash for raw in entries if raw.seq == body.size), None)
    if there is None:
        findings.add(
            "TRUNCATED_LOG", len(entries) + 1, f"{body.size} entries, as registered", f"{len(entries)} entries"
        )
    if there != body.head:
        findings.add(CODE, body.size, f"the head registered at its end: {body.head.hex()}", there or "no such entry")


def _check_quorum(rows: Sequence[Row], policy: Policy | None, findings: Findings) -> None:
    """Check 19: enough witnesses have seen the tree in which the opening stands."""
    begun = next((row.leaf.body for row in rows if isinstance(row.leaf.body, Begun)), None)
    policy = policy or _own_policy(begun)
    for row in rows:
        if isinstance(row.leaf.body, GameOpened):
            _require_quorum(row.proof.note, policy, findings)


def _check_note(register: ReadRegister, policy: Policy | None, findings: Findings) -> None:
    body = register.leaves[0].body if register.leaves else None
    _require_quorum(register.checkpoint.note, policy or _own_policy(body), findings)


def _own_policy(begun: object) -> Policy:
    if not isinstance(begun, Begun):
        return Policy()
    return Policy(begun.quorum, tuple(Witness("", key, "") for key in begun.witnesses))


def _require_quorum(note: str, policy: Policy, findings: Findings) -> None:
    found = len(cosignatures(note, [row.vkey for row in policy.witnesses]))
    if found < policy.quorum:
        findings.add("WITNESS_QUORUM_MISSING", 0, f"{policy.quorum} of {len(policy.witnesses)} witnesses", f"{found}")


def _check_source(
    entries: Sequence[RawEntry], terms: OpenGame, rows: Sequence[Row], register: ReadRegister, findings: Findings
) -> None:
    """Compare with the register that was read: the proofs are of it, the game stands there once, and ended so."""
    game = entries[0].game
    for row in rows:
        there = register.data[row.proof.index] if row.proof.index < len(register.data) else b""
        if there != row.data:
            findings.add(CODE, 0, f"leaf {row.proof.index} as the register has it", "another: it shows two histories")
    opened = games_of(register.leaves).opened.get(game)
    if opened is None:
        findings.add(CODE, 1, f"the opening of this game in {register.checkpoint.origin}", "none")
        return
    _check_opening(entries, terms, register.leaves[opened.index], findings)
    for index, other in opened.others:
        findings.add(CODE, 1, "one opening of this game", f"another, leaf {index}: {other.commitment.hex()}")
    for _, end in opened.ends:
        _check_end(entries, end, findings)
    if not opened.ends and any(raw.kind == "Reveal" for raw in entries):
        findings.add("GAME_ABANDONED", 0, "the end of this game in the register", "its opening alone")
