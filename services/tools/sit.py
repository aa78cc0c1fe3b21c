"""The verb `sit`: a person at a seat, in a terminal, against bots, in a game of a running service."""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import secrets
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import grpc
from msgspec import Struct

from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.registry import RULESETS, rules_of
from replays.audit.audit import audit
from replays.audit.receipts import read_held
from replays.tell.values import Unreadable, fields_text, read_message
from services.games.signing import public_key
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import methods_of
from services.tools.client import GAMES, Caller, Player, add_keys, failure_text
from services.tools.demo import wait_for_reveal
from services.tools.link import link_if_any
from services.tools.play import NotFinished, format_no_scenario, knows_scenario
from services.tools.wallets import KeptWallet, NotProven, write_private
from wargame.v1 import games_pb2, protocol_pb2

DONE, WRONG, REFUSED = 0, 2, 5
YOU: Final = "red"
SEATS: Final = (YOU, "blue")
BY_ITSELF: Final = ("contribute", "open_contribution", "confirm_result")
HELP: Final = (
    "Enter gives the proposed command. Or write a command of the offers yourself, as the proposal is written:\n"
    "NAME FIELD=VALUE FIELD=VALUE. More: ? the offers, n another proposal, v the whole view, bot lets the bot go on, "
    "q leaves."
)


class Left(Exception):
    """The person has left the seat; the game stays open."""


def add(subparsers: Any) -> None:
    """Add `sit` to the program."""
    parser = subparsers.add_parser(
        "sit",
        help="take a seat yourself, in a terminal, against a bot",
        description="Opens a game on a running service and lets you play its first seat; a bot has the other. Every "
        "question comes with a command that the bot would give in your place: give it, or write your own.",
        epilog="exit codes: 0 played to the end or left, 2 wrong arguments, 5 the service refused or is not there",
    )
    parser.add_argument("ruleset", choices=sorted(RULESETS), help="which rules")
    parser.add_argument("--scenario", default="", help="which scenario (`adjudicator rules RULESET` lists them)")
    parser.add_argument("--address", default="127.0.0.1:50051", help="address of the service (127.0.0.1:50051)")
    parser.add_argument(
        "--token-file", type=Path, default=Path("adjudicator-data/owner.token"), help="file with the owner's token"
    )
    parser.add_argument("--out", type=Path, default=None, help="write the replay file here at the end")
    parser.add_argument(
        "--wallet", type=Path, default=None, help="keep what you are given and give here (GAME.wallet, in this folder)"
    )
    parser.add_argument(
        "--unregistered", action="store_true", help="play although the service keeps no public register"
    )
    parser.add_argument("--seed", type=int, default=None, help="seed of the bot's choices; the dice are the game's own")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play."""
    if not knows_scenario(args.ruleset, args.scenario):
        return _fail(format_no_scenario("sit", args), WRONG)
    try:
        token = args.token_file.read_text().strip()
    except OSError as fault:
        return _fail(f"sit: {fault}; start the service here (adjudicator serve), or name --token-file", WRONG)
    try:
        return asyncio.run(_play(args, token))
    except Left:
        _say("you have left; the game stays open")
        return DONE
    except grpc.aio.AioRpcError as fault:
        return _fail(f"sit: {failure_text(args.address, fault)}", REFUSED)
    except (NotFinished, NotProven) as fault:
        return _fail(f"sit: {fault}", REFUSED)
    except (OSError, ValueError) as fault:
        return _fail(f"sit: the wallet can not be kept: {fault}; name another file with --wallet", WRONG)


async def _play(args: argparse.Namespace, token: str) -> int:
    seed = secrets.randbelow(1 << 32) if args.seed is None else args.seed
    rules, rulesets = rules_of(args.ruleset), LoadedRulesets()
    async with grpc.aio.insecure_channel(args.address) as channel:
        owner = Caller(channel, token)
        seats = [protocol_pb2.Seat(name=name, bot=name != YOU) for name in SEATS]
        request = games_pb2.OpenRequest(command_id=secrets.token_bytes(16), ruleset=rules.name, seats=seats)
        keys = add_keys(request)
        opened = await owner.open(request)
        _say(f"game {opened.game.hex()}: {rules.name}, you are {YOU}; the bot's seed is {seed}\n{HELP}")
        made = {row.seat: row.token for row in opened.credentials if row.HasField("seat")}
        if link := await link_if_any(channel, made[0]):
            _say(f"your board in a browser, for the next half an hour, once: {link}")
        you = Player(Caller(channel, made[0]), rulesets, rules, opened.game, 0, keys[0])
        blue = Player(Caller(channel, made[1]), rulesets, rules, opened.game, 1, keys[1])
        referee = Player(owner, rulesets, rules, opened.game, REFEREE, keys[REFEREE])
        path = args.wallet or Path(f"{opened.game.hex()}.wallet")
        wallet = KeptWallet(path, opened, made[0], 0, rules.masks, public_key(keys[0]))
        _say(f"what you are given and give is kept in {wallet.path}, for an audit: keep it to yourself until the end")
        own = path.with_suffix(".key")
        write_private(own, keys[0].hex().encode() + b"\n", new=True)
        _say(f"your key is in {own}: adjudicator wallet statement {path} --key {own} states what you have seen")
        await you.keep(wallet, unregistered=args.unregistered)
        chances = [random.Random(f"{seed} {party}") for party in range(3)]
        person = _Person(you, rules, chances[0])
        moves = True
        while moves:
            done = [
                await person.act(),
                await blue.act(args.scenario, chances[1]),
                await referee.act(args.scenario, chances[2]),
            ]
            moves = any(done)
        wallet.close()
        return await _end(args, owner, opened.game, wallet)


async def _end(args: argparse.Namespace, owner: Caller, game: bytes, wallet: KeptWallet) -> int:
    await wait_for_reveal(owner, game)
    found = await owner.call(methods_of(GAMES)["Get"], games_pb2.GetRequest(game=game))
    held = read_held(wallet.path.read_bytes(), wallet.path.name)
    winners = ", ".join(SEATS[seat] for seat in found.result.winners) or "nobody"
    replay = await owner.export(game)
    said = audit(replay, held=held).result
    _say(f"{found.result.outcome}: {winners}, after {found.receipt.seq} entries; the audit says {said}")
    if args.out is not None:
        args.out.write_bytes(replay)
        _say(f"written to {args.out}")
    return DONE


class _Person:
    """Asks at the terminal what the seat's player does."""

    def __init__(self, player: Player, rules: Any, chance: random.Random, ask: Callable[[str], str] = input) -> None:
        self.player = player
        self.rules = rules
        self.chance = chance
        self.ask = ask
        self.kinds = {kind.__name__: kind for kind in rules.handlers}
        self.to_the_bot = False

    async def act(self) -> Any:
        """Answer the open question; None where none asks this seat."""
        asked = await self.player.asked()
        if asked is None:
            return None
        kind = asked.windows[-1].kind
        if self.to_the_bot or kind in BY_ITSELF:
            return await self.player.act("", self.chance)
        await self._show(kind)
        while True:
            command = await self._chosen(asked)
            if command is None:
                continue
            try:
                reply = await self.player.give(command)
            except grpc.aio.AioRpcError as fault:
                _say(f"refused: {fault.details()}")
            else:
                _say(f"done, entry {reply.receipt.seq}")
                return reply

    async def _show(self, kind: str) -> None:
        board = getattr(await self.player.view(), "board", "")
        clause = self.rules.windows[kind].clause
        _say(f"\n{board}\n\nyou are asked: {kind.replace('_', ' ')} ({clause} {self.rules.texts.get(clause, '')})")

    async def _chosen(self, asked: Any) -> Struct | None:
        """Read one line; None where it chose nothing."""
        proposal = await self.player.proposal(asked, "", self.chance)
        _say(f"proposed: {type(proposal).__name__} {fields_text(proposal, brief=True)}")
        try:
            line = (await asyncio.to_thread(self.ask, "> ")).strip()
        except EOFError:
            raise Left from None
        match line:
            case "":
                return proposal
            case "q":
                raise Left
            case "n":
                return None
            case "bot":
                self.to_the_bot = True
                return proposal
            case "?":
                _say(offers_text(asked.offers))
                return None
            case "v":
                _say(line_by_line(fields_text(await self.player.view(), brief=True)))
                return None
        return self._read(line)

    def _read(self, line: str) -> Struct | None:
        name, _, rest = line.partition(" ")
        kind = self.kinds.get(name)
        if kind is None:
            _say(f"there is no command {name}; ? lists those that are offered")
            return None
        try:
            return read_message(kind, rest)
        except Unreadable as fault:
            _say(f"{fault}; write it as the proposals are written: NAME FIELD=VALUE")
            return None


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201  (a program talks on its output)


def offers_text(offers: Iterable[Offer]) -> str:
    """List the commands that are offered, each with its fields."""
    lines = {" ".join([f"  {offer.command}", *(f"{domain.field}=..." for domain in offer.fields)]) for offer in offers}
    return "\n".join(sorted(lines))


def line_by_line(fields: str) -> str:
    """Put each field on a line of its own; a value keeps its spaces."""
    return re.sub(r" (?=\w+=)", "\n", fields)


def _fail(text: str, status: int) -> int:
    print(text, file=sys.stderr)  # noqa: T201  (as above)
    return status
