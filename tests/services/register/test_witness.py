"""Our witness, by its own rules and by other people's client; and other people's witness with our registers."""

from __future__ import annotations

import asyncio
import base64
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from replays.notes import key_of
from replays.register.checkpoint import COSIGNATURE, cosignatures, with_cosignatures
from replays.register.policy import PolicyInvalid, is_met, read_policy, write_policy
from replays.register.proof import read_proof
from replays.register.witness import Refused, write_request
from services.register.cosigning import Cosigning
from services.register.state import of_day
from services.register.witnessing import StateUnusable, Witness
from services.register.writing import Register
from services.store.redis_keys import MemoryKeys
from services.store.register_logs import COSIGNED
from tests.replays.register.go_reader import ask, witness_of_others
from tests.replays.register.steps import VKEY, MadeRegister, encoded
from tests.services.fixtures import open_request, serve_toy
from tests.verifier.golang import needs_go
from wargame.v1 import games_pb2

NAME = "witness.example.org"


def made(size: int) -> MadeRegister:
    return MadeRegister([f"leaf {n}".encode() for n in range(size)])


def witness(folder: Path) -> Witness:
    return Witness(folder, NAME, {VKEY.partition("+")[0]: VKEY}, lambda: 1_790_000_000)


def brought(register: MadeRegister, old: int, size: int) -> bytes:
    return write_request(old, register.tree.consistency(old, size), register.checkpoint(size).note)


async def refused(by: Witness, body: bytes) -> tuple[int, int | None]:
    """Status and size of a refusal."""
    with pytest.raises(Refused) as fault:
        await by.add(body)
    return fault.value.status, fault.value.size


async def test_it_cosigns_what_goes_on_from_what_it_knows(tmp_path: Path) -> None:
    """The first checkpoint from nothing, the next with its proof, the same again; also after a restart."""
    register = made(9)
    ours = witness(tmp_path)
    for old, size in ((0, 3), (3, 3), (3, 9)):
        line = await ours.add(brought(register, old, size))
        note = with_cosignatures(register.checkpoint(size).note, [line])
        assert cosignatures(note, [ours.vkey]) == {ours.vkey: 1_790_000_000}
    again = witness(tmp_path)
    assert again.vkey == ours.vkey
    assert await refused(again, brought(register, 0, 9)) == (409, 9)


async def test_it_refuses_what_the_protocol_says(tmp_path: Path) -> None:
    """Each refusal has the status of tlog-witness, and none changes what it knows."""
    register, ours = made(9), witness(tmp_path)
    await ours.add(brought(register, 0, 5))
    other = MadeRegister([b"another", *register.leaves[1:]])
    stranger = MadeRegister(register.leaves, "stranger.example.org/log/day/2026-11-24")
    forged = MadeRegister(register.leaves, seed=b"\7" * 32)
    assert await refused(ours, brought(register, 3, 9)) == (409, 5)
    assert await refused(ours, brought(other, 5, 9)) == (422, None)
    assert await refused(ours, brought(other, 5, 5)) == (409, None)
    assert await refused(ours, brought(stranger, 0, 3)) == (404, None)
    assert await refused(ours, brought(forged, 5, 9)) == (403, None)
    assert await refused(ours, write_request(9, [], register.checkpoint(5).note)) == (400, None)
    assert await refused(ours, b"old 5\n\nno checkpoint\n") == (400, None)
    assert await refused(ours, b"old 05\n\n" + register.checkpoint(9).note.encode()) == (400, None)
    await ours.add(brought(register, 5, 9))


async def test_one_key_is_for_all_registers_of_a_service(tmp_path: Path) -> None:
    """A new day needs no new key at the witness; another service, or another name behind it, is not known."""
    ours = Witness(tmp_path, NAME, {}, lambda: 7, [VKEY])
    for origin, status in (
        ("ref.example.org/log/day/2026-11-25", 200),
        (f"ref.example.org/log/event/{'0a' * 16}", 200),
        ("ref.example.org/log", 404),
        ("ref.example.org/log/day/2026-11-25x", 404),
        ("other.example.org/log/day/2026-11-25", 404),
    ):
        register = MadeRegister([b"leaf"], origin)
        if status == 200:
            assert cosignatures(
                register.checkpoint().note + await ours.add(brought(register, 0, 1)) + "\n", [ours.vkey]
            )
        else:
            assert (await refused(ours, brought(register, 0, 1)))[0] == status


async def test_a_witness_whose_memory_can_not_be_read_cosigns_nothing(tmp_path: Path) -> None:
    """A damaged state is no empty one."""
    register, ours = made(3), witness(tmp_path)
    await ours.add(brought(register, 0, 3))
    (tmp_path / "witness.json").write_text("{")
    with pytest.raises(StateUnusable, match="from a copy"):
        witness(tmp_path)
    with pytest.raises(StateUnusable):
        await ours.add(brought(register, 0, 3))


def test_a_policy_says_how_many(tmp_path: Path) -> None:
    """Policies are read as transparency-dev writes them; what can not be read names its line."""
    keys = [witness(tmp_path / name).vkey for name in ("a", "b", "c")]
    lines = [f"witness w{n} {key} https://w{n}.example.org/" for n, key in enumerate(keys)]
    policy = read_policy("\n".join(["# ours", *lines, "group g 2 w0 w1 w2", "quorum g"]))
    assert (policy.quorum, len(policy.witnesses), policy.witnesses[1].url) == (2, 3, "https://w1.example.org")
    assert read_policy(write_policy(policy)).quorum == 2
    assert read_policy("\n".join([*lines, "quorum none"])).quorum == 0
    assert not is_met(policy, made(2).checkpoint().note)
    for wrong in ("quorum g", "witness w x y\nquorum w", "\n".join([*lines, "group g 4 w0 w1\nquorum g"]), "nothing"):
        with pytest.raises(PolicyInvalid):
            read_policy(wrong)


@contextmanager
def serving(folder: Path, *keys: str) -> Iterator[str]:
    """Run our witness as a program: its address."""
    flags = [word for key in keys for word in ("--log", key)]
    command = [sys.executable, "-m", "services.cli", "register", "witness", "--state", str(folder), "--name", NAME]
    with subprocess.Popen([*command, *flags, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            process.stdout.readline()
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()


@pytest.mark.slow
@needs_go
def test_the_client_of_others_gets_our_cosignatures(tmp_path: Path) -> None:
    """transparency-dev's client brings checkpoints to our witness over HTTP, and reads each answer as meant."""
    register = made(9)
    other = MadeRegister([b"another", *register.leaves[1:]])
    sent = [(register, 0, 5), (register, 5, 9), (register, 2, 9), (other, 9, 9)]
    with serving(tmp_path, VKEY) as place:
        answers = ask(
            "submit",
            place,
            submissions=[
                {
                    "old": old,
                    "note": one.checkpoint(size).note,
                    "proof": [encoded(hashed) for hashed in one.tree.consistency(old, size)],
                }
                for one, old, size in sent
            ],
        )
    assert [(row["fault"], row["size"]) for row in answers] == [("", 0), ("", 0), ("stale", 9), ("root", 0)]
    vkey = witness(tmp_path).vkey
    for row, (one, _, size) in zip(answers[:2], sent, strict=False):
        assert vkey in cosignatures(one.checkpoint(size).note + row["lines"], [vkey])


@pytest.mark.slow
@needs_go
async def test_the_witness_of_others_cosigns_our_registers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A service whose policy asks for transparency-dev's witness gives proofs that it has cosigned."""
    monkeypatch.setattr("services.register.cosigning.PATIENCE", 60.0)
    async with serve_toy(tmp_path) as service:
        key = service.service.parts.registers.of(of_day(service.service.parts.clock.now())).vkey
    with witness_of_others(key) as (place, vkey):
        policy = tmp_path / "policy"
        policy.write_text(f"witness w {vkey} {place}\nquorum w\n")
        async with serve_toy(tmp_path, witnesses=policy) as service:
            for _ in range(3):
                opened = await service.call("Open", service.owner, open_request())
                note = read_proof(opened.registration.proof).note
                assert vkey in cosignatures(note, [vkey])
            folder = service.service.parts.registers.of(of_day(service.service.parts.clock.now())).folder
            asked = f"witness w {vkey} {place}\ngroup g 1 w\nquorum g\n"
            done = ask("check", str(folder), vkey=key, witnesses=[vkey], policy=asked)
            assert (done["cosignatures"], done["quorum"]) == (1, True)


async def test_a_witness_that_is_away_stops_no_game(tmp_path: Path) -> None:
    """Openings wait a second for witnesses, and then the proof comes without."""
    policy = tmp_path / "policy"
    vkey = witness(tmp_path / "w").vkey
    policy.write_text(f"witness w {vkey} http://127.0.0.1:9\nquorum w\n")
    async with serve_toy(tmp_path / "data", witnesses=policy) as service:
        opened = await service.call("Open", service.owner, open_request())
        assert cosignatures(read_proof(opened.registration.proof).note, [vkey]) == {}


@pytest.mark.parametrize("damage", [b"\xff\xfe", b"no signature", b""])
async def test_lines_of_witnesses_that_can_not_be_read_stop_no_game(tmp_path: Path, damage: bytes) -> None:
    """A damaged row of what witnesses have signed stands for no signature, and no opening fails for it."""
    policy, keys = tmp_path / "policy", MemoryKeys()
    vkey = witness(tmp_path / "w").vkey
    policy.write_text(f"witness w {vkey} http://127.0.0.1:9\nquorum w\n")
    async with serve_toy(tmp_path / "data", keys=keys, witnesses=policy) as service:
        register = service.service.parts.registers.of(of_day(service.service.parts.clock.now())).state.log_id
        keys._values |= {f"{COSIGNED}{register.hex()}:{size}": damage for size in range(8)}
        opened = await service.call("Open", service.owner, open_request())
        assert cosignatures(read_proof(opened.registration.proof).note, [vkey]) == {}


async def test_a_witness_that_is_asked_again_and_again_stops_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where another witness is away one signs the same checkpoint often; its last line alone is kept."""
    signed, loop = [1_790_000_000], asyncio.get_running_loop()
    async with serve_toy(tmp_path / "data") as service:
        vkey = service.service.parts.registers.of(of_day(service.service.parts.clock.now())).vkey
    here = Witness(tmp_path / "here", NAME, {vkey.partition("+")[0]: vkey}, lambda: signed[0])

    def post(url: str, body: bytes) -> tuple[int, str, str]:
        if "away" in url:
            raise OSError
        signed[0] += 1
        return 200, "text/plain", asyncio.run_coroutine_threadsafe(here.add(body), loop).result() + "\n"

    monkeypatch.setattr("services.register.cosigning.post", post)
    monkeypatch.setattr("services.register.cosigning.AGAIN_SECONDS", 0.01)
    keys = f"witness h {here.vkey} http://here\nwitness a {witness(tmp_path / 'away').vkey} http://away\n"
    policy = tmp_path / "policy"
    policy.write_text(f"{keys}group g 2 h a\nquorum g\n")
    async with serve_toy(tmp_path / "data", witnesses=policy) as service:
        opened = await service.call("Open", service.owner, open_request())
        async with asyncio.timeout(60):
            while signed[0] < 1_790_000_020:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.02)
        retried = await service.call("Get", service.owner, games_pb2.GetRequest(game=opened.game))
        assert list(cosignatures(read_proof(retried.registration.proof).note, [here.vkey])) == [here.vkey]


async def test_a_witness_takes_no_line_of_another_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a witness sends besides its own signature is not kept: it can not put a false line in another's place."""
    loop, keep = asyncio.get_running_loop(), Cosigning._keep
    kept: defaultdict[int, asyncio.Event] = defaultdict(asyncio.Event)
    async with serve_toy(tmp_path / "data") as service:
        vkey = service.service.parts.registers.of(of_day(service.service.parts.clock.now())).vkey
    known = {vkey.partition("+")[0]: vkey}
    honest, other = (Witness(tmp_path / name, f"{name}.example.org", known, lambda: 1_790_000_000) for name in "ho")

    def post(url: str, body: bytes) -> tuple[int, str, str]:
        by = honest if "//h" in url else other
        line = asyncio.run_coroutine_threadsafe(by.add(body), loop).result()
        if by is other:
            name, number = key_of(honest.vkey, COSIGNATURE)[0], bytes.fromhex(honest.vkey.split("+")[1])
            line += f"\n\N{EM DASH} {name} {base64.b64encode(number + bytes(72)).decode()}"
        return 200, "text/plain", line + "\n"

    async def in_turn(self: Cosigning, register: Register, size: int, lines: list[str]) -> None:
        """Keep what the honest one signs of a checkpoint before what the other sends of it."""
        note = register.checkpoint(size).note
        if any(cosignatures(f"{note}{line}\n", [honest.vkey]) for line in lines):
            await keep(self, register, size, lines)
            kept[size].set()
        else:
            await kept[size].wait()
            await keep(self, register, size, lines)

    monkeypatch.setattr("services.register.cosigning.post", post)
    monkeypatch.setattr(Cosigning, "_keep", in_turn)
    policy = tmp_path / "policy"
    policy.write_text(f"witness h {honest.vkey} http://h\nwitness o {other.vkey} http://o\ngroup g 2 h o\nquorum g\n")
    async with serve_toy(tmp_path / "data", witnesses=policy) as service:
        opened = await service.call("Open", service.owner, open_request())
        keys, signed = [honest.vkey, other.vkey], set[str]()
        async with asyncio.timeout(60):
            while other.vkey not in signed:
                found = await service.call("Get", service.owner, games_pb2.GetRequest(game=opened.game))
                signed = {*cosignatures(read_proof(found.registration.proof).note, keys)}
        assert signed == set(keys)
