"""Odds as a client asks for them: over gRPC, in a game under way, checked against the client's own view."""

from __future__ import annotations

import random
import secrets
from fractions import Fraction
from typing import Any

import grpc

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.registry import rules_of
from services.config import Config
from services.rpc.access.credentials import Role
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import methods_of
from services.rpc.wire_values import words_of
from services.server import serving
from services.store.storage import storage
from services.tools.client import Caller, Player
from tests.rulesets.hex_orders.oracles.odds import NEEDED, armour_die, chance, chances_of, open_die
from wargame.hex_orders.v1 import commands_pb2
from wargame.v1 import games_pb2, protocol_pb2

SCENARIO = "to_the_end"  # a small board, where shots come soon
ENOUGH = 20
GAMES, ROUNDS = 10, 400


async def test_a_client_calculates_the_same_odds_from_its_view(tmp_path):
    """In games over gRPC every shot that a side may ask about has the odds that its view and icepool give."""
    config = Config(listen="127.0.0.1:0", data=tmp_path)
    async with (
        storage(config) as (log, store),
        serving(config, log, store) as service,
        grpc.aio.insecure_channel(service.address) as channel,
    ):
        chooser, checked = random.Random(5), 0
        for _ in range(GAMES):  # nearly always the first is enough: what is shot at in it hangs on its dice
            checked += await checked_in_a_game(Caller(channel, service.owner_token), chooser)
            if checked > ENOUGH:
                return
    raise AssertionError(f"{checked} shots were checked in {GAMES} games")


async def checked_in_a_game(owner: Caller, chooser: random.Random) -> int:
    """Play a game, and check shots in it until they are enough; gives their number."""
    opened = await owner.open(
        games_pb2.OpenRequest(
            command_id=secrets.token_bytes(16),
            ruleset="hex_orders",
            pace=protocol_pb2.PACE_AUTO,
            dice_mode=protocol_pb2.DICE_MODE_SEEDED,
            profile=protocol_pb2.PROFILE_P1,
            signatures=games_pb2.SIGNATURES_NONE,
            seats=[protocol_pb2.Seat(name=name, bot=True) for name in ("red", "blue")],
        )
    )
    rules, rulesets = rules_of("hex_orders"), LoadedRulesets()
    tokens = {credential.seat: credential.token for credential in opened.credentials if credential.role == Role.SEAT}
    players = {REFEREE: Player(owner, rulesets, rules, opened.game, REFEREE)}
    players |= {
        seat: Player(Caller(owner.channel, token), rulesets, rules, opened.game, seat) for seat, token in tokens.items()
    }
    checked = 0
    for _ in range(ROUNDS):
        replies = [await player.act(SCENARIO, chooser) for player in players.values()]
        windows = (await players[0].offers()).windows
        if windows and windows[-1].kind == "fire":
            checked += await check_shots(players[windows[-1].asks[0].seat], opened.game)
        if checked > ENOUGH or not any(reply is not None for reply in replies):
            break
    return checked


ANGLES = {number: word for word, number in words_of(commands_pb2.Angle.DESCRIPTOR).items()}


async def check_shots(player: Player, game: bytes) -> int:
    """Check every shot that is legal now against what the view tells; gives their number."""
    view, method, found = await player.view(), methods_of("wargame.hex_orders.v1.Play")["EstimateShot"], 0
    rows = {unit.id: unit for unit in view.units if unit.sheet is not None}
    for own in (row for row in rows.values() if row.seat == player.party):
        for target in (row for row in rows.values() if row.seat != player.party):
            for weapon in own.sheet.weapons:
                carrier = next((at for at, one in enumerate(own.sheet.models, 1) if weapon.id in one.weapons), 0)
                asked = {"unit": own.id, "target": target.id, "weapon": weapon.id, "model": carrier}
                try:
                    reply = await player.caller.call(method, method.request(game=game, use_aim=False, **asked))
                except grpc.aio.AioRpcError as refused:
                    if refused.code() is not grpc.StatusCode.FAILED_PRECONDITION:
                        raise
                    continue
                agrees(reply, weapon, target)
                found += 1
    return found


def agrees(reply: Any, weapon_: Any, target: Any) -> None:
    total = reply.modifiers.total
    assert Fraction(reply.hit.ratio) == chance(open_die(), lambda face: face + total >= NEEDED)
    assert sum(term.value for term in reply.modifiers.terms) == total
    angle = ANGLES[reply.angle]
    value = getattr(target.sheet.armour, angle.removesuffix("_right").removesuffix("_left"))
    saves = armour_die(max(0, value - target.status.armour_loss), reply.penetration.total)
    if weapon_.damage is not None:
        assert chances_of(reply.armour)["stopped" if value > 9 else "through"] == chance(
            saves, lambda count: count == 0
        )
    assert sum(chances_of(reply.losses).values()) == 1
    # of one that falls anyway, by damage that is not applied yet, no model is left whatever the shot does
    assert Fraction(reply.destroyed.ratio) in (0, 1) or Fraction(reply.destroyed.ratio) <= Fraction(reply.hit.ratio)
