"""Which games are found that take the place of one: of the same owner or event, and what can not be read is passed."""

from __future__ import annotations

from typing import Any

from services.rpc.access.reach import Opening
from services.rpc.access.replacements import FOUND_MOST, Replacements
from services.rpc.new_game import restarts_text
from services.store.archive import GameForgotten
from services.store.redis_keys import MemoryKeys, label_game

OLD, CUP = b"o" * 16, b"c" * 16


def numbered(number: int) -> bytes:
    """Give the id of a game."""
    return number.to_bytes(16, "big")


class Openings:
    """Openings of games; None stands for one that was forgotten."""

    def __init__(self, rows: dict[bytes, Opening | None]) -> None:
        self.rows = rows

    async def opening(self, game: bytes) -> Opening | None:
        """Read one."""
        found = self.rows.get(game)
        if found is None and game in self.rows:
            raise GameForgotten
        return found


async def found(here: Opening | None, *others: Opening | None) -> list[int]:
    """Give the numbers of the games that are found among these, all of which stand in the index."""
    keys = MemoryKeys()
    rows = {numbered(number): row for number, row in enumerate(others, start=1)}
    for game in rows:
        await label_game(keys, game, [restarts_text(OLD)])
    reach: Any = Openings(rows if here is None else {OLD: here, **rows})
    return [int.from_bytes(game, "big") for game in await Replacements(keys, reach).of(OLD)]


async def test_a_forgotten_game_hides_no_other():
    """What a crash left in the index of a game that was forgotten is passed over."""
    mine = Opening("k", None, OLD)
    assert await found(Opening("k", None), mine, None, mine) == [1, 3]


async def test_only_games_of_the_same_owner_or_event():
    """Of an event those of it, whoever opened them; of no event those of the owner; and only what names this game."""
    mine, others = Opening("k", None, OLD), Opening("x", None, OLD)
    of_cup, of_other = Opening("x", CUP, OLD), Opening("k", b"d" * 16, OLD)
    names_another = Opening("k", None, b"p" * 16)
    assert await found(Opening("k", None), others, of_cup, of_other, mine, names_another) == [4]
    assert await found(Opening("k", CUP), mine, others, of_cup, of_other) == [3]
    assert await found(None, mine) == []


async def test_no_more_than_an_offer_holds():
    """Of many the oldest are named, as ids ascend with time."""
    rows = [Opening("k", None, OLD)] * (FOUND_MOST + 3)
    assert await found(Opening("k", None), *rows) == list(range(1, FOUND_MOST + 1))


async def test_games_of_strangers_crowd_none_out():
    """Those that anybody opens in the place of a game fill pages of the index, and do not hide the owner's."""
    rows = [Opening("x", None, OLD)] * 450
    assert await found(Opening("k", None), *rows, Opening("k", None, OLD)) == [451]
