"""Who has to cosign: a policy file as C2SP `tlog-policy` and the tools of transparency-dev have it, without nesting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from replays import notes
from replays.register.checkpoint import COSIGNATURE, cosignatures

if TYPE_CHECKING:
    from collections.abc import Sequence

_WITNESS_WORDS: Final = (3, 4)
_GROUP_WORDS: Final = 4
WITNESSES_MOST: Final = 15


class PolicyInvalid(ValueError):
    """A policy that can not be read; the text names line and fix."""


class Witness(Struct, frozen=True):
    """Somebody who cosigns: name in the policy, verification key, and where it takes checkpoints, empty for nowhere."""

    name: str
    vkey: str
    url: str


class Policy(Struct, frozen=True):
    """`quorum` of these witnesses have to cosign."""

    quorum: int = 0
    witnesses: tuple[Witness, ...] = ()


def read_policy(text: str) -> Policy:
    """Read lines `witness NAME VKEY [URL]`, `group NAME NUMBER|any|all WITNESS...` and `quorum NAME|none`.

    Raises PolicyInvalid.
    """
    witnesses: dict[str, Witness] = {}
    groups: dict[str, tuple[int, tuple[Witness, ...]]] = {}
    quorum: str | None = None
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        place = f"line {number}: {line.strip()!r}"
        if not words or words[0] == "log":
            continue
        if words[0] == "witness" and len(words) in _WITNESS_WORDS and words[1] not in witnesses:
            witnesses[words[1]] = _witness(words[1], words[2], words[3] if len(words) > 3 else "", place)  # noqa: PLR2004
        elif words[0] == "group" and len(words) >= _GROUP_WORDS and words[1] not in groups:
            groups[words[1]] = _group(words[2], words[3:], witnesses, place)
        elif words[0] == "quorum" and len(words) == 2 and quorum is None:  # noqa: PLR2004
            quorum = words[1]
        else:
            raise PolicyInvalid(f"{place} is no line of a policy: write witness, group or quorum, each name once")
    return _policy(quorum, witnesses, groups)


def _policy(
    quorum: str | None, witnesses: dict[str, Witness], groups: dict[str, tuple[int, tuple[Witness, ...]]]
) -> Policy:
    if len(witnesses) > WITNESSES_MOST:
        raise PolicyInvalid(f"{len(witnesses)} witnesses: name {WITNESSES_MOST} at most")
    if quorum == "none":
        return Policy(0, tuple(witnesses.values()))
    if quorum in groups:
        return Policy(*groups[quorum])
    if quorum in witnesses:
        return Policy(1, (witnesses[quorum],))
    raise PolicyInvalid(f"the quorum is {quorum or 'missing'}: write `quorum NAME` of a group or witness, or none")


def _witness(name: str, vkey: str, url: str, place: str) -> Witness:
    try:
        notes.key_of(vkey, COSIGNATURE)
    except ValueError as fault:
        raise PolicyInvalid(f"{place} has no key of a witness (an Ed25519 cosigner's, type 0x04): {fault}") from fault
    if url and not url.startswith(("http://", "https://")):
        raise PolicyInvalid(f"{place} has no address: write http:// or https://")
    return Witness(name, vkey, url.rstrip("/"))


def _group(
    count: str, names: Sequence[str], witnesses: dict[str, Witness], place: str
) -> tuple[int, tuple[Witness, ...]]:
    if any(name not in witnesses for name in names) or len(set(names)) < len(names):
        raise PolicyInvalid(f"{place} must name witnesses of the lines before it, each once, and no groups")
    words = {"any": 1, "all": len(names)}
    number = words.get(count, int(count) if count.isdecimal() else 0)
    if not 1 <= number <= len(names):
        raise PolicyInvalid(f"{place} asks for {count} of {len(names)}: write 1 to {len(names)}, any or all")
    return number, tuple(witnesses[name] for name in names)


def write_policy(policy: Policy) -> str:
    """Write a policy."""
    lines = [f"witness {row.name} {row.vkey} {row.url}".rstrip() for row in policy.witnesses]
    if not policy.quorum:
        return "\n".join([*lines, "quorum none", ""])
    names = " ".join(row.name for row in policy.witnesses)
    return "\n".join([*lines, f"group quorum-group {policy.quorum} {names}", "quorum quorum-group", ""])


def is_met(policy: Policy, note: str) -> bool:
    """Whether enough witnesses have cosigned a checkpoint.

    Raises ValueError where the note can not be read.
    """
    return len(cosignatures(note, [row.vkey for row in policy.witnesses])) >= policy.quorum
