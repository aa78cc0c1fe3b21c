"""Twin games for browsers: games that stand in two services alike, and a secret that will be another one in each."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from typing import Any, Final

import grpc
from google.protobuf import any_pb2
from google.protobuf.json_format import MessageToDict
from msgspec import Struct
from msgspec.structs import asdict, replace

from adjudicator.kernel.bot import Sight
from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.registry import rules_of
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import methods_of
from services.tools.client import Caller, Player
from tests.page.live_games import SEATS, tokens_of
from wargame.v1 import games_pb2, protocol_pb2

GAMES: Final = methods_of("wargame.v1.Games")
WORLDS: Final = 2
MOST_BEGUN: Final = 200
# how many answers of a bot are looked through for two that differ in their secret fields alone
LOOKED_THROUGH: Final = 600


class Twin(Struct, frozen=True):
    """A game until a seat is offered this command, whose secret fields will be other ones in the second world."""

    ruleset: str
    scenario: str
    command: str

    @property
    def name(self) -> str:
        """Name it in words."""
        return f"{self.ruleset}: {self.command}"


TWINS: Final = (
    Twin("hex_orders", "infantry", "PlaceHiddenToken"),
    Twin("hex_orders", "to_the_end", "PlotOrders"),
    Twin("grinding_annihilation", "war_of_control", "CommitBattleFormations"),
)


class _Game:
    """A game that bots begin."""

    def __init__(self, channel: grpc.aio.Channel, token: str, twin: Twin) -> None:
        self.twin = twin
        self.channel = channel
        self.token = token
        self.rules: LoadedRuleset[Any] = rules_of(twin.ruleset)
        self.rulesets = LoadedRulesets()

    async def begun(self) -> dict[str, Any]:
        """Begin the game; gives who may give the secret, and the two messages that do."""
        owner = Caller(self.channel, self.token)
        request = games_pb2.OpenRequest(
            command_id=secrets.token_bytes(16),
            ruleset=self.twin.ruleset,
            seats=[protocol_pb2.Seat(name=name) for name in SEATS],
            signatures=games_pb2.SIGNATURES_NONE,
        )
        game = await owner.open(request)
        tokens = tokens_of(game, self.token)
        players = [Player(owner, self.rulesets, self.rules, game.game, REFEREE)]
        players += [
            Player(Caller(self.channel, tokens[name]), self.rulesets, self.rules, game.game, seat)
            for seat, name in enumerate(SEATS)
        ]
        chance = random.Random(f"twins {self.twin.name} 0")
        for _ in range(MOST_BEGUN):
            for player in players:
                reply = await player.asked()
                if reply is None or not reply.offers:
                    continue
                if any(offer.command == self.twin.command for offer in reply.offers):
                    pair = await self._pair(player, reply)
                    if pair is not None:
                        return self._found(game.game, tokens, SEATS[player.party], pair)
                await player.give(await player.proposal(reply, self.twin.scenario, chance))
                break
        message = f"{self.twin.name}: nobody was offered it with two secrets to choose from"
        raise AssertionError(message)

    async def _pair(self, player: Player, reply: Any) -> tuple[Struct, Struct] | None:
        """Find two answers that differ in their secret fields alone; None where there are none."""
        convert = self.rulesets.converter.to_struct
        windows, offers = tuple(map(convert, reply.windows)), tuple(map(convert, reply.offers))
        sight = Sight(player.party, await player.view(), windows, offers)
        chance, first = random.Random(f"pair {self.twin.name}"), dict[str, Struct]()
        for _ in range(LOOKED_THROUGH):
            command = self.rules.choose(sight, chance)
            if type(command).__name__ != self.twin.command:
                continue
            known = first.setdefault(self._public(command), command)
            if known != command:
                return known, command
            for other in self._others(command, reply):
                if await self._fits(player, other):
                    return command, other
        return None

    def _secret(self, command: Struct) -> tuple[str, ...]:
        mask, fields = self.rules.masks[type(command)], command.__struct_fields__
        return fields if mask.whole else tuple(fields[place] for place in mask.secret)

    def _public(self, command: Struct) -> str:
        return repr({name: value for name, value in asdict(command).items() if name not in self._secret(command)})

    def _others(self, command: Struct, reply: Any) -> Iterator[Struct]:
        """Give the same command with another word in a secret field that is chosen from a list."""
        for offer in reply.offers:
            for domain in offer.fields if offer.command == self.twin.command else ():
                now = getattr(command, domain.field)
                if domain.field in self._secret(command) and isinstance(now, str):
                    yield from (
                        replace(command, **{domain.field: word}) for word in domain.one_of.values if word != now
                    )

    async def _fits(self, player: Player, command: Struct) -> bool:
        packed: Any = any_pb2.Any()
        packed.Pack(self.rulesets.converter.to_pb(command))
        request = games_pb2.CheckRequest(game=player.game, command=packed)
        return not (await player.caller.call(GAMES["Check"], request)).HasField("refusal")

    def _found(self, game: bytes, tokens: dict[str, str], seat: str, pair: tuple[Struct, Struct]) -> dict[str, Any]:
        return {
            "game": game.hex(),
            "tokens": tokens,
            "seat": seat,
            "other": next(name for name in SEATS if name != seat),
            "method": f"{self.rules.package}.Play/{self.twin.command}",
            "messages": [MessageToDict(self.rulesets.converter.to_pb(command)) for command in pair],
        }


async def begun(address: str, token: str) -> list[dict[str, Any]]:
    """Begin all twins."""
    async with grpc.aio.insecure_channel(address) as channel:
        return [await _Game(channel, token, twin).begun() for twin in TWINS]
