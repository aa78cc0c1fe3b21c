"""The wallet of a player: what is in it, whole or not at all, for nobody else, and the game can be gone on with."""

import asyncio
import base64
import hashlib
import json
import os
import re
import stat
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator_client import Key, NotProven, Refused, Wallet
from adjudicator_client.contract.wargame.v1 import games_pb2, protocol_pb2
from adjudicator_client.marks import place_of
from adjudicator_client.proof.records import signing_bytes
from adjudicator_client.proof.register import TERMS, require_own_keys

GAME = b"g" * 16


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_new_wallet(tmp_path):
    """A wallet begins with format and game, can be read by nobody else, and holds no line twice."""
    path = tmp_path / "red.wallet"
    wallet = Wallet(GAME, path)
    for _ in range(2):
        wallet.keep_head(1, b"h" * 32)
    wallet.close()
    assert rows(path) == [
        {"format": "adjudicator-wallet/1", "game": GAME.hex()},
        {"kind": "head", "seq": 1, "hash": (b"h" * 32).hex()},
    ]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_crash(tmp_path):
    """A line that was cut is taken away before anything is written, and no line before it is lost."""
    path = tmp_path / "red.wallet"
    with_two = Wallet(GAME, path)
    with_two.keep_head(1, b"h" * 32)
    with_two.keep_head(2, b"i" * 32)
    path.write_bytes(path.read_bytes()[:-7])
    Wallet(GAME, path).keep_head(3, b"j" * 32)
    assert [row.get("seq") for row in rows(path)] == [None, 1, 3]


@pytest.mark.parametrize(
    "text",
    [
        '{"format": "other"}\n',
        "[1]\n",
        "no\n",
        "a key, without an end of its line",
        '{"format":"adjudicator-wallet/2',
        "key:\nwithout an end of its line",
        '{"format":"adjudicator-wallet/1","game":"' + "00" * 16 + '"}\n{"kind":"he',
    ],
)
def test_other_files(tmp_path, text):
    """A file that is no wallet of the game is left as it is."""
    path = tmp_path / "red.wallet"
    path.touch(0o600)
    path.write_text(text)
    with pytest.raises(ValueError, match="no wallet"):
        Wallet(GAME, path)
    assert path.read_text() == text


@pytest.mark.parametrize("spaced", [False, True])
@pytest.mark.parametrize("cut", [0, 1, 40, -1])
def test_a_first_line_that_was_cut(tmp_path, cut, spaced):
    """A wallet whose first line a crash has cut is begun again, whoever wrote it."""
    path = tmp_path / "red.wallet"
    Wallet(GAME, path).close()
    whole = path.read_text()
    path.write_text((json.dumps(json.loads(whole)) + "\n" if spaced else whole)[:cut])
    Wallet(GAME, path).close()
    assert path.read_text() == whole


def test_a_link(tmp_path):
    """A link that somebody has laid is not followed: what stands behind it is left as it is."""
    (tmp_path / "other").touch(0o600)
    (tmp_path / "red.wallet").symlink_to(tmp_path / "other")
    with pytest.raises(OSError, match=r"red\.wallet"):
        Wallet(GAME, tmp_path / "red.wallet")
    assert (tmp_path / "other").read_text() == ""


def test_it_is_begun_once_by_all(tmp_path):
    """Several that open the same new wallet at once write one first line."""
    for number in range(40):
        path = tmp_path / f"{number}.wallet"
        with ThreadPoolExecutor(8) as pool:
            for made in [pool.submit(Wallet, GAME, path) for _ in range(8)]:
                made.result().close()
        assert len(path.read_text().splitlines()) == 1


def test_open_to_others(tmp_path):
    """A wallet that others may read is not written to."""
    path = tmp_path / "red.wallet"
    Wallet(GAME, path).close()
    path.chmod(0o644)
    with pytest.raises(ValueError, match="chmod 600"):
        Wallet(GAME, path)


def secret(token):
    """What stands behind the id of a token's key."""
    found = re.fullmatch(r"wg1_[a-z_]+_[0-9a-f]{12}_(.{20,})", token)
    assert found is not None
    return found[1]


async def test_of_a_game(service, open_game, play, tmp_path):
    """A wallet has key, seat, commitment, contribution, every own command with its receipt and record, and no token."""
    opened = await open_game(service)
    path = tmp_path / "red.wallet"
    red, blue = opened.seat(0, wallet=path), opened.seat(1, wallet=tmp_path / "blue.wallet")
    await asyncio.gather(red.join(), blue.join())
    given = await play((red, blue, opened.owner()), "wallet")
    found = rows(path)
    kinds = [row.get("kind") for row in found]
    assert {"log_key", "seat", "opening", "contribution", "command", "receipt", "head"} <= set(kinds)
    own = [row for row in found if row.get("kind") == "receipt" and row["command_id"]]
    assert len(own) == kinds.count("command") >= len(given[0]) + 2
    assert all(row["record"] for row in own)
    assert kinds.index("contribution") < kinds.index("command")
    text = path.read_text(encoding="utf-8")
    assert not any(made.token in text or secret(made.token) in text for made in opened.credentials)


async def test_the_register_comes_before_the_contribution(service, open_game, tmp_path):
    """The proof that the game stands in the register is verified and kept before anything is committed to."""
    opened = await open_game(service)
    path = tmp_path / "red.wallet"
    red, blue = opened.seat(0, wallet=path), opened.seat(1)
    await asyncio.gather(red.join(), blue.join())
    found = rows(path)
    kinds = [row.get("kind") for row in found]
    assert kinds.index("inclusion") < kinds.index("contribution")
    kept = found[kinds.index("inclusion")]
    assert opened.commitment in base64.b64decode(kept["leaf"])
    registered = await red.registered()
    assert (registered.register, kept["register"]) == (kept["register"], registered.register)


async def test_the_receipt_of_the_opening_is_verified_until_it_holds(service, open_game):
    """Who tries again after a receipt of the opening that does not hold gets no further."""
    opened, other = await open_game(service), await open_game(service)
    red = opened.seat(0)
    red._first = other.receipt
    for _ in range(3):
        with pytest.raises(NotProven, match="RECEIPT_MISMATCH"):
            await red.join()


def _no_proof(given):
    given.ClearField("registration")


def _other_leaf(given):
    given.registration.leaf = given.registration.leaf.replace(b"GameOpened", b"GameOpener")


def _other_path(given):
    given.registration.proof = re.sub("index [0-9]+", "index 0", given.registration.proof)


def _other_key(given):
    given.registration.key = given.registration.key.replace("wgregister/1/key", "wgregister/1/kex")


def _another_game(other):
    def tamper(given):
        given.registration.CopyFrom(other)

    return tamper


@pytest.mark.parametrize("tamper", [_no_proof, _other_leaf, _other_path, _other_key, None])
async def test_nobody_contributes_to_a_game_that_is_not_registered(service, open_game, monkeypatch, tamper):
    """Without a proof, or with one that does not hold or is another game's, nothing is committed to."""
    opened = await open_game(service)
    red = opened.seat(0)
    if tamper is None:
        other = (await open_game(service)).seat(0)
        tamper = _another_game((await other.facts()).registration)
    real = red.facts

    async def told():
        found = games_pb2.GetResponse()
        found.CopyFrom(await real())
        tamper(found)
        return found

    monkeypatch.setattr(red, "facts", told)
    code = "REGISTRATION_MISSING" if tamper is _no_proof else "REGISTRY_MISMATCH"
    with pytest.raises(NotProven, match=code):
        await red.join()
    assert [entry.command async for entry in red.read()] == ["OpenGame"]
    if tamper is _no_proof:
        monkeypatch.setattr(red.service, "register", False)
        assert await red.registered() is None


async def test_a_refusal(service, open_game, tmp_path):
    """A refused command is kept with the refusal that the service has signed over its hash."""
    opened = await open_game(service)
    path = tmp_path / "red.wallet"
    red = opened.seat(0, wallet=path)
    with pytest.raises(Refused) as refused:
        await red.give(protocol_pb2.OpenContribution(contribution=b"c" * 32))
    assert refused.value.signed is not None
    kept = [row for row in rows(path) if row.get("kind") in ("command", "refusal")]
    command, refusal = (base64.b64decode(kept[at][name]) for at, name in enumerate(("command", "refusal")))
    assert hashlib.sha256(b"wglog/1/cmd\0" + command).digest() in refusal
    assert kept[1]["signature"] == refused.value.signed.signature.hex()
    assert signing_bytes(opened.game, [], []).startswith(b"wglog/1/cmd\0")


async def test_a_second_run(service, open_game, tmp_path):
    """A player who comes back goes on with receipts and contribution of the wallet."""
    opened = await open_game(service)
    path = tmp_path / "red.wallet"
    red, blue = opened.seat(0, wallet=path), opened.seat(1)
    joining = asyncio.create_task(red.join())
    async for entry in blue.watch(1):  # until red has committed
        assert entry.command == "CommitContribution"
        break
    joining.cancel()
    red.wallet.close()
    again = opened.seat(0, wallet=path)
    assert again.contribution == red.contribution
    assert set((await again.receipts()).kept) >= {1}
    await asyncio.gather(again.join(), blue.join())


async def test_statements(service, open_game, tmp_path):
    """An opponent's statement is kept, and one of another history, or in another's name, is told apart."""
    opened = await open_game(service)
    path = tmp_path / "red.wallet"
    red, blue = opened.seat(0, wallet=path), opened.seat(1)
    await asyncio.gather(red.join(), blue.join())
    stated = await blue.statement()
    async for _ in red.read():
        pass
    assert await red.take_statement(stated)
    assert any(row.get("kind") == "statement" and row["note"] == stated for row in rows(path))
    size = (await red.receipts()).last[0]
    receipts = await blue.receipts()
    receipts._hashes[size] = b"\x07" * 32
    with pytest.raises(NotProven, match="STATEMENT_CONTRADICTED"):
        await red.take_statement(await blue.statement())
    with pytest.raises(NotProven, match="STATEMENT_UNPROVEN"):
        await red.take_statement(stated.replace("\n1\n", "\n0\n", 1))


async def test_a_seat_with_a_key_that_is_not_its_players(service, open_game, tmp_path):
    """Nobody contributes to a game whose seat has another key than his own, with which moves could be forged."""
    opened = await open_game(service)
    other = Key.new()
    stranger = service.game(opened.game, token=opened.token(3, 0), seat=0, key=other)
    with pytest.raises(NotProven, match="GENESIS_INVALID"):
        await stranger.join()
    keys = [opened.keys[0].public]
    seats = [["red", [*keys, other.public], False]]
    genesis: Any = SimpleNamespace(game=opened.game, values=[*[None] * place_of(TERMS, "seats"), seats])
    with pytest.raises(NotProven, match="GENESIS_INVALID"):
        require_own_keys(genesis, 0, keys)
    require_own_keys(genesis, 0, [*keys, other.public])


async def test_a_referees_contribution_outlives_a_restart(service, open_game, tmp_path):
    """Who contributes as a referee finds his bytes in his wallet again."""
    opened, path = await open_game(service), tmp_path / "referee.wallet"
    first = service.game(opened.game, token=opened.token(3, 0), wallet=path)
    first.wallet.keep_contribution(first.party, first.contribution, bytes(32))
    first.wallet.close()
    assert service.game(opened.game, token=opened.token(3, 0), wallet=path).contribution == first.contribution


def test_a_line_that_the_disk_took_half_of(tmp_path, monkeypatch):
    """The call fails and takes the half away; the same line is written when it is given again, and others behind it."""
    path, write = tmp_path / "red.wallet", os.write
    wallet = Wallet(GAME, path)
    with monkeypatch.context() as full:
        full.setattr(os, "write", lambda number, line: write(number, line[: len(line) // 2]))
        with pytest.raises(OSError, match="was cut"):
            wallet.keep_head(1, b"h" * 32)
    wallet.keep_head(1, b"h" * 32)
    wallet.keep_head(2, b"i" * 32)
    wallet.close()
    assert [row.get("seq") for row in rows(path)] == [None, 1, 2]


def test_a_line_that_did_not_reach_the_disk(tmp_path, monkeypatch):
    """Given again, a line that has to be on the disk is put there, though it stands in the file already."""
    wallet = Wallet(GAME, tmp_path / "red.wallet")
    done: list[int] = []

    def fail(_number):
        raise OSError("broken")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", fail)
        with pytest.raises(OSError, match="broken"):
            wallet.keep_contribution(0, b"c" * 32, b"p" * 32)
    with monkeypatch.context() as seen:
        seen.setattr(os, "fsync", done.append)
        wallet.keep_contribution(0, b"c" * 32, b"p" * 32)
    wallet.close()
    assert len(done) == 1


def fail_once(monkeypatch):
    """Let the disk fail once, as systems tell it: the next call is told that all is well; gives what is done then."""
    done: list[Any] = []
    write, fsync = os.write, os.fsync

    def noted_write(number, line):
        done.append(line)
        return write(number, line)

    def noted_fsync(number):
        done.append("fsync")
        return fsync(number)

    def broken(_number):
        monkeypatch.setattr(os, "write", noted_write)
        monkeypatch.setattr(os, "fsync", noted_fsync)
        raise OSError("broken")

    monkeypatch.setattr(os, "fsync", broken)
    return done


def test_what_the_disk_has_lost_is_written_anew(tmp_path, monkeypatch):
    """A system tells one of two callers that the disk has failed: the line of the other is not taken for written."""
    path = tmp_path / "red.wallet"
    wallet = Wallet(GAME, path)
    wallet.keep_head(1, b"h" * 32)
    wallet.put_on_disk()
    for seq in (2, 3):
        wallet.keep_head(seq, b"h" * 32)
    there = path.read_bytes()
    done = fail_once(monkeypatch)
    with pytest.raises(OSError, match="broken"):
        wallet.put_on_disk()
    wallet.put_on_disk()
    assert done == [*there.splitlines(keepends=True)[2:], "fsync"]
    assert path.read_bytes() == there
    done.clear()
    wallet.put_on_disk()
    wallet.close()
    assert done == ["fsync", "fsync"]


def test_another_file_is_not_written_into(tmp_path, monkeypatch):
    """Where the wallet was moved away meanwhile its lines are not put into what stands there now."""
    path = tmp_path / "red.wallet"
    wallet = Wallet(GAME, path)
    wallet.keep_head(1, b"h" * 32)
    fail_once(monkeypatch)
    with pytest.raises(OSError, match="broken"):
        wallet.put_on_disk()
    path.rename(tmp_path / "other")
    path.write_text("mine")
    with pytest.raises(OSError, match="another file"):
        wallet.put_on_disk()
    assert path.read_text() == "mine"


def test_the_name_of_a_new_wallet_is_on_the_disk(tmp_path, monkeypatch):
    """Without it a loss of power takes the whole file, whatever of it was put on the disk."""
    done: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "fsync", lambda number: done.append((os.fstat(number).st_dev, os.fstat(number).st_ino)))
    Wallet(GAME, tmp_path / "red.wallet").close()
    assert (tmp_path.stat().st_dev, tmp_path.stat().st_ino) in done


def test_every_key_of_the_log_is_kept(tmp_path):
    """Whoever has one wallet twice may believe other keys: each is kept once, whatever was kept before it."""
    path = tmp_path / "red.wallet"
    wallet = Wallet(GAME, path)
    for keys in (["a"], ["b"], ["b"], ["b", "c"], ["a"]):
        wallet.keep_keys(keys)
    learnt = ["d"]
    wallet.keep_keys(learnt)
    learnt.append("e")
    wallet.keep_keys(learnt)
    wallet.close()
    assert [json.loads(line)["key"] for line in path.read_text().splitlines()[1:]] == list("abcde")
