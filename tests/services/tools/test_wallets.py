"""Wallets of players over gRPC: a lying engine, a game under two histories, and what sit and demo keep."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import stat
import threading
from pathlib import Path
from typing import Any, NamedTuple

import grpc
import pytest

from adjudicator.kernel.decide.faults import Fault, Rejected
from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.record.log import MemoryLog
from adjudicator.kernel.record.mpint import decode, encode
from adjudicator.registry import rules_of
from adjudicator_client import Key, Opened, RandomPlayer, Refused, Seat, Service
from adjudicator_client.marks import secret_fields
from replays.audit.audit import audit
from replays.audit.receipts import read_held
from replays.audit.report import Report
from replays.bundle import read_bundle, write_bundle
from services.cli import main
from services.config import Config
from services.games.signing import public_key
from services.rpc.access.credentials import Role
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import methods_of
from services.server import serving
from services.sessions.session import Session
from services.store.redis_keys import MemoryKeys
from services.tools.client import Caller, Player, add_keys
from services.tools.demo import play_over_grpc
from services.tools.wallets import KeptWallet, NotProven
from wargame.v1 import games_pb2, protocol_pb2

RULESET = "tile_formations"
# a game of a third of the entries: wallets are kept alike in each
SCENARIO = "small_heath"
LIE = Fault("TF-MOVE-01", "not-asked", "", (("asks", "the other"),))


@pytest.fixture
async def service(tmp_path):
    config = Config(listen="127.0.0.1:0", data=tmp_path / "data")
    async with (
        serving(config, MemoryLog(asyncio.Event), MemoryKeys(), {RULESET: rules_of(RULESET)}) as served,
        Service(served.address, served.owner_token) as made,
    ):
        yield made


async def begun(service: Service, folder: Path) -> tuple[Opened, list[RandomPlayer]]:
    opened = await service.open(RULESET, [Seat("red", Key.new()), Seat("blue", Key.new())])
    seats = [opened.seat(at, wallet=folder / f"{at}.wallet") for at in (0, 1)]
    await asyncio.gather(*(seat.join() for seat in seats))
    return opened, [RandomPlayer(game, f"{at}") for at, game in enumerate((*seats, opened.owner()))]


async def finish(players):
    while any([await player.step() for player in players]):
        pass
    await players[0].game.wait_for_reveal()
    return await players[0].game.export()


def judged(tmp_path, data):
    (tmp_path / "game.replay").write_bytes(data)
    words = ["replay", "audit", str(tmp_path / "game.replay"), "--json"]
    for seat in (0, 1):
        words += ["--receipts", str(tmp_path / f"{seat}.wallet"), "--refusals", str(tmp_path / f"{seat}.wallet")]
    return main(words)


async def test_a_lying_engine(service, tmp_path, monkeypatch, capsys):
    """A service that refuses a legal command by a lie is caught by the wallet of who gave it, and truth is told too."""
    _, players = await begun(service, tmp_path)
    for _ in range(6):
        [await player.step() for player in players]
    offered = [bool((await player.game.offers()).offers) for player in players[:2]]
    mover = players[offered.index(True)]
    with monkeypatch.context() as patched:
        patched.setattr("services.games.rulings.Rulings.adjudicate", lied)
        with pytest.raises(Refused):
            await mover.step()
    other = players[1 - players.index(mover)]
    offer = (await mover.game.offers()).offers[0]
    command = await mover.game.make(offer, mover.answer)
    with pytest.raises(Refused):
        await other.game.give(command)  # not asked: rightly refused
    data = await finish(players)
    capsys.readouterr()
    assert await asyncio.to_thread(judged, tmp_path, data) == 2
    report = json.loads(capsys.readouterr().out)
    assert [row["code"] for row in report["findings"]] == ["REFUSED_LEGAL_COMMAND"]
    assert sum("and the rules allow it" in line for line in report["refusals"]) == 1
    assert sum("rightly refused" in line for line in report["refusals"]) == 1


def lied(_self, session: Session, *_: object) -> None:
    raise Rejected(LIE)


async def test_a_sound_game(service, tmp_path, capsys):
    """What the clients have kept of a whole game is taken by the audit, and nothing differs."""
    _, players = await begun(service, tmp_path)
    data = await finish(players)
    capsys.readouterr()
    assert await asyncio.to_thread(judged, tmp_path, data) == 0
    assert json.loads(capsys.readouterr().out)["levels"]["L3"] == "done"


async def test_statements_by_the_program(service, tmp_path, capsys):
    """Two players exchange statements by the program, and find that they have seen one history."""
    opened, players = await begun(service, tmp_path)
    for player in players[:2]:
        async for _ in player.game.read():
            pass
        player.game._key.save(tmp_path / f"{player.game.seat}.key")
    files = [str(tmp_path / name) for name in ("1.wallet", "1.key", "0.wallet", "stated")]
    capsys.readouterr()
    assert main(["wallet", "statement", files[0], "--key", files[1]]) == 0
    (tmp_path / "stated").write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["wallet", "check", files[2], files[3]]) == 0
    assert "the same history, up to entry 5" in capsys.readouterr().out
    assert opened.game.hex() in (tmp_path / "stated").read_text(encoding="utf-8")


def test_a_game_by_the_program(tmp_path, capsys, monkeypatch):
    """Who plays by the program can state what he has seen, compare what he is given, and have the game audited."""
    monkeypatch.chdir(tmp_path)
    assert main(["demo", RULESET, "--scenario", SCENARIO, "--seed", "1", "--out", "game.replay"]) == 0
    capsys.readouterr()
    for own, other in (("red", "blue"), ("blue", "red")):
        assert main(["wallet", "statement", f"game.{own}.wallet", "--key", f"game.{own}.key"]) == 0
        Path(f"{own}.statement").write_text(capsys.readouterr().out, encoding="utf-8")
        assert main(["wallet", "check", f"game.{other}.wallet", f"{own}.statement", f"game.{own}.wallet"]) == 0
        assert "the same history" in capsys.readouterr().out
    words = ["replay", "audit", "game.replay", "--json"]
    for name in ("game.red.wallet", "game.blue.wallet", "red.statement", "blue.statement"):
        words += ["--receipts", name]
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["levels"]["L3"] == "done"
    held = read_held(Path("game.red.wallet").read_bytes(), "red")[0]
    data = _altered(Path("game.replay").read_bytes(), held)
    report = audit(data, held=[held])
    assert {row.code for row in report.findings} >= {"RECEIPT_NOT_IN_LOG", "COMMAND_ALTERED"}
    assert any(row.code == "COMMAND_ALTERED" and row.expected.startswith("command.body.") for row in report.findings)


def _altered(data: bytes, held: Any) -> bytes:
    """The file with a field of one of the holder's moves changed."""
    bundle = read_bundle(data)
    own = {row.command_id for row in held.receipts}
    records = [decode(record) for record in bundle.records]
    moved = next(
        row for row in records if row[6][0] in own and isinstance(row[6][2][-1], str) and row[6][2][0] != "Reveal"
    )
    moved[6][2][-1] += "?"
    ruleset, edition, engine = (bundle.manifest[name] for name in ("ruleset", "edition", "engine"))
    return write_bundle(
        ruleset, edition, bytes.fromhex(engine), list(map(encode, records)), bundle.heads, bundle.sealed
    )


class Demo(NamedTuple):
    """A game that the demo has played with stretches and a referee: its file, and where its wallets are."""

    data: bytes
    folder: Path
    report: Report

    @property
    def held(self) -> list[Any]:
        """What both players hold."""
        return held_in(self.folder)


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The game, played once; nothing is changed in its folder."""
    folder = tmp_path_factory.mktemp("demo")
    played = play_over_grpc(RULESET, SCENARIO, 1, folder, lambda _: None, stretches=3, referee_contributes=True)
    data = asyncio.run(played)
    return Demo(data, folder, audit(data, held=held_in(folder)))


def held_in(folder: Path) -> list[Any]:
    return [item for name in ("red", "blue") for item in read_held((folder / f"{name}.wallet").read_bytes(), name)]


def test_a_demo_with_stretches_and_a_referee(demo):
    """The demo shows its dice while it is played, and a referee brings bytes to them, where that is asked for."""
    data, report = demo.data, demo.report
    assert (report.result, dict(report.levels)["L3"]) == ("PASS", "done")
    assert "open dice are shown in stretches, while the game goes on" in report.declared
    assert "the referee contributed to the seed" in report.declared
    kinds = [decode(record)[6][2][0] for record in read_bundle(data).records]
    assert kinds.count("OpenContribution") == 3
    assert kinds.count("ShowStretch") > 0


def test_a_demo_of_no_dice_a_stretch(capsys):
    """A number of dice that there can not be is refused with the fix."""
    assert main(["demo", RULESET, "--stretches", "-1"]) == 2
    assert "--stretches" in capsys.readouterr().err


def test_the_wallets_of_the_demo(demo):
    """The bots of the demo keep wallets that an audit takes, and that nobody else may read."""
    held, report = demo.held, demo.report
    assert (report.result, dict(report.levels)["L3"]) == ("PASS", "done")
    assert len(held[0].receipts) > 10
    assert len(held[0].commands) > 10
    for seat, wallet in enumerate(held):
        assert [row.seat for row in wallet.seats] == [seat]
        assert {row.seat: row.key for row in wallet.players}[seat] == wallet.seats[0].key != b""
        assert all(row.record for row in wallet.receipts if row.command_id)
    assert stat.S_IMODE((demo.folder / "red.wallet").stat().st_mode) == 0o600


async def test_what_was_answered_is_kept_though_the_disk_fails(service, tmp_path, monkeypatch):
    """A command may stand whose line the disk did not take: its player is told so, and goes on from its receipt."""
    _, players = await begun(service, tmp_path)

    def fail() -> None:
        raise OSError("the disk is broken")

    for player in players[:2]:
        monkeypatch.setattr(player.game.wallet, "put_on_disk", fail)
    with pytest.raises(OSError, match="the disk is broken"):
        await finish(players)
    head = (await players[0].game.facts()).receipt.hash
    (seat,) = (at for at in (0, 1) if players[at].game.head == head)
    kept = [json.loads(line) for line in (tmp_path / f"{seat}.wallet").read_text().splitlines()]
    commands = [row for row in kept if row.get("kind") == "command"]
    receipts = [row["hash"] for row in kept if row.get("kind") == "receipt" and row["command_id"]]
    assert len(receipts) == len(commands)
    assert receipts[-1] == head.hex()


SEALED = "hex_orders"


class HeldDisk:
    """A disk that takes nothing before it is told to; `asked` says that something is to be put on it."""

    def __init__(self, wallet: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked, self.free = threading.Event(), threading.Event()
        self._put = wallet.put_on_disk
        monkeypatch.setattr(wallet, "put_on_disk", self.put)

    def put(self) -> None:
        self.asked.set()
        assert self.free.wait(30)
        self._put()


@pytest.fixture
async def sealed_service(tmp_path):
    config = Config(listen="127.0.0.1:0", data=tmp_path / "data")
    async with serving(config, MemoryLog(asyncio.Event), MemoryKeys(), {SEALED: rules_of(SEALED)}) as served:
        yield served


async def until(condition: Any) -> None:
    async with asyncio.timeout(30):
        while not await condition():  # noqa: ASYNC110 - the service is asked
            await asyncio.sleep(0.01)


async def held_back(giving: asyncio.Task[Any], disk: HeldDisk, stands: Any) -> None:
    """See that a command is sent before it is on the disk, and that its answer waits for that."""
    await until(lambda: asyncio.to_thread(disk.asked.wait, 30))
    await until(stands)
    await asyncio.sleep(0.05)
    assert not giving.done()
    disk.free.set()
    await giving


async def test_the_answer_to_a_sealed_command_waits_for_the_disk(sealed_service, tmp_path, monkeypatch):
    """It is sent while its line is written; who lost the line has from the service what opens the seal."""
    async with Service(sealed_service.address, sealed_service.owner_token) as service:
        opened = await service.open(SEALED, [Seat("red", Key.new()), Seat("blue", Key.new())])
        seats = [opened.seat(at, wallet=tmp_path / f"{at}.wallet") for at in (0, 1)]
        await asyncio.gather(*(seat.join() for seat in seats))
        players = [RandomPlayer(game, f"{at}") for at, game in enumerate((*seats, opened.owner()))]
        command: Any = None
        mover: Any = None
        while command is None:
            for player in players:
                offer = player.pick(await player.game.offers())
                if offer is None:
                    continue
                made = await player.game.make(offer, player.answer)
                if player.game in seats and secret_fields(made.DESCRIPTOR):
                    command, mover = await player.game.prepare(made), player.game
                    break
                await player.game.give(made)
        disk = HeldDisk(mover.wallet, monkeypatch)
        seen = (await opened.owner().facts()).receipt.seq

        async def stands() -> bool:
            return bool((await opened.owner().facts()).receipt.seq > seen)

        await held_back(asyncio.create_task(mover.give(command)), disk, stands)
        path = tmp_path / f"{mover.seat}.wallet"
        mover.wallet.close()
        lines = path.read_text().splitlines(keepends=True)
        kept = [json.loads(line) for line in lines if f'"{command.header.salt.hex()}"' in line]
        assert [row["kind"] for row in kept] == ["command"]
        path.write_text("".join(line for line in lines if f'"{command.header.salt.hex()}"' not in line))
        again = opened.seat(seats.index(mover), wallet=path)
        (own,) = [entry async for entry in again.read(seen, seen + 1)]
        (opening,) = [row for row in own.openings if not row.part]
        assert (own.command_id, opening.salt) == (command.header.command_id, command.header.salt)
        assert base64.b64encode(opening.data).decode() == kept[0]["secret"]


async def test_our_own_players_wait_for_the_disk(sealed_service, tmp_path, monkeypatch):
    """So do bots, demo and sit."""
    async with grpc.aio.insecure_channel(sealed_service.address) as channel:
        owner, players = await seated(channel, sealed_service.owner_token, tmp_path)
        chances = {party: random.Random(party) for party in players}
        while True:
            for party, player in players.items():
                asked = await player.asked()
                if asked is None:
                    continue
                command = await player.proposal(asked, "", chances[party])
                if player.wallet is None or not rules_of(SEALED).masks[type(command)].secret:
                    await player.give(command)
                    continue
                disk, seen = HeldDisk(player.wallet, monkeypatch), asked.seq

                async def stands(player: Player = player, seen: int = seen) -> bool:
                    request = games_pb2.GetRequest(game=player.game)
                    return bool((await owner.call(methods_of("wargame.v1.Games")["Get"], request)).receipt.seq > seen)

                await held_back(asyncio.create_task(player.give(command)), disk, stands)
                assert any(row["salt"] for row in commands_in(tmp_path / f"{party}.kept"))
                return


@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("kept", [False, True])
async def test_our_own_players_take_no_entry_that_was_not_signed(sealed_service, tmp_path, monkeypatch, kept, missing):
    """Who follows a game compares each entry with its receipt, with a wallet and without; the receipt is kept."""
    async with grpc.aio.insecure_channel(sealed_service.address) as channel:
        _, players = await seated(channel, sealed_service.owner_token, tmp_path)
        player = players[0]
        if not kept:
            player.wallet = None

        async def altered(seq: int, watched: Any = player._watched) -> bytes:
            return b"" if missing else bytes(await watched(seq)) + b"\0"

        monkeypatch.setattr(player, "_watched", altered)
        asked = await player.asked()
        assert asked is not None
        with pytest.raises(NotProven, match=f"entry {asked.seq + 1} of game {player.game.hex()}"):
            await player.give(await player.proposal(asked, "", random.Random(1)))
        lines = map(json.loads, (tmp_path / f"{player.party}.kept").read_text().splitlines())
        receipts = [row for row in lines if row.get("kind") == "receipt" and row["seq"] == asked.seq + 1]
        assert [row["record"] for row in receipts] == [""] * kept


class EndedStream:
    """A stream of entries that the service has ended."""

    async def read(self) -> Any:
        return grpc.aio.EOF


@pytest.mark.parametrize("kept", [False, True])
async def test_our_own_players_read_on_where_the_stream_of_entries_ends(sealed_service, tmp_path, monkeypatch, kept):
    """A service that ends it is asked for each entry: what it gives is compared all the same."""
    async with grpc.aio.insecure_channel(sealed_service.address) as channel:
        _, players = await seated(channel, sealed_service.owner_token, tmp_path)
        player, chance = players[0], random.Random(1)
        if not kept:
            player.wallet = None
        player._watch = EndedStream()
        asked = await player.asked()
        assert asked is not None
        await player.give(await player.proposal(asked, "", chance))
        assert player._watch is None

        async def altered(seq: int, read: Any = player._record) -> bytes:
            return bytes(await read(seq)) + b"\0"

        monkeypatch.setattr(player, "_record", altered)
        while (asked := await player.asked()) is None:
            for other in players.values():
                if other is not player:
                    await other.act("", chance)
        with pytest.raises(NotProven):
            await player.give(await player.proposal(asked, "", chance))


def commands_in(path: Path) -> list[Any]:
    return [row for row in map(json.loads, path.read_text().splitlines()) if row.get("kind") == "command"]


async def seated(channel: grpc.aio.Channel, token: str, folder: Path) -> tuple[Caller, dict[int, Player]]:
    """Open a signed game of our own players, both with a wallet."""
    owner, rulesets, rules = Caller(channel, token), LoadedRulesets(), rules_of(SEALED)
    request = games_pb2.OpenRequest(
        command_id=bytes(16),
        ruleset=SEALED,
        profile=protocol_pb2.PROFILE_P1,
        signatures=games_pb2.SIGNATURES_ALL,
        seats=[protocol_pb2.Seat(name=name, bot=True) for name in ("red", "blue")],
    )
    keys = add_keys(request)
    opened = await owner.open(request)
    players = {REFEREE: Player(owner, rulesets, rules, opened.game, REFEREE, keys[REFEREE])}
    for made in opened.credentials:
        if made.role == Role.SEAT:
            caller = Caller(channel, made.token)
            player = players[made.seat] = Player(caller, rulesets, rules, opened.game, made.seat, keys[made.seat])
            path, public = folder / f"{made.seat}.kept", public_key(keys[made.seat])
            await player.keep(KeptWallet(path, opened, made.token, made.seat, rules.masks, public), unregistered=True)
    return owner, players
