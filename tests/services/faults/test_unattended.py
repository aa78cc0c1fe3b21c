"""What is due in a game that everybody has left comes by itself, though the service was killed: in another process."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from replays.audit.audit import audit
from replays.audit.report import FAIL
from services.rpc.wire_values import span_of
from tests.services.audited import find
from tests.services.fixtures import ToyGame, open_request
from tests.services.process import Process
from wargame.v1 import rulings_pb2, terms_pb2

PATIENCE = 90
WHY = rulings_pb2.Grounds(reason="until they are back")
STOPS = terms_pb2.StopTerms(
    call_limit=span_of(1_000), calls=3, pause_limit=span_of(1_000), adjourn_limit=span_of(1_000)
)
# so long after the stop of a call that a slow machine does not end both at once, and before the flag falls
CALL_LAPSES = span_of(6_000)
CLOCK = terms_pb2.ClockTerms(bank=span_of(8_000), grace=span_of(1), on_flag=terms_pb2.ON_FLAG_LOSS)


def terms(**ways: Any) -> Any:
    return terms_pb2.GameTerms(**{"stops": STOPS, "referee_limit": span_of(2_000), **ways})


async def ruled(game: ToyGame, act: str, **fields: Any) -> None:
    head = (await game.call("Get", "owner")).receipt.hash
    await game.call(act, "referee", grounds=WHY, head=head, **fields)


async def played(game: ToyGame) -> None:
    """Both have come, and blue is asked."""
    await game.contribute("red", "blue")
    await game.call("CreateMatch", "owner", rounds=1)
    await game.call("PlotMarch", "red", heading="west")


async def nobody(_game: ToyGame) -> None:
    """No seat ever comes."""


async def one(game: ToyGame) -> None:
    """One seat comes, and the other does not."""
    await game.call("CommitContribution", "red", commitment=bytes(31) + b"\x01")


async def not_set_up(game: ToyGame) -> None:
    """Both have come, and nobody sets the table up."""
    await game.contribute("red", "blue")


async def alone(game: ToyGame) -> None:
    """Both have come to a game without a referee."""
    await played(game)


async def called(game: ToyGame) -> None:
    await played(game)
    await game.call("CallReferee", "blue", question="is that so?")


async def paused(game: ToyGame) -> None:
    await played(game)
    await ruled(game, "PauseGame")


async def adjourned(game: ToyGame) -> None:
    await played(game)
    await ruled(game, "AdjournGame")


async def conceded(game: ToyGame) -> None:
    """There is a result, which might be appealed."""
    await played(game)
    await game.call("Concede", "blue")


async def appealed(game: ToyGame) -> None:
    """No referee answers the appeal; the seats may appeal for five more minutes then, which the test does not wait."""
    await conceded(game)
    await game.call("Appeal", "blue", reason="I was not asked")


Left = Callable[[ToyGame], Awaitable[None]]
# how each game is left, its terms, and what the service gives in it by itself up to the last of these
GAMES: tuple[tuple[Left, dict[str, Any], tuple[str, ...]], ...] = (
    (nobody, {"no_show": span_of(9_000)}, ("CallNoShow", "Finish")),
    (one, {"no_show": span_of(9_000)}, ("CallNoShow", "Finish")),
    (not_set_up, {"time_called": span_of(9_000)}, ("CallTime", "Finish")),
    (played, {"time_called": span_of(9_000)}, ("CallTime", "Finish")),
    (alone, {"time_called": span_of(9_000)}, ("CallTime", "Finish")),
    (called, {"clock": CLOCK, "referee_limit": CALL_LAPSES}, ("EndStop", "EndStop", "CallFlag", "Finish")),
    (paused, {"clock": CLOCK}, ("EndStop", "CallFlag", "Finish")),
    (adjourned, {"clock": CLOCK}, ("EndStop", "CallFlag", "Finish")),
    (conceded, {"clock": CLOCK}, ("Finish",)),
    (appealed, {"clock": CLOCK}, ("EnforceDeadline",)),
)


async def given_by_itself(game: ToyGame, last: str) -> list[str]:
    """Follow a game until the service has given a command; all that it has given by itself, outages left out."""
    found: list[str] = []
    async for entry in game.start("Watch", "red"):
        if entry.actor.party.named and entry.command in {name for _, _, names in GAMES for name in names}:
            found.append(entry.command)
            if entry.command == last:
                return found
    raise AssertionError(f"no {last}: {found}")


@pytest.mark.slow
async def test_games_that_everybody_left_end_although_the_service_was_killed(tmp_path):
    """No-shows, time, flags, calls, stops, the time for appeals and referees' answers are due, and found in the log."""
    process = Process(tmp_path)
    await process.start()
    games = []
    try:
        async with process.client() as client:
            for left, ways, _ in GAMES:
                request = open_request(referee=left is not alone, appeal_window=1, event_terms=terms(**ways))
                opened = await client.call("Open", process.owner, request)
                games.append(ToyGame(client, opened, process.owner, ("red", "blue")))
                await left(games[-1])
        await process.end(signal.SIGKILL)
        await process.start()
        async with process.client() as client, asyncio.timeout(PATIENCE):
            for game, (left, _, names) in zip(games, GAMES, strict=True):
                later = ToyGame(client, game.opened, process.owner, ("red", "blue"))
                found = await given_by_itself(later, names[-1])
                assert sorted(found) == sorted(names), left.__name__
                data = b"".join([row.data async for row in later.start("Export", "auditor")])
                report = audit(data, find=find)
                assert report.result != FAIL, (left.__name__, report.findings)
    finally:
        if process.process.returncode is None:
            await process.end(signal.SIGKILL)
