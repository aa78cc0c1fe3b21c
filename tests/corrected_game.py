"""A game that is corrected, in view and hidden, and adopts an edition; `python -m tests.corrected_game` writes FILE.

It is a vector for verifiers in every language, and is kept: what it holds never changes with the code.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from adjudicator.kernel.decide.parties import EVERYONE
from adjudicator.kernel.messages import Correct, CorrectHidden, Grounds, HiddenPatch, Inspect, PatchItem
from services.games.command_handler import CommandHandler
from tests.replays.fixtures import toy_rules
from tests.rewound_games import EVENTS, STARTS_MS, Played, records_of, written
from tests.toy.model.messages import LayAmbush

FILE: Final = Path(__file__).parent / "kernel" / "correction_vectors.json"
LATER, LATER_ENGINE = "2", bytes(range(32))
WHY: Final = Grounds(reason="counted twice", clause="", about=())
COMMAND, BODY, PATCH = 6, 2, 2
MISMATCH, ILLEGAL = "CORRECTION_MISMATCH", "ILLEGAL_COMMAND_ACCEPTED"


class CorrectedGame(Played):
    """A game of an event with a head referee, which a later release plays to its end."""

    async def run(self) -> None:
        """Play it."""
        await self.play(lambda session: session.game.stack[-1].kind == "turn")
        items = tuple(PatchItem(table="sides", key=seat, field="shields", before="1", after="2") for seat in "01")
        await self.rule(Correct(grounds=WHY, patch=items))
        await self.play_to(LayAmbush)
        await self.rule(Inspect(grounds=WHY, tables=("ambushes",)))
        key, ambush = next(iter((await self.session()).game.ambushes.items()))
        before, after = str(ambush.strength), str(ambush.strength % 6 + 1)
        hidden = PatchItem(table="ambushes", key=key, field="strength", before=before, after=after)
        await self.rule(CorrectHidden(grounds=WHY, patch=HiddenPatch(items=(hidden,))))
        self.rules = replace(toy_rules(), edition=LATER)
        later = CommandHandler(self.log, lambda _: self.rules, lambda _: self.secret, self.clock, self.fresh)
        later.adopt_editions(lambda _: LATER_ENGINE)
        self.command_handler = later
        await self.play()


def made() -> CorrectedGame:
    """Play the game."""
    game = CorrectedGame(3, rounds=3, referee=True, event=b"e" * 16, starts_ms=STARTS_MS)
    asyncio.run(game.run())
    return game


def vectors(game: CorrectedGame) -> dict[str, Any]:
    """Write the game, what was set in it by entry, and changes of one value each."""
    raws, _ = records_of(game)
    found = written("corrected", game)
    corrected = [[raw.seq, sum(event[0][0] == "Corrected" for event in raw.events)] for raw in raws]
    return {
        **found,
        "corrected": [row for row in corrected if row[1]],
        "editions": [[raw.seq, raw.arguments[0]] for raw in raws if raw.kind == "AdoptEdition"],
        "changes": list(_changes(raws)),
    }


def _changes(raws: Sequence[Any]) -> Iterator[dict[str, Any]]:
    shown, hidden, adopted = (
        next(raw for raw in raws if raw.kind == kind) for kind in ("Correct", "CorrectHidden", "AdoptEdition")
    )
    for name, raw, patch in (("", shown, False), ("the command, ", shown, True)):
        at = next(at for at, event in enumerate(raw.events) if event[0][0] == "Corrected")
        # an item of the patch has no party before its table
        path = [COMMAND, BODY, PATCH, 0] if patch else [EVENTS, at, 0]
        base = 0 if patch else 2
        yield _change(f"{name}another key was set", raw, [*path, base + 1], "1", MISMATCH)
        yield _change(f"{name}another field was set", raw, [*path, base + 2], "actions", MISMATCH)
        yield _change(f"{name}another value stood there", raw, [*path, base + 3], "0", MISMATCH)
        yield _change(f"{name}another value was set", raw, [*path, base + 4], "3", MISMATCH)
    row = next(event[0] for event in shown.events if event[0][0] == "Corrected")
    note = next(raw for raw in raws if raw.kind == "Inspect")
    yield _change("what sets nothing has set something", note, [EVENTS, 1], [row, ["WG-CORRECT-01"]], MISMATCH)
    at = next(at for at, event in enumerate(hidden.events) if event[0][0] == "Corrected")
    yield _change("a hidden value is told", hidden, [EVENTS, at, 0, 6], "6", MISMATCH)
    yield _change("everybody may know a hidden value", hidden, [EVENTS, at, 0, 1], EVERYONE, MISMATCH)
    for name, edition in (("an earlier edition", "0.9"), ("the same edition", "1"), ("no edition", "one")):
        yield _change(f"{name} is adopted", adopted, [COMMAND, BODY, 1], edition, ILLEGAL)


def _change(name: str, raw: Any, path: list[int], value: Any, check: str) -> dict[str, Any]:
    return {"name": name, "entry": raw.seq, "path": path, "value": value, "check": check, "at": raw.seq}


def main() -> None:
    """Write the file, small enough to be read."""
    FILE.write_text(json.dumps(vectors(made()), indent=1) + "\n")


if __name__ == "__main__":
    main()
