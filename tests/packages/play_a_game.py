"""Plays a short game over gRPC with the installed client: run by path, outside of this tree; prints the game's id."""

import asyncio
import sys
from pathlib import Path

from adjudicator_client import Key, RandomPlayer, Seat, Service


async def play(address: str, token: str, ruleset: str) -> tuple[str, bytes]:
    """Play until nobody is offered anything, wait for the reveal, and verify all of it; gives id and replay file."""
    async with Service(address, token) as service:
        opened = await service.open(ruleset, [Seat("red", Key.new()), Seat("blue", Key.new())])
        red, blue = opened.seat(0), opened.seat(1)
        await asyncio.gather(red.join(), blue.join())
        players = [RandomPlayer(game, seed) for seed, game in enumerate((red, blue, opened.owner()))]
        while any([await player.step() for player in players]):
            pass
        await red.wait_for_reveal()
        proof = await blue.verify()
        if not proof.revealed or proof.signatures < proof.receipts - 1:
            raise SystemExit(f"not all is verified: {proof}")
        return opened.game.hex(), await red.export()


if __name__ == "__main__":
    game, replay = asyncio.run(play(sys.argv[1], Path(sys.argv[2]).read_text().strip(), sys.argv[3]))
    Path(sys.argv[4]).write_bytes(replay)
    print(game)
