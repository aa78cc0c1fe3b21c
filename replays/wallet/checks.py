"""What a wallet holds against a log: entries that a signed head proves to have been others, and its holder's word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

import msgpack

from adjudicator.kernel import messages
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.protocol.roles import SEAT_ROLE
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.audit.entries import RawEntry
from replays.audit.report import Findings
from replays.wallet.reading import Command, Contribution, Wallet

COMMIT: Final = "CommitContribution"
OPEN: Final = "OpenContribution"
RECORD: Final = (
    "format game seq prev time actor command signature dice events sealed state".split()  # noqa: SIM905  (one line)
)
ACTOR: Final = ("role", "party", "key")
COMMAND: Final = ("id", "head", "body", "seal")
DICE: Final = ("stream", "epoch", "index", "sides", "faces", "why", "roller")


class Keys(Protocol):
    """The keys of a log's heads."""

    known: list[str]


# -- what a signed head proves


def check_proven(
    known: RawEntry,
    own: bytes,
    found: RawEntry | None,
    by_id: Mapping[bytes, RawEntry],
    rules: LoadedRuleset[Any] | None,
    findings: Findings,
) -> None:
    """Say what was replaced: opening, contribution or command, where the log has another entry than was signed.

    `own` is the id of the holder's command where it is one, `found` what the log has in its place.
    """
    seq = known.seq
    if known.kind == OpenGame.__name__ and found is not None:
        place = difference(known.fields[6], found.fields[6], rules, "command", COMMAND)
        findings.add("OPENING_REPLACED", seq, *_shown(place or ("the entry", "one", "another")))
    elif known.kind in (COMMIT, OPEN):
        given = next((raw for raw in by_id.values() if (raw.kind, raw.party) == (known.kind, known.party)), None)
        if given is None or given.arguments != known.arguments:
            text = "none" if given is None else given.arguments[0]
            name = f"{known.kind} of seat {known.party}"
            findings.add("CONTRIBUTION_REPLACED", seq, f"{name}: {known.arguments[0].hex()}", text)
    if own and own == known.command_id:
        _check_command(known, by_id.get(own), rules, findings)


def _check_command(
    known: RawEntry, found: RawEntry | None, rules: LoadedRuleset[Any] | None, findings: Findings
) -> None:
    if found is None:
        findings.add("COMMAND_MISSING", known.seq, f"{known.kind}, command {known.command_id.hex()}", "no such command")
        return
    for name, at, names in (("actor", 5, ACTOR), ("command", 6, COMMAND), ("signature", 7, ())):
        place = difference(known.fields[at], found.fields[at], rules, name, names)
        if place is not None:
            findings.add("COMMAND_ALTERED", found.seq, *_shown(place))
            return


def entry_difference(known: RawEntry, found: RawEntry | None, rules: LoadedRuleset[Any] | None) -> tuple[str, str]:
    """Name the first field of an entry that differs, as it was signed for a holder and as the log has it."""
    place = None if found is None else difference(known.fields, found.fields, rules)
    return ("the entry", "no such entry") if place is None else _shown(place)


def _shown(place: tuple[str, object, object]) -> tuple[str, str]:
    path, due, found = place
    return f"{path}: {_text(due)}", _text(found)


def _text(value: object) -> str:
    return value.hex() if isinstance(value, bytes) else "nothing" if value is None else str(value)


def difference(
    due: Any, found: Any, rules: LoadedRuleset[Any] | None, path: str = "", names: Sequence[str] = RECORD
) -> tuple[str, object, object] | None:
    """Find the first field that differs: its path, what is due and what was found.

    The hash of the entry before comes last: it differs where anything before does.
    """
    if not isinstance(due, list) or not isinstance(found, list):
        return None if due == found else (path, due, found)
    places = sorted(range(max(len(due), len(found))), key=lambda at: names is RECORD and at == RECORD.index("prev"))
    for at in places:
        one, other = (row[at] if at < len(row) else None for row in (due, found))
        if one != other or (at < len(due)) != (at < len(found)):
            name = names[at] if at < len(names) else f"[{at}]"
            inner = f"{path}.{name}" if path and not name.startswith("[") else f"{path}{name}"
            deeper = difference(one, other, rules, inner, _names(inner, one, rules))
            return deeper or (inner, one, other)
    return None


def _names(path: str, value: Any, rules: LoadedRuleset[Any] | None) -> Sequence[str]:
    """Give the names of the fields of what stands at a path."""
    if path in ("actor", "command"):
        return ACTOR if path == "actor" else COMMAND
    if re.fullmatch(r"dice\[\d+\]", path):
        return DICE
    message = re.fullmatch(r"command\.body|events\[\d+\]\[0\]", path)
    if not message or not isinstance(value, list) or not value or not isinstance(value[0], str):
        return ()
    kind = getattr(messages, value[0], None) or _known_kind(value[0], rules)
    return ("kind", *kind.__struct_fields__) if kind is not None and hasattr(kind, "__struct_fields__") else ()


def _known_kind(name: str, rules: LoadedRuleset[Any] | None) -> Any:
    if rules is None:
        return None
    return rules.logged_command(name) or next((kind for kind in rules.masks if kind.__name__ == name), None)


# -- the holder's own word


def check_wallet(
    entries: Sequence[RawEntry], terms: OpenGame, wallet: Wallet, keys: Keys, proven: set[int], findings: Findings
) -> None:
    """Compare what the holder noted without a signature; what a signed head proves already is not told again."""
    for seq, place in _contradictions(entries, terms, wallet, keys):
        if seq not in proven:
            due, found = _shown(place)
            findings.add("WALLET_CONTRADICTED", seq, f"{due} ({wallet.source})", found)
    if wallet.unknown:
        names = ", ".join(f"{name} ({count})" for name, count in sorted(wallet.unknown.items()))
        findings.notes.append(f"{wallet.source} has parts that this release does not know: {names}")


def _contradictions(
    entries: Sequence[RawEntry], terms: OpenGame, wallet: Wallet, keys: Keys
) -> Iterator[tuple[int, tuple[str, object, object]]]:
    for line in wallet.log_keys[:1]:
        if line not in keys.known:
            yield 1, ("log_key", line, keys.known[0])
    for promised in wallet.openings:
        if promised != terms.commitment:
            yield 1, ("commitment", promised, terms.commitment)
    for player in wallet.players:
        due = terms.seats[player.seat].keys if player.seat < len(terms.seats) else ()
        if player.key not in due:
            yield 1, (f"seats[{player.seat}].keys", player.key, " ".join(key.hex() for key in due) or "none")
    yield from _contributed(entries, wallet.contributions)
    by_id = {raw.command_id: raw for raw in entries}
    for command in wallet.commands:
        raw = by_id.get(command.id)
        if raw is not None:
            yield from _given(raw, command)
    hashes = {raw.seq: raw.hash for raw in entries}
    for head in wallet.heads:
        if head.size in hashes and hashes[head.size] != head.hash:
            yield head.size, ("hash", head.hash, hashes[head.size])


def _contributed(
    entries: Sequence[RawEntry], own: Sequence[Contribution]
) -> Iterator[tuple[int, tuple[str, object, object]]]:
    """A seat's contribution is one of those that its holder has noted, of which he may have given the last alone."""
    for raw in entries:
        noted = [row for row in own if row.seat == raw.party] if raw.role == SEAT_ROLE else []
        due = [row.commitment if raw.kind == COMMIT else row.contribution for row in noted]
        if raw.kind in (COMMIT, OPEN) and due and raw.arguments[0] not in due:
            yield raw.seq, (f"{raw.kind} of seat {raw.party}", due[-1], raw.arguments[0])


def _given(raw: RawEntry, command: Command) -> Iterator[tuple[int, tuple[str, object, object]]]:
    _, actor, row = msgpack.unpackb(command.signed, raw=False)
    place = difference(actor, raw.fields[5], None, "actor", ACTOR) or difference(
        row, raw.fields[6], None, "command", COMMAND
    )
    if place is None and command.signature and raw.signature != command.signature:
        place = "signature", command.signature, raw.signature
    if place is not None:
        yield raw.seq, place
