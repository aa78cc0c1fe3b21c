"""Rows that operators see, of what is kept beside the games: quotas, and what operators did."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from services.games.quotas import Quota
from services.rpc.wire_values import Invalid, timestamp_of, words_of
from wargame.v1 import admin_pb2

if TYPE_CHECKING:
    from services.admin.record import Row

_KID: Final = re.compile("[0-9a-f]{12}")
_OUTCOMES: Final = words_of(admin_pb2.RecordOutcome.DESCRIPTOR)


def read_quota(given: admin_pb2.Quota) -> tuple[str | None, Quota]:
    """Read a quota and whose it is: the key id of an owner's token, None for all who have none of their own.

    Raises Invalid.
    """
    whose = given.WhichOneof("whose")
    if whose is None:
        raise Invalid("quota", "says not whose it is: set owner or everybody")
    if whose == "owner" and not _KID.fullmatch(given.owner):
        raise Invalid("quota.owner", "must be a key id of 12 hex digits; the quota of all others is that of everybody")
    for name in ("open_games", "daily_games"):
        if given.HasField(name) and not getattr(given, name):
            raise Invalid(f"quota.{name}", "must be at least 1: leave it out for no limit")
    return given.owner if whose == "owner" else None, Quota(given.open_games, given.daily_games)


def quota_row(kid: str | None, quota: Quota | None, used: tuple[int, int] | None) -> admin_pb2.Quota:
    """Write a quota, with how many games its owner has open and has opened within 24 hours.

    One that can not be read, of which nobody opens a game, has 0 open games: no other has.
    """
    row = admin_pb2.Quota(open_games=0)
    if quota is not None:
        row = admin_pb2.Quota(open_games=quota.open_games or None, daily_games=quota.daily_games or None)
    if kid is None:
        row.everybody.SetInParent()
    else:
        row.owner = kid
    if used is not None:
        row.open_now, row.opened_today = used
    return row


def record_row(number: int, row: Row, *, follows: bool) -> admin_pb2.RecordRow:
    """Write a row of the operators' record: what failed stands there as one word with the name of its fault."""
    word, _, fault = row.outcome.partition(": ")
    outcome: Any = _OUTCOMES.get(word, 0)
    return admin_pb2.RecordRow(
        number=number,
        time=timestamp_of(row.time),
        by=row.kid,
        verb=row.verb,
        game=row.game or b"",
        reason=row.reason,
        outcome=outcome,
        fault=fault or None,
        detail=row.detail,
        follows=follows,
    )
