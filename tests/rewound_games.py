"""Two games with rewinds, as the service has written them: `python -m tests.rewound_games` writes them to FILE.

They are vectors for verifiers in every language, and are kept: what they hold never changes with the code.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from adjudicator.kernel.decide.parties import REFEREE, is_seat
from adjudicator.kernel.messages import AnswerProposal, Grounds, OpenGame, Rewind, TakeBack, Unsealed
from adjudicator.kernel.protocol.roles import HEAD_REFEREE_ROLE
from adjudicator.kernel.protocol.seed import opening_digest
from adjudicator.kernel.record.mpint import decode, encode
from adjudicator.kernel.record.record import Actor
from replays.audit.checks_dice import hidden_rows
from replays.audit.desk.checks_rewinds import rewinds_of
from replays.audit.entries import read_entries
from replays.audit.report import Findings
from replays.bundle import read_bundle
from services.games.requests import CommandRequest
from tests.replays.fixtures import Recorder
from tests.toy.model.messages import DrawToken, RollStrike

FILE: Final = Path(__file__).parent / "kernel" / "rewind_vectors.json"
STARTS_MS: Final = 1_767_225_600_000
DICE, EVENTS, INDEX = 8, 9, 2


class Played(Recorder):
    """A game in which referees and seats go back."""

    async def session(self) -> Any:
        """Look at the game."""
        async with self.command_handler.locked(self.game_id) as session:
            return session

    async def back(self, to: int, dice: str, reason: str, *, agree: bool = True) -> None:
        """Go back: by a ruling of the head referee, or as one seat proposes and the other answers."""
        command = Rewind(grounds=Grounds(reason=reason, clause="", about=(to,)), to=to, dice=dice, changes=())
        if self.terms.referee:
            await self.rule(command)
        else:
            await self.submit(0, command)
            await self.submit(1, AnswerProposal(agree=agree))

    async def rule(self, command: Any) -> None:
        """Give a command as the head referee of an event."""
        actor = Actor(HEAD_REFEREE_ROLE, REFEREE, "head")
        answer = await self.command_handler.submit(
            CommandRequest(self.game_id, self.fresh()[:16], command, actor, self.head, None, None)
        )
        self.head = answer.entry.hash

    async def play_to(self, kind: type[Struct]) -> int:
        """Play on until a seat has given a command of a kind; gives its entry."""
        before = (await self.session()).protocol.seq if self.head else 0

        def thrown(session: Any) -> int:
            notes = enumerate(session.protocol.docket.entries, 1)
            found = (seq for seq, note in notes if seq > before and isinstance(note.command, kind))
            return next(found, 0)

        await self.play(thrown)
        return thrown(await self.session())


def path_of(seq: int, rewinds: dict[int, int]) -> list[int]:
    """List the entries that the game after entry `seq` is folded from."""
    found: list[int] = []
    while seq > 0:
        found.append(seq)
        seq = rewinds.get(seq, seq) - 1
    return found[::-1]


def _may_be_taken_back(session: Any) -> bool:
    note = session.protocol.docket.note(session.protocol.seq)
    shows = note.rolls or Unsealed in note.events
    return is_seat(note.actor.party) and not shows and session.game.stack[-1].kind == "turn"


async def agreed() -> Played:
    """No referee: seats propose, agree and decline; and a take-back."""
    game = Played(26)
    at = await game.play_to(RollStrike)
    await game.back(at, "stand", "the wrong modifier", agree=False)
    await game.back(at, "stand", "the wrong modifier")
    at = await game.play_to(RollStrike)
    at = await game.play_to(RollStrike)
    await game.back(at, "fresh", "the wrong piece")
    before = (await game.session()).protocol.seq
    await game.play(lambda session: session.protocol.seq > before and _may_be_taken_back(session))
    last = (await game.session()).protocol
    await game.submit(last.docket.note(last.seq).actor.party, TakeBack(to=last.seq))
    return await game.play()


async def ruled() -> Played:
    """A game of an event, with a head referee; a rewind is taken back by another."""
    game = Played(19, referee=True, event=b"e" * 16, starts_ms=STARTS_MS)
    at = await game.play_to(RollStrike)
    await game.back(at, "fresh", "dice off the table")
    first = (await game.session()).protocol.seq
    await game.play_to(RollStrike)
    await game.back(first, "fresh", "the ruling was wrong")
    await game.back(at, "stand", "the wrong modifier")
    at = await game.play_to(DrawToken)
    await game.back(at, "stand", "the wrong bag")
    return await game.play()


def records_of(game: Played) -> tuple[list[Any], Any]:
    """Read the game as a verifier does; gives its entries and its replay file."""
    bundle = read_bundle(asyncio.run(game.file()))
    return read_entries(bundle, Findings()), bundle


def written(name: str, game: Played) -> dict[str, Any]:
    """Write a game as the vectors have it."""
    raws, bundle = records_of(game)
    rewinds = rewinds_of(raws)
    stands = set(path_of(len(raws), rewinds))
    rows, count = [], 0
    for raw in raws:
        row = {"record": raw.data.hex(), "hash": raw.hash.hex()}
        if openings := bundle.openings(raw.seq):
            row["openings"] = encode([list(part) for part in openings]).hex()
        rows.append(row)
        count += sum(len(roll[4]) for roll in [*raw.dice, *hidden_rows(raw, bundle)])
    return {
        "name": name,
        "game": game.game_id.hex(),
        "secret": game.secret.hex(),
        "verify_key": game.vkey,
        "note": bundle.heads[-1],
        "settings": opening_digest(game.terms).hex(),
        "dice": count,
        "rewinds": [[seq, to] for seq, to in rewinds.items()],
        "void": [raw.seq for raw in raws if raw.seq not in stands],
        "changes": list(changes(raws)),
        "entries": rows,
    }


def changes(raws: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """List changes of one value each, and what a verifier must say of them where the chain was made good again.

    `path` leads from the record to the value, by places from 0.
    """
    for raw in raws:
        at = next((at for at, event in enumerate(raw.events) if event[0][0] == "Rewound"), None)
        if at is None:
            continue
        _, to, voids, _, _, again = raw.events[at][0]
        event = [EVENTS, at, 0]
        yield _change("an entry is left out of those that are void", raw, [*event, 2], voids[1:], "REWIND_INVALID")
        yield _change("back to the opening", raw, [*event, 1], 1, "REWIND_INVALID")
        yield _change("back to an entry to come", raw, [*event, 1], raw.seq, "REWIND_INVALID")
        thrown = [row for row in raws if row.seq > raw.seq and row.dice]
        used = next((row.dice[0] for row in raws[to - 1 : raw.seq] if row.dice), None)
        if used is None or len(thrown) <= 1:
            continue  # what was thrown there is hidden, or nothing is thrown after it
        if again is None:
            place = [DICE, 0, INDEX]
            yield _change("a void die after fresh dice", thrown[0], place, used[INDEX], "DICE_REUSED")
        else:
            told = "DICE_REUSED"
            yield _change("dice stand without a ruling", raw, [*event, 5], None, told, thrown[0].seq)
            yield _change("another label than that which stands", thrown[0], [DICE, 0, 5], used[5] + "!", told)
            yield _change("another roller than the one whose dice stand", thrown[0], [DICE, 0, 6], 255, told)
            yield _change("other sides than those that stand", thrown[0], [DICE, 0, 3], used[3] + 1, told)
            yield _change("an index that was not reached", thrown[0], [DICE, 0, INDEX], 900, "DICE_CURSOR_GAP")
            yield _change("dice that stand, a second time", thrown[1], [DICE, 0, INDEX], used[INDEX], told)


def _change(name: str, raw: Any, path: list[int], value: Any, check: str, seq: int = 0) -> dict[str, Any]:
    return {"name": name, "entry": raw.seq, "path": path, "value": value, "check": check, "at": seq or raw.seq}


def openings_of(game: Played) -> list[dict[str, str]]:
    """Write openings of several editions with their digests."""
    whole = decode(encode(game.terms))
    place = OpenGame.__struct_fields__.index("commitment")
    old = whole[: place + 1]
    rows = {
        "before there was anything after the commitment": old,
        "nothing said after it": [*old, None, None, 0, None],
        "an event alone": [*old, b"e" * 16],
        "an event, and nothing said after it": [*old, b"e" * 16, None, 0, None],
        "a start": [*old, None, None, STARTS_MS, None],
        "what is not known yet": [*old, None, None, 0, None, "later", False, ""],
        "zeros between": [*old, None, None, 0, b"r" * 16, 0, None],
        "false says nothing": [*old, b"e" * 16, None, 0, None, False],
        "an empty text says something": [*old, None, None, 0, None, ""],
        "empty bytes say something": [*old, None, None, 0, None, b""],
        "an empty list says something": [*old, None, None, 0, None, []],
    }
    return [
        {"name": name, "opening": encode(values).hex(), "settings": _settings(values, place)}
        for name, values in rows.items()
    ]


def _settings(values: list[Any], place: int) -> str:
    """Digest an opening by the words of docs/replay-format.md."""
    bare = [None if at == place else value for at, value in enumerate(values)]
    while len(bare) > place + 1 and (bare[-1] is None or bare[-1] is False or bare[-1] == 0):
        bare.pop()
    return hashlib.sha256(encode(bare)).hexdigest()


def main() -> None:
    """Write the file, small enough to be read."""
    games = {"agreed": asyncio.run(agreed()), "ruled": asyncio.run(ruled())}
    rows = {"games": [written(name, game) for name, game in games.items()], "openings": openings_of(games["agreed"])}
    FILE.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
