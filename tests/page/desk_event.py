"""An event for the browsers of its referees: two games that programs have begun, tokens, and what a seat hides."""

from __future__ import annotations

import random
import secrets
from typing import Any, Final

import grpc

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.messages import Concede
from adjudicator.registry import rules_of
from adjudicator.rulesets.hex_orders.model.messages import PlotOrders
from replays.audit.audit import audit
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import methods_of
from services.rpc.wire_values import span_of
from services.tools.client import Caller, Player
from wargame.v1 import events_pb2, games_pb2, options_pb2, protocol_pb2, terms_pb2

EVENTS: Final = methods_of("wargame.v1.Events")
GAMES: Final = methods_of("wargame.v1.Games")
WAIVE: Final = methods_of("wargame.v1.Referee")["WaiveAppeal"]
MINUTE: Final = 60_000
# round, table, rules, persons, and how many acts programs give before the browsers come
TABLES: Final = (("1", "1", "tile_formations", ("anna", "ben"), 25), ("1", "2", "hex_orders", ("cleo", "dora"), 0))
PLOTTED_BY: Final = 200
WORDS_LEAST: Final = 5
# orders of a unit that stands, which every unit may have
STANDS: Final = "-+-+-"
# a referee rules over no player of the same club
CLUBS: Final = {"cleo": "south", "sam": "south"}
SEAT: Final = options_pb2.ROLE_SEAT
TOKENS: Final = (
    ("hana", options_pb2.ROLE_HEAD_REFEREE),
    ("rob", options_pb2.ROLE_REFEREE),
    ("ria", options_pb2.ROLE_REFEREE),
    ("sam", options_pb2.ROLE_REFEREE),
    ("anna", options_pb2.ROLE_SEAT),
    ("cleo", options_pb2.ROLE_SEAT),
    ("screen", options_pb2.ROLE_SPECTATOR),
)


class Desk:
    """An event with its owner; `players` are those of a game by its table."""

    def __init__(self, channel: grpc.aio.Channel, token: str) -> None:
        self.channel = channel
        self.owner = Caller(channel, token)
        self.rulesets = LoadedRulesets()
        self.event = b""
        self.players: dict[str, list[Player]] = {}

    async def ask(self, name: str, /, **fields: Any) -> Any:
        """Call a method of Events."""
        method = EVENTS[name]
        request: Any = method.request(**({"event": self.event} if self.event else {}), **fields)
        return await self.owner.call(method, request)

    async def create(self) -> None:
        """Create the event, with clocks, and cards that follow from cards."""
        rulesets = [
            events_pb2.RulesetTerms(ruleset=ruleset, profile=protocol_pb2.PROFILE_P0)
            for ruleset in ("hex_orders", "tile_formations")
        ]
        games = terms_pb2.GameTerms(
            clock=terms_pb2.ClockTerms(bank=span_of(60 * MINUTE), on_flag=terms_pb2.ON_FLAG_NOTE),
            penalties=[
                terms_pb2.PenaltyRule(
                    kind=terms_pb2.PENALTY_KIND_CAUTION,
                    count=2,
                    scope=terms_pb2.PENALTY_SCOPE_EVENT,
                    then=terms_pb2.PENALTY_KIND_YELLOW,
                )
            ],
        )
        terms = events_pb2.EventTerms(name="Desk cup", rulesets=rulesets, games=games, referee=True)
        terms.appeal_window.seconds = 600
        persons = ("anna", "ben", "cleo", "dora", "emil")
        roster = [events_pb2.Person(name=name, affiliation=CLUBS.get(name, "")) for name in persons]
        self.event = (await self.ask("Create", command_id=secrets.token_bytes(16), terms=terms, roster=roster)).event

    async def token(self, name: str, role: int) -> str:
        """Make a token."""
        club = CLUBS.get(name, "")
        made = await self.ask(
            "MakeToken",
            command_id=secrets.token_bytes(16),
            role=role,
            name=name,
            affiliation=club if role != SEAT else "",
        )
        return str(made.token)

    async def open(self) -> dict[str, str]:
        """Open the games; gives their ids by table."""
        pairings = [
            events_pb2.Pairing(
                ruleset=ruleset,
                round=label,
                table=table,
                seats=[
                    events_pb2.EventSeat(name=seat, person=name)
                    for seat, name in zip(("red", "blue"), persons, strict=True)
                ],
            )
            for label, table, ruleset, persons, _ in TABLES
        ]
        found = {}
        fields: Any = {"event": self.event, "command_id": secrets.token_bytes(16), "pairings": pairings}
        async for opened in self.owner.stream(EVENTS["OpenGames"], **fields):
            _, table, ruleset, _, acts = TABLES[opened.index]
            seats = {row.seat: row.token for row in opened.credentials if row.role == options_pb2.ROLE_SEAT}
            self._sit(table, ruleset, opened.game, seats)
            await self.play(table, acts)
            found[table] = opened.game.hex()
        return found

    def _sit(self, table: str, ruleset: str, game: bytes, seats: dict[int, str]) -> None:
        rules = rules_of(ruleset)
        made = [Player(self.owner, self.rulesets, rules, game, REFEREE)]
        made += [Player(Caller(self.channel, token), self.rulesets, rules, game, seat) for seat, token in seats.items()]
        self.players[table] = made

    async def play(self, table: str, acts: int) -> None:
        """Let programs give so many commands, or as many as are asked of them; what a referee is asked waits."""
        chance, given = random.Random(f"desk {table}"), 0
        for _ in range(4 * acts):
            for player in self.players[table]:
                reply = await player.asked() if given < acts else None
                if reply is not None and reply.offers:
                    await player.give(await player.proposal(reply, "", chance))
                    given += 1

    async def hide(self, table: str) -> dict[str, str]:
        """Play until a seat has plotted orders that the other has not seen; gives their key and what they say."""
        chance = random.Random(f"hide {table}")
        for _ in range(PLOTTED_BY):
            for player in self.players[table]:
                reply = await player.asked()
                if reply is None or not reply.offers:
                    continue
                command = await player.proposal(reply, "", chance)
                await player.give(command)
                plot = command.plot if isinstance(command, PlotOrders) else None
                if plot is not None and len(plot.movement[0]) >= WORDS_LEAST and plot.movement[0] != STANDS:
                    return {"key": f"{plot.unit}@{plot.turn}", "words": plot.movement[0], "instead": STANDS}
        raise AssertionError(f"nobody has plotted within {PLOTTED_BY} acts of each")

    async def end(self, table: str) -> Any:
        """Bring a game to its end and audit it: who still plays gives up, nobody appeals, and the dice are shown."""
        owner, *seats = self.players[table]
        facts = await self.owner.call(GAMES["Get"], games_pb2.GetRequest(game=owner.game))
        if not facts.HasField("result"):
            await seats[0].offers()
            await seats[0].give(Concede())
        for player in seats:
            await player.offers()
            request: Any = WAIVE.request()
            request.header.game, request.header.command_id = player.game, secrets.token_bytes(16)
            request.header.head = player.head
            await player.caller.call(WAIVE, request)
        await self.play(table, len(seats))
        async for entry in self.owner.stream(GAMES["Watch"], game=owner.game):
            if entry.command == "Reveal":
                break
        return audit(await self.owner.export(owner.game))


async def prepare(desk: Desk, web: str) -> dict[str, Any]:
    """Make everything that the browsers need, and say where it is."""
    await desk.create()
    tokens = {name: await desk.token(name, role) for name, role in TOKENS}
    tokens["owner"] = desk.owner.token
    games = await desk.open()
    hidden = await desk.hide("2")
    return {"base": f"http://{web}", "event": desk.event.hex(), "games": games, "tokens": tokens, "hidden": hidden}
