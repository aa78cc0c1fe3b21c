"""Games of a plan in bounded processes: what one of them does, and what a worker of Dask runs."""

from __future__ import annotations

from typing import Final, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from replays.archive.lab.games import GameRow, play_number
from replays.archive.lab.plan import SIDES, Plan, game_of
from replays.archive.work.bounded import Bounds, Outcome, do_bounded
from replays.archive.work.program import program, require_this_program

JOB: Final = "replays.archive.lab.job:play_bytes"
# What begins the fault of a game that says nothing of it: with other bounds, or on another day, it may have an end.
UNDECIDED: Final = "not decided: "


class Given(Struct, frozen=True):
    """A plan as JSON, and the number of a game of it."""

    plan: bytes
    number: int


def play_bytes(data: bytes) -> bytes:
    """Play a game: Given as msgpack goes in, its row as JSON comes out."""
    given = msgspec.msgpack.decode(data, type=Given)
    return play_number(given.plan, given.number)


def work_on(plan: bytes, bounds: Bounds, number: int) -> tuple[str, Outcome]:
    """Play a game in a bounded process: what a worker runs. Gives its program, too."""
    return program(), do_bounded(JOB, msgspec.msgpack.encode(Given(plan, number)), bounds, warm=True)


def row_of(plan: Plan, number: int, value: tuple[str, Outcome], bounds: Bounds) -> GameRow:
    """Give the row of a game that was worked on. Raises Unusable where a worker runs another program."""
    by, outcome = value
    require_this_program(by)
    if outcome.done:
        return msgspec.json.decode(outcome.data, type=GameRow)
    why = {
        "time": f"it took more than {bounds.seconds} s; raise --seconds",
        "memory": f"it took more than {bounds.memory >> 20} MiB; raise --memory",
    }
    return undecided(plan, number, why.get(outcome.end, f"its process ended by {outcome.end}"))


def undecided(plan: Plan, number: int, why: str) -> GameRow:
    """Give the row of a game that ended its process, or went beyond its bounds."""
    game = game_of(plan, number)
    sides = SIDES[::-1] if game.swapped else SIDES
    row = GameRow(number, plan.settings[game.setting].name, game.index, game.seed, sides)
    return replace(row, failed=f"{UNDECIDED}{why}")


class Row(Protocol):
    """A row of a game, or the part of one that says why there is no result."""

    @property
    def failed(self) -> str:
        """Say why; empty where there is a result."""
        ...


def decided(row: Row) -> bool:
    """Tell whether a row is taken when a plan is gone on with."""
    return not row.failed.startswith(UNDECIDED)
