"""Bots at a table, in process: a whole game through the command handler to a replay file, from one seed."""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from msgspec import Struct
from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn

from adjudicator.kernel.bot import Sight
from adjudicator.kernel.decide.parties import REFEREE, TABLE, Party, is_seat
from adjudicator.kernel.decide.state import Suspended
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import (
    AcknowledgeRoll,
    CommitContribution,
    ConfirmResult,
    OpenContribution,
    OpenGame,
    ReportRoll,
    Reveal,
    Seat,
    Stretches,
)
from adjudicator.kernel.protocol.roles import OWNER_ROLE, REFEREE_ROLE, SEAT_ROLE, SERVER_ROLE
from adjudicator.kernel.protocol.stretches import COUNT_MOST, DICE_MOST
from adjudicator.kernel.record.log import MemoryLog
from adjudicator.kernel.record.record import Actor
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.kernel.sentences import counted, finished, listed
from adjudicator.registry import RULESETS, engine_digest, rules_of
from replays import notes
from services.games.command_handler import CommandHandler
from services.games.requests import CommandRequest, CommandResult
from services.games.signing import public_key, sign, signed_bytes
from services.games.timing.stretches import stretches_commitment
from services.rpc.export import every_part, export
from services.sessions.session import Session

LOG_NAME = "replay.test/log"
START_MS = 1_767_225_600_000
COMMANDS_MOST = 20_000
NAMES = ("red", "blue", "green", "yellow")


class NotFinished(Exception):
    """A game between bots did not come to its end; the text says where it stopped."""


class SeededEntropy:
    """The random bytes of a test game, all from one number."""

    def __init__(self, seed: int) -> None:
        self._root = hashlib.sha256(b"wgplay/1/" + str(seed).encode()).digest()
        self._count = 0

    def bytes32(self, label: str) -> bytes:
        """Give 32 bytes that follow from the label."""
        return hashlib.sha256(self._root + label.encode()).digest()

    def fresh(self) -> bytes:
        """Give 32 bytes that were never given before."""
        self._count += 1
        return self.bytes32(f"fresh {self._count}")

    def generator(self, label: str) -> random.Random:
        """Give a generator for a bot's choices: no die of the game comes from it."""
        return random.Random(self.bytes32(f"whim {label}"))


class Clock:
    """The clock of a test game, the same in every run: one second an entry."""

    def __init__(self) -> None:
        self._now = START_MS

    def __call__(self) -> int:
        self._now += 1_000
        return self._now


class DiceTerms(Struct, frozen=True):
    """What else the terms of a game say of its dice.

    With `stretches` the secret of every so many open dice is shown while the game goes on; a referee is seated where
    the `referee_contributes` to the seed.
    """

    stretches: int = 0
    referee_contributes: bool = False


class BotTable:
    """One game between bots from a seed. `on_result` is called with every result, for progress."""

    def __init__(
        self,
        ruleset: str,
        seed: int,
        *,
        scenario: str = "",
        seats: int = 2,
        dice_mode: str = "seeded",
        more: DiceTerms | None = None,
        on_result: Callable[[CommandResult], None] | None = None,
        rules: LoadedRuleset[Any] | None = None,
    ) -> None:
        self.rules = rules or rules_of(ruleset)
        self.entropy = SeededEntropy(seed)
        self.game_id = self.entropy.bytes32("game")[:16]
        self.secret = self.entropy.bytes32("secret")
        self.scenario = scenario
        self.log = MemoryLog()
        self.command_handler = CommandHandler(
            self.log, lambda _name: self.rules, lambda _game: self.secret, Clock(), self.entropy.fresh
        )
        self.keys = [self.entropy.bytes32(f"key {seat}") for seat in range(seats)]
        self.log_key = self.entropy.bytes32("log key")
        self.generators = {party: self.entropy.generator(str(party)) for party in (*range(seats), REFEREE, TABLE)}
        self.on_result = on_result
        self.head: bytes | None = None
        self.dice_mode = dice_mode
        self.more = more or DiceTerms()

    async def play(self) -> Session:
        """Play the game to its end, reveal included.

        Raises Stuck where it does not end.
        """
        await self._open()
        for _ in range(COMMANDS_MOST):
            async with self.command_handler.locked(self.game_id) as session:
                due = self._next(session)
            if due is None:
                return session
            await self.submit(*due)
        raise NotFinished(f"no end after {COMMANDS_MOST} commands: {[window.kind for window in session.game.stack]}")

    async def _open(self) -> None:
        terms = OpenGame(
            ruleset=self.rules.name,
            edition=self.rules.edition,
            package=self.rules.package,
            engine=self._engine(),
            pace="auto",
            dice_mode=self.dice_mode,
            profile="P1",
            response_limit=0,
            seats=tuple(Seat(name=NAMES[n], keys=(public_key(key),), bot=True) for n, key in enumerate(self.keys)),
            referee=self.more.referee_contributes,
            referee_contributes=self.more.referee_contributes,
            stretches=self._stretches(),
            appeal_window=0,
            labels=(),
            test=True,
            signed=True,
            master_key="",
            log_key=notes.verify_key(LOG_NAME, public_key(self.log_key)),
            commitment=wgdice.commit(self.game_id, self.secret),
        )
        await self.submit(REFEREE, terms)

    def _stretches(self) -> Stretches | None:
        if not self.more.stretches:
            return None
        committed = stretches_commitment(self.secret, self.game_id, COUNT_MOST)
        return Stretches(count=COUNT_MOST, dice=self.more.stretches, time=0, commitment=committed)

    def _engine(self) -> bytes:
        try:
            return engine_digest(self.rules.name)
        except KeyError:
            return bytes(32)

    def _next(self, session: Session) -> tuple[Party, Struct] | None:
        stack = session.game.stack
        if not stack:
            return None
        window = stack[-1]
        party = window.asks[0]
        if window.kind == "reveal":
            return TABLE, Reveal(secret=self.secret)
        fixed = self._kernel_command(window.kind, party, session.game.suspended)
        if fixed is not None:
            # dice that belong to no side are thrown by any player: here the first seat
            return 0 if party == TABLE and window.kind == "roll_report" else party, fixed
        if window.kind == self.rules.opening_window:
            return party, self.rules.create(self.scenario, self.generators[party])
        return party, self.rules.choose(sight_of(session, party), self.generators[party])

    def _kernel_command(self, kind: str, party: Party, suspended: Suspended | None) -> Struct | None:
        if kind == "roll_report" and suspended is not None:
            faces = tuple(self.generators[TABLE].randrange(suspended.sides) + 1 for _ in range(suspended.count))
            return ReportRoll(faces=faces, dice_set="bot dice")
        if kind == "roll_acknowledge":
            return AcknowledgeRoll()
        if kind == "contribute":
            return CommitContribution(commitment=wgdice.seat_commit(self.game_id, party, self._contribution(party)))
        if kind == "open_contribution":
            return OpenContribution(contribution=self._contribution(party))
        return ConfirmResult() if kind == "confirm_result" else None

    def _contribution(self, party: Party) -> bytes:
        return self.entropy.bytes32(f"contribution {party}")

    async def submit(self, party: Party, command: Struct) -> CommandResult:
        """Hand in a command as this party, signed where it is a seat's."""
        head, command_id, actor = self.head, self.entropy.fresh()[:16], self._actor(party, command)
        salt = self.entropy.fresh() if is_seat(party) else None
        signature = None
        if is_seat(party):
            data = signed_bytes(self.rules.masks, self.game_id, actor, command_id, head, command, salt)
            signature = sign(self.keys[party], data)
        result = await self.command_handler.submit(
            CommandRequest(self.game_id, command_id, command, actor, head, signature, salt)
        )
        self.head = result.entry.hash
        if self.on_result is not None:
            self.on_result(result)
        return result

    def _actor(self, party: Party, command: Struct) -> Actor:
        if is_seat(party):
            return Actor(SEAT_ROLE, party, f"seat{party}")
        if party != REFEREE:
            return Actor(SERVER_ROLE, party, "")
        is_owner = not self.more.referee_contributes or isinstance(command, OpenGame)
        return Actor(OWNER_ROLE, party, "owner") if is_owner else Actor(REFEREE_ROLE, party, "referee")

    async def replay(self) -> bytes:
        """Write the game as a replay file, everything open if it was revealed."""
        entries = [entry async for entry in self.log.read(self.game_id)]
        return export(entries, lambda text: notes.sign(self.log_key, LOG_NAME, text), every_part)


def sight_of(session: Session, party: Party) -> Sight:
    """Show a bot what its party may see and do."""
    stack = session.game.stack
    top = stack[-1]
    offers = session.rules.windows[top.kind].offers
    given = tuple(offers(session.game, top, party)) if offers is not None else ()
    return Sight(party, session.rules.bot_view(session.game, party), stack, given)


def add(subparsers: Any) -> None:
    """Add `play` to the program."""
    parser = subparsers.add_parser(
        "play",
        help="let bots play a whole game to a replay file",
        description="Bots play a whole game through the same command path as the service. The same seed gives the "
        "same file, byte for byte. The game is marked as a test: it proves nothing about luck.",
        epilog="exit codes: 0 played, 2 wrong arguments, 4 the game did not end",
    )
    parser.add_argument("ruleset", choices=sorted(RULESETS), help="which rules")
    parser.add_argument("--scenario", default="", help="which scenario (the ruleset's default if not given)")
    parser.add_argument("--seed", type=int, required=True, help="any whole number")
    parser.add_argument("--out", type=Path, required=True, help="where to write the replay file")
    parser.add_argument("--dice", choices=("seeded", "reported"), default="seeded", help="where dice come from")
    add_dice_options(parser)
    parser.set_defaults(run=run)


def add_dice_options(parser: argparse.ArgumentParser) -> None:
    """Add what else the terms of a game may say of its dice."""
    parser.add_argument(
        "--stretches",
        type=int,
        default=0,
        metavar="DICE",
        help="show the secret of every so many dice as they are used",
    )
    parser.add_argument(
        "--referee-contributes", action="store_true", help="seat a referee, who brings random bytes to the dice too"
    )


def stretches_fault(args: argparse.Namespace) -> str:
    """Say what is wrong with the stretches that were asked for; empty for nothing."""
    if not 0 <= args.stretches <= DICE_MOST:
        return f"--stretches: give a number of dice up to {DICE_MOST}, such as 20, or 0 for none"
    if args.stretches and getattr(args, "dice", "seeded") != "seeded":
        return "--stretches: dice that players report have no secrets to show; use --dice seeded, or leave it out"
    return ""


def run(args: argparse.Namespace) -> int:
    """Play and write the file."""
    if not args.out.parent.is_dir():
        print(f"play: folder {args.out.parent} does not exist; make it or name another --out", file=sys.stderr)
        return 2
    if not knows_scenario(args.ruleset, args.scenario):
        print(format_no_scenario("play", args), file=sys.stderr)
        return 2
    fault = stretches_fault(args)
    if fault:
        print(f"play: {fault}", file=sys.stderr)
        return 2
    with ProgressLine() as on_result:
        try:
            table = BotTable(
                args.ruleset,
                args.seed,
                scenario=args.scenario,
                dice_mode=args.dice,
                more=DiceTerms(args.stretches, args.referee_contributes),
                on_result=on_result,
            )
            session = asyncio.run(table.play())
            data = asyncio.run(table.replay())
        except NotFinished as stopped:
            print(f"play: {stopped}", file=sys.stderr)
            return 4
    args.out.write_bytes(data)
    result = session.game.result
    winners = listed([session.protocol.seats[seat] for seat in result.winners]) if result else ""
    outcome = finished(f"{winners or 'nobody'} won") if result else "There is no result."
    print(f"{counted(session.protocol.seq, 'entry', 'entries')}. {outcome} Written to {args.out}.")
    return 0


def knows_scenario(ruleset: str, scenario: str) -> bool:
    """Whether bots can play this scenario; "" is the ruleset's default."""
    try:
        rules_of(ruleset).create(scenario, random.Random(0))
    except KeyError:
        return False
    return True


def format_no_scenario(verb: str, args: argparse.Namespace) -> str:
    """Format the error that there is no such scenario."""
    known = ", ".join(rules_of(args.ruleset).scenarios)
    return (
        f"{verb}: {args.ruleset} has no scenario {args.scenario!r} for bots; it has {known}; "
        "leave --scenario out for the default"
    )


class ProgressLine:
    """Shows how far a game is: a line on a terminal, nothing elsewhere."""

    def __init__(self) -> None:
        self._progress = Progress(
            TextColumn("[bold]{task.description}"),
            TextColumn("{task.completed} entries"),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty(),
        )
        self._task = self._progress.add_task("playing", total=None)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_exc: object) -> None:
        self._progress.stop()

    def __call__(self, result: CommandResult) -> None:
        """Count one more entry."""
        self._progress.update(self._task, completed=result.record.seq)
