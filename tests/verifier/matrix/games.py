"""The games that the matrix alters, each played once, and those that a dishonest service plays."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from adjudicator.kernel.decide.parties import REFEREE, TABLE
from adjudicator.kernel.messages import AddNote, Appeal, Award, Concede, Correct, EnforceDeadline, Grounds, PatchItem
from adjudicator.kernel.record.chain import signing_bytes
from adjudicator.kernel.record.mpint import encode
from services.games.signing import sign
from tests.replays.audit.steps import ACTOR, BODY, COMMAND, SEQ, SIGNATURE, Case
from tests.replays.audit.test_tamper import faulty, striking
from tests.replays.audit.test_tamper_keys import JUDGE_KEY, NEW_KEY, NOTED, OWNER_KEY, InStretches, SignedActs
from tests.replays.fixtures import Recorder, played, toy_rules
from tests.rewound_games import agreed, ruled
from tests.toy.model.messages import DrawToken

WHY = Grounds(reason="it was counted wrongly", clause="", about=())
LUCKIER = b"luckier".ljust(32, b"\1")
PATCHED = b"p" * 32


class Acts(Case):
    """A game whose officials sign: with all keys theirs are held too; what entries `kept` have is left to them."""

    kept: frozenset[int] = frozenset()

    def _sign(self, fields: Any) -> Any:
        if fields[SEQ] in self.kept:
            return fields[SIGNATURE]
        if fields[ACTOR][1] != REFEREE:
            return super()._sign(fields)
        kinds = [row[COMMAND][BODY][0] for row in self.entries[: self.entries.index(fields)]]
        judge = NEW_KEY if "AdmitOfficial" in kinds else JUDGE_KEY
        by_owner = fields[COMMAND][BODY][0] in ("CreateMatch", "AdmitOfficial")
        return sign(OWNER_KEY if by_owner else judge, signed(fields))


def signed(fields: Any) -> bytes:
    """Give what the signature of an entry's command is over."""
    return signing_bytes(encode([fields[1], fields[ACTOR], fields[COMMAND]]))


async def _acts() -> Case:
    recorder = SignedActs()
    await recorder.play(lambda session: session.game.stack[-1].kind == "turn")
    await recorder.submit(REFEREE, AddNote(grounds=NOTED))
    await recorder.submit(REFEREE, recorder.admission())
    recorder.judge_key = NEW_KEY
    await recorder.submit(REFEREE, AddNote(grounds=NOTED))
    return Acts(await recorder.play(), await recorder.file())


async def _corrected() -> Recorder:
    recorder = Recorder(5, referee=True)
    await recorder.play(lambda session: session.protocol.cursors.get(0, 0) >= 2)
    async with recorder.command_handler.locked(recorder.game_id) as session:
        game: Any = session.game
        shields = game.sides[0].shields
    item = PatchItem(table="sides", key="0", field="shields", before=str(shields), after=str(shields + 1))
    await recorder.submit(REFEREE, AddNote(grounds=WHY))
    await recorder.submit(REFEREE, Correct(grounds=WHY, patch=(item,)))
    return await recorder.play()


async def _silent() -> Recorder:
    recorder = Recorder(1, response_limit=60, referee=True)
    await recorder.play(lambda session: session.game.stack[-1].kind == "turn")
    async with recorder.command_handler.locked(recorder.game_id) as session:
        window = session.game.stack[-1].id
    recorder.now += 60_000
    await recorder.submit(TABLE, EnforceDeadline(window=window))
    return await recorder.play()


async def _appealed() -> Recorder:
    recorder = Recorder(3, referee=True, appeal_window=600)
    await recorder.play(lambda session: any(window.kind == "turn" for window in session.game.stack))
    await recorder.submit(1, Concede())
    await recorder.submit(0, Appeal(reason="my points"))
    async with recorder.command_handler.locked(recorder.game_id) as session:
        appeal = session.protocol.docket.appeal.seq
    await recorder.submit(
        REFEREE, Award(grounds=WHY, ending="adjudicated", winners=(0,), scores=(300, 200), overturns=appeal)
    )
    return await recorder.play()


async def _interrupted(cursor: int) -> Recorder:
    """Play until four dice were drawn, let the operator move the cursor, and play on."""
    recorder = Recorder(1)
    await recorder.play(lambda session: session.protocol.cursors.get(0, 0) >= 4)
    async with recorder.command_handler.locked(recorder.game_id) as session:
        session.protocol.cursors[0] += cursor
    return await recorder.play()


async def _out_of_turn() -> Recorder:
    rules = toy_rules()
    recorder = Recorder(1, rules=replace(rules, anytime=rules.anytime | {DrawToken}))
    await recorder.play(lambda session: session.game.stack[-1].kind == "turn")
    async with recorder.command_handler.locked(recorder.game_id) as session:
        waiting = 1 - session.game.stack[-1].asks[0]
    await recorder.submit(waiting, DrawToken())
    return await recorder.play()


async def _other_moves() -> Recorder:
    recorder = Recorder(1)
    recorder.generator = random.Random(7)
    return await recorder.play()


async def _played(seed: int = 1, **options: Any) -> Recorder:
    return await Recorder(seed, **options).play()


HONEST: dict[str, Callable[[], Any]] = {
    "plain": _played,
    "reported": lambda: _played(dice_mode="reported"),
    "agreed": agreed,
    "ruled": ruled,
    "acts": _acts,
    "stretches": lambda: InStretches().play(),
    "corrected": _corrected,
    "silent": _silent,
    "appealed": _appealed,
}
"""Games in which nothing is wrong."""
DISHONEST: dict[str, Callable[[], Any]] = {
    "other_dice": lambda: _played(dice_secret=b"\x21" * 32),
    "index_skipped": lambda: _interrupted(1),
    "index_twice": lambda: _interrupted(-1),
    "other_die": lambda: _played(rules=faulty(striking(sides=8))),
    "extra_die": lambda: _played(rules=faulty(striking(count=2))),
    "event_added": lambda: _played(3, rules=faulty(striking(extra=True))),
    "out_of_turn": _out_of_turn,
    "remade": lambda: _played(secret=LUCKIER),
    "other_moves": _other_moves,
    "patched_build": lambda: _played(engine=PATCHED),
}
"""Games of a service that does not keep to its word: nothing has to be altered in them."""


@cache
def _recorded(name: str) -> Case:
    found = asyncio.run((HONEST | DISHONEST)[name]())
    return found if isinstance(found, Case) else Case(found, asyncio.run(found.file()))


def game(name: str) -> Case:
    """Give a game to be altered."""
    return _recorded(name).copy()


__all__ = ["DISHONEST", "HONEST", "PATCHED", "WHY", "Acts", "game", "played", "signed"]
