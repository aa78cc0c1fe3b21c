"""A signed game in which another person takes a seat over: `python -m tests.taken_over_game` writes it to FILE.

It is a vector for verifiers in every language, and is kept: what it holds never changes with the code.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.messages import Grounds, Substitute
from replays.audit.checks_signatures import signed_part
from services.games.signing import public_key, sign
from tests.rewound_games import EVENTS, Played, records_of, written

FILE: Final = Path(__file__).parent / "kernel" / "seat_vectors.json"
SIGNATURE: Final = 7
SEAT_ROLE: Final = 3


class TakenOver(Played):
    """A game of two seats and a referee; Robin takes the first seat over in play."""

    async def take_over(self) -> None:
        """Play until a turn, let Robin have the seat, and play to the end."""
        await self.play(lambda session: session.game.stack[-1].kind == "turn")
        self.left, self.new = self.keys[0], self.bytes32("Robin")
        why = Grounds(reason="went home", clause="", about=())
        await self.submit(REFEREE, Substitute(grounds=why, seat=0, person="Robin", keys=(public_key(self.new),)))
        self.keys[0], self.tokens[0] = self.new, "robin"
        await self.play()


def made() -> TakenOver:
    """Play the game."""
    game = TakenOver(6, rounds=1, referee=True)
    asyncio.run(game.take_over())
    return game


def vectors(game: TakenOver) -> dict[str, Any]:
    """Write the game, and changes of one value each with what a verifier must say of them."""
    raws, _ = records_of(game)
    found = written("taken over", game)
    signed = sum(raw.signature is not None for raw in raws)
    return {**found, "signatures": signed, "changes": list(_changes(raws, game))}


def _changes(raws: Sequence[Any], game: TakenOver) -> Iterator[dict[str, Any]]:
    taken = next(raw for raw in raws if raw.event("SeatSubstituted") is not None)
    at = next(at for at, event in enumerate(taken.events) if event[0][0] == "SeatSubstituted")
    own = [raw for raw in raws if raw.role == SEAT_ROLE and raw.party == 0]
    before = [raw for raw in own if raw.seq < taken.seq][-1]
    after = next(raw for raw in own if raw.seq > taken.seq)
    later = next(raw for raw in raws if raw.role == SEAT_ROLE and raw.seq > taken.seq)
    yield _change("who left signs on", after, sign(game.left, signed_part(after)))
    yield _change("who is yet to come signs", before, sign(game.new, signed_part(before)))
    event = {"entry": taken.seq, "path": [EVENTS, at, 0]}
    yield {**event, "name": "nobody has taken a seat over", "path": [*event["path"], 0], "value": "?", "at": after.seq}
    yield {**event, "name": "the other seat is taken over", "path": [*event["path"], 1], "value": 1, "at": later.seq}


def _change(name: str, raw: Any, signature: bytes) -> dict[str, Any]:
    return {"name": name, "entry": raw.seq, "path": [SIGNATURE], "bytes": signature.hex(), "at": raw.seq}


def main() -> None:
    """Write the file, small enough to be read."""
    FILE.write_text(json.dumps(vectors(made()), indent=1) + "\n")


if __name__ == "__main__":
    main()
