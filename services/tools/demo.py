"""The demo: a private server, two bots, a whole game over gRPC, its replay audited and summarised."""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import secrets
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import Any, TypeAlias

import grpc
from msgspec import Struct
from rich.console import Console
from rich.live import Live
from rich.text import Text

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.messages import EVENTS
from adjudicator.kernel.record.record import decoder
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.kernel.sentences import counted
from adjudicator.registry import RULESETS, rules_of
from replays.audit.audit import audit
from replays.audit.receipts import read_held
from replays.audit.report import LEVEL_NAMES, Report
from replays.bundle import read_bundle
from replays.luck.players import luck_of
from replays.luck.report import luck_lines
from replays.luck.throws import throws_of
from replays.page.document import page_of
from replays.tell.stats import as_text
from replays.tell.stats_of_replay import statistics_of
from replays.tell.story import events_of, told_of
from services import logs
from services.config import Config
from services.games.signing import public_key
from services.rpc.access.credentials import Role
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import methods_of
from services.server import serving
from services.store.storage import storage
from services.tools.boards import board_of
from services.tools.client import GAMES, Caller, Player, add_keys
from services.tools.play import NotFinished, add_dice_options, format_no_scenario, knows_scenario, stretches_fault
from services.tools.wallets import KeptWallet, NotProven, write_private
from wargame.v1 import boards_pb2, games_pb2, protocol_pb2

TURNS_MOST = 20_000
NAMES = ("red", "blue")
# the book's own options, where a ruleset's bots agree on others as a rule
AS_PRINTED = "as_printed"
# accepted replies from one look at the board to the next, and entries from one picture to the next on a plain output
LOOK, PICTURE = 5, 100
PATIENCE = 30.0
# as many as a game may have: the last of them lasts to its end
STRETCHES = 1024
LEGEND = ", ".join(f"{name[0]}: a model of {name}" for name in NAMES)
# sentences of an entry that are shown at most
SENTENCES = 6
# gets an answer of the service, and gives what wants to see the board then and what is told of the entry, or None
OnReply: TypeAlias = Callable[[Any], Callable[[Struct, Any], None] | None]
BOARDS = "wargame.v1.Boards"
KERNEL_EVENTS = frozenset(kind.__name__ for kind in EVENTS)


async def play_over_grpc(
    ruleset: str,
    scenario: str,
    seed: int,
    folder: Path,
    on_reply: OnReply,
    *,
    stretches: int = 0,
    referee_contributes: bool = False,
) -> bytes:
    """Play a whole game between two bots over gRPC on a private server; gives the replay file.

    Each bot keeps a wallet, SEAT.wallet in the folder, and its key beside it, SEAT.key. `on_reply` gets what the
    service answers, and gives what wants to see the board then, or None. With `stretches` the secret of every so many
    open dice is shown while the game goes on; a referee is seated where the `referee_contributes` to the seed.

    Raises NotFinished, NotProven, grpc.aio.AioRpcError.
    """
    config = Config(listen="127.0.0.1:0", data=folder)
    async with (
        storage(config) as (log, store),
        serving(config, log, store) as service,
        grpc.aio.insecure_channel(service.address) as channel,
    ):
        owner = Caller(channel, service.owner_token)
        request = games_pb2.OpenRequest(
            command_id=secrets.token_bytes(16),
            ruleset=ruleset,
            pace=protocol_pb2.PACE_AUTO,
            dice_mode=protocol_pb2.DICE_MODE_SEEDED,
            profile=protocol_pb2.PROFILE_P1,
            seats=[protocol_pb2.Seat(name=name, bot=True) for name in NAMES],
            labels=[protocol_pb2.Label(name="event", value="demo")],
        )
        if stretches:
            request.stretches.count, request.stretches.dice = STRETCHES, stretches
        if referee_contributes:
            request.referee = request.referee_contributes = True
            request.appeal_window.SetInParent()
        keys = add_keys(request)
        opened = await owner.open(request)
        players = _players(channel, owner, opened, ruleset, keys)
        kept = await _keep_wallets(players, opened, ruleset, folder)
        await _play(players, scenario, seed, on_reply)
        await wait_for_reveal(owner, opened.game)
        for wallet in kept:
            wallet.close()
        return await owner.export(opened.game)


def _players(
    channel: grpc.aio.Channel, owner: Caller, opened: Any, ruleset: str, keys: dict[int, bytes]
) -> dict[int, Player]:
    rulesets, rules, game = LoadedRulesets(), rules_of(ruleset), opened.game
    players = {REFEREE: Player(owner, rulesets, rules, game, REFEREE, keys[REFEREE])}
    for made in opened.credentials:
        if made.role in (Role.SEAT, Role.REFEREE):
            party = made.seat if made.role == Role.SEAT else REFEREE
            players[party] = Player(Caller(channel, made.token), rulesets, rules, game, party, keys[party])
    return players


async def _keep_wallets(players: dict[int, Player], opened: Any, ruleset: str, folder: Path) -> list[KeptWallet]:
    kept, masks = [], rules_of(ruleset).masks
    for made in opened.credentials:
        if made.role == Role.SEAT:
            path = folder / f"{NAMES[made.seat]}.wallet"
            player = players[made.seat]
            key = player.key or b""
            write_private(path.with_suffix(".key"), f"{key.hex()}\n".encode(), new=True)
            kept.append(KeptWallet(path, opened, made.token, made.seat, masks, public_key(key)))
            await player.keep(kept[-1])
    return kept


async def _play(players: dict[int, Player], scenario: str, seed: int, on_reply: OnReply) -> None:
    generators = {party: random.Random(f"{seed} {party}") for party in players}
    for _ in range(TURNS_MOST):
        replies = [await player.act(scenario, generators[party]) for party, player in players.items()]
        accepted = [reply for reply in replies if reply is not None]
        if not accepted:
            return
        looks = on_reply(accepted[-1])
        if looks is not None:
            looks(await players[REFEREE].view(), await _told(players[REFEREE], accepted[-1].receipt.seq))
    raise NotFinished(f"no end after {TURNS_MOST} turns")


async def _told(player: Player, seq: int) -> Any:
    """Read what the service tells of an entry."""
    method, none = methods_of(BOARDS)["ReadBoards"], boards_pb2.DRAWN_NONE
    stream = player.caller.stream(method, game=player.game, after=seq - 1, up_to=seq, drawn=none)
    (step,) = [step async for step in stream]
    return step.told


async def wait_for_reveal(owner: Caller, game: bytes) -> None:
    """Wait until the service has revealed the secret of the dice, as it does once every seat has confirmed.

    Raises NotFinished.
    """
    method = methods_of(GAMES)["Get"]
    for _ in range(int(PATIENCE * 20)):
        found = await owner.call(method, games_pb2.GetRequest(game=game))
        if found.revealed:
            return
        await asyncio.sleep(0.05)
    raise NotFinished("the secret of the dice was not revealed")


def add(subparsers: Any) -> None:
    """Add `demo` to the program."""
    parser = subparsers.add_parser(
        "demo",
        help="watch two bots play a whole game over gRPC, and have it audited",
        description="Starts a private server in a temporary folder, lets two bots play a whole game over gRPC, exports "
        "the replay, audits it, and prints a summary of the game.",
        epilog="exit codes: 0 the audit passed, 2 it failed or the game did not end",
    )
    parser.add_argument("ruleset", nargs="?", choices=sorted(RULESETS), default="grinding_annihilation")
    parser.add_argument("--scenario", default="", help="which scenario (the ruleset's default if not given)")
    parser.add_argument("--seed", type=int, default=None, help="seed of the bots' choices; the dice are the game's own")
    parser.add_argument("--out", type=Path, default=None, help="keep the replay file here")
    add_dice_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, audit and print a summary."""
    console = Console()
    logs.configure("error")
    if not knows_scenario(args.ruleset, args.scenario):
        print(format_no_scenario("demo", args), file=sys.stderr)
        return 2
    fault = stretches_fault(args)
    if fault:
        print(f"demo: {fault}", file=sys.stderr)
        return 2
    seed = secrets.randbelow(1 << 32) if args.seed is None else args.seed
    rules = rules_of(args.ruleset)
    scenario = args.scenario or (AS_PRINTED if AS_PRINTED in rules.scenarios else "")
    console.print(f"{rules.name}, seed {seed}: the same seed makes the bots choose alike, the dice are each game's own")
    show = Show(console, rules)
    with TemporaryDirectory(prefix="adj") as folder, Live(console=console, transient=True) as live:
        show.live = live
        show.draw()
        try:
            played = play_over_grpc(
                args.ruleset,
                scenario,
                seed,
                Path(folder),
                show.reply,
                stretches=args.stretches,
                referee_contributes=args.referee_contributes,
            )
            data = asyncio.run(played)
        except (NotFinished, NotProven, grpc.aio.AioRpcError) as stopped:
            print(f"demo: the game did not end: {stopped}", file=sys.stderr)
            return 2
        live.update(Text("the replay is audited, with what both players kept"))
        kept = {path.name: path.read_bytes() for name in NAMES for path in Path(folder).glob(f"{name}.*")}
        held = [item for name, data_ in kept.items() if name.endswith(".wallet") for item in read_held(data_, name)]
        report = audit(data, held=held)
    if args.out is not None:
        args.out.write_bytes(data)
        for name, data_ in kept.items():
            write_private(args.out.with_suffix(f".{name}"), data_)
    _print_game(console, data, report, rules)
    page = _page_path(args.out, rules.name)
    page.write_text(page_of(data, rules, report=report), encoding="utf-8", newline="\n")
    console.rule("to see and check it in a browser")
    console.print(str(page), soft_wrap=True)
    return 0 if report.result in ("PASS", "PASS_WITH_NOTES") else 2


def _page_path(out: Path | None, name: str) -> Path:
    """Name the page beside the replay file, or a file of its own that stays."""
    if out is not None:
        return out.with_suffix(".html")
    with NamedTemporaryFile(prefix=f"{name}-", suffix=".html", delete=False) as file:
        return Path(file.name)


class Show:
    """Shows a game while it is played: the board, and the ruling of the moment in sentences, with dice and a clause.

    A terminal is drawn over; elsewhere a picture is printed at the beginning and every hundred entries.
    """

    def __init__(self, console: Console, rules: LoadedRuleset[Any]) -> None:
        self.console = console
        self.rules = rules
        self.live: Live | None = None
        self.board = ""
        self.lines = ["a service of its own is started, and both seats bring random bytes to the dice"]
        self._count = 0
        self._due = 0

    def reply(self, reply: Any) -> Callable[[Struct, Any], None] | None:
        """Take an answer of the service; gives what wants to see the board, or None.

        An answer counts that holds more than the course of the game.
        """
        if all(row.name in KERNEL_EVENTS for row in getattr(reply, "ruled", ())):
            return None
        self._count += 1
        due = self._count % LOOK == 0 if self.console.is_terminal else reply.receipt.seq >= self._due
        if not due:
            return None
        self._due = reply.receipt.seq + PICTURE
        return lambda view, told: self.look(view, told, reply.receipt.seq)

    def look(self, view: Struct, told: Any, seq: int) -> None:
        """See the board, and what is told of an entry."""
        drawn = board_of(view, NAMES)
        if drawn:
            self.board = drawn if getattr(view, "board", "") else f"{drawn}\n{LEGEND}"
        self.lines = list(self._ruling(told, seq))
        if self.console.is_terminal:
            self.draw()
        else:
            self.console.print(self._picture())

    def draw(self) -> None:
        """Draw over the terminal, where there is one."""
        if self.live is not None:
            self.live.update(self._picture())

    def _picture(self) -> Text:
        return Text("\n".join([*([self.board, ""] if self.board else []), *self.lines]))

    def _ruling(self, told: Any, seq: int) -> Iterator[str]:
        """Tell what happened, the dice of each event beside it, and the first clause in our words."""
        rows = [row for row in told.events if row.sentence or row.dice]
        yield f"entry {seq}, {told.by}:"
        if not rows:
            yield "  What was done is secret until it is opened."
        for row in rows[:SENTENCES]:
            yield f"  {' '.join([row.sentence, *_dice(row)]).strip()}"
        if len(rows) > SENTENCES:
            yield f"  and {len(rows) - SENTENCES} more"
        clause = next((clause for row in told.events for clause in row.clauses), "")
        if clause:
            yield f"{clause}  {self.rules.texts.get(clause, '')}"


def _dice(row: Any) -> Iterator[str]:
    """Write the throws of an event whose faces its sentence does not have."""
    said = set(re.findall(r"\d+", row.sentence))
    for throw in row.dice:
        faces = [str(face) for face in throw.faces]
        if not said.issuperset(faces):
            yield f"[{throw.sentence}: {' '.join(faces)}]"


def _print_game(console: Console, data: bytes, report: Report, rules: LoadedRuleset[Any]) -> None:
    bundle = read_bundle(data)
    events = events_of(bundle, rules)
    first = decoder(rules).decode(bundle.records[0])
    seats = tuple(seat.name for seat in first.command.body.seats)
    console.rule(f"{rules.name}: {' against '.join(seats)}, {counted(report.entries, 'entry', 'entries')}")
    for line in told_of(events, seats, rules):
        console.print(line)
    console.rule("dice")
    for line in (*luck_lines(luck_of([throws_of(bundle, rules)])), *as_text(statistics_of(bundle, rules))):
        console.print(line)
    console.rule("audit")
    console.print(f"{report.result}: " + "; ".join(f"{LEVEL_NAMES[level]} {state}" for level, state in report.levels))
    if report.primary is not None:
        console.print(f"{report.primary.code} at entry {report.primary.seq}: {report.primary.found}")
