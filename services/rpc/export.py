"""Export: a game's entries, its signed heads and the openings that a reader may have, as a replay file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.kernel.record.chain import head_text
from adjudicator.kernel.record.log import Entry
from adjudicator.kernel.record.record import OpenedPart, read_opened_parts
from replays.audit.checks_log import required_heads
from replays.audit.entries import Raw, decode
from replays.bundle import Sealed, write_bundle
from services.games.session import opening_of

SignHead = Callable[[str], str]
MayOpen = Callable[[int, OpenedPart], bool]


def everything(_seq: int, _opening: OpenedPart) -> bool:
    """Let the reader have every opening: after the reveal."""
    return True


def export(entries: Sequence[Entry], sign_head: SignHead, may: MayOpen) -> bytes:
    """Write the replay file of these entries (all of a game from the first on)."""
    opening = opening_of(entries[0])
    raws = [decode(entry.seq, entry.record) for entry in entries]
    heads = [sign_head(head_text(raw.game, raw.seq, raw.hash)) for raw in _at(raws, required_heads(raws))]
    sealed = [each for entry in entries if (each := _sealed(entry, may)).openings]
    return write_bundle(
        opening.ruleset, opening.edition, opening.engine, (entry.record for entry in entries), heads, sealed
    )


def _at(raws: Sequence[Raw], sizes: Sequence[int]) -> list[Raw]:
    return [raws[size - 1] for size in sizes]


def _sealed(entry: Entry, may: MayOpen) -> Sealed:
    openings = [each for each in read_opened_parts(entry.openings) if may(entry.seq, each)]
    return Sealed(entry.seq, tuple((each.owner, each.part, each.salt, each.data) for each in openings))


__all__ = ["MayOpen", "everything", "export"]
