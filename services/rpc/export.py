"""Export: a game's entries, its signed heads and the openings that a reader may have, as a replay file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.kernel.record.chain import head_text
from adjudicator.kernel.record.log import Entry
from adjudicator.kernel.record.record import OpenedPart, read_opened_parts
from replays.audit.checks_log import required_heads
from replays.audit.entries import RawEntry, decode
from replays.bundle import Sealed, write_bundle
from services.sessions.session import terms_of

SignHead = Callable[[str], str]
MayOpen = Callable[[int, OpenedPart], bool]


def every_part(_seq: int, _part: OpenedPart) -> bool:
    """Let the reader have every sealed part: after the reveal."""
    return True


def export(entries: Sequence[Entry], sign_head: SignHead | None, may: MayOpen, register: bytes = b"") -> bytes:
    """Write the replay file of these entries (all of a game from the first on), its heads signed by `sign_head`.

    `register` is what it carries of the public register.
    """
    terms = terms_of(entries[0])
    raws = [decode(entry.seq, entry.record) for entry in entries]
    texts = [head_text(raw.game, raw.seq, raw.hash) for raw in _at_sizes(raws, required_heads(raws))]
    heads = [sign_head(text) for text in texts] if sign_head is not None else []
    sealed = [parts for entry in entries if (parts := _sealed(entry, may)).openings]
    records = (entry.record for entry in entries)
    return write_bundle(terms.ruleset, terms.edition, terms.engine, records, heads, sealed, register=register)


def _at_sizes(raws: Sequence[RawEntry], sizes: Sequence[int]) -> list[RawEntry]:
    return [raws[size - 1] for size in sizes]


def _sealed(entry: Entry, may: MayOpen) -> Sealed:
    openings = [opened for opened in read_opened_parts(entry.openings) if may(entry.seq, opened)]
    return Sealed(entry.seq, tuple((opened.owner, opened.part, opened.salt, opened.data) for opened in openings))
