"""Reports that were written of a folder's games: who looks more than once has more than one chance to be fooled."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from replays.archive.lab.games import GameRow
from replays.archive.lab.job import decided
from replays.archive.lab.plan import Plan
from replays.archive.lab.report.store import TABLES
from replays.archive.work.kept import Kept

REPORTS: Final = "reports.jsonl"


class Reported(Struct, frozen=True):
    """What a report was of: decided games of each setting, a digest of the comparisons, the kind of its intervals.

    The digest is empty where it is not known.
    """

    games: Mapping[str, int]
    comparisons: str
    interval: str
    confidence: float

    @property
    def least(self) -> int:
        """Give how many games the setting with the fewest has."""
        return min(self.games.values(), default=0)

    @property
    def most(self) -> int:
        """Give how many games the setting with the most has."""
        return max(self.games.values(), default=0)

    def compares(self, other: Reported) -> bool:
        """Tell whether both have the same comparisons, as far as that is known."""
        return self.comparisons == other.comparisons or not self.comparisons

    def measures(self, other: Reported) -> bool:
        """Tell whether both have the same kind of intervals."""
        return (self.interval, self.confidence) == (other.interval, other.confidence)


def reported(plan: Plan, counted: Mapping[str, Sequence[GameRow]]) -> Reported:
    """Say what a report of these games is of."""
    pairs = sorted((row.setting, row.against) for row in plan.comparisons)
    digest = hashlib.sha256(msgspec.json.encode(pairs)).hexdigest()
    games = {name: sum(decided(row) for row in rows) for name, rows in counted.items()}
    return Reported(games, digest, plan.interval, plan.confidence)


def earlier(folder: Path, kept: Kept[Reported], now: Reported) -> list[Reported]:
    """Give what was looked at before a report and was other than this: each once, in the order of time.

    Raises Unusable where the disk takes no line.
    """
    if not kept.rows:
        found = _of_an_earlier_release(folder, now)
        if found is not None:
            kept.add(found)
            kept.rows.append(found)
    others: list[Reported] = []
    for row in kept.rows:
        same = dict(row.games) == dict(now.games) and row.compares(now) and row.measures(now)
        if row.most and not same and row not in others:
            others.append(row)
    return others


class _Row(Struct):
    setting: str
    failed: str = ""


def _of_an_earlier_release(folder: Path, now: Reported) -> Reported | None:
    """Say what the last report was of, of a release that noted none: its table has every game."""
    try:
        rows = msgspec.json.decode(folder.joinpath(TABLES[2]).read_bytes(), type=list[_Row])
    except (OSError, msgspec.MsgspecError):
        return None
    return replace(now, games=_counted(rows, now.games), comparisons="")


def _counted(rows: Iterable[_Row], names: Iterable[str]) -> dict[str, int]:
    found = Counter(row.setting for row in rows if decided(row))
    return {name: found[name] for name in names}
