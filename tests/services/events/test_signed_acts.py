"""Events whose owner and referees sign what they do in the games, by the program: keys, warrants, many at once."""

from __future__ import annotations

import asyncio
import json
import secrets
import stat
from pathlib import Path
from typing import Any

import grpc
import msgpack
import pytest

from adjudicator.kernel.docket.officials import OFFICES
from adjudicator.kernel.record.log import MemoryLog
from adjudicator.registry import rules_of
from replays.audit.audit import audit
from replays.bundle import read_bundle
from services.cli import main
from services.config import Config
from services.games.signing import public_key
from services.rpc.methods import methods_of
from services.server import serving
from services.store.redis_keys import MemoryKeys
from services.tools.client import Caller

RULESET = "tile_formations"
PERSONS = ("anna", "ben", "cleo", "dora")
ACTOR, COMMAND, SIGNATURE = 5, 6, 7


class Cup:
    """An event that is run by the program in a folder."""

    def __init__(self, served: Any, folder: Path, capsys: Any) -> None:
        self.served, self.folder, self.capsys = served, folder, capsys

    async def run(self, *words: str, token: str = "", status: int = 0) -> str:
        """Run a verb of `event`; gives what it prints."""
        file = str(self.folder / token) if token else str(self.served.owner_file)
        where = ("--address", self.served.address, "--token-file", file, "--data", str(self.folder / "mine"))
        self.capsys.readouterr()
        found = await asyncio.to_thread(main, ["event", *words, *where])
        out = self.capsys.readouterr()
        assert found == status, (words, out)
        return str(out.out + out.err)

    async def begin(self, *, signed: bool = True, more: tuple[str, ...] = ()) -> None:
        """Create the event with a head referee, and open two games."""
        lines = ['name = "Cup"', f"signed = {str(signed).lower()}", "referee = true", "appeal_window = 0"]
        lines += ["[[rulesets]]", f'ruleset = "{RULESET}"']
        for name in PERSONS:
            keys = f'keys = ["{public_key(secrets.token_bytes(32)).hex()}"]' if signed else ""
            lines += ["[[roster]]", f'name = "{name}"', keys]
        (self.folder / "cup.toml").write_text("\n".join(lines))
        await self.run("create", str(self.folder / "cup.toml"), *more)
        await self.run("token", "make", "head-referee", "hana", "--out", str(self.folder / "hana.token"))
        pairs = ["round,table,ruleset,red,blue", f"1,1,{RULESET},anna,ben", f"1,2,{RULESET},cleo,dora"]
        (self.folder / "pairs.csv").write_text("\n".join(pairs) + "\n")
        await self.run("open", str(self.folder / "pairs.csv"), "--tokens", str(self.folder / "seats.csv"))

    async def evidence(self) -> Any:
        """What the audit of the whole event says."""
        await self.run("results", "--evidence", str(self.folder / "evidence"))
        self.capsys.readouterr()
        await asyncio.to_thread(main, ["replay", "event", str(self.folder / "evidence"), "--json"])
        return json.loads(self.capsys.readouterr().out)

    async def games(self) -> list[tuple[Any, bytes]]:
        """The records of every game, and its file."""
        async with grpc.aio.insecure_channel(self.served.address) as channel:
            owner = Caller(channel, self.served.owner_token)
            rows = (self.folder / "seats.csv").read_text().splitlines()[1:]
            found = dict.fromkeys(bytes.fromhex(row.split(",")[2]) for row in rows)
            files = [await owner.export(game) for game in found]
        return [([msgpack.unpackb(record) for record in read_bundle(file).records], file) for file in files]


@pytest.fixture
async def cup(tmp_path, capsys):
    """A running service, and an organiser with a folder of his own."""
    config = Config(listen="127.0.0.1:0", data=tmp_path / "data")
    async with serving(config, MemoryLog(asyncio.Event), MemoryKeys(), {RULESET: rules_of(RULESET)}) as served:
        yield Cup(served, tmp_path, capsys)


def acts_of(records: list[Any]) -> dict[str, list[Any]]:
    """The acts of officials after the opening, by kind."""
    found: dict[str, list[Any]] = {}
    for record in records[1:]:
        if record[ACTOR][0] in OFFICES:
            found.setdefault(record[COMMAND][2][0], []).append(record)
    return found


@pytest.mark.rule("WG-OFFICIAL-01")
async def test_everybody_signs_in_an_event(cup):
    """Rulings, pauses of all games, awards after a removal, and a referee who came later: all are signed, and pass."""
    await cup.begin()
    key = next((cup.folder / "mine/keys").iterdir())
    assert (stat.S_IMODE(key.stat().st_mode), stat.S_IMODE((cup.folder / "hana.key").stat().st_mode)) == (0o600, 0o600)
    await cup.run("rule", "AddNote", "reason=look", "--game", "1/1", "--yes", token="hana.token")
    await cup.run("token", "make", "referee", "rob", "--out", str(cup.folder / "rob.token"))
    await cup.run("rule", "AddNote", "reason=here", "--game", "1/2", "--yes", token="rob.token")
    said = await cup.run("pause", "--reason", "fire alarm", token="rob.token")
    assert "2 games, 0 refused" in said
    assert "2 games, 0 refused" in await cup.run("resume", "--reason", "go on", token="hana.token")
    assert "1 award, 0 refused" in await cup.run(
        "penalise", "anna", "removal", "--reason", "left the hall", token="hana.token"
    )
    given: dict[str, int] = {}
    for records, file in await cup.games():
        terms = audit(file).declared
        assert not any("are not signed" in line for line in terms)
        report = audit(file)
        assert {row.code for row in report.findings if row.severity == "error"} <= {"SEED_NOT_REVEALED"}
        assert not {"UNSIGNED_ACTS", "UNSIGNED_GAME"} & {row.code for row in report.findings}
        for kind, rows in acts_of(records).items():
            given[kind] = given.get(kind, 0) + len(rows)
            assert all(row[SIGNATURE] for row in rows), kind
    assert given == {"AddNote": 2, "AdmitOfficial": 2, "PauseGame": 2, "ResumeGame": 2, "Award": 1}
    report = await cup.evidence()
    assert report["event"]["findings"] == []


async def test_a_ruling_that_is_not_signed_is_refused(cup):
    """Without the key, or with another's, nothing is ruled; the program says which file it wants."""
    await cup.begin()
    (cup.folder / "hana.key").rename(cup.folder / "away.key")
    words = ("rule", "AddNote", "reason=look", "--game", "1/1", "--yes")
    assert "--sign-with" in await cup.run(*words, token="hana.token", status=2)
    assert "--sign-with" in await cup.run("pause", "--reason", "x", token="hana.token", status=5)
    other = cup.folder / "other.key"
    other.write_text(secrets.token_hex(32))
    assert "does not fit" in await cup.run(*words, "--sign-with", str(other), token="hana.token", status=5)
    await cup.run(*words, "--sign-with", str(cup.folder / "away.key"), token="hana.token")
    (records, _), _ = await cup.games()
    assert [record[COMMAND][2][0] for record in records] == ["OpenGame", "AddNote"]


async def test_officials_may_be_left_out(cup):
    """Where the organiser says so seats alone sign, and the service rules in a referee's name as before."""
    await cup.begin(more=("--unsigned-acts",))
    assert not (cup.folder / "hana.key").exists()
    await cup.run("rule", "AddNote", "reason=look", "--game", "1/1", "--yes", token="hana.token")
    assert "2 games, 0 refused" in await cup.run("pause", "--reason", "fire alarm", token="hana.token")
    for _, file in await cup.games():
        assert "acts of the owner and of referees are not signed" in audit(file).declared


async def test_an_event_of_unsigned_games(cup):
    """An event in which nobody signs is run without any key."""
    await cup.begin(signed=False)
    assert not (cup.folder / "mine/keys").exists()
    assert "2 games, 0 refused" in await cup.run("pause", "--reason", "fire alarm", token="hana.token")


async def test_the_service_rules_in_nobodys_name(cup):
    """Pause gives the act to be signed, and writes nothing into the game."""
    await cup.begin()
    async with grpc.aio.insecure_channel(cup.served.address) as channel:
        caller = Caller(channel, (cup.folder / "hana.token").read_text().strip())
        method = methods_of("wargame.v1.Events")["Pause"]
        sheet = json.loads((await cup.run("show", "--json")).splitlines()[0])
        event = bytes.fromhex(sheet["event"])
        rows = [row async for row in caller.stream(method, event=event, command_id=bytes(16), reason="fire")]
    assert len(rows) == 2
    for row in rows:
        assert not row.HasField("receipt")
        act: Any = methods_of("wargame.v1.Referee")["PauseGame"].request()
        assert row.act.Unpack(act)
        assert (act.header.game, act.grounds.reason, act.header.signature) == (row.game, "fire", b"")
    assert [len(records) for records, _ in await cup.games()] == [1, 1]
