"""Which games are found that take the place of one: of the same owner or event, and what can not be read is passed."""

from __future__ import annotations

from typing import Any

from services.rpc.access.reach import Opening
from services.rpc.access.replacements import FOUND_MOST, PAGES_READ, Replacements
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
        self.read = 0

    async def opening(self, game: bytes) -> Opening | None:
        """Read one."""
        self.read += 1
        found = self.rows.get(game)
        if found is None and game in self.rows:
            raise GameForgotten
        return found


async def found(here: Opening | None, *others: Opening | None, openings: Openings | None = None) -> list[int]:
    """Give the numbers of the games that are found among these, all of which stand in the index where they belong.

    One that was forgotten stands where this game's own do.
    """
    keys = MemoryKeys()
    rows = {numbered(number): row for number, row in enumerate(others, start=1)}
    for game, row in rows.items():
        whose = row or here
        await label_game(keys, game, [restarts_text(OLD, whose.owner, whose.event)] if whose else [])
    reach: Any = openings or Openings({})
    reach.rows = rows if here is None else {OLD: here, **rows}
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
    """However many games others open in the place of one, its own is found, and not one of theirs is read for it."""
    mine, of_cup = Opening("k", None, OLD), Opening("k", CUP, OLD)
    theirs = [Opening("x", None, OLD), Opening("y", b"d" * 16, OLD), Opening("k", b"d" * 16, OLD)]
    crowd = theirs * (PAGES_READ * 100)
    openings = Openings({})
    assert await found(Opening("k", None), *crowd, of_cup, mine, openings=openings) == [len(crowd) + 2]
    assert openings.read == 2, "the game itself and the one that is found"
    assert await found(Opening("z", CUP), *crowd, mine, of_cup) == [len(crowd) + 2]


async def test_what_no_longer_fits_its_place_is_passed():
    """A game that stands where it does not belong, as an index that was tampered with has it, is not named."""
    keys = MemoryKeys()
    await label_game(keys, numbered(1), [restarts_text(OLD, "k", None)])
    reach: Any = Openings({OLD: Opening("k", None), numbered(1): Opening("x", None, OLD)})
    assert await Replacements(keys, reach).of(OLD) == ()
