"""Commands of the organiser's page that need a look at the game first: given as the page has them, with its values."""

from __future__ import annotations

import csv
import json
import random
import shlex
from collections.abc import AsyncIterator
from typing import Any, Final

import grpc
import msgspec
import pytest
from msgspec import Struct

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.registry import rules_of
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import methods_of
from services.tools.client import GAMES, Caller, Player
from services.tools.event.calls import event_in
from tests.docs.blocks import ALL
from tests.services.events.test_signed_acts import RULESET, Cup, cup

__all__ = ["cup"]
PAGE: Final = "docs/run-an-event.md"
GAME: Final = "1/2"
SEATS: Final = ("cleo", "dora")
STEPS: Final = 400


class Table:
    """The second game of an event; its parties play as bots, one command after the other."""

    def __init__(self, cup: Cup, channel: grpc.aio.Channel) -> None:
        self.cup = cup
        rows = list(csv.DictReader((cup.folder / "seats.csv").open(encoding="utf-8")))
        tokens = [row["token"] for row in rows if f"{row['round']}/{row['table']}" == GAME]
        self.game = bytes.fromhex(next(row["game"] for row in rows if row["token"] in tokens))
        self.chance = random.Random(GAME)
        self.rules = rules_of(RULESET)
        loaded = LoadedRulesets()
        head = (cup.folder / "hana.token").read_text().strip()
        self.owner, *others = [Caller(channel, token) for token in (cup.served.owner_token, *tokens, head)]
        parties = zip((self.owner, *others), (REFEREE, 0, 1, REFEREE), strict=True)
        self.players = [Player(caller, loaded, self.rules, self.game, party) for caller, party in parties]

    async def proposal(self) -> tuple[Player, Struct]:
        """Ask who is to give which command next."""
        for player in self.players:
            reply = await player.asked()
            if reply is not None and reply.offers:
                return player, await player.proposal(reply, "", self.chance)
        raise AssertionError("nobody is offered anything")

    async def entries(self) -> list[Any]:
        """Read the log."""
        return [row async for row in self.owner.stream(methods_of(GAMES)["Read"], game=self.game)]

    async def give(self, begins: str, /, token: str = "", **values: str) -> str:
        """Run the command of the page that begins so, with other values of these fields, and by another token."""
        (block,) = [block for block in ALL if block.page == PAGE and begins in block.text]
        (line,) = [line for line in block.text.replace("\\\n", " ").splitlines() if begins in line]
        program, verb, *words = shlex.split(line)
        assert (program, verb) == ("adjudicator", "event")
        place = words.index("--token-file")
        printed = words[place + 1]
        del words[place : place + 2]
        assert values.keys() <= {word.partition("=")[0] for word in words}
        words = [f"{name}={values.pop(name)}" if (name := word.partition("=")[0]) in values else word for word in words]
        return await self.cup.run(*words, *([] if "--yes" in words else ["--yes"]), token=token or printed)


def as_json(values: Any) -> str:
    """Write values as the program reads them."""
    return str(msgspec.json.encode(values).decode())


@pytest.fixture
async def table(cup: Cup) -> AsyncIterator[Table]:
    """An event as the page has it by then, and its second game in the middle of play."""
    await cup.begin(signed=False)
    for name in SEATS:
        await cup.run("token", "make", "seat", name, "--out", str(cup.folder / f"{name}.token"))
    async with grpc.aio.insecure_channel(cup.served.address) as channel:
        yield Table(cup, channel)


async def test_a_command_is_sealed_while_the_game_is_adjourned(table: Table) -> None:
    """The game stands still, who is asked seals what it would give, and that is taken when the game goes on."""
    for _ in range(STEPS):
        player, command = await table.proposal()
        if type(command).__name__ == "DeployUnit":
            break
        await player.give(command)
    await table.give("AdjournGame")
    fields = as_json([getattr(command, name) for name in command.__struct_fields__])
    await table.give("SealNext", token=f"{SEATS[player.party]}.token", fields=fields)
    await table.give("ResumeGame --game 1/2")
    last = (await table.entries())[-1]
    assert (last.command, last.ruled[-1].name) == ("ResumeGame", "UnitDeployed")
    (taken,) = [event_in(row) for row in last.ruled if row.name == "SealedTaken"]
    assert taken.by.seat == player.party


async def test_a_throw_stands_for_the_command_that_is_given_again(table: Table) -> None:
    """The ruling goes back to the entry that has thrown; its player is offered that command alone, with its faces."""
    for _ in range(STEPS):
        player, command = await table.proposal()
        await player.give(command)
        entry = (await table.entries())[-1]
        mask = table.rules.masks[type(command)]
        hidden = mask.secret or mask.seals
        if entry.rolls and player.party != REFEREE and type(command) in table.rules.own and not hidden:
            break
    else:
        raise AssertionError("no seat has thrown")
    name = command.__struct_fields__[0]
    changes = [{"field": name, "value": as_json(getattr(command, name))}]
    await table.give("dice=stand", to=str(entry.seq), changes=json.dumps(changes))
    again, same = await table.proposal()
    assert (again.party, type(same), same) == (player.party, type(command), command)
    await again.give(same)
    last = (await table.entries())[-1]
    assert [list(roll.faces) for roll in last.rolls][: len(entry.rolls)] == [list(roll.faces) for roll in entry.rolls]
    assert {roll.index for roll in entry.rolls} <= {roll.index for roll in last.rolls}
